"""A hand, compiled once and for all phases: how many cards of each rank (or colour), and wilds.

A *family* is a list of faces of which every natural shows at most one and every wild can show all:
the ranks of most decks, or the colours. The counts of a hand are packed into one int, four
bits for each face. Tables turn it into masks: `levels[n]` has a bit for each face of which the hand
holds `n` or more.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenphase.tables import FaceTable

__all__ = ["FIELDS", "Family", "Form", "family_of"]

#: A compiled hand: the number of wilds; masks of the faces held at least once, twice, ... eight
#: times; the two largest counts as `16 * largest + second`; the packed counts.
Form = tuple[int, int, int, int, int, int, int, int, int, int, int]
FIELDS = 8
TOPS, PACKED = 9, 10

#: Counts of four bits for at most 14 faces and the wilds fit in 60 bits.
MOST_FACES = 14
WILD_SHIFT = 56
WIDTH = 15
LOW = (1 << WIDTH) - 1


@lru_cache(maxsize=1)
def _level_tables() -> tuple[tuple[int, ...], ...]:
    """By three packed counts: the masks of the first four levels, for faces 0-2, 3-5, ..."""
    first = []
    for x in range(4096):
        masks = 0
        for face in range(3):
            held = x >> 4 * face & 15
            for level in range(min(held, 4)):
                masks |= 1 << face + WIDTH * level
        first.append(masks)
    return tuple(tuple([m << shift for m in first]) for shift in (0, 3, 6, 9, 12))


class Family:
    """A list of faces and how to count the cards that show them."""

    __slots__ = (
        "_last", "_many", "_tables", "_unit", "count", "faces", "not_of", "not_wild", "wilds_last",
    )  # fmt: skip

    def __init__(self, faces: FaceTable, family: bytes) -> None:
        kinds = faces.deck.kinds
        every = bytes(range(len(kinds)))
        self.faces = family
        self.count = len(family)
        units = [0] * len(kinds)
        #: by face: all codes but the naturals that show it, to be deleted from a hand
        self.not_of: list[bytes] = []
        for place, face in enumerate(family):
            shows = [c for c in faces.accepts[face] if kinds[c].is_natural]
            for code in shows:
                units[code] = 1 << 4 * place
            self.not_of.append(every.translate(None, bytes(shows)))
        wilds = bytes([c for c, card in enumerate(kinds) if card.is_wild])
        for code in wilds:
            units[code] = 1 << WILD_SHIFT
        #: all codes but the wilds
        self.not_wild = every.translate(None, wilds)
        #: whether wilds come after all naturals in sorting order
        last_natural = max(
            (c for c, unit in enumerate(units) if 0 < unit < 1 << WILD_SHIFT), default=0
        )
        self.wilds_last = all(c > last_natural for c in wilds)
        self._unit = units.__getitem__
        self._tables = _level_tables()
        self._many = len(family) > 12
        # One compiled hand is remembered. The pair is replaced as a whole, so that a thread sees
        # a hand and its own form, never those of two different hands.
        self._last: tuple[bytes, Form] = (b"", (0,) * 11)

    def form(self, hand: bytes) -> Form:
        """The hand, compiled."""
        last = self._last
        if last[0] == hand:
            return last[1]
        packed = sum(map(self._unit, hand)) if len(hand) < 16 else self._capped(hand)
        t0, t1, t2, t3, t4 = self._tables
        masks = (
            t0[packed & 4095]
            | t1[packed >> 12 & 4095]
            | t2[packed >> 24 & 4095]
            | t3[packed >> 36 & 4095]
        )
        if self._many:
            masks |= t4[packed >> 48 & 255]
        n1, n2, n3, n4 = (
            masks & LOW,
            masks >> WIDTH & LOW,
            masks >> 2 * WIDTH & LOW,
            masks >> 3 * WIDTH,
        )
        if n4:
            counts = sorted([packed >> 4 * face & 15 for face in range(self.count)])
            tops = counts[-1] << 4 | (counts[-2] if self.count > 1 else 0)
            n5, n6, n7, n8 = self._upper(packed)
        else:
            n5 = n6 = n7 = n8 = 0
            if n3:
                second = 3 if n3 & n3 - 1 else 2 if n2 & n2 - 1 else 1 if n1 & n1 - 1 else 0
                tops = 48 | second
            elif n2:
                tops = 32 | (2 if n2 & n2 - 1 else 1 if n1 & n1 - 1 else 0)
            elif n1:
                tops = 17 if n1 & n1 - 1 else 16
            else:
                tops = 0
        form = (packed >> WILD_SHIFT, n1, n2, n3, n4, n5, n6, n7, n8, tops, packed)
        self._last = (hand, form)
        return form

    def _upper(self, packed: int) -> tuple[int, int, int, int]:
        """The masks of levels five to eight."""
        n5 = n6 = n7 = n8 = 0
        for face in range(self.count):
            held = packed >> 4 * face & 15
            if held >= 5:
                bit = 1 << face
                n5 |= bit
                if held >= 6:
                    n6 |= bit
                if held >= 7:
                    n7 |= bit
                if held >= 8:
                    n8 |= bit
        return n5, n6, n7, n8

    def _capped(self, hand: bytes) -> int:
        """The packed counts of a long hand; more than fifteen count as fifteen."""
        counts: dict[int, int] = {}
        for code in hand:
            unit = self._unit(code)
            if unit and counts.get(unit, 0) < 15:
                counts[unit] = counts.get(unit, 0) + 1
        return sum([unit * n for unit, n in counts.items()])


def family_of(faces: FaceTable, family: bytes) -> Family | None:
    """The family of these faces, one for all phases of a ruleset; None if they are none."""
    key = ("family", family)
    known = faces.shared.get(key, faces)
    if known is not faces:
        assert known is None or isinstance(known, Family)
        return known
    kinds = faces.deck.kinds
    fits = len(family) <= MOST_FACES
    for code, card in enumerate(kinds):
        shows = sum([code in faces.accepts[face] for face in family])
        fits = fits and (shows in (0, 1) if not card.is_wild else shows == len(family))
    made = Family(faces, family) if fits else None
    faces.shared[key] = made
    return made
