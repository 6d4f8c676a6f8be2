"""A slow searcher that is obviously right, and shares no code with the solver.

It knows cards (`Card`: which ranks and colours can it show) and the definitions of the melds, and
tries everything: every shape of every meld, and for every place of it every card of the hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tenphase.cards import Card


class Place(NamedTuple):
    """A place of a meld: the label of what lies there, and which card may lie there."""

    label: str
    ranks: int
    colours: int

    def takes(self, card: Card) -> bool:
        return bool(card.ranks & self.ranks) and bool(card.colours & self.colours)


@dataclass
class World:
    """The words of a deck, as plain data."""

    ranks: Sequence[str]
    colours: Sequence[str]
    groups: dict[str, Sequence[str]] = field(default_factory=dict)
    wrap: bool = False
    #: the label of a natural card, by its rank's and colour's label
    form: str = "{colour}{rank}"
    known: dict[tuple[str, int], list[tuple[Place, ...]]] = field(default_factory=dict)

    def shapes(self, symbol: str, size: int) -> list[tuple[Place, ...]]:
        """Every meld of so many places, as what its places show."""
        key = (symbol, size)
        if key not in self.known:
            parts = "SR" if symbol == "M" else [symbol]
            self.known[key] = list(
                dict.fromkeys([shape for part in parts for shape in self._shapes(part, size)])
            )
        return self.known[key]

    def _shapes(self, symbol: str, size: int) -> Iterator[tuple[Place, ...]]:
        every_rank = sum(2**r for r in range(1, len(self.ranks) + 1))
        every_colour = 2 ** len(self.colours) - 1
        numbered = list(enumerate(self.ranks, 1))
        if symbol == "S":
            for r, label in numbered:
                yield (Place(label, 2**r, every_colour),) * size
        elif symbol == "R":
            row = [Place(label, 2**r, every_colour) for r, label in numbered]
            yield from self._stretches(row, size)
        elif symbol == "C":
            groups = self.groups or {colour: [colour] for colour in self.colours}
            for label, members in groups.items():
                mask = sum(2 ** list(self.colours).index(colour) for colour in members)
                yield (Place(label, every_rank, mask),) * size
        elif symbol == "F":
            for c, label in enumerate(self.colours):
                yield (Place(label, every_rank, 2**c),) * size
        elif symbol == "CR":
            for c, colour in enumerate(self.colours):
                row = [
                    Place(self.form.format(rank=rank, colour=colour), 2**r, 2**c)
                    for r, rank in numbered
                ]
                yield from self._stretches(row, size)
        elif symbol == "EO":
            for label, odd in (("odd", 1), ("even", 0)):
                mask = sum(2**r for r, _ in numbered if r % 2 == odd)
                yield (Place(label, mask, every_colour),) * size
        else:
            raise ValueError(symbol)

    def _stretches(self, row: list[Place], size: int) -> Iterator[tuple[Place, ...]]:
        if size > len(row):
            return
        if self.wrap:
            for start in range(len(row)):
                yield tuple((row + row)[start : start + size])
        else:
            for start in range(len(row) - size + 1):
                yield tuple(row[start : start + size])


@dataclass(frozen=True)
class Wanted:
    """A meld of a phase: kind, least size, least naturals."""

    symbol: str
    size: int
    naturals: int


#: A meld: its kind, the texts of its cards in sorting order, and what its places show.
Meld = tuple[str, tuple[str, ...], tuple[str, ...]]
#: Cards of a hand, each as its number in the sorted list of the hand's different cards.
Numbers = bytes


def natural(card: Card) -> bool:
    return card.ranks.bit_count() == 1 and card.colours.bit_count() == 1


class Search:
    """Everything that can be laid of one hand as one phase."""

    def __init__(
        self,
        world: World,
        phase: Sequence[Wanted],
        hand: Sequence[Card],
        *,
        extras: bool,
        naturals: int = 0,
        distinct: bool = False,
    ) -> None:
        self.world, self.phase, self.extras = world, phase, extras
        self.least_naturals, self.distinct = naturals, distinct
        different = {card.text: card for card in hand}
        self.texts = sorted(different)
        self.cards = [different[text] for text in self.texts]
        self.hand = bytes(sorted(self.texts.index(card.text) for card in hand))
        self.is_natural = [natural(card) for card in self.cards]
        self.takes: dict[Place, list[bool]] = {}
        self.alone: dict[tuple[int, Numbers, frozenset[str]], bool] = {}

    def can_lay(self) -> bool:
        """Whether there is any lay-down."""
        hopeless: set[tuple[int, Numbers, frozenset[str]]] = set()
        every_later = [range(i + 1, len(self.phase)) for i in range(len(self.phase))]

        def can(i: int, left: Numbers, labels: frozenset[str]) -> bool:
            """Whether the melds from place `i` on can be made of the cards that are left."""
            if i == len(self.phase):
                return self._natural(self.hand) - self._natural(left) >= self.least_naturals
            if (i, left, labels) in hopeless:
                return False
            for shape in self._shapes(i, left):
                label = shape[0].label
                if self.distinct and label in labels:
                    continue
                taken = labels | {label} if self.distinct else labels
                # what cannot be made of all these cards cannot be made of what remains of them
                if not all(self._can_alone(later, left, taken) for later in every_later[i]):
                    continue
                if any(can(i + 1, rest, taken) for rest in self._fillings(i, shape, left)):
                    return True
            hopeless.add((i, left, labels))
            return False

        return can(0, self.hand, frozenset())

    def _can_alone(self, i: int, hand: Numbers, labels: frozenset[str]) -> bool:
        """Whether meld `i` can be made of these cards, were it the only one."""
        if (i, hand, labels) not in self.alone:
            self.alone[i, hand, labels] = any(
                shape[0].label not in labels and any(True for _ in self._fillings(i, shape, hand))
                for shape in self._shapes(i, hand)
            )
        return self.alone[i, hand, labels]

    def lay_downs(self) -> set[tuple[Meld, ...]]:
        """Every distinct lay-down: the melds that come to lie on the table, sorted."""
        found = set()

        def go(i: int, left: Numbers, done: tuple[Meld, ...]) -> None:
            if i == len(self.phase):
                naturals = self._natural(self.hand) - self._natural(left)
                labels = {shown[0] for _, _, shown in done}
                if naturals >= self.least_naturals and not (
                    self.distinct and len(labels) < len(done)
                ):
                    found.add(tuple(sorted(done)))
                return
            for shape in self._shapes(i, left):
                labels_shown = tuple(place.label for place in shape)
                for rest in self._fillings(i, shape, left):
                    used = self._without(left, rest)
                    texts = tuple(self.texts[number] for number in used)
                    go(i + 1, rest, (*done, (self.phase[i].symbol, texts, labels_shown)))

        go(0, self.hand, ())
        return found

    def _shapes(self, i: int, left: Numbers) -> Iterator[tuple[Place, ...]]:
        """Every shape of meld `i` for which enough cards are left, small ones first."""
        wanted = self.phase[i]
        room = len(left) - sum(later.size for later in self.phase[i + 1 :])
        for size in range(wanted.size, (room if self.extras else min(room, wanted.size)) + 1):
            yield from self.world.shapes(wanted.symbol, size)

    def _fillings(self, i: int, shape: tuple[Place, ...], hand: Numbers) -> Iterator[Numbers]:
        """Every choice of cards for the places of a shape, as what is left of the hand."""
        takes = [self._takes(place) for place in shape]
        most_left = self._natural(hand) - self.phase[i].naturals
        seen: set[tuple[int, Numbers]] = set()

        def put(place: int, left: Numbers) -> Iterator[Numbers]:
            # where the same cards lie on the first places, the rest goes on in the same way
            if (place, left) in seen:
                return
            seen.add((place, left))
            if place == len(takes):
                if self._natural(left) <= most_left:
                    yield left
                return
            for j, number in enumerate(left):
                if takes[place][number]:
                    yield from put(place + 1, left[:j] + left[j + 1 :])

        if all(any(fits[number] for number in hand) for fits in takes):
            yield from put(0, hand)

    def _takes(self, place: Place) -> list[bool]:
        if place not in self.takes:
            self.takes[place] = [place.takes(card) for card in self.cards]
        return self.takes[place]

    def _natural(self, numbers: Numbers) -> int:
        return sum(map(self.is_natural.__getitem__, numbers))

    def _without(self, hand: Numbers, rest: Numbers) -> Numbers:
        return b"".join(
            bytes([number]) * (hand.count(number) - rest.count(number))
            for number in sorted(set(hand))
        )
