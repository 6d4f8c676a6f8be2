"""Listing lay-downs of phases whose melds all ask for the same, such as four pairs.

What one meld can be, all can be. So the melds of the hand are listed once, in order; each further
meld comes from those not before the last one that the rest of the hand still holds. A hand is one
int with a field for each card, and a meld fits if no field borrows when it is taken away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from tenphase.cards import remove_cards

if TYPE_CHECKING:
    from tenphase.solver.spell import Spelling
    from tenphase.tables import Made

__all__ = ["twin_lay_downs"]

#: Bits for the count of one card; the highest is set beforehand and is lost by a borrow.
WIDTH = 10
#: Melds are listed at once only up to this number.
MOST_MELDS = 2_000

#: A meld, and its cards as counts.
Option = tuple["Made", int]


def twin_lay_downs(spelling: Spelling, hand: bytes) -> Iterator[tuple[Made, ...]] | None:
    """Every lay-down of the least sizes, in the order of `Spelling`; None for too many melds."""
    spec = spelling.table.specs[0]
    listed = list(islice(spelling.melds(0, hand, spec.size, spec.size), MOST_MELDS + 1))
    if len(listed) > MOST_MELDS:
        return None
    units = {code: 1 << WIDTH * i for i, code in enumerate(sorted(set(hand)))}
    guards = sum([unit << WIDTH - 1 for unit in units.values()])
    options = [(made, sum([units[code] for code in made[0]])) for made in listed]
    return _from(spelling, hand, sum([units[c] for c in hand]) + guards, guards, options, ())


def _from(
    spelling: Spelling,
    hand: bytes,
    left: int,
    guards: int,
    options: Sequence[Option],
    done: tuple[Made, ...],
) -> Iterator[tuple[Made, ...]]:
    """All ways to go on with melds of the options, all of which the cards left hold."""
    melds = len(spelling.table.specs) - len(done)
    if melds == 1:
        for made, _ in options:
            whole = (*done, made)
            if spelling.allowed(whole):
                yield whole
        return
    for i, (made, cards) in enumerate(options):
        rest = left - cards
        later = [o for o in options[i:] if (rest - o[1]) & guards == guards]
        if not later:
            continue
        remaining = remove_cards(hand, made[0])
        assert remaining is not None
        if melds == 2 or spelling.can_go_on(len(done) + 1, remaining, False):
            yield from _from(spelling, remaining, rest, guards, later, (*done, made))
