"""Checking a grouped lay-down: is it the phase, and how do its cards lie?

Groups and cards may come in any order. Each meld of the phase has a `Reader`, which lists what a
group of cards can be as that meld.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations
from typing import TYPE_CHECKING, Protocol

from tenphase.solver.readers import Reader, exclusive, reader_for
from tenphase.solver.refusal import Refusal, undeclared, why_no_meld
from tenphase.solver.shapes import same_specs

if TYPE_CHECKING:
    from tenphase.solver.spell import Spelling
    from tenphase.tables import Made, PhaseTable

__all__ = ["Check", "Checker", "Group"]

#: By meld: what its group of cards can be.
Ways = list["Sequence[Made]"]

#: A group of cards as a player gives it: codes in any order, and what each stands for; None for
#: every natural card, and for a wild that is not declared.
Group = tuple[bytes, Sequence[int | None]]


class Check(Protocol):
    """How a grouped lay-down comes to lie, in the phase's order, or why it is none.

    Groups and their cards may come in any order; without `extras` only the least sizes are good.
    """

    def __call__(  # noqa: D102 -- the class says it
        self, melds: Sequence[Group], extras: bool = True
    ) -> tuple[Made, ...] | Refusal: ...


class Checker:
    """Checks grouped lay-downs for one phase."""

    __slots__ = ("_exclusive", "_readers", "_single", "_spelling", "check", "table")

    def __init__(self, table: PhaseTable, spelling: Spelling) -> None:
        self.table = table
        self._spelling = spelling
        readers: list[Reader] = []
        for spec in table.specs:
            twin = next((r for r in readers if same_specs(r.spec, spec)), None)
            readers.append(twin or reader_for(spec))
        #: one a meld of the phase; equal melds share theirs
        self._readers = readers
        #: whether all melds ask for the same
        self._single = all(reader is readers[0] for reader in readers)
        #: whether two natural cards cannot be part of one meld as well as of the other
        self._exclusive = len(readers) == 2 and exclusive(readers[0], readers[1])
        self.check: Check = self._check
        if spelling.loose and len(readers) == 1:
            self.check = self._check_one
        elif spelling.loose and len(readers) == 2 and self._single:
            self.check = self._check_twins
        elif spelling.loose and self._exclusive:
            self.check = self._check_set_and_run

    def _check_one(self, melds: Sequence[Group], extras: bool = True) -> tuple[Made, ...] | Refusal:
        """The answer for a phase of one meld."""
        if len(melds) == 1:
            cards, declared = melds[0]
            a = self._readers[0].read(cards, declared, extras)
            if len(a) == 1:
                return (a[0],)
            if not a:
                return Refusal.later(self._diagnose, tuple(melds), extras)
        return self._check(melds, extras)

    def _check_twins(
        self, melds: Sequence[Group], extras: bool = True
    ) -> tuple[Made, ...] | Refusal:
        """The answer for two melds that ask for the same."""
        if len(melds) == 2:
            reader = self._readers[0]
            (one, said_one), (two, said_two) = melds
            a = reader.read(one, said_one, extras)
            b = reader.read(two, said_two, extras) if a else a
            if not b:
                return Refusal.later(self._diagnose, tuple(melds), extras)
            if len(a) == 1 and len(b) == 1:
                return (b[0], a[0]) if self._spelling.before(b[0], a[0]) else (a[0], b[0])
        return self._check(melds, extras)

    def _check_set_and_run(
        self, melds: Sequence[Group], extras: bool = True
    ) -> tuple[Made, ...] | Refusal:
        """The answer for a set and a run: two naturals of the one are never part of the other."""
        if len(melds) == 2:
            first, second = self._readers
            (one, said_one), (two, said_two) = melds
            a = first.read(one, said_one, extras)
            if not a:
                a = first.read(two, said_two, extras)
                b = second.read(one, said_one, extras) if a else a
            elif len(one.translate(None, first.wilds)) < 2:
                return self._check(melds, extras)
            else:
                b = second.read(two, said_two, extras)
            if not b:
                return Refusal.later(self._diagnose, tuple(melds), extras)
            if len(a) == 1 and len(b) == 1:
                return a[0], b[0]
        return self._check(melds, extras)

    def _check(self, melds: Sequence[Group], extras: bool = True) -> tuple[Made, ...] | Refusal:
        """The answer for any phase."""
        readers = self._readers
        if len(melds) != len(readers):
            return self._wrong_number(melds)
        orders: list[Ways]
        if self._single:
            reader = readers[0]
            ways = [reader.read(cards, declared, extras) for cards, declared in melds]
            orders = [ways] if all(ways) else []
        elif len(readers) == 2:
            orders = self._two_orders(melds, extras)
        else:
            orders = self._orders(melds, extras)
        if not orders:
            # groups are not copied; the reason is worked out when somebody reads it
            return Refusal.later(self._diagnose, tuple(melds), extras)
        if len(orders) == 1 and all(len(way) == 1 for way in orders[0]):
            ordered = self._spelling.in_order([way[0] for way in orders[0]])
            if self._spelling.allowed(ordered):
                return ordered
            return self._not_together(ordered)
        return self._choose(orders, melds)

    def _two_orders(self, melds: Sequence[Group], extras: bool) -> list[Ways]:
        """As `_orders`, for two melds that ask for different things."""
        first, second = self._readers
        (one, said_one), (two, said_two) = melds
        found = []
        a = first.read(one, said_one, extras)
        if a:
            b = second.read(two, said_two, extras)
            if b:
                found.append([a, b])
                if self._exclusive and len(one.translate(None, first.wilds)) > 1:
                    return found
        a = first.read(two, said_two, extras)
        if a:
            b = second.read(one, said_one, extras)
            if b:
                found.append([a, b])
        return found

    def _orders(self, melds: Sequence[Group], extras: bool) -> list[Ways]:
        """For each order of the groups that fits the phase: by meld, what its group can be."""
        readers = self._readers
        known: dict[tuple[int, int], Sequence[Made]] = {}

        def fit(group: int, reader: Reader) -> Sequence[Made]:
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

    def _choose(self, orders: list[Ways], melds: Sequence[Group]) -> tuple[Made, ...] | Refusal:
        """The one lay-down that is allowed, if it is one.

        Where groups could change places, the order in which they are written decides.
        """
        refused: tuple[Made, ...] = ()
        for ways in orders:
            found: list[tuple[Made, ...]] = []
            for choice in _product(ways):
                made = self._spelling.in_order(choice)
                if not self._spelling.allowed(made):
                    refused = made
                elif made not in found:
                    found.append(made)
                if len(found) == 2:
                    return Refusal.later(self._ambiguous, found, tuple(melds))
            if found:
                return found[0]
        return self._not_together(refused)

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


def _product(ways: Ways) -> Iterator[list[Made]]:
    if not ways:
        yield []
        return
    for made in ways[0]:
        for rest in _product(ways[1:]):
            yield [made, *rest]
