"""JSON Schemas of everything that is written as JSON, made from the tables that the code reads by.

`python -m tenphase.json_io.schema DIRECTORY` writes all of them into files; those that come along
are in `tenphase/schemas`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import attrs

from tenphase.errors import OptionError, brief
from tenphase.events import Event
from tenphase.game import Standing
from tenphase.json_io import actions, position, state, view
from tenphase.json_io.reading import FORMAT, MOST
from tenphase.options import Options
from tenphase.records import Record, Step
from tenphase.registry import ruleset as find_ruleset
from tenphase.ruleset import Ruleset

__all__ = ["KINDS", "schema_of", "shipped_schemas"]

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
COUNT: Schema = {"type": "integer", "minimum": 0, "maximum": MOST}
WHOLE: Schema = {"type": "integer", "minimum": -MOST, "maximum": MOST}
SEAT: Schema = {"type": "integer", "minimum": 0}
SEAT_OR_NULL: Schema = {"type": ["integer", "null"], "minimum": 0}
TEXT_OR_NULL: Schema = {"type": ["string", "null"]}
CARD: Schema = {"type": "string", "description": "a card in notation"}
CARD_OR_NULL: Schema = {"type": ["string", "null"], "description": "a card in notation"}
CARDS: Schema = {"type": "string", "description": "cards in notation, with blanks between them"}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _map(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}


def _object(properties: Mapping[str, Schema], optional: Iterable[str] = ()) -> Schema:
    left_out = set(optional)
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [name for name in properties if name not in left_out],
        "additionalProperties": False,
    }


PLAIN: Schema = {
    "description": "data of a ruleset: text, whole numbers, true, false, null, lists of these",
    "type": ["string", "integer", "boolean", "null", "array"],
    "items": {"$ref": "#/$defs/plain"},
}
PLAIN_REF: Schema = {"$ref": "#/$defs/plain"}
MELD: Schema = _object({"kind": TEXT, "cards": CARDS, "shows": _list(TEXT)})

#: The fields of states and views.
GAME: dict[str, Schema] = {
    "ruleset": TEXT,
    "version": TEXT,
    "seats": {"type": "integer", "minimum": 1},
    "options": {"type": "object"},
    "seat": SEAT_OR_NULL,
    "stage": TEXT,
    "to_act": SEAT,
    "actors": _list(SEAT),
    "round": COUNT,
    "turn": COUNT,
    "dealer": SEAT,
    "direction": {"enum": [1, -1]},
    "active": _list(SEAT),
    "hands": _list(CARDS),
    "hand": CARDS,
    "hand_sizes": _list(COUNT),
    "stock": {**CARDS, "description": "cards in notation, the top one last"},
    "stock_size": COUNT,
    "discard": {**CARDS, "description": "cards in notation, the top one last"},
    "table": _list(_list(MELD)),
    "front": _list(CARDS),
    "phase": _list(TEXT_OR_NULL),
    "upcoming": _list(TEXT_OR_NULL),
    "done": _list(_list(TEXT)),
    "totals": _list(WHOLE),
    "skips": _list(COUNT),
    "guard": _list(SEAT_OR_NULL),
    "known": _list(CARDS),
    "floating": FLAG,
    "laid_now": FLAG,
    "taken": CARD_OR_NULL,
    "out": SEAT_OR_NULL,
    "playoff": FLAG,
    "winners": _list(SEAT),
    "aborted": FLAG,
    "pending": _list(PLAIN_REF),
    "has_hidden_pending": FLAG,
    "piles": _map(CARDS),
    "pile_sizes": _map(COUNT),
    "memory": _map(PLAIN_REF),
    "key": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    "shuffles": COUNT,
    "script": _list(CARDS),
}

#: The parts of actions.
ACTION: dict[str, Schema] = {
    "melds": _list(_object({"cards": _list(CARD), "shows": _list(TEXT_OR_NULL)})),
    "phase": TEXT_OR_NULL,
    "card": CARD,
    "owner": SEAT,
    "meld": COUNT,
    "shows": TEXT_OR_NULL,
    "target": SEAT_OR_NULL,
    "choice": TEXT,
    "cards": _list(CARD),
}

EVENT: dict[str, Schema] = {
    "kind": TEXT,
    "seat": SEAT_OR_NULL,
    "cards": _list(CARD),
    "detail": PLAIN_REF,
    "secret": FLAG,
}

STANDING: dict[str, Schema] = {
    "place": COUNT,
    "seat": SEAT,
    "phases": COUNT,
    "points": WHOLE,
    "winner": FLAG,
}

STEP: dict[str, Schema] = {
    "number": COUNT,
    "seat": SEAT_OR_NULL,
    "action": TEXT_OR_NULL,
    "facts": _list(_list(TEXT)),
}

RECORD: dict[str, Schema] = {
    "ruleset": TEXT,
    "version": TEXT,
    "options": {"type": "object"},
    "seats": COUNT,
    "dealer": SEAT,
    "start": TEXT_OR_NULL,
    "key": TEXT_OR_NULL,
    "seen_by": TEXT_OR_NULL,
    "steps": _list({}),
    "checks": _list(TEXT),
    "end": TEXT,
    "standings": _list({}),
}


#: The fields of positions, which are written as in position texts.
POSITION: dict[str, Schema] = {
    "ruleset": TEXT,
    "seats": {"type": "integer", "minimum": 1},
    "preset": TEXT,
    "options": {"type": "object"},
    **{name: GAME[name] for name in ("round", "turn", "dealer", "to_act", "direction")},
    "out": {"type": "integer", "minimum": -1},
    "shuffles": COUNT,
    "stage": TEXT,
    "phases": _list(TEXT),
    "upcoming": _list(TEXT),
    "done": _list({"type": "string", "description": "labels with commas between, or -"}),
    "hands": _map(CARDS),
    "table": _map({"type": "string", "description": "melds in notation, with ' / ' between"}),
    "front": _map(CARDS),
    "known": _map(CARDS),
    "discard": {**CARDS, "description": "cards in notation, the top one last, * for the rest"},
    "stock": {**CARDS, "description": "cards in notation, the top one last, * for the rest"},
    "piles": _map(CARDS),
    **{name: GAME[name] for name in ("totals", "skips", "active", "winners")},
    "guard": _list({"type": "integer", "minimum": -1}),
    **{name: GAME[name] for name in ("floating", "laid_now", "playoff", "aborted")},
    "taken": CARD,
    "pending": GAME["pending"],
    "memory": GAME["memory"],
    "seed": TEXT,
    "key": TEXT,
    "script": GAME["script"],
}


# -- the kinds ----------------------------------------------------------------------------------


def _document(kind: str, properties: Mapping[str, Schema]) -> Schema:
    """The schema of a document that says what it is."""
    return _object({"tenphase": {"const": kind}, "format": {"const": FORMAT}, **properties})


def _fields(names: Iterable[str], table: Mapping[str, Schema]) -> dict[str, Schema]:
    """The schemas of fields, in the order of the table; each name must have one."""
    wanted = set(names) - {"tenphase", "format"}
    missing = wanted - table.keys()
    assert not missing, f"no schema for {missing}"
    return {name: schema for name, schema in table.items() if name in wanted}


def _attrs_fields(cls: type, table: Mapping[str, Schema], without: Iterable[str] = ()) -> Any:
    fields: Any = attrs.fields(cls)
    return _fields({field.name for field in fields} - set(without), table)


def _state(_: Ruleset | None) -> Schema:
    return _document("state", _fields(state.FIELDS, GAME))


def _view(_: Ruleset | None) -> Schema:
    return _document("view", _fields(view.FIELDS, GAME))


def _one_action(name: str, *, document: bool) -> Schema:
    parts = _fields(actions.FIELDS[name], ACTION)
    body = {"action": {"const": name}, **parts}
    return _document("action", body) if document else _object(body)


def _action(_: Ruleset | None) -> Schema:
    return {"oneOf": [_one_action(name, document=True) for name in actions.FIELDS]}


def _move(_: Ruleset | None) -> Schema:
    action = {"oneOf": [_one_action(name, document=False) for name in actions.FIELDS]}
    either: Schema = {"oneOf": [{"type": "null"}, *action["oneOf"]]}
    return _document("move", {"seat": SEAT_OR_NULL, "action": either})


def _event(_: Ruleset | None) -> Schema:
    return _document("event", _attrs_fields(Event, EVENT))


def _standing(_: Ruleset | None) -> Schema:
    return _document("standing", _attrs_fields(Standing, STANDING))


def _record(_: Ruleset | None) -> Schema:
    fields = _attrs_fields(Record, RECORD, without=["comments"])
    fields["steps"] = _list(_object(_attrs_fields(Step, STEP)))
    fields["standings"] = _list(_object(_attrs_fields(Standing, STANDING)))
    return _document("record", fields)


def _position(_: Ruleset | None) -> Schema:
    schema = _document("position", _fields(position.FIELDS, POSITION))
    return {**schema, "required": ["tenphase", "format", "ruleset"]}


def _options(chosen: Ruleset | None) -> Schema:
    cls = Options if chosen is None else chosen.options
    fields: Any = attrs.fields(cls)
    values = _object({field.name: _option(field) for field in fields})
    values["required"] = []
    # other rulesets have options of their own
    values["additionalProperties"] = chosen is None
    return _document("options", {"values": values})


def _option(field: attrs.Attribute[Any]) -> Schema:
    """The schema of one option, from what it says about its values."""
    told: Schema = {"description": field.metadata.get("doc", ""), "default": _plain(field.default)}
    values = field.metadata.get("values")
    if values == (False, True):
        return {**FLAG, **told}
    if values == "mapping":
        return {"type": "object", "additionalProperties": WHOLE, **told, "default": {}}
    if values == "phases":
        item = {"type": ["integer", "string"]}
        return {"type": ["string", "array", "null"], "items": item, **told}
    if isinstance(values, tuple) and values and isinstance(values[0], str):
        return {"enum": list(values), **told}
    if isinstance(values, tuple) and len(values) == 2:
        kind: Any = ["integer", "null"] if field.default is None else "integer"
        return {"type": kind, "minimum": values[0], "maximum": values[1], **told}
    return told


def _plain(value: Any) -> Any:
    if value is attrs.NOTHING:
        return None
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value if isinstance(value, str | int | None) else None


def _sheet(_: Ruleset | None) -> Schema:
    from tenphase.scoresheet import data

    table = {
        "points": _list(WHOLE), "laid": _list(FLAG), "phases": _list(TEXT_OR_NULL),
        "out": SEAT_OR_NULL,
    }  # fmt: skip
    entry = _object(_fields(data.ENTRY, table))
    table = {"name": TEXT, "joined": COUNT, "left": SEAT_OR_NULL, "points": WHOLE}
    player = _object(_fields(data.PLAYER, table))
    table = {
        **GAME, "dealer": TEXT, "players": _list(player), "rounds": _list(entry),
        "undo": _changes("was", entry, player), "redo": _changes("is", entry, player),
    }  # fmt: skip
    return _document(data.KIND, _fields(data.FIELDS, table))


def _changes(half: str, entry: Schema, player: Schema) -> Schema:
    """A history: what stood, or is going to stand, in a place; null for nothing."""
    kinds = [
        _object({of: SEAT, half: {"anyOf": [{"type": "null"}, value]}})
        for of, value in (("round", entry), ("player", player))
    ]
    return _list({"oneOf": kinds})


def _command(_: Ruleset | None) -> Schema:
    from tenphase.table import commands as table

    text = {"type": "string", "minLength": 1, "maxLength": table.LONGEST}
    secret = {**text, "minLength": table.SHORTEST_SECRET}
    number = {"type": "integer", "minimum": 0, "maximum": table.MOST}
    known: dict[str, Schema] = dict.fromkeys(table.TEXTS, text)
    known |= dict.fromkeys(table.NUMBERS, number)
    known["action"] = {"type": "string", "maxLength": table.LONGEST_ACTION}
    known["options"] = {"type": "object"}
    known["on_leave"] = {"enum": ["bot", "drop"]}
    kinds = []
    for name, fields in table.COMMANDS.items():
        body = {field.rstrip("?"): known[field.rstrip("?")] for field in fields}
        may_be_missing = ["id", *(field[:-1] for field in fields if field.endswith("?"))]
        for field in may_be_missing[1:]:
            body[field] = {"anyOf": [{"type": "null"}, body[field]]}
        key = {"anyOf": [{"type": "null"}, secret if name in table.GIVE_TOKENS else text]}
        fixed: dict[str, Schema] = {"do": {"const": name}, "table": text, "id": key}
        kinds.append(_object({**fixed, **body}, may_be_missing))
    return {"oneOf": kinds}


KINDS: dict[str, Callable[[Ruleset | None], Schema]] = {
    "action": _action,
    "command": _command,
    "event": _event,
    "move": _move,
    "options": _options,
    "position": _position,
    "record": _record,
    "score-sheet": _sheet,
    "standing": _standing,
    "state": _state,
    "view": _view,
}


def schema_of(kind: str, ruleset: str | Ruleset | None) -> Schema:
    """The schema of a kind of document; see `tenphase.json_io.json_schema`."""
    if not isinstance(kind, str) or kind not in KINDS:
        raise OptionError(f"there is no schema {brief(kind)} (there are: {', '.join(KINDS)})")
    chosen = None if ruleset is None else find_ruleset(ruleset)
    body = KINDS[kind](chosen)
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"tenphase {kind}",
        **body,
    }
    if '"#/$defs/plain"' in json.dumps(body):
        schema["$defs"] = {"plain": PLAIN}
    return schema


def shipped_schemas() -> dict[str, str]:
    """The files in `tenphase/schemas`, by name, with the text they should have.

    >>> sorted(shipped_schemas())[:3]
    ['action.json', 'command.json', 'event.json']
    """
    return {
        f"{kind}.json": json.dumps(schema_of(kind, None), indent=2, ensure_ascii=False) + "\n"
        for kind in KINDS
    }


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    for name, text in shipped_schemas().items():
        (folder / name).write_text(text, encoding="utf-8")
