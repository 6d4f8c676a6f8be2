"""How a figure is measured: the median of several runs, each next to a loop of known cost.

Machines change their speed while they run. So every run of a row is followed by a run of the same
plain loop, and the row is also given as a ratio: how many turns of that loop one operation
costs. Ratios compare between machines and between days; figures do not.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

__all__ = ["Figure", "Row", "calibrate", "machine", "measure", "percentiles"]

RUNS = 7
TURNS = 200_000


class Row(NamedTuple):
    """Something to measure.

    `prepare` returns a function that does the work once and says how many operations that was.
    `unit` is "1/s" for operations a second, or "us" or "ms" for the time of one. `goal` is what is
    aimed at, in the same unit, or None.
    """

    name: str
    unit: str
    goal: float | None
    prepare: Callable[[], Callable[[], int]]


class Figure(NamedTuple):
    """What was measured: in the row's unit, and in turns of the calibration loop."""

    row: Row
    value: float
    ratio: float

    @property
    def met(self) -> bool | None:
        """Whether the goal is reached."""
        if self.row.goal is None:
            return None
        more_is_better = self.row.unit == "1/s"
        return self.value >= self.row.goal if more_is_better else self.value <= self.row.goal


def calibrate() -> float:
    """The time of one turn of a plain loop, in seconds."""
    start = time.perf_counter()
    total = 0
    for i in range(TURNS):
        total += i & 7
    return (time.perf_counter() - start) / TURNS


def measure(row: Row, runs: int = RUNS) -> Figure:
    """The median of several runs, after one that does not count."""
    work = row.prepare()
    work()
    each, ratios = [], []
    for _ in range(runs):
        start = time.perf_counter()
        operations = work()
        one = (time.perf_counter() - start) / operations
        each.append(one)
        ratios.append(one / calibrate())
    one = median(each)
    value = {"1/s": 1 / one, "us": one * 1e6, "ms": one * 1e3}[row.unit]
    return Figure(row, value, median(ratios))


def percentiles(
    ask: Callable[[bytes, int], object], hands: Sequence[bytes], runs: int = RUNS
) -> tuple[float, float]:
    """The median and the 99.9th percentile of the time of one question, in microseconds.

    A question gets a hand and its number. There are several runs through all hands, and of each
    hand the median counts: what a question costs depends on the hand, not on what the machine was
    doing meanwhile. It is the time of this thread, so that other programs of a busy machine do not
    count either.
    """
    clock = time.thread_time
    each: list[list[float]] = [[] for _ in hands]
    for _ in range(runs):
        for number, hand in enumerate(hands):
            start = clock()
            ask(hand, number)
            each[number].append(clock() - start)
    middle = sorted([median(times) for times in each])
    high = middle[min(len(middle) - 1, len(middle) * 999 // 1000)]
    return middle[len(middle) // 2] * 1e6, high * 1e6


def machine() -> str:
    """One line about where this was measured."""
    turns = sorted(calibrate() for _ in range(RUNS))
    return (
        f"{platform.python_implementation()} {platform.python_version()} on "
        f"{platform.system()} {platform.machine()}; calibration loop "
        f"{turns[RUNS // 2] * 1e9:.1f} ns a turn ({turns[0] * 1e9:.1f}..{turns[-1] * 1e9:.1f})"
    )
