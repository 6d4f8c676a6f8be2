"""A journal in PostgreSQL, through psycopg (the extra `postgres`)."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tenphase.table.journal import JournalConflict, JournalError

if TYPE_CHECKING:
    import psycopg

__all__ = ["PostgresJournal"]

_TABLE = """
CREATE TABLE IF NOT EXISTS tenphase_journal (
    name text NOT NULL, number integer NOT NULL, entry text NOT NULL, PRIMARY KEY (name, number)
)
"""

#: Writes one entry if it is the next one. Of two that want the same number, one waits for the
#: other and then finds it taken.
_WRITE = """
INSERT INTO tenphase_journal
SELECT %(name)s, %(number)s, %(entry)s
WHERE %(number)s = 0 OR EXISTS (
    SELECT 1 FROM tenphase_journal WHERE name = %(name)s AND number = %(number)s - 1
)
ON CONFLICT DO NOTHING
"""


class PostgresJournal:
    """A journal in the table `tenphase_journal` of a PostgreSQL database.

    `conninfo` is what psycopg takes: "host=... dbname=..." or a URL. An append is one
    transaction; of two processes that write the same numbers one gets `JournalConflict`. A
    connection that is lost is made again by the next call. Raises `JournalError` if psycopg is
    missing or the server does not answer.
    """

    def __init__(self, conninfo: str) -> None:
        try:
            import psycopg
        except ImportError as error:
            raise JournalError(
                "PostgreSQL needs psycopg: pip install 'tenphase[postgres]'"
            ) from error
        self._conninfo = conninfo
        self._error = psycopg.Error
        self._lock = threading.Lock()
        self._connection: psycopg.Connection | None = None
        with self._transaction() as cursor:
            # two processes that start at once must not both create the table
            cursor.execute("SELECT pg_advisory_xact_lock(7310)")
            cursor.execute(_TABLE)

    @contextmanager
    def _transaction(self) -> Iterator[psycopg.Cursor]:
        """A transaction of this thread alone; it is undone if anything goes wrong in it."""
        import psycopg

        with self._lock:
            try:
                if self._connection is None or self._connection.closed:
                    self._connection = psycopg.connect(self._conninfo, autocommit=True)
                    # what is acknowledged is on the disk, whatever the server is set to
                    self._connection.execute("SET synchronous_commit = on")
                with self._connection.transaction(), self._connection.cursor() as cursor:
                    yield cursor
            except self._error as error:
                raise JournalError(f"the journal cannot be used: {error}") from error

    def append(self, table: str, number: int, entries: Sequence[str]) -> None:
        """Write entries in one transaction; see `Journal`."""
        with self._transaction() as cursor:
            for place, entry in enumerate(entries, number):
                cursor.execute(_WRITE, {"name": table, "number": place, "entry": entry})
                if cursor.rowcount != 1:
                    raise JournalConflict(f"table {table!r}: entry {place} is not the next one")

    def read(self, table: str, start: int = 0) -> list[str]:
        """The entries of a table; see `Journal`."""
        with self._transaction() as cursor:
            cursor.execute(
                "SELECT entry FROM tenphase_journal WHERE name = %s AND number >= %s "
                "ORDER BY number",
                (table, start),
            )
            return [row[0] for row in cursor]

    def tables(self) -> list[str]:
        """The names of all tables, sorted."""
        with self._transaction() as cursor:
            cursor.execute("SELECT DISTINCT name FROM tenphase_journal")
            return sorted([row[0] for row in cursor])

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
