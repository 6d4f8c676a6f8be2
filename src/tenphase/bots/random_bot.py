"""A bot that does anything."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tenphase.actions import Action
from tenphase.views import View

__all__ = ["RandomBot"]


class RandomBot:
    """Does one of the legal actions, each with the same chance.

    Two bots with the same seed that are asked the same questions give the same answers.

    >>> import tenphase as tp
    >>> game = tp.new_game(seats=2, seed=7)
    >>> str(RandomBot(seed=3).choose(game.view(1), game.legal_actions()))
    'draw stock'
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self._dice = Random(seed)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """Any of the actions."""
        return actions[int(self._dice.random() * len(actions))]

    def __repr__(self) -> str:
        return f"RandomBot({self.seed})"
