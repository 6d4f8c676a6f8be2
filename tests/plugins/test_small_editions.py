"""What docs/plugins/capabilities.md claims is carried, in small editions under the kit."""

from __future__ import annotations

import pytest

import tenphase as tp
from tenphase.testing import check_ruleset
from tests.plugins import small_editions as small


@pytest.mark.parametrize("ruleset", small.SMALL, ids=lambda ruleset: ruleset.id)
def test_it_keeps_to_the_contract(ruleset):
    check_ruleset(ruleset, examples=12, games=4).raise_if_failed()


def test_a_track():
    """Three steps for who goes out, two for who is down, one for the others."""
    state = tp.position(
        small.TRACK, seats=3, stage="play", phases=["1", "1", "1"], hands={1: "R9", 2: "Y4"},
        table={1: "R5 B5 G5 / R7 B7 Y7", 2: "R1 B1 G1 / R2 B2 G2"},
    )  # fmt: skip
    state.apply("discard R9")
    assert state.phase == (1, 3, 2)
    assert state.done == (0, 1, 1)


def test_bonuses_below_zero():
    state = tp.position(
        small.BONUS, seats=3, stage="play", hands={0: "R1", 1: "R9", 2: "R12"},
        table={1: "R5 B5 G5 / R7 B7 Y7", 2: "R1 B1 G1 / R2 B2 G2"},
    )  # fmt: skip
    state.apply("discard R9")
    assert state.totals == (55, -25, 10)
    assert [s.seat for s in tp.standings(state)] == [1, 2, 0]


def test_an_ace_at_both_ends():
    state = tp.position(small.MELDS, stage="play", hands={1: "R10 B11 G12 Y1 R2 W"})
    state.apply("lay R10 B11 G12 Y1")
    assert state.check("hit R2 on 1.0") is not None
    assert state.check("hit W=9 on 1.0") is None
    low = tp.position(small.MELDS, stage="play", hands={1: "R4 B2 G3 Y1 R5"})
    assert low.check("lay Y1 B2 G3 R4") is None


def test_sums_and_an_own_constraint():
    state = tp.position(
        small.MELDS, stage="play", phases=["1", "2", "1", "1"], hands={1: "R4 B5 G6 W S"}
    )
    assert [str(a) for a in state.legal_actions() if str(a).startswith("lay")] == ["lay R4 B5 G6"]
    state = tp.position(
        small.MELDS, stage="play", phases=["1", "3", "1", "1"], hands={1: "R4 B4 G4 R5 B5 R6 B6 S"}
    )
    refusal = state.check("lay R4 B4 G4 / R5 B5")
    assert refusal is not None
    assert refusal.code == "melds-alike"
    assert state.check("lay R4 B4 G4 / R6 B6") is None


def test_several_discard_piles():
    state = tp.position(small.PILES, piles={"left": "R1 R2"}, hands={1: "R5"})
    state.apply("choose draw-left")
    assert state.rules.deck.text(state.hands[1]) == "R2 R5"
    assert state.check("choose draw-left") is not None
    state.apply("choose to-right R5")
    assert state.rules.deck.text(state.piles["right"]) == "R5"
    assert state.to_act == 2


def test_to_the_right_with_five_cards_up():
    game = tp.new_game(small.RIGHT, seats=4, seed=1)
    assert (game.to_act, game.state.direction, len(game.state.discard)) == (3, -1, 5)


def test_hits_on_own_melds_only():
    state = tp.position(
        small.RIGHT, stage="play", hands={1: "R5 R1 S"},
        table={1: "R3 B3 G3 / R7 B7 Y7", 2: "R5 B5 G5 / R8 B8 G8"},
    )  # fmt: skip
    refusal = state.check("hit R5 on 2.0")
    assert refusal is not None
    assert refusal.code == "own-melds-only"


def test_knocking():
    state = tp.position(
        small.KNOCK, stage="play", hands={1: "R9 S"}, table={1: "R5 B5 G5 / R7 B7 Y7"}
    )
    state.apply("choose knock")
    state.apply("choose doubt", 3)
    assert tp.Game(state).view(2).pending == (1, (0, 2), ())
    state.apply("choose believe", 0)
    state.apply("choose believe", 2)
    assert (state.to_act, state.skips) == (2, (0, 0, 0, 1))


def test_a_hidden_pile():
    game = tp.new_game(small.ASIDE, seats=3, seed=1)
    assert len(game.state.piles["_aside"]) == 10
    assert game.view(1).piles == ()
