"""The exact search: every phase, every kind of wild, every rule on naturals.

It chooses a shape for each meld of the phase, one after the other, and says for each place of the
shape whether a natural or a wild lies there. Which wild is left open: the faces that wilds have to
show are collected, and a matching tells whether the wilds of the hand can show them. So the only
choices are shapes, and naturals given up because a later meld needs them.

A natural is *free* when no later meld can use it, or when the hand holds enough for all later
melds. Taking free naturals is never wrong, so the search branches on the others only. For
the last meld all naturals are free.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tenphase.solver.outlook import Outlook, Reach
from tenphase.solver.shapes import (
    MANY,
    CardClasses,
    SpecShapes,
    is_free,
    may_grow,
    same_specs,
)
from tenphase.solver.spell import Spelling, subtract
from tenphase.tables import Made, PhaseTable, SpecTable, match

if TYPE_CHECKING:
    from tenphase.melds import Face

__all__ = ["LayDownMade", "Search"]

#: A lay-down that some cards make: one meld for each of the phase, in the phase's order.
LayDownMade = tuple[Made, ...]

#: By meld: the shape, and by place a natural class or -1 for a wild.
Plan = list[tuple[bytes, list[int]]]


class Search:
    """Finds a lay-down for one phase, whatever its melds and the deck's wilds."""

    __slots__ = (
        "_free",
        "_spelling",
        "classes",
        "demand",
        "grow",
        "order",
        "outlook",
        "shapes",
        "sizes_matter",
        "table",
        "twins",
    )  # fmt: skip

    def __init__(self, table: PhaseTable) -> None:
        self.table = table
        self.shapes = [SpecShapes(spec) for spec in table.specs]
        self.classes = classes = CardClasses(table)
        self._spelling = Spelling(table)
        self.outlook = Outlook(table, self.shapes)
        self._free = [i for i, spec in enumerate(table.specs) if is_free(spec)]
        self.grow = may_grow(table)
        self.sizes_matter = any(self.grow)

        def spread(i: int) -> tuple[float, bool, int, int]:
            spec = table.specs[i]
            faces = {*spec.table.uniforms, *(f for steps, _ in spec.table.ladders for f in steps)}
            classes_a_face = sum(len(classes.of_face[f]) for f in faces) / len(faces)
            first = next(j for j, s in enumerate(table.specs) if same_specs(s, spec))
            return (classes_a_face, bool(spec.table.ladders), -spec.size, first)

        #: melds whose faces leave little choice of cards come first, the greedy one comes last
        self.order = sorted((i for i in range(len(table.specs)) if i not in self._free), key=spread)
        self.twins = [
            depth > 0 and same_specs(table.specs[self.order[depth - 1]], table.specs[i])
            for depth, i in enumerate(self.order)
        ]
        #: by depth and natural class: how many of it the later melds can use at most
        self.demand = [
            [
                sum(self.use(table.specs[i], c) for i in self.order[depth + 1 :])
                for c in range(len(classes.naturals))
            ]
            for depth in range(len(self.order))
        ]

    def use(self, spec: SpecTable, natural: int) -> int:
        """How many cards of a natural class one meld can use at most."""
        good = self.classes.naturals[natural]
        most = 0
        if any(face in good for face in spec.table.uniforms):
            most = MANY if self.sizes_matter else spec.size
        for steps, _ in spec.table.ladders:
            most = max(most, sum(face in good for face in steps))
        return most

    def choices(self, depth: int, shown: bytes, counts: list[int]) -> list[tuple[int, ...]]:
        """By place of a stretch: the one natural class that is free, or all there are, and -1."""
        of_face, demand = self.classes.of_face, self.demand[depth]
        found: list[tuple[int, ...]] = []
        for face in shown:
            held = tuple([c for c in of_face[face] if counts[c]])
            for c in held:
                places = sum([c in of_face[other] for other in shown])
                if counts[c] >= demand[c] + places:
                    held = (c,)
                    break
            else:
                held = (*held, -1)
            found.append(held)
        return found

    # -- questions ----------------------------------------------------------------------------

    def can_lay(self, hand: bytes, *, extras: bool) -> bool:
        """Whether the hand holds the phase."""
        return next(self._solve(hand, extras), None) is not None

    def find(self, hand: bytes, *, extras: bool) -> LayDownMade | None:
        """Some lay-down, of the least size where there is one."""
        return next(self._solve(hand, extras), None)

    def _solve(self, hand: bytes, extras: bool) -> Iterator[LayDownMade]:
        if len(hand) < self.table.size:
            return
        yield from self._with_free(hand, 0, {}, False)
        if extras and self.sizes_matter:
            yield from self._with_free(hand, 0, {}, True)

    def _with_free(
        self, hand: bytes, done: int, fixed: dict[int, Made], longer: bool
    ) -> Iterator[LayDownMade]:
        """Settle the melds of free kinds first, then let an `_Attempt` do the others."""
        if done == len(self._free):
            reach = self._reach(hand, longer)
            if len(reach) == len(self.order):
                for plan in _Attempt(self, hand, fixed, reach).plans(0):
                    yield self._lay(hand, fixed, plan)
            return
        i = self._free[done]
        spec = self.table.specs[i]
        most = len(hand) if longer else spec.size
        for made in self._spelling.melds(i, hand, spec.size, most):
            yield from self._with_free(
                subtract(hand, made[0]), done + 1, {**fixed, i: made}, longer
            )

    def _reach(self, hand: bytes, longer: bool) -> list[list[Reach]]:
        """By depth: the shapes in reach; shorter than the phase if some meld has none."""
        glance = self.outlook.glance(hand)
        left = glance.wilds
        found: list[list[Reach]] = []
        for depth, i in enumerate(self.order):
            spec = self.table.specs[i]
            if self.twins[depth]:
                reach = found[-1]
            else:
                reach = self.outlook.in_reach(i, spec.size, glance, left, 0, spec.naturals)
                if longer and self.grow[i]:
                    room = len(hand) - sum([s.size for s in self.table.specs]) + spec.size
                    for size in range(spec.size + 1, min(room, self.shapes[i].most) + 1):
                        reach += self.outlook.in_reach(i, size, glance, left, 0, spec.naturals)
            least = min([gaps for gaps, _, _ in reach], default=left + 1)
            if least > left:
                return []
            left -= least
            found.append(reach)
        return found

    def _lay(self, hand: bytes, fixed: dict[int, Made], plan: Plan) -> LayDownMade:
        """Concrete cards for a plan, the lowest codes of each class; `hand` is what is free."""
        classes = self.classes
        naturals: dict[int, list[int]] = {}
        wilds: list[int] = []
        for code in hand:
            kind = classes.of_card[code]
            if kind >= 0:
                naturals.setdefault(kind, []).append(code)
            elif kind < -1:
                wilds.append(code)
        accepts = self.table.faces.accepts
        wanted = [
            shown[place]
            for shown, filled in plan
            for place, natural in enumerate(filled)
            if natural < 0
        ]
        spots = [[w for w, code in enumerate(wilds) if code in accepts[face]] for face in wanted]
        chosen = match(spots, len(wilds))
        assert chosen is not None
        taken = iter([wilds[w] for w in chosen])
        melds = dict(fixed)
        for depth, (shown, filled) in enumerate(plan):
            cards = [naturals[c].pop(0) if c >= 0 else next(taken) for c in filled]
            melds[self.order[depth]] = self._spelling.made(bytes(cards), shown)
        return self._spelling.in_order([melds[i] for i in range(len(melds))])


class _Attempt:
    """One search through one hand: counts of its classes, and what the wilds must show so far."""

    __slots__ = (
        "budget", "counts", "fixed", "later", "naturals", "needs", "plan", "reach", "search",
        "sizes", "wilds",
    )  # fmt: skip

    def __init__(
        self, search: Search, hand: bytes, fixed: dict[int, Made], reach: list[list[Reach]]
    ) -> None:
        self.search = search
        self.fixed = fixed
        #: by depth: the shapes in reach
        self.reach = reach
        #: by depth: the least number of gaps that the melds from there on have
        self.later = [0] * (len(search.order) + 1)
        for depth in range(len(reach) - 1, -1, -1):
            least = min([gaps for gaps, _, _ in reach[depth]])
            self.later[depth] = self.later[depth + 1] + least
        classes = search.classes
        self.counts = [0] * len(classes.naturals)
        #: one wild class for each wild of the hand
        self.wilds: list[int] = []
        for code in hand:
            kind = classes.of_card[code]
            if kind >= 0:
                self.counts[kind] += 1
            elif kind < -1:
                self.wilds.append(-2 - kind)
        self.budget = len(self.wilds)
        #: the faces that wilds have to show
        self.needs: list[int] = []
        self.plan: Plan = []
        is_natural = [card.is_natural for card in search.table.faces.deck.kinds]
        self.naturals = sum(is_natural[c] for made in fixed.values() for c in made[0])

    def plans(self, depth: int) -> Iterator[Plan]:
        """Every way to go on from this meld that the hand allows."""
        search = self.search
        if depth == len(search.order):
            if self._allowed():
                yield self.plan
            return
        spec = search.table.specs[search.order[depth]]
        shapes = search.shapes[search.order[depth]]
        floor = self.plan[-1][0] if search.twins[depth] else b""
        room = self.budget - len(self.needs) - self.later[depth + 1]
        for gaps, _, shown in self.reach[depth]:
            if gaps > room or shown < floor:
                continue
            fill = self._uniform if shapes.is_uniform(shown) else self._ladder
            for filled in fill(depth, spec, shown):
                self.plan.append((shown, filled))
                yield from self.plans(depth + 1)
                self.plan.pop()

    def _allowed(self) -> bool:
        """Whether the chosen melds please the rules on the phase as a whole."""
        search = self.search
        if self.naturals < search.table.naturals:
            return False
        constraints = search.table.phase.constraints
        if not constraints:
            return True
        shown = {i: made[1] for i, made in self.fixed.items()}
        for depth, (faces, _) in enumerate(self.plan):
            shown[search.order[depth]] = faces
        all_faces = search.table.faces.faces
        melds: list[tuple[Face, ...]] = [
            tuple([all_faces[f] for f in shown[i]]) for i in range(len(shown))
        ]
        return all(constraint.allows(melds) for constraint in constraints)

    def _wilds_fit(self, faces: list[int]) -> bool:
        """Whether the wilds can show these faces besides what they have to show already."""
        needs = self.needs + faces
        if len(needs) > self.budget:
            return False
        classes = self.search.classes
        masks = [classes.wild_faces[face] for face in needs]
        if len(classes.wilds) == 1:
            return all(masks)
        options = [[w for w, kind in enumerate(self.wilds) if mask >> kind & 1] for mask in masks]
        return match(options, self.budget) is not None

    def _uniform(self, depth: int, spec: SpecTable, shown: bytes) -> Iterator[list[int]]:
        """The ways to fill a meld whose places are alike."""
        counts, demand = self.counts, self.search.demand[depth]
        size, face = len(shown), shown[0]
        accepted = self.search.classes.of_face[face]
        held = sum([counts[c] for c in accepted])
        least = max(spec.naturals, size - self.budget + len(self.needs))
        if min(held, size) < least:
            return
        taken: list[int] = []
        for c in accepted:
            free = min(counts[c] - demand[c], size - len(taken))
            taken += [c] * free
        for c in taken:
            counts[c] -= 1
        rest = [c for c in accepted if counts[c]]
        room = min(size - len(taken), held - len(taken))
        for more in range(room, max(0, least - len(taken)) - 1, -1):
            wanted = [face] * (size - len(taken) - more)
            if not self._wilds_fit(wanted):
                continue
            self.needs += wanted
            self.naturals += len(taken) + more
            for chosen in picks(rest, counts, more):
                for c in chosen:
                    counts[c] -= 1
                yield taken + chosen + [-1] * len(wanted)
                for c in chosen:
                    counts[c] += 1
            self.naturals -= len(taken) + more
            del self.needs[len(self.needs) - len(wanted) :]
        for c in taken:
            counts[c] += 1

    def _ladder(self, depth: int, spec: SpecTable, shown: bytes) -> Iterator[list[int]]:
        """The ways to fill a stretch of a ladder."""
        counts = self.counts
        size = len(shown)
        least = max(spec.naturals, size - self.budget + len(self.needs))
        choices = self.search.choices(depth, shown, counts)
        in_reach = sum([held[0] >= 0 for held in choices])
        if in_reach < least:
            return
        filled: list[int] = []

        def fill(place: int, wilds: int) -> Iterator[list[int]]:
            if size - wilds < least:
                return
            if place == size:
                wanted = [face for face, c in zip(shown, filled, strict=True) if c < 0]
                if self._wilds_fit(wanted):
                    self.needs += wanted
                    self.naturals += size - wilds
                    yield filled.copy()
                    self.naturals -= size - wilds
                    del self.needs[len(self.needs) - len(wanted) :]
                return
            for c in choices[place]:
                if c < 0:
                    filled.append(c)
                    yield from fill(place + 1, wilds + 1)
                    filled.pop()
                elif counts[c]:
                    counts[c] -= 1
                    filled.append(c)
                    yield from fill(place + 1, wilds)
                    filled.pop()
                    counts[c] += 1

        yield from fill(0, 0)


def picks(classes: list[int], counts: list[int], size: int) -> Iterator[list[int]]:
    """Every multiset of so many cards of these classes."""
    if size == 0:
        yield []
        return
    if not classes:
        return
    first, rest = classes[0], classes[1:]
    for n in range(min(size, counts[first]), -1, -1):
        for more in picks(rest, counts, size - n):
            yield [first] * n + more
