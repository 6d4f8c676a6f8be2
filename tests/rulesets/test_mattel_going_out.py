"""Going out, floating and keeping a card in the classic game: C-06."""

from __future__ import annotations

import tenphase as tp
from tests.rulesets.classic import cards, code, legal, play


def test_one_card_must_be_kept() -> None:
    """C-06, MC-OUT-1: also when laying; going out is by a discard."""
    greens = "G1 G2 G3 G4 G5 G6 G7 G8 G9 G10 G11"
    state = tp.position(
        "mattel-classic",
        preset="guide",
        seats=2,
        stage="play",
        phases=["1", "8"],
        hands={1: greens},
    )
    assert code(state, f"lay {greens}") == "must-keep-discard"
    state = play(state, f"lay {greens.removesuffix(' G11')}")
    assert legal(state) == ["discard G11"]
    assert play(state, "discard G11").round == 2


def test_an_active_floater_can_be_skipped() -> None:
    """MC-FLOAT-A: it loses the turn like anybody else."""
    state = tp.position(
        "mattel-classic",
        options={"going_out": "floating_active"},
        seats=3,
        to_act=0,
        stage="play",
        hands={0: "S R6 B10", 1: "-", 2: "R12 B12"},
        table={0: "R7 B7 G7 / B9 G9 Y9", 1: "R2 B2 G2 / R3 B3 G3", 2: "R4 B4 G4 / R5 B5 G5"},
    )
    state = play(state, "play S on 1")
    assert state.to_act == 2
    assert cards(state, state.hands[1]) == []


def test_a_discard_before_floating_goes_out() -> None:
    """MC-FLOAT-A, MC-FLOAT-P, C-06: the last card discarded is an ordinary end."""
    for going_out in ("floating_active", "floating_passive"):
        state = tp.position(
            "mattel-classic",
            options={"going_out": going_out},
            seats=2,
            stage="play",
            hands={0: "R12", 1: "Y4"},
            table={0: "R4 B4 G4 / R7 B7 G7", 1: "R8 B8 G8 / R9 B9 G9"},
        )
        state = play(state, "discard Y4")
        assert (state.round, state.totals) == (2, (10, 0))


def test_a_floater_must_play_what_it_drew_from_the_stock() -> None:
    """MC-FLOAT-A: a drawn card that can be hit is hit; the floating goes on."""
    state = tp.position(
        "mattel-classic",
        options={"going_out": "floating_active"},
        seats=2,
        hands={1: "-"},
        table={0: "R7 B7 G7 / B9 G9 Y9", 1: "R2 B2 G2 / R3 B3 G3"},
        discard="R12",
        stock="* R9",
    )
    assert legal(state) == ["draw stock", "draw discard"]
    state = play(state, "draw stock")
    assert legal(state) == ["hit R9 on 0.1"]
    assert code(state, "discard R9") == "must-play"
    state = play(state, "hit R9 on 0.1")
    assert (state.round, state.to_act) == (1, 0)


def test_all_passive_floaters_end_the_round() -> None:
    """MC-FLOAT-P (C-06): nobody is left to play, so the round ends and nobody has won it."""
    state = tp.position(
        "mattel-classic",
        options={"going_out": "floating_passive"},
        seats=2,
        to_act=0,
        stage="play",
        hands={0: "Y4", 1: "-"},
        table={0: "R4 B4 G4 / R7 B7 G7", 1: "R8 B8 G8 / R9 B9 G9"},
        totals=[30, 10],
    )
    state = play(state, "hit Y4 on 0.0")
    assert state.round == 2
    assert state.totals == (30, 10)
    assert state.phase == (1, 1)
