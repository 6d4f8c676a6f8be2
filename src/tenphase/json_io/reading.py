"""Looking at JSON data piece by piece, with errors that name the place."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from tenphase.cards import Deck
from tenphase.errors import JsonError, NotationError, brief
from tenphase.position_text import DEPTH, MOST

__all__ = [
    "FORMAT",
    "MOST",
    "codes_in",
    "flag_in",
    "list_in",
    "only_fields",
    "seat_or_none",
    "shallow",
    "text_of",
    "tuples",
    "whole",
    "wholes_in",
]

#: The number of the format that is written and read. It is raised when data of before cannot be
#: read any more.
FORMAT = 1


def only_fields(data: Mapping[str, Any], names: Collection[str], path: str) -> None:
    """Refuse data that lacks one of these fields or has others."""
    if data.keys() == names:
        return
    for name in names:
        if name not in data:
            raise JsonError("this field is missing", path=f"{path}.{name}")
    for name in data:
        if name not in names:
            raise JsonError("this field is unknown", path=f"{path}.{name!s:.40}")


def whole(value: object, path: str, least: int = -MOST, most: int = MOST) -> int:
    """A whole number of a range."""
    if value.__class__ is not int or not least <= value <= most:
        raise JsonError(f"a whole number from {least} to {most} is wanted", path=path)
    return value


def text_of(data: Mapping[str, Any], name: str, path: str) -> str:
    """The text in a field."""
    value = data.get(name)
    if value.__class__ is not str:
        raise JsonError("a text is wanted", path=f"{path}.{name}")
    return value


def flag_in(data: Mapping[str, Any], name: str, path: str) -> bool:
    """True or False in a field."""
    value = data[name]
    if value.__class__ is not bool:
        raise JsonError("true or false is wanted", path=f"{path}.{name}")
    return bool(value)


def list_in(data: Mapping[str, Any], name: str, path: str, size: int | None = None) -> list[Any]:
    """The list in a field, of a given size."""
    value = data[name]
    if value.__class__ is not list:
        raise JsonError("a list is wanted", path=f"{path}.{name}")
    if size is not None and len(value) != size:
        raise JsonError(f"a list of {size} is wanted, one for each seat", path=f"{path}.{name}")
    return value


def wholes_in(
    data: Mapping[str, Any], name: str, path: str, size: int, least: int, most: int = MOST
) -> tuple[int, ...]:
    """A list of whole numbers, one for each seat."""
    values = list_in(data, name, path, size)
    for place, value in enumerate(values):
        if value.__class__ is not int or not least <= value <= most:
            whole(value, f"{path}.{name}[{place}]", least, most)
    return tuple(values)


def seat_or_none(value: object, path: str, seats: int) -> int:
    """A seat, or -1 for null."""
    return -1 if value is None else whole(value, path, 0, seats - 1)


def codes_in(text: object, deck: Deck, path: str) -> bytes:
    """The codes of some cards, written as text with blanks between."""
    if text.__class__ is not str:
        raise JsonError("cards are a text with blanks between them", path=path)
    try:
        return bytes([deck.codes[word] for word in text.split()])
    except KeyError as error:
        raise JsonError(f"this deck has no card {brief(error.args[0])}", path=path) from None


def card_code(text: object, deck: Deck, path: str) -> int:
    """The code of one card."""
    if text.__class__ is not str:
        raise JsonError("a card is a text", path=path)
    try:
        return deck.code(text)
    except NotationError as error:
        raise JsonError(str(error), path=path) from None


def shallow(value: object, path: str, depth: int = DEPTH) -> None:
    """Refuse data that is nested too deeply for the code that looks at it more closely."""
    if not isinstance(value, dict | list | tuple):
        return
    if depth == 0:
        raise JsonError("this is nested too deeply", path=path)
    for item in value.values() if isinstance(value, dict) else value:
        shallow(item, path, depth - 1)


def tuples(value: Any, path: str, depth: int = DEPTH) -> Any:
    """Data of a ruleset: text, whole numbers, flags, null, and lists of these as tuples."""
    kind = value.__class__
    if kind is list:
        if depth == 0:
            raise JsonError("this is nested too deeply", path=path)
        return tuple([tuples(v, f"{path}[{n}]", depth - 1) for n, v in enumerate(value)])
    if kind is int:
        return whole(value, path)
    if kind is str or kind is bool or value is None:
        return value
    raise JsonError("text, whole numbers, true, false, null and lists are allowed here", path=path)
