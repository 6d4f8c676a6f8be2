"""Skips of the classic game under every option: C-02, C-03, C-05, C-19."""

from __future__ import annotations

import tenphase as tp
from tests.rulesets.classic import cards, code, legal, play

SKIPPER = {0: "S S R1 B2 G3 Y4 R5 B6 G7 Y8 R9"}


def test_skips_without_limit_pile_up() -> None:
    """C-03: with no limit a seat can lose several turns in a row."""
    state = tp.position(
        "mattel-classic",
        options={"skip_limit": "none"},
        seats=3,
        to_act=0,
        stage="play",
        hands={0: "S R1 B2 G3 Y4 R5 B6 G7 Y8 R9 B10", 1: "S R2 B3 G4 Y5 R6 B7 G8 Y9 R10"},
        discard="R12",
    )
    state = play(state, "play S on 2", "draw stock", "play S on 2")
    assert state.to_act == 0
    assert state.skips == (0, 0, 1)
    state = play(state, "draw stock", "discard R1", "draw stock", "discard R2")
    assert state.to_act == 0
    assert state.skips == (0, 0, 0)
    assert cards(state, state.discard) == ["R12", "S", "R1", "R2", "S"]


def test_a_lap_is_counted_from_the_one_who_skipped() -> None:
    """C-03, MC-SKIP-3: seat 0 skips 2; others may not until the turn of 0 has come again."""
    state = tp.position(
        "mattel-classic",
        options={"skip_limit": "once_per_lap"},
        seats=4,
        to_act=0,
        stage="play",
        hands={
            0: "S R1 B2 G3 Y4 R5 B6 G7 Y8 R9 B10",
            1: "S R2 B3 G4 Y5 R6 B7 G8 Y9 R10",
            3: "S R3 B4 G5 Y6 R7 B8 G9 Y10 R11",
        },
    )
    state = play(state, "play S on 2", "draw stock")
    assert code(state, "play S on 2") == "skip-target-pending"
    state = play(state, "discard R2", "draw stock")
    assert code(state, "play S on 2") == "skip-target-lap"
    assert legal(state, "play") == ["play S on 0", "play S on 1"]
    state = play(state, "discard R3", "draw stock", "discard R1", "draw stock")
    assert code(state, "play S on 2") is None


def test_a_turn_in_between() -> None:
    """C-03, MC-SKIP-3: seat 2 may be skipped again once it has played itself."""
    state = tp.position(
        "mattel-classic",
        options={"skip_limit": "turn_between"},
        seats=3,
        to_act=0,
        stage="play",
        hands={
            0: "S R1 B2 G3 Y4 R5 B6 G7 Y8 R9 B10",
            1: "S R2 B3 G4 Y5 R6 B7 G8 Y9 R10",
            2: "R3 B4 G5 Y6 R7 B8 G9 Y10 R11 Y12",
        },
    )
    state = play(state, "play S on 2", "draw stock", "discard R2", "draw stock", "discard R1")
    state = play(state, "draw stock")
    assert code(state, "play S on 2") == "skip-target-no-turn"
    state = play(state, "discard B3", "draw stock", "discard R3", "draw stock", "discard B2")
    assert code(play(state, "draw stock"), "play S on 2") is None


def test_skip_forbidden_as_last_card() -> None:
    """C-05, MC-SKIP-7: neither hits nor lay-downs may leave a Skip alone."""
    state = tp.position(
        "mattel-classic",
        options={"skip_as_last_card": "forbidden"},
        seats=2,
        stage="play",
        hands={1: "R4 S"},
        table={0: "B4 G4 Y4 / R7 B7 G7", 1: "R8 B8 G8 / R9 B9 G9"},
    )
    assert legal(state) == ["discard R4", "play S on 0"]
    assert code(state, "hit R4 on 0.0") == "skip-last-card"
    greens = "G1 G2 G3 G4 G5 G6 G7 G8 G9 G10"
    state = tp.position(
        "mattel-classic",
        options={"skip_as_last_card": "forbidden"},
        seats=2,
        stage="play",
        phases=["1", "8"],
        hands={1: f"{greens} S"},
    )
    assert code(state, f"lay {greens}") == "skip-last-card"
    assert code(state, "lay G1 G2 G3 G4 G5 G6 G7") is None


def test_a_skip_alone_can_be_reached_and_left() -> None:
    """C-05: a hand of one Skip that draws another one must still be able to end its turn."""
    state = tp.position(
        "mattel-classic",
        options={"skip_as_last_card": "forbidden"},
        seats=2,
        hands={1: "S"},
        table={0: "B4 G4 Y4 / R7 B7 G7", 1: "R8 B8 G8 / R9 B9 G9"},
        stock="* S",
    )
    state = play(state, "draw stock")
    assert legal(state) == ["play S on 0"]
    state = play(state, "play S on 0", "draw stock")
    assert legal(state)


def test_the_replacement_is_drawn() -> None:
    """C-05, MC-SKIP-7: the Skip works, a card is drawn for it, and the round goes on."""
    state = tp.position(
        "mattel-classic",
        options={"skip_as_last_card": "draw_replacement"},
        seats=3,
        stage="play",
        hands={1: "S"},
        table={1: "R8 B8 G8 / R9 B9 G9"},
        stock="* R12",
    )
    state = play(state, "play S on 2")
    assert cards(state, state.hands[1]) == ["R12"]
    assert state.round == 1
    assert state.to_act == 0


def test_skip_discarded_without_effect() -> None:
    """C-19, MC-SKIP-10: `always` makes a plain discard of it, whoever could be skipped."""
    fields = {"seats": 3, "to_act": 0, "stage": "play", "hands": SKIPPER, "discard": "R12"}
    state = tp.position("mattel-classic", options={"skip_plain_discard": "always"}, **fields)
    assert legal(state)[-3:] == ["discard S", "play S on 1", "play S on 2"]
    after = play(state, "discard S")
    assert after.skips == (0, 0, 0)
    assert cards(after, after.discard) == ["R12", "S"]
    assert after.to_act == 1
    for value in ("no_target", "never"):
        state = tp.position("mattel-classic", options={"skip_plain_discard": value}, **fields)
        refusal = state.check("discard S")
        assert refusal is not None
        assert (refusal.code, refusal.rule) == ("skip-has-target", "MC-SKIP-10")


def test_a_hand_of_skips_can_end_its_turn() -> None:
    """C-19, MC-SKIP-10: `never` bends where nothing else could be done."""
    state = tp.position(
        "mattel-classic",
        options={"skip_plain_discard": "never"},
        seats=2,
        stage="play",
        hands={1: "S S"},
        front={0: "S"},
        table={1: "R8 B8 G8 / R9 B9 G9"},
    )
    assert code(state, "play S on 0") == "skip-target-pending"
    assert legal(state) == ["discard S"]
    play(state, "discard S")


def test_playing_a_skip_without_a_target() -> None:
    """MC-SKIP-10: it is discarded then, not played."""
    state = tp.position(
        "mattel-classic", seats=2, stage="play", hands={1: "S R1 R2"}, front={0: "S"},
        table={1: "R8 B8 G8 / R9 B9 G9"},
    )  # fmt: skip
    assert code(state, "play S") == "skip-no-target"
    assert code(state, "discard S") is None
