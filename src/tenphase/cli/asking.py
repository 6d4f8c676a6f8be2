"""Positions made up for a question: one seat is to play, and the rest does not matter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

import tenphase as tp
from tenphase.registry import find_rules
from tenphase.solver import Solver

__all__ = ["COLOURS_FREE", "Question", "any_colour", "as_cards", "cards_of", "hand_of", "one_more"]

#: The meld kinds in which a number may be of any colour.
COLOURS_FREE = ("S", "R", "EO")

#: So many cards that nobody asked about lie in the hand, so that the turn can go on.
_BESIDES = 2


class Question:
    """A ruleset with its options, about which something is asked."""

    def __init__(self, ruleset: str, preset: str | None, options: Mapping[str, object]) -> None:
        self.ruleset = tp.ruleset(ruleset)
        self.preset = preset
        self.options = dict(options)
        self.seats = self.ruleset.seats[0]
        self.seat = 1
        self._compile()

    def _compile(self) -> None:
        self.rules = find_rules(
            self.ruleset, seats=self.seats, preset=self.preset, options=self.options
        )

    def phase(self, wish: str) -> tp.Phase:
        """A phase by its label, or written out; then it is the only one that is played."""
        wish = wish.strip()
        for phase in self.rules.phases:
            if phase.label == wish:
                return phase
        if wish.isdecimal():
            known = ", ".join(phase.label for phase in self.rules.phases)
            raise click.BadParameter(f"there is no phase {wish} (there are: {known})")
        self.options["phases"] = [wish]
        self._compile()
        return self.rules.phases[0]

    def state(self, hand: str, *, phase: tp.Phase, table: str = "") -> tp.State:
        """The position: the seat has drawn and holds this hand."""
        return tp.position(
            self.ruleset,
            preset=self.preset,
            options=self.options,
            seats=self.seats,
            to_act=self.seat,
            stage="play",
            phases=[phase.label] * self.seats,
            hands={self.seat: hand},
            table={self.seat: table} if table else {},
        )

    def solver(self) -> Solver:
        """A solver for this deck and these phases."""
        return tp.solver_for(
            self.ruleset, seats=self.seats, preset=self.preset, options=self.options
        )

    def kinds(self) -> list[str]:
        """The symbols of the meld kinds that the phases ask for."""
        asked = [meld.kind.symbol for phase in self.rules.phases for meld in phase.melds]
        return list(dict.fromkeys(asked))

    def besides(self, cards: str) -> str:
        """A few more cards that the deck still has, naturals if there are any."""
        deck = self.rules.deck
        used = deck.encode(cards)
        counts = list(zip(deck.kinds, deck.counts, range(len(deck.kinds)), strict=True))
        free = [card.text for card, n, code in counts if card.is_natural and used.count(code) < n]
        return " ".join(free[:_BESIDES])


def cards_of(text: str) -> str:
    """The cards of a meld or a lay-down, without what they stand for."""
    words = text.replace("/", " ").split()
    return " ".join(word.partition("=")[0] for word in words)


def as_cards(text: str, phase: tp.Phase, deck: tp.Deck) -> str:
    """Melds as people write them: a bare number is a card of any colour, where colours are free."""
    free = all(meld.kind.symbol in COLOURS_FREE for meld in phase.melds)
    return any_colour(text, deck) if free else text


def any_colour(text: str, deck: tp.Deck) -> str:
    """The same with a colour for each bare number, each the next one, so that no colour is meant.

    1-12 are all numbers from 1 to 12.
    """
    turn = 0
    words = []
    for word in text.split():
        for rank in _ranks(word, deck):
            if rank in deck.codes or rank not in deck.ranks:
                words.append(rank)
                continue
            number = deck.ranks.index(rank) + 1
            texts = [t for (r, _), t in deck.natural_texts.items() if r == number]
            words.append(texts[turn % len(texts)])
            turn += 1
    return " ".join(words)


def one_more(number: str, besides: str, deck: tp.Deck) -> str:
    """A card of this number, in a colour of which the deck has one more than these cards."""
    rank = deck.ranks.index(number) + 1
    used = deck.encode(cards_of(besides))
    texts = [t for (r, _), t in deck.natural_texts.items() if r == rank]
    free = [t for t in texts if used.count(deck.code(t)) < deck.counts[deck.code(t)]]
    return (free or texts)[0]


def _ranks(word: str, deck: tp.Deck) -> Sequence[str]:
    low, dash, high = word.partition("-")
    if dash and word not in deck.codes and low in deck.ranks and high in deck.ranks:
        first, last = deck.ranks.index(low), deck.ranks.index(high)
        if first < last:
            return deck.ranks[first : last + 1]
    return [word]


def hand_of(text: str, deck: tp.Deck) -> str:
    """A hand, checked and sorted. Raises `NotationError` for a card that is not in the deck."""
    return deck.text(deck.hand(cards_of(text.replace(",", " "))))
