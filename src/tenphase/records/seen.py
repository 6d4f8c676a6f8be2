"""The record of a game as one player, or everybody, may know it while the game goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from tenphase.actions import Choose
from tenphase.events import Events
from tenphase.records.record import Record, Step, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenphase.events import Event
    from tenphase.game import Game, Move

__all__ = ["seen_record"]

#: Fields of a start position that may hold cards which not everybody knows.
_HIDDEN = ("hand", "stock", "pile", "pending", "memory")


def seen_record(game: Game, seat: int | None) -> Record:
    """The game so far as a seat may know it, or the public (None). Raises `OptionError`.

    Of a shuffle it says how many cards were shuffled, of a card drawn from the stock only its
    owner sees the text, and there are no checks, which could be tried against guessed cards.
    """
    game.view(seat)  # there is such a seat
    whole = Record.of(game)
    steps, comments = [], {}
    for step, (move, log) in zip(whole.steps, game.history, strict=True):
        events = [event.seen_by(seat) for event in Events(game.rules, log)]
        steps.append(_seen_step(step, move, events))
        words = [word for event in events for word in _words(event)]
        if words:
            comments[step.number] = words
    return attrs.evolve(
        whole,
        seen_by="everybody" if seat is None else f"seat {seat}",
        start=None if whole.start is None else _seen_start(whole.start, seat),
        steps=tuple(steps),
        comments=comments,
    )


def _seen_step(step: Step, move: Move, events: Sequence[Event]) -> Step:
    facts = [
        (fact, f"{len(value.split())} cards" if fact == "shuffle" else value)
        for fact, value in step.facts
    ]
    action = step.action
    # a choice may name cards that what comes of it keeps secret
    if isinstance(move.action, Choose) and any(e.secret and not e.cards for e in events):
        action = str(attrs.evolve(move.action, cards=())) + " ?"
    return attrs.evolve(step, action=action, facts=tuple(facts))


def _words(event: Event) -> list[str]:
    return words_of(event.kind, event.seat, " ".join([card.text for card in event.cards]))


def _seen_start(start: str, seat: int | None) -> str:
    lines = []
    for line in start.splitlines():
        field = line.partition(":")[0]
        if field.split()[0] not in _HIDDEN or field == f"hand {seat}":
            lines.append(line)
    return "\n".join(lines)
