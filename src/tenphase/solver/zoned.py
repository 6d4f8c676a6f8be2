"""Quick distances where the tables of `quick` do not fit: wilds that show only some faces.

Two sorts of phases: one or two melds of like cards, or any number of pairs; and a run, alone or
with a set. `zones` says what a plan costs. A hand from which no card is missing can lay the phase.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from tenphase.cards import ONE
from tenphase.solver.shapes import is_free
from tenphase.solver.zones import MOST_ZONES, Cost, Ladder, Zones

if TYPE_CHECKING:
    from tenphase.tables import FaceTable, PhaseTable, SpecTable

__all__ = ["Zoned", "zoned_for"]

#: Naturals of one face are counted in a byte.
MOST_CARDS = 255


class Zoned:
    """What these distances have in common."""

    __slots__ = ("_counts", "_faces", "_ladder_faces", "_most", "_size", "_wilds", "sizes")

    def __init__(self, table: PhaseTable) -> None:
        sets = [spec for spec in table.specs if not spec.table.ladders]
        self._size = table.size
        self._wilds = bytes([c for c, card in enumerate(table.faces.deck.kinds) if card.is_wild])
        self._faces = bytes(sets[0].table.uniforms) if sets else b""
        accepts, kinds = table.faces.accepts, table.faces.deck.kinds
        #: by card code: one natural of its face, in bytes
        self._counts = [0] * len(kinds)
        for i, face in enumerate(self._faces):
            for code in accepts[face]:
                if kinds[code].is_natural:
                    self._counts[code] = 1 << 8 * i
        #: by step of each ladder: the naturals that show it
        self._ladder_faces = [
            bytes([c for c in accepts[face] if kinds[c].is_natural])
            for spec in table.specs
            for steps, _ in spec.table.ladders
            for face in steps
        ]
        #: by face of the like melds: how many naturals the deck has
        self.sizes = [_size(table.faces, face) for face in self._faces]
        self._most = sum([spec.size for spec in sets]) + (len(sets) < len(table.specs))

    def held(self, hand: bytes) -> bytes:
        """How many naturals of each face of the like melds a hand has."""
        if len(hand) > MOST_CARDS:
            hand = b"".join([ONE[c] * min(hand.count(c), self._size) for c in sorted(set(hand))])
        return sum(map(self._counts.__getitem__, hand)).to_bytes(len(self._faces), "little")

    def plentiful(self, cards: bytes) -> bool:
        """Whether no natural can be short if hand and pool together are these cards.

        Melds of like cards may want all their cards of one face, and a run one more. If a run
        wants the very card that the set takes from the hand, the set may take another one of its
        rank instead, at the same cost; so one natural for each step of a run is enough.
        """
        if self._faces and min(self.held(cards)) < self._most:
            return False
        there = set(cards)
        return all(not there.isdisjoint(codes) for codes in self._ladder_faces)

    def can_lay(self, hand: bytes, extras: bool) -> bool:
        """Whether the hand holds the phase."""
        return len(hand) >= self._size and self._lowest(hand, 1, extras, 0) == 0

    def within(self, hand: bytes, limit: int) -> bool:
        """Whether so many further cards are enough."""
        return self._lowest(hand, limit + 1, True, limit) <= limit

    def distance(self, hand: bytes) -> int:
        """The least number of further cards."""
        return self._lowest(hand, self._size + 1, True, 0)

    def _lowest(self, hand: bytes, best: int, extras: bool, enough: int) -> int:
        """The least number of further cards if it is below `best`, or else `best`.

        Any number up to `enough` is as good as the least.
        """
        raise NotImplementedError


class ZonedSets(Zoned):
    """Melds of like cards: one or two, or pairs."""

    __slots__ = ("_pairs", "melds", "places", "zones")

    def __init__(self, table: PhaseTable) -> None:
        super().__init__(table)
        self.zones = zones = Zones(table.faces, self._faces)
        #: by zone: the places of its faces
        self.places = [
            [i for i, face in enumerate(self._faces) if zones.of_face[face] == zone]
            for zone in range(zones.count)
        ]
        self.melds = [(spec.size, spec.naturals) for spec in table.specs]
        #: for more than two melds, which are pairs: by how many pairs each zone may have
        self._pairs = [
            [chosen.count(zone) for zone in range(zones.count)]
            for chosen in combinations_with_replacement(range(zones.count), len(self.melds))
        ]

    def _lowest(self, hand: bytes, best: int, extras: bool, enough: int) -> int:
        held = self.held(hand)
        wilds = len(hand) - len(hand.translate(None, self._wilds))
        if len(self.melds) < 3:
            # no plan has more naturals than the faces held most often
            most = sum(sorted(held)[-len(self.melds) :])
            if self._size - most - wilds >= best:
                return best
        return self.cheapest(held, self.zones.supply(hand), best, enough)

    def cheapest(self, held: bytes, supply: int, best: int, enough: int) -> int:
        """As `_lowest`, for naturals and wilds that are already counted."""
        zones = self.zones
        room, top = zones.room(supply, best - 1), zones.top
        for cost in self._plans(held) if len(self.melds) < 3 else self._plans_of_pairs(held):
            while (room - cost) & top == top:
                best -= 1
                if best <= enough:
                    return best
                room -= zones.ones
        return best

    def _plans(self, held: bytes) -> Iterator[Cost]:
        """The plans for one or two melds: in each zone the two faces held most often matter."""
        tops = [sorted([held[i] for i in places])[-2:] for places in self.places]
        if len(self.melds) == 1:
            for zone, counts in enumerate(tops):
                yield self._cost(zone, *self.melds[0], counts[-1])
            return
        one, two = self.melds
        for zone, counts in enumerate(tops):
            # both melds of one face
            yield self._cost(zone, one[0] + two[0], one[1] + two[1], counts[-1])
            if len(counts) == 2:
                for a, b in ((0, 1), (1, 0)):
                    yield self._cost(zone, *one, counts[a]) + self._cost(zone, *two, counts[b])
            for other in range(zone):
                less = tops[other][-1]
                yield self._cost(zone, *one, counts[-1]) + self._cost(other, *two, less)
                yield self._cost(other, *one, less) + self._cost(zone, *two, counts[-1])

    def _cost(self, zone: int, size: int, least: int, held: int) -> Cost:
        return self.zones.alike(zone, max(0, size - held), max(0, least - held))

    def _plans_of_pairs(self, held: bytes) -> Iterator[Cost]:
        """The plans for pairs.

        In a zone full pairs come first, then single cards with a card added. For any further pair
        a full one is taken apart, which adds two needs and no forced natural; only when all
        cards lie singly does a pair begin with a natural that must come.
        """
        zones = self.zones
        least = self.melds[0][1]
        counts = []
        for places in self.places:
            cards = [held[i] for i in places]
            counts.append((sum([n >> 1 for n in cards]), sum([n & 1 for n in cards]), sum(cards)))
        for wanted in self._pairs:
            cost = 0
            for zone, pairs in enumerate(wanted):
                full, single, all_cards = counts[zone]
                lack = max(0, pairs - full) + max(0, pairs - full - single)
                must = max(0, pairs - all_cards) if least else 0
                cost += zones.alike(zone, lack, must)
            yield cost


class ZonedRun(Zoned):
    """A run, alone or with a meld of like cards (here called the set)."""

    __slots__ = (
        "_alike",
        "_gaps",
        "_naturals",
        "_places",
        "_size_of_run",
        "ladders",
        "size_of_set",
        "step_sizes",
    )

    def __init__(self, table: PhaseTable, run: SpecTable, alike: SpecTable | None) -> None:
        super().__init__(table)
        self._naturals = run.naturals
        self._size_of_run = run.size
        #: the gaps that a run of more than the least size has if it is of any use: it goes from
        #: natural to natural and has no more of them than it must
        self._gaps = run.size + 1 - run.naturals
        size, least = (alike.size, alike.naturals) if alike else (0, 0)
        self.size_of_set = size
        self.ladders: list[Ladder] = []
        #: by ladder and step: how many naturals the deck has
        self.step_sizes: list[list[int]] = []
        #: by ladder and zone: the place of each face of the set, and its step as a bit or 0
        self._places: list[list[list[tuple[int, int]]]] = []
        #: by ladder, zone and number of naturals: what the set costs
        self._alike: list[list[list[Cost]]] = []
        for steps, cyclic in run.table.ladders:
            zones = Zones(table.faces, self._faces + steps)
            ladder = Ladder(table.faces, zones, steps, run.size, cyclic=cyclic)
            places: list[list[tuple[int, int]]] = [[] for _ in range(zones.count)]
            for i, face in enumerate(self._faces):
                places[zones.of_face[face]].append((i, ladder.mask(table.faces.accepts[face])))
            costs = [
                [zones.alike(zone, size - n, max(0, least - n)) for n in range(size + 1)]
                for zone in range(zones.count)
            ]
            self.ladders.append(ladder)
            self.step_sizes.append([_size(table.faces, face) for face in steps])
            self._places.append(places)
            self._alike.append(costs)

    def _lowest(self, hand: bytes, best: int, extras: bool, enough: int) -> int:
        held = self.held(hand)
        # no plan is below the gaps of its run plus this
        least = self.size_of_set - len(hand) + len(hand.translate(None, self._wilds))
        if held:
            least -= min(max(held), self.size_of_set)
        masks = [ladder.mask(hand) for ladder in self.ladders]
        gaps = [self._size_of_run - mask.bit_count() for mask in masks]
        order = sorted(range(len(masks)), key=gaps.__getitem__) if len(masks) > 1 else (0,)
        for longer in (False, True) if extras and self._naturals > 1 else (False,):
            for i in order:
                if (self._gaps if longer else gaps[i]) + least < best:
                    supply = self.ladders[i].zones.supply(hand)
                    best = self._along(i, supply, masks[i], held, best, enough, longer)
                    if best <= enough:
                        return best
        return best

    def run_costs(self, mask: int) -> list[Cost]:
        """What a run of the only ladder costs with naturals on these steps, without the dearer."""
        ladder = self.ladders[0]
        found: list[Cost] = []
        for longer in (False, True) if self._naturals > 1 else (False,):
            for needs, steps in ladder.needs(mask, longer):
                must = max(0, self._naturals - (mask & steps).bit_count())
                found += ladder.zones.forcing(needs, must)
        return ladder.zones.cheapest(found)

    def set_costs(self) -> list[tuple[int, int, list[Cost]]]:
        """By face of the set: its step on the only ladder as a bit, or 0; how many naturals the
        deck has; and what the set costs by number of naturals.
        """
        return [
            (bit, self.sizes[place], costs)
            for costs, places in zip(self._alike[0], self._places[0], strict=True)
            for place, bit in places
        ]

    def _along(
        self, i: int, supply: int, mask: int, held: bytes, best: int, enough: int, longer: bool
    ) -> int:
        """As `_lowest`, with a run of one ladder, for cards that are already counted."""
        ladder = self.ladders[i]
        zones = ladder.zones
        room, top = zones.room(supply, best - 1), zones.top
        # costs are sorted by their highest sum, all needs: those with few needs come first
        runs = sorted([run for run in ladder.needs(mask, longer) if (room - run[0]) & top == top])
        if not runs:
            return best
        for alike, gone in self._sets(i, mask, held):
            for needs, steps in runs:
                run, naturals = needs, mask & steps
                if gone & steps:
                    run += ladder.want_of[gone]
                    naturals ^= gone
                if (room - run - alike) & top != top:
                    continue
                must = self._naturals - naturals.bit_count()
                for sure in zones.forcing(run, must) if must > 0 else (run,):
                    while (room - sure - alike) & top == top:
                        best -= 1
                        if best <= enough:
                            return best
                        room -= zones.ones
        return best

    def _sets(self, i: int, mask: int, held: bytes) -> Iterator[tuple[Cost, int]]:
        """What a set costs, and the step that its naturals take away from the run, or 0.

        Set and run compete for the naturals of one face only: if the hand holds more of it than the
        set takes, one is left for the run. So in each zone there is a greatest number that a set
        takes and the run sees all steps; only sets that take more need a step away.
        """
        if not held:
            yield 0, 0
            return
        for costs, places in zip(self._alike[i], self._places[i], strict=True):
            if not places:
                continue
            most = len(costs) - 1
            spare = max([min(held[p] - (mask & bit > 0), most) for p, bit in places])
            yield costs[spare], 0
            for p, bit in places:
                if spare < held[p] <= most:
                    yield costs[held[p]], bit


def zoned_for(table: PhaseTable) -> Zoned | None:
    """The quick distances of a phase, or None if it is of no sort that has some."""
    specs = table.specs
    if table.naturals or table.phase.constraints or any(is_free(spec) for spec in specs):
        return None
    if any(spec.naturals > spec.size for spec in specs):
        return None
    sets = [spec for spec in specs if not spec.table.ladders]
    runs = [spec for spec in specs if spec.table.ladders]
    if any(spec.table.uniforms for spec in runs) or any(s.table is not sets[0].table for s in sets):
        return None
    if len(runs) > 1 or (runs and len(sets) > 1):
        return None
    pairs = all(spec.size == 2 and spec.naturals == sets[0].naturals < 2 for spec in sets)
    if len(sets) > 2 and not pairs:
        return None
    faces = bytes(sets[0].table.uniforms) if sets else b""
    ladders = runs[0].table.ladders if runs else []
    if any(len(steps) < runs[0].size for steps, _ in ladders):
        return None
    if not _disjoint(table.faces, faces) or not all(
        _disjoint(table.faces, steps) and _in_step(table.faces, faces, steps)
        for steps, _ in ladders
    ):
        return None
    if any(
        Zones(table.faces, faces + steps).count > MOST_ZONES
        for steps, _ in ladders or [(b"", False)]
    ):
        return None
    return ZonedRun(table, runs[0], sets[0] if sets else None) if runs else ZonedSets(table)


def _size(table: FaceTable, face: int) -> int:
    """How many naturals of the deck show a face."""
    return sum([table.deck.counts[code] for code in _naturals(table, face)])


def _naturals(table: FaceTable, face: int) -> set[int]:
    kinds = table.deck.kinds
    return {code for code in table.accepts[face] if kinds[code].is_natural}


def _disjoint(table: FaceTable, faces: bytes) -> bool:
    """Whether no natural shows two of the faces, and none is held too often to be counted."""
    shown = [code for face in faces for code in _naturals(table, face)]
    return (
        len(shown) == len(set(shown)) and sum([table.deck.counts[c] for c in shown]) <= MOST_CARDS
    )


def _in_step(table: FaceTable, faces: bytes, steps: bytes) -> bool:
    """Whether a set of one face takes cards from one step only, and that from no other set."""
    sets = [_naturals(table, face) for face in faces]
    rows = [_naturals(table, step) for step in steps]
    return all(sum([not one.isdisjoint(row) for row in rows]) <= 1 for one in sets) and all(
        not sets or any(row <= one for one in sets) for row in rows
    )
