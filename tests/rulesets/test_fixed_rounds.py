"""A fixed number of rounds, of the classic game and of any other one."""

from __future__ import annotations

import pickle

import attrs
import pytest

import tenphase as tp
from tenphase.ledger import ledger_of
from tenphase_rulesets.fixed_ten_rounds import fixed_rounds
from tests.rulesets.classic import code, play
from tests.rulesets.whole_games import play_out

FIXED = "fixed-ten-rounds"


def labels(state: tp.State) -> list[str]:
    """What everybody works on."""
    return [state.rules.phases[index].label for index in state.phase]


@pytest.mark.parametrize("number", range(1, 10))
def test_everybody_goes_on_to_the_phase_of_the_round(number: int) -> None:
    """V10-1, V10-4: down, out or neither, and charged as always."""
    state = tp.position(
        FIXED, seats=3, round=number, stage="play", to_act=0, phases=[str(number)] * 3,
        done=["-", "-", "1"], hands={0: "R1", 1: "R2 W", 2: "G12 S"},
    )  # fmt: skip
    state = play(state, "discard R1")
    assert state.round == number + 1
    assert labels(state) == [str(number + 1)] * 3
    assert state.totals == (0, 30, 25)


def test_only_the_phase_of_the_round_is_laid() -> None:
    """V10-1: the refusal cites the rule."""
    state = tp.position(
        FIXED, seats=2, round=2, stage="play", phases=["2", "2"], done=["-", "-"],
        hands={1: "R5 B5 G5 R7 B7 Y7 R1 B2 Y11 G12 S"},
    )  # fmt: skip
    refusal = state.check("lay 1: R5 B5 G5 / R7 B7 Y7")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("wrong-phase", "V10-1")


def last_round(totals: list[int], **options: object) -> tp.State:
    state = tp.position(
        FIXED, seats=3, round=10, stage="play", to_act=0, phases=["10"] * 3, totals=totals,
        hands={0: "R1", 1: "R2", 2: "G3"}, options=options,
    )  # fmt: skip
    return play(state, "discard R1")


def test_the_lowest_total_wins() -> None:
    """V10-2: nobody laid phase 10, and the game is over; places go by points alone."""
    state = last_round([100, 20, 40])
    assert (state.over, state.winners) == (True, (1,))
    assert [(s.seat, s.points) for s in tp.standings(state)] == [(1, 25), (2, 45), (0, 100)]


def test_completed_phases_do_not_count_for_places() -> None:
    """V10-2."""
    state = tp.position(
        FIXED, seats=3, stage="game over", winners=[0], totals=[10, 30, 20],
        done=["-", "1,2,3", "-"],
    )  # fmt: skip
    assert [s.seat for s in tp.standings(state)] == [0, 2, 1]


def test_ties_are_shared() -> None:
    """V10-5 (C-35): unless those tied are to play the last round again."""
    assert last_round([25, 20, 60]).winners == (0, 1)
    state = last_round([25, 20, 60], tie_break="replay_last_phase")
    assert (state.over, state.active, labels(state)) == (False, (0, 1), ["10", "10", "10"])
    state.apply("draw stock")
    assert state.round == 11


@pytest.mark.parametrize(
    "option", [{"phase_order": "free"}, {"win_requires_going_out": True}, {"final_lap": True}]
)
def test_options_that_contradict(option: dict[str, object]) -> None:
    """V10-1, V10-2: what the rounds settle cannot be asked for otherwise."""
    with pytest.raises(tp.OptionError, match="in fixed rounds"):
        tp.new_game(FIXED, seed=1, options=option)


@pytest.mark.parametrize("preset", list(tp.ruleset(FIXED).presets))
def test_whole_games(preset: str) -> None:
    """V10-1, V10-3: ten rounds under every preset of the base."""
    game = play_out(FIXED, 11, seats=3, preset=preset, every=101)
    assert game.state.round == 10
    assert game.winners
    assert pickle.loads(pickle.dumps(game.state)) == game.state


@pytest.mark.parametrize("phases", ["first 5", "odd", [3, 1], ["S3+R4"]])
def test_as_many_rounds_as_phases(phases: object) -> None:
    """V10-1 with VN-2 (C-36): the option `phases` chooses the rounds."""
    game = play_out(FIXED, 4, seats=2, phases=phases)
    assert game.state.round == len(game.rules.phases)


@pytest.mark.parametrize("id", ["two-pack", "standard-deck", "ravensburger-master"])
def test_any_base_can_be_wrapped(id: str) -> None:
    """V10-3: everything else is the base's."""
    base = tp.ruleset(id)
    ruleset = tp.register(fixed_rounds(base, 3))
    game = play_out(ruleset, 2, seats=3)
    assert game.state.round == 3
    assert game.rules.deck.full == tp.new_game(base, seats=3, seed=1).rules.deck.full
    assert (ruleset.id, ruleset.ledger) == (f"{id}-in-fixed-rounds", base.ledger)
    assert set(ruleset.citations.values()) <= set(ledger_of(base).rules)


def test_a_base_whose_phases_are_chosen_can_be_wrapped() -> None:
    """V10-1, ME-PHASE-2: the round gives the phase, so nobody is asked."""
    ruleset = tp.register(fixed_rounds(tp.ruleset("masters-edition"), 4, title="Four rounds"))
    game = tp.new_game(ruleset, seats=2, seed=1)
    assert game.state.stage == "draw"
    assert labels(game.state) == ["1", "1"]
    assert code(game.state, "choose phase-2") == "draw-first"
    assert play_out(ruleset, 2, seats=2).state.round == 4


def test_rounds_that_cannot_be() -> None:
    """The wrapper refuses them."""
    classic = tp.ruleset("mattel-classic")
    for number in (0, -1, True, "ten"):
        with pytest.raises(tp.DefinitionError):
            fixed_rounds(classic, number)  # type: ignore[arg-type]
    with pytest.raises(tp.RulesetError, match="10 phases"):
        tp.new_game(fixed_rounds(classic, 11), seed=1)


def test_a_strangers_ruleset_can_be_wrapped() -> None:
    """A base with its own id, phases and policies of its own."""
    base = attrs.evolve(
        tp.ruleset("mattel-classic"),
        id="two-runs",
        phases=lambda options: [tp.parse_phase("R4"), tp.parse_phase("R5")],
    )
    game = play_out(tp.register(fixed_rounds(base)), 3, seats=2)
    assert (game.state.round, game.rules.ruleset.title) == (2, "Classic, in fixed rounds")
