"""The best lay-down: which of all lay-downs serves an objective best, hits that follow included.

A named objective says by card what it weighs to be left with it: the best lay-down leaves the least
weight. Cards that can come to show the same faces and weigh the same are alike here, so lay-downs
are compared by class of cards, and most of them need not be looked at (see `passed_over`). The hits
that follow go to the melds on the table and to those just laid, and are the best ones (see `shed`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from tenphase.solver.passed_over import PassedOver, Thrift, weight_of
from tenphase.solver.reach import not_accepted, reach_of, within_reach
from tenphase.solver.shapes import extras_matter
from tenphase.solver.shed import LaidMade, best_shed
from tenphase.solver.spell import subtract

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenphase.solver.matcher import LayDownMade, PhaseMatcher
    from tenphase.solver.shed import OnTable
    from tenphase.solver.shed_ends import HitMade
    from tenphase.tables import MeldTable

__all__ = ["BestMade", "best_by", "best_lay_down", "objective_weights"]


class BestMade(NamedTuple):
    """A lay-down, the hits that follow it, and the cards left in hand.

    Hits number the melds of the table first, then those just laid.
    """

    melds: LayDownMade
    hits: list[HitMade]
    left: bytes


#: More than all cards that somebody can be left with weigh together.
ALL = 1 << 40
#: So many lay-downs wait for more promising ones to be looked at first.
MOST_WAITING = 1_000


def objective_weights(points: Sequence[int], wilds: Sequence[bool]) -> dict[str, list[int]]:
    """By objective: what it weighs to be left with each card; less is better.

    To keep wilds, each one that is left weighs less than nothing.
    """
    most_cards = [10_000 + p for p in points]
    return {
        "most_cards": most_cards,
        "fewest_points": [p * 1_000 + 1 for p in points],
        "keep_wilds": [w - ALL if wild else w for w, wild in zip(most_cards, wilds, strict=True)],
    }


def best_lay_down(
    matcher: PhaseMatcher,
    hand: bytes,
    melds: Sequence[OnTable],
    weights: Sequence[int],
    *,
    may_hit: bool,
    larger: bool = True,
) -> BestMade | None:
    """The lay-down after which the least weight is left, or None if there is none.

    No hit uses a card that weighs less than nothing. `larger` says whether lay-downs may have more
    cards than the phase asks for.
    """
    if not may_hit:
        melds = ()
    if not may_hit and larger:
        # what could be hit on the own melds only is a part of them from the beginning
        best = best_lay_down(matcher, hand, (), weights, may_hit=True)
        return None if best is None else _grown(best, matcher)
    groups, useless = _alike(matcher, hand, melds, weights)
    plain = bytes(sorted([groups[c] for c in hand]))
    kept = bytes(sorted({code for code in plain if weights[code] < 0}))
    tables = [spec.table for spec in matcher.table.specs]
    extras = larger and extras_matter(matcher.table)
    thrift = Thrift(plain, melds, tables, kept)
    # without hits a wild that is left goes nowhere, so it is only spared if it is to be kept
    missed = thrift.missed if may_hit or kept else None
    joined = matcher.joined(plain, extras=extras, missed=missed)
    passed = PassedOver(plain, melds, tables, weights, kept, joined, may_hit=may_hit)
    best_so_far = _Best(melds, tables, weights, kept, may_hit=may_hit)
    #: what is left at best: the cards that fit nothing, and those to be kept
    floor = weight_of([code for code in plain if weights[code] < 0], weights) + useless
    waiting: list[tuple[int, int, LayDownMade, bytes]] = []
    lowest: int | None = None
    listed = matcher.lay_downs(plain, extras=extras) if joined is None else iter(joined)
    for number, made in enumerate(listed):
        found = passed.left(made, best_so_far.least)
        if found is None:
            continue
        left, bound = found
        if lowest is not None and bound >= lowest and len(waiting) < MOST_WAITING:
            waiting.append((bound, number, made, left))
            continue
        # the most promising one so far
        lowest = bound
        best_so_far.look_at(number, made, left)
        if best_so_far.least == floor:
            break
    for bound, number, made, left in sorted(waiting):
        if best_so_far.beats(bound, number):
            break
        best_so_far.look_at(number, made, left)
    best = best_so_far.made
    return None if best is None else _concrete(best, hand, groups, matcher)


def best_by(
    matcher: PhaseMatcher,
    hand: bytes,
    melds: Sequence[OnTable],
    weights: Sequence[int],
    value: Callable[[BestMade], Any],
    *,
    may_hit: bool,
    larger: bool = True,
) -> BestMade | None:
    """The lay-down with the largest value, the first of several; None if there is none.

    Each one of the list is judged with the hits that shed the most weight. Where no hits may
    follow, lay-downs that are larger than the least are in the list, if those are allowed.
    """
    tables = [spec.table for spec in matcher.table.specs]
    best: BestMade | None = None
    most: Any = None
    extras = larger and (not may_hit or extras_matter(matcher.table))
    for made in matcher.lay_downs(hand, extras=extras):
        left = subtract(hand, b"".join([cards for cards, _ in made]))
        hits: list[HitMade] = []
        if may_hit:
            laid = [LaidMade(t, *m) for t, m in zip(tables, made, strict=True)]
            hits = best_shed(left, [*melds, *laid], weights)
        result = BestMade(made, hits, subtract(left, bytes([hit[0] for hit in hits])))
        worth = value(result)
        if best is None or worth > most:
            best, most = result, worth
    return best


class _Best:
    """The best lay-down so far; of those that are as good, the first of the list."""

    __slots__ = (
        "_kept", "_known", "_may_hit", "_melds", "_number", "_tables", "_weights", "least", "made",
    )  # fmt: skip

    def __init__(
        self,
        melds: Sequence[OnTable],
        tables: Sequence[MeldTable],
        weights: Sequence[int],
        kept: bytes,
        *,
        may_hit: bool,
    ) -> None:
        self._melds, self._tables, self._weights, self._kept = melds, tables, weights, kept
        self._may_hit = may_hit
        #: what follows depends only on what is left and on what the melds show
        self._known: dict[tuple[bytes, ...], tuple[list[HitMade], bytes]] = {}
        self._number = -1
        self.made: BestMade | None = None
        #: the weight that it leaves
        self.least: int | None = None

    def beats(self, bound: int, number: int) -> bool:
        """Whether it is as good as a lay-down that leaves so much at least, or better."""
        return self.least is not None and (self.least, self._number) < (bound, number)

    def look_at(self, number: int, made: LayDownMade, left: bytes) -> None:
        """See whether a lay-down is better, with what can follow it."""
        hits, rest = self._follow(made, left)
        weight = weight_of(rest, self._weights)
        if self.least is None or (weight, number) < (self.least, self._number):
            self.made, self.least, self._number = BestMade(made, hits, rest), weight, number

    def _follow(self, made: LayDownMade, left: bytes) -> tuple[list[HitMade], bytes]:
        """The best hits, or any where it is plain that they cannot make it better; what is left."""
        if not self._may_hit:
            return [], left
        key = (left, *[shown for _, shown in made])
        known = self._known.get(key)
        if known is None:
            weights = self._weights
            beat = -1 if self.least is None else max(-1, weight_of(left, weights) - self.least - 1)
            laid = [LaidMade(t, *m) for t, m in zip(self._tables, made, strict=True)]
            usable = left.translate(None, self._kept)
            hits = best_shed(usable, [*self._melds, *laid], weights, beat)
            known = self._known[key] = hits, subtract(left, bytes([hit[0] for hit in hits]))
        return known


def _alike(
    matcher: PhaseMatcher, hand: bytes, melds: Sequence[OnTable], weights: Sequence[int]
) -> tuple[dict[int, int], int]:
    """By card, the first of the hand that is like it; and what all those weigh that fit nothing."""
    faces = matcher.table.faces
    shown = _in_reach(hand, melds)
    for spec in matcher.table.specs:
        shown.update(spec.table.numbers.values())
    accepts = [faces.accepts[face] for face in sorted(shown)]
    kinds = faces.deck.kinds
    first: dict[tuple[object, ...], int] = {}
    found = {}
    useless = 0
    for code in sorted(set(hand)):
        fits = [code in good for good in accepts]
        if not any(fits) and weights[code] > 0:
            useless += weights[code] * hand.count(code)
        key = (kinds[code].is_natural, weights[code], *fits)
        found[code] = first.setdefault(key, code)
    return found, useless


def _in_reach(hand: bytes, melds: Sequence[OnTable]) -> set[int]:
    """The faces that cards of the hand might come to show on the table."""
    found: set[int] = set()
    reaches = []
    for meld in melds:
        table, shown = meld.table, meld.shown
        ends = table.ends(shown) if table.plain else None
        if not table.plain:
            found.update(table.numbers.values())
        elif ends is None:
            found.add(shown[0])
        elif table.steps_of is None:
            found.update(ends[0] + ends[1])
        else:
            reaches.append(reach_of(table, shown))
    if reaches:
        found |= within_reach(hand, reaches, not_accepted(melds[0].table.faces))
    return found


def _grown(best: BestMade, matcher: PhaseMatcher) -> BestMade:
    """A lay-down of which the hits on its own melds are made a part."""
    melds = list(best.melds)
    for code, place, face, low in best.hits:
        table = matcher.table.specs[place].table
        melds[place] = table.extend(*melds[place], code, face, low=low)
    return BestMade(matcher.in_order([matcher.made(*made) for made in melds]), [], best.left)


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
