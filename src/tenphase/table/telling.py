"""What a table tells a seat, or the public: its view, its events and its record."""

from __future__ import annotations

from typing import Any

from tenphase.chance import commitment
from tenphase.json_io.values import event_data
from tenphase.json_io.view import view_data
from tenphase.table.commands import Refused
from tenphase.table.seating import Seating

__all__ = ["events_for", "record_for", "view_for"]

#: So many events are told at once; the reply says where to go on.
MOST_EVENTS = 1_000


def events_for(table: Seating, seat: int | None, since: int) -> dict[str, Any]:
    """The events from number `since` on, as the seat may know them.

    Events have the same numbers for everybody, so a client that has lost the connection asks
    for what it has not seen, `next` of the last reply being where to go on.
    """
    told = table.events[since : since + MOST_EVENTS]
    return {
        "events": [event_data(event.seen_by(seat)) for event in told],
        "next": since + len(told),
        "version": table.version,
    }


def view_for(table: Seating, seat: int | None) -> dict[str, Any]:
    """The table as a seat sees it: who sits where, and the game if it has begun.

    `commitment` is a hash of the secret key of the shuffles; when the game is over `key` opens
    it, which proves that no deal was chosen later.
    """
    key = bytes.fromhex(table.header["key"])
    told: dict[str, Any] = {
        "version": table.version,
        "next": len(table.events),
        "seats": [{"who": seat.who, "name": seat.name} for seat in table.seats],
        "seat": seat,
        "commitment": commitment(key),
        "view": None,
        "actions": [],
    }
    game = table.game
    if game is not None:
        told["view"] = view_data(game.view(seat))
        if seat is not None:
            told["actions"] = [str(action) for action in game.legal_actions(seat)]
        if game.over:
            told["key"] = key.hex()
    return told


def record_for(table: Seating, seat: int | None) -> dict[str, Any]:
    """The record: all of it when the game is over, until then what the seat may know."""
    game = table.game
    if game is None:
        raise Refused("not-started", "the game begins when all seats are taken")
    text = game.record(with_key=True) if game.over else game.seen_record(seat)
    return {"version": table.version, "record": text}
