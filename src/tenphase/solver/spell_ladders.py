"""Spelling out the ways to fill one stretch of a ladder: a natural or a wild on each place.

Where every wild can show the faces of one zone of a ladder only (see `zones`) and no natural fits
two places, the wilds of a zone go to its open places in ascending order, and nothing has to be
matched. A place is left open only while its zone has wilds, so no way runs into a dead end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations, product
from math import comb
from operator import mul
from typing import TYPE_CHECKING

from tenphase.cards import ONE
from tenphase.tables import assign

if TYPE_CHECKING:
    from tenphase.tables import Made, SpecTable

__all__ = ["Fills", "LadderSpelling", "multisets"]

#: What lies on a place that is left open to a wild of the first zone; other zones count down.
OPEN = 255
#: About so many ways are held at once.
AT_ONCE = 500
#: Bits for a number of wilds; the highest is set beforehand and is lost by a borrow.
WIDTH = 8

#: By the marks of the open places: the wilds to put there, in the order of the places.
Fills = dict[bytes, list[tuple[int, ...]]]


class LadderSpelling:
    """The stretches of one meld of a phase, card by card."""

    __slots__ = ("_accepts", "_natural", "_naturals", "_zone_of", "_zones")

    def __init__(self, spec: SpecTable) -> None:
        accepts = spec.table.faces.accepts
        self._accepts = accepts
        self._natural = [card.is_natural for card in spec.table.deck.kinds]
        self._naturals = bytes([code for code, yes in enumerate(self._natural) if yes])
        ladders = [set(steps) for steps, _ in spec.table.ladders]
        good = {
            face: bytes([c for c in accepts[face] if not self._natural[c]])
            for steps in ladders
            for face in steps
        }
        #: the wilds of each zone in ascending order; none if a card is good for two of a ladder
        self._zones = sorted(set(good.values()))
        #: by face: its zone
        self._zone_of = {face: self._zones.index(wilds) for face, wilds in good.items()}
        for steps in ladders:
            wilds = b"".join({good[face] for face in steps})
            naturals = b"".join([accepts[face] for face in steps]).translate(None, wilds)
            if len(set(wilds)) < len(wilds) or len(set(naturals)) < len(naturals):
                self._zones = []

    def melds(
        self,
        shown: bytes,
        options: list[list[int]],
        counts: Counter[int],
        naturals: int,
        known: Fills,
    ) -> Iterator[Made]:
        """Every meld that shows these faces, in ascending order.

        `options` are the naturals at hand for each place; so many naturals must lie there. What is
        found out about the wilds of a hand is put into `known`.
        """
        if self._zones:
            found = self._by_zone(shown, options, counts, naturals, known)
        else:
            found = self._matched(shown, options, counts, naturals)
        # a single card counts as a meld of like cards, which are not sorted by naturals first
        return iter(sorted(found)) if len(shown) == 1 else found

    def _by_zone(
        self,
        shown: bytes,
        options: list[list[int]],
        counts: Counter[int],
        naturals: int,
        known: Fills,
    ) -> Iterator[Made]:
        where = [self._zone_of[face] for face in shown]
        budgets = [sum([counts[c] for c in zone]) for zone in self._zones]
        for cards in placings(options, where, budgets, len(shown) - naturals):
            marks = cards.translate(None, self._naturals)
            if not marks:
                yield cards, shown
                continue
            fills = known.get(marks)
            if fills is None:
                fills = known[marks] = self._fills(marks, counts)
            # a format with a %c for each open place; a natural with the code of "%" stays one
            row = cards.replace(b"%", b"%%")
            for mark in set(marks):
                row = row.replace(ONE[mark], b"%c")
            for wilds in fills:
                yield row % wilds, shown

    def _fills(self, marks: bytes, counts: Counter[int]) -> list[tuple[int, ...]]:
        """All choices of wilds for open places, in ascending order of the wilds."""
        there = sorted(set(marks), reverse=True)
        chosen = list(
            product(
                *[multisets(self._zones[OPEN - mark], counts, marks.count(mark)) for mark in there]
            )
        )
        chosen.sort(key=lambda wilds: sorted(b"".join(wilds)))
        fills = []
        for wilds in chosen:
            of_mark = {mark: iter(codes) for mark, codes in zip(there, wilds, strict=True)}
            fills.append(tuple([next(of_mark[mark]) for mark in marks]))
        return fills

    def _matched(
        self, shown: bytes, options: list[list[int]], counts: Counter[int], naturals: int
    ) -> Iterator[Made]:
        """The same for any ladder: choose wilds for the open places, and see whether they fit."""
        accepts = self._accepts
        wilds = sorted(c for c in counts if counts[c] and not self._natural[c])
        budget = sum([counts[c] for c in wilds])
        seen: set[bytes] = set()
        where = [0] * len(shown)
        for cards in placings(options, where, [budget], len(shown) - naturals):
            there = cards.replace(ONE[OPEN], b"")
            if any(there.count(code) > counts[code] for code in there):
                continue
            for chosen in multisets(wilds, counts, len(cards) - len(there)):
                whole = there + chosen
                order = assign(whole, [None] * len(whole), shown, accepts)
                if order is not None and order not in seen:
                    seen.add(order)
                    yield order, shown


def multisets(codes: Sequence[int], counts: Counter[int], size: int) -> Iterator[bytes]:
    """Every multiset of so many of these cards, sorted, in ascending order of `codes`."""
    cards = [code for code in codes for _ in range(counts[code])]
    if len(cards) < size:
        return
    if comb(len(cards), size) <= AT_ONCE:
        # cards that are the same make the same choices, next to each other or not
        yield from map(bytes, dict.fromkeys(combinations(cards, size)))
        return
    first, rest = cards[0], codes[codes.index(cards[0]) + 1 :]
    for n in range(min(counts[first], size), -1, -1):
        for tail in multisets(rest, counts, size - n):
            yield ONE[first] * n + tail


def placings(
    options: Sequence[Sequence[int]], where: Sequence[int], budgets: Sequence[int], most: int
) -> Iterator[bytes]:
    """Every way to put a natural on each place or to leave at most so many open, naturals first.

    `where` is the zone of each place, and `budgets` how many places of each zone may be open. The
    budgets left are one int: the whole in its lowest field, then that of each zone.
    """
    guard = 1 << WIDTH - 1
    guards = left = 0
    for field, budget in enumerate([most, *budgets]):
        guards |= guard << WIDTH * field
        left |= guard + min(budget, guard - 1) << WIDTH * field
    units = [1 | 1 << WIDTH * (zone + 1) for zone in where]
    forced = [0 if held else unit for held, unit in zip(options, units, strict=True)]
    #: by place: what an open place there, and those after it that must be open, take
    needs = [unit + sum(forced[i + 1 :]) for i, unit in enumerate(units)]
    if most < 0 or left - sum(forced) & guards != guards:
        return iter(())
    #: by place: at most so many ways to go on
    ways = [*accumulate([len(held) + 1 for held in reversed(options)], mul)][::-1]
    marks = [ONE[OPEN - zone] for zone in where]

    def go(place: int, so_far: list[tuple[bytes, int]]) -> Iterator[bytes]:
        for i in range(place, len(options)):
            longer = []
            naturals = [ONE[code] for code in options[i]]
            mark, unit, need = marks[i], units[i], needs[i]
            for cards, left in so_far:
                longer += [(cards + natural, left) for natural in naturals]
                if left - need & guards == guards:
                    longer.append((cards + mark, left - unit))
            so_far = longer
            if i + 1 < len(options) and ways[i] > AT_ONCE:
                for way in so_far:
                    yield from go(i + 1, [way])
                return
        for cards, _ in so_far:
            yield cards

    return go(0, [(b"", left)])
