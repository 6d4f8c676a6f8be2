"""The host: tables, seats, and one entry point for all commands.

This is the piece that a server embeds. It has no network code: a server turns what comes in
into a command, a dictionary of plain data, and sends the reply, a dictionary too.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable
from typing import Any

from tenphase.chance import key_from_seed, new_key
from tenphase.errors import IllegalAction, NotationError, TenphaseError
from tenphase.json_io.state import options_data
from tenphase.registry import find_rules
from tenphase.table.commands import Command, Refused, read_command
from tenphase.table.journal import Journal, JournalConflict
from tenphase.table.play import let_bots_play, plan_action, plan_bot, plan_leave
from tenphase.table.seating import FREE, Seating
from tenphase.table.telling import events_for, view_for

__all__ = ["TableHost"]


class TableHost:
    """Serves any number of tables from one journal. It may be used by many threads.

    `command(data)` never raises for what a client sends: the reply has `"ok": True`, or `"ok":
    False` with a `"code"` and a `"message"`, and then nothing has changed. When it returns, what
    it did is in the journal; a host that is started on the same journal goes on from there.

    >>> from tenphase.table import MemoryJournal
    >>> host = TableHost(MemoryJournal())
    >>> host.command({"do": "create", "table": "t1", "seats": 2, "seed": "7"})["ok"]
    True
    >>> ann = host.command({"do": "join", "table": "t1", "name": "Ann"})
    >>> ben = host.command({"do": "join", "table": "t1", "name": "Ben"})
    >>> view = host.command({"do": "view", "table": "t1", "token": ann["token"]})
    >>> len(view["view"]["hand"].split())
    10
    >>> forged = {"do": "act", "table": "t1", "token": "forged", "action": "draw stock"}
    >>> host.command(forged)["code"]
    'bad-token'
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._tables: dict[str, Seating] = {}
        self._locks: dict[str, threading.RLock] = {}
        self._guard = threading.Lock()
        self._listeners: dict[str, list[Callable[[int], None]]] = {}

    # -- the entry point -----------------------------------------------------------------------

    def command(self, data: object) -> dict[str, Any]:
        """Carry a command out, or say why not."""
        try:
            command = read_command(data)
            with self._lock(command.table):
                return self._carry_out(command)
        except Refused as refused:
            return refused.reply()

    def _carry_out(self, command: Command) -> dict[str, Any]:
        if command.do == "create":
            return self._create(command)
        table = self._table(command.table)
        if command.do in ("view", "events"):
            return self._tell(table, command)
        scope, reply = self._scope(table, command), None
        if command.id is not None:
            reply = _known(table, scope, command)
        if reply is None:
            _check_version(table, command)
            try:
                entry, reply = self._plan(table, command)
                table = self._write(command, table, entry, scope, reply)
            except IllegalAction as error:
                raise Refused(error.code, error.message, rule=error.rule) from error
            except NotationError as error:
                raise Refused("bad-action", str(error)) from error
            reply = {**reply, "version": table.version}
        if command.do == "join":
            reply = {**reply, "token": table.seat_token(reply["seat"])}
        return {"ok": True, **reply}

    def _plan(self, table: Seating, command: Command) -> tuple[dict[str, Any], dict[str, Any]]:
        """The journal entry that a command leads to, and its reply."""
        if command.do == "join":
            seat = _free_seat(table, command)
            entry = {"entry": "join", "seat": seat, "name": command.get("name", "")}
        elif command.do == "seat bot":
            if not table.is_owner(command.get("token")):
                raise Refused("bad-token", "only who created the table may seat a bot")
            seat = _free_seat(table, command)
            entry = plan_bot(seat, command.get("bot", table.header["bot"]))
        elif command.do == "leave":
            seat = self._seat(table, command)
            entry = plan_leave(table, seat)
        else:
            seat = self._seat(table, command)
            entry = plan_action(table, seat, command.get("action"))
        return entry, {"seat": seat}

    # -- tables --------------------------------------------------------------------------------

    def _lock(self, name: str) -> threading.RLock:
        with self._guard:
            return self._locks.setdefault(name, threading.RLock())

    def _create(self, command: Command) -> dict[str, Any]:
        known = self._load(command.table)
        if known is not None:
            reply = _known(known, "create", command) if command.id is not None else None
            if reply is None:
                raise Refused("table-exists", f"there is a table {command.table!r} already")
            return {"ok": True, **reply, "owner": known.token("owner")}
        header = _header(command)
        entry = {"entry": "table", "format": 1, **header}
        reply = {"table": command.table, "version": 1}
        if command.id is not None:
            entry.update(scope="create", id=command.id, print=command.print, reply=reply)
        self._append(command.table, 0, [entry])
        table = self._tables[command.table] = Seating(header)
        table.take(entry)
        return {"ok": True, **reply, "owner": table.token("owner")}

    def _load(self, name: str) -> Seating | None:
        table = self._tables.get(name)
        if table is None:
            entries = [json.loads(text) for text in self._journal.read(name)]
            if not entries:
                return None
            table = Seating(entries[0])
            for entry in entries:
                table.take(entry)
            self._tables[name] = table
        return table

    def _table(self, name: str) -> Seating:
        table = self._load(name)
        if table is None:
            raise Refused("unknown-table", f"there is no table {name!r}")
        return table

    def tables(self) -> list[str]:
        """The names of all tables in the journal."""
        return self._journal.tables()

    # -- writing -------------------------------------------------------------------------------

    def _write(
        self,
        command: Command,
        table: Seating,
        entry: dict[str, Any],
        scope: str,
        reply: dict[str, Any],
    ) -> Seating:
        """Try an entry on a copy, make it durable, and only then let it count.

        What the bots do next belongs to it: one append, all or nothing.
        """
        if command.id is not None:
            entry.update(scope=scope, id=command.id, print=command.print, reply=reply)
        after = table.copy()
        after.take(entry)
        entries = [entry, *let_bots_play(after)]
        self._append(command.table, table.version, entries)
        self._tables[command.table] = after
        for tell in tuple(self._listeners.get(command.table, ())):
            tell(len(after.events))
        return after

    def _append(self, name: str, number: int, entries: list[dict[str, Any]]) -> None:
        texts = [json.dumps(entry, separators=(",", ":")) for entry in entries]
        try:
            self._journal.append(name, number, texts)
        except JournalConflict as error:
            # another process serves this table too: look again before the next command
            self._tables.pop(name, None)
            raise Refused(
                "conflict", "the table has changed elsewhere; ask for it again"
            ) from error

    # -- telling -------------------------------------------------------------------------------

    def _tell(self, table: Seating, command: Command) -> dict[str, Any]:
        seat = None if command.get("token") is None else self._seat(table, command)
        if command.do == "events":
            return {"ok": True, **events_for(table, seat, command.get("since", 0))}
        return {"ok": True, **view_for(table, seat)}

    def listen(self, table: str, tell: Callable[[int], None]) -> Callable[[], None]:
        """Have a function called, with the number of events, whenever a table changes.

        It is called by the thread that changed the table and must return at once. Returns a
        function that ends it.
        """
        with self._guard:
            self._listeners.setdefault(table, []).append(tell)

        def stop() -> None:
            with self._guard:
                if tell in self._listeners.get(table, ()):
                    self._listeners[table].remove(tell)

        return stop

    # -- who is it? ----------------------------------------------------------------------------

    def _seat(self, table: Seating, command: Command) -> int:
        seat = table.seat_of(command.get("token"))
        if seat is None:
            raise Refused("bad-token", "this token is for no seat of the table")
        return seat

    def _scope(self, table: Seating, command: Command) -> str:
        """Whose idempotency ids these are: they must not collide between players."""
        if command.do == "join":
            return "join"
        if command.do == "seat bot":
            return "owner"
        token = command.get("token")
        for seat in range(len(table.seats)):
            # a token that is no longer good may still ask for the answer it has missed
            for number in range(1, table.seats[seat].number + 1):
                if token == table.token(f"seat {seat} {number}"):
                    return f"seat {seat} {number}"
        raise Refused("bad-token", "this token is for no seat of the table")


def _check_version(table: Seating, command: Command) -> None:
    expected = command.get("version")
    if expected is not None and expected != table.version:
        raise Refused(
            "stale",
            f"the command is for version {expected}, the table is at {table.version}",
            version=table.version,
        )


def _known(table: Seating, scope: str, command: Command) -> dict[str, Any] | None:
    """The reply that the same command has had already."""
    assert command.id is not None
    before = table.ids.get((scope, command.id))
    if before is None:
        return None
    if before[0] != command.print:
        raise Refused("id-reused", f"the id {command.id!r} was used for another command")
    return {**before[1], "again": True}


def _free_seat(table: Seating, command: Command) -> int:
    wish = command.get("seat")
    free = [number for number, seat in enumerate(table.seats) if seat.who == FREE]
    if table.game is not None or not free:
        raise Refused("full", "no seat is free")
    if wish is None:
        return free[0]
    if wish not in free:
        raise Refused("seat-taken", f"seat {wish} is not free")
    return int(wish)


def _header(command: Command) -> dict[str, Any]:
    on_leave = command.get("on_leave", "bot")
    if on_leave not in ("bot", "drop"):
        raise Refused("bad-command", "on_leave is 'bot' or 'drop'")
    try:
        rules = find_rules(
            command.get("ruleset", "mattel-classic"),
            seats=command.get("seats", 4),
            preset=command.get("preset"),
            options=command.get("options"),
        )
    except TenphaseError as error:
        raise Refused("bad-options", str(error)) from error
    seed = command.get("seed")
    key = new_key() if seed is None else key_from_seed(seed)
    return {
        "ruleset": rules.ruleset.id,
        "ruleset_version": rules.ruleset.version,
        "options": options_data(rules.options),
        "seats": rules.seats,
        "on_leave": on_leave,
        "bot": command.get("bot", "greedy"),
        "key": key.hex(),
        "secret": secrets.token_hex(32),
    }
