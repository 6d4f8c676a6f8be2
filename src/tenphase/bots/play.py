"""Letting bots play a game to its end."""

from __future__ import annotations

from collections.abc import Sequence

from tenphase.bots.base import Bot
from tenphase.errors import OptionError
from tenphase.game import Game

__all__ = ["play_game"]


def play_game(game: Game, bots: Sequence[Bot]) -> Game:
    """Play a game to its end, seat by seat, and return it.

    A bot is asked only where there is a choice. Games of bots that never lay a phase have no
    end; give such a game the option `max_turns`. Raises `OptionError` unless there is one bot
    for each seat, and `IllegalAction` if a bot comes up with an action of its own that is not
    legal.

    >>> import tenphase as tp
    >>> from tenphase.bots import GreedyBot
    >>> game = play_game(tp.new_game(seats=3, seed=1, phases="first 2"), [GreedyBot()] * 3)
    >>> game.over, len(game.winners)
    (True, 1)
    """
    if len(bots) != game.rules.seats:
        raise OptionError(f"{game.rules.seats} seats need as many bots, not {len(bots)}")
    while not game.over:
        actions = game.legal_actions()
        seat = None
        if not actions:  # the decision is another seat's than the one whose turn it is
            seat = game.actors[0]
            actions = game.legal_actions(seat)
        if len(actions) == 1:
            game.play(actions[0], seat)
            continue
        actor = game.to_act if seat is None else seat
        assert actor is not None
        game.play(bots[actor].choose(game.view(actor), actions), seat)
    return game
