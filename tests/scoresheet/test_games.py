"""The sheet of a game that was really played says what the game itself says."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tenphase as tp
from tenphase.bots import GreedyBot
from tenphase.scoresheet import ScoreSheet
from tests.strategies import RULESETS, rules

NAMES = ["Ann", "Ben", "Cem", "Dora", "Eve", "Finn", "Gus", "Hana", "Ida", "Jon"]


def rounds_of(game):
    """What people would write down after each round, and the state that followed."""
    laid, phases = set(), {}
    dice, bot = Random(1), GreedyBot()
    labels = [phase.label for phase in game.rules.phases]
    while not game.over:
        before = game.state
        seat = game.actors[0]
        legal = game.legal_actions(seat)
        lays = [action for action in legal if isinstance(action, tp.LayDown)]
        by_chance = dice.random() < 0.15
        action = dice.choice(legal) if by_chance else bot.choose(game.view(seat), legal)
        if lays and dice.random() < 0.8:
            action = dice.choice(lays)
        for event in game.play(action, seat):
            if event.kind == "laid":
                laid.add(event.seat)
                phases[event.seat] = labels[event.detail]
            elif event.kind == "round over":
                yield before, event, laid, phases, game
                laid, phases = set(), {}


def check_sheet(game):
    seats = game.rules.seats
    names = NAMES[:seats]
    rules = game.rules
    sheet = ScoreSheet(names, rules.ruleset, options=rules.options, dealer=names[game.start.dealer])
    count = 0
    for before, event, laid, phases, _ in rounds_of(game):
        count += 1
        assert sheet.playing == tuple(names[seat] for seat in before.active)
        if not rules.ruleset.round_end:
            assert sheet.dealer == names[before.dealer]
        free = {names[s]: label for s, label in phases.items() if "-" in sheet.next_phases.values()}
        points = {names[seat]: event.detail[seat] for seat in before.active}
        out = None if event.seat is None else names[event.seat]
        sheet.enter(points, laid=[names[seat] for seat in laid], phases=free, out=out)
        state = game.state
        assert list(sheet.totals.values()) == list(state.totals)
        assert sheet.over == bool(state.winners)
        assert sheet.winners == tuple(names[seat] for seat in state.winners)
        assert sheet._books.states[-1].done == state.done
        assert [row.player for row in sheet.rows(count)] == [names[s] for s in before.active]
        assert sheet.standings == tp.standings(state)
        assert ScoreSheet.from_json(sheet.to_json()).totals == sheet.totals
    return count


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seats", [2, 4])
def test_whole_games(ruleset, seats):
    for seed in range(3):
        game = tp.new_game(ruleset, seats=seats, seed=seed, max_turns=800, dealer=seed % seats)
        assert check_sheet(game) > 1


@settings(max_examples=40)
@given(data=st.data(), seed=st.integers(0, 999))
def test_any_options(data, seed):
    chosen = data.draw(st.sampled_from(RULESETS).flatmap(rules))
    check_sheet(
        tp.new_game(
            chosen.ruleset, seats=chosen.seats, options=chosen.options, seed=seed,
            dealer=seed % chosen.seats,
        )
    )  # fmt: skip
