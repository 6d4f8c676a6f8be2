"""What a bot is, and the names under which bots are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from tenphase.actions import Action
from tenphase.errors import DefinitionError, OptionError, brief
from tenphase.views import View

__all__ = ["Bot", "bot_names", "make_bot", "register_bot"]


@runtime_checkable
class Bot(Protocol):
    """A player: it is shown a seat's view and what the seat may do, and says what it does.

    >>> class First:
    ...     def choose(self, view, actions):
    ...         return actions[0]
    >>> isinstance(First(), Bot)
    True
    """

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """One of `actions`, which are never empty."""
        ...


_makers: dict[str, Callable[[int], Bot]] = {}


def register_bot(name: str, make: Callable[[int], Bot]) -> None:
    """Let a bot be asked for by name; `make` gets a seed and returns a new bot.

    Raises `DefinitionError` if the name is taken by another one.

    >>> from tenphase.bots import RandomBot
    >>> register_bot("random", RandomBot)
    >>> register_bot("random", lambda seed: RandomBot(seed + 1))
    Traceback (most recent call last):
    tenphase.errors.DefinitionError: there is a bot 'random' already
    """
    if _makers.setdefault(name, make) is not make:
        raise DefinitionError(f"there is a bot {brief(name)} already")


def bot_names() -> tuple[str, ...]:
    """The names that `make_bot` knows.

    >>> {"greedy", "random"} <= set(bot_names())
    True
    """
    return tuple(sorted(_makers))


def make_bot(name: str, seed: int = 0) -> Bot:
    """A new bot of this name. Raises `OptionError` for an unknown name.

    >>> make_bot("greedy")
    GreedyBot()
    """
    try:
        make = _makers[name]
    except KeyError:
        known = ", ".join(bot_names())
        raise OptionError(f"there is no bot {brief(name)} (there are: {known})") from None
    return make(seed)
