"""Counting: how many sequences of legal actions lead from a position so many steps on.

The count depends on every list of legal actions on the way and on what every action does, so it
changes with nearly every mistake in either. A perft file lists positions with their counts:

    id: first turn
    position: ruleset: mattel-classic; seats: 2; ...
    1: 2
    2: 23

`python -m tenphase.testing.perft FILE` counts again and says what differs; with `--write` it puts
the new counts in place of the old ones, which is right after a change of rules and at no other
time.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

import attrs

from tenphase.errors import NotationError
from tenphase.position import position
from tenphase.state import State

__all__ = ["PerftEntry", "main", "perft", "read_perft", "write_perft"]


def perft(state: State, depth: int) -> int:
    """The number of sequences of `depth` legal actions; a game that ends ends its sequences.

    Where several seats may act, the actions of all of them count.

    >>> from tenphase import new_game
    >>> [perft(new_game(seats=2, seed=7).state, depth) for depth in (0, 1)]
    [1, 2]
    """
    if depth == 0:
        return 1
    count = 0
    for seat in state.actors:
        actions = state.legal_actions(seat)
        if depth == 1:
            count += len(actions)
        else:
            count += sum([perft(state.after(action, seat), depth - 1) for action in actions])
    return count


@attrs.frozen
class PerftEntry:
    """A position and how many sequences there are, by depth from 1.

    >>> PerftEntry("start", "ruleset: mattel-classic; seats: 2", (2,)).count(1)
    (1,)
    """

    id: str
    position: str
    counts: tuple[int, ...]

    def count(self, depth: int, most: int | None = None) -> tuple[int, ...]:
        """The counts as they are now, as deep as given; not deeper than `most` sequences."""
        state = position(self.position)
        found: list[int] = []
        for level in range(1, depth + 1):
            if most is not None and self.counts[level - 1 : level] > (most,):
                break
            found.append(perft(state, level))
        return tuple(found)


_LINE = re.compile(r"(id|position|\d+): *(.*)")


def read_perft(text: str) -> list[PerftEntry]:
    """The entries of a perft file. Raises `NotationError` for a line that does not belong there."""
    entries: list[PerftEntry] = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line.strip())
        if match is None or (match[1] != "id" and not entries):
            raise NotationError(f"not a line of a perft file: {line!r}", piece=line)
        name, value = match[1], match[2]
        if name == "id":
            entries.append(PerftEntry(value, "", ()))
        elif name == "position":
            entries[-1] = attrs.evolve(entries[-1], position=value)
        else:
            last = entries[-1]
            if int(name) != len(last.counts) + 1:
                raise NotationError(f"depth {len(last.counts) + 1} is missing", piece=line)
            entries[-1] = attrs.evolve(last, counts=(*last.counts, int(value)))
    return entries


def write_perft(entries: Sequence[PerftEntry], head: str = "") -> str:
    """The text of a perft file; `head` are comment lines to begin with."""
    blocks = [head.rstrip()] if head else []
    for entry in entries:
        lines = [f"id: {entry.id}", f"position: {entry.position}"]
        lines += [f"{depth}: {count}" for depth, count in enumerate(entry.counts, 1)]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Count again what perft files say. Returns 1 if something differs."""
    write = "--write" in arguments
    differs = 0
    for name in [argument for argument in arguments if not argument.startswith("-")]:
        file = Path(name)
        text = file.read_text(encoding="utf-8")
        entries = []
        for entry in read_perft(text):
            counts = entry.count(max(1, len(entry.counts)))
            if counts != entry.counts:
                differs = 1
                print(f"{file.name}: {entry.id}: {counts}, the file says {entry.counts}")
            entries.append(attrs.evolve(entry, counts=counts))
        if write:
            head = "\n".join(line for line in text.splitlines() if line.startswith("#"))
            file.write_text(write_perft(entries, head), encoding="utf-8")
    return 0 if write else differs


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
