"""`tenphase replay`: a recorded game, proved step by step and told round by round."""

from __future__ import annotations

from typing import TextIO

import click

import tenphase as tp
from tenphase.cli.common import OK, as_json, json_option
from tenphase.cli.record import read_record
from tenphase.cli.tale import Tale, count_moves
from tenphase.cli.telling import standing_lines
from tenphase.events import Events

__all__ = ["command"]


@click.command("replay")
@click.argument("file", type=click.File())
@json_option
def command(file: TextIO, to_json: bool) -> int:
    """Prove a record (a text, or JSON; - is the standard input) by the rules, and tell the game.

    The first step that the rules do not bear out is an error, with its number and rule.
    """
    game = read_record(file.read()).replay()
    tale = Tale(game, quiet=to_json)
    if not to_json:
        rules = game.rules.ruleset
        click.echo(f"{rules.title} ({rules.id}), {game.rules.seats} seats")
    _tell(game, tale)
    if to_json:
        click.echo(as_json(tale.data))
        return OK
    click.echo("\nFinal standings" if game.over else "\nStandings so far, the game is not over")
    for line in standing_lines(game.standings, len(game.rules.phases)):
        click.echo(f"  {line}")
    click.echo(f"\nReplayed and verified: all {count_moves(game)} moves are legal.")
    return OK


def _tell(game: tp.Game, tale: Tale) -> None:
    """Go back to the start, then forward again move by move, so that standings are of the time."""
    moves = count_moves(game)
    if moves:
        game.undo(moves)
    for event in game.events:
        tale.tell(event, None)
    for _ in range(moves):
        game.redo()
        move, log = game.history[-1]
        for event in Events(game.rules, log):
            tale.tell(event, move.action)
