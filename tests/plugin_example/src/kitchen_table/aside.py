"""Laying on somebody else's turn: exactly the phase, no hits, no going out (case A11)."""

from __future__ import annotations

from typing import Any

import attrs

from kitchen_table import BuyingDrawStage, BuyStage
from kitchen_table import ruleset as kitchen_table
from tenphase.actions import Action, Choose, LayDown
from tenphase.flow import enter_stage, others_in_turn
from tenphase.stages import PlayStage, Stage, lay, lay_downs
from tenphase.state import State

__all__ = ["ruleset"]

PASS = Choose("pass")


class AsideStage(Stage):
    """Before a turn, all others that are not down are asked, the nearest first (KT-ASIDE-1).

    `state.pending` is (whose turn it is, who is still to be asked). That a seat is asked says
    nothing about its hand.
    """

    name = "aside"

    def enter(self, state: State) -> None:
        turn = state.to_act
        asked = [s for s in others_in_turn(state, turn) if state.hands[s] and not state.table[s]]
        self._ask(state, turn, tuple(asked))

    def _ask(self, state: State, turn: int, waiting: tuple[int, ...]) -> None:
        state.laid_now = False  # whoever has laid here has not done so in its own turn
        state.pending = (turn, waiting) if waiting else ()
        state.to_act = waiting[0] if waiting else turn
        if not waiting:
            enter_stage(state, BuyingDrawStage.name)

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        held = len(state.hands[seat])
        exact = lay_downs(state, seat, exact=True)
        return (PASS, *[a for a in exact if sum(len(meld) for meld in a.melds) < held])

    def apply(self, state: State, seat: int, action: Action) -> None:
        if isinstance(action, LayDown):
            if sum(len(meld) for meld in action.melds) >= len(state.hands[seat]):
                raise state.rules.refusal("keep-a-card", "nobody goes out on another's turn")
            lay(state, seat, action, exact=True)
        elif action != PASS:
            raise state.rules.refusal("lay-or-pass", "lay exactly the phase, or pass")
        turn, waiting = state.pending
        self._ask(state, turn, waiting[1:])

    def visible(self, state: State, seat: int | None) -> tuple[Any, ...]:
        return state.pending

    def check_pending(self, state: State) -> str:
        match state.pending:
            case (int(), (first, *_)) if first == state.to_act:
                return ""
        return "pending is [whose turn, [who is asked, beginning with the seat to act]]"


ruleset = attrs.evolve(
    kitchen_table,
    id="kitchen-table-aside",
    title="Kitchen table, laying aside",
    stages=lambda options: (AsideStage(), BuyingDrawStage(), BuyStage(), PlayStage()),
    citations={
        **kitchen_table.citations,
        "keep-a-card": "KT-ASIDE-3",
        "lay-or-pass": "KT-ASIDE-1",
    },
)
