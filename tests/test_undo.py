"""Undo, redo and branches: time travel on a game, exact in both directions."""

from __future__ import annotations

from random import Random

import pytest

import tenphase as tp


def played(seed: int, moves: int, ruleset: str = "mattel-classic") -> tp.Game:
    game = tp.new_game(ruleset, seats=3, seed=seed, phases="first 2")
    dice = Random(seed)
    for _ in range(moves):
        if game.over:
            break
        game.play(dice.choice(game.legal_actions()))
    return game


@pytest.mark.parametrize("ruleset", ["mattel-classic", "ravensburger-master"])
@pytest.mark.parametrize("seed", range(3))
def test_every_earlier_decision_can_be_returned_to(ruleset: str, seed: int) -> None:
    game = tp.new_game(ruleset, seats=3, seed=seed, phases="first 2")
    dice = Random(seed)
    states = [game.state]
    while not game.over and len(states) < 400:
        game.play(dice.choice(game.legal_actions()))
        states.append(game.state)
    for number in {1, 2, 17, len(states) // 2, len(states)}:
        assert game.at(number).state.same_position(states[number - 1])


@pytest.mark.parametrize("seed", range(3))
def test_undo_and_redo_are_inverse(seed: int) -> None:
    game = played(seed, 120)
    state, record, events = game.state, game.record(), game.events
    undone = game.undo(50)
    assert len(undone.moves) == 50
    assert game.state != state
    game.redo(30)
    game.redo(20)
    assert game.state.same_position(state)
    assert game.record() == record
    assert game.events == events


def test_undo_tells_what_has_been_seen() -> None:
    game = tp.new_game(seats=2, seed=7)
    game.play("draw discard")
    assert not game.undo().revealed
    game.play("draw stock")
    game.play(game.legal_actions()[-1])
    assert [event.kind for event in game.undo(2).revealed][:2] in (
        ["drew", "discarded"],
        ["drew", "played"],
    )


def test_another_move_ends_what_could_be_redone() -> None:
    game = tp.new_game(seats=2, seed=7)
    game.play("draw stock")
    game.undo()
    game.play("draw discard")
    with pytest.raises(tp.OptionError):
        game.redo()


def test_a_branch_is_a_game_of_its_own() -> None:
    game = played(1, 40)
    before = game.state
    branch = game.at(20)
    branch.play(branch.legal_actions()[0])
    assert game.state == before
    assert len(branch.moves) == 21


@pytest.mark.parametrize("wrong", [0, -1, 10_000])
def test_numbers_that_there_are_not(wrong: int) -> None:
    game = played(1, 10)
    for ask in (game.undo, game.redo, game.at):
        with pytest.raises(tp.OptionError):
            ask(wrong)
    assert len(game.moves) == 11
