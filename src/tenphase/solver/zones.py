"""What plans cost where wilds can show some faces only.

Faces that the same wilds can show form a *zone*: for the sets and runs of the Master deck the ranks
1 to 6, and the ranks 7 to 12. A plan for a phase needs some cards in each zone, of which some must
be naturals. Needs that wilds of the hand meet are free, all others cost a card. How many cannot be
met? By Hall's theorem, the largest surplus over all sets of zones: needs in these zones minus wilds
that can show a face of any of them. So a plan costs the greatest of a few sums, one for each set of
zones (the empty one too): the naturals it must get, plus its other needs there, minus those wilds.

All these sums stand side by side in one int, so melds are added up with one addition, and whether a
plan costs no more than a limit is one subtraction: no field may borrow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenphase.tables import FaceTable

__all__ = ["MOST_ZONES", "Cost", "Ladder", "Zones"]

#: Bits of one sum; the highest is set beforehand and tells whether there was a borrow.
WIDTH = 16
FIELD = (1 << WIDTH) - 1
#: With more zones there are too many sets of zones.
MOST_ZONES = 4

#: For every set of zones: the naturals that must come, plus the other needs in these zones.
Cost = int


class Zones:
    """Some faces in zones, and the sums for all sets of zones."""

    __slots__ = ("count", "forced", "of_face", "of_wild", "ones", "top", "want")

    def __init__(self, table: FaceTable, faces: Sequence[int]) -> None:
        kinds = table.deck.kinds
        wilds = {
            face: bytes([c for c in table.accepts[face] if kinds[c].is_wild]) for face in faces
        }
        sorts = sorted(set(wilds.values()))
        #: the number of zones; the rest is of no use if there are more than `MOST_ZONES`
        self.count = len(sorts)
        self.of_face = {face: sorts.index(good) for face, good in wilds.items()}
        every = range(1 << min(self.count, MOST_ZONES))
        self.ones = sum([1 << WIDTH * zones for zones in every])
        self.top = self.ones << WIDTH - 1
        #: by zone: one need there
        self.want = [
            sum([1 << WIDTH * zones for zones in every if zones >> zone & 1])
            for zone in range(self.count)
        ]
        #: by zone: what it adds to a cost that a need there must be met by a natural
        self.forced = [self.ones - one for one in self.want]
        #: by card code: one wild, for all sets of zones in which it can show a face
        self.of_wild: list[int] = []
        for code in range(len(kinds)):
            mine = sum([1 << zone for zone, good in enumerate(sorts) if code in good])
            self.of_wild.append(sum([1 << WIDTH * zones for zones in every if zones & mine]))

    def supply(self, hand: bytes) -> int:
        """The wilds of a hand, for all sets of zones."""
        return sum(map(self.of_wild.__getitem__, hand))

    def of_one_zone(self) -> tuple[int, int]:
        """A mask of the sums of single zones, and sums that are large for all sets of several."""
        ones = sum([FIELD << WIDTH * (1 << zone) for zone in range(self.count)])
        many = self.top >> 1 & ~ones & ~FIELD
        return ones, many

    def room(self, supply: int, limit: int) -> int:
        """What a cost is subtracted from to see whether it is within a limit."""
        return supply + limit * self.ones + self.top

    def cheapest(self, costs: list[Cost]) -> list[Cost]:
        """The costs without those that are at least as high as another one in all sums."""
        found: list[Cost] = []
        # one that is lower in all sums is the smaller number, too
        for cost in sorted(costs):
            if not any((cost + self.top - other) & self.top == self.top for other in found):
                found.append(cost)
        return found

    def alike(self, zone: int, lack: int, must: int) -> Cost:
        """What a meld in one zone costs that lacks some cards, so many of them naturals."""
        return lack * self.want[zone] + must * self.forced[zone]

    def forcing(self, cost: Cost, must: int, zone: int = 0, done: int = 0) -> Iterator[Cost]:
        """A cost with so many of its needs forced to be naturals, for every choice of zones.

        `done` of them lie in the zones before this one; each of these has added one to the sum of
        this zone alone.
        """
        if not must:
            yield cost
        elif zone < self.count:
            here = (cost >> WIDTH * (1 << zone) & FIELD) - done
            for n in range(min(must, here), -1, -1):
                forced = cost + n * self.forced[zone]
                yield from self.forcing(forced, must - n, zone + 1, done + n)


class Ladder:
    """The stretches of one ladder: what each needs, given the steps of which naturals are held."""

    __slots__ = ("_bits", "_longer", "_stretches", "_wants", "bit_of", "count", "want_of", "zones")

    def __init__(
        self, table: FaceTable, zones: Zones, steps: bytes, size: int, *, cyclic: bool
    ) -> None:
        self.zones = zones
        self.count = count = len(steps)
        #: by step, as a bit: one need there
        self.want_of = {1 << i: zones.want[zones.of_face[face]] for i, face in enumerate(steps)}
        #: by card code: the step of a natural
        self._bits = [0] * len(table.deck.kinds)
        for i, face in enumerate(steps):
            for code in table.accepts[face]:
                if table.deck.kinds[code].is_natural:
                    self._bits[code] = 1 << i
        round_twice = [*range(count), *range(count)] if cyclic else range(count)
        self._wants = [(1 << i, self.want_of[1 << i]) for i in round_twice]
        #: stretches of the least size, and longer ones: first step, step after the last, mask of
        #: all steps, mask of the first and the last
        self._stretches = self._of_size(size, cyclic)
        self._longer = [
            stretch
            for more in range(size + 1, count + 1)
            for stretch in self._of_size(more, cyclic)
        ]

    def _of_size(self, size: int, cyclic: bool) -> list[tuple[int, int, int, int]]:
        starts = range(self.count if cyclic and size < self.count else self.count - size + 1)
        found = []
        for start in starts:
            bits = [bit for bit, _ in self._wants[start : start + size]]
            found.append((start, start + size, sum(bits), bits[0] | bits[-1]))
        return found

    def mask(self, hand: bytes) -> int:
        """The steps of which the hand holds a natural."""
        held = 0
        bits = self._bits
        for code in hand:
            held |= bits[code]
        return held

    def needs(self, mask: int, longer: bool) -> list[tuple[Cost, int]]:
        """What each stretch needs, and its steps as a mask.

        They are of the least size, or else longer and from natural to natural: any other long
        one could do without its last step.
        """
        total = 0
        until = [0]
        for bit, want in self._wants:
            if not mask & bit:
                total += want
            until.append(total)
        if not longer:
            return [(until[end] - until[start], steps) for start, end, steps, _ in self._stretches]
        return [
            (until[end] - until[start], steps)
            for start, end, steps, ends in self._longer
            if mask & ends == ends
        ]
