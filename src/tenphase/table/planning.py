"""What a command leads to: journal entries for actions, for leaving, and for the bots.

A plan is made on a copy of the little that can change, and changes nothing itself. So an action
that turns out to be illegal leaves no trace, and nothing counts before the journal has it.
"""

from __future__ import annotations

import logging
from typing import Any

import attrs

from tenphase.actions import Action, Leave, parse_action
from tenphase.bots import bot_names, make_bot
from tenphase.state import State
from tenphase.table.commands import Refused
from tenphase.table.seating import BOT, FREE, GONE, PERSON, Seat, Seating, deal
from tenphase.views import view_of

__all__ = ["Plan", "check_bot"]

_log = logging.getLogger(__name__)


def check_bot(name: str) -> str:
    """The name of a bot that there is."""
    if name not in bot_names():
        known = ", ".join(bot_names())
        raise Refused("bad-command", f"there is no bot of this name; there are {known}")
    return name


class Plan:
    """The entries that follow from one command."""

    def __init__(self, table: Seating) -> None:
        self.entries: list[dict[str, Any]] = []
        self._table = table
        self._seats = table.seats[:]
        self._state: State | None = None if table.game is None else table.game.state

    # -- what people do ------------------------------------------------------------------------

    def join(self, wish: int | None, name: str) -> int:
        """Somebody takes a seat, the one that is wished for or the first free one."""
        seat = self._free_seat(wish)
        self._seat(seat, PERSON, {"entry": "join", "seat": seat, "name": name})
        return seat

    def seat_bot(self, wish: int | None, bot: str) -> int:
        """A bot takes a free seat, or the seat of a person if that one is named."""
        check_bot(bot)
        replaces = wish is not None and wish < len(self._seats) and self._in_the_game(wish)
        seat = wish if wish is not None and replaces else self._free_seat(wish)
        self._seat(seat, BOT, {"entry": "bot", "seat": seat, "bot": bot})
        return seat

    def _in_the_game(self, seat: int) -> bool:
        state = self._state
        return state is not None and not state.over and self._seats[seat].who == PERSON

    def _free_seat(self, wish: int | None) -> int:
        free = [number for number, seat in enumerate(self._seats) if seat.who == FREE]
        if wish is not None and wish not in free:
            raise Refused("seat-taken", f"seat {wish} is not free")
        if not free:
            raise Refused("full", "no seat is free")
        return free[0] if wish is None else wish

    def _seat(self, seat: int, who: str, entry: dict[str, Any]) -> None:
        self._seats[seat] = Seat(who, bot=entry.get("bot", ""))
        self.entries.append(entry)
        if self._state is None and all(taken.who != FREE for taken in self._seats):
            self._state = deal(self._table).state

    def act(self, seat: int, text: str) -> None:
        """A person acts. Raises `IllegalAction` and `NotationError`.

        Leaving is a command of its own, since the table decides what becomes of the seat.
        """
        if self._state is None:
            raise Refused("not-started", "the game begins when all seats are taken")
        action = parse_action(text, self._table.rules.deck)
        if isinstance(action, Leave):
            raise Refused("bad-action", "to leave is a command, not an action")
        self._play(seat, action)

    def leave(self, seat: int) -> None:
        """A person goes: the seat is free again, or a bot's, or to be dropped."""
        who, bot = FREE, ""
        if self._state is not None:
            header = self._table.header
            who, bot = (BOT if header["on_leave"] == "bot" else GONE), header["bot"]
        self._seats[seat] = attrs.evolve(self._seats[seat], who=who, bot=bot)
        self.entries.append({"entry": "left", "seat": seat, "who": who, "bot": bot})

    def go_on(self) -> None:
        """Somebody wants the bots to play on."""
        self.entries.append({"entry": "go on"})

    def _play(self, seat: int, action: Action) -> None:
        assert self._state is not None
        self._state.apply(action, seat)
        self.entries.append({"entry": "act", "seat": seat, "action": str(action)})

    # -- what follows --------------------------------------------------------------------------

    def bots(self, most: int) -> None:
        """Let bots play until a person is to act, the game ends, or they have acted `most` times.

        A seat that is to be dropped is dropped as soon as no decision is pending; until then a
        bot decides for it.
        """
        while most > 0 and self._state is not None and not self._state.over:
            if not (self._drop(self._state) or self._bot_acts(self._state)):
                break
            most -= 1

    @property
    def waits_for_bots(self) -> bool:
        """Whether bots could act now."""
        state = self._state
        if state is None:
            return False
        return any(self._seats[seat].who in (BOT, GONE) for seat in state.actors)

    def _drop(self, state: State) -> bool:
        for seat in state.active:
            if self._seats[seat].who == GONE and state.check(Leave(), seat) is None:
                state.apply(Leave(), seat)
                self.entries.append({"entry": "drop", "seat": seat})
                return True
        return False

    def _bot_acts(self, state: State) -> bool:
        for seat in state.actors:
            if self._seats[seat].who in (BOT, GONE):
                self._play(seat, self._choice(state, seat))
                return True
        return False

    def _choice(self, state: State, seat: int) -> Action:
        """What the bot of a seat does. If it fails, the table must go on all the same."""
        actions = state.legal_actions(seat)
        if len(actions) > 1:
            try:
                bot = make_bot(self._seats[seat].bot, self._table.version + len(self.entries))
                chosen = bot.choose(view_of(state, seat), actions)
                if chosen in actions or state.check(chosen, seat) is None:
                    return chosen
                _log.error("bot %s does what it may not", self._seats[seat].bot)
            except Exception:  # noqa: BLE001 - bots are other people's code
                _log.exception("bot %s has failed", self._seats[seat].bot)
        return actions[0]
