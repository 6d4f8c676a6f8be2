"""Records: a game as a text that proves itself.

A record holds the rules (ruleset, version, every option), the orders of the cards wherever they
were shuffled, every step in notation, the points of every round and the standings. So a replay
needs neither the game's key nor the code that shuffles: it depends on the rules alone, and
stops at the first step that they do not bear out.
"""

from __future__ import annotations

from tenphase.game import Game
from tenphase.records.record import Record, Step

__all__ = ["Record", "Step", "replay"]

# where users find them, in the reference too
Record.__module__ = Step.__module__ = __name__


def replay(text: str) -> Game:
    """Play a record again, proving every step against the rules, and give the game.

    A step that is illegal, changed or missing, a wrong shuffle, wrong points or standings raise
    `RecordError` with the number of the step, the code and rule of the refusal, and the reason.

    The game's state equals the original one but for the secret key, which a record does not
    hold unless it was made `with_key`: `State.same_position` compares all the rest. Shuffles
    after the end of the record come from a fresh key.

    >>> import tenphase as tp
    >>> game = tp.new_game(seats=2, seed=7, phases="first 1")
    >>> for text in ("draw stock", "discard Y3", "draw discard"):
    ...     _ = game.play(text)
    >>> again = tp.replay(game.record())
    >>> again.state.same_position(game.state)
    True
    >>> tp.replay(game.record().replace("draw discard", "draw stock"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    tenphase.errors.RecordError: step 3 has been changed, it does not match its check ...
    """
    return Record.parse(text).replay()
