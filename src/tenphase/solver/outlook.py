"""A first look at a hand: which shapes of each meld are in reach at all.

Every card carries a mask of the faces that it can show. Joined for a hand they tell for each
shape how many of its places no natural can fill (its *gaps*), and how many not even a wild
(they are *hard*). Most shapes fall away, and if the least gaps of all melds together are more than
the hand's wilds, so does the phase.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenphase.solver.shapes import SpecShapes, is_free

if TYPE_CHECKING:
    from tenphase.tables import PhaseTable

__all__ = ["Glance", "Outlook"]

#: Bits for a count of cards.
BITS = 10
MASK = (1 << BITS) - 1

#: A shape in reach: its gaps, those of them that are hard, and the faces.
Reach = tuple[int, int, bytes]


class Glance:
    """What a hand looks like for one phase."""

    __slots__ = ("held", "packed", "wild", "wilds")

    def __init__(self, held: int, wild: int, packed: int, wilds: int) -> None:
        #: the faces that a natural of the hand shows, and those that a wild can show
        self.held = held
        self.wild = wild
        #: by uniform face, the number of naturals that show it
        self.packed = packed
        self.wilds = wilds


class Outlook:
    """Looks at hands for one phase."""

    __slots__ = ("_all", "_faces", "_natural", "_place", "_shapes", "_unit", "_wild")

    def __init__(self, table: PhaseTable, shapes: list[SpecShapes]) -> None:
        faces: dict[int, int] = {}
        uniform: dict[int, int] = {}
        for spec in table.specs:
            if is_free(spec):
                continue
            for face in spec.table.uniforms:
                faces.setdefault(face, len(faces))
                uniform.setdefault(face, len(uniform))
            for steps, _ in spec.table.ladders:
                for face in steps:
                    faces.setdefault(face, len(faces))
        accepts, kinds = table.faces.accepts, table.faces.deck.kinds
        self._place = uniform
        self._natural, self._wild, self._unit = [], [], []
        for code, card in enumerate(kinds):
            shows = sum([1 << bit for face, bit in faces.items() if code in accepts[face]])
            counts = sum([1 << BITS * n for face, n in uniform.items() if code in accepts[face]])
            self._natural.append(shows if card.is_natural else 0)
            self._wild.append(shows if card.is_wild else 0)
            self._unit.append(counts if card.is_natural else 0)
        self._faces = faces
        self._all = shapes
        #: by meld and size: the shapes, each with the faces as a mask, and the number of the
        #: uniform face or -1; made when first needed
        self._shapes: dict[tuple[int, int], list[tuple[int, int, bytes]]] = {}

    def _listed(self, i: int, size: int) -> list[tuple[int, int, bytes]]:
        known = self._shapes.get((i, size))
        if known is None:
            known = []
            for shown in self._all[i].of_size(size):
                mask = sum({1 << self._faces[face] for face in shown})
                alike = self._all[i].is_uniform(shown)
                known.append((mask, self._place[shown[0]] if alike else -1, shown))
            self._shapes[i, size] = known
        return known

    def glance(self, hand: bytes) -> Glance:
        """Join what the cards can show."""
        held = wild = wilds = 0
        natural, shows = self._natural, self._wild
        for code in hand:
            held |= natural[code]
            more = shows[code]
            if more:
                wild |= more
                wilds += 1
        return Glance(held, wild, sum(map(self._unit.__getitem__, hand)), wilds)

    def in_reach(
        self, i: int, size: int, glance: Glance, gaps_most: int, hard_most: int, least: int
    ) -> list[Reach]:
        """The shapes of a size with so few gaps, the fewest first, and so many naturals."""
        held, wild, packed = glance.held, glance.wild, glance.packed
        most = min(gaps_most, size - least)
        found = []
        for mask, place, shown in self._listed(i, size):
            if place < 0:
                gaps = size - (mask & held).bit_count()
                if gaps <= most:
                    hard = (mask & ~held & ~wild).bit_count()
                    if hard <= hard_most:
                        found.append((gaps, hard, shown))
            else:
                gaps = size - (packed >> BITS * place & MASK)
                if gaps <= 0:
                    found.append((0, 0, shown))
                elif gaps <= most:
                    hard = 0 if mask & wild else gaps
                    if hard <= hard_most:
                        found.append((gaps, hard, shown))
        found.sort()
        return found
