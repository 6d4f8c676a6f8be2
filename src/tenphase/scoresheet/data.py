"""A score sheet as JSON data, with its history, and back; and as a table for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from tenphase.errors import JsonError, OptionError, ScoreError, brief
from tenphase.json_io.parts import rules_in
from tenphase.json_io.reading import FORMAT, MOST, list_in, only_fields, text_of, whole, wholes_in
from tenphase.json_io.state import options_data
from tenphase.registry import find_rules
from tenphase.rules import Rules
from tenphase.scoresheet.books import MOST_ROUNDS, Books, check_written
from tenphase.scoresheet.checks import RoundEntry, ScoreRow
from tenphase.scoresheet.history import MOST_CHANGES, Change, History, Player, Written

__all__ = ["ENTRY", "FIELDS", "PLAYER", "read_sheet", "sheet_csv", "sheet_data"]

KIND = "score sheet"
#: More do not sit at a table; the ruleset says how many really can.
MOST_PLAYERS = 100

#: The fields of a sheet, of a player and of a round.
FIELDS = (
    "tenphase", "format", "ruleset", "version", "options", "players", "dealer", "rounds",
    "undo", "redo",
)  # fmt: skip
PLAYER = ("name", "joined", "left", "points")
ENTRY = ("points", "laid", "phases", "out")


# -- writing ------------------------------------------------------------------------------------


def sheet_data(rules: Rules, dealer: int, written: Written, history: History) -> dict[str, Any]:
    """The sheet as plain data.

    Of a change only the half is kept that the rest of the data does not tell: what stood there
    before for `undo`, what is going to stand there for `redo`. The last one comes first up.
    """
    return {
        "tenphase": KIND,
        "format": FORMAT,
        "ruleset": rules.ruleset.id,
        "version": rules.ruleset.version,
        "options": options_data(rules.options),
        "players": [_player_data(player) for player in written.players],
        "dealer": written.names[dealer],
        "rounds": [_entry_data(entry) for entry in written.rounds],
        "undo": [_half_data(change, "was") for change in history.done],
        "redo": [_half_data(change, "is") for change in history.undone],
    }


def _player_data(player: Player) -> dict[str, Any]:
    return {name: getattr(player, name) for name in PLAYER}


def _entry_data(entry: RoundEntry) -> dict[str, Any]:
    return {
        "points": list(entry.points),
        "laid": list(entry.laid),
        "phases": list(entry.phases),
        "out": entry.out,
    }


def _half_data(change: Change, word: str) -> dict[str, Any]:
    half = change.before if word == "was" else change.after
    of_round = isinstance(change.before or change.after, RoundEntry)
    data: dict[str, Any] | None = None
    if half is not None:
        data = _entry_data(half) if isinstance(half, RoundEntry) else _player_data(half)
    return {"round" if of_round else "player": change.place, word: data}


def sheet_csv(rounds: Sequence[Sequence[ScoreRow]]) -> str:
    """The lines of all rounds as a table for a spreadsheet.

    Spreadsheets take a text that begins like a formula for one, so such a name gets an apostrophe.
    """
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n").writerow
    write(["round", "player", "phase", "laid", "points", "total"])
    for number, rows in enumerate(rounds, 1):
        for row in rows:
            laid = "yes" if row.laid else "no"
            player = f"'{row.player}" if row.player[0] in "=+-@" else row.player
            write([number, player, row.phase, laid, row.points, row.total])
    return out.getvalue()


# -- reading ------------------------------------------------------------------------------------


def read_sheet(data: Any) -> tuple[Books, int, History]:
    """The books, the first dealer and the history. Raises `JsonError`, which names the place."""
    if not isinstance(data, dict) or data.get("tenphase") != KIND:
        raise JsonError("this is not a score sheet", path="$")
    if type(data.get("format")) is not int or data["format"] != FORMAT:
        raise JsonError(f"format {brief(data.get('format'))} is not known", path="$.format")
    only_fields(data, FIELDS, "$")
    players = _players(data)
    rules = rules_in({**data, "seats": len(players)}, None)
    written = Written(players, _rounds(data, len(players)))
    if text_of(data, "dealer", "$") not in written.names:
        raise JsonError("the dealer is one of the players", path="$.dealer")
    dealer = written.names.index(data["dealer"])
    books = _books(rules, dealer, written, None, "$.rounds")
    done = _changes(data, "undo", "was", books, dealer)
    undone = _changes(data, "redo", "is", books, dealer)
    return books, dealer, History(done, undone)


def _players(data: dict[str, Any]) -> tuple[Player, ...]:
    items = list_in(data, "players", "$")
    if not 1 <= len(items) <= MOST_PLAYERS:
        raise JsonError(f"1 to {MOST_PLAYERS} players are wanted", path="$.players")
    return tuple([_player(item, f"$.players[{place}]") for place, item in enumerate(items)])


def _player(data: object, path: str) -> Player:
    if not isinstance(data, dict):
        raise JsonError("an object is wanted here", path=path)
    only_fields(data, PLAYER, path)
    left = data["left"]
    return Player(
        text_of(data, "name", path),
        whole(data["joined"], f"{path}.joined", 0, MOST_ROUNDS),
        None if left is None else whole(left, f"{path}.left", 0, MOST_ROUNDS),
        whole(data["points"], f"{path}.points"),
    )


def _rounds(data: dict[str, Any], seats: int) -> tuple[RoundEntry, ...]:
    items = list_in(data, "rounds", "$")
    if len(items) > MOST_ROUNDS:
        raise JsonError(f"a sheet has at most {MOST_ROUNDS} rounds", path="$.rounds")
    return tuple([_entry(item, f"$.rounds[{n}]", seats) for n, item in enumerate(items)])


def _entry(data: object, path: str, seats: int) -> RoundEntry:
    if not isinstance(data, dict):
        raise JsonError("an object is wanted here", path=path)
    only_fields(data, ENTRY, path)
    points = wholes_in(data, "points", path, seats, -MOST)
    laid, phases = list_in(data, "laid", path, seats), list_in(data, "phases", path, seats)
    for place, flag in enumerate(laid):
        if flag.__class__ is not bool:
            raise JsonError("true or false is wanted", path=f"{path}.laid[{place}]")
    for place, label in enumerate(phases):
        if label is not None and label.__class__ is not str:
            raise JsonError("a text or null is wanted", path=f"{path}.phases[{place}]")
    out = data["out"]
    out = None if out is None else whole(out, f"{path}.out", 0, seats - 1)
    return RoundEntry(points, tuple(laid), tuple(phases), out)


def _books(rules: Rules, dealer: int, written: Written, known: Books | None, path: str) -> Books:
    try:
        check_written(written, dealer, rules.ruleset.seats[0])
        return Books(rules, dealer, written, known)
    except ScoreError as error:
        at = path
        if path == "$.rounds":
            at = "$.players" if error.round is None else f"$.rounds[{max(0, error.round - 1)}]"
        raise JsonError(str(error), path=at) from None


def _changes(
    data: dict[str, Any], field: str, half: str, books: Books, dealer: int
) -> list[Change]:
    """The changes of a history, each of which must lead from a sheet that can be to another one."""
    items = list_in(data, field, "$")
    if len(items) > MOST_CHANGES:
        raise JsonError(f"at most {MOST_CHANGES} changes are kept", path=f"$.{field}")
    found = []
    for number in range(len(items) - 1, -1, -1):
        path = f"$.{field}[{number}]"
        change = _change(items[number], path, half, books.written)
        books = _next_to(books, change, half, dealer, path)
        found.append(change)
    return found[::-1]


def _next_to(books: Books, change: Change, half: str, dealer: int, path: str) -> Books:
    """The books before or after a change."""
    rules = books.rules
    try:
        there = books.written
        written = change.taken_back(there) if half == "was" else change.made(there)
        if len(written.players) != rules.seats:
            seats = len(written.players)
            rules = find_rules(rules.ruleset, seats=seats, options=rules.options)
    except (ScoreError, OptionError) as error:
        raise JsonError(str(error), path=path) from None
    return _books(rules, dealer, written, books, path)


def _change(data: object, path: str, half: str, written: Written) -> Change:
    """A change next to a sheet; the half that is not in the data is what stands there."""
    if not isinstance(data, dict):
        raise JsonError("an object is wanted here", path=path)
    of = "player" if "player" in data else "round"
    only_fields(data, (of, half), path)
    items: Sequence[RoundEntry | Player] = written.players if of == "player" else written.rounds
    place = whole(data[of], f"{path}.{of}", 0, len(items))
    there = items[place] if place < len(items) else None
    value: RoundEntry | Player | None = None
    if data[half] is None:
        # what was there is to go: that can only be the last one
        if place != len(items) - 1:
            raise JsonError("only the last one can be taken away", path=f"{path}.{of}")
    elif of == "player":
        value = _player(data[half], f"{path}.{half}")
    else:
        value = _entry(data[half], f"{path}.{half}", len(written.players))
    return Change(place, value, there) if half == "was" else Change(place, there, value)
