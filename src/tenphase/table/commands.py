"""Reading commands: plain data from a client becomes a checked `Command`, or a refusal."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import attrs

from tenphase.errors import TenphaseError

__all__ = ["COMMANDS", "Command", "Refused", "read_command"]

#: The fields of each command besides "do", "table" and "id", those with a `?` may be missing.
COMMANDS: dict[str, tuple[str, ...]] = {
    "create": ("ruleset?", "preset?", "options?", "seats?", "seed?", "on_leave?", "bot?"),
    "join": ("seat?", "name?"),
    "seat bot": ("token", "seat?", "bot?"),
    "act": ("token", "action", "version?"),
    "leave": ("token", "version?"),
    "go on": ("token",),
    "view": ("token?",),
    "events": ("token?", "since?"),
    "record": ("token?",),
}

#: Commands that only ask.
QUESTIONS = ("view", "events", "record")

#: The answer to these holds a new token, so nobody may guess their id.
GIVE_TOKENS = ("create", "join")

TEXTS = ("ruleset", "preset", "seed", "on_leave", "bot", "name", "token")
NUMBERS = ("seats", "seat", "version", "since")
MOST = 2**53 - 1
LONGEST = 200
SHORTEST_SECRET = 16
#: A lay-down of a large hand with every wild declared stays well below this.
LONGEST_ACTION = 2_000


class Refused(TenphaseError):
    """A command that is not carried out. `code` is stable; nothing has changed.

    >>> Refused("stale", "the table is at version 14").code
    'stale'
    """

    def __init__(self, code: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.more = more

    def reply(self) -> dict[str, Any]:
        """The answer to the client."""
        return {"ok": False, "code": self.code, "message": self.message, **self.more}


@attrs.frozen
class Command:
    """A command whose fields have their types. `print` identifies its contents."""

    do: str
    table: str
    id: str | None
    fields: Mapping[str, Any]
    print: str

    def get(self, name: str, default: Any = None) -> Any:
        """A field, or the default where it is missing."""
        value = self.fields.get(name)
        return default if value is None else value


def read_command(data: object) -> Command:
    """Check a command from outside. Raises `Refused` ("bad-command") naming the field.

    >>> read_command({"do": "view", "table": "t1"}).do
    'view'
    """
    if not isinstance(data, Mapping):
        raise _bad("a command is an object")
    do = data.get("do")
    if not isinstance(do, str) or do not in COMMANDS:
        raise _bad(f"do is one of {', '.join(COMMANDS)}; not {_shown(do)}")
    wanted = {name.rstrip("?"): name.endswith("?") for name in COMMANDS[do]}
    for name in data:
        if name not in wanted and name not in ("do", "table", "id"):
            raise _bad(f"{do} has no field {_shown(name)}")
    for name, may_be_missing in wanted.items():
        if data.get(name) is None and not may_be_missing:
            raise _bad(f"{do} needs the field {name!r}")
    fields = {name: _checked(name, data[name]) for name in wanted if data.get(name) is not None}
    table = _text("table", data.get("table"))
    key = None if data.get("id") is None else _text("id", data["id"])
    if key is not None and do in GIVE_TOKENS and len(key) < SHORTEST_SECRET:
        raise _bad(
            f"whoever sends the id of a {do} again gets its token, so it is a random text "
            f"of at least {SHORTEST_SECRET} characters"
        )
    # the expected version may differ when the same command is sent again
    same = {name: value for name, value in fields.items() if name != "version"}
    text = json.dumps([do, same], sort_keys=True, separators=(",", ":"))
    return Command(do, table, key, fields, hashlib.sha256(text.encode()).hexdigest()[:32])


def _bad(message: str) -> Refused:
    return Refused("bad-command", message)


def _shown(value: object) -> str:
    """What somebody sent, in a few characters."""
    return ascii(value[:40]) if isinstance(value, str) else f"a {type(value).__name__:.40}"


def _checked(name: str, value: Any) -> Any:
    if name in NUMBERS:
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST:
            raise _bad(f"{name} is a whole number from 0 on")
        return value
    if name in TEXTS:
        return _text(name, value)
    if name == "action":
        if isinstance(value, str) and len(value) <= LONGEST_ACTION:
            return value
        raise _bad(f"action is the text of an action, of at most {LONGEST_ACTION} characters")
    try:
        if isinstance(value, Mapping) and len(json.dumps(value, allow_nan=False)) <= LONGEST_ACTION:
            return dict(value)
    except (TypeError, ValueError, RecursionError):
        pass
    raise _bad(f"{name} is an object of at most {LONGEST_ACTION} characters")


def _text(name: str, value: Any) -> str:
    if isinstance(value, str) and 0 < len(value) <= LONGEST and value.isprintable():
        return value
    raise _bad(f"{name} is a text of 1 to {LONGEST} characters")
