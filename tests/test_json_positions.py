"""Positions as values: text and JSON both ways, with what is open left open."""

from __future__ import annotations

import json
from typing import Any

import attrs
import pytest
from hypothesis import given

import tenphase as tp
from tests import strategies as own
from tests.strategies import CHOICES
from tests.test_json_io import refused
from tests.test_schemas import valid, validator

PUZZLE = """
    ruleset: mattel-classic
    options: skip_limit=once_per_lap max_turns=60
    seats: 3
    hand 1: R3 W S R1   # the rest is dealt
    table 1: R3 B3 G3 / R7 B7 G7
    stage: play
    to_act: 1
    laid_now: yes
    totals: 5 25 0
    done: - 1,2 -
    front 2: S
    discard: * R12
    memory: {"x": [1, "a\\u003bb\\u0023c", null]}
"""


def doc(**changes: Any) -> dict[str, Any]:
    data = {**tp.to_json(tp.Position.parse(PUZZLE)), **changes}
    return {name: value for name, value in data.items() if value is not ...}


def test_text_and_json_both_ways() -> None:
    found = tp.Position.parse(PUZZLE)
    assert tp.Position.parse(str(found)) == found
    data = json.loads(json.dumps(tp.to_json(found)))
    assert data["hands"] == {"1": "R3 W S R1"}
    assert data["options"] == {"skip_limit": "once_per_lap", "max_turns": 60}
    assert data["done"] == ["-", "1,2", "-"]
    assert "stock" not in data, "what is open stays open"
    assert tp.from_json(data) == found
    assert tp.to_json(tp.from_json(data)) == data
    assert found.state() == tp.position(PUZZLE)
    valid("position", data)


@given(game=own.any_games(), choices=CHOICES)
def test_any_state_as_a_position(game: tp.Game, choices: bytes) -> None:
    for _ in own.walk(game, choices):
        pass
    text = game.state.position()
    found = tp.Position.parse(text)
    data = json.loads(json.dumps(tp.to_json(found)))
    valid("position", data)
    again = tp.from_json(data)
    assert again == found
    assert again.state() == game.state
    assert tp.Position.parse(str(again)) == found


@pytest.mark.parametrize(
    "options", ["", "x=5 y=true z=word", '{"x":"null","y":"two words"}', '{"phases":["S3","R4"]}']
)
def test_options_read_back(options: str) -> None:
    found = tp.Position.parse(f"ruleset: r; options: {options}")
    assert tp.Position.parse(str(found)) == found


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"ruleset": ...}, "$.ruleset"),
    ({"ruleset": "nobodys"}, "$.ruleset"),
    ({"ruleset": "ruleset: mattel-classic"}, "$.ruleset"),
    ({"ruleset": 7}, "$.ruleset"),
    ({"format": 2}, "$.format"),
    ({"weather": "fine"}, "$.weather"),
    ({"seats": 99}, "$.options"),
    ({"seats": "3"}, "$.seats"),
    ({"seats": True}, "$.seats"),
    ({"preset": "none"}, "$.options"),
    ({"preset": None}, "$.preset"),
    ({"options": []}, "$.options"),
    ({"options": {"colour": "red"}}, "$.options.colour"),
    ({"options": {"skip_limit": {}}}, "$.options.skip_limit"),
    ({"hands": {"1": "R77"}}, "$.hands.1"),
    ({"hands": {"7": "R1"}}, "$.hands.7"),
    ({"hands": {"01": "R1"}}, "$.hands.01"),
    ({"hands": {"-1": "R1"}}, "$.hands.-1"),
    ({"hands": {"\u0661": "R1"}}, "$.hands.\u0661"),
    ({"hands": {"1": ["R1"]}}, "$.hands.1"),
    ({"hands": ["R1"]}, "$.hands"),
    ({"hands": {"1": "R1 R1 R1"}}, "$"),
    ({"table": {"1": "R3 B3 / R7 B7"}}, "$.table.1"),
    ({"known": {"1": "R9"}}, "$.known.1"),
    ({"piles": {"saved": "R77"}}, "$.piles.saved"),
    ({"piles": {"a;b": ""}}, "$.piles"),
    ({"discard": "R1 # R2"}, "$.discard"),
    ({"discard": " R1"}, "$.discard"),
    ({"stage": "dance"}, "$.stage"),
    ({"to_act": 9}, "$.to_act"),
    ({"totals": [1]}, "$.totals"),
    ({"totals": [1, 2.0, 3]}, "$.totals[1]"),
    ({"done": ["1", "1", 1]}, "$.done[2]"),
    ({"laid_now": "yes"}, "$.laid_now"),
    ({"memory": {"x": 1.5}}, "$.memory.x"),
    ({"memory": {"x": [{}]}}, "$.memory.x[0]"),
    ({"pending": {}}, "$.pending"),
    ({"script": [7]}, "$.script[0]"),
    ({"key": "zz"}, "$.key"),
    ({"shuffles": 2**60}, "$.shuffles"),
]


@pytest.mark.parametrize(("changes", "path"), WRONG, ids=str)
def test_the_wrong_place_is_named(changes: dict[str, Any], path: str) -> None:
    assert refused(doc(**changes)).path == path


def test_the_schema_knows_the_form() -> None:
    for changes, _ in WRONG[:1] + WRONG[3:6] + WRONG[7:9]:
        assert not validator("position").is_valid({**doc(**changes)}), changes


def test_what_json_cannot_hold_is_not_written() -> None:
    for text, path in (('memory: {"x": 1.5}', "$.memory.x"), ("round: " + "9" * 18, "$.round")):
        with pytest.raises(tp.JsonError) as caught:
            tp.to_json(tp.Position.parse(f"ruleset: mattel-classic; {text}"))
        assert caught.value.path == path


def test_texts_that_are_no_positions() -> None:
    for text in ("", "seats: 3", "ruleset mattel-classic"):
        with pytest.raises(tp.NotationError):
            tp.Position.parse(text)


def test_a_ruleset_that_is_not_installed() -> None:
    mine = attrs.evolve(tp.ruleset("mattel-classic"), id="mine")
    found = tp.Position.parse("ruleset: mine; seats: 2; hand 1: R1")
    assert found.state(mine).rules.ruleset is mine
    data = tp.to_json(found)
    assert refused(data).path == "$.ruleset"
    assert tp.from_json(data, within=mine) == found
