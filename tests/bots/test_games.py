"""Whole games of bots: they keep to the actions offered, and they come to an end."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tenphase as tp
from tenphase.bots import Bot, GreedyBot, RandomBot, make_bot, play_game, steps
from tests.strategies import RULESETS, changes_of, games

#: More rounds than a sensible game needs; most have 12 to 20.
MOST_ROUNDS = 60


class Watched:
    """A bot that is looked at: it may only do what it is offered."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.asked = 0

    def choose(self, view, actions):
        self.asked += 1
        before = list(actions)
        action = self.bot.choose(view, actions)
        assert action in before
        assert list(actions) == before
        return action


@pytest.mark.parametrize("bot", ["greedy", "random"])
@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=8)
@given(data=st.data())
def test_bots_do_what_they_may(ruleset, bot, data):
    """Under whatever options, and in decisions that only some rulesets know."""
    game = data.draw(games(ruleset))
    bots = [Watched(make_bot(bot, seed)) for seed in range(game.rules.seats)]
    play_game(game, bots)
    assert game.over


#: Options with which a game need not end: the table can be full of melds that take no card.
ODD = {"phases", "hand_size", "card_points", "max_turns", "more_seats"}


@settings(max_examples=25)
@given(data=st.data())
def test_greedy_bots_finish(data):
    """Every option of the classic game, with its phases and its hands."""
    ruleset = tp.ruleset("mattel-classic")
    values = dict(data.draw(st.sampled_from(list(ruleset.presets.values()))))
    for name, value in data.draw(changes_of(ruleset)):
        if name not in ODD:
            try:
                ruleset.options(**{**values, name: value})
            except tp.OptionError:
                continue
            values[name] = value
    seats = data.draw(st.integers(2, 6))
    game = tp.new_game(ruleset, seats=seats, seed=data.draw(st.integers(0, 10**6)), **values)
    for _ in steps(game, [GreedyBot()] * seats):
        assert game.state.round <= MOST_ROUNDS
    assert game.winners


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seats", [2, 4])
def test_every_edition_is_finished(ruleset, seats):
    for preset in tp.ruleset(ruleset).presets:
        game = tp.new_game(ruleset, seats=seats, seed=11, preset=preset, max_turns=20_000)
        play_game(game, [GreedyBot()] * seats)
        assert game.winners, preset
        assert game.state.round <= MOST_ROUNDS


def test_games_have_a_sensible_length():
    rounds = [
        play_game(tp.new_game(seats=4, seed=seed), [GreedyBot()] * 4).state.round
        for seed in range(8)
    ]
    assert 12 <= sum(rounds) / len(rounds) <= 20
    assert max(rounds) <= 25


def test_greedy_bots_beat_random_ones():
    for seed in range(5):
        bots: list[Bot] = [RandomBot(seed), GreedyBot(), RandomBot(seed + 1), GreedyBot()]
        game = play_game(tp.new_game(seats=4, seed=seed), bots)
        assert set(game.winners) <= {1, 3}


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_the_same_seeds_give_the_same_game(bot):
    def moves():
        game = tp.new_game(seats=3, seed=5, phases="first 2", max_turns=300)
        return play_game(game, [make_bot(bot, seed) for seed in range(3)]).moves

    assert moves() == moves()


def test_random_bots_differ_by_their_seeds():
    view = tp.new_game(seats=2, seed=1).view(1)
    actions = tuple(tp.Discard(card) for card in view.hand)
    assert len({RandomBot(seed).choose(view, actions) for seed in range(30)}) > 5


def test_a_bot_is_not_asked_where_there_is_no_choice():
    game = tp.Game(tp.position("mattel-classic", seats=2, discard="S", options={"max_turns": 1}))
    bots = [Watched(GreedyBot()) for _ in range(2)]
    seat, action, _ = next(steps(game, bots))
    assert (seat, action) == (1, tp.DrawStock())
    assert bots[1].asked == 0


def test_there_must_be_one_bot_for_each_seat():
    with pytest.raises(tp.OptionError, match="4 seats need as many bots, not 3"):
        play_game(tp.new_game(seats=4, seed=1), [GreedyBot()] * 3)


def test_a_bot_that_cheats_is_stopped():
    class Cheat:
        def choose(self, view, actions):
            return tp.Discard(view.hand[0])

    game = tp.new_game(seats=2, seed=1)
    with pytest.raises(tp.IllegalAction, match="draw"):
        play_game(game, [Cheat(), Cheat()])


def test_bots_see_nothing_hidden():
    """Two states that differ only in the stock and in other hands get the same answer."""
    text = "ruleset: mattel-classic; seats: 3; discard: R9; hand 1: R9 B9 R3 B3 G7 Y8 W G1 G2 G12"
    first = tp.position(f"{text}; seed: 1")
    second = tp.position(f"{text}; seed: 2")
    assert first != second
    views = [tp.Game(state).view(1) for state in (first, second)]
    choices = [GreedyBot().choose(view, first.legal_actions()) for view in views]
    assert choices[0] == choices[1] == tp.DrawDiscard()
    assert not any("hands" in field.name for field in attrs.fields(tp.View))
