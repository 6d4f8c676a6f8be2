"""Whole games between bots that play sensibly: they must come to an end."""

from __future__ import annotations

from random import Random

from tenphase.bots import GreedyBot
from tenphase.game import new_game
from tenphase.ruleset import Ruleset
from tenphase.testing.games import Broken, Play
from tenphase.testing.report import Failure, Lengths
from tenphase.testing.watch_rules import Conserved, Progress

__all__ = ["BOTS_SAY", "play_bots"]

BOTS_SAY = "games between sensible bots end, and no card is lost on the way"
_MOST_TURNS = 20_000
#: After so many turns of a round the bots try their luck more and more, lest they go round in
#: circles where a ruleset forbids what they hope for, or asks for melds that they do not know.
_LONG = 200


def play_bots(ruleset: Ruleset, games: int, *, first: int = 0) -> tuple[Lengths, Failure | None]:
    """Play games to their end, by all presets and numbers of seats in turn.

    Game number n has the seed n, so `first` goes on where another run has stopped.
    """
    presets = list(ruleset.presets)
    least, most = ruleset.seats
    sizes = range(least, most + 1)
    rounds: list[int] = []
    turns: list[int] = []
    for number in range(first, first + games):
        arguments: dict[str, object] = {
            "seats": sizes[number // len(presets) % len(sizes)],
            "preset": presets[number % len(presets)],
            "seed": number,
        }
        play: Play | None = None
        try:
            game = new_game(ruleset, **arguments)  # type: ignore[arg-type]
            play = Play(ruleset, arguments, game, game.state, Random(number))
            _play(play)
        except Broken as broken:
            assert play is not None
            return Lengths(rounds=tuple(rounds), turns=tuple(turns)), play.failure(broken.message)
        except Exception as error:  # noqa: BLE001 - the ruleset under test may do anything
            message = f"{type(error).__name__}: {error}"
            failure = (
                Failure(message=message, game=arguments) if play is None else play.failure(message)
            )
            return Lengths(rounds=tuple(rounds), turns=tuple(turns)), failure
        rounds.append(play.state.round)
        turns.append(play.state.turn)
    return Lengths(rounds=tuple(rounds), turns=tuple(turns)), None


_bot = GreedyBot()
_watchers = (Conserved(), Progress())


def _play(play: Play) -> None:
    game = play.game
    began = 0
    while not game.over:
        state = play.state
        if play.before is not None and play.before.round != state.round:
            began = state.turn
        actors = state.actors
        if not actors:
            raise Broken("bots", "nobody may act")
        play.seat = actors[0]
        legal = state.legal_actions(play.seat)
        if not legal:
            raise Broken("bots", f"seat {play.seat} is to act, and nothing is legal")
        if len(legal) == 1:
            play.action = legal[0]
        elif play.dice.random() < (state.turn - began - _LONG) / _LONG:
            play.action = play.dice.choice(legal)
        else:
            play.action = _bot.choose(game.view(play.seat), legal)
        play.before = state
        play.actions.append(str(play.action))
        game.play(play.action, play.seat)
        play.state = game.state
        for watcher in _watchers:
            watcher.moved(play)
        if play.state.turn > _MOST_TURNS:
            raise Broken("bots", f"the game has no end after {_MOST_TURNS} turns")
