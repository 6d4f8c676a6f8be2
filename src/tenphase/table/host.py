"""The host: tables, seats, and one entry point for all commands.

This is the piece that a server embeds. It has no network code: a server turns what comes in
into a command, a dictionary of plain data, and sends the reply, a dictionary too.
"""

from __future__ import annotations

import json
import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from tenphase.chance import key_from_seed, new_key
from tenphase.errors import IllegalAction, NotationError, TenphaseError
from tenphase.json_io.state import options_data
from tenphase.registry import find_rules
from tenphase.table.commands import QUESTIONS, Command, Refused, read_command
from tenphase.table.journal import Journal, JournalConflict
from tenphase.table.planning import Plan, check_bot
from tenphase.table.seating import FORMAT, Seating
from tenphase.table.telling import events_for, record_for, view_for

__all__ = ["TableHost"]

_log = logging.getLogger(__name__)

#: How often a command is tried again when another process has been quicker.
TRIES = 8
#: Tables share so many locks, by their names; there may be any number of tables.
LOCKS = 64


class TableHost:
    """Serves any number of tables from one journal. It may be used by many threads.

    `command(data)` never raises for what a client sends: the reply has `"ok": True`, or `"ok":
    False` with a `"code"` and a `"message"`, and then nothing has changed. When it returns, what
    it did is in the journal; a host that is started on the same journal goes on from there.
    Only trouble with the journal itself raises, `JournalError`; whether the command was written
    shows when it is sent again with its id.

    - `shared`: whether other hosts, in this process or another, write to the same journal. Each
      command then looks first for what they have written;
    - `bot_actions`: bots act at most so often after one command; "go on" lets them act again;
    - `kept`: so many tables stay in memory, others are read again when they are asked for.

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

    def __init__(
        self,
        journal: Journal,
        *,
        shared: bool = False,
        bot_actions: int = 500,
        kept: int = 1_000,
    ) -> None:
        self._journal = journal
        self._shared = shared
        self._bot_actions = bot_actions
        self._kept = kept
        self._tables: OrderedDict[str, Seating] = OrderedDict()
        self._locks = [threading.RLock() for _ in range(LOCKS)]
        self._guard = threading.Lock()
        self._listeners: dict[str, list[Callable[[int], None]]] = {}

    # -- the entry point -----------------------------------------------------------------------

    def command(self, data: object) -> dict[str, Any]:
        """Carry a command out, or say why not."""
        try:
            command = read_command(data)
            with self._locks[hash(command.table) % LOCKS]:
                reply, events = self._try(command)
        except Refused as refused:
            return refused.reply()
        if events is not None:
            self._tell_listeners(command.table, events)
        return {"ok": True, **reply}

    def _try(self, command: Command) -> tuple[dict[str, Any], int | None]:
        """The reply, and how many events there are now if the command has changed something."""
        for _ in range(TRIES):
            try:
                return self._carry_out(command)
            except JournalConflict:
                # another host serves this table too: see what it has done, and try again
                self._load(command.table, refresh=True)
        raise Refused("conflict", "the table keeps changing elsewhere; try again")

    def _carry_out(self, command: Command) -> tuple[dict[str, Any], int | None]:
        table = self._load(command.table, refresh=self._shared)
        if command.do == "create":
            return self._create(table, command)
        if table is None:
            raise Refused("unknown-table", "there is no table of this name")
        if command.do in QUESTIONS:
            return _answer(table, command), None
        person, scope = _who(table, command)
        known = _known(table, scope, command)
        if known is not None:
            return known, None
        if person is not None and not table.holds(*person):
            raise _bad_token()
        _check_version(table, command)
        plan = Plan(table)
        try:
            reply = _plan(plan, table, command, -1 if person is None else person[0])
            plan.bots(self._bot_actions)
            if command.do == "go on" and len(plan.entries) == 1:
                raise Refused("nothing-to-do", "no bot is to act")
        except IllegalAction as error:
            raise Refused(error.code, error.message, rule=error.rule) from error
        except NotationError as error:
            raise Refused("bad-action", str(error)) from error
        reply["version"] = table.version + len(plan.entries)
        if plan.waits_for_bots:
            reply["go_on"] = True
        _sign(plan.entries[0], command, scope, reply)
        self._write(command.table, table, plan.entries)
        if command.do == "join":
            reply["token"] = table.token_of(reply["seat"])
        return reply, len(table.events)

    # -- tables --------------------------------------------------------------------------------

    def _create(self, table: Seating | None, command: Command) -> tuple[dict[str, Any], int | None]:
        if table is not None:
            known = _known(table, "create", command)
            if known is None:
                raise Refused("table-exists", "there is a table of this name already")
            return known, None
        header = _header(command)
        reply = {"table": command.table, "version": 1}
        _sign(header, command, "create", reply)
        table = Seating(header)
        self._write(command.table, table, [header])
        self._keep(command.table, table)
        return {**reply, "owner": table.owner}, len(table.events)

    def _load(self, name: str, *, refresh: bool) -> Seating | None:
        """A table as it was when last seen, or, with `refresh`, as it is in the journal."""
        with self._guard:
            table = self._tables.get(name)
            if table is not None:
                self._tables.move_to_end(name)
        if table is not None and not refresh:
            return table
        texts = self._journal.read(name, 0 if table is None else table.version)
        if not texts:
            return table
        self._forget(name)
        try:
            entries = [json.loads(text) for text in texts]
            if table is None:
                table = Seating(entries[0])
            for entry in entries:
                table.take(entry)
        except Exception as error:
            # an edition that is gone or has changed; the other tables must not suffer
            _log.exception("table %r cannot be read", name)
            message = "this table cannot be read by the host that serves it now"
            raise Refused("table-unreadable", message) from error
        self._keep(name, table)
        return table

    def _keep(self, name: str, table: Seating) -> None:
        with self._guard:
            self._tables[name] = table
            while len(self._tables) > self._kept:
                self._tables.popitem(last=False)

    def _forget(self, name: str) -> None:
        with self._guard:
            self._tables.pop(name, None)

    def tables(self) -> list[str]:
        """The names of all tables in the journal."""
        return self._journal.tables()

    # -- writing -------------------------------------------------------------------------------

    def _write(self, name: str, table: Seating, entries: list[dict[str, Any]]) -> None:
        """Make entries durable, all or none, and only then let them count."""
        texts = [json.dumps(entry, separators=(",", ":")) for entry in entries]
        try:
            self._journal.append(name, table.version, texts)
            for entry in entries:
                table.take(entry)
        except JournalConflict:
            raise
        except BaseException:
            # nobody knows how far it got: the journal says so when the table is read again
            self._forget(name)
            raise

    # -- listening -----------------------------------------------------------------------------

    @property
    def shared(self) -> bool:
        """Whether other hosts write to the same journal; their changes reach no listener here."""
        return self._shared

    def listen(self, table: str, tell: Callable[[int], None]) -> Callable[[], None]:
        """Have a function called, with the number of events, whenever this host changes a table.

        It is called by the thread that changed the table and must return at once. Returns a
        function that ends it.
        """
        with self._guard:
            self._listeners.setdefault(table, []).append(tell)

        def stop() -> None:
            with self._guard:
                listeners = self._listeners.get(table, [])
                if tell in listeners:
                    listeners.remove(tell)
                if not listeners:
                    self._listeners.pop(table, None)

        return stop

    def _tell_listeners(self, name: str, events: int) -> None:
        with self._guard:
            listeners = tuple(self._listeners.get(name, ()))
        for tell in listeners:
            try:
                tell(events)
            except Exception:  # noqa: BLE001 - listeners are other people's code
                # the command has been carried out, whatever a listener thinks of it
                _log.exception("a listener of table %r has failed", name)


# -- who is it? --------------------------------------------------------------------------------


def _bad_token() -> Refused:
    return Refused("bad-token", "this token is not good for that")


def _who(table: Seating, command: Command) -> tuple[tuple[int, int] | None, str]:
    """The person at the table who sends a command, if it is one, and the scope of its id.

    A token that is no longer good may still ask for the answer it has missed.
    """
    if command.do == "join":
        return None, "join"
    token = command.get("token")
    if command.do in ("seat bot", "go on") and table.is_owner(token):
        return None, "owner"
    person = table.person(token)
    if person is None or command.do == "seat bot":
        raise _bad_token()
    return person, f"seat {person[0]} {person[1]}"


def _check_version(table: Seating, command: Command) -> None:
    expected = command.get("version")
    if expected is not None and expected != table.version:
        raise Refused(
            "stale",
            f"the command is for version {expected}, the table is at {table.version}",
            version=table.version,
        )


# -- commands that have been here before -------------------------------------------------------


def _known(table: Seating, scope: str, command: Command) -> dict[str, Any] | None:
    """The reply that the same command has had already."""
    before = None if command.id is None else table.answers.get((scope, command.id))
    if before is None:
        return None
    if before.print != command.print:
        raise Refused("id-reused", "this id was used for another command")
    return dict(before.reply)


def _sign(entry: dict[str, Any], command: Command, scope: str, reply: dict[str, Any]) -> None:
    """Write into the entry of a command what is needed to know the command again."""
    if command.id is not None:
        entry.update(scope=scope, id=command.id, print=command.print, reply=dict(reply))


# -- what commands do --------------------------------------------------------------------------


def _plan(plan: Plan, table: Seating, command: Command, seat: int) -> dict[str, Any]:
    """Plan the entries that a command leads to; returns the reply."""
    match command.do:
        case "join":
            seat = plan.join(command.get("seat"), command.get("name", ""))
        case "seat bot":
            seat = plan.seat_bot(command.get("seat"), command.get("bot", table.header["bot"]))
        case "act":
            plan.act(seat, command.get("action"))
        case "leave":
            plan.leave(seat)
        case _:
            plan.go_on()
            return {}
    return {"seat": seat}


def _answer(table: Seating, command: Command) -> dict[str, Any]:
    """The answer to a question, for a seat or for the public."""
    seat = None
    token = command.get("token")
    if token is not None:
        person = table.person(token)
        if person is None or not table.holds(*person):
            raise _bad_token()
        seat = person[0]
    if command.do == "events":
        return events_for(table, seat, command.get("since", 0))
    return (view_for if command.do == "view" else record_for)(table, seat)


def _header(command: Command) -> dict[str, Any]:
    """The first entry of a new table."""
    on_leave = command.get("on_leave", "bot")
    if on_leave not in ("bot", "drop"):
        raise Refused("bad-command", "on_leave is 'bot' or 'drop'")
    bot = check_bot(command.get("bot", "greedy"))
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
        "entry": "table",
        "format": FORMAT,
        "ruleset": rules.ruleset.id,
        "ruleset_version": rules.ruleset.version,
        "options": options_data(rules.options),
        "seats": rules.seats,
        "on_leave": on_leave,
        "bot": bot,
        "key": key.hex(),
        "secret": secrets.token_hex(32),
    }
