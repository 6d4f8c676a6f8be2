"""Hits: which cards fit melds on the table, and the best way to get rid of many.

A uniform meld takes any number of cards that show its face, so a card that fits one has a *home*
and can always be shed in the end. A card without a home can go to the end of a run (`shed_ends`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tenphase.solver.reach import not_accepted
from tenphase.solver.shed_ends import HitMade, Run, best_at_ends
from tenphase.solver.shed_free import best_shed_free

if TYPE_CHECKING:
    from tenphase.tables import MeldTable

__all__ = ["LaidMade", "OnTable", "best_shed", "hits"]


class OnTable(Protocol):
    """A meld on the table, as the solver needs it."""

    @property
    def table(self) -> MeldTable:
        """Its kind, compiled."""

    @property
    def cards(self) -> bytes:
        """The codes of its cards."""

    @property
    def shown(self) -> bytes:
        """What each stands for."""


class LaidMade(NamedTuple):
    """A meld on the table, of codes only."""

    table: MeldTable
    cards: bytes
    shown: bytes


def hits(hand: bytes, melds: Sequence[OnTable]) -> list[HitMade]:
    """Every single hit, by meld and card."""
    found = []
    distinct = sorted(set(hand))
    for place, meld in enumerate(melds):
        open_to = meld.table.openings(meld.cards, meld.shown)
        for code in distinct:
            for face, low in open_to.get(code, ()):
                found.append((code, place, face, low))
    return found


def best_shed(
    hand: bytes, melds: Sequence[OnTable], weights: Sequence[int], beat: int = -1
) -> list[HitMade]:
    """The hits, in an order in which they can be played, that shed the most weight.

    `weights` says by card code what shedding such a card is worth, at least 1 each. Who already
    knows a way that is worth `beat` may be told any hits if none are worth more.
    """
    if not melds:
        return []
    faces = melds[0].table.faces
    others = not_accepted(faces)
    #: by card that has a home: the hit that brings it there
    homes: dict[int, HitMade] = {}
    runs: list[Run] = []
    for place, meld in enumerate(melds):
        table, shown = meld.table, meld.shown
        if not table.plain:
            return best_shed_free(hand, melds, weights)
        ends = table.ends(shown) if table.ladders else None
        if ends is not None:
            runs.append((place, *ends, table.steps_of))
        else:
            face = shown[0]
            for code in hand.translate(None, others[face]):
                if code not in homes:
                    homes[code] = (code, place, face, False)
    homeless = hand.translate(None, bytes(homes))
    at_home = hand.translate(None, homeless)
    laid: list[HitMade] = []
    if runs and homeless:
        if beat >= 0:
            beat = max(-1, beat - sum([weights[code] for code in at_home]))
        laid = best_at_ends(hand, homeless, runs, weights, others, beat)
        for code, _, _, _ in laid:
            if code in homes:
                at = at_home.index(code)
                at_home = at_home[:at] + at_home[at + 1 :]
    laid += [homes[code] for code in at_home]
    return laid
