"""Rounds, winners, ties, shorter games and limits of the classic game (C-10, C-16, C-17, C-36)."""

from __future__ import annotations

from random import Random

import pytest

import tenphase as tp
from tests.rulesets.classic import cards, code, legal, play

#: Seat 0 is about to go out; seat 1 has laid phase 10, seat 2 is on phase 8.
LAST_ROUND = """
ruleset: mattel-classic
seats: 3
seed: 1
to_act: 0
stage: play
phases: 9 10 8
hand 0: R2
hand 1: R3 B3
hand 2: Y1 Y2 Y3 Y5 Y6 Y7 Y8 R7 B7 G7
table 0: R4 R4 B4 G4 Y4 / B9 Y9
table 1: R1 B1 G1 Y1 W / B12 Y12 R12
totals: 20 300 0
"""

#: Seats 0 and 1 have laid phase 10 and are going to have 120 points each.
TIE = """
ruleset: mattel-classic
seats: 3
seed: 1
to_act: 0
stage: play
phases: 10 10 8
hand 0: R2
hand 1: B10
hand 2: R3 B3 G3 Y3 R5 B5 G5 Y5 R6 B6
table 0: R4 R4 B4 G4 Y4 / B9 Y9 R9
table 1: R1 B1 G1 Y1 W / B12 Y12 R12
totals: 120 110 50
"""


def labels(state: tp.State) -> list[str]:
    return [state.rules.phases[index].label if index >= 0 else "-" for index in state.phase]


# -- rounds ----------------------------------------------------------------------------------------


def test_a_new_round_starts_afresh() -> None:
    """MC-ROUND-1, MC-ROUND-2, MC-SCORE-4: everything is shuffled and dealt anew."""
    text = """
    ruleset: mattel-classic
    seats: 3
    seed: 1
    to_act: 0
    stage: play
    hand 0: R12
    hand 1: R6 B10
    front 2: S
    table 0: R2 B2 G2 / R3 B3 G3
    table 1: R8 B8 G8 / R9 B9 G9
    totals: 5 10 15
    """
    state = tp.position(text)
    after = play(state, "discard R12")
    assert after.round == state.round + 1
    assert [len(hand) for hand in after.hands] == [10, 10, 10]
    assert after.table == ((), (), ())
    assert after.front == (b"", b"", b"")
    assert after.skips == (0, 0, 0)
    assert len(after.discard) == 1
    assert len(after.stock) == 77
    assert after.totals[:2] == (5, 25)
    assert labels(after) == ["2", "2", "1"]
    assert after.dealer == 1


def test_the_dealer_may_stay() -> None:
    """C-16, MC-ROUND-2."""
    state = play(tp.position(LAST_ROUND, options={"win_requires_going_out": True}), "discard R2")
    assert state.dealer == 1
    options = {"win_requires_going_out": True, "dealer_rotates": False}
    state = play(tp.position(LAST_ROUND, options=options), "discard R2")
    assert state.dealer == 0


# -- winners ---------------------------------------------------------------------------------------


def test_the_round_of_the_last_phase_is_played_to_its_end() -> None:
    """MC-WIN-1: laying phase 10 alone ends nothing."""
    state = tp.position(
        "mattel-classic",
        seats=2,
        stage="play",
        phases=["1", "10"],
        hands={1: "R1 B1 G1 Y1 W B12 Y12 R12 R2 B3 S"},
    )
    state = play(state, "lay R1 B1 G1 Y1 W / B12 Y12 R12")
    assert not state.over
    state = play(state, "discard R2")
    assert (state.round, state.to_act) == (1, 0)


def test_the_completer_wins() -> None:
    """MC-WIN-1, MC-WIN-2: not who went out, nor who has the fewest points."""
    state = play(tp.position(LAST_ROUND), "discard R2")
    assert state.over
    assert state.winners == (1,)
    assert state.totals == (20, 310, 50)
    standings = tp.Game(state).standings
    assert [(s.place, s.seat, s.phases) for s in standings] == [(1, 1, 10), (2, 0, 9), (3, 2, 7)]


def test_lowest_total_of_all() -> None:
    """C-10: `winner_rule=lowest_total` counts everybody's points."""
    options = {"winner_rule": "lowest_total", "tie_break": "shared"}
    state = play(tp.position(LAST_ROUND, options=options), "discard R2")
    assert state.winners == (0,)
    assert [s.seat for s in tp.Game(state).standings] == [0, 2, 1]


def test_win_requires_going_out() -> None:
    """C-10: the game goes on until somebody completes the last phase and is out as well."""
    options = {"win_requires_going_out": True}
    state = play(tp.position(LAST_ROUND, options=options), "discard R2")
    assert not state.over
    assert state.round == 2
    assert labels(state) == ["10", "10", "8"]
    last = LAST_ROUND.replace("to_act: 0", "to_act: 1").replace("hand 1: R3 B3", "hand 1: R3")
    state = play(tp.position(last, options=options), "discard R3")
    assert state.over
    assert state.winners == (1,)


def test_the_app_needs_both() -> None:
    """C-10, D10: the publisher's app asks for exact cards, and for the phase and going out."""
    state = play(tp.position(LAST_ROUND, preset="app"), "discard R2")
    assert not state.over
    last = LAST_ROUND.replace("to_act: 0", "to_act: 1").replace("hand 1: R3 B3", "hand 1: R3")
    assert play(tp.position(last, preset="app"), "discard R3").winners == (1,)


def test_final_lap() -> None:
    """C-10: when the last phase lies and somebody is out, each other seat has one more turn."""
    state = play(tp.position(LAST_ROUND, options={"final_lap": True}), "discard R2")
    assert (state.over, state.round, state.to_act, state.out) == (False, 1, 1, 0)
    state = play(state, "draw stock", "discard R3")
    assert (state.over, state.to_act) == (False, 2)
    state = play(state, "draw stock", "discard Y1")
    assert state.over
    assert state.winners == (1,)


def test_final_lap_passes_over_the_skipped_and_ends() -> None:
    """C-10, MC-SKIP-1: a pending Skip costs the last turn too."""
    text = f"{LAST_ROUND}front 1: S\n"
    state = play(tp.position(text, options={"final_lap": True}), "discard R2")
    assert (state.over, state.to_act) == (False, 2)
    assert play(state, "draw stock", "discard Y1").over


def test_no_final_lap_before_the_last_phase() -> None:
    """C-10: an ordinary round ends when somebody is out."""
    text = LAST_ROUND.replace("phases: 9 10 8", "phases: 9 1 8").replace(
        "table 1: R1 B1 G1 Y1 W / B12 Y12 R12", "table 1: R1 B1 G1 / B12 Y12 R12"
    )
    assert play(tp.position(text, options={"final_lap": True}), "discard R2").round == 2


def test_the_guide_has_a_final_lap_and_counts_points() -> None:
    """C-10: the preset `guide` combines a last lap with the lowest total of all."""
    state = play(tp.position(LAST_ROUND, preset="guide"), "discard R2")
    state = play(state, "draw stock", "discard R3", "draw stock", "discard Y1")
    assert state.over
    assert state.winners == (0,)


# -- ties ------------------------------------------------------------------------------------------


def test_play_off() -> None:
    """MC-WIN-3 (C-17): only the tied play, on phase 10, and the first to be out wins."""
    state = play(tp.position(TIE), "discard R2")
    assert not state.over
    assert state.active == (0, 1)
    assert labels(state)[:2] == ["10", "10"]
    assert [len(hand) for hand in state.hands] == [10, 10, 0]
    assert state.to_act in (0, 1)
    assert code(state, "draw stock", 2) == "not-your-turn"
    assert state.legal_actions(2) == ()
    turns = set()
    for _ in range(8):
        turns.add(state.to_act)
        state.apply("draw stock")
        state.apply(state.legal_actions()[-1])
        assert state.skips[2] == 0
    assert turns == {0, 1}


def test_a_skip_of_the_play_off_hits_the_tied_only() -> None:
    """MC-WIN-3, MC-SKIP-2."""
    text = """
    ruleset: mattel-classic
    seats: 3
    active: 0 1
    playoff: yes
    to_act: 0
    stage: play
    phases: 10 10 8
    hand 0: S R1 R2 R3 R4 R5 R6 R7 R8 R9 R10
    totals: 120 120 100
    """
    state = tp.position(text)
    assert legal(state, "play") == ["play S on 1"]
    assert code(state, "play S on 2") == "bad-target"


def test_an_upturned_skip_of_a_play_off_protects_for_one_lap() -> None:
    """MC-SKIP-8, MC-SKIP-3: also when the dealer is not among the tied."""
    for seed in range(500):
        text = TIE.replace("seed: 1", f"seed: {seed}") + "dealer: 2\n"
        state = tp.position(text, preset="fundex", options={"dealer_rotates": False})
        state = play(state, "discard R2")
        if cards(state, state.discard) == ["S"]:
            break
    assert (state.dealer, state.to_act, state.active) == (2, 1, (0, 1))
    assert state.guard == (-1, -1, -1)  # seat 1 has come up, which ends the lap


def test_the_play_off_is_won_by_going_out() -> None:
    """MC-WIN-3: whatever the other holds; points do not matter any more."""
    text = """
    ruleset: mattel-classic
    seats: 3
    active: 0 1
    playoff: yes
    to_act: 1
    stage: play
    phases: 10 10 8
    done: 1,2,3,4,5,6,7,8,9,10 1,2,3,4,5,6,7,8,9,10 1,2,3,4,5,6,7
    hand 0: R3
    hand 1: R2
    hand 2: -
    table 1: R1 B1 G1 Y1 W / B12 Y12 R12
    totals: 120 120 100
    """
    state = play(tp.position(text), "discard R2")
    assert state.over
    assert state.winners == (1,)
    assert state.totals == (120, 120, 100)
    assert [(s.place, s.seat) for s in tp.Game(state).standings] == [(1, 1), (2, 0), (3, 2)]


def test_a_tie_may_be_shared() -> None:
    """C-17: both are winners, and both are first."""
    state = play(tp.position(TIE, options={"tie_break": "shared"}), "discard R2")
    assert state.winners == (0, 1)
    assert [(s.place, s.seat) for s in tp.Game(state).standings] == [(1, 0), (1, 1), (3, 2)]


def test_a_play_off_comes_to_an_end() -> None:
    """MC-WIN-3: random play of the tied ends with one winner."""
    state = play(tp.position(TIE.replace("phases: 10 10 8", "phases: 10 10 8")), "discard R2")
    random = Random(5)
    for _ in range(200_000):
        if state.over:
            break
        actions = state.legal_actions()
        better = [a for a in actions if str(a).startswith(("lay", "hit"))]
        state.apply(random.choice(better or list(actions)))
    assert state.over
    assert state.winners in ((0,), (1,))
    assert state.totals == (120, 120, 100)


# -- chosen phases ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phases", "expected"),
    [
        (None, "S3+S3 S3+R4 S4+R4 R7 R8 R9 S4+S4 C7 S5+S2 S5+S3"),
        ("first 1", "S3+S3"),
        ("first 5", "S3+S3 S3+R4 S4+R4 R7 R8"),
        ("first 10", "S3+S3 S3+R4 S4+R4 R7 R8 R9 S4+S4 C7 S5+S2 S5+S3"),
        ("odd", "S3+S3 S4+R4 R8 S4+S4 S5+S2"),
        ("even", "S3+R4 R7 R9 C7 S5+S3"),
        ([1, 3, 5], "S3+S3 S4+R4 R8"),
        ([7, 2], "S4+S4 S3+R4"),
        ("1,3,5", "S3+S3 S4+R4 R8"),
        (["S2+S2", "CR4+S3", 4], "S2+S2 CR4+S3 R7"),
    ],
)
def test_chosen_phases(phases: object, expected: str) -> None:
    """VN-1, VN-2 (C-36): the first N, odd, even, a list, and phases written out."""
    rules = tp.new_game(seats=2, seed=1, phases=phases).rules
    assert [str(phase) for phase in rules.phases] == expected.split()


@pytest.mark.parametrize(
    "phases",
    [
        "first 0", "first 11", "first", "none", "", [], [11], [0], [1, 1], [True], 5, ["S3+Q4"],
        ["R13"], ["S12"], ["R10+S3"], ["S25"], [None],
    ],
)  # fmt: skip
def test_phases_that_cannot_be_played(phases: object) -> None:
    """VN-2 (C-36): refused when the game is set up, naming the option."""
    with pytest.raises(tp.OptionError) as caught:
        tp.new_game(seats=2, seed=1, phases=phases)
    assert "phases" in caught.value.options


def test_too_many_cards_for_the_hand_names_both() -> None:
    """A phase of nine cards cannot be laid from a hand of seven and one drawn."""
    with pytest.raises(tp.OptionError, match="phase 6") as caught:
        tp.new_game(seats=2, seed=1, hand_size=7)
    assert set(caught.value.options) == {"phases", "hand_size"}
    game = tp.new_game(seats=2, seed=1, hand_size=7, phases="first 5")
    assert [len(hand) for hand in game.state.hands] == [7, 7]


def test_a_short_game_ends_with_its_last_phase() -> None:
    """VN-1, VN-3, MC-WIN-1."""
    text = """
    ruleset: mattel-classic
    options: {"phases": "first 2"}
    seats: 2
    to_act: 0
    stage: play
    phases: 2 1
    hand 0: R12
    hand 1: R11 B12
    table 0: R9 B9 Y9 / R3 B4 G5 Y6
    table 1: R2 B2 G2 / B3 G3 Y3
    totals: 200 5
    """
    state = play(tp.position(text), "discard R12")
    assert state.over
    assert state.winners == (0,)
    assert state.totals == (200, 25)


# -- contradictions --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (
            {"stock_exhausted": "reshuffle_keep_top", "shuffle_on_flip": False},
            {"stock_exhausted", "shuffle_on_flip"},
        ),
        ({"winner_rule": "lowest_total"}, {"winner_rule", "tie_break"}),
        (
            {"winner_rule": "lowest_total", "tie_break": "shared", "win_requires_going_out": True},
            {"winner_rule", "win_requires_going_out"},
        ),
        (
            {"final_lap": True, "win_requires_going_out": True},
            {"final_lap", "win_requires_going_out"},
        ),
        (
            {"going_out": "floating_active", "skip_as_last_card": "forbidden"},
            {"going_out", "skip_as_last_card"},
        ),
        (
            {"skip_target": "next", "skip_limit": "turn_between"},
            {"skip_target", "skip_limit"},
        ),
    ],
)
def test_contradictions_name_both_options(options: dict[str, object], names: set[str]) -> None:
    with pytest.raises(tp.OptionError) as caught:
        tp.new_game(seed=1, options=options)
    assert set(caught.value.options) == names
    for name in names:
        assert name in str(caught.value)


@pytest.mark.parametrize(
    "options",
    [
        {"going_out": "whenever"},
        {"going_out": True},
        {"run_wraparound": "yes"},
        {"run_wraparound": 1},
        {"hand_size": 0},
        {"hand_size": "ten"},
        {"hand_size": 51},
        {"max_turns": 0},
        {"max_turns": True},
        {"skips": 5},
        {"colour": "violet"},
        {"skip_limits": "none"},
    ],
)
def test_wrong_options_are_named(options: dict[str, object]) -> None:
    with pytest.raises(tp.OptionError) as caught:
        tp.new_game(seed=1, options=options)
    assert caught.value.options == tuple(options)


def test_hands_that_leave_nothing() -> None:
    """MC-SETUP-1, MC-SETUP-2: six hands of 18 are the whole deck."""
    with pytest.raises(tp.OptionError, match="leave nothing"):
        tp.new_game(seed=1, seats=6, hand_size=18)
    state = tp.new_game(seed=1, seats=6, hand_size=17).state
    assert len(state.stock) == 108 - 6 * 17 - 1


# -- the turn limit --------------------------------------------------------------------------------


def test_a_turn_limit_counts_lost_turns() -> None:
    state = tp.position(
        "mattel-classic",
        options={"max_turns": 5},
        seats=2,
        turn=4,
        to_act=0,
        stage="play",
        hands={0: "S R1 B2 G3 Y4 R5 B6 G7 Y8 R9 B10"},
    )
    state = play(state, "play S on 1")
    assert state.over
    assert state.aborted
    assert state.winners == ()
    assert sum(len(cards(state, hand)) for hand in state.hands) == 20


def test_a_game_within_its_limit_is_not_aborted() -> None:
    state = play(tp.position(LAST_ROUND, options={"max_turns": 1}), "discard R2")
    assert state.over
    assert not state.aborted
