"""Meld kinds and phases compiled for one deck.

Here faces become small ints as cards did: a meld on the table is two `bytes` of one length,
`cards` (card codes) and `shown` (face codes, what each card stands for). Tables are built once per
ruleset and options, and never change afterwards.

In a uniform meld the cards are sorted and `shown` repeats one face; in a ladder meld card
`i` stands at place `i` of the stretch, so the two ends are `shown[0]` and `shown[-1]`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tenphase.cards import ONE, Deck, add_card
from tenphase.errors import DefinitionError, NotationError, brief
from tenphase.melds import Face, FreeKind, LeastNaturals, MeldKind, MeldSpec, Uniform

if TYPE_CHECKING:
    from tenphase.phases import Phase

__all__ = [
    "FaceTable",
    "LeastNaturals",
    "Made",
    "MeldTable",
    "PhaseTable",
    "SpecTable",
    "assign",
    "stretches",
]

#: A meld that some cards make: their codes in table order, and the faces they stand for.
Made = tuple[bytes, bytes]

#: Where a card may be added: the face it would stand for, and whether at the low end.
Opening = tuple[int, bool]

#: The faces beyond the low and the high end of a run, outwards, and the room that both share.
Ends = tuple[bytes, bytes, int]

#: In place of a face: there is none.
NO_STEP = 255

#: Two distinct ways of laying the same cards are enough to know that the choice is open, but a
#: free kind may have very many.
MAX_WAYS = 10_000


class FaceTable:
    """The faces of all meld kinds of a ruleset, numbered, and which cards accept them."""

    __slots__ = ("accepts", "deck", "faces", "numbers", "shared")

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.faces: list[Face] = []
        self.numbers: dict[Face, int] = {}
        #: by face: the codes of the cards that can stand for it
        self.accepts: list[bytes] = []
        #: what the solver compiles once for all phases of a ruleset
        self.shared: dict[object, object] = {}

    def number(self, face: Face) -> int:
        """The code of a face, which is entered if it is new."""
        known = self.numbers.get(face)
        if known is not None:
            return known
        if len(self.faces) == 256:
            raise DefinitionError("the meld kinds of a ruleset have at most 256 faces together")
        self.numbers[face] = number = len(self.faces)
        self.faces.append(face)
        kinds = self.deck.kinds
        self.accepts.append(bytes([c for c, card in enumerate(kinds) if face.accepts(card)]))
        return number

    def labels(self, shown: bytes) -> tuple[str, ...]:
        """What some cards stand for, in words."""
        return tuple([self.faces[face].label for face in shown])


class MeldTable:
    """One meld kind on one deck."""

    __slots__ = (
        "_ends", "_openings", "deck", "faces", "kind", "ladders", "numbers", "plain", "steps_of",
        "uniforms",
    )  # fmt: skip

    def __init__(self, kind: MeldKind, faces: FaceTable, *, wrap: bool = False) -> None:
        self.kind = kind
        self.faces = faces
        self.deck = faces.deck
        #: the face of each uniform pattern
        self.uniforms: list[int] = []
        #: the faces of each ladder, and whether it is cyclic
        self.ladders: list[tuple[bytes, bool]] = []
        for pattern in kind.patterns(faces.deck, wrap=wrap):
            if isinstance(pattern, Uniform):
                self.uniforms.append(faces.number(pattern.face))
            else:
                steps = bytes([faces.number(face) for face in pattern.faces])
                self.ladders.append((steps, pattern.cyclic))
        mine = [*self.uniforms, *(face for steps, _ in self.ladders for face in steps)]
        #: whether a face tells the pattern that a meld follows, and the place in it
        self.plain = bool(mine) and len(set(mine)) == len(mine)
        if isinstance(kind, FreeKind):
            mine = [faces.number(face) for face in kind.faces(faces.deck)]
        #: the codes of this kind's faces, by label
        self.numbers: dict[str, int] = {faces.faces[face].label: face for face in mine}
        self.steps_of = self._steps_of()
        self._openings: dict[bytes, dict[int, tuple[Opening, ...]]] = {}
        self._ends: dict[bytes, Ends | None] = {}

    def _steps_of(self) -> bytes | None:
        """By card code: the one face of all ladders that a natural shows, or `NO_STEP`.

        None if a natural of the deck shows several.
        """
        found = bytearray([NO_STEP] * 256)
        for face in {face for steps, _ in self.ladders for face in steps}:
            for code in self.faces.accepts[face]:
                if self.deck.kinds[code].is_wild:
                    continue
                if found[code] != NO_STEP or face == NO_STEP:
                    return None
                found[code] = face
        return bytes(found)

    def face(self, label: str) -> int:
        """The code of one of this kind's faces. Raises `NotationError` for an unknown label."""
        try:
            return self.numbers[label]
        except KeyError:
            message = f"a card cannot stand for {brief(label)} in {self.kind.one('n')}"
            raise NotationError(message, piece=label) from None

    # -- which melds do these cards make? -------------------------------------------------------

    def arrange(self, cards: bytes, declared: Sequence[int | None] = ()) -> list[Made]:
        """Every distinct meld that exactly these cards make, at least one card long.

        `declared` may fix what single cards stand for (a face code, or None for "open"). Two
        arrangements differ when they cover different faces; which of several wilds covers which
        of them is settled the same way each time and makes no difference to play.
        """
        wanted = list(declared) or [None] * len(cards)
        if isinstance(self.kind, FreeKind):
            return self._arrange_free(cards, wanted)
        found: dict[bytes, Made] = {}
        accepts = self.faces.accepts
        for face in self.uniforms:
            good = accepts[face]
            if all(c in good and w in (None, face) for c, w in zip(cards, wanted, strict=True)):
                shown = ONE[face] * len(cards)
                found[shown] = bytes(sorted(cards)), shown
        for steps, cyclic in self.ladders:
            for shown in stretches(steps, len(cards), cyclic=cyclic):
                # ladders may have faces in common
                order = None if shown in found else assign(cards, wanted, shown, accepts)
                if order is not None:
                    if declared:  # the same cards on the same faces lie the same way
                        order = assign(cards, [None] * len(cards), shown, accepts)
                    assert order is not None
                    found[shown] = order, shown
        return list(found.values())

    def _arrange_free(self, cards: bytes, wanted: Sequence[int | None]) -> list[Made]:
        kind, faces = self.kind, self.faces
        assert isinstance(kind, FreeKind)
        ordered = sorted(zip(cards, wanted, strict=True), key=lambda pair: pair[0])
        codes = bytes([code for code, _ in ordered])
        found: dict[bytes, Made] = {}
        for way in kind.stands_for(self.deck.decode(codes), self.deck):
            shown = bytes([faces.number(face) for face in way])
            if all(w in (None, face) for (_, w), face in zip(ordered, shown, strict=True)):
                found.setdefault(bytes(sorted(shown)), (codes, shown))
            if len(found) >= MAX_WAYS:
                break
        return list(found.values())

    def is_alike(self, shown: bytes) -> bool:
        """Whether a meld that shows these faces is uniform: its order does not matter.

        A kind may have sets as well as runs.
        """
        return shown[0] in self.uniforms and shown.count(shown[0]) == len(shown)

    def holds(self, cards: bytes, shown: bytes) -> bool:
        """Whether cards that lie in this order are a meld in which they stand for these faces."""
        if not cards or len(cards) != len(shown):
            return False
        if isinstance(self.kind, FreeKind):
            ways = self.arrange(cards, tuple(shown))
            return any(made == (cards, shown) for made in ways)
        accepts = self.faces.accepts
        for code, face in zip(cards, shown, strict=True):
            if code not in accepts[face]:
                return False
        if self.is_alike(shown):
            return cards == bytes(sorted(cards))
        return any(
            len(shown) <= len(steps) and shown in (steps + steps if cyclic else steps)
            for steps, cyclic in self.ladders
        )

    # -- what may be added? -----------------------------------------------------------------------

    def openings(self, cards: bytes, shown: bytes) -> dict[int, tuple[Opening, ...]]:
        """By card code: what such a card would stand for if it were hit on this meld."""
        if isinstance(self.kind, FreeKind):
            return self._openings_free(cards, shown)
        known = self._openings.get(shown)
        if known is None:
            known = self._openings[shown] = self._openings_of(shown)
        return known

    def _openings_of(self, shown: bytes) -> dict[int, tuple[Opening, ...]]:
        places: list[Opening] = []
        if self.is_alike(shown):
            places.append((shown[0], False))
        for steps, cyclic in self.ladders:
            if len(shown) >= len(steps) or shown not in (steps + steps if cyclic else steps):
                continue  # ladders may have faces in common
            low, high = steps.index(shown[0]) - 1, steps.index(shown[-1]) + 1
            if low >= 0 or cyclic:
                places.append((steps[low], True))
            if high < len(steps) or cyclic:
                places.append((steps[high % len(steps)], False))
        open_to: dict[int, tuple[Opening, ...]] = {}
        for face, at_low in places:
            for code in self.faces.accepts[face]:
                held = open_to.get(code, ())
                if all(face != other for other, _ in held):
                    open_to[code] = (*held, (face, at_low))
        return open_to

    def ends(self, shown: bytes) -> Ends | None:
        """What a run of a `plain` kind can grow by; None for a meld of one face."""
        if shown not in self._ends:
            self._ends[shown] = self._ends_of(shown)
        return self._ends[shown]

    def _ends_of(self, shown: bytes) -> Ends | None:
        for steps, cyclic in self.ladders:
            first = steps.find(shown[0])
            if first < 0:
                continue
            if not cyclic:
                high = steps[first + len(shown) :]
                return steps[:first][::-1], high, first + len(high)
            high = (steps + steps)[first + len(shown) : first + len(steps)]
            return high[::-1], high, len(high)
        return None

    def _openings_free(self, cards: bytes, shown: bytes) -> dict[int, tuple[Opening, ...]]:
        open_to: dict[int, tuple[Opening, ...]] = {}
        for code in range(len(self.deck.kinds)):
            ways = self.arrange(cards + ONE[code], (*shown, None))
            new = [_added_face(shown, made[1]) for made in ways]
            if new:
                open_to[code] = tuple([(face, False) for face in new])
        return open_to

    def extend(self, cards: bytes, shown: bytes, code: int, face: int, *, low: bool) -> Made:
        """The meld after a hit that `openings` offers."""
        if isinstance(self.kind, FreeKind):
            return self.arrange(cards + ONE[code], (*shown, face))[0]
        if face == shown[0] and self.is_alike(shown):
            return add_card(cards, code), shown + ONE[face]
        if low:
            cards, shown = ONE[code] + cards, ONE[face] + shown
        else:
            cards, shown = cards + ONE[code], shown + ONE[face]
        for steps, cyclic in self.ladders:
            if cyclic and len(shown) == len(steps) and face in steps:
                # a full circle has no ends, so it lies as if it had been laid at once
                start = shown.index(steps[0])
                return cards[start:] + cards[:start], shown[start:] + shown[:start]
        return cards, shown


def stretches(steps: bytes, size: int, *, cyclic: bool) -> list[bytes]:
    """All stretches of `size` neighbouring steps. A full circle is one, wherever it begins."""
    if size > len(steps):
        return []
    if cyclic and size < len(steps):
        twice = steps + steps
        return [twice[start : start + size] for start in range(len(steps))]
    return [steps[start : start + size] for start in range(len(steps) - size + 1)]


def assign(
    cards: bytes, wanted: Sequence[int | None], shown: bytes, accepts: Sequence[bytes]
) -> bytes | None:
    """Put each card on one place of a stretch: the codes in the order of the places, or None.

    Where the choice is open, the cards with the fewest places choose first, and each takes the
    lowest place that leaves the others a place: the same cards always lie the same way.
    """
    options = [
        [spot for spot, face in enumerate(shown) if code in accepts[face] and want in (None, face)]
        for code, want in zip(cards, wanted, strict=True)
    ]
    order = sorted(range(len(cards)), key=lambda i: (len(options[i]), cards[i]))
    chosen = match([options[i] for i in order], len(shown))
    if chosen is None:
        return None
    placed = bytearray(len(shown))
    for card, spot in zip(order, chosen, strict=True):
        placed[spot] = cards[card]
    return bytes(placed)


def match(options: Sequence[Sequence[int]], places: int) -> list[int] | None:
    """A place of its own for each item, or None; the first items get the lowest places.

    Augmenting paths: an item that finds its place taken asks the holder to move on. Afterwards
    each item in turn is given the lowest place with which the later ones still find theirs.
    """
    holder = [-1] * places

    def settle(item: int, first: int, seen: set[int]) -> bool:
        for spot in options[item]:
            if spot in seen:
                continue
            seen.add(spot)
            other = holder[spot]
            if other < 0 or (other >= first and settle(other, first, seen)):
                holder[spot] = item
                return True
        return False

    for item in range(len(options)):
        if not settle(item, 0, set()):
            return None
    spots = [-1] * len(options)
    for item in range(len(options)):
        for spot in options[item]:
            other = holder[spot]
            if other == item:
                break
            if 0 <= other < item:
                continue
            before = holder.copy()
            holder[holder.index(item)] = -1
            holder[spot] = item
            if other < 0 or settle(other, item + 1, {spot}):
                break
            holder[:] = before
        spots[item] = holder.index(item)
    return spots


def _added_face(before: bytes, after: bytes) -> int:
    """The face that `after` has more of than `before`."""
    rest = list(after)
    for face in before:
        rest.remove(face)
    return rest[0]


class SpecTable:
    """One meld that a phase asks for, compiled: its table, least size and least naturals."""

    __slots__ = ("naturals", "size", "spec", "table")

    def __init__(self, spec: MeldSpec, table: MeldTable, naturals: int) -> None:
        self.spec = spec
        self.table = table
        self.size = spec.size
        self.naturals = naturals


class PhaseTable:
    """A phase compiled for a deck and a rule on naturals: what the solver works on."""

    __slots__ = ("faces", "naturals", "phase", "size", "specs")

    def __init__(
        self,
        phase: Phase,
        faces: FaceTable,
        kinds: Mapping[MeldKind, MeldTable],
        least: LeastNaturals,
    ) -> None:
        self.phase = phase
        self.faces = faces
        self.size = phase.size
        self.specs = tuple(SpecTable(s, kinds[s.kind], least.of(s)) for s in phase.melds)
        #: the least number of naturals in the whole lay-down
        self.naturals = least.per_phase
