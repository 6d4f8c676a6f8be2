"""What a seat can see, told by looking at the full state and not at a view."""

from __future__ import annotations


def open_cards(state, seat):
    """The cards that a seat may know of now."""
    rules = state.rules
    codes = set(state.discard) | {c for front in state.front for c in front}
    codes |= {c for melds in state.table for laid in melds for c in laid.cards}
    codes |= {c for known in state.known for c in known}
    for name, cards in state.piles.items():
        if name[0] != "_" and rules.ruleset.sees_pile(rules.options, name, seat):
            codes |= set(cards)
    if seat is not None:
        codes |= set(state.hands[seat])
    return {rules.deck.kinds[code].text for code in codes}
