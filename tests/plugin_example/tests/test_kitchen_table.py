"""The house rules, and the conformance kit on both rulesets."""

from __future__ import annotations

import pytest

import tenphase as tp
from tenphase.testing import RulesetConformance


class TestKitchenTable(RulesetConformance):
    ruleset = "kitchen-table"
    examples = 20
    games = 6


class TestKitchenTableAside(RulesetConformance):
    ruleset = "kitchen-table-aside"
    examples = 20
    games = 6


def window() -> tp.State:
    """Seat 1 of four declines the R8."""
    state = tp.position(
        "kitchen-table",
        discard="G2 R8",
        stock="* B1 Y11",
        hands={1: "R1", 2: "B2", 3: "G3", 0: "Y4"},
    )
    state.apply("draw stock")
    return state


def test_the_nearest_claim_counts():
    """P1 declines, P3 and P2 claim: P2 has the card and one of the stock, P1 draws (KT-BUY-2)."""
    state = window()
    assert state.actors == (2, 3, 0)
    assert [str(action) for action in state.legal_actions(3)] == ["choose pass", "choose buy"]
    state.apply("choose buy", 3)
    assert state.actors == (2, 0)
    state.apply("choose buy", 2)
    state.apply("choose pass", 0)
    text = state.rules.deck.text
    assert text(state.hands[2]) == "R8 B2 Y11"
    assert text(state.hands[1]) == "R1 B1"
    assert text(state.hands[3]) == "G3"
    assert text(state.discard) == "G2"
    assert (state.to_act, state.stage) == (1, "play")
    assert state.memory["bought"] == (1, 0, 0, 1, 0)


def test_nobody_claims():
    state = window()
    for seat in (0, 3, 2):
        state.apply("choose pass", seat)
    assert state.rules.deck.text(state.hands[1]) == "R1 Y11"
    assert state.rules.deck.text(state.discard) == "G2 R8"


def test_claims_are_hidden_until_all_have_answered():
    state = window()
    state.apply("choose buy", 3)
    assert tp.Game(state).view(3).pending == (1, (2, 0), (3,))
    for viewer in (0, 1, 2, None):
        assert tp.Game(state).view(viewer).pending == (1, (2, 0), ())


def test_who_is_not_asked_may_not_answer():
    state = window()
    assert state.check("choose buy", 1).code == "not-your-turn"
    assert state.check("draw stock", 2).rule == "KT-BUY-2"
    assert state.legal_actions(1) == ()


def test_buying_is_limited_and_the_limit_ends_with_the_round():
    state = tp.position(
        "kitchen-table", round=3, seats=2, discard="R8", hands={0: "B2"}, options={"buys": 2},
        memory={"bought": [3, 2, 0]},
    )  # fmt: skip
    assert state.after("draw stock").stage == "play"
    state.memory = {"bought": (2, 2, 0)}
    assert state.after("draw stock").stage == "buy"


def test_reverse():
    state = tp.position("kitchen-table", stage="play", hands={1: "REV R1 R2"})
    state.apply("play REV")
    assert (state.to_act, state.direction) == (0, -1)
    assert state.check("draw discard").code == "skip-not-drawable"
    assert tp.position(state.position()) == state


def test_after_a_reverse_the_nearest_is_on_the_other_side():
    state = tp.position("kitchen-table", direction=-1, discard="R8", to_act=1)
    state.apply("draw stock")
    assert state.actors == (0, 3, 2)


def test_super_skip():
    state = tp.position("kitchen-table", stage="play", hands={1: "SUPER R1 R2"}, skips=[0, 0, 1, 0])
    state.apply("play SUPER")
    assert (state.to_act, state.turn) == (1, 5)
    assert state.skips == (0, 0, 1, 0)
    assert state.rules.points[state.rules.deck.code("SUPER")] == 50


def test_the_data_of_the_plugin_is_saved_and_loaded():
    import json

    state = window()
    state.apply("choose buy", 2)
    assert tp.from_json(json.dumps(tp.to_json(state))) == state
    assert tp.position(state.position()) == state
    game = tp.Game(state)
    game.play("choose buy", 3)
    game.play("choose pass", 0)
    assert tp.replay(game.record()).state.same_position(game.state)


ASIDE = {2: "R5 B5 G5 R7 B7 Y7 R9 R10", 3: "R1 B2", 0: "G1 G4", 1: "Y1 Y3"}


def test_laying_aside():
    """P2 lays on P1's turn: exactly, and without going out (KT-ASIDE-1 to KT-ASIDE-3)."""
    state = tp.position(
        "kitchen-table-aside", hands=ASIDE, to_act=2, stage="aside", pending=[1, [2, 3, 0]]
    )
    assert [str(action) for action in state.legal_actions()] == [
        "choose pass",
        "lay R5 B5 G5 / R7 B7 Y7",
    ]
    state.apply("lay R5 B5 G5 / R7 B7 Y7")
    assert (state.to_act, state.stage) == (3, "aside")
    assert state.check("hit R5 on 2.0").rule == "KT-ASIDE-1"
    state.apply("choose pass")
    state.apply("choose pass")
    assert (state.to_act, state.stage) == (1, "draw")
    assert not state.laid_now


@pytest.mark.parametrize(
    ("hand", "action", "code"),
    [
        ("R5 B5 G5 Y5 R7 B7 Y7 R9", "lay R5 B5 G5 Y5 / R7 B7 Y7", "exact-cards-only"),
        ("R5 B5 G5 R7 B7 Y7", "lay R5 B5 G5 / R7 B7 Y7", "keep-a-card"),
        ("R5 B5 G5 R7 B8 Y7", "lay R5 B5 G5", "incomplete-phase"),
        ("R5 B5 G5 R7 B8 Y7", "discard R5", "lay-or-pass"),
    ],
)
def test_what_may_not_be_done_aside(hand, action, code):
    state = tp.position(
        "kitchen-table-aside", hands={2: hand}, to_act=2, stage="aside", pending=[1, [2]]
    )
    assert state.check(action).code == code
