"""Cards and decks.

A card is the set of faces it can show, and a face is a rank and a colour (a suit counts as a
colour). A natural shows one face, a wild several, an action card none. The set is always "these
ranks in these colours", so two small bit masks hold it, and a partial wild ("7 to 12, red or
green") needs no special case.

Inside the engine a card is its *code*: its place in the list of the deck's distinct cards. A hand
or a pile is a `bytes` of codes, which is immutable, small, quick to compare and to hash.
Identical cards have the same code and cannot be told apart, so a code says nothing about where in
the stock a card lies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from tenphase.errors import DefinitionError, NotationError, brief

__all__ = ["Card", "Deck", "colour_bit", "rank_bit"]

#: One `bytes` of length one for each code, so that removing or adding a card allocates nothing.
ONE: tuple[bytes, ...] = tuple(bytes([code]) for code in range(256))

MAX_KINDS = 255


def rank_bit(rank: int) -> int:
    """The bit of a rank (counted from 1) in `Card.ranks`.

    >>> rank_bit(1), rank_bit(12)
    (2, 4096)
    """
    return 1 << rank


def colour_bit(colour: int) -> int:
    """The bit of a colour (counted from 0) in `Card.colours`.

    >>> colour_bit(0), colour_bit(3)
    (1, 8)
    """
    return 1 << colour


@attrs.frozen
class Card:
    """One distinct card of a deck: its notation and the faces it can show.

    `ranks` and `colours` are bit masks (`rank_bit`, `colour_bit`); the card can show every one of
    its ranks in every one of its colours.

    >>> red_seven = Card("R7", ranks=rank_bit(7), colours=colour_bit(0))
    >>> red_seven.is_natural, red_seven.rank, red_seven.colour, Card("S").is_action
    (True, 7, 0, True)
    >>> Card("W", ranks=rank_bit(1) | rank_bit(2), colours=colour_bit(0)).is_wild
    True
    """

    text: str = attrs.field()
    ranks: int = attrs.field(default=0, kw_only=True)
    colours: int = attrs.field(default=0, kw_only=True)

    @text.validator
    def _one_word(self, _: object, text: str) -> None:
        if not text or any(mark in text for mark in " \t\n/=;#") or not text.isprintable():
            raise DefinitionError(
                f"a card's text is one word without '/', '=', ';', '#': {brief(text)}"
            )

    @property
    def is_natural(self) -> bool:
        """Whether it shows exactly one face."""
        return self.ranks.bit_count() == 1 and self.colours.bit_count() == 1

    @property
    def is_wild(self) -> bool:
        """Whether it can show more than one face (a full or a partial wild)."""
        return self.ranks != 0 and not self.is_natural

    @property
    def is_action(self) -> bool:
        """Whether it shows no face at all, and so never lies in a meld."""
        return self.ranks == 0

    @property
    def rank(self) -> int | None:
        """The rank of a natural, counted from 1; None for a wild or an action card."""
        return self.ranks.bit_length() - 1 if self.is_natural else None

    @property
    def colour(self) -> int | None:
        """The place of a natural's colour in `Deck.colours`; None for other cards."""
        return self.colours.bit_length() - 1 if self.is_natural else None

    def __str__(self) -> str:
        return self.text


def _as_pairs(cards: Iterable[tuple[Card, int]]) -> tuple[tuple[Card, int], ...]:
    return tuple((card, count) for card, count in cards)


def _as_words(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(words)


@attrs.frozen(eq=False)
class Deck:
    """All cards of a game, as a multiset, and the words of its notation.

    - `cards`: pairs of a card and how many copies the deck holds; their order is the sorting
      order of hands;
    - `ranks`: the labels of the ranks from low to high, `ranks[0]` is rank 1;
    - `colours`: the labels of the colours (or suits);
    - `colour_groups`: what "of one colour" means, a mapping from a label to the colours that
      belong together; by default each colour stands alone. A standard deck says
      `{"red": "HD", "black": "SC"}`.

    >>> deck = Deck([(Card("R1", ranks=rank_bit(1), colours=colour_bit(0)), 2), (Card("S"), 1)],
    ...             ranks=["1"], colours=["R"])
    >>> len(deck), deck.text(deck.full)
    (3, 'R1 R1 S')
    """

    pairs: tuple[tuple[Card, int], ...] = attrs.field(converter=_as_pairs, alias="cards")
    ranks: tuple[str, ...] = attrs.field(converter=_as_words, kw_only=True)
    colours: tuple[str, ...] = attrs.field(converter=_as_words, kw_only=True)
    colour_groups: Mapping[str, Sequence[str]] = attrs.field(factory=dict, kw_only=True)

    kinds: tuple[Card, ...] = attrs.field(init=False, repr=False)
    counts: tuple[int, ...] = attrs.field(init=False, repr=False)
    codes: dict[str, int] = attrs.field(init=False, repr=False)
    full: bytes = attrs.field(init=False, repr=False)
    group_masks: dict[str, int] = attrs.field(init=False, repr=False)
    natural_texts: dict[tuple[int, int], str] = attrs.field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        put = object.__setattr__
        put(self, "kinds", tuple(card for card, _ in self.pairs))
        put(self, "counts", tuple(count for _, count in self.pairs))
        put(self, "codes", {card.text: code for code, card in enumerate(self.kinds)})
        self._validate()
        put(self, "full", b"".join(ONE[c] * n for c, n in enumerate(self.counts)))
        groups = self.colour_groups or {label: [label] for label in self.colours}
        masks = {
            label: sum(colour_bit(self.colours.index(colour)) for colour in members)
            for label, members in groups.items()
        }
        put(self, "group_masks", masks)
        naturals = {
            (card.ranks.bit_length() - 1, card.colours.bit_length() - 1): card.text
            for card in self.kinds
            if card.is_natural
        }
        put(self, "natural_texts", naturals)

    def _validate(self) -> None:
        if not 0 < len(self.kinds) <= MAX_KINDS:
            count = len(self.kinds)
            raise DefinitionError(f"a deck has 1 to {MAX_KINDS} distinct cards, not {count}")
        if len(self.codes) != len(self.kinds):
            twice = [t for t, n in Counter(card.text for card in self.kinds).items() if n > 1]
            raise DefinitionError(f"a deck lists a card twice: {', '.join(twice)}")
        all_ranks = sum(rank_bit(r) for r in range(1, len(self.ranks) + 1))
        all_colours = sum(colour_bit(c) for c in range(len(self.colours)))
        for card, count in self.pairs:
            if count < 1:
                raise DefinitionError(f"the deck holds {count} of {card}")
            if card.ranks & ~all_ranks or card.colours & ~all_colours:
                raise DefinitionError(f"{card} shows a rank or colour that the deck does not have")
            if bool(card.ranks) != bool(card.colours):
                raise DefinitionError(f"{card} has ranks without colours, or colours without ranks")
        for label, members in self.colour_groups.items():
            if unknown := [colour for colour in members if colour not in self.colours]:
                raise DefinitionError(f"colour group {brief(label)} has unknown colours {unknown}")

    # -- codes and cards ---------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.full)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.decode(self.full))

    def code(self, card: Card | str) -> int:
        """The code of a card of this deck. Raises `NotationError` for any other card."""
        text = card if isinstance(card, str) else getattr(card, "text", None)
        code = self.codes.get(text) if isinstance(text, str) else None
        if code is None:
            what = text if isinstance(text, str) else brief(card)
            raise NotationError(
                f"this deck has no card {brief(what)}{self._hint(what)}", piece=what
            )
        return code

    def _hint(self, text: str) -> str:
        """What somebody may have meant who wrote a card that is none."""
        if text.upper() in self.codes:
            return f" (it is written {text.upper()})"
        if text in self.ranks:
            rank = self.ranks.index(text) + 1
            cards = [natural for (r, _), natural in self.natural_texts.items() if r == rank]
            return f" (with its colour: {', '.join(cards)})" if cards else ""
        start = text.rstrip("]").upper()
        longer = [code for code in self.codes if start and code.upper().startswith(start)]
        return f" (there are: {', '.join(longer[:14])})" if longer else ""

    def encode(self, cards: str | Iterable[Card | str]) -> bytes:
        """The codes of some cards, in the order given; a text is split at white space.

        Raises `NotationError` naming the first card that the deck does not have.
        """
        if isinstance(cards, str):
            cards = cards.split()
        elif not isinstance(cards, Iterable):
            raise NotationError(
                f"cards are a text or a list; not {brief(cards)}", piece=brief(cards)
            )
        return bytes([self.code(card) for card in cards])

    def hand(self, cards: str | Iterable[Card | str]) -> bytes:
        """Like `encode`, in sorting order: the one form in which hands are compared."""
        return bytes(sorted(self.encode(cards)))

    def decode(self, codes: Iterable[int]) -> tuple[Card, ...]:
        """The cards behind some codes."""
        kinds = self.kinds
        return tuple([kinds[code] for code in codes])

    def text(self, codes: Iterable[int]) -> str:
        """The notation of some cards: their texts with a blank between."""
        kinds = self.kinds
        return " ".join([kinds[code].text for code in codes])

    def missing(self, codes: Iterable[int]) -> dict[Card, int]:
        """The cards of which there are more among `codes` than in the deck, and how many more."""
        held = Counter(codes)
        return {
            self.kinds[code]: n - self.counts[code]
            for code, n in sorted(held.items())
            if n > self.counts[code]
        }

    def rest(self, codes: bytes) -> bytes:
        """The cards of the deck that are not among these, sorted.

        Of a card that is there more often than in the deck nothing is left.
        """
        held = Counter(codes)
        return b"".join([ONE[c] * (n - held[c]) for c, n in enumerate(self.counts) if n > held[c]])


def add_card(hand: bytes, code: int) -> bytes:
    """The sorted hand with one more card."""
    for place, held in enumerate(hand):
        if held >= code:
            return hand[:place] + ONE[code] + hand[place:]
    return hand + ONE[code]


def remove_cards(hand: bytes, codes: bytes) -> bytes | None:
    """The hand without these cards, or None if one of them is not in it (counted)."""
    for code in codes:
        place = hand.find(code)
        if place < 0:
            return None
        hand = hand[:place] + hand[place + 1 :]
    return hand
