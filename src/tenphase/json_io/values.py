"""The smaller attrs values as JSON, through cattrs, which is imported when it is needed first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs
import cattrs
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from tenphase.errors import JsonError, TenphaseError, brief
from tenphase.events import Event
from tenphase.game import Move, Standing
from tenphase.json_io.actions import action_data, read_action
from tenphase.json_io.reading import (
    FORMAT,
    card_code,
    flag_in,
    list_in,
    only_fields,
    shallow,
    tuples,
)
from tenphase.json_io.state import options_data
from tenphase.options import Options, build_options
from tenphase.records import Record, Step, record
from tenphase.registry import ruleset

if TYPE_CHECKING:
    from tenphase.cards import Deck

__all__ = ["event_data", "read_value", "value_data"]

#: Values whose fields cattrs can turn back by their types alone.
CLASSES: dict[str, type] = {"standing": Standing, "record": Record}


def _strict(kind: type) -> Callable[[Any, Any], Any]:
    """Cattrs would turn 1 into "1"; here a value has its type or is refused."""

    def structure(value: Any, _: Any) -> Any:
        if value.__class__ is not kind:
            raise TypeError(f"{kind.__name__} is wanted")
        return value

    return structure


@lru_cache(maxsize=1)
def _converter() -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=True)
    for kind in (int, str, bool):
        converter.register_structure_hook(kind, _strict(kind))
    converter.register_structure_hook_func(lambda t: t == Mapping[str, Any], _strict(dict))
    # a public name says it comes from the package, its annotations are names of a module in it
    attrs.resolve_types(Step, vars(record))
    attrs.resolve_types(Record, vars(record))
    omit = cattrs.override(omit=True)
    to_data = make_dict_unstructure_fn(Record, converter, comments=omit)
    converter.register_unstructure_hook(Record, to_data)
    from_data = make_dict_structure_fn(
        Record, converter, _cattrs_forbid_extra_keys=True, comments=omit
    )
    converter.register_structure_hook(Record, from_data)
    return converter


def _lists(value: Any) -> Any:
    """Tuples as lists, all the way down."""
    if isinstance(value, dict):
        return {name: _lists(item) for name, item in value.items()}
    return [_lists(item) for item in value] if isinstance(value, tuple | list) else value


def value_data(value: object) -> dict[str, Any]:
    """A value other than a state or an action as plain data."""
    for what, cls in CLASSES.items():
        if isinstance(value, cls):
            body = _lists(_converter().unstructure(value, unstructure_as=cls))
            return {"tenphase": what, "format": FORMAT, **body}
    if isinstance(value, Options):
        return {"tenphase": "options", "format": FORMAT, "values": options_data(value)}
    if isinstance(value, Move):
        action = None if value.action is None else action_data(value.action)
        return {"tenphase": "move", "format": FORMAT, "seat": value.seat, "action": action}
    if isinstance(value, Event):
        return event_data(value)
    hint = "; take its state or its record" if type(value).__name__ == "Game" else ""
    raise JsonError(f"{type(value).__name__} has no JSON form{hint}", path="$")


def event_data(event: Event) -> dict[str, Any]:
    """An event as plain data."""
    return {
        "tenphase": "event",
        "format": FORMAT,
        "kind": event.kind,
        "seat": event.seat,
        "cards": [card.text for card in event.cards],
        "detail": _lists(event.detail),
        "secret": event.secret,
    }


def read_value(what: str, body: dict[str, Any], within: Any, deck: Callable[[], Deck]) -> Any:
    """The value behind the data of a document."""
    if what in CLASSES:
        _all_fields(CLASSES[what], body)
        try:
            found: object = _converter().structure(body, CLASSES[what])
        except Exception as error:
            # cattrs gathers whatever its hooks raise; the first place is told
            first = cattrs.transform_error(error)[0]
            message, _, path = first.rpartition(" @ ")
            raise JsonError(message or first, path=path or "$") from error
        if isinstance(found, Record):
            _check_text(found)
        return found
    if what == "options":
        return _read_options(body, within)
    if what == "move":
        return _read_move(body, deck)
    if what == "event":
        return _read_event(body, deck())
    raise JsonError(f"there are no documents of kind {brief(what)}", path="$.tenphase")


def _all_fields(cls: type, body: dict[str, Any]) -> None:
    """No field may be missing, also where the class has a default."""
    only_fields(body, [name for name in _names(cls) if name != "comments"], "$")
    shallow(body.get("options"), "$.options")
    steps = body.get("steps")
    for place, step in enumerate(steps if isinstance(steps, list) else ()):
        if isinstance(step, dict):
            only_fields(step, _names(Step), f"$.steps[{place}]")


@lru_cache(maxsize=8)
def _names(cls: type) -> tuple[str, ...]:
    fields: Any = attrs.fields(cls)
    return tuple([field.name for field in fields])


def _check_text(found: Record) -> None:
    """A record is a text, so nothing in it may end a line or begin a comment."""
    try:
        again = Record.parse(str(found))
    except TenphaseError as error:
        raise JsonError(f"this is not the text of a record: {error}", path="$") from error
    for field in attrs.fields(Record):
        if field.eq and getattr(again, field.name) != getattr(found, field.name):
            message = "this cannot stand in the text of a record"
            raise JsonError(message, path=f"$.{field.name}")


def _read_options(body: dict[str, Any], within: Any) -> Options:
    only_fields(body, ("values",), "$")
    rules = getattr(within, "rules", None)
    if within is None:
        raise TypeError("say with within= which ruleset the options belong to")
    cls: type[Options] = (rules.ruleset if rules is not None else ruleset(within)).options
    values = body["values"]
    if values.__class__ is not dict:
        raise JsonError("an object is wanted", path="$.values")
    shallow(values, "$.values")
    try:
        return build_options(cls, values)
    except (TenphaseError, TypeError, ValueError) as error:
        wrong = getattr(error, "options", ())
        path = f"$.values.{wrong[0]}" if wrong else "$.values"
        raise JsonError(str(error), path=path) from error


def _seat(value: object) -> int | None:
    if value is None or (value.__class__ is int and 0 <= value < 1000):
        return value
    raise JsonError("a seat or null is wanted", path="$.seat")


def _read_move(body: dict[str, Any], deck: Callable[[], Deck]) -> Move:
    only_fields(body, ("seat", "action"), "$")
    action = body["action"]
    read = None if action is None else read_action(action, deck(), "$.action")
    return Move(_seat(body["seat"]), read)


def _read_event(body: dict[str, Any], deck: Deck) -> Event:
    only_fields(body, [field.name for field in attrs.fields(Event)], "$")
    if body["kind"].__class__ is not str:
        raise JsonError("a text is wanted", path="$.kind")
    codes = [
        card_code(text, deck, f"$.cards[{n}]") for n, text in enumerate(list_in(body, "cards", "$"))
    ]
    detail = tuples(body["detail"], "$.detail")
    secret = flag_in(body, "secret", "$")
    return Event(body["kind"], _seat(body["seat"]), deck.decode(codes), detail, secret)
