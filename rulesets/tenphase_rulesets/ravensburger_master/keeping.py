"""All mine: at the end of a round its holders keep the hand or give it back (PM-KEEP-1 to 5).

`state.pending` is (who still decides, then who keeps), two tuples of seats.
"""

from __future__ import annotations

from typing import Any

from tenphase.actions import Action, Choose
from tenphase.flow import go_on_after_round
from tenphase.stages import Stage
from tenphase.state import State
from tenphase_rulesets.ravensburger_master.blue_cards import KEEP

__all__ = ["KeepHandStage"]

KEEP_HAND, RETURN_HAND = Choose("keep-hand"), Choose("return-hand")


class KeepHandStage(Stage):
    """Every holder of an All mine decides, from the dealer's left on. All or nothing."""

    name = "keep hand"

    def enter(self, state: State) -> None:
        """Find the holders; without any the next round is dealt at once."""
        code = state.rules.deck.codes[KEEP]
        holders = []
        seat = state.dealer
        for _ in state.active:
            seat = state.rules.next_seat(state, seat)
            if code in state.front[seat] and state.hands[seat]:
                holders.append(seat)
        self._go_on(state, tuple(holders), ())

    def _go_on(self, state: State, holders: tuple[int, ...], keepers: tuple[int, ...]) -> None:
        if holders:
            state.pending = (holders, keepers)
            state.to_act = holders[0]
            return
        state.pending = ()
        kept = [hand if seat in keepers else b"" for seat, hand in enumerate(state.hands)]
        go_on_after_round(state, self.name, tuple(kept))

    def check_pending(self, state: State) -> str:
        """Who decides, the seat to act first, and who keeps; nobody twice."""
        match state.pending:
            case ((*holders,), (*keepers,)) if holders and holders[0] == state.to_act:
                seats = [*holders, *keepers]
                code = state.rules.deck.codes[KEEP]
                if all(
                    seat in state.active and code in state.front[seat] and seats.count(seat) == 1
                    for seat in seats
                ):
                    return ""
        return "two lists of seats with an All mine in front: who still decides, and who keeps"

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        """Keep all cards, or none."""
        return (KEEP_HAND, RETURN_HAND)

    def apply(self, state: State, seat: int, action: Action) -> None:
        """Note the decision; the last one leads to the deal."""
        if action not in (KEEP_HAND, RETURN_HAND):
            if isinstance(action, Choose):
                raise state.rules.refusal("all-or-nothing", "the whole hand is kept, or nothing")
            raise self.wrong_action(state, action)
        holders, keepers = state.pending
        state.note("kept hand" if action == KEEP_HAND else "returned hand", seat, b"")
        self._go_on(state, holders[1:], (*keepers, seat) if action == KEEP_HAND else keepers)

    def visible(self, state: State, seat: int | None) -> tuple[Any, ...]:
        """Decisions are open."""
        return state.pending
