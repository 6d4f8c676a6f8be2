"""Players that are no people.

A bot is anything with a method `choose(view, actions)`: it is shown what its seat may know and what
it may do, and returns one of the actions. It never sees the state.

>>> import tenphase as tp
>>> from tenphase.bots import GreedyBot, RandomBot, play_game
>>> game = tp.new_game(seats=2, seed=7, phases="first 1")
>>> play_game(game, [GreedyBot(), RandomBot(seed=1)]).over
True
"""

from tenphase.bots.base import Bot, bot_names, make_bot, register_bot
from tenphase.bots.greedy import GreedyBot
from tenphase.bots.play import play_game, steps
from tenphase.bots.random_bot import RandomBot

__all__ = [
    "Bot",
    "GreedyBot",
    "RandomBot",
    "bot_names",
    "make_bot",
    "play_game",
    "register_bot",
    "steps",
]

register_bot("greedy", lambda seed: GreedyBot())
register_bot("random", RandomBot)
