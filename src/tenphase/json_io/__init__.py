"""Values as JSON and back: states, views, positions, actions, options, events, records and so on.

`to_json` gives what the standard library's `json.dumps` takes: dictionaries with text keys,
lists, text, whole numbers, True, False and None. `from_json` reads it again, or the text itself,
and gives an equal value. Every document says what it is (`"tenphase": "state"`) and in which
format. Input that is wrong in any way raises one error, `JsonError`, which names the place.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tenphase.actions import Action
from tenphase.errors import JsonError, brief
from tenphase.json_io.actions import action_data, read_action
from tenphase.json_io.position import position_data, read_position
from tenphase.json_io.reading import FORMAT, text_of
from tenphase.json_io.state import read_state, state_data
from tenphase.json_io.view import read_view, view_data
from tenphase.position import Position
from tenphase.ruleset import Ruleset
from tenphase.state import State
from tenphase.views import View

if TYPE_CHECKING:
    from tenphase.cards import Deck
    from tenphase.game import Game

__all__ = ["FORMAT", "from_json", "json_schema", "to_json"]


def to_json(value: object) -> dict[str, Any]:
    """A value as plain data for `json.dumps`. Raises `JsonError` for other kinds of values.

    A state's data is everything, hidden cards and the secret key of the shuffles included.

    >>> import json, tenphase as tp
    >>> text = json.dumps(tp.to_json(tp.new_game(seats=2, seed=7).state))
    >>> tp.from_json(text) == tp.new_game(seats=2, seed=7).state
    True
    >>> to_json(tp.DrawStock())
    {'tenphase': 'action', 'format': 1, 'action': 'draw stock'}
    """
    if isinstance(value, State):
        return state_data(value)
    if isinstance(value, Action):
        return {"tenphase": "action", "format": FORMAT, **action_data(value)}
    if isinstance(value, View):
        return view_data(value)
    if isinstance(value, Position):
        return position_data(value)
    from tenphase.json_io.values import value_data

    return value_data(value)


def from_json(
    data: object, *, within: State | Game | View | Deck | Ruleset | str | None = None
) -> Any:
    """The value that some JSON data, or a JSON text, stands for.

    Actions, events and moves name cards, and options belong to a ruleset: say with `within`
    what they belong to, a state, a game, a view, a deck, or (for options) a ruleset. The ruleset
    of a state, a view or a position has to be said only if it is neither installed nor
    registered.

    Raises `JsonError`, whose `path` names the place that is wrong.

    >>> import tenphase as tp
    >>> game = tp.new_game(seats=2, seed=7)
    >>> data = {"tenphase": "action", "format": 1, "action": "discard", "card": "R77"}
    >>> from_json(data, within=game)
    Traceback (most recent call last):
    tenphase.errors.JsonError: $.card: this deck has no card 'R77'
    """
    if isinstance(data, str | bytes | bytearray):
        data = _loads(data)
    if not isinstance(data, dict):
        raise JsonError("an object is wanted here", path="$")
    what = text_of(data, "tenphase", "$")
    number = data.get("format")
    if number.__class__ is not int or number != FORMAT:
        raise JsonError(f"only format {FORMAT} is read; not {brief(number)}", path="$.format")
    if what == "state":
        return read_state(data, within if isinstance(within, Ruleset) else None)
    if what == "view":
        return read_view(data, within if isinstance(within, Ruleset) else None)
    body = {name: value for name, value in data.items() if name not in ("tenphase", "format")}
    if what == "position":
        return read_position(body, within if isinstance(within, Ruleset) else None)
    if what == "action":
        return read_action(body, _deck(within), "$")
    from tenphase.json_io.values import read_value

    return read_value(what, body, within, lambda: _deck(within))


def json_schema(kind: str, *, ruleset: str | Ruleset | None = None) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a kind of document.

    Kinds are action, command (of a table host), event, move, options, position, record,
    score-sheet, standing, state and view. With `ruleset` the schema of options is that of its own
    options. A schema tells the form; whether a state or a position can be, only `from_json` says.
    The same schemas are files in `tenphase/schemas`. Raises `OptionError` for an unknown kind.

    >>> json_schema("standing")["properties"]["place"]["type"]
    'integer'
    """
    from tenphase.json_io.schema import schema_of

    return schema_of(kind, ruleset)


def _loads(text: str | bytes | bytearray) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise JsonError(f"not valid JSON: {error}", path="$") from None


def _deck(within: object) -> Deck:
    from tenphase.cards import Deck

    if isinstance(within, Deck):
        return within
    deck = getattr(getattr(within, "rules", None), "deck", None)
    if isinstance(deck, Deck):
        return deck
    raise TypeError("say with within= which state, game, view or deck the cards belong to")
