"""The JSON Schemas: made from the code, shipped fresh, and true of everything that is written."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tenphase as tp
from tenphase.json_io import json_schema
from tenphase.json_io.schema import KINDS, shipped_schemas
from tenphase.scoresheet import ScoreSheet
from tests import strategies as own
from tests.strategies import CHOICES, RULESETS
from tests.table.tools import People


@cache
def validator(kind, ruleset=None):
    schema = json_schema(kind, ruleset=ruleset)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def valid(kind, data, **more):
    validator(kind, **more).validate(json.loads(json.dumps(data)))


def test_the_shipped_files_are_fresh():
    """Else: python -m tenphase.json_io.schema src/tenphase/schemas"""
    folder = resources.files("tenphase") / "schemas"
    found = {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()}
    assert found == shipped_schemas()


def test_unknown_kinds():
    wrong: list[Any] = ["game", "", None, ["state"]]
    for kind in wrong:
        with pytest.raises(tp.OptionError):
            json_schema(kind)
    with pytest.raises(tp.UnknownRuleset):
        json_schema("options", ruleset="chess")


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=10)
@given(data=st.data())
def test_what_is_written_is_valid(ruleset, data):
    game = data.draw(own.games(ruleset))
    for _ in own.walk(game, data.draw(CHOICES)):
        pass
    valid("state", tp.to_json(game.state))
    valid("position", tp.to_json(tp.Position.parse(game.state.position())))
    for seat in (None, 0):
        valid("view", tp.to_json(game.view(seat)))
    for action in game.legal_actions()[:40]:
        valid("action", tp.to_json(action))
    for move in game.moves[-9:]:
        valid("move", tp.to_json(move))
    for event in game.events[-40:]:
        valid("event", tp.to_json(event))
    for standing in game.standings:
        valid("standing", tp.to_json(standing))
    valid("record", tp.to_json(tp.Record.of(game, with_key=True)))
    options = tp.to_json(game.rules.options)
    valid("options", options)
    valid("options", options, ruleset=ruleset)


@given(action=own.actions(tp.new_game(seats=2, seed=1).rules.deck))
def test_any_action_is_valid(action):
    """The schema knows that no seat or meld has a negative number, the action does not mind."""
    numbers = [getattr(action, name, 0) or 0 for name in ("owner", "target", "meld")]
    data = json.loads(json.dumps(tp.to_json(action)))
    assert validator("action").is_valid(data) == (min(numbers) >= 0)


def test_leave():
    valid("action", tp.to_json(tp.actions.Leave()))


@pytest.mark.parametrize("kind", ["state", "view", "event", "standing", "record", "options"])
def test_what_is_wrong_is_not_valid(kind):
    game = tp.new_game(seats=2, seed=1)
    values = {
        "state": game.state, "view": game.view(0), "event": game.events[-1],
        "standing": game.standings[0], "record": tp.Record.of(game), "options": game.rules.options,
    }  # fmt: skip
    data = tp.to_json(values[kind])
    for name in data:
        rest = {other: value for other, value in data.items() if other != name}
        assert not validator(kind).is_valid(rest), name
    assert not validator(kind).is_valid({**data, "more": 1})
    assert not validator(kind).is_valid({**data, "format": 2})
    assert not validator(kind).is_valid([data])


def test_options_of_a_ruleset():
    data = tp.to_json(tp.new_game("masters-edition", seats=2).rules.options)
    wrong = {**data, "values": {**data["values"], "skip_limit": "never"}}
    assert not validator("options").is_valid(wrong)
    unknown = {**data, "values": {**data["values"], "colour": 1}}
    assert validator("options").is_valid(unknown)
    assert not validator("options", ruleset="masters-edition").is_valid(unknown)


def test_score_sheets():
    sheet = ScoreSheet(["Ann", "Ben"])
    sheet.enter({"Ann": 0, "Ben": 60})
    valid("score-sheet", sheet.to_json())
    sheet.undo()
    data = sheet.to_json()
    valid("score-sheet", data)
    assert not validator("score-sheet").is_valid({**data, "rounds": [{}]})


def test_commands_and_events_of_a_table():
    """A host carries out no command that the schema does not allow."""
    people = People(people=[0])
    sent: list[dict[str, Any]] = []
    command = people.host.command

    def watched(data):
        sent.append(data)
        return command(data)

    people.host.command = watched  # type: ignore[method-assign]
    people.do("create", id="0123456789abcdef", seats=2, options={}, on_leave="drop", seed=None)
    people.do("join", id="0123456789abcdef", name=None)
    people.play(3)
    token = people.tokens[0]
    for what in ("view", "events", "record"):
        people.do(what, token=token)
    people.do("leave", token=token, version=3)
    people.do("go on", token=people.owner)
    assert {data["do"] for data in sent} >= {"create", "join", "act", "leave", "go on"}
    for data in sent:
        valid("command", data)
    wrong: list[dict[str, Any]] = [
        {},
        {"do": "act", "table": "t"},
        {"do": "join", "table": "t", "id": "1"},
    ]
    for data in wrong:
        assert not validator("command").is_valid(data)
    for event in people.do("events")["events"]:
        valid("event", event)
    valid("view", people.do("view")["view"])


JSON = (
    st.none() | st.booleans() | st.integers(-2, 2**60) | st.text(max_size=9) | st.lists(st.text())
)


@given(data=st.data())
def test_a_command_that_is_read_is_valid(data):
    from tenphase.table.commands import COMMANDS, Refused, read_command

    do = data.draw(st.sampled_from(sorted(COMMANDS)))
    fields = {field.rstrip("?"): JSON for field in COMMANDS[do]}
    made = data.draw(
        st.fixed_dictionaries({"table": st.just("t")}, optional={**fields, "id": JSON})
    )
    command = {"do": do, **made}
    try:
        read_command(command)
    except Refused:
        return
    if made.get("on_leave") in (None, "bot", "drop"):
        valid("command", command)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_kinds(kind):
    assert json_schema(kind)["title"] == f"tenphase {kind}"
