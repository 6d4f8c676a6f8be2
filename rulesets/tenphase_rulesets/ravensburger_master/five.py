"""Give me five: ask, show five cards, take one (PM-FIVE-1 to PM-FIVE-7).

`state.pending` is (the seat that asked, owner, card, owner, card, ...): the cards that lie face up
so far, which stay in their owners' hands until one is taken.
"""

from __future__ import annotations

from typing import Any

from tenphase.actions import Action, Choose
from tenphase.errors import brief
from tenphase.flow import end_turn
from tenphase.stages import Stage
from tenphase.state import State
from tenphase.zones import (
    add_to_hand,
    can_draw_stock,
    draw_from_stock,
    know,
    remove_from_hand,
    without,
)

__all__ = ["AskStage", "ShowStage", "TakeStage"]

ASK, DECLINE = Choose("ask"), Choose("decline")
OFFER = 5


def _shown(state: State) -> list[tuple[int, int]]:
    """The offer so far, as (owner, code)."""
    owners, cards = state.pending[1::2], state.pending[2::2]
    return list(zip(owners, state.rules.deck.encode(cards), strict=True))


def _hidden_cards(state: State, owner: int) -> bytes:
    """The cards of an owner that are not shown yet."""
    return without(
        state.hands[owner], bytes([code for seat, code in _shown(state) if seat == owner])
    )


def _fault(state: State) -> str:
    """What is wrong with the offer of a position, or an empty text."""
    asker, *rest = state.pending or (None,)
    owners, cards = rest[0::2], rest[1::2]
    seats = [seat for seat in state.active if seat != asker]
    if asker not in state.active or len(owners) != len(cards) or len(cards) > OFFER:
        return "the seat that asked, then the owner and the card of each card shown"
    for owner, card in zip(owners, cards, strict=True):
        if owner not in seats:
            return f"seat {brief(owner)} shows no cards"
        code = state.rules.deck.codes.get(card) if isinstance(card, str) else None
        mine = [c for o, c in zip(owners, cards, strict=True) if o == owner]
        if code is None or mine.count(card) > state.hands[owner].count(code):
            return f"seat {owner} cannot show {brief(card)}"
    return ""


def _next_owner(state: State, asker: int, last: int) -> int | None:
    """Who shows the next card: the opponents in turn, over and over; None when all is shown.

    Follows PM-FIVE-2, PM-FIVE-3, PM-FIVE-7.
    """
    if len(_shown(state)) == OFFER:
        return None
    seat = last
    for _ in range(state.rules.seats):
        seat = state.rules.next_seat(state, seat)
        if seat != asker and _hidden_cards(state, seat):
            return seat
    return None


class AskStage(Stage):
    """The player of the card asks for an offer, or does not (PM-FIVE-1)."""

    name = "ask"

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        """Ask or decline."""
        return (ASK, DECLINE)

    def check_pending(self, state: State) -> str:
        """Nothing is pending before anybody asked."""
        return "there is nothing before anybody asked" if state.pending else ""

    def apply(self, state: State, seat: int, action: Action) -> None:
        """Begin the offer, or end the turn."""
        if action == DECLINE:
            state.note("declined", seat, b"")
            end_turn(state)
        elif action == ASK:
            state.note("asked", seat, b"")
            state.pending = (seat,)
            owner = _next_owner(state, seat, seat)
            assert owner is not None
            state.to_act = owner
            state.stage = "show"
        else:
            raise self.wrong_action(state, action)


class ShowStage(Stage):
    """An opponent lays one card face up and chooses which (PM-FIVE-2)."""

    name = "show"

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        """Any card that the owner has not shown yet."""
        kinds = state.rules.deck.kinds
        hidden = dict.fromkeys(_hidden_cards(state, seat))
        return tuple([Choose("show", (kinds[code],)) for code in hidden])

    def check_pending(self, state: State) -> str:
        """The offer so far; the seat to act adds to it."""
        if fault := _fault(state):
            return fault
        asker, shown = state.pending[0], state.pending[1:]
        last = shown[-2] if shown else asker
        if _next_owner(state, asker, last) != state.to_act:
            return f"it is not for seat {state.to_act} to show a card"
        return ""

    def apply(self, state: State, seat: int, action: Action) -> None:
        """Show the card; the next opponent follows, or the taking."""
        if not isinstance(action, Choose) or action.choice != "show":
            raise self.wrong_action(state, action)
        if action not in self.legal(state, seat):
            message = f"'{action}': show one card that is in the hand and not shown yet"
            raise state.rules.refusal("show-one", message)
        code = state.rules.deck.codes[action.cards[0].text]
        asker = state.pending[0]
        state.pending = (*state.pending, seat, action.cards[0].text)
        # what lies face up is known to be in that hand, but a card known before is not a second one
        shown = bytes([c for owner, c in _shown(state) if owner == seat])
        if shown.count(code) > state.known[seat].count(code):
            know(state, seat, bytes([code]))
        state.note("showed", seat, bytes([code]))
        owner = _next_owner(state, asker, seat)
        if owner is None:
            state.to_act = asker
            state.stage = "take"
        else:
            state.to_act = owner

    def visible(self, state: State, seat: int | None) -> tuple[Any, ...]:
        """The cards lie face up: everybody sees them."""
        return state.pending


class TakeStage(Stage):
    """One card of the offer must be taken (PM-FIVE-4, PM-FIVE-5)."""

    name = "take"

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        """Any card of the offer, with its owner."""
        kinds = state.rules.deck.kinds
        offer = dict.fromkeys(_shown(state))
        return tuple([Choose("take", (kinds[code],), owner) for owner, code in offer])

    def check_pending(self, state: State) -> str:
        """The whole offer; the seat to act asked for it."""
        if fault := _fault(state):
            return fault
        asker, shown = state.pending[0], state.pending[1:]
        whole = bool(shown) and _next_owner(state, asker, shown[-2]) is None
        if asker != state.to_act or not whole:
            return "the seat to act takes a card when all are shown"
        return ""

    def apply(self, state: State, seat: int, action: Action) -> None:
        """Move the card; its owner draws for it. The turn ends without a discard (PM-FIVE-6)."""
        if not isinstance(action, Choose):
            raise self.wrong_action(state, action)
        if action not in self.legal(state, seat):
            raise state.rules.refusal("take-one", "one of the cards offered must be taken")
        code = state.rules.deck.codes[action.cards[0].text]
        owner = action.target
        assert owner is not None
        remove_from_hand(state, owner, code)
        add_to_hand(state, seat, bytes([code]))
        know(state, seat, bytes([code]))
        state.note("took", seat, bytes([code]), owner)
        if can_draw_stock(state):
            drawn = bytes([draw_from_stock(state)])
            add_to_hand(state, owner, drawn)
            state.note("drew", owner, drawn, "stock")
        state.pending = ()
        end_turn(state)

    def visible(self, state: State, seat: int | None) -> tuple[Any, ...]:
        """The cards lie face up: everybody sees them."""
        return state.pending
