"""The beginning of a turn: one card from the stock or from the discard pile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenphase.actions import DRAW_DISCARD, DRAW_STOCK, Action, DrawDiscard, DrawStock
from tenphase.cards import ONE
from tenphase.flow import end_round
from tenphase.stages.base import Stage, said
from tenphase.zones import add_to_hand, can_draw_stock, draw_from_stock, know

if TYPE_CHECKING:
    from tenphase.errors import IllegalAction
    from tenphase.state import State

__all__ = ["DrawStage"]

_STOCK: tuple[Action, ...] = (DRAW_STOCK,)
_DISCARD: tuple[Action, ...] = (DRAW_DISCARD,)
_EITHER: tuple[Action, ...] = (DRAW_STOCK, DRAW_DISCARD)


class DrawStage(Stage):
    """Draw exactly one card. Follows MC-TURN-2 to MC-TURN-4, MC-STOCK-1, MC-STOCK-2."""

    name = "draw"
    #: The stage that follows.
    following = "play"

    def enter(self, state: State) -> None:
        """End the round if there is nothing to draw from either pile (C-08)."""
        if not self.legal(state, state.to_act):
            state.note("nothing to draw", state.to_act, b"")
            end_round(state)

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        """The piles that a card may be drawn from."""
        discard = self._discard_refusal(state) is None
        if not state.hands[seat] and discard and self._must_take(state):
            return _DISCARD
        if not can_draw_stock(state):
            return _DISCARD if discard else ()
        return _EITHER if discard else _STOCK

    def apply(self, state: State, seat: int, action: Action) -> None:
        """Draw, and go on to the play stage."""
        kind = action.__class__
        if kind is DrawStock:
            self._check_stock(state, seat)
            code = draw_from_stock(state)
            state.note("drew", seat, ONE[code], "stock")
        elif kind is DrawDiscard:
            refused = self._discard_refusal(state)
            if refused is not None:
                raise self._refuse_discard(state, refused)
            code = state.discard[-1]
            state.discard = state.discard[:-1]
            state.taken = code
            know(state, seat, ONE[code])
            state.note("drew", seat, ONE[code], "discard")
        elif isinstance(action, Action):
            raise state.rules.refusal("draw-first", f"draw a card before '{said(action)}'")
        else:
            raise self.wrong_action(state, action)
        add_to_hand(state, seat, ONE[code])
        state.stage = self.following
        state.rules.stages[self.following].enter(state)

    def _check_stock(self, state: State, seat: int) -> None:
        if not can_draw_stock(state):
            raise state.rules.refusal(
                "stock-empty", "the stock is empty and cannot be made anew from the discards"
            )
        if (
            not state.hands[seat]
            and self._discard_refusal(state) is None
            and self._must_take(state)
        ):
            raise state.rules.refusal(
                "must-take-discard",
                "a seat without cards must take the top discard when it can be played",
                cards=state.discard[-1:],
            )

    def _discard_refusal(self, state: State) -> str | None:
        """The code of the reason why the top discard may not be taken."""
        if not state.discard:
            return "discard-empty"
        rules = state.rules
        code = state.discard[-1]
        action_card = rules.action_card[code]
        if action_card is not None and not action_card.drawable:
            return "skip-not-drawable"
        if rules.is_wild[code] and not rules.options.draw_discarded_wild:
            return "wild-not-drawable"
        return None

    def _refuse_discard(self, state: State, code: str) -> IllegalAction:
        rules = state.rules
        if code == "discard-empty":
            return rules.refusal(code, "the discard pile is empty; draw from the stock")
        card = rules.deck.kinds[state.discard[-1]]
        what = "an action card" if code == "skip-not-drawable" else "a wild"
        message = f"{what} is not drawn from the discard pile: {card}"
        return rules.refusal(code, message, cards=state.discard[-1:])

    @staticmethod
    def _must_take(state: State) -> bool:
        """A floater takes the top discard if some meld has a place for it (MC-FLOAT-A)."""
        code = state.discard[-1]
        return any(code in laid.openings for melds in state.table for laid in melds)
