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
