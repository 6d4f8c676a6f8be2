"""The options of the classic game: each value of each conflict C-01 to C-19 does something.

Many are shown by variants of the examples in tests/data/examples/; `SHOWN` says where, and a
test here fails when a value is shown nowhere.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import attrs
import pytest

import tenphase as tp
from tests.rulesets.classic import ALL, cards, code, legal, play

EXAMPLES = Path(__file__).parents[1] / "data" / "examples"

#: Where a value is shown: an example id, or a function of this directory's tests.
SHOWN = {
    ("first_upturned_special", "stays"): "EX-MC-080",
    ("first_upturned_special", "bury"): "test_bury",
    ("first_upturned_special", "reshuffle"): "test_reshuffle",
    ("skip_placement", "in_front"): "EX-MC-085",
    ("skip_placement", "discard"): "EX-MC-086",
    ("skip_limit", "one_pending"): "EX-MC-087",
    ("skip_limit", "once_per_lap"): "EX-MC-088",
    ("skip_limit", "turn_between"): "EX-MC-089",
    ("skip_limit", "none"): "test_skips_without_limit_pile_up",
    ("skip_target", "any"): "A22.1",
    ("skip_target", "next"): "A22.1",
    ("skip_as_last_card", "allowed"): "EX-MC-093",
    ("skip_as_last_card", "draw_replacement"): "EX-MC-093",
    ("skip_as_last_card", "forbidden"): "test_skip_forbidden_as_last_card",
    ("skip_plain_discard", "no_target"): "EX-MC-104",
    ("skip_plain_discard", "always"): "test_skip_discarded_without_effect",
    ("skip_plain_discard", "never"): "EX-MC-104",
    ("draw_discarded_wild", True): "EX-MC-083",
    ("draw_discarded_wild", False): "EX-MC-083",
    ("discard_redraw", True): "EX-MC-084",
    ("discard_redraw", False): "EX-MC-084",
    ("going_out", "hit_or_discard"): "EX-MC-094",
    ("going_out", "must_keep_discard"): "EX-MC-094",
    ("going_out", "floating_active"): "EX-MC-125",
    ("going_out", "floating_passive"): "EX-MC-128",
    ("wild_min_natural", "per_meld"): "EX-MC-011",
    ("wild_min_natural", "per_phase"): "EX-MC-011",
    ("wild_min_natural", "none"): "EX-MC-024",
    ("stock_exhausted", "flip_all"): "EX-MC-098",
    ("stock_exhausted", "reshuffle_keep_top"): "EX-MC-098",
    ("shuffle_on_flip", True): "test_the_new_stock_is_shuffled",
    ("shuffle_on_flip", False): "EX-MC-098",
    ("run_wraparound", False): "EX-MC-013",
    ("run_wraparound", True): "EX-MC-013",
    ("winner_rule", "lowest_completer"): "EX-MC-118",
    ("winner_rule", "lowest_total"): "EX-MC-118",
    ("win_requires_going_out", False): "EX-MC-118",
    ("win_requires_going_out", True): "test_win_requires_going_out",
    ("final_lap", False): "EX-MC-118",
    ("final_lap", True): "test_final_lap",
    ("more_seats", False): "test_a50_how_many_can_play",
    ("more_seats", True): "test_a50_how_many_can_play",
    ("wild_replaceable", False): "EX-MC-074",
    ("wild_replaceable", True): "EX-MC-074",
    ("phase_order", "fixed"): "EX-MC-038",
    ("phase_order", "free"): "test_phases_in_any_order",
    ("dealer_rotates", True): "EX-MC-121",
    ("dealer_rotates", False): "EX-MC-121",
    ("tie_break", "replay_last_phase"): "test_play_off",
    ("tie_break", "shared"): "EX-MC-120",
    ("hit_same_turn", True): "EX-MC-072",
    ("hit_same_turn", False): "test_hits_from_the_next_turn_on",
    ("lay_down_extras", True): "EX-MC-004",
    ("lay_down_extras", False): "EX-MC-004",
}


def test_every_value_of_every_option_is_shown() -> None:
    values = {
        (field.name, value)
        for field in attrs.fields(tp.ruleset("mattel-classic").options)
        for value in (field.metadata.get("values") or ())
        if field.type in ("str", "bool", str, bool)
    }
    assert values == set(SHOWN)
    ids = {
        example["id"]
        for file in EXAMPLES.glob("*.toml")
        for example in tomllib.loads(file.read_text(encoding="utf-8"))["example"]
    }
    texts = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*.py")]
    texts.append((EXAMPLES.parents[1] / "test_cases.py").read_text(encoding="utf-8"))
    for where in SHOWN.values():
        assert where in ids or any(f"def {where}(" in text for text in texts), where


# -- C-01: the first upturned card -----------------------------------------------------------------


def _deals_with_a_special_card() -> list[tuple[int, str]]:
    found = []
    for seed in range(120):
        state = tp.new_game(seats=3, seed=seed).state
        (upturned,) = cards(state, state.discard)
        if upturned in "WS":
            found.append((seed, upturned))
    return found


def test_bury() -> None:
    """C-01, MC-SETUP-4, MC-SETUP-5: a special card goes under the stock, the next is turned."""
    for seed, upturned in _deals_with_a_special_card():
        plain = tp.new_game(seats=3, seed=seed).state
        state = tp.new_game(seats=3, seed=seed, first_upturned_special="bury").state
        assert cards(state, state.stock)[0] in ("W", "S")
        assert upturned in cards(state, state.stock)[:4]
        assert cards(state, state.discard)[0] not in ("W", "S")
        assert state.hands == plain.hands
        assert state.to_act == 1
        assert state.skips == (0, 0, 0)


def test_reshuffle() -> None:
    """C-01: a special card is shuffled in again, until a number is turned."""
    for seed, _ in _deals_with_a_special_card():
        state = tp.new_game(seats=3, seed=seed, first_upturned_special="reshuffle").state
        assert cards(state, state.discard)[0] not in ("W", "S")
        assert state.shuffles > 1
        assert state.to_act == 1


# -- C-02, C-03, C-05, C-19: Skips -----------------------------------------------------------------

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


# -- C-06: going out -------------------------------------------------------------------------------


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


# -- C-08: the stock -------------------------------------------------------------------------------


def _short_stock(discard: str, options: dict[str, object]) -> tp.State:
    """Reds, blues and greens lie on the table; seat 1 is to draw and the stock is empty."""
    left = f"{ALL['Y']} W W W W W W W W S S S S".split()
    for card in discard.split():
        left.remove(card)
    third = len(left) // 3
    hands = {0: left[:third], 2: left[third : 2 * third], 1: left[2 * third :]}
    return tp.position(
        "mattel-classic",
        options=options,
        seats=3,
        phases=["8", "8", "8"],
        hands={seat: " ".join(hand) for seat, hand in hands.items()},
        table={0: ALL["R"], 1: ALL["B"], 2: ALL["G"]},
        discard=discard,
        stock="",
    )


def test_the_new_stock_is_shuffled() -> None:
    """C-08, MC-STOCK-1: the order is not that of the pile, and depends on the game's key."""
    pile = "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12"
    state = _short_stock(pile, {})
    after = play(state, "draw stock")
    found = [*cards(after, after.stock), *cards(after, after.discard)]
    assert sorted(found) != sorted(pile.split())  # one of them was drawn
    assert len(found) == 11
    assert after.shuffles == state.shuffles + 1
    assert found != pile.split()[::-1][: len(found)]
    assert after == play(state, "draw stock")


def test_the_pile_turned_over_as_it_lies() -> None:
    """C-08: without shuffling the oldest discard is turned up and the next one drawn."""
    state = _short_stock("Y1 Y2 Y3 Y4", {"shuffle_on_flip": False})
    after = play(state, "draw stock")
    assert cards(after, after.discard) == ["Y1"]
    assert cards(after, after.stock) == ["Y4", "Y3"]
    assert after.shuffles == state.shuffles


def test_one_discard_is_not_enough_for_a_stock() -> None:
    """MC-STOCK-1, MC-STOCK-2: it can still be drawn itself."""
    state = _short_stock("Y1", {})
    assert legal(state) == ["draw discard"]
    refusal = state.check("draw stock")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("stock-empty", "MC-STOCK-1")


def test_nothing_to_draw_ends_the_round() -> None:
    """MC-STOCK-1, MC-SCORE-3: no card anywhere: all hands count, and nobody was out."""
    state = play(_short_stock("Y1", {}), "draw discard")
    points = [state.rules.hand_points(hand) for hand in state.hands]
    after = play(state, "play S on 0")
    assert after.round == 2
    assert list(after.totals) == [points[0], points[1] - 15, points[2]]
    assert [after.rules.phases[index].label for index in after.phase] == ["9", "9", "9"]


# -- C-09, C-14 ------------------------------------------------------------------------------------


def test_runs_that_go_round_grow_at_both_ends() -> None:
    """C-09, MC-RUN-2, MC-HIT-6: 11 12 1 2 takes a 10 and a 3, and wilds say which."""
    state = tp.position(
        "mattel-classic",
        options={"run_wraparound": True},
        seats=2,
        stage="play",
        phases=["2", "1"],
        hands={1: "R10 R3 W R5 R6"},
        table={0: "R9 B9 Y9 / R11 B12 G1 Y2", 1: "R7 B7 G7 / R8 B8 G8"},
    )
    assert [t for t in legal(state, "hit W") if t.endswith("0.1")] == [
        "hit W=10 on 0.1", "hit W=3 on 0.1",
    ]  # fmt: skip
    state = play(state, "hit R10 on 0.1", "hit R3 on 0.1")
    labels = state.rules.faces.labels(state.table[0][1].shown)
    assert labels == ("10", "11", "12", "1", "2", "3")


def test_the_wild_swapped_out_can_be_used() -> None:
    """C-14, MC-WILD-3: the real card for the wild, which is then hit elsewhere."""
    state = tp.position(
        "mattel-classic",
        options={"wild_replaceable": True},
        seats=2,
        stage="play",
        phases=["2", "1"],
        hands={1: "G5 R6 R12"},
        table={0: "R9 B9 Y9 / R3 B4 W=5 Y6", 1: "R7 B7 G7 / R8 B8 G8"},
    )
    assert legal(state, "swap") == ["swap G5 on 0.1"]
    assert code(state, "swap R6 on 0.1") == "no-swap"
    state = play(state, "swap G5 on 0.1", "hit W=7 on 0.1")
    assert cards(state, state.table[0][1].cards) == ["R3", "B4", "G5", "Y6", "W"]


# -- C-11: points ----------------------------------------------------------------------------------

OUT = """
ruleset: mattel-classic
seats: 2
stage: play
hand 0: R6 B10 B12 S W
hand 1: R1
table 0: R4 B4 G4 / R7 B7 G7
table 1: R2 B2 G2 / R3 B3 G3
"""


@pytest.mark.parametrize(
    ("points", "total"),
    [
        ({}, 65),
        ({"S": 25}, 75),
        ({"W": 20}, 60),
        ({str(n): n for n in range(1, 13)}, 6 + 10 + 12 + 15 + 25),
        ({"R6": 1, "12": 0}, 51),
    ],
)
def test_card_points(points: dict[str, int], total: int) -> None:
    """C-11, MC-SCORE-1, MC-SCORE-4."""
    state = play(tp.position(OUT, options={"card_points": points}), "discard R1")
    assert state.totals == (total, 0)


@pytest.mark.parametrize("points", [{"Z": 3}, {"W": "many"}, {"13": 1}, 5, "W"])
def test_card_points_of_unknown_cards(points: object) -> None:
    """C-11."""
    with pytest.raises(tp.OptionError) as caught:
        tp.new_game(seed=1, card_points=points)
    assert caught.value.options == ("card_points",)


# -- C-15: the order of the phases -----------------------------------------------------------------


def test_phases_in_any_order() -> None:
    """C-15, MC-LAY-4: any open phase may be laid, each of them once in the game."""
    runs = "R1 B2 G3 Y4 R5 B6 G7"
    state = tp.position(
        "mattel-classic",
        options={"phase_order": "free"},
        seats=2,
        stage="play",
        hands={0: "R11", 1: f"{runs} Y8 R9 B12 G12"},
    )
    assert code(state, f"lay {runs}") == "wrong-phase"
    assert code(state, f"lay 11: {runs}") == "wrong-phase"
    assert {text.split(":")[0] for text in legal(state, "lay")} == {"lay 4", "lay 5", "lay 6"}
    state = play(state, f"lay 4: {runs}", "hit Y8 on 1.0", "hit R9 on 1.0", "discard B12")
    assert state.round == 1
    done = tp.position(
        "mattel-classic",
        options={"phase_order": "free"},
        seats=2,
        stage="play",
        done=["-", "4"],
        hands={1: f"{runs} Y8 R9 B12 G12"},
    )
    assert code(done, f"lay 4: {runs}") == "wrong-phase"
    assert code(done, f"lay 5: {runs} Y8") is None


def test_a_game_in_any_order_ends_with_the_last_open_phase() -> None:
    """C-15, MC-WIN-1, MC-ROUND-1."""
    state = tp.position(
        "mattel-classic",
        options={"phase_order": "free", "phases": ["S3+S3", "R4+S3"]},
        seats=2,
        to_act=0,
        stage="play",
        phases=["1", "-"],
        done=["2", "-"],
        hands={0: "R12", 1: "R11"},
        table={0: "R2 B2 G2 / R3 B3 G3"},
    )
    state = play(state, "discard R12")
    assert state.over
    assert state.winners == (0,)


# -- C-18, D10: when and how much ------------------------------------------------------------------


def test_hits_from_the_next_turn_on() -> None:
    """C-18, MC-HIT-2: no hits in the turn of laying, but in the next."""
    state = tp.position(
        "mattel-classic",
        options={"hit_same_turn": False},
        seats=2,
        stage="play",
        hands={0: "R1 B1 G2 Y2 R6 B6 G8 Y9 R11 B12", 1: "R5 B5 G5 R7 B7 Y7 Y5 B2 Y11 G12 S"},
    )
    state = play(state, "lay R5 B5 G5 / R7 B7 Y7")
    assert not legal(state, "hit")
    assert code(state, "hit Y5 on 1.0") == "hit-later-turn"
    state = play(state, "discard G12", "draw stock", "discard R1", "draw stock")
    assert code(state, "hit Y5 on 1.0") is None
    assert "hit Y5 on 1.0" in legal(state)


def test_extras_are_listed_where_they_cannot_follow() -> None:
    """C-18, MC-LAY-6: without hits in that turn, larger lay-downs are actions of their own."""
    hand = {1: "R5 B5 G5 R7 B7 Y7 Y5 B2 Y11 G12 S"}
    fields = {"seats": 2, "stage": "play", "hands": hand}
    later = tp.position("mattel-classic", options={"hit_same_turn": False}, **fields)
    assert any(len(text.split()) == 1 + 8 for text in legal(later, "lay"))
    same = tp.position("mattel-classic", **fields)
    assert all(len(text.split()) == 1 + 7 for text in legal(same, "lay"))
    assert code(same, "lay R5 B5 G5 Y5 / R7 B7 Y7") is None
