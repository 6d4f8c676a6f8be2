"""How many cards is a hand away from a phase?

The distance is the least number of further cards with which the hand holds the phase, the rules on
naturals respected. Further cards come from a *pool*: all cards of the deck that are not in the
hand and not known to be elsewhere.

The search goes through shapes as `search` does. A place that gets no natural of the hand *needs*
something: a wild of the hand, which is free, or a card of the pool, which costs one. Where the hand
has too few naturals for a meld, so many of its needs must be naturals of the pool. The cost of
a plan is then what a matching of needs to the hand's wilds leaves over.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from tenphase.solver.search import picks
from tenphase.solver.shapes import MANY, CardClasses, is_free
from tenphase.tables import match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenphase.solver.outlook import Reach
    from tenphase.solver.search import Search
    from tenphase.tables import SpecTable

__all__ = ["Distance"]

#: What a place needs: the face, and whether it must be a natural.
Need = tuple[int, bool]


class Distance:
    """Finds distances for one phase."""

    __slots__ = ("_deck", "_possible", "search")

    def __init__(self, search: Search) -> None:
        self.search = search
        deck = search.table.faces.deck
        #: the classes of the whole deck
        self._deck = _counted(search.classes, deck.full)
        #: whether the deck can complete the phase at all, once that is known
        self._possible: bool | None = None

    def distance(self, hand: bytes, pool: bytes | None) -> int | None:
        """The distance, or None if the pool (or the rest of the deck) cannot complete the phase."""
        search = self.search
        if any(is_free(spec) for spec in search.table.specs):
            return self._by_adding(hand, self._pool(hand, pool))
        if not self._can_be(hand, pool):
            return None
        attempt = self._attempt(hand, pool)
        far = attempt.lowest()
        # to look for a small distance is quick, since most of the search is cut off
        while not attempt.within(far):
            far += 1
        return far

    def within(self, hand: bytes, pool: bytes | None, limit: int) -> bool:
        """Whether the distance is no more than a limit."""
        if any(is_free(spec) for spec in self.search.table.specs):
            far = self._by_adding(hand, self._pool(hand, pool))
            return far is not None and far <= limit
        attempt = self._attempt(hand, pool)
        return attempt.lowest() <= limit and attempt.within(limit)

    def _can_be(self, hand: bytes, pool: bytes | None) -> bool:
        if pool is not None:
            return self.search.can_lay(bytes(sorted(hand + pool)), extras=True)
        if self._possible is None:
            self._possible = self.search.can_lay(self.search.table.faces.deck.full, extras=True)
        return self._possible

    def _pool(self, hand: bytes, pool: bytes | None) -> bytes:
        return self.search.table.faces.deck.rest(hand) if pool is None else pool

    def _attempt(self, hand: bytes, pool: bytes | None) -> _Cheapest:
        if pool is not None:
            return _Cheapest(self.search, hand, *_counted(self.search.classes, pool))
        naturals, wilds = self._deck
        attempt = _Cheapest(self.search, hand, naturals, list(wilds))
        attempt.pool_naturals = [n - held for n, held in zip(naturals, attempt.counts, strict=True)]
        for kind in attempt.wilds:
            if kind in attempt.pool_wilds:  # a hand may be asked about that the deck cannot have
                attempt.pool_wilds.remove(kind)
        return attempt

    def _by_adding(self, hand: bytes, pool: bytes) -> int | None:
        """Add one card, two cards ... until the hand holds the phase: for free kinds."""
        level = {hand}
        for added in range(self.search.table.size + len(hand) + 1):
            if any(self.search.can_lay(held, extras=True) for held in level):
                return added
            level = {
                bytes(sorted([*held, code]))
                for held in level
                for code in set(pool)
                if held.count(code) - hand.count(code) < pool.count(code)
            }
            if not level:
                break
        return None


class _Cheapest:
    """The search for a plan that costs no more than a limit."""

    __slots__ = (
        "classes", "counts", "found", "glance", "hard", "later", "limit", "needs", "plan",
        "pool_naturals", "pool_wilds", "reach", "search", "taken", "wilds",
    )  # fmt: skip

    def __init__(
        self, search: Search, hand: bytes, pool_naturals: list[int], pool_wilds: list[int]
    ) -> None:
        self.search = search
        self.classes = classes = search.classes
        self.counts, self.wilds = _counted(classes, hand)
        self.pool_naturals = pool_naturals
        self.pool_wilds = pool_wilds
        self.limit = 0
        self.found = False
        self.needs: list[Need] = []
        #: naturals of the hand in the melds so far
        self.taken = 0
        self.plan: list[bytes] = []
        self.glance = glance = search.outlook.glance(hand)
        #: by depth: all shapes, those with the fewest gaps first
        self.reach: list[list[Reach]] = []
        for i in search.order:
            spec = search.table.specs[i]
            self.reach.append(
                search.outlook.in_reach(i, spec.size, glance, spec.size, spec.size, 0)
            )
        #: by depth: the least number of needs that the melds from there on have, and the least
        #: number that no wild of the hand can meet
        self.later = [0] * (len(search.order) + 1)
        self.hard = [0] * (len(search.order) + 1)
        for depth in range(len(search.order) - 1, -1, -1):
            reach = self.reach[depth]
            self.later[depth] = self.later[depth + 1] + min(
                [gaps for gaps, _, _ in reach], default=MANY
            )
            self.hard[depth] = self.hard[depth + 1] + min(
                [hard for _, hard, _ in reach], default=MANY
            )

    def lowest(self) -> int:
        """A bound that no plan is below."""
        return max(self.hard[0], self.later[0] - len(self.wilds))

    def within(self, limit: int) -> bool:
        """Whether there is a plan that costs no more."""
        self.limit = limit + len(self.wilds)
        self._go(0)
        return self.found

    def _go(self, depth: int) -> None:
        """Try every shape and filling of the melds from here on, until a plan is found."""
        search = self.search
        if len(self.needs) + self.later[depth] > self.limit:
            return
        if depth == len(search.order):
            self._settle()
            return
        if depth > 1 and len(self.classes.wilds) > 1:
            options = [self._helpers(face, natural) for face, natural in self.needs]
            if len(options) - _most(options, len(self.wilds)) > self.limit - len(self.wilds):
                return
        i = search.order[depth]
        spec, shapes = search.table.specs[i], search.shapes[i]
        floor = self.plan[-1] if search.twins[depth] else b""
        most = spec.size
        if search.grow[i]:
            # a longer meld may hold more naturals, but no more cards than there are to be
            most = min(shapes.most, sum(self.counts) + self.limit - len(self.needs))
        for shown in self._shapes(depth, spec.size, most):
            if shown < floor:
                continue
            self.plan.append(shown)
            fill = self._uniform if shapes.is_uniform(shown) else self._ladder
            for _ in fill(depth, spec, shown):
                self._go(depth + 1)
                if self.found:
                    return
            self.plan.pop()

    def _shapes(self, depth: int, least: int, most: int) -> Iterator[bytes]:
        """The shapes to be tried for a meld, those with the fewest gaps first."""
        room = self.limit - self.later[depth + 1] - len(self.needs)
        hard_room = self.limit - len(self.wilds) - self.hard[depth + 1]
        for gaps, hard, shown in self.reach[depth]:
            if gaps > room:
                break
            if hard <= hard_room:
                yield shown
        i = self.search.order[depth]
        for size in range(least + 1, most + 1):
            for _, _, shown in self.search.outlook.in_reach(
                i, size, self.glance, room, hard_room, 0
            ):
                yield shown

    def _uniform(self, depth: int, spec: SpecTable, shown: bytes) -> Iterator[None]:
        counts, demand = self.counts, self.search.demand[depth]
        size, face = len(shown), shown[0]
        accepted = self.classes.of_face[face]
        held = sum([counts[c] for c in accepted])
        taken: list[int] = []
        for c in accepted:
            taken += [c] * min(counts[c] - demand[c], size - len(taken))
        for c in taken:
            counts[c] -= 1
        rest = [c for c in accepted if counts[c]]
        room = self.limit - self.later[depth + 1] - len(self.needs)
        for more in range(min(size, held) - len(taken), -1, -1):
            n = len(taken) + more
            lack = size - n
            if lack > room:
                break
            must = min(lack, max(0, spec.naturals - n))
            wanted = [(face, True)] * must + [(face, False)] * (lack - must)
            self.needs += wanted
            self.taken += n
            for chosen in picks(rest, counts, more):
                for c in chosen:
                    counts[c] -= 1
                yield
                for c in chosen:
                    counts[c] += 1
            self.taken -= n
            del self.needs[len(self.needs) - lack :]
        for c in taken:
            counts[c] += 1

    def _ladder(self, depth: int, spec: SpecTable, shown: bytes) -> Iterator[None]:
        counts = self.counts
        choices = self.search.choices(depth, shown, counts)
        size = len(shown)
        filled: list[int] = []
        room = self.limit - self.later[depth + 1] - len(self.needs)

        def fill(place: int, lack: int) -> Iterator[None]:
            if lack > room:
                return
            if place < size:
                for c in choices[place]:
                    if c < 0 or counts[c]:
                        if c >= 0:
                            counts[c] -= 1
                        filled.append(c)
                        yield from fill(place + 1, lack + (c < 0))
                        filled.pop()
                        if c >= 0:
                            counts[c] += 1
                return
            n = size - lack
            open_faces = [face for face, c in zip(shown, filled, strict=True) if c < 0]
            must = min(lack, max(0, spec.naturals - n))
            self.taken += n
            for forced in combinations(range(lack), must):
                self.needs += [(face, at in forced) for at, face in enumerate(open_faces)]
                yield
                del self.needs[len(self.needs) - lack :]
            self.taken -= n

        yield from fill(0, 0)

    def _helpers(self, face: int, natural: bool) -> list[int]:
        """The wilds of the hand that meet a need."""
        if natural:
            return []
        mask = self.classes.wild_faces[face]
        return [w for w, kind in enumerate(self.wilds) if mask >> kind & 1]

    def _settle(self) -> None:
        """See whether the plan costs no more than the limit and the pool can pay for it."""
        needs, table = self.needs, self.search.table
        if table.phase.constraints and not self._allowed():
            return
        options = [self._helpers(face, natural) for face, natural in needs]
        limit = self.limit - len(self.wilds)
        # the rule on the whole phase may ask for more naturals: try which needs they meet
        missing = max(0, table.naturals - self.taken)
        for must in combinations(range(len(needs)), missing):
            mine = options
            if must:
                mine = [[] if at in must else spots for at, spots in enumerate(options)]
            cost = len(needs) - _most(mine, len(self.wilds))
            if cost <= limit and self._can_pay(mine, must):
                self.found = True
                return

    def _allowed(self) -> bool:
        search = self.search
        shown = dict(zip(search.order, self.plan, strict=True))
        faces = search.table.faces.faces
        melds = [tuple([faces[f] for f in shown[i]]) for i in range(len(shown))]
        return all(constraint.allows(melds) for constraint in search.table.phase.constraints)

    def _can_pay(self, options: list[list[int]], must: tuple[int, ...]) -> bool:
        """Whether the pool has a card for each need that no wild of the hand meets.

        The wilds that were used for as many needs as possible stay in use when further needs
        are matched to the pool, so this does not change the cost.
        """
        if self._plenty():
            return True
        classes = self.classes
        own = len(self.wilds)
        naturals = [
            c for c, n in enumerate(self.pool_naturals) for _ in range(min(n, len(options)))
        ]
        full = []
        for at, ((face, natural), mine) in enumerate(zip(self.needs, options, strict=True)):
            spots = list(mine)
            spots += [own + u for u, c in enumerate(naturals) if c in classes.of_face[face]]
            if not natural and at not in must:
                first = own + len(naturals)
                mask = classes.wild_faces[face]
                spots += [first + u for u, kind in enumerate(self.pool_wilds) if mask >> kind & 1]
            full.append(spots)
        return match(full, own + len(naturals) + len(self.pool_wilds)) is not None

    def _plenty(self) -> bool:
        """Whether the pool has more than enough naturals of every face needed."""
        of_face, pool, naturals = self.classes.of_face, self.pool_naturals, self.classes.naturals
        used = Counter([face for face, _ in self.needs])
        for face, n in used.items():
            held = sum([pool[c] for c in of_face[face]])
            shared = any(len(naturals[c]) > 1 for c in of_face[face])
            if held < (len(self.needs) if shared else n):
                return False
        return True


def _counted(classes: CardClasses, cards: bytes) -> tuple[list[int], list[int]]:
    """How many cards of each natural class there are, and a wild class for each wild."""
    counts = [0] * len(classes.naturals)
    wilds: list[int] = []
    for code in cards:
        kind = classes.of_card[code]
        if kind >= 0:
            counts[kind] += 1
        elif kind < -1:
            wilds.append(-2 - kind)
    return counts, wilds


def _most(options: list[list[int]], places: int) -> int:
    """How many of the items can have a place of their own."""
    holder = [-1] * places

    def settle(item: int, seen: set[int]) -> bool:
        for spot in options[item]:
            if spot not in seen:
                seen.add(spot)
                if holder[spot] < 0 or settle(holder[spot], seen):
                    holder[spot] = item
                    return True
        return False

    return sum([settle(item, set()) for item in range(len(options))])
