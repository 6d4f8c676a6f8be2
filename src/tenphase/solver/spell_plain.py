"""Listing lay-downs quickly where the deck is plain.

Plain is a deck with at most one sort of wild, which is good for everything, and melds in which a
natural card has one place only: sets, colour groups and runs of the classic game. Then the cards of
a meld follow from the naturals that belong to one face, or to the places of one stretch, and from
the number of wilds; nothing has to be searched or matched. `Spelling` lists the same
lay-downs in the same order for all decks; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from tenphase.cards import ONE
from tenphase.solver.shapes import is_free

if TYPE_CHECKING:
    from tenphase.solver.spell import Spelling
    from tenphase.tables import Made, SpecTable

__all__ = ["PlainSpelling", "plain_spelling"]

NOWHERE = 255

#: A stretch or a face with more ways than this is left to the general search, which holds one at
#: a time. Hands of so few cards never have as many.
MOST_WAYS = 5_000
FEW_CARDS = 13

#: So many melds of like cards are kept in lists, by the cards they are made of.
MOST_KEPT = 20_000


class _PlainSpec:
    """One meld of the phase: by card code the face, or the place on the ladder, of a natural."""

    __slots__ = ("face_of", "faces", "naturals", "place_of", "size", "steps")

    def __init__(self, spec: SpecTable, face_of: bytes | None, place_of: bytes | None) -> None:
        self.size = spec.size
        self.naturals = spec.naturals
        self.face_of = face_of
        self.place_of = place_of
        self.faces = sorted(spec.table.uniforms)
        self.steps = spec.table.ladders[0][0] if spec.table.ladders else b""


def plain_spelling(spelling: Spelling) -> PlainSpelling | None:
    """The quick lister for a phase, or None if its deck or its melds are not plain."""
    table = spelling.table
    deck, accepts = table.faces.deck, table.faces.accepts
    wilds = [code for code, card in enumerate(deck.kinds) if card.is_wild]
    if len(wilds) > 1 or not spelling.loose:
        return None
    specs = []
    for spec in table.specs:
        faces = [*spec.table.uniforms, *(f for steps, _ in spec.table.ladders for f in steps)]
        if is_free(spec) or any(wild not in accepts[face] for wild in wilds for face in faces):
            return None
        place_of = bytearray([NOWHERE]) * 256
        for place, face in enumerate(faces):
            for code in accepts[face]:
                if code not in wilds:
                    if place_of[code] != NOWHERE:
                        return None  # this natural could stand in two places
                    place_of[code] = face if spec.table.uniforms else place
        if not spec.table.ladders:
            specs.append(_PlainSpec(spec, bytes(place_of), None))
        elif len(spec.table.ladders) == 1 and not spec.table.uniforms:
            if spec.table.ladders[0][1]:
                return None
            specs.append(_PlainSpec(spec, None, bytes(place_of)))
        else:
            return None
    return PlainSpelling(spelling, specs, wilds[0] if wilds else NOWHERE)


class PlainSpelling:
    """Lists the lay-downs of the least sizes of one phase. See the module."""

    __slots__ = ("_kept", "_lists", "_specs", "_spelling", "_twin_of", "_wild")

    def __init__(self, spelling: Spelling, specs: list[_PlainSpec], wild: int) -> None:
        self._spelling = spelling
        self._specs = specs
        self._wild = wild
        self._twin_of = spelling.twin_of
        self._kept = 0
        self._lists: dict[tuple[bytes, int, int, int], tuple[tuple[Made, int], ...]] = {}

    def lay_downs(self, hand: bytes) -> Iterator[tuple[Made, ...]]:
        """Every lay-down of exactly the least sizes, in the order of `Spelling`."""
        wilds = hand.count(self._wild)
        return self._from(0, hand.replace(ONE[self._wild], b""), wilds, ())

    def _from(
        self, i: int, naturals: bytes, wilds: int, done: tuple[Made, ...]
    ) -> Iterator[tuple[Made, ...]]:
        spec = self._specs[i]
        last = i == len(self._specs) - 1
        if i > 0 and not last:
            hand = bytes(sorted(naturals + ONE[self._wild] * wilds))
            if not self._spelling.can_go_on(i, hand, False):
                return
        twin = self._twin_of[i]
        floor = None if twin < 0 else self._key(done[twin])
        if spec.face_of is not None:
            melds = self._uniform_melds(spec, spec.face_of, naturals, wilds)
        else:
            melds = self._ladder_melds(spec, naturals, wilds)
        for made, used in melds:
            if floor is not None and self._key(made) < floor:
                continue
            if last:
                whole = (*done, made)
                if not self._spelling.mixed or self._spelling.in_order(whole) == whole:
                    yield whole
                continue
            rest = naturals
            for code in made[0]:
                if code != self._wild:
                    place = rest.index(code)
                    rest = rest[:place] + rest[place + 1 :]
            yield from self._from(i + 1, rest, wilds - used, (*done, made))

    def _key(self, made: Made) -> tuple[bytes, bytes]:
        """What melds of one spec are sorted by; a wild comes after every natural."""
        cards, shown = made
        if self._wild == NOWHERE or shown[0] == shown[-1]:
            return shown, cards
        return shown, cards.replace(ONE[self._wild], b"\xff")

    def _uniform_melds(
        self, spec: _PlainSpec, face_of: bytes, naturals: bytes, wilds: int
    ) -> Iterator[tuple[Made, int]]:
        own: dict[int, bytes] = {}
        for code in naturals:
            face = face_of[code]
            own[face] = own.get(face, b"") + ONE[code]
        size, least = spec.size, spec.naturals
        for face in spec.faces:
            cards = own.get(face, b"")
            if len(cards) >= least and len(cards) + wilds >= size:
                key = (cards, face, min(wilds, size), size * 64 + least)
                melds = self._lists.get(key)
                if melds is None:
                    melds = self._same_face(cards, face, key[2], size, least)
                    self._kept += len(melds) + 1
                    if self._kept > MOST_KEPT:
                        self._lists.clear()
                        self._kept = len(melds) + 1
                    self._lists[key] = melds
                yield from melds

    def _same_face(
        self, naturals: bytes, face: int, wilds: int, size: int, least: int
    ) -> tuple[tuple[Made, int], ...]:
        """All melds of one face: some of the naturals, the rest wilds, in ascending order."""
        shown = ONE[face] * size
        melds = []
        for used in range(min(wilds, size - least) + 1):
            extra = (self._wild,) * used
            chosen = set(combinations(naturals, size - used))
            melds += [((bytes(sorted(cards + extra)), shown), used) for cards in chosen]
        return tuple(sorted(melds))

    def _ladder_melds(
        self, spec: _PlainSpec, naturals: bytes, wilds: int
    ) -> Iterator[tuple[Made, int]]:
        place_of, steps, size = spec.place_of, spec.steps, spec.size
        assert place_of is not None
        there: list[list[int]] = [[] for _ in steps]
        for code in naturals:
            place = place_of[code]
            if place != NOWHERE and code not in there[place]:
                there[place].append(code)
        most_wilds = min(wilds, size - spec.naturals)
        # in the order of what they show, whatever numbers the faces of the ladder have
        for start in sorted(range(len(steps) - size + 1), key=lambda i: steps[i : i + size]):
            options = there[start : start + size]
            if options.count([]) <= most_wilds:
                shown = steps[start : start + size]
                for cards in self._placings(options, most_wilds):
                    yield (cards, shown), cards.count(self._wild)

    def _placings(self, options: list[list[int]], wilds: int) -> list[bytes]:
        """Every way to fill a stretch: on each place a natural, or a wild while there are some."""
        # by place: how many of the places after it have no natural and so must have a wild
        forced = [0] * len(options)
        for place in range(len(options) - 2, -1, -1):
            forced[place] = forced[place + 1] + (not options[place + 1])
        wild = ONE[self._wild]
        ways: list[tuple[bytes, int]] = [(b"", wilds)]
        for held, later in zip(options, forced, strict=True):
            longer: list[tuple[bytes, int]] = []
            for cards, left in ways:
                longer += [(cards + ONE[code], left) for code in held]
                if not held or left > later:
                    longer.append((cards + wild, left - 1))
            ways = longer
        return [cards for cards, _ in ways]

    def suits(self, hand: bytes) -> bool:
        """Whether no face and no stretch has so many ways that they should not be held at once."""
        if len(hand) <= FEW_CARDS:
            return True
        for spec in self._specs:
            if spec.face_of is not None:
                shown = hand.translate(spec.face_of)
                most = max([shown.count(face) for face in spec.faces], default=0)
                if comb(most, min(spec.size, most // 2)) > MOST_WAYS:
                    return False
                continue
            assert spec.place_of is not None
            counts = [0] * len(spec.steps)
            for code in dict.fromkeys(hand):
                place = spec.place_of[code]
                if place != NOWHERE:
                    counts[place] += 1
            ways, wild = 1, self._wild in hand
            for count in sorted(counts)[-spec.size :]:
                ways *= count + wild if count else 1
            if ways > MOST_WAYS:
                return False
        return True
