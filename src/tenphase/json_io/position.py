"""Positions as JSON: the fields of a position text, each with its type, and no others.

What is open in the position stays open, and a document is refused where the position cannot be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tenphase.errors import JsonError, OptionError, PositionError, TenphaseError
from tenphase.json_io.reading import FORMAT, flag_in, list_in, shallow, text_of, tuples, whole
from tenphase.json_io.state import plain
from tenphase.position_text import (
    BY_SEAT,
    CARDS,
    FLAGS,
    NUMBER_LISTS,
    NUMBERS,
    WORD_LISTS,
    WORDS,
    Position,
    fields_text,
    read_fields,
)

if TYPE_CHECKING:
    from tenphase.ruleset import Ruleset

__all__ = ["FIELDS", "position_data", "read_position"]

_SEATED = {name: word for word, name in BY_SEAT.items()}

#: The fields that there are; all but the ruleset may be missing.
FIELDS = (
    "ruleset", "seats", "preset", "options", *[name for name in NUMBERS if name != "seats"],
    "stage", "phases", "upcoming", "done", *_SEATED, "discard", "stock", "piles", *NUMBER_LISTS,
    *FLAGS, "taken", "pending", "memory", "seed", "key", "script",
)  # fmt: skip


def position_data(position: Position) -> dict[str, Any]:
    """A position as plain data. Raises `JsonError` where a field holds something else."""
    fields: dict[str, Any] = {}
    for name, value in position.fields.items():
        if name in _SEATED:
            fields[name] = {str(seat): cards for seat, cards in value.items()}
        else:
            fields[name] = plain(dict(value) if name in ("options", "piles", "memory") else value)
    _read_form(fields)
    return {"tenphase": "position", "format": FORMAT, **fields}


def read_position(body: dict[str, Any], within: Ruleset | None = None) -> Position:
    """A position that can be set up, and written as text.

    `within` is its ruleset, if that is neither installed nor registered.
    """
    found = Position(_read_form(body))
    try:
        found.state(within)
    except TenphaseError as error:
        raise JsonError(str(error), path=_path(error, found)) from error
    except (TypeError, ValueError, RecursionError) as error:
        raise JsonError(f"not the options of a game: {error}", path="$.options") from error
    _check_text(found)
    return found


def _read_form(body: dict[str, Any]) -> dict[str, Any]:
    for name in body:
        if name not in FIELDS:
            raise JsonError("this field is unknown", path=f"$.{name!s:.40}")
    text_of(body, "ruleset", "$")
    return {name: _READERS[name](body, name) for name in body}


# -- one field ----------------------------------------------------------------------------------


def _text(body: dict[str, Any], name: str) -> str:
    return text_of(body, name, "$")


def _whole(body: dict[str, Any], name: str) -> int:
    return whole(body[name], f"$.{name}")


def _flag(body: dict[str, Any], name: str) -> bool:
    return flag_in(body, name, "$")


def _wholes(body: dict[str, Any], name: str) -> list[int]:
    return [whole(v, f"$.{name}[{n}]") for n, v in enumerate(list_in(body, name, "$"))]


def _texts(body: dict[str, Any], name: str) -> list[str]:
    values = list_in(body, name, "$")
    for place, value in enumerate(values):
        if value.__class__ is not str:
            raise JsonError("a text is wanted", path=f"$.{name}[{place}]")
    return list(values)


def _object(body: dict[str, Any], name: str) -> dict[str, Any]:
    value = body[name]
    if value.__class__ is not dict or not all(key.__class__ is str for key in value):
        raise JsonError("an object is wanted", path=f"$.{name}")
    shallow(value, f"$.{name}")
    return dict(value)


def _named_texts(body: dict[str, Any], name: str) -> dict[str, str]:
    found = _object(body, name)
    for key in found:
        text_of(found, key, f"$.{name}")
    return found


def _by_seat(body: dict[str, Any], name: str) -> dict[int, str]:
    found: dict[int, str] = {}
    for key, cards in _named_texts(body, name).items():
        if not (key.isascii() and key.isdigit() and len(key) < 5 and str(int(key)) == key):
            raise JsonError("the names here are seats", path=f"$.{name}.{key:.40}")
        found[int(key)] = cards
    return found


def _plain_list(body: dict[str, Any], name: str) -> list[Any]:
    values = list_in(body, name, "$")
    tuples(values, f"$.{name}")
    return values


def _plain_object(body: dict[str, Any], name: str) -> dict[str, Any]:
    found = _object(body, name)
    for key, value in found.items():
        tuples(value, f"$.{name}.{key:.40}")
    return found


_READERS: dict[str, Callable[[dict[str, Any], str], Any]] = {
    **dict.fromkeys((*WORDS, *CARDS), _text),
    **dict.fromkeys(NUMBERS, _whole),
    **dict.fromkeys(FLAGS, _flag),
    **dict.fromkeys(NUMBER_LISTS, _wholes),
    **dict.fromkeys((*WORD_LISTS, "script"), _texts),
    **dict.fromkeys(_SEATED, _by_seat),
    "piles": _named_texts,
    "options": _object,
    "pending": _plain_list,
    "memory": _plain_object,
}


# -- the whole ----------------------------------------------------------------------------------


def _path(error: TenphaseError, position: Position) -> str:
    """The place that an error of `tenphase.position` speaks of."""
    if isinstance(error, LookupError):
        return "$.ruleset"
    if isinstance(error, OptionError):
        wrong = error.options[0] if error.options else ""
        return f"$.options.{wrong}" if wrong in position.fields.get("options", ()) else "$.options"
    field = error.field if isinstance(error, PositionError) else ""
    name, _, which = field.partition(" ")
    name = {**BY_SEAT, "pile": "piles"}.get(name, name)
    if name not in FIELDS:
        return "$"
    return f"$.{name}.{which:.40}" if which else f"$.{name}"


def _check_text(position: Position) -> None:
    """A position has a text, so nothing in it ends a field or begins a comment."""
    for name, value in position.fields.items():
        try:
            read = read_fields(fields_text({name: value}))
        except TenphaseError:
            read = {}
        if read.get(name, {}) != value or len(read) > 1:
            raise JsonError("this cannot stand in the text of a position", path=f"$.{name}")
