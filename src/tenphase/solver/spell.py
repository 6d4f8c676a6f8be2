"""Spelling out melds and lay-downs: which concrete cards, in which order, each one once.

Two melds are the same when they consist of the same cards and cover the same faces. Melds are
listed in ascending order of `key`. Two lay-downs are the same when the same melds of the same kinds
come to lie on the table: where two melds could change places in the phase, only the order with
the smaller keys first is listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import permutations

from tenphase.cards import remove_cards
from tenphase.phases import DISTINCT
from tenphase.solver.shapes import SpecShapes, is_free, same_specs
from tenphase.solver.spell_join import Joined, Missed
from tenphase.solver.spell_ladders import Fills, LadderSpelling, multisets
from tenphase.tables import Made, PhaseTable, assign

__all__ = ["Spelling", "subtract"]

#: What melds are sorted by: faces, then the naturals by place, then the wilds.
Key = tuple[bytes, bytes, bytes]


def subtract(hand: bytes, cards: bytes) -> bytes:
    """The hand without some cards that it holds."""
    rest = hand.translate(None, cards)
    if len(rest) + len(cards) == len(hand):
        return rest  # these were all of their codes
    some = remove_cards(hand, cards)
    assert some is not None
    return some


class Spelling:
    """The melds and lay-downs of one phase, card by card."""

    __slots__ = (
        "_accepts", "_groups", "_joins", "_ladders", "_mask", "_mixed", "_natural", "_same_label",
        "_settled", "_shapes", "_wilds", "can_go_on", "loose", "mixed_at_least", "naturals",
        "one_face_each", "table", "twin_of",
    )  # fmt: skip

    def __init__(self, table: PhaseTable) -> None:
        self.table = table
        self._accepts = table.faces.accepts
        kinds = table.faces.deck.kinds
        self._natural = [card.is_natural for card in kinds]
        #: leaves naturals as they are and makes all wilds alike
        self._mask = bytes([c if n else 255 for c, n in enumerate(self._natural)]).ljust(
            256, b"\xff"
        )
        #: the codes of all naturals, and of all wilds
        self.naturals = bytes([c for c, n in enumerate(self._natural) if n])
        self._wilds = bytes([c for c, n in enumerate(self._natural) if not n])
        self._shapes = [SpecShapes(spec) for spec in table.specs]
        self._ladders = [LadderSpelling(spec) for spec in table.specs]
        #: the last meld before this one that asks for the same
        self.twin_of = [
            max((j for j in range(i) if same_specs(table.specs[j], spec)), default=-1)
            for i, spec in enumerate(table.specs)
        ]
        #: places of one kind, and whether they ask for the same; single places are left out
        self._groups: list[tuple[list[int], bool]] = []
        for kind in dict.fromkeys([spec.table for spec in table.specs]):
            spots = [i for i, spec in enumerate(table.specs) if spec.table is kind]
            if len(spots) > 1:
                first = table.specs[spots[0]]
                alike = all(same_specs(first, table.specs[i]) for i in spots)
                self._groups.append((spots, alike))
        #: whether there is no rule on the phase as a whole
        self.loose = not table.naturals and not table.phase.constraints
        #: tells whether the melds from some place on can be laid with what is left of a hand; the
        #: matcher puts its quick answers here, so that no list runs into dead ends
        self.can_go_on: Callable[[int, bytes, bool], bool] = lambda i, rest, extras: True
        #: by card, the face of a natural, if all melds are of one kind whose naturals show one face
        self.one_face_each = self._one_face_each()
        #: whether melds may change places that do not ask for the same: at all, and of least sizes
        self._mixed = not all(alike for _, alike in self._groups)
        self.mixed_at_least = any(
            a.table is b.table and a.size == b.size and a.naturals != b.naturals
            for a in table.specs
            for b in table.specs
        )
        distinct = DISTINCT in table.phase.constraints
        faces = table.faces.faces
        #: by face: all faces with its label, if melds must start with different ones
        self._same_label = [
            [number for number, face in enumerate(faces) if distinct and face.label == own.label]
            for own in faces
        ]
        #: whether no rule on the phase as a whole is left when `taken` is heeded
        self._settled = not (
            table.naturals or any(c is not DISTINCT for c in table.phase.constraints)
        )
        #: whether melds are listed once for the whole hand; free kinds are not in order
        self._joins = not any(is_free(spec) for spec in table.specs)

    def _one_face_each(self) -> dict[int, int] | None:
        tables = {spec.table for spec in self.table.specs}
        if len(tables) > 1 or next(iter(tables)).ladders or is_free(self.table.specs[0]):
            return None
        found: dict[int, int] = {}
        for face in next(iter(tables)).uniforms:
            for code in self._accepts[face]:
                if self._natural[code]:
                    if code in found:
                        return None
                    found[code] = face
        return found

    # -- single melds ---------------------------------------------------------------------------

    def made(self, cards: bytes, shown: bytes) -> Made:
        """The one way in which these cards lie when they show these faces."""
        if shown.count(shown[0]) == len(shown):
            return bytes(sorted(cards)), shown
        order = assign(cards, [None] * len(cards), shown, self._accepts)
        assert order is not None
        return order, shown

    def key(self, made: Made) -> Key:
        """What melds are sorted by."""
        cards, shown = made
        if shown.count(shown[0]) == len(shown):
            return shown, cards, b""
        wilds = bytes(sorted([c for c in cards if not self._natural[c]]))
        return shown, cards.translate(self._mask), wilds

    def in_order(self, melds: Sequence[Made]) -> tuple[Made, ...]:
        """The same lay-down with melds that may change places in ascending order."""
        if not self._groups:
            return tuple(melds)
        result = list(melds)
        for spots, alike in self._groups:
            if len(spots) == 2:
                i, j = spots
                one, two = melds[i], melds[j]
                if self.before(two, one) and (alike or self._fit(spots, (two, one))):
                    result[i], result[j] = two, one
                continue
            ordered = sorted([melds[i] for i in spots], key=self.key)
            if not alike:
                ordered = next(
                    list(order) for order in permutations(ordered) if self._fit(spots, order)
                )
            for i, made in zip(spots, ordered, strict=True):
                result[i] = made
        return tuple(result)

    def before(self, one: Made, two: Made) -> bool:
        """Whether one meld comes before another."""
        if one[1] != two[1]:
            return one[1] < two[1]
        return self.key(one) < self.key(two)

    def _fit(self, spots: Sequence[int], melds: Sequence[Made]) -> bool:
        """Whether these melds are enough for these places of the phase."""
        natural = self._natural
        for i, (cards, _) in zip(spots, melds, strict=True):
            spec = self.table.specs[i]
            if len(cards) < spec.size or sum([natural[c] for c in cards]) < spec.naturals:
                return False
        return True

    def melds(
        self,
        i: int,
        hand: bytes,
        least: int,
        most: int,
        floor: Key | None = None,
        taken: Collection[int] = (),
    ) -> Iterator[Made]:
        """Every meld for place `i` of the phase that the hand holds, from `floor` on.

        Melds of patterns that start with a face that is `taken` are left out.
        """
        spec = self.table.specs[i]
        if is_free(spec):
            found = self._free_melds(i, hand, least, most)
        else:
            found = self._pattern_melds(i, hand, least, most, floor, taken)
        if floor is None:
            return found
        return (made for made in found if self.key(made) >= floor)

    def _pattern_melds(
        self,
        i: int,
        hand: bytes,
        least: int,
        most: int,
        floor: Key | None,
        taken: Collection[int],
    ) -> Iterator[Made]:
        shapes, spec = self._shapes[i], self.table.specs[i]
        naturals = spec.naturals
        counts = Counter(hand)
        listed = shapes.up_to(least, min(most, shapes.most))
        # by face: the naturals at hand that can stand for it, and how many cards they are
        held: dict[int, list[int]] = {}
        amount: dict[int, int] = {}
        wilds = 0
        known: Fills = {}
        for code in sorted(counts):
            n = counts[code]
            if not self._natural[code]:
                wilds += n
                continue
            for face in shapes.shown_by[code]:
                held.setdefault(face, []).append(code)
                amount[face] = amount.get(face, 0) + n
        for shown in listed:
            if (floor is not None and shown < floor[0]) or shown[0] in taken:
                continue
            size = len(shown)
            if shapes.is_uniform(shown):
                # most faces are passed over here: there are not enough cards for them
                own = amount.get(shown[0], 0)
                if own >= naturals and own + wilds >= size:
                    yield from self._uniform_melds(shown, counts, naturals)
            elif sum([face not in held for face in shown]) <= min(wilds, size - naturals):
                options = [held.get(face, []) for face in shown]
                yield from self._ladders[i].melds(shown, options, counts, naturals, known)

    def _uniform_melds(self, shown: bytes, counts: Counter[int], naturals: int) -> Iterator[Made]:
        wilds = self._wilds
        good = [c for c in self._accepts[shown[0]] if c in counts]
        for cards in multisets(good, counts, len(shown)):
            if len(cards.translate(None, wilds)) >= naturals:
                yield cards, shown

    def _free_melds(self, i: int, hand: bytes, least: int, most: int) -> Iterator[Made]:
        spec = self.table.specs[i]
        useful = set[int]().union(*(self._accepts[f] for f in spec.table.numbers.values()))
        counts = Counter([c for c in hand if c in useful])
        for size in range(least, most + 1):
            for cards in multisets(sorted(counts), counts, size):
                if sum([self._natural[c] for c in cards]) >= spec.naturals:
                    yield from sorted(spec.table.arrange(cards), key=self.key)

    # -- whole lay-downs ------------------------------------------------------------------------

    def lay_downs(self, hand: bytes, *, extras: bool) -> Iterator[tuple[Made, ...]]:
        """Every lay-down that the hand holds, each once, in a fixed order."""
        joined = self.joined(hand, extras=extras)
        return self._lay_downs(hand, (), extras) if joined is None else iter(joined)

    def joined(self, hand: bytes, *, extras: bool, missed: Missed | None = None) -> Joined | None:
        """The same list, if melds can be listed once for the whole hand."""
        return Joined(self, hand, extras=extras, missed=missed) if self._joins else None

    def _lay_downs(
        self, hand: bytes, done: tuple[Made, ...], extras: bool
    ) -> Iterator[tuple[Made, ...]]:
        i = len(done)
        specs = self.table.specs
        later = sum([spec.size for spec in specs[i + 1 :]])
        most = len(hand) - later if extras else specs[i].size
        twin = self.twin_of[i]
        floor = self.key(done[twin]) if twin >= 0 else None
        if not self.can_go_on(i, hand, extras):
            return
        melds = self.melds(i, hand, specs[i].size, most, floor, self.taken(done))
        if i == len(specs) - 1:
            for made in melds:
                whole = (*done, made)
                if self.is_listed(whole):
                    yield whole
            return
        for made in melds:
            yield from self._lay_downs(subtract(hand, made[0]), (*done, made), extras)

    def groupings(self, cards: bytes) -> Iterator[tuple[Made, ...]]:
        """Every lay-down of exactly these cards, each once, in a fixed order."""
        return self._groupings(cards, ())

    def _groupings(self, cards: bytes, done: tuple[Made, ...]) -> Iterator[tuple[Made, ...]]:
        i = len(done)
        specs = self.table.specs
        spec = specs[i]
        twin = self.twin_of[i]
        floor = self.key(done[twin]) if twin >= 0 else None
        if self.one_face_each is not None:
            # so many different faces need as many melds
            faces = {self.one_face_each.get(c, -1) for c in cards if self._natural[c]}
            if len(faces) > len(specs) - i:
                return
        if i < len(specs) - 1:
            if not self.can_go_on(i, cards, True):
                return
            later = sum([spec.size for spec in specs[i + 1 :]])
            most, taken = len(cards) - later, self.taken(done)
            for made in self.melds(i, cards, spec.size, most, floor, taken):
                yield from self._groupings(subtract(cards, made[0]), (*done, made))
            return
        # the last meld takes all that is left
        if len(cards) < spec.size:
            return
        if sum([self._natural[c] for c in cards]) < spec.naturals:
            return
        for made in sorted(spec.table.arrange(cards), key=self.key):
            whole = (*done, made)
            if floor is not None and self.key(made) < floor:
                continue
            if self.is_listed(whole):
                yield whole

    def taken(self, done: Sequence[Made]) -> Collection[int]:
        """The faces with which no further meld may start."""
        return [face for _, shown in done for face in self._same_label[shown[0]]]

    def is_listed(self, melds: tuple[Made, ...]) -> bool:
        """Whether melds, each good in itself, are a lay-down in the order in which it is listed."""
        return self.allowed(melds) and not (self._mixed and self.in_order(melds) != melds)

    def must_check(self, extras: bool) -> bool:
        """Whether `is_listed` may say no where `taken` is heeded."""
        return not self._settled or (self._mixed if extras else self.mixed_at_least)

    def allowed(self, melds: Sequence[Made]) -> bool:
        """Whether melds, each good in itself, please the rules on the phase as a whole."""
        table = self.table
        if self.loose:
            return True
        if table.naturals:
            natural = self._natural
            if sum([natural[c] for cards, _ in melds for c in cards]) < table.naturals:
                return False
        faces = table.faces.faces
        return all(
            constraint.allows([tuple([faces[f] for f in shown]) for _, shown in melds])
            for constraint in table.phase.constraints
        )
