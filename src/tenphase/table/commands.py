"""Reading commands: plain data from a client becomes a checked `Command`, or a refusal."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import attrs

from tenphase.errors import TenphaseError

__all__ = ["Command", "Refused", "read_command"]

#: The fields of each command besides "do", "table" and "id", those with a `?` may be missing.
COMMANDS: dict[str, tuple[str, ...]] = {
    "create": ("ruleset?", "preset?", "options?", "seats?", "seed?", "on_leave?", "bot?"),
    "join": ("seat?", "name?"),
    "seat bot": ("token", "seat?", "bot?"),
    "act": ("token", "action", "version?"),
    "view": ("token?",),
    "events": ("token?", "since?"),
    "leave": ("token", "version?"),
}

_TEXTS = ("ruleset", "preset", "seed", "on_leave", "bot", "name", "token")
_NUMBERS = ("seats", "seat", "version", "since")
LONGEST = 200
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
        raise Refused("bad-command", "a command is an object")
    do = data.get("do")
    if not isinstance(do, str) or do not in COMMANDS:
        raise Refused("bad-command", f"do is one of {', '.join(COMMANDS)}; not {do!r:.60}")
    wanted = {name.rstrip("?"): name.endswith("?") for name in COMMANDS[do]}
    for name in data:
        if name not in wanted and name not in ("do", "table", "id"):
            raise Refused("bad-command", f"{do} has no field {name!r:.60}")
    for name, may_be_missing in wanted.items():
        if data.get(name) is None and not may_be_missing:
            raise Refused("bad-command", f"{do} needs the field {name!r}")
    fields = {name: _checked(name, data[name]) for name in wanted if data.get(name) is not None}
    table = _text("table", data.get("table"))
    key = None if data.get("id") is None else _text("id", data["id"])
    # the expected version may differ when the same command is sent again
    same = {name: value for name, value in fields.items() if name != "version"}
    text = json.dumps([do, same], sort_keys=True, separators=(",", ":"))
    return Command(do, table, key, fields, hashlib.sha256(text.encode()).hexdigest()[:16])


def _checked(name: str, value: Any) -> Any:
    if name in _NUMBERS:
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**53:
            raise Refused("bad-command", f"{name} is a whole number from 0 on")
        return value
    if name in _TEXTS:
        return _text(name, value)
    if name == "action":
        if isinstance(value, str) and len(value) <= LONGEST_ACTION:
            return value
        raise Refused("bad-command", "action is the text of an action")
    if not isinstance(value, Mapping) or len(str(value)) > LONGEST_ACTION:
        raise Refused("bad-command", f"{name} is a small object")
    return dict(value)


def _text(name: str, value: Any) -> str:
    if isinstance(value, str) and 0 < len(value) <= LONGEST and value.isprintable():
        return value
    raise Refused("bad-command", f"{name} is a text of 1 to {LONGEST} characters")
