"""What a phase can look like, compiled: card classes and the shapes of its melds.

Two cards that can stand for the same faces of a phase are of one *class* for that phase: all sevens
where only ranks count, all greens where only colours count. A *shape* of a meld is the
faces its places show. The searches choose shapes and count classes; they never look at
single cards.
"""

from __future__ import annotations

from tenphase.cards import ONE
from tenphase.melds import FreeKind
from tenphase.phases import DISTINCT
from tenphase.tables import PhaseTable, SpecTable, stretches

__all__ = ["CardClasses", "SpecShapes", "extras_matter", "is_free", "may_grow", "same_specs"]

#: More than any hand holds.
MANY = 1 << 20


def is_free(spec: SpecTable) -> bool:
    """Whether the kind of this meld has no patterns and answers for itself."""
    return isinstance(spec.spec.kind, FreeKind)


def same_specs(one: SpecTable, other: SpecTable) -> bool:
    """Whether two melds of a phase ask for the same, so that they may change places."""
    return one.table is other.table and one.size == other.size and one.naturals == other.naturals


def may_grow(table: PhaseTable) -> list[bool]:
    """By meld: whether more cards in it than the least can make a phase possible that was not.

    Taking cards away from a long meld until it has its least size keeps one natural, because a
    run may be cut at either end. It need not keep two (R1 W W W W R6), nor need it keep what a
    constraint asks for.
    """
    uniform = all(not spec.table.ladders for spec in table.specs)
    if table.naturals > 1 or any(c is not DISTINCT or not uniform for c in table.phase.constraints):
        return [True] * len(table.specs)
    return [is_free(spec) or bool(spec.naturals > 1 and spec.table.ladders) for spec in table.specs]


def extras_matter(table: PhaseTable) -> bool:
    """Whether more cards than the least in some meld can make the phase possible."""
    return any(may_grow(table))


class SpecShapes:
    """The shapes of one meld of a phase, by size, in ascending order."""

    __slots__ = ("_by_size", "_up_to", "ladders", "most", "shown_by", "spec", "uniforms")

    def __init__(self, spec: SpecTable) -> None:
        self.spec = spec
        self.uniforms = sorted(spec.table.uniforms)
        self.ladders = spec.table.ladders
        #: the largest size of a shape
        longest = max((len(steps) for steps, _ in self.ladders), default=0)
        self.most = MANY if self.uniforms else longest
        self._by_size: dict[int, tuple[bytes, ...]] = {}
        self._up_to: dict[tuple[int, int], tuple[bytes, ...]] = {}
        faces = {*self.uniforms, *(face for steps, _ in self.ladders for face in steps)}
        accepts = spec.table.faces.accepts
        #: by card code: the faces of this meld that it can stand for
        self.shown_by = [
            tuple([face for face in sorted(faces) if code in accepts[face]])
            for code in range(len(spec.table.deck.kinds))
        ]

    def of_size(self, size: int) -> tuple[bytes, ...]:
        """All shapes of exactly this size."""
        known = self._by_size.get(size)
        if known is None:
            found = {ONE[face] * size for face in self.uniforms}
            for steps, cyclic in self.ladders:
                found.update(stretches(steps, size, cyclic=cyclic))
            known = self._by_size[size] = tuple(sorted(found))
        return known

    def up_to(self, least: int, most: int) -> tuple[bytes, ...]:
        """All shapes from one size to another, in ascending order."""
        known = self._up_to.get((least, most))
        if known is None:
            found = [shown for size in range(least, most + 1) for shown in self.of_size(size)]
            known = self._up_to[least, most] = tuple(sorted(found))
        return known

    def is_uniform(self, shown: bytes) -> bool:
        """Whether all places of this shape are alike, so that their order does not matter."""
        return shown[0] in self.uniforms and shown.count(shown[0]) == len(shown)


class CardClasses:
    """The classes of a deck's cards for the faces of one phase."""

    __slots__ = ("accepted_by", "naturals", "of_card", "of_face", "wild_faces", "wilds")

    def __init__(self, table: PhaseTable) -> None:
        faces: set[int] = set()
        for spec in table.specs:
            if not is_free(spec):
                faces.update(spec.table.uniforms)
                for steps, _ in spec.table.ladders:
                    faces.update(steps)
        accepts = table.faces.accepts
        found: dict[tuple[bool, frozenset[int]], int] = {}
        naturals: list[frozenset[int]] = []
        wilds: list[frozenset[int]] = []
        #: by card code: the natural class, or -2 less the wild class, or -1 for a useless card
        self.of_card: list[int] = []
        for code, card in enumerate(table.faces.deck.kinds):
            good = frozenset(face for face in faces if code in accepts[face])
            key = (card.is_natural, good)
            if not good:
                self.of_card.append(-1)
                continue
            if key not in found:
                group = naturals if card.is_natural else wilds
                found[key] = len(group) if card.is_natural else -2 - len(group)
                group.append(good)
            self.of_card.append(found[key])
        #: by natural class, and by wild class: the faces it can stand for
        self.naturals = naturals
        self.wilds = wilds
        #: by face: the natural classes that can stand for it
        self.of_face: dict[int, tuple[int, ...]] = {
            face: tuple(c for c, good in enumerate(naturals) if face in good) for face in faces
        }
        #: by face: the wild classes that can stand for it, as a mask
        self.wild_faces: dict[int, int] = {
            face: sum(1 << c for c, good in enumerate(wilds) if face in good) for face in faces
        }
