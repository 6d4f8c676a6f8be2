"""The matcher: everything about laying down one phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tenphase.solver.checker import Checker, Group
from tenphase.solver.quick import quick_for
from tenphase.solver.refusal import Refusal
from tenphase.solver.search import LayDownMade, Search
from tenphase.solver.spell import Spelling

if TYPE_CHECKING:
    from tenphase.tables import Made, PhaseTable

__all__ = ["Group", "LayDownMade", "PhaseMatcher", "Refusal"]


class PhaseMatcher:
    """Answers every question about laying down one phase.

    Build one for each `PhaseTable` and keep it: it has compiled the phase, and holds no
    state that a question changes, so that threads may share it. A hand is a sorted `bytes`
    of card codes.
    """

    __slots__ = ("_checker", "_quick", "_search", "_spelling", "table")

    def __init__(self, table: PhaseTable) -> None:
        self.table = table
        self._quick = quick_for(table)
        self._spelling = Spelling(table)
        self._search = Search(table)
        self._checker = Checker(table, self._spelling)

    def can_lay(self, hand: bytes, extras: bool = True) -> bool:
        """Whether the hand holds the phase; without `extras`, in exactly its least sizes."""
        quick = self._quick
        if not quick:
            return self._search.can_lay(hand, extras=extras)
        if len(quick) == 1:
            return quick[0].can_lay(hand)
        return any(one.can_lay(hand) for one in quick)

    def find(self, hand: bytes, extras: bool = True) -> LayDownMade | None:
        """Some lay-down, of the least sizes where that is possible, or None."""
        quick = self._quick
        if not quick:
            return self._search.find(hand, extras=extras)
        if len(quick) == 1:
            return quick[0].find(hand)
        return next((made for one in quick if (made := one.find(hand)) is not None), None)

    def lay_downs(self, hand: bytes, *, extras: bool = False) -> Iterator[LayDownMade]:
        """Every distinct lay-down in a fixed order, made one by one as it is asked for."""
        return self._spelling.lay_downs(hand, extras=extras)

    def check(self, melds: Sequence[Group], extras: bool = True) -> tuple[Made, ...] | Refusal:
        """How a grouped lay-down comes to lie, in the phase's order, or why it is none."""
        return self._checker.check(melds, extras)
