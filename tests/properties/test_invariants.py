"""What holds after every action of every game, under any options and any choices."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tenphase as tp
from tenphase.cards import remove_cards
from tests import strategies as own
from tests.strategies import CHOICES

MANY = settings(max_examples=max(150, settings().max_examples))

#: Of long lists of legal actions so many are tried.
TRIED = 12


def some(actions: tuple[tp.Action, ...]) -> tuple[tp.Action, ...]:
    """A few actions from all over a list."""
    return actions[:: max(1, len(actions) // TRIED)]


def check_state(state: tp.State) -> None:
    """The invariants of a state."""
    rules = state.rules
    assert own.cards_of(state) == rules.deck.full
    for hand, known in zip(state.hands, state.known, strict=True):
        assert hand == bytes(sorted(hand))
        assert remove_cards(hand, known) is not None
    for melds in state.table:
        for laid in melds:
            assert laid.table.holds(laid.cards, laid.shown)
    assert state.over == (not state.actors)
    for seat in range(rules.seats):
        legal = state.legal_actions(seat)
        assert bool(legal) == (seat in state.actors)
        assert len(set(legal)) == len(legal)


@MANY
@given(data=st.data())
def test_every_state_of_a_game(data: st.DataObject) -> None:
    game = data.draw(own.any_games())
    for _ in own.walk(game, data.draw(CHOICES)):
        state = game.state
        check_state(state)
        before, text = hash(state), state.position()
        for action in some(state.legal_actions()):
            assert state.check(action) is None
            assert state.after(action) != state
            again = tp.actions.parse_action(str(action), state.rules.deck)
            assert again == action
        assert (hash(state), state.position()) == (before, text)
    check_state(game.state)


@given(data=st.data())
def test_other_actions_are_refused_and_change_nothing(data: st.DataObject) -> None:
    game = data.draw(own.any_games())
    wild = own.actions(game.rules.deck)
    for step in own.walk(game, data.draw(CHOICES)):
        if step % 5:
            continue
        state = game.state
        before, text = hash(state), state.position()
        action = data.draw(wild)
        seat = data.draw(st.none() | st.integers(-1, game.rules.seats))
        refusal = state.check(action, seat)
        assert (hash(state), state.position()) == (before, text)
        if refusal is None:
            check_state(state.after(action, seat))
            continue
        assert refusal.code
        with pytest.raises(tp.IllegalAction) as caught:
            game.play(action, seat)
        assert (caught.value.code, str(caught.value)) == (refusal.code, str(refusal))
        assert game.state == state
        assert (hash(state), state.position()) == (before, text)


@given(data=st.data())
def test_copies_are_independent(data: st.DataObject) -> None:
    game = data.draw(own.any_games())
    first, second = data.draw(CHOICES), data.draw(CHOICES)
    for _ in own.walk(game, first):
        pass
    state, record = game.state, game.record()
    for _ in own.walk(game.copy(), second):
        pass
    assert game.state == state
    assert game.record() == record


@given(data=st.data())
def test_the_same_key_and_actions_give_the_same_game(data: st.DataObject) -> None:
    rules = data.draw(own.any_rules())
    seed, choices = data.draw(st.integers(0, 2**32)), data.draw(CHOICES)
    one, other = own.new_game(rules, seed=seed), own.new_game(rules, seed=seed)
    for _ in own.walk(one, choices):
        # looking at a game disturbs nothing
        one.view(0), one.state.position(), one.copy().legal_actions()
    for _ in own.walk(other, choices):
        pass
    assert one.state == other.state
    assert one.events == other.events
    assert one.record() == other.record()


@MANY
@given(data=st.data())
def test_everything_round_trips(data: st.DataObject) -> None:
    """Position text, JSON, pickle, record: each gives an equal state, which goes on alike."""
    game = data.draw(own.any_games())
    for _ in own.walk(game, data.draw(CHOICES)):
        pass
    state = game.state
    assert tp.position(state.position()) == state
    text = json.dumps(tp.to_json(state), allow_nan=False)
    twins = [
        tp.position(state.position()),
        tp.from_json(text),
        pickle.loads(pickle.dumps(state)),
    ]
    for twin in twins:
        assert twin == state
        assert hash(twin) == hash(state)
        assert twin.position() == state.position()
        assert twin.legal_actions() == state.legal_actions()
    assert json.dumps(tp.to_json(twins[1])) == text
    again = tp.replay(game.record())
    assert again.state.same_position(state)
    assert again.record() == game.record()
    assert again.events == game.events
    kept = tp.replay(game.record(with_key=True))
    assert kept.state == state
    going_on = data.draw(CHOICES)
    games = [tp.Game(twin) for twin in (*twins, state)]
    for one in games:
        for _ in own.walk(one, going_on):
            pass
    assert all(one.state == games[-1].state for one in games)
    for value in (*some(state.legal_actions()), *game.standings, *game.moves[-9:]):
        data_of = json.loads(json.dumps(tp.to_json(value)))
        assert tp.from_json(data_of, within=game) == value
    for event in game.events[-20:]:
        assert tp.from_json(json.dumps(tp.to_json(event)), within=game) == event
    record = tp.Record.of(game)
    assert tp.from_json(json.dumps(tp.to_json(record))) == record


@given(data=st.data())
def test_games_end(data: st.DataObject) -> None:
    """By the rules, or by the turn limit."""
    game = data.draw(own.any_games())
    choices = data.draw(CHOICES)
    steps = 0
    while not game.over:
        for _ in own.walk(game, choices):
            steps += 1
        assert steps < 100 * own.MOST_TURNS
    assert game.aborted != bool(game.winners)
    assert game.legal_actions() == ()
    assert game.actors == ()
    assert game.to_act is None
    places = [standing.place for standing in game.standings]
    assert places == sorted(places)
    assert places[0] == 1
    refusal = game.check("draw stock")
    assert refusal is not None
    assert refusal.code == "game-over"


@given(game=own.games(), choices=CHOICES)
def test_events_tell_the_hand_sizes(game: tp.Game, choices: bytes) -> None:
    """From the events alone one can tell how many cards each seat holds (classic)."""
    seats = range(game.rules.seats)
    for _ in own.walk(game, choices):
        pass
    sizes = [0] * game.rules.seats
    active = list(seats)
    for event in game.events:
        seat = event.seat
        if event.kind == "play-off":
            active = list(event.detail)
        elif event.kind == "dealt":
            sizes = [game.rules.hand_size if s in active else 0 for s in seats]
        elif seat is None:
            continue
        elif event.kind == "drew":
            sizes[seat] += len(event.cards)
        elif event.kind in ("laid", "hit", "discarded", "played"):
            sizes[seat] -= len(event.cards)
    assert sizes == [len(hand) for hand in game.state.hands]
