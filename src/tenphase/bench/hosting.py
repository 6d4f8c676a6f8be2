"""The table host, samples, and views as JSON."""

from __future__ import annotations

import atexit
import json
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import tenphase as tp
from tenphase.actions import parse_action
from tenphase.bench.timing import Row
from tenphase.bots import GreedyBot
from tenphase.sampling import sample
from tenphase.table import Journal, MemoryJournal, SQLiteJournal, TableHost

__all__ = ["rows"]

TIMES = 1_000
COMMANDS = 200
THREADS = 16


def rows() -> list[Row]:
    """What is measured of hosts and of what bots and clients get."""
    name = "actions by a table host,"
    return [
        Row("state imagined from a view", "us", None, samples),
        Row("view of one seat to JSON text", "us", None, views_to_json),
        Row("JSON text to view", "us", None, views_from_json),
        Row(f"{name} in memory", "1/s", None, lambda: commands(MemoryJournal())),
        Row(f"{name} SQLite in memory", "1/s", None, lambda: commands(SQLiteJournal(":memory:"))),
        Row(f"{name} SQLite file", "1/s", None, lambda: commands(_on_disk())),
        Row(f"{name} SQLite file, {THREADS} threads", "1/s", None, in_threads),
        Row("journal entries read by a new host", "1/s", None, restarts),
    ]


def _view() -> tp.View:
    """A view in the middle of a game."""
    game = tp.new_game(seats=4, seed=3)
    bot = GreedyBot()
    for _ in range(60):
        assert game.to_act is not None
        game.play(bot.choose(game.view(game.to_act), game.legal_actions()))
    return game.view(1)


def _often(act: Callable[[], object]) -> Callable[[], int]:
    def work() -> int:
        for _ in range(TIMES):
            act()
        return TIMES

    return work


def samples() -> Callable[[], int]:
    """States imagined from a view."""
    view, rng = _view(), Random(1)
    return _often(lambda: sample(view, rng))


def views_to_json() -> Callable[[], int]:
    """Views to JSON text."""
    view = _view()
    return _often(lambda: json.dumps(tp.to_json(view)))


def views_from_json() -> Callable[[], int]:
    """JSON text to views."""
    text = json.dumps(tp.to_json(_view()))
    return _often(lambda: tp.from_json(text))


# -- commands -----------------------------------------------------------------------------------

_names = count(1)


def _on_disk() -> SQLiteJournal:
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    return SQLiteJournal(Path(folder.name) / "journal.db")


@lru_cache(maxsize=1)
def _played() -> tuple[list[str], list[str], list[dict[str, Any]]]:
    """A table as it begins, all of its journal, and the actions that were played at it.

    Put into another journal, under whatever name, the beginning is a table where the same
    actions can be played again.
    """
    journal = MemoryJournal()
    host = TableHost(journal)
    host.command({"do": "create", "table": "t", "seats": 4, "seed": "7"})
    tokens = [host.command({"do": "join", "table": "t"})["token"] for _ in range(4)]
    begun = journal.read("t")
    bot = GreedyBot()
    acts: list[dict[str, Any]] = []
    while len(acts) < COMMANDS:
        views = [host.command({"do": "view", "table": "t", "token": token}) for token in tokens]
        told, token = next((v, t) for v, t in zip(views, tokens, strict=True) if v["actions"])
        view = tp.from_json(told["view"])
        actions = [parse_action(text, view.rules.deck) for text in told["actions"]]
        act = {"do": "act", "token": token, "action": str(bot.choose(view, actions))}
        act |= {"version": told["version"], "id": f"action {len(acts)}"}
        reply = host.command({**act, "table": "t"})
        assert reply["ok"], reply
        acts.append(act)
    return begun, journal.read("t"), acts


def _play(host: TableHost, journal: Journal) -> int:
    """Actions at a fresh table: each is checked, played, written, and then acknowledged."""
    begun, _, acts = _played()
    name = f"table {next(_names)}"
    journal.append(name, 0, begun)
    for act in acts:
        reply = host.command({**act, "table": name})
        assert reply["ok"], reply
    return len(acts)


def commands(journal: Journal) -> Callable[[], int]:
    """Actions at one table, one after the other."""
    host = TableHost(journal)
    return lambda: _play(host, journal)


def in_threads() -> Callable[[], int]:
    """Actions at as many tables as there are threads."""
    journal = _on_disk()
    host = TableHost(journal)
    pool = ThreadPoolExecutor(THREADS)

    def work() -> int:
        return sum(pool.map(lambda _: _play(host, journal), range(THREADS)))

    return work


def restarts() -> Callable[[], int]:
    """Entries that a new host reads from the journal of a table."""
    _, entries, _ = _played()
    journal = MemoryJournal()
    journal.append("t", 0, entries)

    def work() -> int:
        TableHost(journal).command({"do": "events", "table": "t", "since": 10**9})
        return len(entries)

    return work
