"""Where a table keeps what has happened: an append-only journal of texts.

A journal holds, for each table, entries numbered from 0. `append` writes some entries at once,
durably, or not at all; that is all a host needs to lose nothing and do nothing twice. Two journals
come along, SQLite and PostgreSQL; another one is a class with these four methods.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from tenphase.errors import TenphaseError

__all__ = ["Journal", "JournalConflict", "JournalError", "MemoryJournal", "SQLiteJournal"]


_COUNT = "SELECT coalesce(max(number) + 1, 0) FROM journal WHERE name = ?"


class JournalError(TenphaseError):
    """A journal that cannot be used, or a table that it does not hold."""


class JournalConflict(JournalError):
    """Somebody else has written these entry numbers; the journal is as it was."""


class Journal(Protocol):
    """What a table host asks of its storage.

    An implementation may be used by several threads, and the storage behind it by several
    processes.
    """

    def append(self, table: str, number: int, entries: Sequence[str]) -> None:
        """Write entries with the numbers `number`, `number + 1`, ... durably and as one.

        Raises `JournalConflict`, and writes nothing, if one of the numbers is taken or if
        the entry before `number` is not there.
        """

    def read(self, table: str, start: int = 0) -> list[str]:
        """The entries of a table from number `start` on; empty for an unknown table."""

    def tables(self) -> list[str]:
        """The names of all tables, sorted."""

    def close(self) -> None:
        """Give connections back. A closed journal is not used again."""


class MemoryJournal:
    """A journal that lives as long as the process: for tests, and for games not worth keeping.

    >>> journal = MemoryJournal()
    >>> journal.append("t", 0, ["one", "two"])
    >>> journal.read("t", 1)
    ['two']
    """

    def __init__(self) -> None:
        self._entries: dict[str, list[str]] = {}
        self._lock = threading.Lock()

    def append(self, table: str, number: int, entries: Sequence[str]) -> None:
        """Write entries; see `Journal`."""
        with self._lock:
            kept = self._entries.get(table, [])
            if len(kept) != number:
                raise JournalConflict(f"table {table!r} has {len(kept)} entries, not {number}")
            self._entries[table] = [*kept, *entries]

    def read(self, table: str, start: int = 0) -> list[str]:
        """The entries of a table; see `Journal`."""
        return self._entries.get(table, [])[start:]

    def tables(self) -> list[str]:
        """The names of all tables, sorted."""
        return sorted(self._entries)

    def close(self) -> None:
        """Nothing is to be given back."""


class _Append:
    """Entries that a thread wants to be written, and what came of it."""

    def __init__(self, table: str, number: int, entries: Sequence[str]) -> None:
        self.table, self.number, self.entries = table, number, entries
        self.done = False
        self.error: JournalError | None = None


class SQLiteJournal:
    """A journal in an SQLite file, or in memory (":memory:").

    Every append is a transaction that is on the disk before the call returns, so
    what was acknowledged outlives a kill or a power cut. Threads that append at the same time
    share a transaction, since waiting for the disk is what takes the time.

    >>> journal = SQLiteJournal(":memory:")
    >>> journal.append("t", 0, ["one"])
    >>> journal.append("t", 0, ["other"])
    Traceback (most recent call last):
    tenphase.table.journal.JournalConflict: table 't' has 1 entries, not 0
    """

    def __init__(self, path: str | Path) -> None:
        self._lock = threading.Lock()
        self._queue = threading.Lock()
        self._waiting: list[_Append] = []
        try:
            self._connection = sqlite3.connect(
                str(path), check_same_thread=False, isolation_level=None, timeout=30
            )
            run = self._connection.execute
            run("PRAGMA journal_mode=WAL")
            run("PRAGMA synchronous=FULL")
            run(
                "CREATE TABLE IF NOT EXISTS journal (name TEXT NOT NULL, number INTEGER NOT NULL, "
                "entry TEXT NOT NULL, PRIMARY KEY (name, number)) WITHOUT ROWID"
            )
        except sqlite3.Error as error:
            raise JournalError(f"{path} cannot be used as a journal: {error}") from error

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[Callable[..., sqlite3.Cursor]]:
        """A transaction; it is undone if anything goes wrong in it. The lock must be held."""
        try:
            self._connection.execute(begin)
            yield self._connection.execute
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise JournalError(f"the journal cannot be used: {error}") from error
        finally:
            self._roll_back()

    def _roll_back(self) -> None:
        """A commit that fails may have ended the transaction or not; one that succeeds has."""
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            raise JournalError(f"the journal cannot be used: {error}") from error

    def append(self, table: str, number: int, entries: Sequence[str]) -> None:
        """Write entries, all or none; see `Journal`."""
        mine = _Append(table, number, entries)
        with self._queue:
            self._waiting.append(mine)
        with self._lock:
            # whoever has the connection writes for all who wait for it
            if not mine.done:
                with self._queue:
                    batch, self._waiting = self._waiting, []
                self._write(batch)
        if mine.error is not None:
            raise mine.error

    def _write(self, batch: list[_Append]) -> None:
        failed = JournalError("the journal was interrupted")
        try:
            with self._transaction("BEGIN IMMEDIATE") as run:
                for one in batch:
                    count = run(_COUNT, (one.table,)).fetchone()[0]
                    if count != one.number:
                        message = f"table {one.table!r} has {count} entries, not {one.number}"
                        one.error = JournalConflict(message)
                        continue
                    for place, entry in enumerate(one.entries, one.number):
                        run("INSERT INTO journal VALUES (?, ?, ?)", (one.table, place, entry))
            for one in batch:
                one.done = True
        except JournalError as error:
            failed = error
        finally:
            for one in batch:
                if not one.done:
                    one.done, one.error = True, JournalError(*failed.args)

    def read(self, table: str, start: int = 0) -> list[str]:
        """The entries of a table; see `Journal`."""
        question = "SELECT entry FROM journal WHERE name = ? AND number >= ? ORDER BY number"
        with self._lock, self._transaction("BEGIN") as run:
            return [row[0] for row in run(question, (table, start))]

    def tables(self) -> list[str]:
        """The names of all tables, sorted."""
        with self._lock, self._transaction("BEGIN") as run:
            return [row[0] for row in run("SELECT DISTINCT name FROM journal ORDER BY name")]

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()
