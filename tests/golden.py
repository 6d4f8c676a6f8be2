"""The golden records: whole games, kept to the letter. `python -m tests.golden` writes them anew.

They change when rules, shuffles, the order of legal actions or the text of records change, which
is to be meant when it happens.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import tenphase as tp

FOLDER = Path(__file__).parent / "data" / "records"

#: By file name: the arguments of `new_game`, all with their seed.
GAMES: dict[str, dict[str, Any]] = {
    "two-seats": {"seats": 2, "seed": 1, "phases": "first 2"},
    "fundex": {"seats": 3, "seed": 2, "preset": "fundex", "phases": "first 2"},
    "guide": {"seats": 3, "seed": 3, "preset": "guide", "phases": [1, "C4"]},
    "floating": {
        "seats": 3, "seed": 165, "preset": "ourpastimes", "phases": ["S3", "R4"],
        "going_out": "floating_active", "hand_size": 6,
    },
    "free-order": {
        "seats": 2, "seed": 6, "phases": ["S2+S2", "R4"], "phase_order": "free",
        "wild_replaceable": True, "hit_same_turn": False, "dealer": 1,
    },
    "wrapping": {
        "seats": 2, "seed": 7, "preset": "app", "phases": ["R4", "R5"], "run_wraparound": True,
        "stock_exhausted": "flip_all", "shuffle_on_flip": False, "card_points": {"W": 50},
    },
    "aborted": {"seats": 6, "seed": "seven", "preset": "ravensburger", "max_turns": 90},
    "play-off": {
        "seats": 3, "seed": 99, "phases": ["S2"], "hand_size": 5, "skips": 0,
        "card_points": {"W": 0, **{str(rank): 0 for rank in range(1, 13)}},
    },
    "master": {"ruleset": "ravensburger-master", "seats": 3, "seed": 11, "phases": "first 2"},
    "standard-deck": {"ruleset": "standard-deck", "seats": 3, "seed": 12, "phases": [3, 8]},
    "two-pack": {"ruleset": "two-pack", "seats": 3, "seed": 13, "phases": "first 2"},
    "fixed-rounds": {"ruleset": "fixed-ten-rounds", "seats": 2, "seed": 14, "phases": "first 3"},
    "masters-edition": {"ruleset": "masters-edition", "seats": 2, "seed": 15, "phases": "first 2"},
}  # fmt: skip


def play(arguments: dict[str, Any]) -> tp.Game:
    """A whole game of somebody who often does the first thing that is allowed."""
    game = tp.new_game(**arguments)
    dice = Random(str(arguments["seed"]))
    while not game.over:
        actions = game.legal_actions()
        # early actions are lay-downs and hits, so that the game gets on
        game.play(actions[int(len(actions) * dice.random() ** 2)])
    return game


def main() -> None:
    for name, arguments in GAMES.items():
        game = play(arguments)
        (FOLDER / f"{name}.txt").write_text(game.record(), encoding="utf-8")
        print(name, len(game.moves), "moves,", game.state.round, "rounds")


if __name__ == "__main__":
    main()
