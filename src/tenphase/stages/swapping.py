"""Swapping the real card for a wild on the table (option `wild_replaceable`, C-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenphase.actions import Action, Swap
from tenphase.cards import ONE
from tenphase.laid import Laid
from tenphase.state import State, replaced
from tenphase.zones import add_to_hand, know, remove_from_hand

if TYPE_CHECKING:
    from tenphase.errors import IllegalAction

__all__ = ["swap", "swaps"]


def _place(state: State, laid: Laid, code: int) -> int:
    """The first place of a meld where a wild stands for what this card can show, or -1."""
    rules = state.rules
    accepts = rules.faces.accepts
    for place, (held, face) in enumerate(zip(laid.cards, laid.shown, strict=True)):
        if rules.is_wild[held] and code in accepts[face]:
            return place
    return -1


def swaps(state: State, seat: int) -> list[Action]:
    """All swaps that a seat that is down may make."""
    found: list[Action] = []
    kinds = state.rules.deck.kinds
    for code in dict.fromkeys(state.hands[seat]):
        if not kinds[code].is_natural:
            continue
        for owner, melds in enumerate(state.table):
            for number, laid in enumerate(melds):
                if _place(state, laid, code) >= 0:
                    found.append(Swap(kinds[code], owner, number))
    return found


def swap(state: State, seat: int, code: int, action: Swap, laid: Laid) -> None:
    """Put the card in place of the wild, which goes into the hand."""
    place = _place(state, laid, code) if state.rules.deck.kinds[code].is_natural else -1
    if place < 0:
        raise no_swap(state, code)
    wild = laid.cards[place]
    cards = laid.cards[:place] + ONE[code] + laid.cards[place + 1 :]
    if laid.table.is_alike(laid.shown):
        cards = bytes(sorted(cards))
    remove_from_hand(state, seat, code)
    add_to_hand(state, seat, ONE[wild])
    know(state, seat, ONE[wild])
    melds = replaced(state.table[action.owner], action.meld, Laid(laid.table, cards, laid.shown))
    state.table = replaced(state.table, action.owner, melds)
    state._hits = None
    state.note("swapped", seat, ONE[code] + ONE[wild], (action.owner, action.meld))


def no_swap(state: State, code: int) -> IllegalAction:
    """The refusal of a swap, which most rules forbid altogether. Follows MC-WILD-3."""
    if not state.rules.options.wild_replaceable:
        message = "a wild on the table stays what it is until the round ends"
    else:
        message = f"no wild of that meld stands for {state.rules.deck.kinds[code]}"
    return state.rules.refusal("no-swap", message, cards=ONE[code])
