"""Letting bots play a game to its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tenphase.actions import Action
from tenphase.bots.base import Bot
from tenphase.errors import OptionError
from tenphase.events import Events
from tenphase.game import Game

__all__ = ["play_game", "steps"]


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
    for _ in steps(game, bots):
        pass
    return game


def steps(game: Game, bots: Sequence[Bot]) -> Iterator[tuple[int, Action, Events]]:
    """Like `play_game`, one action after the other: who did what, and what happened.

    >>> import tenphase as tp
    >>> from tenphase.bots import GreedyBot
    >>> seat, action, events = next(steps(tp.new_game(seats=2, seed=7), [GreedyBot()] * 2))
    >>> seat, str(action), events[0].kind
    (1, 'draw stock', 'drew')
    """
    if len(bots) != game.rules.seats:
        raise OptionError(f"{game.rules.seats} seats need as many bots, not {len(bots)}")
    while (seat := game.to_act) is not None:
        actions = game.legal_actions(seat)
        if not actions:  # the decision is another seat's than the one whose turn it is
            seat = game.actors[0]
            actions = game.legal_actions(seat)
        action = actions[0]
        if len(actions) > 1:
            action = bots[seat].choose(game.view(seat), actions)
        yield seat, action, game.play(action, seat)
