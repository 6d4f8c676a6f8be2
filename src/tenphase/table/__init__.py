"""A table host: the piece that a game server embeds.

`TableHost` keeps tables in a journal and answers commands, which are plain dictionaries: create,
join, seat bot, act, leave, go on, view, events, record. It has no network code.

>>> from tenphase.table import SQLiteJournal, TableHost
>>> host = TableHost(SQLiteJournal(":memory:"))
>>> host.command({"do": "create", "table": "t1", "seats": 2})["version"]
1
"""

from tenphase.table.commands import Refused
from tenphase.table.following import AsyncTableHost
from tenphase.table.host import TableHost
from tenphase.table.journal import (
    Journal,
    JournalConflict,
    JournalError,
    MemoryJournal,
    SQLiteJournal,
)
from tenphase.table.postgres import PostgresJournal

__all__ = [
    "AsyncTableHost",
    "Journal",
    "JournalConflict",
    "JournalError",
    "MemoryJournal",
    "PostgresJournal",
    "Refused",
    "SQLiteJournal",
    "TableHost",
]
