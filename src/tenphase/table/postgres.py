"""A journal in PostgreSQL, through psycopg (the extra `postgres`)."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from tenphase.table.journal import JournalConflict, JournalError

__all__ = ["PostgresJournal"]

_TABLE = """
CREATE TABLE IF NOT EXISTS tenphase_journal (
    name text NOT NULL, number integer NOT NULL, entry text NOT NULL, PRIMARY KEY (name, number)
)
"""

_COUNT = "SELECT coalesce(max(number) + 1, 0) FROM tenphase_journal WHERE name = %s"


class PostgresJournal:
    """A journal in the table `tenphase_journal` of a PostgreSQL database.

    `conninfo` is what psycopg takes: "host=... dbname=..." or a URL. An append is one
    transaction; of two processes that write the same numbers one gets `JournalConflict`. Raises
    `JournalError` if psycopg is missing or the server does not answer.
    """

    def __init__(self, conninfo: str) -> None:
        try:
            import psycopg
        except ImportError as error:
            raise JournalError(
                "PostgreSQL needs psycopg: pip install 'tenphase[postgres]'"
            ) from error
        self._unique = psycopg.errors.UniqueViolation
        self._lock = threading.Lock()
        try:
            self._connection = psycopg.connect(conninfo, autocommit=True)
            # two processes that start at once must not both create the table
            with self._connection.transaction():
                self._connection.execute("SELECT pg_advisory_xact_lock(7310)")
                self._connection.execute(_TABLE)
        except psycopg.Error as error:
            raise JournalError(f"the database cannot be used as a journal: {error}") from error

    def append(self, table: str, number: int, entries: Sequence[str]) -> None:
        """Write entries in one transaction; see `Journal`."""
        rows = [(table, number + place, entry) for place, entry in enumerate(entries)]
        with self._lock:
            try:
                with self._connection.transaction(), self._connection.cursor() as cursor:
                    cursor.execute(_COUNT, (table,))
                    row = cursor.fetchone()
                    if row is None or row[0] != number:
                        raise JournalConflict(f"table {table!r} does not have {number} entries")
                    cursor.executemany("INSERT INTO tenphase_journal VALUES (%s, %s, %s)", rows)
            except self._unique as error:
                raise JournalConflict(f"table {table!r}: {number} is written already") from error

    def read(self, table: str, start: int = 0) -> list[str]:
        """The entries of a table; see `Journal`."""
        with self._lock:
            rows = self._connection.execute(
                "SELECT entry FROM tenphase_journal WHERE name = %s AND number >= %s "
                "ORDER BY number",
                (table, start),
            )
            return [row[0] for row in rows]

    def tables(self) -> list[str]:
        """The names of all tables, sorted."""
        with self._lock:
            rows = self._connection.execute("SELECT DISTINCT name FROM tenphase_journal")
            return sorted(row[0] for row in rows)

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            self._connection.close()
