"""The engine: random play through the public interface, copies, JSON, views, games of bots."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from random import Random

import tenphase as tp
from tenphase.bench.timing import Row
from tenphase.bots import GreedyBot, play_game

__all__ = ["random_steps", "rows"]

STEPS = 20_000
TIMES = 2_000
GAMES = 12


def rows() -> list[Row]:
    """What is measured of the engine."""
    return [
        Row("random play, 4 seats: legal actions and a step", "1/s", 150_000, random_play),
        Row("copy of a state in the middle of a game", "us", 2, copies),
        Row("legal actions and a step on a copy", "us", None, steps_on_copies),
        Row("view of one seat", "us", 8, views),
        Row("state to JSON text", "us", 35, to_json),
        Row("JSON text to state", "us", 80, from_json),
        Row("state to position text", "us", None, to_position),
        Row("position text to state", "us", None, from_position),
        Row("record of a game to a proved replay, one step", "us", None, replays),
        Row("games of four greedy bots", "1/s", 60, bot_games),
        Row("a new process that does nothing", "ms", None, process("pass")),
        Row("a new process that imports attrs", "ms", None, process("import attrs")),
        Row("a new process that imports tenphase", "ms", None, process("import tenphase")),
    ]


def random_steps(steps: int, seed: int = 1) -> tp.Game:
    """Play so many random steps, game after game, and give the game that is on then."""
    dice = Random(seed).random
    game = tp.new_game(seats=4, seed=seed)
    for number in range(steps):
        if game.over:
            game = tp.new_game(seats=4, seed=seed + number)
        actions = game.legal_actions()
        game.play(actions[int(dice() * len(actions))])
    return game


def in_the_middle() -> tp.State:
    """A state with melds on the table and cards that everybody knows."""
    game = random_steps(700, seed=3)
    while not any(game.view(0).table):
        game.play(game.legal_actions()[0])
    return game.state


def random_play() -> Callable[[], int]:
    """Steps of random play."""

    def work() -> int:
        random_steps(STEPS)
        return STEPS

    return work


def _often(act: Callable[[], object], times: int = TIMES) -> Callable[[], int]:
    def work() -> int:
        for _ in range(times):
            act()
        return times

    return work


def copies() -> Callable[[], int]:
    """Copies of a state."""
    return _often(in_the_middle().copy, 10 * TIMES)


def steps_on_copies() -> Callable[[], int]:
    """What a search does: each action of a list on a copy of its own."""
    state = in_the_middle()
    while len(state.legal_actions()) < 5:
        state.apply(state.legal_actions()[0])
    actions = state.legal_actions()

    def work() -> int:
        for _ in range(TIMES):
            for action in actions:
                state.after(action).legal_actions()
        return TIMES * len(actions)

    return work


def views() -> Callable[[], int]:
    """Views of a seat."""
    state = in_the_middle()
    return _often(lambda: state.view(1))


def to_json() -> Callable[[], int]:
    """States to JSON text."""
    state = in_the_middle()
    return _often(lambda: json.dumps(tp.to_json(state)))


def from_json() -> Callable[[], int]:
    """JSON text to states."""
    text = json.dumps(tp.to_json(in_the_middle()))
    return _often(lambda: tp.from_json(text))


def to_position() -> Callable[[], int]:
    """States to position text."""
    return _often(in_the_middle().position)


def from_position() -> Callable[[], int]:
    """Position text to states."""
    text = in_the_middle().position()
    return _often(lambda: tp.position(text), 500)


def replays() -> Callable[[], int]:
    """Steps of replayed records."""
    text = random_steps(2_000).record()
    steps = len(tp.replay(text).moves)

    def work() -> int:
        tp.replay(text)
        return steps

    return work


def bot_games() -> Callable[[], int]:
    """Whole games of bots, each with another deal."""

    def work() -> int:
        for seed in range(GAMES):
            play_game(tp.new_game(seats=4, seed=seed), [GreedyBot() for _ in range(4)])
        return GAMES

    return work


def process(code: str) -> Callable[[], Callable[[], int]]:
    """A new process that runs some code."""

    def work() -> int:
        subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603
        return 1

    return lambda: work
