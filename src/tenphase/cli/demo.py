"""`tenphase demo`: a seeded game of bots, told round by round, and its record proved."""

from __future__ import annotations

from typing import TextIO

import click

import tenphase as tp
from tenphase.bots import make_bot, steps
from tenphase.cli.common import OK, as_json, game_options, given_options, json_option, seed_of
from tenphase.cli.tale import Tale, count_moves
from tenphase.cli.telling import standing_lines

__all__ = ["command"]


@click.command("demo")
@click.option("--seats", default=4, show_default=True, help="How many bots play.")
@click.option("--seed", default="7", show_default=True, help="Another seed is another game.")
@click.option("--bot", default="greedy", show_default=True, help="Who plays, by name.")
@click.option("--record", "file", type=click.File("w"), help="Write the record to this file.")
@game_options
@json_option
def command(
    seats: int,
    seed: str,
    bot: str,
    file: TextIO | None,
    ruleset: str,
    preset: str | None,
    options: tuple[str, ...],
    to_json: bool,
) -> int:
    """Let bots play a game, tell it, and prove its record by a replay."""
    chosen = given_options(options)
    # a bot that never gets its phase together has no end
    chosen.setdefault("max_turns", 20_000)
    game = tp.new_game(ruleset, seats=seats, seed=seed_of(seed), preset=preset, options=chosen)
    players = [make_bot(bot, seed=seat) for seat in range(seats)]
    tale = Tale(game, quiet=to_json)
    if not to_json:
        rules = game.rules.ruleset
        click.echo(f"{rules.title} ({rules.id}), {seats} seats, seed {seed}, {bot} bots")
    for event in game.events:
        tale.tell(event, None)
    for _, action, events in steps(game, players):
        for event in events:
            tale.tell(event, action)
    record = game.record()
    replayed = tp.replay(record)
    if replayed.standings != game.standings:
        raise tp.RecordError("the record does not lead to the same standings")
    if file is not None:
        file.write(record)
    if to_json:
        data = {**tale.data, "seed": seed, "bot": bot, "record": record}
        click.echo(as_json(data))
    else:
        click.echo("\nFinal standings")
        for line in standing_lines(game.standings, len(game.rules.phases)):
            click.echo(f"  {line}")
        click.echo(
            f"\nThe record has {count_moves(game)} moves. Replayed and verified: "
            "every move is legal, and the standings are the same."
        )
    return OK
