"""Moving cards between the places of a state: hands, piles, and the space before a seat.

Stages and action cards change a state through these functions. Each keeps the books right that
belong to it, such as which cards everybody knows to be in a hand.
"""

from __future__ import annotations

from tenphase.cards import ONE, add_card
from tenphase.chance import shuffled
from tenphase.errors import RecordError
from tenphase.state import State, replaced

__all__ = [
    "add_to_hand",
    "can_draw_stock",
    "draw_from_stock",
    "know",
    "lay_in_front",
    "refill_stock",
    "remove_from_hand",
    "shuffle",
    "take_from_front",
    "without",
]

# -- chance and piles ---------------------------------------------------------------------------


def shuffle(state: State, cards: bytes) -> bytes:
    """The cards in a new order, the first one being the top."""
    number = state.shuffles
    if state.script:
        order = state.script[0]
        if sorted(order) != sorted(cards):
            raise RecordError(
                f"shuffle {number + 1} is not an order of the cards that are shuffled"
            )
        state.script = state.script[1:]
    else:
        order = shuffled(cards, state.key, number)
    state.shuffles = number + 1
    state.note("shuffled", None, order)
    return order


def can_draw_stock(state: State) -> bool:
    """Whether there is a card in the stock, or there will be when it is made anew.

    Making a stock of the discards leaves one of them face up, so one discard is not enough
    (MC-STOCK-1, C-08).
    """
    return bool(state.stock) or len(state.discard) > 1


def refill_stock(state: State) -> None:
    """Make a new stock of the discards. Follows MC-STOCK-1, MC-STOCK-3; C-08."""
    options = state.rules.options
    pile = state.discard
    if options.stock_exhausted == "reshuffle_keep_top":
        state.stock, state.discard = shuffle(state, pile[:-1])[::-1], pile[-1:]
    else:
        # turned over, the pile lies with its oldest card on top
        stock = shuffle(state, pile)[::-1] if options.shuffle_on_flip else pile[::-1]
        state.stock, state.discard = stock[:-1], stock[-1:]
    state.note("stock refilled", None, state.discard)


def draw_from_stock(state: State) -> int:
    """Take the top card of the stock, which is made anew first if it is empty."""
    if not state.stock:
        refill_stock(state)
    code = state.stock[-1]
    state.stock = state.stock[:-1]
    return code


# -- hands and the space before a seat ----------------------------------------------------------


def without(cards: bytes, taken: bytes) -> bytes:
    """The cards less those taken. Raises `ValueError` if one of them is not there.

    >>> without(b"\\x01\\x01\\x02", b"\\x01")
    b'\\x01\\x02'
    """
    rest = bytearray(cards)
    for code in taken:
        rest.remove(code)
    return bytes(rest)


def add_to_hand(state: State, seat: int, cards: bytes) -> None:
    """Put cards into a hand, unseen by the others."""
    hand = state.hands[seat]
    for code in cards:
        hand = add_card(hand, code)
    state.set_hand(seat, hand)


def remove_from_hand(state: State, seat: int, code: int) -> None:
    """Take a card out of a hand in the open."""
    state.set_hand(seat, without(state.hands[seat], ONE[code]))
    state.forget(seat, code)


def know(state: State, seat: int, cards: bytes) -> None:
    """Everybody has seen these cards going into, or lying in, the hand of a seat."""
    known = state.known[seat]
    for code in cards:
        known = add_card(known, code)
    state.known = replaced(state.known, seat, known)


def lay_in_front(state: State, seat: int, code: int) -> None:
    """Lay a card before a seat, face up."""
    state.front = replaced(state.front, seat, state.front[seat] + ONE[code])


def take_from_front(state: State, seat: int, code: int) -> None:
    """Take a card away that lies before a seat."""
    state.front = replaced(state.front, seat, without(state.front[seat], ONE[code]))
