"""What the greedy bot does in single positions."""

from __future__ import annotations

import pytest

import tenphase as tp
from tenphase.bots import GreedyBot, bot_names, make_bot, register_bot
from tenphase.errors import DefinitionError

THREES_AND_SEVENS = "R3 B3 G3 / R7 B7 G7"


def choice(hand, *, stage="play", ruleset="mattel-classic", **fields):
    """What the bot in seat 1 does with this hand."""
    fields.setdefault("seats", 3)
    state = tp.position(ruleset, hands={1: hand}, stage=stage, to_act=1, **fields)
    return str(GreedyBot().choose(tp.Game(state).view(1), state.legal_actions()))


# -- drawing ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("top", "phase", "draws"),
    [
        ("R9", "1", "draw discard"),  # a third nine
        ("R5", "1", "draw stock"),  # nothing goes with a five
        ("W", "1", "draw discard"),
        ("R6", "4", "draw discard"),  # between 5 and 7
        ("R1", "4", "draw stock"),
        ("Y2", "8", "draw stock"),
        ("G2", "8", "draw discard"),
    ],
)
def test_it_draws_what_brings_its_phase_nearer(top, phase, draws):
    hands = {"1": "B9 G9 R3 B3 R1 R2 G4 G6 G7 Y8", "4": "R3 B4 G5 R7 B8 G11 G12 R12 G3 G8"}
    hands["8"] = "G1 G3 G5 G7 R4 R5 B6 B7 Y8 Y9"
    hand = hands[phase]
    assert choice(hand, stage="draw", discard=top, phases=[phase] * 3) == draws


@pytest.mark.parametrize(("top", "draws"), [("Y7", "draw discard"), ("Y8", "draw stock")])
def test_it_draws_what_it_can_hit(top, draws):
    assert choice("R1 B12", stage="draw", discard=top, table={1: THREES_AND_SEVENS}) == draws


# -- laying -------------------------------------------------------------------------------------


def test_it_lays_when_it_can():
    assert choice("R3 B3 G3 R7 B7 G7 R1 B2 Y9 S W").startswith("lay R3 B3 G3 / R7 B7 G7")


def test_it_lays_the_dear_cards():
    """Three sets, of which two are asked for: the fives stay in the hand."""
    lay = choice("R5 B5 G5 R11 B11 G11 R12 B12 G12 Y1 S")
    assert lay == "lay R11 B11 G11 / R12 B12 G12"


def test_it_keeps_what_can_be_hit_afterwards():
    """The run leaves a 7 that fits it, the other one would leave a 2 that fits it as well."""
    lay = choice("R9 B9 G9 R3 R4 R5 R6 R7 Y1 S B12", phases=["2"] * 3)
    assert lay in ("lay R9 B9 G9 / R3 R4 R5 R6", "lay R9 B9 G9 / R4 R5 R6 R7")


def test_it_lays_any_phase_that_is_open():
    lay = choice(
        "R3 B3 G3 R7 B7 G7 R1 B2 Y9 S R10", options={"phase_order": "free"}, done=["-"] * 3
    )
    assert lay == "lay 1: R3 B3 G3 / R7 B7 G7"


# -- hitting ------------------------------------------------------------------------------------


def test_it_hits_naturals_before_wilds():
    assert choice("R1 B7 W S", table={1: THREES_AND_SEVENS}) == "hit B7 on 1.1"


def test_a_wild_makes_room_for_another_card():
    table = {1: "R3 B3 G3 / R4 B5 G6 Y7", 2: "R2 B2 G2 / R9 B10 G11 Y12"}
    hit = choice("B9 W R1 S", table=table, phases=["2"] * 3)
    assert hit == "hit W=8 on 1.1"


def test_a_wild_goes_where_it_bars_nobody():
    table = {1: "R3 B3 G3 / R4 B5 G6 Y7"}
    assert choice("B12 W R1 S", table=table, phases=["2"] * 3) == "hit W=3 on 1.0"


def test_it_keeps_a_card_that_must_be_discarded():
    options = {"going_out": "must_keep_discard"}
    table = {1: THREES_AND_SEVENS}
    assert choice("Y3 Y7", table=table, options=options) == "hit Y3 on 1.0"
    assert choice("Y7", table=table, options=options) == "discard Y7"


def test_a_floating_player_discards_the_last_card():
    options = {"going_out": "floating_passive"}
    assert choice("Y7", table={1: THREES_AND_SEVENS}, options=options) == "discard Y7"


def test_it_swaps_for_a_wild():
    table = {1: "R3 B3 G3 / R4 W=5 G6 Y7"}
    options = {"wild_replaceable": True}
    assert choice("B5 R12 Y1", table=table, phases=["2"] * 3, options=options) == "swap B5 on 1.1"


# -- the end of the turn ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "phase", "discarded"),
    [
        ("R9 B9 R3 B3 G3 Y1 Y2 R5 B6 R11 G7", "1", "R11"),  # the dearest of those that are alone
        ("R9 B9 R3 B3 G3 Y12 B12 R5 B6 G8 G7", "1", "R5"),  # pairs may still become sets
        ("R1 R2 R3 R4 R5 R6 R9 B9 G9 Y12 B12", "4", "B9"),  # no number twice in a run
        ("G1 G2 G3 G4 G5 R12 B1 B2 B3 R2 R3", "8", "R12"),
    ],
)
def test_it_discards_what_its_phase_does_not_need(hand, phase, discarded):
    chosen = choice(hand, phases=[phase] * 3).removeprefix("discard ")
    if phase == "4":
        assert chosen in ("Y12", "B12", "R9", "B9", "G9")
    else:
        assert chosen == discarded


def test_it_sheds_dear_cards_once_it_is_down():
    assert choice("R1 B12 G9", table={1: THREES_AND_SEVENS}) == "discard B12"


def test_it_does_not_put_back_what_it_took():
    hand = "R9 B9 R3 B3 Y1 Y2 R5 B6 R11 G7 B12"
    assert choice(hand, taken="B12", phases=["1"] * 3) == "discard R11"


def test_it_skips_the_leader():
    hand = "R9 B9 R3 B3 Y1 Y2 R5 B6 R11 G7 S"
    assert choice(hand, phases=["1", "1", "3"]) == "play S on 2"
    assert choice(hand, phases=["3", "1", "3"], totals=[50, 0, 95]) == "play S on 0"
    assert choice(hand, phases=["3", "1", "3"], skips=[1, 0, 0]) == "play S on 2"


def test_a_choice_it_does_not_know_is_made_all_the_same():
    view = tp.Game(tp.position("mattel-classic", seats=3, phases=["1", "1", "3"])).view(1)
    keep, give = tp.Choose("keep"), tp.Choose("give")
    assert GreedyBot().choose(view, (keep, give)) == keep
    on = tuple(tp.Choose("ask", target=seat) for seat in (0, 2))
    assert GreedyBot().choose(view, on) == on[1]


# -- names --------------------------------------------------------------------------------------


def test_bots_are_known_by_name():
    assert {"greedy", "random"} <= set(bot_names())
    assert repr(make_bot("random", 3)) == "RandomBot(3)"
    with pytest.raises(tp.OptionError, match="no bot 'clever'"):
        make_bot("clever")
    with pytest.raises(DefinitionError, match="already"):
        register_bot("greedy", lambda seed: GreedyBot())
