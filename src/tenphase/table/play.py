"""What a command leads to: journal entries for actions, for leaving, and for the bots."""

from __future__ import annotations

from typing import Any

from tenphase.actions import Leave, parse_action
from tenphase.bots import bot_names, make_bot
from tenphase.table.commands import Refused
from tenphase.table.seating import BOT, FREE, GONE, Seating

__all__ = ["let_bots_play", "plan_action", "plan_bot", "plan_leave"]


def plan_action(table: Seating, seat: int, text: str) -> dict[str, Any]:
    """The entry for an action. Whether it is legal shows when the entry is tried.

    Leaving is a command of its own, since the table decides what becomes of the seat.
    """
    if table.game is None:
        raise Refused("not-started", "the game begins when all seats are taken")
    action = parse_action(text, table.rules.deck)
    if isinstance(action, Leave):
        raise Refused("bad-action", "to leave is a command, not an action")
    return {"entry": "act", "seat": seat, "action": str(action)}


def plan_bot(seat: int, bot: str) -> dict[str, Any]:
    """The entry that puts a bot on a seat."""
    if bot not in bot_names():
        raise Refused("bad-command", f"there is no bot {bot!r}; there are {', '.join(bot_names())}")
    return {"entry": "bot", "seat": seat, "name": bot}


def plan_leave(table: Seating, seat: int) -> dict[str, Any]:
    """The entry for a person who leaves: the seat is free again, a bot's, or to be dropped."""
    if table.game is None:
        who = FREE
    else:
        who = BOT if table.header["on_leave"] == "bot" and not table.game.over else GONE
    return {"entry": "left", "seat": seat, "who": who}


def let_bots_play(table: Seating) -> list[dict[str, Any]]:
    """Play on until a person is to act or the game ends; returns the entries, already taken.

    A seat that is to be dropped is dropped as soon as no decision of its own is pending; until
    then a bot decides for it.
    """
    entries: list[dict[str, Any]] = []
    while table.game is not None and not table.game.over:
        entry = _next_entry(table)
        if entry is None:
            break
        table.take(entry)
        entries.append(entry)
    return entries


def _next_entry(table: Seating) -> dict[str, Any] | None:
    game = table.game
    assert game is not None
    for seat in game.active:
        if table.seats[seat].who == GONE and game.check(Leave(), seat) is None:
            return {"entry": "drop", "seat": seat}
    for seat in game.actors:
        if table.seats[seat].who in (BOT, GONE):
            name = table.seats[seat].name if table.seats[seat].number == 0 else table.header["bot"]
            bot = make_bot(name, table.version)
            action = bot.choose(game.view(seat), game.legal_actions(seat))
            return {"entry": "act", "seat": seat, "action": str(action)}
    return None
