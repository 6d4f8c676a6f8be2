"""What can a group of cards be as one meld of a phase?

For sets, colour groups and runs on decks with full wilds a few operations on `bytes` tell; anything
else is left to the meld's table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenphase.cards import ONE
from tenphase.solver.shapes import is_free

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenphase.tables import Made, SpecTable

__all__ = ["Reader", "exclusive", "reader_for"]

#: In tables by card code: a card that no meld of this kind takes, and a wild.
USELESS, NOWHERE = 254, 255
#: So many codes are ASCII.
ASCII = 128


class Reader:
    """Lists what a group of cards can be as one meld of a phase."""

    __slots__ = ("least", "naturals", "size", "spec", "wilds")

    def __init__(self, spec: SpecTable) -> None:
        self.spec = spec
        self.size = spec.size
        self.least = spec.naturals
        kinds = spec.table.deck.kinds
        self.wilds = bytes([c for c, card in enumerate(kinds) if card.is_wild])
        self.naturals = bytes([c for c, card in enumerate(kinds) if card.is_natural])

    def read(self, cards: bytes, declared: Sequence[int | None], extras: bool) -> Sequence[Made]:
        """Every meld that the group can be; empty if it is none."""
        size = len(cards)
        if size < self.size or (size > self.size and not extras):
            return ()
        if len(cards.translate(None, self.wilds)) < self.least:
            return ()
        return self.spec.table.arrange(cards, declared)


class _AlikeReader(Reader):
    """Cards that all show one face, of which a natural has at most one and a wild every."""

    __slots__ = ("_face_of",)

    def __init__(self, spec: SpecTable) -> None:
        super().__init__(spec)
        self._face_of = _by_code(self, spec.table.uniforms, spec.table.uniforms)

    def read(self, cards: bytes, declared: Sequence[int | None], extras: bool) -> Sequence[Made]:
        size = len(cards)
        if size != self.size and (size < self.size or not extras):
            return ()
        shown = cards.translate(self._face_of, self.wilds)
        count = len(shown)
        if count < self.least or not count:
            return super().read(cards, declared, extras)
        face = shown[0]
        if shown.count(face) != count or face >= USELESS:
            return ()
        if declared.count(None) != size:
            for want in declared:
                if want is not None and want != face:
                    return ()
        return ((bytes(sorted(cards)), ONE[face] * size),)


class _RowReader(Reader):
    """A stretch of one ladder, of which a natural has at most one place and a wild every.

    Card codes are ASCII and the places of the ladder have numbers above. So a ladder on which cards
    lie can be written as `bytes`: a card's code where one lies, elsewhere the number of the place.
    """

    __slots__ = ("_fill", "_place_of", "_places", "_said", "_steps", "_wild")

    def __init__(self, spec: SpecTable) -> None:
        super().__init__(spec)
        self._steps = steps = spec.table.ladders[0][0]
        self._places = places = bytes(range(USELESS - len(steps), USELESS))
        #: the place of a card, and of a face
        self._place_of = _by_code(self, steps, places)
        self._said = [
            ONE[places[steps.index(face)] if face in steps else USELESS] for face in range(256)
        ]
        #: what lies where a wild is said to, whichever it is
        self._wild = self.wilds[:1]
        #: puts wilds on all places where no card lies, if there is one kind of them
        one_wild = len(self.wilds) == 1
        self._fill = bytes.maketrans(places, self.wilds * len(places)) if one_wild else b""

    def read(self, cards: bytes, declared: Sequence[int | None], extras: bool) -> Sequence[Made]:
        size = len(cards)
        if size != self.size and (size < self.size or not extras):
            return ()
        at = cards.translate(self._place_of)
        wilds = at.count(NOWHERE) if NOWHERE in at else 0
        if size - wilds < self.least or wilds == size:
            return super().read(cards, declared, extras)
        lying = cards
        if wilds:
            for face in declared:
                if face is not None:
                    at += self._said[face]
            lying += self._wild * (len(at) - size)
        places = self._places
        ladder = places.translate(bytes.maketrans(at, lying))
        stretch = ladder.strip(places)
        # each card lies on one place of the ladder at most; a wild only where it is said to
        if len(stretch) == size and stretch.isascii():
            low = ladder.index(stretch)
            if wilds and not self._fill:
                stretch = self._filled(stretch, cards)
            return ((stretch, self._steps[low : low + size]),)
        placed = len(at) - wilds
        if placed == size or len(stretch) > size:
            return ()
        if len(stretch.translate(None, places)) != placed:
            return ()  # two cards for one place, or one that has none
        low = ladder.index(stretch)
        lowest = max(0, low + len(stretch) - size)
        return [
            (self._filled(ladder[start : start + size], cards), self._steps[start : start + size])
            for start in range(lowest, min(low, len(ladder) - size) + 1)
        ]

    def _filled(self, row: bytes, cards: bytes) -> bytes:
        """A stretch with the wilds, in ascending order, where no natural lies."""
        if self._fill:
            return row.translate(self._fill)
        # which wild was said to lie where does not matter, only that one does
        rest = iter(sorted(cards.translate(None, self.naturals)))
        return bytes([code if code in self.naturals else next(rest) for code in row])


def reader_for(spec: SpecTable) -> Reader:
    """The quickest reader that is right for a meld of a phase."""
    table = spec.table
    if is_free(spec):
        return Reader(spec)
    accepts, kinds = table.faces.accepts, table.deck.kinds
    faces = [*table.uniforms, *(face for steps, _ in table.ladders for face in steps)]
    for code, card in enumerate(kinds):
        shows = sum([code in accepts[face] for face in faces])
        if shows < len(faces) if card.is_wild else shows > 1:
            return Reader(spec)
    if max(faces) >= USELESS or len(kinds) > ASCII or len(faces) > USELESS - ASCII:
        return Reader(spec)
    if not table.ladders:
        return _AlikeReader(spec)
    if not table.uniforms and len(table.ladders) == 1 and not table.ladders[0][1]:
        return _RowReader(spec)
    return Reader(spec)


def exclusive(one: Reader, other: Reader) -> bool:
    """Whether two naturals cannot go together in one meld as well as in the other.

    So it is with a set and a run of the same ranks: equal here, different there.
    """
    pair = (one, other) if isinstance(one, _AlikeReader) else (other, one)
    return (
        isinstance(pair[0], _AlikeReader)
        and isinstance(pair[1], _RowReader)
        and pair[0].spec.table.uniforms == list(pair[1].spec.table.ladders[0][0])
    )


def _by_code(reader: Reader, faces: Sequence[int], values: Sequence[int]) -> bytes:
    """By card code: the value of the face that the natural shows; `NOWHERE` for a wild."""
    table = bytearray([USELESS]) * 256
    for code in reader.wilds:
        table[code] = NOWHERE
    for face, value in zip(faces, values, strict=True):
        for code in reader.spec.table.faces.accepts[face]:
            if code in reader.naturals:
                table[code] = value
    return bytes(table)
