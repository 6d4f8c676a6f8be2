"""`tenphase demo`: a seeded game of bots, told round by round, and its record proved."""

from __future__ import annotations

from typing import TextIO

import click

import tenphase as tp
from tenphase.bots import make_bot, steps
from tenphase.cli.common import OK, as_json, game_options, given_options, json_option, seed_of
from tenphase.cli.telling import counted, event_words, standing_data, standing_lines
from tenphase.events import Event

__all__ = ["command"]

#: What is told; draws and discards are many and say little.
_TOLD = {
    "laid", "hit", "swapped", "played", "lost turn", "floats", "went out", "nothing to draw",
    "play-off", "game over", "aborted",
}  # fmt: skip
_QUIET = {
    "dealt", "turned up", "drew", "discarded", "shuffled", "stock refilled", "round over",
}  # fmt: skip


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
    tale = _Tale(game, quiet=to_json)
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
    moves = sum(move.action is not None for move in game.moves)
    if replayed.standings != game.standings:
        raise tp.RecordError("the record does not lead to the same standings")
    if file is not None:
        file.write(record)
    if to_json:
        data = {
            "ruleset": game.rules.ruleset.id,
            "seats": seats,
            "seed": seed,
            "bot": bot,
            "rounds": tale.rounds,
            "aborted": game.aborted,
            "winners": list(game.winners),
            "standings": standing_data(game),
            "moves": moves,
            "verified": True,
            "record": record,
        }
        click.echo(as_json(data))
    else:
        click.echo("\nFinal standings")
        for line in standing_lines(game.standings, len(game.rules.phases)):
            click.echo(f"  {line}")
        click.echo(
            f"\nThe record has {moves} moves. Replayed and verified: every move is legal, "
            "and the standings are the same."
        )
    return OK


class _Tale:
    """Tells a game round by round, and keeps what `--json` prints."""

    def __init__(self, game: tp.Game, *, quiet: bool) -> None:
        self.game = game
        self.quiet = quiet
        self.rounds: list[dict[str, object]] = []
        self._told: list[str] = []

    def _say(self, line: str) -> None:
        if not self.quiet:
            click.echo(line)

    def tell(self, event: Event, action: tp.Action | None) -> None:
        """Take notice of one event."""
        view = self.game.view(None)
        if event.kind == "dealt":
            self._told = []
            self.rounds.append({"round": len(self.rounds) + 1, "dealer": event.seat})
            self.rounds[-1]["told"] = self._told
            self._say(f"\nRound {len(self.rounds)}: {event_words(event, view)}")
        elif event.kind == "round over":
            self._round_over(event)
        elif event.kind in _TOLD or event.kind not in _QUIET:
            words = event_words(event, view, action)
            self._told.append(words)
            self._say(f"  {words}")

    def _round_over(self, event: Event) -> None:
        self.rounds[-1]["points"] = list(event.detail)
        self._say(f"  {event_words(event, self.game.view(None))}")
        places = ", ".join(
            f"{s.place}. seat {s.seat} ({counted(s.phases, 'phase')}, {counted(s.points, 'point')})"
            for s in self.game.standings
        )
        self._say(f"  standings: {places}")
