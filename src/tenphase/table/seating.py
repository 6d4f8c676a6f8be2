"""The state of one table as its journal tells it: seats, tokens, the game and its events.

A `Seating` changes only by `take`, entry by entry, so a table that is read from its journal is
the table that wrote it.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import attrs

from tenphase.actions import Leave
from tenphase.chance import shuffled
from tenphase.errors import RulesetError
from tenphase.events import Event
from tenphase.game import Game
from tenphase.registry import find_rules

__all__ = ["Seat", "Seating"]

PEOPLE, BOT, GONE, FREE = "person", "bot", "gone", "free"


@attrs.frozen
class Seat:
    """Who sits at a seat: nobody, a person, a bot, or nobody any more.

    `number` counts the persons who have taken the seat; a token is for one of them.
    """

    who: str = FREE
    name: str = ""
    number: int = 0


class Seating:
    """One table in memory. See the module."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.header = header
        self.secret = bytes.fromhex(header["secret"])
        self.rules = find_rules(header["ruleset"], seats=header["seats"], options=header["options"])
        installed = self.rules.ruleset.version
        if installed != header["ruleset_version"]:
            raise RulesetError(
                f"the table is played by {header['ruleset']} in version "
                f"{header['ruleset_version']}, installed is {installed}"
            )
        self.seats = [Seat() for _ in range(header["seats"])]
        self.game: Game | None = None
        self.events: list[Event] = []
        #: how many journal entries made it
        self.version = 0
        #: by (scope, idempotency id): what the command was, and what came of it
        self.ids: dict[tuple[str, str], tuple[str, dict[str, Any]]] = {}

    # -- tokens --------------------------------------------------------------------------------

    def token(self, who: str) -> str:
        """The token of a person; it cannot be made without the table's secret."""
        return hmac.new(self.secret, who.encode(), hashlib.sha256).hexdigest()

    def seat_token(self, seat: int) -> str:
        """The token of the person who has a seat now."""
        return self.token(f"seat {seat} {self.seats[seat].number}")

    def seat_of(self, token: str) -> int | None:
        """The seat that a token is for, or None."""
        for number, seat in enumerate(self.seats):
            if seat.who == PEOPLE and hmac.compare_digest(self.seat_token(number), token):
                return number
        return None

    def is_owner(self, token: str) -> bool:
        """Whether a token is that of whoever created the table."""
        return hmac.compare_digest(self.token("owner"), token)

    # -- entries -------------------------------------------------------------------------------

    def take(self, entry: dict[str, Any]) -> None:
        """Carry one journal entry out."""
        kind, seat = entry["entry"], entry.get("seat", -1)
        if kind in ("join", "bot"):
            number = self.seats[seat].number + (kind == "join")
            who = PEOPLE if kind == "join" else BOT
            self.seats[seat] = Seat(who, entry["name"], number)
            self.events.append(Event("joined" if kind == "join" else "bot", seat))
            if self.game is None and all(s.who != FREE for s in self.seats):
                self._start()
        elif kind == "left":
            self.seats[seat] = attrs.evolve(self.seats[seat], who=entry["who"])
            self.events.append(Event("left table", seat))
        elif kind == "act":
            assert self.game is not None
            self.events += self.game.play(entry["action"], seat)
        elif kind == "drop":
            assert self.game is not None
            self.events += self.game.play(Leave(), seat)
        self.version += 1
        if entry.get("id"):
            key = (entry["scope"], entry["id"])
            self.ids[key] = (entry["print"], {**entry["reply"], "version": self.version})

    def _start(self) -> None:
        header = self.header
        key = bytes.fromhex(header["key"])
        # the first dealer is drawn like everything else that chance decides
        dealer = shuffled(bytes(range(header["seats"])), self.secret, 0)[0]
        self.game = Game.dealt(self.rules, key, dealer)
        self.events += self.game.events

    def copy(self) -> Seating:
        """A copy to try entries on; what never changes is shared."""
        new: Seating = Seating.__new__(Seating)
        new.header, new.secret, new.rules = self.header, self.secret, self.rules
        new.seats = self.seats[:]
        new.game = None if self.game is None else self.game.copy()
        new.events = self.events[:]
        new.version = self.version
        new.ids = dict(self.ids)
        return new
