"""A slow searcher that is obviously right, and shares no code with the solver.

It knows cards (`Card`: which ranks and colours can it show) and the definitions of the melds, and
tries everything: every shape of every meld, and for every place of it every card of the hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenphase.cards import Card


@dataclass(frozen=True)
class Place:
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
            self.known[key] = list(self._shapes(symbol, size))
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


def natural(card: Card) -> bool:
    return card.ranks.bit_count() == 1 and card.colours.bit_count() == 1


def fillings(
    shape: tuple[Place, ...], hand: tuple[Card, ...], naturals: int
) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Every choice of cards for a shape, as (the cards, what is left of the hand)."""
    seen: set[tuple[Card, ...]] = set()

    def put(
        place: int, first: int, used: tuple[Card, ...], left: tuple[Card, ...]
    ) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
        if place == len(shape):
            cards = tuple(sorted(used, key=str))
            if sum(natural(card) for card in used) >= naturals and cards not in seen:
                seen.add(cards)
                yield cards, left
            return
        # places that are alike are filled in the order of the hand
        start = first if place and shape[place] == shape[place - 1] else 0
        before = None
        for i in range(start, len(left)):
            card = left[i]
            if card != before and shape[place].takes(card):
                yield from put(place + 1, i, (*used, card), left[:i] + left[i + 1 :])
            before = card

    if all(any(place.takes(card) for card in hand) for place in set(shape)):
        yield from put(0, 0, (), hand)


def lay_downs(
    world: World,
    phase: Sequence[Wanted],
    hand: Sequence[Card],
    *,
    extras: bool,
    naturals: int = 0,
    distinct: bool = False,
) -> set[tuple[Meld, ...]]:
    """Every distinct lay-down: the melds that come to lie on the table, sorted."""
    cards = tuple(sorted(hand, key=str))
    found = _search(world, phase, cards, extras, naturals, distinct)
    return {tuple(sorted(melds)) for melds in found}


def can_lay(
    world: World,
    phase: Sequence[Wanted],
    hand: Sequence[Card],
    *,
    extras: bool,
    naturals: int = 0,
    distinct: bool = False,
) -> bool:
    cards = tuple(sorted(hand, key=str))
    if naturals or distinct:
        return next(_search(world, phase, cards, extras, naturals, distinct), None) is not None
    hopeless: set[tuple[int, tuple[Card, ...]]] = set()

    def can(i: int, left: tuple[Card, ...]) -> bool:
        """Whether the melds from place `i` on can be made of these cards."""
        if i == len(phase):
            return True
        if (i, left) in hopeless:
            return False
        wanted = phase[i]
        room = len(left) - sum(later.size for later in phase[i + 1 :])
        for size in range(wanted.size, (room if extras else min(room, wanted.size)) + 1):
            for shape in world.shapes(wanted.symbol, size):
                for _, rest in fillings(shape, left, wanted.naturals):
                    if can(i + 1, rest):
                        return True
        hopeless.add((i, left))
        return False

    return can(0, cards)


def _search(
    world: World,
    phase: Sequence[Wanted],
    cards: tuple[Card, ...],
    extras: bool,
    naturals: int,
    distinct: bool,
) -> Iterator[tuple[Meld, ...]]:
    by_text = {card.text: card for card in cards}

    def go(i: int, hand: tuple[Card, ...], done: tuple[Meld, ...]) -> Iterator[tuple[Meld, ...]]:
        if i == len(phase):
            laid = [text for _, used, _ in done for text in used]
            if sum(natural(by_text[text]) for text in laid) < naturals:
                return
            if distinct and len({shown[0] for _, _, shown in done}) < len(done):
                return
            yield done
            return
        wanted = phase[i]
        room = len(hand) - sum(later.size for later in phase[i + 1 :])
        for size in range(wanted.size, (room if extras else min(room, wanted.size)) + 1):
            for shape in world.shapes(wanted.symbol, size):
                labels = tuple(place.label for place in shape)
                for used, left in fillings(shape, hand, wanted.naturals):
                    meld = (wanted.symbol, tuple(card.text for card in used), labels)
                    yield from go(i + 1, left, (*done, meld))

    return go(0, cards, ())
