"""The matcher: everything about laying down one phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tenphase.cards import ONE, add_card
from tenphase.melds import LeastNaturals, MeldSpec
from tenphase.phases import Phase
from tenphase.solver.checker import Check, Checker, Group
from tenphase.solver.quick import quick_for
from tenphase.solver.quick_distance import away, plentiful
from tenphase.solver.refusal import Refusal
from tenphase.solver.search import LayDownMade, Search
from tenphase.solver.spell import Spelling, subtract
from tenphase.solver.zoned import Zoned, zoned_for
from tenphase.tables import PhaseTable

if TYPE_CHECKING:
    from tenphase.solver.distance import Distance
    from tenphase.solver.spell_join import Joined, Missed
    from tenphase.tables import Made

__all__ = ["Group", "LayDownMade", "PhaseMatcher", "Refusal"]


class PhaseMatcher:
    """Answers every question about laying down one phase.

    Build one for each `PhaseTable` and keep it: it has compiled the phase, and holds no
    state that a question changes, so that threads may share it. A hand is a sorted `bytes`
    of card codes.
    """

    __slots__ = (
        "_deck_is_enough", "_distance", "_later", "_plentiful", "_search", "_spelling",
        "check", "classes", "quick", "table", "zoned",
    )  # fmt: skip

    def __init__(self, table: PhaseTable) -> None:
        self.table = table
        self.quick = quick_for(table)
        self._spelling = Spelling(table)
        self._search = Search(table)
        self.check: Check = Checker(table, self._spelling).check
        self.zoned = zoned_for(table)
        #: whether the deck has plenty of naturals for it, once that is known
        self._deck_is_enough: bool | None = None
        self._distance: Distance | None = None
        self._plentiful = plentiful(table)
        self.classes = self._search.classes
        #: the matchers of the melds from some place on, made when they are needed
        self._later: dict[int, PhaseMatcher] = {0: self}
        self._spelling.can_go_on = self._can_go_on

    def can_lay(self, hand: bytes, extras: bool = True) -> bool:
        """Whether the hand holds the phase; without `extras`, in exactly its least sizes."""
        quick = self.quick
        if not quick:
            zoned = self.zoned
            if zoned is not None:
                return zoned.can_lay(hand, extras)
            return self._search.can_lay(hand, extras=extras)
        if len(quick) == 1:
            return quick[0].can_lay(hand)
        return any(one.can_lay(hand) for one in quick)

    def find(self, hand: bytes, extras: bool = True) -> LayDownMade | None:
        """Some lay-down, of the least sizes where that is possible, or None."""
        quick = self.quick
        if not quick:
            if self.zoned is not None and not self.zoned.can_lay(hand, extras):
                return None
            return self._search.find(hand, extras=extras)
        if len(quick) == 1 and not self._spelling.mixed_at_least:
            return quick[0].find(hand)
        found = next((made for one in quick if (made := one.find(hand)) is not None), None)
        return None if found is None else self._spelling.in_order(found)

    def lay_downs(self, hand: bytes, *, extras: bool = False) -> Iterator[LayDownMade]:
        """Every distinct lay-down in a fixed order, made one by one as it is asked for."""
        return self._spelling.lay_downs(hand, extras=extras)

    def joined(self, hand: bytes, *, extras: bool, missed: Missed | None = None) -> Joined | None:
        """The same as a list of which parts can be passed over, if the phase has one."""
        return self._spelling.joined(hand, extras=extras, missed=missed)

    def _can_go_on(self, i: int, rest: bytes, extras: bool) -> bool:
        """Whether the melds from place `i` on can be laid with the rest of a hand."""
        later = self._later.get(i)
        if later is None:
            table = self.table
            specs = table.specs[i:]
            phase = Phase(*[MeldSpec(s.spec.kind, s.size, s.naturals) for s in specs])
            kinds = {spec.spec.kind: spec.table for spec in specs}
            later = PhaseMatcher(PhaseTable(phase, table.faces, kinds, LeastNaturals()))
            self._later[i] = later
        return later.can_lay(rest, extras)

    def most_used(self, kind: int) -> int:
        """How many cards of a class the phase can use at most."""
        if kind < -1:
            return 1 << 16
        return sum([self._search.use(spec, kind) for spec in self.table.specs])

    def made(self, cards: bytes, shown: bytes) -> Made:
        """The one way in which these cards lie when they show these faces."""
        return self._spelling.made(cards, shown)

    def in_order(self, melds: Sequence[Made]) -> LayDownMade:
        """A lay-down with melds that may change places in ascending order."""
        return self._spelling.in_order(melds)

    def groupings(self, cards: bytes) -> Iterator[LayDownMade]:
        """Every lay-down of exactly these cards."""
        return self._spelling.groupings(cards)

    def distance(self, hand: bytes, pool: bytes | None = None) -> int | None:
        """The least number of further cards with which the hand holds the phase.

        They come from the pool (by default all other cards of the deck); None if it cannot
        complete the phase.
        """
        if self.quick and (pool is not None or self._plentiful):
            far, naturals = min([away(quick, hand) for quick in self.quick])
            if pool is None:
                return far
            kinds = self.table.faces.deck.kinds
            if not naturals and far <= sum([kinds[c].is_wild for c in pool]):
                return far
        if self.zoned is not None and self._has_plenty(self.zoned, hand, pool):
            return self.zoned.distance(hand)
        return self._far().distance(hand, pool)

    def _has_plenty(self, zoned: Zoned, hand: bytes, pool: bytes | None) -> bool:
        """Whether no natural can be short in the hand and the pool together."""
        if pool is not None:
            return zoned.plentiful(hand + pool)
        if self._deck_is_enough is None:
            self._deck_is_enough = zoned.plentiful(self.table.faces.deck.full)
        return self._deck_is_enough

    def outs(self, hand: bytes, pool: bytes | None = None) -> bytes:
        """The codes of the cards of the pool that bring the hand one card nearer."""
        now = self.distance(hand, pool)
        if not now:
            return b""
        there = self.table.faces.deck.rest(hand) if pool is None else pool
        found = []
        known: dict[int, bool] = {}
        for code in sorted(set(there)):
            kind = self.classes.of_card[code]
            if kind not in known:
                known[kind] = self._nearer(add_card(hand, code), pool, code, now)
            if known[kind]:
                found.append(code)
        return bytes(found)

    def _nearer(self, hand: bytes, pool: bytes | None, code: int, now: int) -> bool:
        """Whether a hand to which a card of the pool was added is less than so far away."""
        left = None if pool is None else subtract(pool, ONE[code])
        if self.quick:
            then = self.distance(hand, left)
            return then is not None and then < now
        if self.zoned is not None and self._has_plenty(self.zoned, hand, left):
            return self.zoned.within(hand, now - 1)
        return self._far().within(hand, left, now - 1)

    def _far(self) -> Distance:
        """The search for distances, made and even imported when it is asked first."""
        if self._distance is None:
            from tenphase.solver.distance import Distance

            self._distance = Distance(self._search)
        return self._distance
