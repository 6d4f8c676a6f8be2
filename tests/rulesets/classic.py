"""Short ways to say things about states of the classic game."""

from __future__ import annotations

from typing import Any

import tenphase as tp
from tenphase.position_text import read_fields

#: Sixty cards less the greens, by colour: what fills the table when the stock is to be small.
ALL = {c: " ".join(f"{c}{n} {c}{n}" for n in range(1, 13)) for c in "RBGY"}


def legal(state: tp.State, beginning: str = "") -> list[str]:
    """The legal actions of the seat to act that begin with some words."""
    texts = [str(action) for action in state.legal_actions()]
    return [text for text in texts if text.startswith(beginning)]


def cards(state: tp.State, zone: bytes) -> list[str]:
    """A zone of a state as texts."""
    return state.rules.deck.text(zone).split()


def play(state: tp.State, *actions: str) -> tp.State:
    """The state after some actions."""
    state = state.copy()
    for action in actions:
        state.apply(action)
    return state


def code(state: tp.State, action: str, seat: int | None = None) -> str | None:
    """The code of the refusal of an action, or None if it is legal."""
    refusal = state.check(action, seat)
    return None if refusal is None else refusal.code


def rule(state: tp.State, action: str, seat: int | None = None) -> str | None:
    """The rule that the refusal of an action cites, or None."""
    refusal = state.check(action, seat)
    return None if refusal is None else refusal.rule


def played_out(text: str, **fields: Any) -> tp.State:
    """A three-seat position in which seat 0 discards its last card to go out."""
    state = tp.position(text, **fields)
    return play(state, "discard " + cards(state, state.hands[state.to_act])[0])


def fields(state: tp.State) -> dict[str, Any]:
    """The position of a state, field by field."""
    return read_fields(state.position())
