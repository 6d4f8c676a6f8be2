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
from tenphase.errors import RulesetError, brief
from tenphase.events import Event
from tenphase.game import Game
from tenphase.registry import find_rules

__all__ = ["BOT", "FREE", "GONE", "PERSON", "Seat", "Seating", "deal"]

#: Who may have a seat. Of a seat that is "gone" the cards are taken out of the game.
PERSON, BOT, GONE, FREE = "person", "bot", "gone", "free"

#: The number of the format of journal entries.
FORMAT = 1


@attrs.frozen
class Seat:
    """Who sits at a seat, and under which name.

    `number` counts the persons who have taken the seat; a token is for one of them. `bot` is
    the bot that plays it, if one does.
    """

    who: str = FREE
    name: str = ""
    number: int = 0
    bot: str = ""


@attrs.frozen
class Answer:
    """What a command with an id was (its print), and the reply that it has had."""

    print: str
    reply: dict[str, Any]


class Seating:
    """One table in memory. See the module."""

    def __init__(self, header: dict[str, Any]) -> None:
        if header.get("format") != FORMAT:
            raise RulesetError(f"journal format {brief(header.get('format'))} is not known")
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
        #: what was answered, by scope and idempotency id
        self.answers: dict[tuple[str, str], Answer] = {}
        self.owner = self._token("owner")
        #: every person who has ever had a seat, by token: the seat, and the number there
        self._people: dict[str, tuple[int, int]] = {}

    # -- tokens --------------------------------------------------------------------------------

    def _token(self, who: str) -> str:
        """A token; it cannot be made without the table's secret."""
        return hmac.new(self.secret, who.encode(), hashlib.sha256).hexdigest()

    def is_owner(self, token: str) -> bool:
        """Whether a token is that of whoever created the table."""
        return hmac.compare_digest(self.owner.encode(), token.encode())

    def person(self, token: str) -> tuple[int, int] | None:
        """The seat that a token is or was for, and for which person there, or None.

        The tokens are 256 bits of a keyed hash, and Python's own hash of texts is keyed too, so
        how long it takes to look one up tells nothing.
        """
        return self._people.get(token)

    def holds(self, seat: int, number: int) -> bool:
        """Whether that person still has the seat."""
        return self.seats[seat].who == PERSON and self.seats[seat].number == number

    # -- entries -------------------------------------------------------------------------------

    def take(self, entry: dict[str, Any]) -> None:
        """Carry one journal entry out."""
        kind, seat = entry["entry"], entry.get("seat", -1)
        tokens: dict[str, str] = {}
        if kind == "table":
            tokens = {"owner": self.owner}
        elif kind in ("join", "bot"):
            tokens = self._seat(kind, seat, entry)
        elif kind == "left":
            before = self.seats[seat]
            name = "" if entry["who"] == FREE else before.name
            self.seats[seat] = attrs.evolve(before, who=entry["who"], name=name, bot=entry["bot"])
            self.events.append(Event("left table", seat))
        elif kind in ("act", "drop"):
            assert self.game is not None
            self.events += self.game.play(entry["action"] if kind == "act" else Leave(), seat)
        elif kind != "go on":
            raise RulesetError(f"journal entries of kind {brief(kind)} are not known")
        self.version += 1
        if entry.get("id") is not None:
            answer = Answer(entry["print"], {**entry["reply"], **tokens})
            self.answers[entry["scope"], entry["id"]] = answer

    def _seat(self, kind: str, seat: int, entry: dict[str, Any]) -> dict[str, str]:
        """Put somebody on a seat; the game begins when all are taken."""
        number, tokens = self.seats[seat].number, {}
        if kind == "join":
            number += 1
            tokens = {"token": self._token(f"seat {seat} {number}")}
            self._people[tokens["token"]] = (seat, number)
            self.seats[seat] = Seat(PERSON, entry["name"], number)
            self.events.append(Event("joined", seat, detail=entry["name"]))
        else:
            self.seats[seat] = Seat(BOT, entry["bot"], number, entry["bot"])
            self.events.append(Event("bot", seat, detail=entry["bot"]))
        if self.game is None and all(taken.who != FREE for taken in self.seats):
            self.game = deal(self)
            self.events += self.game.events
        return tokens

    def token_of(self, seat: int) -> str:
        """The token of the person who has a seat, or had it last."""
        return self._token(f"seat {seat} {self.seats[seat].number}")


def deal(table: Seating) -> Game:
    """The game of a table, just dealt: always the same one."""
    header = table.header
    # the first dealer is drawn like everything else that chance decides
    dealer = shuffled(bytes(range(header["seats"])), table.secret, 0)[0]
    return Game.dealt(table.rules, bytes.fromhex(header["key"]), dealer)
