"""What a journal promises, for each of them."""

from __future__ import annotations

import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from tenphase.table import (
    JournalConflict,
    JournalError,
    MemoryJournal,
    PostgresJournal,
    SQLiteJournal,
    TableHost,
)
from tests.table.postgres import database, needs_postgres
from tests.table.tools import SHORT, People


@pytest.fixture(
    params=["memory", "sqlite", pytest.param("postgres", marks=needs_postgres)], scope="module"
)
def place(request, tmp_path_factory):
    """How to open one journal as often as wanted."""
    if request.param == "memory":
        kept = MemoryJournal()
        yield lambda: kept
    elif request.param == "sqlite":
        path = tmp_path_factory.mktemp("journal") / "j.db"
        yield lambda: SQLiteJournal(path)
    else:
        with database() as conninfo:
            yield lambda: PostgresJournal(conninfo)


@pytest.fixture
def journals(place, request):
    made = [place(), place()]
    yield made
    for journal in made:
        journal.close()


def test_entries_come_back_in_order(journals, request):
    name = request.node.name
    one, other = journals
    assert one.read(name) == []
    one.append(name, 0, ["a", "ü'\"\\"])
    other.append(name, 2, ["c"])
    for journal in journals:
        assert journal.read(name) == ["a", "ü'\"\\", "c"]
        assert journal.read(name, 1) == ["ü'\"\\", "c"]
        assert journal.read(name, 9) == []
        assert name in journal.tables()
        assert journal.tables() == sorted(journal.tables())


def test_numbers_are_taken_once(journals, request):
    name = request.node.name
    one, other = journals
    one.append(name, 0, ["a", "b"])
    for number in (0, 1, 3):
        with pytest.raises(JournalConflict):
            other.append(name, number, ["x", "y", "z"])
    assert one.read(name) == other.read(name) == ["a", "b"]
    other.append(name, 2, ["c"])
    assert one.read(name) == ["a", "b", "c"]


def test_many_writers(journals, request):
    """Each number is written by one of them, and what one writes stays together."""
    name = request.node.name

    def write(writer):
        journal, done = journals[writer % 2], 0
        while done < 10:
            number = len(journal.read(name))
            try:
                journal.append(name, number, [f"{writer} {done} {part}" for part in range(3)])
            except JournalConflict:
                continue
            done += 1
        return done

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(4)))
    entries = journals[0].read(name)
    assert len(entries) == len(set(entries)) == 120
    for place in range(0, 120, 3):
        writer, done, _ = entries[place].split()
        assert entries[place : place + 3] == [f"{writer} {done} {part}" for part in range(3)]


def test_a_game(journals, request):
    one, other = journals
    people = People(one, table=request.node.name, options=SHORT, seats=2)
    people.play()
    view = {"do": "view", "table": people.table}
    assert TableHost(other).command(view) == people.do("view")


@needs_postgres
def test_postgres_connects_again():
    with database() as conninfo:
        journal = PostgresJournal(conninfo)
        journal.append("t", 0, ["a"])
        killer = PostgresJournal(conninfo)
        assert journal._connection is not None
        assert killer._connection is not None
        pid = journal._connection.info.backend_pid
        killer._connection.execute("SELECT pg_terminate_backend(%s)", (pid,))
        with pytest.raises(JournalError):
            journal.read("t")
        assert journal.read("t") == ["a"]
        journal.append("t", 1, ["b"])
        assert killer.read("t") == ["a", "b"]
        journal.close()
        killer.close()


def test_postgres_that_is_not_there():
    pytest.importorskip("psycopg")
    with pytest.raises(JournalError, match="cannot be used"):
        PostgresJournal("host=127.0.0.1 port=1 connect_timeout=2")


def test_psycopg_that_is_not_there(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(JournalError, match=r"tenphase\[postgres\]"):
        PostgresJournal("host=127.0.0.1")


def test_a_file_that_is_no_journal(tmp_path):
    path = tmp_path / "text"
    path.write_text("Nothing to see here. " * 100)
    with pytest.raises(JournalError):
        SQLiteJournal(path)
    with pytest.raises(JournalError):
        SQLiteJournal(tmp_path)


def test_a_locked_file(tmp_path):
    """A reader or writer that does not let go is an error, not a loss."""
    journal = SQLiteJournal(tmp_path / "j.db")
    journal.append("t", 0, ["a"])
    journal._connection.execute("PRAGMA busy_timeout = 50")
    blocker = sqlite3.connect(tmp_path / "j.db", isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    with pytest.raises(JournalError, match="locked"):
        journal.append("t", 1, ["b"])
    blocker.execute("ROLLBACK")
    blocker.close()
    journal.append("t", 1, ["b"])
    assert journal.read("t") == ["a", "b"]
    journal.close()


def test_writers_that_fail_together(tmp_path):
    """Threads share a transaction; if it fails, it fails for each of them, and nothing is there."""
    journal = SQLiteJournal(tmp_path / "j.db")
    blocker = sqlite3.connect(tmp_path / "j.db", isolation_level=None)
    journal._connection.execute("PRAGMA busy_timeout = 50")

    def write(number):
        try:
            journal.append(f"t{number}", 0, ["a", "b"])
        except JournalError as error:
            return type(error)
        return None

    with ThreadPoolExecutor(8) as pool:
        blocker.execute("BEGIN IMMEDIATE")
        assert list(pool.map(write, range(8))) == [JournalError] * 8
        blocker.execute("ROLLBACK")
        assert journal.tables() == []
        assert list(pool.map(write, [*range(8), 3])).count(JournalConflict) == 1
    blocker.close()
    assert all(journal.read(f"t{number}") == ["a", "b"] for number in range(8))
    journal.close()


def test_a_closed_journal(tmp_path):
    journal = SQLiteJournal(tmp_path / "j.db")
    journal.close()
    with pytest.raises(JournalError):
        journal.append("t", 0, ["a"])
    with pytest.raises(JournalError):
        journal.read("t")
