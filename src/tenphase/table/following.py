"""A table host for asyncio: commands in threads, events as they come."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

from tenphase.table.host import TableHost

__all__ = ["AsyncTableHost"]


class AsyncTableHost:
    """Wraps a `TableHost` for asyncio. Nothing here blocks the event loop.

    `look_every`: with a shared journal, so many seconds pass between looks at what other hosts
    have written.

    >>> import asyncio
    >>> from tenphase.table import MemoryJournal, TableHost
    >>> host = AsyncTableHost(TableHost(MemoryJournal()))
    >>> asyncio.run(host.command({"do": "create", "table": "t1"}))["ok"]
    True
    """

    def __init__(self, host: TableHost, *, look_every: float = 1.0) -> None:
        self._host = host
        self._wait = look_every if host.shared else None

    async def command(self, data: object) -> dict[str, Any]:
        """Carry a command out; see `TableHost.command`."""
        return await asyncio.to_thread(self._host.command, data)

    async def follow(
        self, table: str, *, token: str | None = None, since: int = 0
    ) -> AsyncGenerator[dict[str, Any], None]:
        """The events of a table from number `since` on, one by one, for as long as one listens.

        Each is a dictionary with its `number` and the `event`. A refused request, such as one
        with the token of somebody who has left, ends the stream with the reply.
        """
        loop = asyncio.get_running_loop()
        changed = asyncio.Event()

        def tell(_: int) -> None:
            loop.call_soon_threadsafe(changed.set)

        stop = self._host.listen(table, tell)
        try:
            while True:
                # before asking, so that what comes in between is not missed
                changed.clear()
                ask = {"do": "events", "table": table, "token": token, "since": since}
                reply = await self.command(ask)
                if not reply["ok"]:
                    yield reply
                    return
                for event in reply["events"]:
                    yield {"number": since, "event": event}
                    since += 1
                if not reply["events"]:
                    await self._until(changed)
        finally:
            stop()

    async def _until(self, changed: asyncio.Event) -> None:
        try:
            await asyncio.wait_for(changed.wait(), self._wait)
        except TimeoutError:
            return
