"""The record of a game as one player, or everybody, may know it while the game goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from tenphase.actions import Choose
from tenphase.events import Events
from tenphase.records.record import Record, words_of
from tenphase.stages import Stage

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
    stages = _stages(game)
    steps, comments = [], {}
    for step, stage, (move, log) in zip(whole.steps, stages, game.history, strict=True):
        events = Events(game.rules, log)
        told = step.action if move.seat == seat else _told(move, stage, events)
        facts = [
            (fact, f"{len(value.split())} cards" if fact == "shuffle" else value)
            for fact, value in step.facts
        ]
        steps.append(attrs.evolve(step, action=told, facts=tuple(facts)))
        words = [word for event in events for word in _words(event.seen_by(seat))]
        if words:
            comments[step.number] = words
    return attrs.evolve(
        whole,
        seen_by="everybody" if seat is None else f"seat {seat}",
        start=None if whole.start is None else _seen_start(whole.start, seat),
        steps=tuple(steps),
        comments=comments,
    )


def _told(move: Move, stage: Stage | None, events: Sequence[Event]) -> str | None:
    """What others are told of a move, with `?` for what is not for them.

    Whether something is left out never depends on a hidden card, or that would be a hint itself.
    """
    action = move.action
    if action is None:
        return None
    verb = str(action).split()[0]
    if stage is not None and _answers_together(stage):
        return f"{verb} ?"
    if any(event.secret and event.seat == move.seat for event in events):
        shown = str(attrs.evolve(action, cards=())) if isinstance(action, Choose) else verb
        return f"{shown} ?"
    return str(action)


def _stages(game: Game) -> list[Stage | None]:
    """The stage that each move was made in, where it matters for a seen record."""
    if not any(_answers_together(stage) for stage in game.rules.stages.values()):
        return [None] * len(game.moves)
    again = game.copy()
    deals = sum(move.action is None for move in game.moves)
    if moves := len(game.moves) - deals:
        again.undo(moves)
    found: list[Stage | None] = [None] * deals
    for _ in range(moves):
        found.append(again.rules.stages[again.state.stage])
        again.redo()
    return found


def _answers_together(stage: Stage) -> bool:
    """Whether several seats may act at once in a stage, so that answers may be secret."""
    return type(stage).actors is not Stage.actors


def _words(event: Event) -> list[str]:
    return words_of(event.kind, event.seat, " ".join([card.text for card in event.cards]))


def _seen_start(start: str, seat: int | None) -> str:
    lines = []
    for line in start.splitlines():
        field = line.partition(":")[0]
        if field.split()[0] not in _HIDDEN or field == f"hand {seat}":
            lines.append(line)
    return "\n".join(lines)
