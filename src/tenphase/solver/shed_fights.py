"""Shedding at the ends of runs that want the same cards.

Cards that are worth the same and fit the same places are alike, a *class*. Some classes are fought
over: wilds, and naturals that fit more places than there are cards. For each end all *options* are
listed: how far to go, and which of such cards to take. They are then put together end by end.
Of the ways that have taken the same cards only the best is kept, and those are given up that
could not become the best if all later ends had whatever they want.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenphase.solver.shed_ends import End, HitMade, Place

__all__ = ["fought_over"]

#: Nine bits count the cards of a class, and the tenth shows that more are taken than there are.
BITS = 10
GUARD = 1 << BITS - 1

#: Hits in the order in which they are played.
Hits = tuple["HitMade", ...]
#: What an end can do: what is taken of the classes fought over, packed; what it brings; how many
#: places it needs; and the hits.
Option = tuple[int, int, int, Hits]
#: A number of wilds, and the options that take so many.
Sorted = tuple[int, list[Option]]


class _Classes:
    """The cards of a hand by class."""

    __slots__ = ("_choices", "alike", "free", "guards", "held", "units", "wilds_at", "worth")

    def __init__(self, ends: list[End], hand: bytes, wilds: bytes, worth: dict[int, int]) -> None:
        self.worth = worth
        #: by face: what may take a place of it
        self._choices: dict[int, list[int]] = {}
        fits = dict.fromkeys(hand, 0)
        number = 1
        for end in ends:
            for _, naturals, fitting, _, _ in end.places:
                for code in {*naturals, *fitting}:
                    fits[code] |= number
                number <<= 1
        #: by card: the first card of its class
        self.alike: dict[int, int] = {}
        first: dict[tuple[int, int], int] = {}
        for code, mask in fits.items():
            if mask:
                self.alike[code] = first.setdefault((worth[code], mask), code)
        counts = Counter([self.alike[c] for c in hand if c in self.alike])
        #: naturals to be laid where they fit before anything else, since nobody misses them
        self.free = set() if any(worth[c] for c in wilds) else self._free(ends, counts, fits)
        fought = [c for c in counts if c not in self.free]
        #: one card of each class fought over, packed; and how many there are, with the guards set
        self.units = {code: 1 << BITS * n for n, code in enumerate(fought)}
        self.guards = sum([GUARD * unit for unit in self.units.values()])
        self.held = self.guards + sum([counts[c] * unit for c, unit in self.units.items()])
        #: where the number of wilds taken stands, above the classes; a wild that is like a natural
        #: is not counted
        self.wilds_at = BITS * len(fought)
        pure = set(wilds) - {self.alike.get(code) for code in hand if code not in wilds}
        self.units |= {c: u + (1 << self.wilds_at) for c, u in self.units.items() if c in pure}

    def _free(self, ends: list[End], counts: Counter[int], fits: dict[int, int]) -> set[int]:
        """Classes of naturals that are enough for all places they fit, and fit alone.

        A wild that has no home could want such a place; then no class is free.
        """
        worths: dict[int, set[int]] = {}
        mixed: set[int] = set()
        for end in ends:
            for _, naturals, _, _, _ in end.places:
                masks = {fits[code] for code in naturals}
                if len(masks) > 1:
                    mixed |= masks
                for code in naturals:
                    worths.setdefault(fits[code], set()).add(self.worth[code])
        return {
            code
            for code, held in counts.items()
            if (mask := fits[code]) in worths
            and mask not in mixed
            and self.worth[code] == max(worths[mask])
            and (mask.bit_count() == 1 or (held >= mask.bit_count() and len(worths[mask]) == 1))
        }

    def choices(self, place: Place) -> list[int]:
        """One card of each class that may take a place."""
        face, naturals, fitting, _, _ = place
        known = self._choices.get(face)
        if known is None:
            known = self._choices[face] = self._choose(naturals, fitting)
        return known

    def _choose(self, naturals: bytes, fitting: bytes) -> list[int]:
        alike = self.alike
        found = dict.fromkeys([alike[c] for c in naturals])
        for code in found:
            if code in self.free:
                return [code]
        found |= dict.fromkeys([alike[c] for c in fitting])
        return list(found)


def fought_over(
    ends: list[End],
    shares: list[list[int]],
    goal: int,
    hand: bytes,
    wilds: bytes,
    worth: dict[int, int],
) -> list[HitMade]:
    """The best hits, in an order in which they can be played.

    `shares` has by end and number of wilds a bound on what the ends from there on bring, and
    nothing brings more than `goal`.
    """
    classes = _Classes(ends, hand, wilds, worth)
    held, guards, wilds_at = classes.held, classes.guards, classes.wilds_at
    # by what was taken: the most worth, and the hits of each end so far
    ways: dict[int, tuple[int, list[Hits]]] = {0: (0, [])}
    best: tuple[int, list[Hits]] = (0, [])
    for first, after, by_wilds in _groups(ends, classes):
        found = dict(ways)
        from_here, later = shares[first], shares[after]
        for taken, (value, done) in ways.items():
            spare = len(wilds) - (taken >> wilds_at)
            if value + from_here[spare] <= best[0]:
                continue
            for used, options in by_wilds:
                if used > spare:
                    break
                for more, gain, _, hits in options:
                    if value + gain + later[spare - used] <= best[0]:
                        break  # the others bring no more
                    if (held - taken - more) & guards != guards:
                        continue
                    now = found.get(taken + more)
                    if now is None or now[0] < value + gain:
                        found[taken + more] = (value + gain, [*done, hits])
                        if value + gain > best[0]:
                            best = found[taken + more]
        if best[0] == goal:
            break
        ways = found
    return _concrete(best[1], hand, classes)


def _groups(ends: list[End], classes: _Classes) -> Iterator[tuple[int, int, list[Sorted]]]:
    """What each end can do, or both ends of a run together if they share too little room.

    With the number of the end, and of the next one. Options are listed by the number of their
    wilds, and those that bring most come first.
    """
    number = 0
    while number < len(ends):
        options = _options(ends[number], classes)
        first = number
        number += 1
        if number < len(ends) and ends[number].rival:
            room = ends[number].room
            others = _options(ends[number], classes)
            both = [
                (low[0] + high[0], low[1] + high[1], 0, (*low[3], *high[3]))
                for low in options
                for high in others
                if low[2] + high[2] <= room
            ]
            options += others + both
            number += 1
        by_wilds: dict[int, list[Option]] = {}
        for option in sorted(options, key=lambda option: -option[1]):
            by_wilds.setdefault(option[0] >> classes.wilds_at, []).append(option)
        yield first, number, sorted(by_wilds.items(), key=lambda item: item[0])


def _options(end: End, classes: _Classes) -> list[Option]:
    """All that an end can do, but what takes the same as something that brings more."""
    units, held, guards, worth = classes.units, classes.held, classes.guards, classes.worth
    found: dict[int, Option] = {}
    room = len(end.places)

    def go(depth: int, taken: int, gain: int, hits: Hits) -> None:
        if depth == room:
            return
        face = end.places[depth][0]
        for code in classes.choices(end.places[depth]):
            now = taken + units.get(code, 0)
            if (held - now) & guards != guards:
                continue
            value = gain + worth[code]
            more = (*hits, (code, end.meld, face, end.low))
            if worth[code] and (now not in found or found[now][1] < value):
                found[now] = (now, value, depth + 1, more)
            go(depth + 1, now, value, more)

    go(0, 0, 0, ())
    return list(found.values())


def _concrete(ways: list[Hits], hand: bytes, classes: _Classes) -> list[HitMade]:
    """The same hits with the very cards of the hand."""
    cards: dict[int, list[int]] = {}
    for code in hand:
        if code in classes.alike:
            cards.setdefault(classes.alike[code], []).append(code)
    return [
        (cards[code].pop(0), meld, face, low) for hits in ways for code, meld, face, low in hits
    ]
