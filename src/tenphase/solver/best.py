"""The best lay-down: which of all lay-downs serves a purpose best, hits that follow included.

Cards that can stand for the same faces and count the same points are alike here, so lay-downs are
compared by class of cards, not by single card. The hits that follow go to the melds on the table
and to those just laid, and are the best ones (see `shed`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from tenphase.solver.reach import Reach, lost, not_accepted, reach_of, together
from tenphase.solver.shapes import extras_matter
from tenphase.solver.shed import best_shed
from tenphase.solver.spell import subtract

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenphase.solver.matcher import LayDownMade, PhaseMatcher
    from tenphase.solver.shed import OnTable
    from tenphase.solver.shed_ends import HitMade
    from tenphase.tables import MeldTable

__all__ = ["BestMade", "LaidMade", "best_lay_down", "points_weights", "purposes"]


class LaidMade(NamedTuple):
    """A meld on the table."""

    table: MeldTable
    cards: bytes
    shown: bytes


class BestMade(NamedTuple):
    """A lay-down, the hits that follow it, and the cards left in hand.

    Hits number the melds of the table first, then those just laid.
    """

    melds: LayDownMade
    hits: list[HitMade]
    left: bytes


#: What a purpose makes of a result: the larger, the better.
Purpose = Callable[[BestMade], Any]


def points_weights(points: Sequence[int], *, cards_first: bool) -> list[int]:
    """What shedding a card is worth: by number of cards, then points, or the other way round."""
    if cards_first:
        return [10_000 + p for p in points]
    return [p * 1_000 + 1 for p in points]


def purposes(points: Sequence[int], wilds: Sequence[bool]) -> dict[str, Purpose]:
    """The purposes that have a name."""

    def left(result: BestMade) -> int:
        return sum([points[c] for c in result.left])

    return {
        "most_cards": lambda result: (-len(result.left), -left(result)),
        "fewest_points": lambda result: (-left(result), -len(result.left)),
        "keep_wilds": lambda result: (
            -sum([wilds[c] for cards, _ in result.melds for c in cards]),
            -len(result.left) - sum([wilds[hit[0]] for hit in result.hits]),
            -left(result),
        ),
    }


def best_lay_down(
    matcher: PhaseMatcher,
    hand: bytes,
    melds: Sequence[OnTable],
    weights: Sequence[int],
    purpose: Purpose,
    *,
    may_hit: bool,
    by_weight: bool,
    keep: Callable[[int], bool] | None = None,
) -> BestMade | None:
    """The lay-down that the purpose likes best, or None if there is none.

    `by_weight` says that it likes best what sheds the most weight; `keep` tells which cards no
    hit may use.
    """
    groups, useless = _alike(matcher, hand, melds, weights)
    plain = bytes(sorted([groups[c] for c in hand]))
    extras = not may_hit or extras_matter(matcher.table)
    best: BestMade | None = None
    best_value: Any = None
    tables = [spec.table for spec in matcher.table.specs]
    # what follows depends only on what is left and on what the melds show
    known: dict[tuple[bytes, ...], tuple[list[HitMade], bytes]] = {}
    bound = _Bound(plain, melds, tables, weights)
    #: the weight that the best one leaves in hand
    least = -1
    for made in matcher.lay_downs(plain, extras=extras):
        if by_weight and may_hit and least >= 0 and bound.leaves(made, least):
            continue
        left = plain
        for cards, _ in made:
            left = subtract(left, cards)
        follow: list[HitMade] = []
        key = (left, *[shown for _, shown in made])
        if key in known:
            follow, left = known[key]
        elif may_hit and left:
            beat = -1
            if by_weight and least >= 0:
                # the same once more, now that it is known which cards are left
                if bound.leaves_of(left, made, least):
                    continue
                beat = max(-1, _weight(left, weights) - least)
            usable = left if keep is None else bytes([c for c in left if not keep(c)])
            there = [*melds, *[LaidMade(t, *m) for t, m in zip(tables, made, strict=True)]]
            follow = best_shed(usable, there, weights, beat)
            for code, _, _, _ in follow:
                left = subtract(left, bytes([code]))
            known[key] = (follow, left)
        result = BestMade(made, follow, left)
        value = purpose(result)
        if best is None or value > best_value:
            best, best_value, least = result, value, _weight(left, weights)
            if by_weight and len(left) <= useless:
                break
    return None if best is None else _concrete(best, hand, groups, matcher)


def _weight(cards: bytes, weights: Sequence[int]) -> int:
    return sum([weights[code] for code in cards])


class _Bound:
    """What stays in hand whatever hits follow a lay-down."""

    __slots__ = (
        "_hand",
        "_known",
        "_melds",
        "_others",
        "_reached",
        "_table",
        "_tables",
        "_weights",
    )

    def __init__(
        self,
        hand: bytes,
        melds: Sequence[OnTable],
        tables: Sequence[MeldTable],
        weights: Sequence[int],
    ) -> None:
        self._hand, self._melds, self._tables, self._weights = hand, melds, tables, weights
        self._others = not_accepted(tables[0].faces)
        #: what can go to the table, as soon as somebody asks
        self._table: Reach | None = None
        #: what can go to a meld of the lay-down, by its place and what it shows
        self._reached: dict[tuple[int, bytes], Reach] = {}
        #: by what all melds show: the cards of the hand that can go nowhere, and their weight
        self._known: dict[tuple[bytes, ...], tuple[bytes, int]] = {}

    def leaves(self, made: LayDownMade, least: int) -> bool:
        """Whether it is plain that so much weight stays, by what the melds show alone."""
        key = tuple([shown for _, shown in made])
        if key not in self._known:
            stays = lost(self._hand, self._reaches(made), self._others)
            self._known[key] = stays, _weight(stays, self._weights)
        stays, weight = self._known[key]
        if weight >= least:
            for cards, _ in made:
                # a card out of reach may lie in a run that was just laid
                for code in cards:
                    if code in stays:
                        weight -= self._weights[code]
        return weight >= least

    def leaves_of(self, left: bytes, made: LayDownMade, least: int) -> bool:
        """The same once it is known which cards are left."""
        return _weight(lost(left, self._reaches(made), self._others), self._weights) >= least

    def _reaches(self, made: LayDownMade) -> list[Reach]:
        if self._table is None:
            self._table = together([reach_of(meld.table, meld.shown) for meld in self._melds])
        found = [self._table]
        for place, (_, shown) in enumerate(made):
            key = (place, shown)
            if key not in self._reached:
                self._reached[key] = reach_of(self._tables[place], shown)
            found.append(self._reached[key])
        return found


def _alike(
    matcher: PhaseMatcher, hand: bytes, melds: Sequence[OnTable], weights: Sequence[int]
) -> tuple[dict[int, int], int]:
    """By card, the first card of the hand that is like it; and how many cards fit nothing."""
    faces = matcher.table.faces
    tables = {
        id(t): t for t in [*(s.table for s in matcher.table.specs), *(m.table for m in melds)]
    }
    shown: set[int] = set()
    for table in tables.values():
        shown.update(table.numbers.values())
    accepts = [faces.accepts[face] for face in sorted(shown)]
    kinds = faces.deck.kinds
    first: dict[tuple[object, ...], int] = {}
    found = {}
    useless = 0
    for code in sorted(set(hand)):
        fits = [code in good for good in accepts]
        if not any(fits):
            useless += hand.count(code)
        key = (kinds[code].is_natural, weights[code], *fits)
        found[code] = first.setdefault(key, code)
    return found, useless


def _concrete(
    best: BestMade, hand: bytes, groups: dict[int, int], matcher: PhaseMatcher
) -> BestMade:
    """The same with the very cards of the hand."""
    held: dict[int, list[int]] = {}
    for code in hand:
        held.setdefault(groups[code], []).append(code)
    melds = []
    for cards, shown in best.melds:
        melds.append(matcher.made(bytes([held[c].pop(0) for c in cards]), shown))
    follow = [(held[c].pop(0), place, face, low) for c, place, face, low in best.hits]
    left = bytes(sorted([held[c].pop(0) for c in best.left]))
    return BestMade(matcher.in_order(melds), follow, left)
