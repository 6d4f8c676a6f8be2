"""What a player may do, as values.

Actions are small frozen values with a text form that reads back (`parse_action`). A card that can
stand for several things is declared where it is played: `lay R5 B5 W=5 / ...`, `hit W=7 on 2.0`.
A meld on the table is named by its owner's seat and its number there, both from 0: `2.0`.
"""

from __future__ import annotations

import re
from typing import Any

import attrs

from tenphase.cards import Card, Deck
from tenphase.errors import NotationError, brief

__all__ = [
    "Action",
    "Choose",
    "Discard",
    "DrawDiscard",
    "DrawStock",
    "Hit",
    "LayDown",
    "Leave",
    "Meld",
    "PlayCard",
    "Swap",
    "parse_action",
    "parse_meld",
]


def _as_tuple(items: Any) -> Any:
    """A list as a tuple, so that nobody changes an action after it was played."""
    return tuple(items) if isinstance(items, list) else items


@attrs.frozen(eq=False)
class Meld:
    """Cards that lie together, and what each stands for.

    `shows` is as long as `cards`; None leaves open what a card stands for. A natural card
    needs no declaration, and whether it has one makes no difference when melds are compared.

    >>> five, wild = Card("R5", ranks=32, colours=1), Card("W", ranks=63, colours=1)
    >>> str(Meld((five, wild), (None, "5")))
    'R5 W=5'
    """

    cards: tuple[Card, ...] = attrs.field(converter=_as_tuple)
    shows: tuple[str | None, ...] = attrs.field(converter=_as_tuple)

    @shows.default
    def _open(self) -> tuple[None, ...]:
        return (None,) * len(self.cards)

    @shows.validator
    def _one_for_each_card(self, _: object, shows: tuple[str | None, ...]) -> None:
        if len(shows) != len(self.cards):
            raise NotationError(f"{len(self.cards)} cards, but {len(shows)} declarations")

    @property
    def declared(self) -> tuple[str | None, ...]:
        """What the cards that are not natural stand for; None for natural ones."""
        pairs = zip(self.cards, self.shows, strict=True)
        return tuple([None if card.is_natural else shows for card, shows in pairs])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Meld):
            return NotImplemented
        return self.cards == other.cards and self.declared == other.declared

    def __hash__(self) -> int:
        return hash((self.cards, self.declared))

    def __len__(self) -> int:
        return len(self.cards)

    def __str__(self) -> str:
        return " ".join(
            [
                card.text if shows is None or card.is_natural else f"{card.text}={shows}"
                for card, shows in zip(self.cards, self.shows, strict=True)
            ]
        )


class Action:
    """The base of all actions. An action is a value: comparable, hashable, printable.

    >>> DrawStock() == DrawStock(), str(DrawStock())
    (True, 'draw stock')
    """

    __slots__ = ()


@attrs.frozen
class DrawStock(Action):
    """Draw the top card of the stock. Follows MC-TURN-2.

    >>> str(DrawStock())
    'draw stock'
    """

    def __str__(self) -> str:
        return "draw stock"


@attrs.frozen
class DrawDiscard(Action):
    """Draw the top card of the discard pile. Follows MC-TURN-2.

    >>> str(DrawDiscard())
    'draw discard'
    """

    def __str__(self) -> str:
        return "draw discard"


@attrs.frozen
class LayDown(Action):
    """Lay the own phase down: its melds, in any order. Follows MC-LAY-1 to MC-LAY-7.

    `phase` names the phase by its label; None means the current one.

    >>> five = Card("R5", ranks=32, colours=1)
    >>> str(LayDown((Meld((five, five)), Meld((five, five)))))
    'lay R5 R5 / R5 R5'
    """

    melds: tuple[Meld, ...] = attrs.field(converter=_as_tuple)
    phase: str | None = None

    def __str__(self) -> str:
        label = "" if self.phase is None else f"{self.phase}: "
        return f"lay {label}{' / '.join(str(meld) for meld in self.melds)}"


@attrs.frozen
class Hit(Action):
    """Add a card to a laid meld: meld number `meld` of seat `owner`. Follows MC-HIT-1 to 8.

    `shows` says what the card stands for, and so at which end of a run it goes. It may be None
    where only one thing fits.

    >>> str(Hit(Card("W", ranks=63, colours=1), owner=2, meld=0, shows="5"))
    'hit W=5 on 2.0'
    """

    card: Card
    owner: int
    meld: int
    shows: str | None = None

    def __str__(self) -> str:
        card = self.card.text if self.shows is None else f"{self.card.text}={self.shows}"
        return f"hit {card} on {self.owner}.{self.meld}"


@attrs.frozen
class Discard(Action):
    """Put a card on the discard pile, which ends the turn. Follows MC-TURN-5, MC-TURN-6.

    >>> str(Discard(Card("R5", ranks=32, colours=1)))
    'discard R5'
    """

    card: Card

    def __str__(self) -> str:
        return f"discard {self.card.text}"


@attrs.frozen
class PlayCard(Action):
    """End the turn with an action card, on a target seat if it needs one. Follows MC-SKIP-1.

    >>> str(PlayCard(Card("S"), target=3))
    'play S on 3'
    """

    card: Card
    target: int | None = None

    def __str__(self) -> str:
        on = "" if self.target is None else f" on {self.target}"
        return f"play {self.card.text}{on}"


@attrs.frozen
class Swap(Action):
    """Put the real card in place of a wild in a laid run and take the wild (C-14).

    `card` is the card from the hand; it stands for the same face as the wild that it replaces.

    >>> str(Swap(Card("R5", ranks=32, colours=1), owner=0, meld=1))
    'swap R5 on 0.1'
    """

    card: Card
    owner: int
    meld: int

    def __str__(self) -> str:
        return f"swap {self.card.text} on {self.owner}.{self.meld}"


@attrs.frozen
class Choose(Action):
    """A decision that only some rulesets know: a word, and the cards and seat it is about.

    >>> str(Choose("take", (Card("S"),), target=2))
    'choose take S on 2'
    """

    choice: str
    cards: tuple[Card, ...] = attrs.field(default=(), converter=_as_tuple)
    target: int | None = None

    def __str__(self) -> str:
        cards = "".join(f" {card}" for card in self.cards)
        on = "" if self.target is None else f" on {self.target}"
        return f"choose {self.choice}{cards}{on}"


@attrs.frozen
class Leave(Action):
    """Leave the game for good, at any time; it is never among the legal actions that are listed.

    The hand and piles of its own are shuffled into the stock, melds stay on the table, pending
    Skips lapse, and the others play on. If one seat is left, it wins. No printed rule says what
    happens.

    >>> str(Leave())
    'leave'
    """

    def __str__(self) -> str:
        return "leave"


DRAW_STOCK = DrawStock()
DRAW_DISCARD = DrawDiscard()

#: The actions that `odd_part` looks at.
MANY_PARTS = frozenset([LayDown, PlayCard, Choose])


def odd_part(action: Action) -> str:
    """A sentence on a part of an action that is not of its type, empty if there is none.

    Numbers are looked at closely: 1.0 and True equal the seat 1, but are not it. Parts that
    every stage looks at anyway are left to it.
    """
    if isinstance(action, PlayCard):
        return _odd_target(action.target)
    if isinstance(action, Choose):
        if action.choice.__class__ is not str:
            return f"a choice is a word; not {brief(action.choice)}"
        return _odd_cards(action.cards) or _odd_target(action.target)
    if isinstance(action, LayDown):
        if action.phase is not None and action.phase.__class__ is not str:
            return f"a phase is named by its label; not {brief(action.phase)}"
        if action.melds.__class__ is not tuple:
            return f"a lay-down has a tuple of melds; not {brief(action.melds)}"
        for meld in action.melds:
            if not isinstance(meld, Meld):
                return f"a lay-down is made of Meld values, not {brief(meld)}"
            if odd := _odd_cards(meld.cards):
                return odd
            if any(shows is not None and shows.__class__ is not str for shows in meld.shows):
                return f"what a card stands for is a text; not {brief(meld.shows)}"
    return ""


def _odd_target(target: object) -> str:
    if target is None or target.__class__ is int:
        return ""
    return f"a target is the number of a seat; not {brief(target)}"


def _odd_cards(cards: object) -> str:
    if isinstance(cards, tuple) and all(isinstance(card, Card) for card in cards):
        return ""
    return f"cards are a tuple of Card values; not {brief(cards)}"


_WITH_LABEL = re.compile(r"(\S+): (.+)")
_ON_MELD = re.compile(r"(\S+) on (\d{1,3})\.(\d{1,3})")
_ON_SEAT = re.compile(r"(.*\S) on (\d{1,3})")


def parse_meld(text: str, deck: Deck) -> Meld:
    """Read a meld: cards with blanks between, each with `=` and a face where it is declared."""
    cards, shows = [], []
    for piece in text.split():
        name, equals, face = piece.partition("=")
        if equals and not face:
            raise NotationError(
                f"{brief(piece)} says '=' but not what the card stands for", piece=piece
            )
        cards.append(deck.kinds[deck.code(name)])
        shows.append(face or None)
    if not cards:
        raise NotationError(f"a meld without cards: {brief(text)}", piece=text)
    return Meld(tuple(cards), tuple(shows))


def parse_action(text: str, deck: Deck) -> Action:
    """Read the text of an action. Raises `NotationError` naming what is not understood.

    >>> deck = Deck([(Card("R9", ranks=2, colours=1), 2), (Card("S"), 1)],
    ...             ranks=["9"], colours=["R"])
    >>> parse_action("hit R9 on 2.0", deck)  # doctest: +ELLIPSIS
    Hit(card=Card(text='R9', ...), owner=2, meld=0, shows=None)
    >>> str(parse_action("play S on 1", deck))
    'play S on 1'
    """
    if not isinstance(text, str):
        raise NotationError(f"an action is written as text, not {brief(text)}", piece=brief(text))
    verb, _, rest = " ".join(text.split()).partition(" ")
    if verb == "draw" and rest in ("stock", "discard"):
        return DRAW_STOCK if rest == "stock" else DRAW_DISCARD
    if verb == "leave" and not rest:
        return Leave()
    if verb == "lay" and rest:
        named = _WITH_LABEL.fullmatch(rest)
        label, melds = (named[1], named[2]) if named else (None, rest)
        parts = tuple(parse_meld(part, deck) for part in melds.split("/"))
        return LayDown(parts, label)
    if verb in ("hit", "swap"):
        match = _ON_MELD.fullmatch(rest)
        if match is None:
            raise NotationError(
                f"{brief(text)} does not name a meld; write '{verb} R9 on 2.0' "
                "for meld number 0 of seat 2",
                piece=rest,
            )
        what = parse_meld(match[1], deck)
        owner, number = int(match[2]), int(match[3])
        if verb == "hit":
            return Hit(what.cards[0], owner, number, what.shows[0])
        return Swap(what.cards[0], owner, number)
    if verb == "discard" and rest:
        return Discard(deck.kinds[deck.code(rest)])
    if verb in ("play", "choose") and rest:
        match = _ON_SEAT.fullmatch(rest)
        words, target = (match[1], int(match[2])) if match else (rest, None)
        if verb == "play":
            return PlayCard(deck.kinds[deck.code(words)], target)
        name, *cards = words.split()
        return Choose(name, tuple(deck.kinds[deck.code(card)] for card in cards), target)
    raise NotationError(
        f"{brief(text)} is no action; "
        "one starts with draw, lay, hit, discard, play, swap or choose",
        piece=verb,
    )
