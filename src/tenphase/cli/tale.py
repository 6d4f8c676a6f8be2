"""A game told round by round, while it is played or replayed; and as data, once it is proved."""

from __future__ import annotations

from typing import Any

import click

import tenphase as tp
from tenphase.cli.telling import counted, event_words, standing_data
from tenphase.events import Event

__all__ = ["Tale", "count_moves"]

#: What is told; draws and discards are many and say little.
_TOLD = {
    "laid", "hit", "swapped", "played", "lost turn", "floats", "went out", "nothing to draw",
    "play-off", "game over", "aborted",
}  # fmt: skip
_QUIET = {
    "dealt", "turned up", "drew", "discarded", "shuffled", "stock refilled", "round over",
}  # fmt: skip


def count_moves(game: tp.Game) -> int:
    """How often somebody acted; the deal does not count."""
    return sum(move.action is not None for move in game.moves)


class Tale:
    """Tells a game round by round, and keeps what `--json` prints."""

    def __init__(self, game: tp.Game, *, quiet: bool) -> None:
        self.game = game
        self.quiet = quiet
        self.rounds: list[dict[str, Any]] = []
        self._told: list[str] = []

    def _say(self, line: str) -> None:
        if not self.quiet:
            click.echo(line)

    def tell(self, event: Event, action: tp.Action | None) -> None:
        """Take notice of one event."""
        view = self.game.view(None)
        if event.kind != "dealt" and not self.rounds:
            self._begin({"round": self.game.start.round})  # the game began in the middle of one
        if event.kind == "dealt":
            number = self.rounds[-1]["round"] + 1 if self.rounds else 1
            self._begin({"round": number, "dealer": event.seat}, f": {event_words(event, view)}")
        elif event.kind == "round over":
            self._round_over(event)
        elif event.kind in _TOLD or event.kind not in _QUIET:
            words = event_words(event, view, action)
            self._told.append(words)
            self._say(f"  {words}")

    @property
    def data(self) -> dict[str, Any]:
        """What has been told, and how the game stands, as data."""
        game = self.game
        return {
            "ruleset": game.rules.ruleset.id,
            "seats": game.rules.seats,
            "rounds": self.rounds,
            "over": game.over,
            "aborted": game.aborted,
            "winners": list(game.winners),
            "standings": standing_data(game),
            "moves": count_moves(game),
            "verified": True,
        }

    def _begin(self, about: dict[str, Any], words: str = "") -> None:
        self._told = []
        self.rounds.append({**about, "told": self._told})
        self._say(f"\nRound {about['round']}{words}")

    def _round_over(self, event: Event) -> None:
        self.rounds[-1]["points"] = list(event.detail)
        self._say(f"  {event_words(event, self.game.view(None))}")
        places = ", ".join(
            f"{s.place}. seat {s.seat} ({counted(s.phases, 'phase')}, {counted(s.points, 'point')})"
            for s in self.game.standings
        )
        self._say(f"  standings: {places}")
