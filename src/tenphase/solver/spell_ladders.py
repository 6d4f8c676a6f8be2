"""Spelling out the ways to fill one stretch of a ladder: a natural or a wild on each place.

Where every wild can show the faces of one zone of a ladder only (see `zones`) and no natural fits
two places, the wilds of a zone go to its open places in ascending order, and nothing has to be
matched. A place is left open only while its zone has wilds, so no way runs into a dead end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from tenphase.tables import assign

if TYPE_CHECKING:
    from tenphase.tables import Made, SpecTable

__all__ = ["LadderSpelling", "multisets"]

#: What lies on a place that is left open to a wild.
OPEN = 255


class LadderSpelling:
    """The stretches of one meld of a phase, card by card."""

    __slots__ = ("_accepts", "_natural", "_zone_of", "_zones")

    def __init__(self, spec: SpecTable) -> None:
        accepts = spec.table.faces.accepts
        self._accepts = accepts
        self._natural = [card.is_natural for card in spec.table.deck.kinds]
        ladders = [set(steps) for steps, _ in spec.table.ladders]
        good = {
            face: bytes([c for c in accepts[face] if not self._natural[c]])
            for steps in ladders
            for face in steps
        }
        #: the wilds of each zone in ascending order; none if a wild is good for two of a ladder
        self._zones = sorted(set(good.values()))
        #: by face: its zone
        self._zone_of = {face: self._zones.index(wilds) for face, wilds in good.items()}
        for steps in ladders:
            wilds = b"".join({good[face] for face in steps})
            if len(set(wilds)) < len(wilds):
                self._zones = []

    def melds(
        self, shown: bytes, options: list[list[int]], counts: Counter[int], naturals: int
    ) -> Iterator[Made]:
        """Every meld that shows these faces, in ascending order.

        `options` are the naturals at hand for each place; so many naturals must lie there.
        """
        met: set[int] = set()
        overlap = any(c in met or met.add(c) for held in options for c in held)  # type: ignore[func-returns-value]
        ways = self._by_zone if self._zones and not overlap else self._matched
        found = ways(shown, options, counts, naturals)
        # a single card counts as a meld of like cards, which are not sorted by naturals first
        return iter(sorted(found)) if len(shown) == 1 else found

    def _by_zone(
        self, shown: bytes, options: list[list[int]], counts: Counter[int], naturals: int
    ) -> Iterator[Made]:
        where = [self._zone_of[face] for face in shown]
        wilds = [[c for c in zone if counts[c]] for zone in self._zones]
        budgets = [sum([counts[c] for c in zone]) for zone in wilds]
        there = sorted(set(where))
        for cards in placings(options, counts, where, budgets, len(shown) - naturals):
            if OPEN not in cards:
                yield cards, shown
                continue
            spots = [
                [i for i, code in enumerate(cards) if code == OPEN and where[i] == zone]
                for zone in there
            ]
            choices = [
                multisets(wilds[zone], counts, len(open_))
                for zone, open_ in zip(there, spots, strict=True)
            ]
            several = sum([bool(open_) for open_ in spots]) > 1
            for chosen in sorted(product(*choices), key=_joined) if several else product(*choices):
                row = bytearray(cards)
                for open_, codes in zip(spots, chosen, strict=True):
                    for i, code in zip(open_, codes, strict=True):
                        row[i] = code
                yield bytes(row), shown

    def _matched(
        self, shown: bytes, options: list[list[int]], counts: Counter[int], naturals: int
    ) -> Iterator[Made]:
        """The same for any ladder: choose wilds for the open places, and see whether they fit."""
        accepts = self._accepts
        wilds = sorted(c for c in counts if counts[c] and not self._natural[c])
        budget = sum([counts[c] for c in wilds])
        seen: set[bytes] = set()
        where = [0] * len(shown)
        for cards in placings(options, counts, where, [budget], len(shown) - naturals):
            there = cards.replace(bytes([OPEN]), b"")
            for chosen in multisets(wilds, counts, len(cards) - len(there)):
                whole = there + chosen
                order = assign(whole, [None] * len(whole), shown, accepts)
                if order is not None and order not in seen:
                    seen.add(order)
                    yield order, shown


def _joined(chosen: tuple[bytes, ...]) -> bytes:
    """What choices of wilds are sorted by."""
    return bytes(sorted(b"".join(chosen)))


def multisets(codes: Sequence[int], counts: Counter[int], size: int) -> Iterator[bytes]:
    """Every multiset of so many of these cards, sorted, in ascending order."""
    if size == 0:
        yield b""
        return
    left = sum([counts[c] for c in codes])
    for place, code in enumerate(codes):
        if left < size:
            return
        held = counts[code]
        left -= held
        rest = codes[place + 1 :]
        for n in range(min(held, size), 0, -1):
            if left >= size - n:
                head = bytes([code]) * n
                for tail in multisets(rest, counts, size - n):
                    yield head + tail


def placings(
    options: Sequence[Sequence[int]],
    counts: Counter[int],
    where: Sequence[int],
    budgets: Sequence[int],
    most: int,
) -> Iterator[bytes]:
    """Every way to put naturals on places and to leave at most so many open.

    `where` is the zone of each place, and `budgets` how many places of each zone may be open.
    """
    size = len(options)
    cards = bytearray(size)
    used = dict.fromkeys(counts, 0)
    left = list(budgets)
    # by place: how many of the places after it must stay open, in all and in its own zone
    after = [sum([not held for held in options[place + 1 :]]) for place in range(size)]
    alike = [
        sum([not options[p] for p in range(place + 1, size) if where[p] == where[place]])
        for place in range(size)
    ]

    def fill(place: int, most: int) -> Iterator[bytes]:
        if place == size:
            yield bytes(cards)
            return
        for code in options[place]:
            if used[code] < counts[code]:
                used[code] += 1
                cards[place] = code
                yield from fill(place + 1, most)
                used[code] -= 1
        zone = where[place]
        if most > after[place] and left[zone] > alike[place]:
            left[zone] -= 1
            cards[place] = OPEN
            yield from fill(place + 1, most - 1)
            left[zone] += 1

    must = [not held for held in options]
    for zone, budget in enumerate(budgets):
        if sum([m for m, z in zip(must, where, strict=True) if z == zone]) > budget:
            return iter(())
    return fill(0, most) if sum(must) <= most else iter(())
