"""The classic game with two standard packs: the eight kings are wild, the four jokers are Skips.

The suits are the four colours and ace to queen the numbers 1 to 12, so every rule, option and
preset of the classic game holds under other names of the cards. The default preset follows the
text that this version is told in. The rules are in the ledger, `SK-*`, and those of the classic.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from tenphase.action_cards import ActionCard, Skip
from tenphase.cards import Card, Deck, colour_bit, rank_bit
from tenphase_rulesets.mattel_classic import ClassicOptions
from tenphase_rulesets.mattel_classic import ruleset as classic

__all__ = ["ruleset", "two_pack_deck"]

RANKS = ("A", *(str(rank) for rank in range(2, 11)), "J", "Q")
SUITS = ("H", "S", "D", "C")
JOKER = "JK"


def two_pack_deck(options: ClassicOptions, seats: int) -> Deck:
    """Two packs and their jokers, kings wild (SK-DECK-1).

    A king stands for any card; its suit is printed on it and means nothing.
    """
    every_rank = sum(rank_bit(rank) for rank in range(1, len(RANKS) + 1))
    every_suit = sum(colour_bit(suit) for suit in range(len(SUITS)))
    cards = [
        (Card(f"{rank}{suit}", ranks=rank_bit(r), colours=colour_bit(s)), 2)
        for s, suit in enumerate(SUITS)
        for r, rank in enumerate(RANKS, start=1)
    ]
    cards += [(Card(f"K{suit}", ranks=every_rank, colours=every_suit), 2) for suit in SUITS]
    if options.skips:
        cards.append((Card(JOKER), options.skips))
    return Deck(cards, ranks=RANKS, colours=SUITS)


def two_pack_points(options: ClassicOptions, deck: Deck) -> Mapping[str, int]:
    """Ace to nine five, ten to queen ten, joker fifteen, king twenty-five points (SK-SCORE-1)."""
    points = {f"K{suit}": 25 for suit in SUITS} | {JOKER: 15}
    for suit in SUITS:
        for number, rank in enumerate(RANKS, start=1):
            points[f"{rank}{suit}"] = 5 if number < 10 else 10
    return points


def two_pack_action_cards(options: ClassicOptions) -> Mapping[str, ActionCard]:
    """The jokers are the Skips."""
    return {JOKER: Skip()}


#: The preset of the text comes first and so is the default (SK-SKIP-1, SK-SKIP-2, SK-FLOAT-1).
PRESETS = {name: classic.presets[name] for name in ("ourpastimes", *classic.presets)}

#: What this version says itself; the rest is said by the classic game (SK-DECK-2).
CITATIONS = {
    **classic.citations,
    "skip-target-no-turn": "SK-SKIP-1",
    "skip-last-card": "SK-SKIP-2",
}

ruleset = attrs.evolve(
    classic,
    id="two-pack",
    title="Two packs, kings wild",
    version="1",
    presets=PRESETS,
    deck=two_pack_deck,
    points=two_pack_points,
    action_cards=two_pack_action_cards,
    citations=CITATIONS,
    ledger="tenphase_rulesets.two_pack",
)
