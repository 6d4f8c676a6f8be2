"""Checking a grouped lay-down: is it the phase, and how do its cards lie?

Groups and cards may come in any order. Each meld of the phase has a `_Reader`, which lists what a
group of cards can be as that meld; for sets, colour groups and runs with full wilds it does so
with a few operations on `bytes`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations
from typing import TYPE_CHECKING

from tenphase.cards import ONE
from tenphase.solver.refusal import Refusal, undeclared, why_no_meld
from tenphase.solver.shapes import is_free, same_specs

if TYPE_CHECKING:
    from tenphase.solver.spell import Spelling
    from tenphase.tables import Made, PhaseTable, SpecTable

__all__ = ["Checker", "Group"]

#: A group of cards as a player gives it: codes in any order, and what each stands for or None.
Group = tuple[bytes, Sequence[int | None]]

NOWHERE = 255


class Checker:
    """Checks grouped lay-downs for one phase."""

    __slots__ = ("_readers", "_single", "_spelling", "table")

    def __init__(self, table: PhaseTable, spelling: Spelling) -> None:
        self.table = table
        self._spelling = spelling
        readers: list[_Reader] = []
        for spec in table.specs:
            twin = next((r for r in readers if same_specs(r.spec, spec)), None)
            readers.append(twin or _Reader(spec))
        #: one a meld of the phase; equal melds share theirs
        self._readers = readers
        #: whether all melds ask for the same
        self._single = all(reader is readers[0] for reader in readers)

    def check(self, melds: Sequence[Group], extras: bool) -> tuple[Made, ...] | Refusal:
        """The melds in the phase's order as they come to lie, or why not."""
        readers = self._readers
        if len(melds) != len(readers):
            return self._wrong_number(melds)
        if self._single:
            reader = readers[0]
            ways = [reader.read(cards, declared, extras) for cards, declared in melds]
            orders = [ways] if all(ways) else []
        else:
            orders = self._orders(melds, extras)
        if not orders:
            return self._diagnose(melds, extras)
        found = self._spelling.in_order([ways[0] for ways in orders[0]])
        if len(orders) == 1 and all(len(ways) == 1 for ways in orders[0]):
            if self._spelling.allowed(found):
                return found
            return self._not_together(found)
        return self._choose(orders, melds)

    def _orders(self, melds: Sequence[Group], extras: bool) -> list[list[list[Made]]]:
        """For each order of the groups that fits the phase: by meld, what its group can be."""
        readers = self._readers
        known: dict[tuple[int, int], list[Made]] = {}

        def fit(group: int, reader: _Reader) -> list[Made]:
            key = (group, id(reader))
            ways = known.get(key)
            if ways is None:
                cards, declared = melds[group]
                ways = known[key] = reader.read(cards, declared, extras)
            return ways

        found = []
        for order in permutations(range(len(readers))):
            if any(
                a > b and readers[i] is readers[i + 1] for i, (a, b) in enumerate(pairwise(order))
            ):
                continue
            ways = []
            for group, reader in zip(order, readers, strict=True):
                fits = fit(group, reader)
                if not fits:
                    break
                ways.append(fits)
            else:
                found.append(ways)
        return found

    def _choose(
        self, orders: list[list[list[Made]]], melds: Sequence[Group]
    ) -> tuple[Made, ...] | Refusal:
        """The one lay-down that is allowed, if it is one."""
        found: list[tuple[Made, ...]] = []
        refused: tuple[Made, ...] = ()
        for ways in orders:
            for choice in _product(ways):
                made = self._spelling.in_order(choice)
                if not self._spelling.allowed(made):
                    refused = made
                elif made not in found:
                    found.append(made)
                if len(found) == 2:
                    return self._ambiguous(found, melds)
        return found[0] if found else self._not_together(refused)

    def _ambiguous(self, found: list[tuple[Made, ...]], melds: Sequence[Group]) -> Refusal:
        one, other = found
        for i, (first, second) in enumerate(zip(one, other, strict=True)):
            if first != second:
                codes = sorted(first[0])
                group = next((g for g, m in enumerate(melds) if sorted(m[0]) == codes), i)
                table = self.table.specs[i].table
                return undeclared(table, [first[1], second[1]], group, melds[group][0])
        raise AssertionError("two different lay-downs differ somewhere")

    def _not_together(self, made: tuple[Made, ...]) -> Refusal:
        """Each meld is good, but not all of them together."""
        table = self.table
        natural = table.faces.deck.kinds
        naturals = sum([natural[c].is_natural for cards, _ in made for c in cards])
        if naturals < table.naturals:
            return Refusal(
                "no-natural",
                f"a lay-down needs at least {table.naturals} natural cards, here are {naturals}",
            )
        titles = ", ".join(constraint.title for constraint in table.phase.constraints)
        return Refusal("melds-alike", f"the melds of this phase must be {titles}")

    def _wrong_number(self, melds: Sequence[Group]) -> Refusal:
        wanted = len(self._readers)
        what = self.table.phase.describe()
        if len(melds) < wanted:
            return Refusal(
                "incomplete-phase", f"the whole phase must be laid ({what}), not a part of it"
            )
        return Refusal(
            "extra-meld",
            f"the phase is exactly {what}; a further meld is not part of it",
            meld=wanted,
            cards=bytes(melds[wanted][0]),
        )

    def _diagnose(self, melds: Sequence[Group], extras: bool) -> Refusal:
        """The first thing wrong in the order of the groups that fits best."""
        specs = self.table.specs
        why = {
            (g, i): why_no_meld(spec, cards, declared, extras=extras, meld=g)
            for g, (cards, declared) in enumerate(melds)
            for i, spec in enumerate(specs)
        }
        best = min(
            permutations(range(len(specs))),
            key=lambda order: sum([why[g, i] is not None for i, g in enumerate(order)]),
        )
        wrong = [refusal for i, g in enumerate(best) if (refusal := why[g, i]) is not None]
        return min(wrong, key=lambda refusal: refusal.meld or 0)


def _product(ways: list[list[Made]]) -> Iterator[list[Made]]:
    if not ways:
        yield []
        return
    for made in ways[0]:
        for rest in _product(ways[1:]):
            yield [made, *rest]


class _Reader:
    """Lists what a group of cards can be as one meld of a phase."""

    __slots__ = ("_face_of", "_natural_codes", "_place_of", "_steps", "_wild_codes", "spec")

    def __init__(self, spec: SpecTable) -> None:
        self.spec = spec
        table = spec.table
        deck, accepts = table.deck, table.faces.accepts
        faces = [*table.uniforms, *(f for steps, _ in table.ladders for f in steps)]
        wilds = [c for c, card in enumerate(deck.kinds) if card.is_wild]
        self._wild_codes = bytes(wilds)
        self._natural_codes = bytes([c for c, card in enumerate(deck.kinds) if card.is_natural])
        full = all(w in accepts[f] for w in wilds for f in faces)
        met = [sum(c in accepts[f] for f in faces) for c in self._natural_codes]
        plain = not is_free(spec) and full and max(met, default=0) <= 1
        #: for plain uniform melds, by card code: the face
        self._face_of: bytes | None = None
        #: for plain ladders, by card code: the place on it
        self._place_of: bytes | None = None
        self._steps = b""
        if plain and not table.ladders:
            self._face_of = _by_code(accepts, self._natural_codes, table.uniforms, table.uniforms)
        elif plain and not table.uniforms and len(table.ladders) == 1 and not table.ladders[0][1]:
            self._steps = table.ladders[0][0]
            self._place_of = _by_code(
                accepts, self._natural_codes, self._steps, range(len(self._steps))
            )

    def read(self, cards: bytes, declared: Sequence[int | None], extras: bool) -> list[Made]:
        """Every meld that the group can be; empty if it is none."""
        size = len(cards)
        least = self.spec.size
        if size < least or (size > least and not extras):
            return []
        naturals = len(cards.translate(None, self._wild_codes))
        if naturals < self.spec.naturals:
            return []
        if naturals:
            if self._face_of is not None:
                return self._read_uniform(cards, declared)
            if self._place_of is not None:
                return self._read_ladder(cards, declared)
        return self.spec.table.arrange(cards, declared)

    def _read_uniform(self, cards: bytes, declared: Sequence[int | None]) -> list[Made]:
        assert self._face_of is not None
        shown = cards.translate(self._face_of, self._wild_codes)
        face = shown[0]
        if face == NOWHERE or shown.count(face) != len(shown):
            return []
        if declared.count(None) != len(declared) and any(
            want not in (None, face) for want in declared
        ):
            return []
        return [(bytes(sorted(cards)), ONE[face] * len(cards))]

    def _read_ladder(self, cards: bytes, declared: Sequence[int | None]) -> list[Made]:
        assert self._place_of is not None
        steps = self._steps
        size = len(cards)
        places = cards.translate(self._place_of, self._wild_codes)
        if declared.count(None) != len(declared):
            known = bytearray()
            for code, want in zip(cards, declared, strict=True):
                place = self._place_of[code]
                if want is not None:
                    said = steps.find(want)
                    if said < 0 or place not in (said, NOWHERE):
                        return []
                    known.append(said)
                elif code not in self._wild_codes:
                    known.append(place)
            places = bytes(known)
        low, high = min(places), max(places)
        if high - low >= size or high == NOWHERE or len(set(places)) != len(places):
            return []
        wilds = cards.translate(None, self._natural_codes)
        if len(wilds) > 1 and wilds.count(wilds[0]) != len(wilds):
            wilds = bytes(sorted(wilds))
        first, last = max(0, high - size + 1), min(low, len(steps) - size)
        at = self._place_of
        found = []
        for start in range(first, last + 1):
            row = bytearray([NOWHERE]) * size
            for code in cards:
                place = at[code]
                if place != NOWHERE:
                    row[place - start] = code
            for wild in wilds:
                row[row.index(NOWHERE)] = wild
            found.append((bytes(row), steps[start : start + size]))
        return found


def _by_code(
    accepts: Sequence[bytes], naturals: bytes, faces: Sequence[int], values: Sequence[int]
) -> bytes:
    """By card code: the value of the face that the natural shows, or `NOWHERE`."""
    values_by_code = bytearray([NOWHERE]) * 256
    for face, value in zip(faces, values, strict=True):
        for code in accepts[face]:
            if code in naturals:
                values_by_code[code] = value
    return bytes(values_by_code)
