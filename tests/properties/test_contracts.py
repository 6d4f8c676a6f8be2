"""The contracts of the API as a state machine: anybody may do anything at any time."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import tenphase as tp
from tests import strategies as own

BYTES = st.integers(0, 255)


class Contracts(RuleBasedStateMachine):
    """A game, and beside it a state and a twin that are only told the same actions."""

    game: tp.Game
    state: tp.State
    kept: list[tuple[tp.State, str]]

    @initialize(game=own.any_games())
    def deal(self, game: tp.Game) -> None:
        self.game = game
        self.state = game.state
        self.kept = []

    @property
    def running(self) -> bool:
        return not self.game.over

    @precondition(lambda self: self.running)
    @rule(byte=BYTES, how=st.sampled_from(["value", "text", "json"]))
    def play(self, byte: int, how: str) -> None:
        seat = self.game.actors[byte % len(self.game.actors)]
        action = own.pick(self.game.legal_actions(seat), byte)
        given: Any = action
        if how == "text":
            given = str(action)
        elif how == "json":
            given = tp.from_json(json.dumps(tp.to_json(action)), within=self.state)
        number = len(self.game.events)
        after = self.state.after(given, seat)
        events = self.game.play(given, seat)
        self.state.apply(action, seat)
        assert self.state == after
        assert self.game.moves[-1].action == action
        assert list(self.game.events[number:]) == list(events)
        assert len(events) > 0

    @precondition(lambda self: self.running)
    @rule(seat=st.integers(-1, 7))
    def leave(self, seat: int) -> None:
        refusal = self.game.check("leave", seat)
        if refusal is None:
            if len(self.game.state.active) > 2 or seat == 0:
                self.game.play("leave", seat)
                self.state.apply("leave", seat)
                assert seat not in self.game.state.active
        else:
            self.refused("leave", seat)

    @rule(data=st.data())
    def something_else(self, data: st.DataObject) -> None:
        action = data.draw(own.actions(self.game.rules.deck))
        seat = data.draw(st.none() | st.integers(-1, 7))
        if self.game.check(action, seat) is not None:
            self.refused(action, seat)

    def refused(self, action: Any, seat: int | None) -> None:
        before, moves = self.state.position(), len(self.game.moves)
        for act in (self.game.play, self.state.apply):
            with pytest.raises(tp.IllegalAction):
                act(action, seat)
        assert self.state.position() == before
        assert len(self.game.moves) == moves

    @rule()
    def keep(self) -> None:
        self.kept = [*self.kept[-2:], (self.game.state, self.state.position())]

    @rule(byte=BYTES)
    def branch(self, byte: int) -> None:
        """What happens to a copy happens to nobody else."""
        copy = self.game.copy()
        for _ in own.walk(copy, bytes([byte, 255 - byte, byte // 2])):
            pass

    @rule()
    def go_on_from_json(self) -> None:
        self.state = tp.from_json(json.dumps(tp.to_json(self.state)))

    @rule()
    def go_on_from_text(self) -> None:
        self.state = tp.position(self.state.position())

    @rule()
    def replay(self) -> None:
        record = self.game.record()
        assert tp.replay(record).record() == record

    @rule(seat=st.none() | st.integers(0, 1))
    def look(self, seat: int | None) -> None:
        view = self.game.view(seat)
        assert view == self.state.view(seat)
        assert sum(view.hand_sizes) == sum(len(hand) for hand in self.state.hands)

    @invariant()
    def all_agree(self) -> None:
        state = self.game.state
        assert state == self.state
        assert hash(state) == hash(self.state)
        assert state.over == self.game.over == (not self.game.actors)
        assert own.cards_of(state) == state.rules.deck.full
        assert bool(state.legal_actions()) != state.over
        assert [s.legal_actions() for s in (state, self.state)] == [self.game.legal_actions()] * 2

    @invariant()
    def kept_states_are_as_they_were(self) -> None:
        for state, text in self.kept:
            assert state.position() == text


TestContracts = Contracts.TestCase
TestContracts.settings = settings(
    max_examples=max(40, settings().max_examples // 3), stateful_step_count=60
)
