"""A table: median and 99.9th percentile of every question, by ruleset and size of hand."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from tenphase.bench.hands import classic_order, dealt
from tenphase.bench.timing import RUNS, percentiles
from tenphase.questions import solver_for
from tenphase.solver import Solver

__all__ = ["table"]

RULESETS = ("mattel-classic", "ravensburger-master", "standard-deck")
SIZES = (10, 11, 15)
HANDS = 3_000
#: Lists of lay-downs are cut off after so many.
MOST_LISTED = 1_000


def table(hands: int = HANDS, runs: int = RUNS) -> Iterator[str]:
    """The lines of the table."""
    yield f"{'us: median / 99.9 %':34}" + "".join([f"{f'{n} cards':>20}" for n in SIZES])
    for ruleset in RULESETS:
        solver = solver_for(ruleset)
        yield f"{ruleset}, every phase in turn"
        order = classic_order(solver.deck) if ruleset == "mattel-classic" else solver.deck.full
        asked = {n: dealt(order, n, n, hands) for n in SIZES}
        for name, ask in _questions(solver).items():
            cells = []
            for n in SIZES:
                middle, high = percentiles(ask, asked[n], runs)
                cells.append(f"{middle:.1f} / {high:.0f}")
            yield f"  {name:32}" + "".join([f"{cell:>20}" for cell in cells])


def _questions(solver: Solver) -> dict[str, Callable[[bytes, int], object]]:
    """Each question as a function of a hand and its number, which tells the phase."""
    matchers = [solver.matcher(phase) for phase in solver.phases]
    phases, laid = solver.phases, _table(solver)
    ten = len(phases)

    return {
        "can lay": lambda hand, n: matchers[n % ten].can_lay(hand),
        "find": lambda hand, n: matchers[n % ten].find(hand),
        "distance": lambda hand, n: matchers[n % ten].distance(hand),
        "outs": lambda hand, n: matchers[n % ten].outs(hand),
        f"lay-downs (at most {MOST_LISTED})": lambda hand, n: list(
            islice(matchers[n % ten].lay_downs(hand), MOST_LISTED)
        ),
        "first lay-down of the list": lambda hand, n: next(matchers[n % ten].lay_downs(hand), None),
        "arrangements of exactly these": lambda hand, n: solver.arrange(hand, phases[n % ten]),
        "hits": lambda hand, n: solver.hits(hand, laid),
        "best shed": lambda hand, n: solver.best_shed(hand, laid),
        "best lay-down with hits": lambda hand, n: solver.best_lay_down(
            hand, phases[n % ten], table=laid
        ),
    }


class _Laid(NamedTuple):
    """A meld on the table."""

    table: object
    cards: bytes
    shown: bytes


def _table(solver: Solver) -> list[object]:
    """A table of three lay-downs, as other players have them before them."""
    rng = random.Random(3)
    deck = solver.deck
    melds: list[object] = []
    wanted = [p for p in solver.phases if "C" not in str(p) and "F" not in str(p)]
    while len(melds) < 5:
        hand = bytes(sorted(rng.sample(deck.full, 20)))
        matcher = solver.matcher(rng.choice(wanted))
        found = matcher.find(hand)
        if found is not None:
            for spec, (cards, shown) in zip(matcher.table.specs, found, strict=True):
                melds.append(_Laid(spec.table, cards, shown))
    return melds
