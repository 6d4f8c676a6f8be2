"""Kinds of melds, as values.

A meld kind says which *patterns* its melds may take on a given deck. There are two shapes:

- `Uniform`: every card stands for the same face. A set of fives is the pattern "5", a colour
  group the pattern "G". Such a meld takes any number of cards.
- `Ladder`: the cards stand for neighbouring faces of a list. A run is a stretch of the ladder
  1, 2, ... 12; it grows at its two ends only.

Can these cards be matched to these faces? is then the one question behind every lay-down and
every hit, for every kind and every sort of wild. A kind that fits neither shape (cards that add up
to 34) subclasses `FreeKind` and answers one question itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from tenphase.cards import Card, Deck, colour_bit, rank_bit
from tenphase.errors import DefinitionError, brief

__all__ = [
    "COLOUR",
    "COLOUR_PARITY",
    "COLOUR_RUN",
    "CORE_KINDS",
    "FLUSH",
    "PARITY",
    "RUN",
    "SET",
    "Face",
    "FreeKind",
    "Ladder",
    "LeastNaturals",
    "MeldKind",
    "MeldSpec",
    "Pattern",
    "Uniform",
    "card_face",
    "colour_face",
    "colour_group_of",
    "colour_parity_of",
    "colour_run_of",
    "flush_of",
    "parity_of",
    "rank_face",
    "run_of",
    "set_of",
]


@attrs.frozen
class Face:
    """What a card stands for in a meld: ranks and colours of which it must show one.

    A set asks for a rank and leaves the colour open; its face is called "5". `label` is what
    follows the `=` when a wild is declared: `W=5`, `W=G`, `W=G12`.

    >>> five = Face("5", ranks=rank_bit(5), colours=0b1111)
    >>> five.accepts(Card("R5", ranks=rank_bit(5), colours=0b0001))
    True
    """

    label: str
    ranks: int = attrs.field(kw_only=True)
    colours: int = attrs.field(kw_only=True)

    def accepts(self, card: Card) -> bool:
        """Whether the card can show such a face."""
        return bool(self.ranks & card.ranks and self.colours & card.colours)


def _all_ranks(deck: Deck) -> int:
    return sum(rank_bit(rank) for rank in range(1, len(deck.ranks) + 1))


def _all_colours(deck: Deck) -> int:
    return sum(colour_bit(colour) for colour in range(len(deck.colours)))


def rank_face(deck: Deck, rank: int) -> Face:
    """The face "this rank in any colour"; ranks count from 1."""
    return Face(deck.ranks[rank - 1], ranks=rank_bit(rank), colours=_all_colours(deck))


def colour_face(deck: Deck, colour: int) -> Face:
    """The face "this colour at any rank"; colours count from 0."""
    return Face(deck.colours[colour], ranks=_all_ranks(deck), colours=colour_bit(colour))


def card_face(deck: Deck, rank: int, colour: int) -> Face:
    """The face of one natural card; its label is that card's text."""
    label = deck.natural_texts.get((rank, colour), deck.colours[colour] + deck.ranks[rank - 1])
    return Face(label, ranks=rank_bit(rank), colours=colour_bit(colour))


@attrs.frozen
class Uniform:
    """A pattern in which every card stands for the same face."""

    face: Face


def _as_faces(faces: Iterable[Face]) -> tuple[Face, ...]:
    return tuple(faces)


@attrs.frozen
class Ladder:
    """A pattern of neighbouring faces; `cyclic` when the last is followed by the first."""

    faces: tuple[Face, ...] = attrs.field(converter=_as_faces)
    cyclic: bool = attrs.field(default=False, kw_only=True)


Pattern = Uniform | Ladder


class MeldKind:
    """A kind of meld. Subclass it and give `symbol`, `title` and `patterns` to add your own.

    A kind is stateless; one instance serves all decks. Labels of faces must differ within a kind.
    """

    #: The kind's letters in phase notation, upper case: `S` in `S3`.
    symbol: str = ""
    #: What a meld of this kind is called in a sentence, `{n}` being the number of cards.
    title: str = ""

    def patterns(self, deck: Deck, *, wrap: bool = False) -> Sequence[Pattern]:
        """All patterns a meld may take on this deck, in a fixed order.

        `wrap` asks for runs that go on from the last rank to the first.
        """
        raise NotImplementedError

    def describe(self, size: int) -> str:
        """The kind and its least number of cards in words: "set of 3"."""
        return self.title.format(n=size)

    def one(self, size: int | str) -> str:
        """The same as a sentence names one such meld.

        >>> SET.one(3), COLOUR.one(7)
        ('a set of 3', '7 cards of one colour')
        """
        words = self.title.format(n=size)
        if self.title.startswith("{n}"):
            return words
        return f"an {words}" if words[:1] in "aeiou" else f"a {words}"

    def __repr__(self) -> str:
        return f"<meld kind {self.symbol}>"


class FreeKind(MeldKind):
    """A kind whose melds no pattern describes. It answers `stands_for`; the core does the rest."""

    def faces(self, deck: Deck) -> Sequence[Face]:
        """Every face that `stands_for` may ever name."""
        raise NotImplementedError

    def stands_for(self, cards: tuple[Card, ...], deck: Deck) -> Iterable[tuple[Face, ...]]:
        """Every way in which exactly these cards make a meld.

        A way is a tuple as long as `cards` that says what each stands for. No way: no meld.
        A hit is allowed when the larger meld has a way in which the cards that lie already stand
        for what they stood for before.
        """
        raise NotImplementedError

    def patterns(self, deck: Deck, *, wrap: bool = False) -> Sequence[Pattern]:
        """A free kind has none."""
        return ()


class _Set(MeldKind):
    symbol, title = "S", "set of {n}"

    def patterns(self, deck: Deck, *, wrap: bool = False) -> Sequence[Pattern]:
        return [Uniform(rank_face(deck, rank)) for rank in range(1, len(deck.ranks) + 1)]


class _Run(MeldKind):
    symbol, title = "R", "run of {n}"

    def patterns(self, deck: Deck, *, wrap: bool = False) -> Sequence[Pattern]:
        ranks = range(1, len(deck.ranks) + 1)
        return [Ladder([rank_face(deck, rank) for rank in ranks], cyclic=wrap)]


class _Colour(MeldKind):
    symbol, title = "C", "{n} cards of one colour"

    def patterns(self, deck: Deck, *, wrap: bool = False) -> Sequence[Pattern]:
        ranks = _all_ranks(deck)
        groups = deck.group_masks.items()
        return [Uniform(Face(label, ranks=ranks, colours=mask)) for label, mask in groups]


class _Flush(MeldKind):
    symbol, title = "F", "{n} cards of one suit"

    def patterns(self, deck: Deck, *, wrap: bool = False) -> Sequence[Pattern]:
        return [Uniform(colour_face(deck, colour)) for colour in range(len(deck.colours))]


class _ColourRun(MeldKind):
    symbol, title = "CR", "run of {n} in one colour"

    def patterns(self, deck: Deck, *, wrap: bool = False) -> Sequence[Pattern]:
        ranks = range(1, len(deck.ranks) + 1)
        return [
            Ladder([card_face(deck, rank, colour) for rank in ranks], cyclic=wrap)
            for colour in range(len(deck.colours))
        ]


def _parities(deck: Deck) -> list[tuple[str, int]]:
    ranks = range(1, len(deck.ranks) + 1)
    odd = sum(rank_bit(rank) for rank in ranks if rank % 2)
    even = sum(rank_bit(rank) for rank in ranks if not rank % 2)
    return [("odd", odd), ("even", even)]


class _Parity(MeldKind):
    symbol, title = "EO", "{n} cards all even or all odd"

    def patterns(self, deck: Deck, *, wrap: bool = False) -> Sequence[Pattern]:
        colours = _all_colours(deck)
        return [Uniform(Face(label, ranks=r, colours=colours)) for label, r in _parities(deck)]


class _ColourParity(MeldKind):
    symbol, title = "CEO", "{n} cards of one colour all even or all odd"

    def patterns(self, deck: Deck, *, wrap: bool = False) -> Sequence[Pattern]:
        return [
            Uniform(Face(f"{group}-{label}", ranks=ranks, colours=mask))
            for group, mask in deck.group_masks.items()
            for label, ranks in _parities(deck)
        ]


SET: MeldKind = _Set()
RUN: MeldKind = _Run()
COLOUR: MeldKind = _Colour()
FLUSH: MeldKind = _Flush()
COLOUR_RUN: MeldKind = _ColourRun()
PARITY: MeldKind = _Parity()
COLOUR_PARITY: MeldKind = _ColourParity()

#: The kinds that phase notation knows without a plug-in, by symbol.
CORE_KINDS: dict[str, MeldKind] = {
    kind.symbol: kind for kind in (SET, RUN, COLOUR, FLUSH, COLOUR_RUN, PARITY, COLOUR_PARITY)
}


@attrs.frozen
class MeldSpec:
    """One meld that a phase asks for: a kind, a least number of cards, and of naturals.

    `naturals` is the least number of natural cards among them; None leaves it to the ruleset.
    Its text is the symbol and the size, `S3`, and `S3:2` when it names its own naturals.

    >>> str(set_of(3)), str(run_of(4, naturals=2))
    ('S3', 'R4:2')
    """

    kind: MeldKind
    size: int = attrs.field()
    naturals: int | None = attrs.field(default=None)

    @size.validator
    def _possible_size(self, _: object, size: int) -> None:
        if not isinstance(size, int) or isinstance(size, bool) or size < 1:
            raise DefinitionError(f"a meld has at least one card, not {brief(size)}")

    @naturals.validator
    def _possible_naturals(self, _: object, naturals: int | None) -> None:
        if naturals is not None and not (isinstance(naturals, int) and 0 <= naturals <= self.size):
            raise DefinitionError(
                f"naturals: a meld of {self.size} asks for 0 to {self.size}, not {brief(naturals)}"
            )

    def describe(self) -> str:
        """In words: "run of 4 with at least 2 naturals"."""
        words = self.kind.describe(self.size)
        return words if self.naturals is None else f"{words} with at least {self.naturals} naturals"

    def one(self) -> str:
        """As a sentence names one such meld: "a run of 4"."""
        return self.kind.one(self.size)

    def __str__(self) -> str:
        own = "" if self.naturals is None else f":{self.naturals}"
        return f"{self.kind.symbol}{self.size}{own}"


@attrs.frozen
class LeastNaturals:
    """How many natural cards a lay-down needs (C-07, C-27).

    `per_meld` holds for each meld, `by_kind` overrides it for single meld kinds (by symbol),
    `per_phase` holds for the whole lay-down. A `MeldSpec` with naturals of its own goes before.

    >>> rule = LeastNaturals(by_kind={"R": 2})
    >>> rule.of(run_of(4)), rule.of(set_of(3))
    (2, 1)
    """

    per_meld: int = 1
    per_phase: int = 0
    by_kind: Mapping[str, int] = attrs.field(factory=dict)

    def of(self, spec: MeldSpec) -> int:
        """The least number of naturals in such a meld."""
        if spec.naturals is not None:
            return spec.naturals
        return min(spec.size, self.by_kind.get(spec.kind.symbol, self.per_meld))


def set_of(size: int, *, naturals: int | None = None) -> MeldSpec:
    """Cards of one rank, colours free. Follows MC-SET-1, PM-SET-1, SB-SET-1."""
    return MeldSpec(SET, size, naturals)


def run_of(size: int, *, naturals: int | None = None) -> MeldSpec:
    """Neighbouring ranks, colours free, no rank twice. Follows MC-RUN-1, MC-RUN-3."""
    return MeldSpec(RUN, size, naturals)


def colour_group_of(size: int, *, naturals: int | None = None) -> MeldSpec:
    """Cards of one colour (of the deck's `colour_groups`), ranks free. Follows MC-COL-1."""
    return MeldSpec(COLOUR, size, naturals)


def flush_of(size: int, *, naturals: int | None = None) -> MeldSpec:
    """Cards of one suit, ranks free, no order. Follows SB-PHASE-1."""
    return MeldSpec(FLUSH, size, naturals)


def colour_run_of(size: int, *, naturals: int | None = None) -> MeldSpec:
    """Neighbouring ranks of one colour. Follows PM-CRUN-1."""
    return MeldSpec(COLOUR_RUN, size, naturals)


def parity_of(size: int, *, naturals: int | None = None) -> MeldSpec:
    """Cards that are all even or all odd; found in the phase lists of the mobile app."""
    return MeldSpec(PARITY, size, naturals)


def colour_parity_of(size: int, *, naturals: int | None = None) -> MeldSpec:
    """Cards of one colour that are all even or all odd."""
    return MeldSpec(COLOUR_PARITY, size, naturals)
