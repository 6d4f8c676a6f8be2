"""`tenphase play`: a person against bots, in the terminal or through a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TextIO

import click

import tenphase as tp
from tenphase.bots import Bot, make_bot
from tenphase.cli.common import OK, cited, game_options, given_options, seed_of
from tenphase.cli.telling import event_words, phase_words, standing_lines, table_lines
from tenphase.events import Event

__all__ = ["command"]

#: So many actions are listed unless all are asked for.
_LISTED = 30

_HELP = """\
  a number     do that action
  an action    do it: draw stock, lay R5 B5 W / ..., hit W=7 on 2.0, discard R7, play S on 2
  a            list all actions
  ?            this help
  q            quit"""


@click.command("play")
@click.option("--seats", default=4, show_default=True, help="How many play, you included.")
@click.option("--seat", "me", default=0, show_default=True, help="Your seat.")
@click.option("--seed", help="Makes the game repeatable.")
@click.option("--bot", default="greedy", show_default=True, help="Whom you play against, by name.")
@click.option("--record", "file", type=click.File("w"), help="Write the record to this file.")
@game_options
def command(
    seats: int,
    me: int,
    seed: str | None,
    bot: str,
    file: TextIO | None,
    ruleset: str,
    preset: str | None,
    options: tuple[str, ...],
) -> int:
    """Play against bots: pick an action by its number, or write it out."""
    game = tp.new_game(
        ruleset,
        seats=seats,
        seed=None if seed is None else seed_of(seed),
        preset=preset,
        options=given_options(options),
    )
    if not 0 <= me < seats:
        raise click.BadParameter(f"your seat is 0 to {seats - 1}; not {me}")
    table = _Table(game, me, [make_bot(bot, seed=seat) for seat in range(seats)])
    table.tell(game.events)
    while not game.over:
        if not table.step():
            click.echo("Good-bye.")
            break
    else:
        click.echo("\nFinal standings")
    for line in standing_lines(game.standings, len(game.rules.phases)):
        click.echo(f"  {line}")
    if file is not None:
        file.write(game.record())
    return OK


class _Table:
    """The game, and the person at its table."""

    def __init__(self, game: tp.Game, me: int, bots: list[Bot]) -> None:
        self.game = game
        self.me = me
        self.bots = bots
        self.lines = sys.stdin

    def tell(self, events: Iterable[Event], action: tp.Action | None = None) -> None:
        """Say what happened, as far as this seat may know it."""
        view = self.game.view(self.me)
        for event in events:
            if event.kind == "dealt":
                click.echo("")
            words = event_words(event.seen_by(self.me), view, action)
            if words:
                click.echo(f"  {words}".replace(f"seat {self.me} ", f"seat {self.me} (you) ", 1))

    def step(self) -> bool:
        """One action of whoever is to act; False if the person wants to leave."""
        game = self.game
        if self.me in game.actors:
            return self._ask()
        seat = game.actors[0]
        actions = game.legal_actions(seat)
        action = actions[0]
        if len(actions) > 1:
            action = self.bots[seat].choose(game.view(seat), actions)
        self.tell(game.play(action, seat), action)
        return True

    def _ask(self) -> bool:
        actions = self.game.legal_actions(self.me)
        self._show(actions, _LISTED)
        while True:
            click.echo("> ", nl=False)
            line = self.lines.readline()
            if not line:
                click.echo("")
                return False
            word = line.strip()
            if not self.lines.isatty():
                click.echo(word)  # so that a log of a piped game can be read
            if word in ("q", "quit"):
                return False
            if word in ("", "?", "h", "help"):
                click.echo(_HELP)
            elif word in ("a", "all"):
                self._show(actions, len(actions))
            elif self._try(word, actions):
                return True

    def _try(self, word: str, actions: tuple[tp.Action, ...]) -> bool:
        chosen: tp.Action | str = word
        if word.isdecimal():
            if not 1 <= int(word[:9]) <= len(actions):
                click.echo(f"  there are actions 1 to {len(actions)}")
                return False
            chosen = actions[int(word) - 1]
        try:
            events = self.game.play(chosen, self.me)
        except tp.IllegalAction as refusal:
            click.echo(f"  no: {refusal.message} [{refusal.code}]")
            for line in cited(self.game.rules.ruleset, refusal.rule)[1]:
                click.echo(f"  {line}")
        except tp.NotationError as error:
            click.echo(f"  {error} (? for help)")
        else:
            self.tell(events, self.game.moves[-1].action)
            return True
        return False

    def _show(self, actions: tuple[tp.Action, ...], most: int) -> None:
        view = self.game.view(self.me)
        index = view.phase[self.me]
        click.echo("")
        for line in table_lines(view):
            click.echo(f"  table   {line}")
        for seat, cards in enumerate(view.front):
            if cards:
                click.echo(f"  before seat {seat}: {' '.join(card.text for card in cards)}")
        others = ", ".join(f"seat {s} {n}" for s, n in enumerate(view.hand_sizes) if s != self.me)
        click.echo(f"  cards   {others}; stock {view.stock_size}")
        click.echo(f"  discard {view.discard_top or 'none'}")
        goal = "a phase of your choice" if index < 0 else phase_words(view, index)
        down = ", laid" if view.is_down else ""
        click.echo(f"  goal    {goal}{down}")
        click.echo(f"  hand    {' '.join(card.text for card in view.hand)}")
        for number, action in enumerate(actions[:most], 1):
            click.echo(f"  {number:3} {action}")
        if len(actions) > most:
            click.echo(f"      and {len(actions) - most} more (a lists all)")
