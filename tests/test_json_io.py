"""JSON both ways, and what is wrong with other input (A40, A41)."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tenphase as tp
from tests import strategies as own
from tests.strategies import CHOICES

MID_TURN = tp.position(
    "mattel-classic",
    seats=3,
    options={"skip_limit": "once_per_lap", "wild_replaceable": True},
    hands={0: "R1 R2 S", 1: "B7 W", 2: "Y4 S"},
    table={1: "R3 W=3 Y3 / R8 B8 G8"},
    front={2: "S"},
    stage="play",
    laid_now=True,
    taken="B7",
    to_act=1,
    totals=[5, 25, 0],
    discard="G1 G2",
)


def name_of_type(value: object) -> str:
    """The same name in every process."""
    return type(value).__name__


def refused(data: Any, **arguments: Any) -> tp.JsonError:
    with pytest.raises(tp.JsonError) as caught:
        tp.from_json(data, **arguments)
    assert caught.value.path.startswith("$")
    assert str(caught.value).startswith(caught.value.path)
    return caught.value


def plain(value: object) -> bool:
    """Whether some data is made of what JSON has, with nothing subclassed."""
    if type(value) is dict:
        return all(type(name) is str and plain(item) for name, item in value.items())
    if type(value) is list:
        return all(plain(item) for item in value)
    return value is None or type(value) in (str, int, bool)


# -- states --------------------------------------------------------------------------------------


def test_a_turn_half_played_goes_on(tmp_path: Any) -> None:
    """A41: whose turn, drawn already, phase laid, Skips, points: all is there after loading."""
    file = tmp_path / "saved.json"
    file.write_text(json.dumps(tp.to_json(MID_TURN)))
    loaded = tp.from_json(file.read_text())
    assert loaded == MID_TURN
    assert loaded.position() == MID_TURN.position()
    assert loaded.legal_actions() == MID_TURN.legal_actions()
    one, other = tp.Game(loaded), tp.Game(MID_TURN)
    for _ in own.walk(one, bytes(range(256)) * 4):
        pass
    for _ in own.walk(other, bytes(range(256)) * 4):
        pass
    assert one.state == other.state
    assert one.events == other.events


def test_only_plain_values() -> None:
    game = tp.new_game(seats=3, seed=2)
    for _ in own.walk(game, bytes(200)):
        pass
    for value in (game.state, MID_TURN, *game.moves, *game.standings, *game.events,
                  *game.legal_actions(), game.rules.options, tp.Record.of(game)):  # fmt: skip
        data = tp.to_json(value)
        assert plain(data), data
        assert data["format"] == 1
        assert tp.from_json(json.dumps(data), within=game) == value


def test_data_is_the_callers_own() -> None:
    """To change it changes nothing else."""
    state = tp.new_game(seats=2, seed=1, phases=[1, "R4"], card_points={"W": 1}).state
    text = json.dumps(tp.to_json(state))

    def spoil(data: Any) -> None:
        for item in list(data.values()) if isinstance(data, dict) else list(data):
            if isinstance(item, dict | list):
                spoil(item)
        data.clear()

    spoil(tp.to_json(state))
    assert json.dumps(tp.to_json(state)) == text


def test_it_is_its_own_format() -> None:
    data = tp.to_json(MID_TURN)
    assert list(data)[:4] == ["tenphase", "format", "ruleset", "version"]
    assert data["table"][1][0] == {"kind": "S", "cards": "R3 Y3 W", "shows": ["3", "3", "3"]}
    assert data["hands"][1] == "B7 W"
    assert data["guard"] == [None, None, None]
    assert data["options"]["skip_limit"] == "once_per_lap"


WRONG: list[tuple[list[Any], Any, str]] = [
    # where, what is put there, the path that is named
    (["tenphase"], "stat", "$.tenphase"),
    (["tenphase"], None, "$.tenphase"),
    (["format"], 2, "$.format"),
    (["format"], True, "$.format"),
    (["format"], "1", "$.format"),
    (["ruleset"], "nobodys", "$.ruleset"),
    (["ruleset"], 7, "$.ruleset"),
    (["version"], "0", "$.version"),
    (["seats"], 99, "$.options"),
    (["seats"], 2, "$."),
    (["seats"], "3", "$.seats"),
    (["options"], [], "$.options"),
    (["options", "skip_limit"], "never", "$.options.skip_limit"),
    (["options", "colour"], "red", "$.options.colour"),
    (["options", "phases"], [[]], "$.options.phases"),
    (["options", "hand_size"], 10**400, "$.options.hand_size"),
    (["stage"], "dance", "$.stage"),
    (["stage"], "game over", "$.winners"),
    (["to_act"], 3, "$.to_act"),
    (["to_act"], 1.0, "$.to_act"),
    (["to_act"], True, "$.to_act"),
    (["to_act"], None, "$.to_act"),
    (["active"], [0, 2], "$.to_act"),
    (["active"], [1, 0], "$.active"),
    (["active", 0], "0", "$.active[0]"),
    (["direction"], 0, "$.direction"),
    (["round"], 2**60, "$.round"),
    (["hands"], {}, "$.hands"),
    (["hands"], ["", ""], "$.hands"),
    (["hands", 1], "B7 R77", "$.hands[1]"),
    (["hands", 1], ["B7"], "$.hands[1]"),
    (["hands", 1], "B7 W W", "$"),
    (["hands", 1], "", "$"),
    (["stock"], "", "$"),
    (["known", 0], "R9", "$.known[0]"),
    (["table", 1], [], "$"),
    (["table", 1, 1], {}, "$.table[1][1].kind"),
    (["table", 1, 0, "shows", 0], "4", "$.table[1][0]"),
    (["table", 1, 0, "shows", 0], "x", "$.table[1][0].shows"),
    (["table", 1, 0, "shows", 0], [], "$.table[1][0].shows"),
    (["table", 1, 0, "kind"], "R", "$.table[1][0].kind"),
    (["table", 1, 0, "more"], "R", "$.table[1][0].more"),
    (["phase", 1], "2", "$.table[1]"),
    (["phase", 1], "11", "$.phase[1]"),
    (["phase", 1], None, "$.table[1]"),
    (["done", 0], ["1", "1"], "$.done[0]"),
    (["done", 0], "1", "$.done[0]"),
    (["upcoming"], ["1"], "$.upcoming"),
    (["totals", 0], None, "$.totals[0]"),
    (["skips", 0], -1, "$.skips[0]"),
    (["guard", 0], -1, "$.guard"),
    (["taken"], "B7 W", "$.taken"),
    (["laid_now"], 1, "$.laid_now"),
    (["winners"], [7], "$.winners[0]"),
    (["pending"], {}, "$.pending"),
    (["pending"], [1.5], "$.pending[0]"),
    (["piles"], {"saved": "R77"}, "$.piles.saved"),
    (["memory"], {"x": {}}, "$.memory.x"),
    (["key"], "zz", "$.key"),
    (["shuffles"], -1, "$.shuffles"),
    (["script"], ["R1 R77"], "$.script[0]"),
    (["weather"], "fine", "$.weather"),
]


@pytest.mark.parametrize(("where", "what", "path"), WRONG, ids=str)
def test_the_wrong_place_is_named(where: list[Any], what: Any, path: str) -> None:
    data = copy.deepcopy(tp.to_json(MID_TURN))
    spot = data
    for name in where[:-1]:
        spot = spot[name]
    spot[where[-1]] = what
    assert refused(data).path.startswith(path)


def test_what_a_meld_cannot_be_is_said_in_a_sentence() -> None:
    data: Any = copy.deepcopy(tp.to_json(MID_TURN))
    data["table"][1][0]["shows"][0] = "4"
    assert "this cannot be a set of 3" in str(refused(data))


@pytest.mark.parametrize("name", sorted(tp.to_json(MID_TURN)))
def test_a_missing_field_is_named(name: str) -> None:
    data = dict(tp.to_json(MID_TURN))
    del data[name]
    assert refused(data).path == f"$.{name}"


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "7", '"x"', "{}", b"\xff", "[" * 100_000, '{"tenphase": 7}']
)
def test_other_texts(text: str | bytes) -> None:
    assert refused(text).path in ("$", "$.tenphase")


@pytest.mark.parametrize(
    "data", [None, 7, [], (), {1: 2}, {"tenphase": []}, object()], ids=name_of_type
)
def test_other_data(data: Any) -> None:
    refused(data)


def test_deep_data_is_bounded() -> None:
    nest: list[Any] = []
    for _ in range(500):
        nest = [nest]
    assert refused({**tp.to_json(MID_TURN), "pending": nest}).path.startswith("$.pending[0]")


@pytest.mark.parametrize("value", [None, 7, "x", object(), tp.State, (1, 2)], ids=name_of_type)
def test_values_without_a_form(value: Any) -> None:
    with pytest.raises(tp.JsonError):
        tp.to_json(value)


# -- other values ----------------------------------------------------------------------------------


@given(own.actions(MID_TURN.rules.deck))
def test_any_action(action: tp.Action) -> None:
    data = json.loads(json.dumps(tp.to_json(action)))
    try:
        again = tp.from_json(data, within=MID_TURN)
    except tp.JsonError as error:
        assert error.path in ("$.owner", "$.meld", "$.target")  # noqa: PT017
    else:
        assert again == action


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"action": "dance"}, "$.action"),
        ({"action": ["x"]}, "$.action"),
        ({}, "$.action"),
        ({"action": "discard"}, "$.card"),
        ({"action": "discard", "card": "R77"}, "$.card"),
        ({"action": "discard", "card": "R1 R2"}, "$.card"),
        ({"action": "discard", "card": 7}, "$.card"),
        ({"action": "discard", "card": "R1", "why": "so"}, "$.why"),
        ({"action": "hit", "card": "R1", "owner": -1, "meld": 0, "shows": None}, "$.owner"),
        ({"action": "hit", "card": "R1", "owner": 1, "meld": "0", "shows": None}, "$.meld"),
        ({"action": "hit", "card": "R1", "owner": 1, "meld": 0, "shows": 5}, "$.shows"),
        ({"action": "play", "card": "S", "target": 1.5}, "$.target"),
        ({"action": "lay", "melds": {}, "phase": None}, "$.melds"),
        ({"action": "lay", "melds": [7], "phase": None}, "$.melds[0]"),
        ({"action": "lay", "melds": [{"cards": ["R1"], "shows": []}], "phase": None},
         "$.melds[0].shows"),
        ({"action": "lay", "melds": [{"cards": ["R0"], "shows": [None]}], "phase": None},
         "$.melds[0].cards[0]"),
        ({"action": "choose", "choice": "x", "cards": [None], "target": None}, "$.cards[0]"),
    ],
)  # fmt: skip
def test_wrong_actions(body: dict[str, Any], path: str) -> None:
    data = {"tenphase": "action", "format": 1, **body}
    assert refused(data, within=MID_TURN).path == path


@pytest.mark.parametrize(
    ("value", "name", "wrong"),
    [
        (tp.new_game(seed=1).standings[0], "place", "1"),
        (tp.new_game(seed=1).standings[0], "winner", 1),
        (tp.Record.of(tp.new_game(seed=1)), "seats", "4"),
        (tp.Record.of(tp.new_game(seed=1)), "steps", [{}]),
        (tp.Record.of(tp.new_game(seed=1)), "options", []),
        (tp.Record.of(tp.new_game(seed=1)), "ruleset", "mattel-classic\nkey: 00"),
        (tp.Record.of(tp.new_game(seed=1)), "end", "lost"),
        (tp.Record.of(tp.new_game(seed=1)), "dealer", -1),
        (tp.Record.of(tp.new_game(seed=1)), "start", "hand 1: R1 # R2"),
        (tp.new_game(seed=1).events[0], "kind", 1),
        (tp.new_game(seed=1).events[0], "seat", -1),
        (tp.new_game(seed=1).moves[0], "action", {}),
    ],
)
def test_wrong_parts_of_other_values(value: Any, name: str, wrong: Any) -> None:
    data = tp.to_json(value)
    assert refused({**data, name: wrong}, within=MID_TURN).path.startswith("$")
    refused({**data, "more": 1}, within=MID_TURN)
    del data[name]
    refused(data, within=MID_TURN)


def test_options_name_the_wrong_one() -> None:
    data = tp.to_json(MID_TURN.rules.options)
    assert tp.from_json(data, within="mattel-classic") == MID_TURN.rules.options
    data["values"]["going_out"] = "x"
    assert refused(data, within="mattel-classic").path == "$.values.going_out"


def test_within_must_be_said() -> None:
    with pytest.raises(TypeError):
        tp.from_json(tp.to_json(tp.Discard(MID_TURN.rules.deck.kinds[0])))
    with pytest.raises(TypeError):
        tp.from_json(tp.to_json(MID_TURN.rules.options))


def test_a_ruleset_that_is_not_installed() -> None:
    mine = attrs.evolve(tp.ruleset("mattel-classic"), id="mine")
    state = tp.new_game(mine, seats=2, seed=1).state
    data = tp.to_json(state)
    assert refused(data).path == "$.ruleset"
    assert tp.from_json(data, within=mine) == state


# -- hostile input ------------------------------------------------------------------------------

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.sampled_from(["", "R1", "W", "draw", "play", "1", "game over", "00" * 32]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.data(), own.any_games(), CHOICES)
def test_damaged_states_are_refused_or_playable(
    data: st.DataObject, game: tp.Game, choices: bytes
) -> None:
    """Whatever stands where: one typed error, or a state that a game can go on from."""
    for _ in own.walk(game, choices):
        pass
    wrong = copy.deepcopy(tp.to_json(game.state))
    spot: Any = wrong
    name: Any = data.draw(st.sampled_from(sorted(wrong)))
    while isinstance(spot[name], list | dict) and spot[name] and data.draw(st.booleans()):
        spot = spot[name]
        keys = sorted(spot) if isinstance(spot, dict) else range(len(spot))
        name = data.draw(st.sampled_from(list(keys)))
    spot[name] = data.draw(JSON)
    try:
        state = tp.from_json(json.loads(json.dumps(wrong)))
    except tp.JsonError:
        return
    assert own.cards_of(state) == state.rules.deck.full
    assert tp.from_json(tp.to_json(state)) == state
    again = tp.Game(state)
    for _ in own.walk(again, choices[:30]):
        assert again.legal_actions()


@given(JSON)
def test_any_json_is_refused(data: Any) -> None:
    refused(data)
    refused({"tenphase": "state", "format": 1, "x": data})
    if isinstance(data, dict):
        refused({**data, "tenphase": "record", "format": 1})


# -- pickle ------------------------------------------------------------------------------------


def test_pickle_and_deepcopy() -> None:
    assert pickle.loads(pickle.dumps(MID_TURN)) == MID_TURN
    assert copy.deepcopy(MID_TURN) == MID_TURN
    assert copy.copy(MID_TURN) == MID_TURN
    game = tp.new_game(seats=2, seed=3)
    for _ in own.walk(game, bytes(100)):
        pass
    for twin in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert twin.state == game.state
        assert twin.record() == game.record()
        assert twin.events == game.events


def test_a_pickled_state_is_read_by_another_process() -> None:
    code = (
        "import pickle, sys; state = pickle.loads(sys.stdin.buffer.read());print(state.position())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(MID_TURN), capture_output=True, check=True
    )
    assert done.stdout.decode().strip() == MID_TURN.position()
