"""What is written on a score sheet, and every change of it, so that each can be taken back.

A sheet is a value (`Written`): its players and its rounds. A change puts something in one place of
it, a round or a player, and knows what was there before. So one undo serves them all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import attrs

from tenphase.errors import ScoreError
from tenphase.scoresheet.checks import RoundEntry

__all__ = ["MOST_CHANGES", "Change", "History", "Player", "Written"]

#: So many changes can be taken back; those before are forgotten, so that a file stays small.
MOST_CHANGES = 100

T = TypeVar("T")


@attrs.frozen
class Player:
    """Somebody on the sheet: who, from when to when, and with how many points from the start.

    `joined` and `left` count the rounds played by then; `left` is None for who is still there.

    >>> Player("Eve", joined=3).left is None
    True
    """

    name: str
    joined: int = 0
    left: int | None = None
    points: int = 0


@attrs.frozen
class Written:
    """Everything that is written on a sheet. What follows from it is computed.

    >>> Written((Player("Ann"), Player("Ben"))).names
    ('Ann', 'Ben')
    """

    players: tuple[Player, ...]
    rounds: tuple[RoundEntry, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, as they sit."""
        return tuple([player.name for player in self.players])


@attrs.frozen
class Change:
    """One change of a sheet: what stood in a place before, and what stands there after it.

    - `place`: the index of a round or of a player;
    - `before`, `after`: a `RoundEntry` or a `Player`; None where nothing stood, or stands.

    Printed it tells in a few words what was changed.

    >>> print(Change(0, Player("Eva"), Player("Eve")))
    Eva renamed Eve
    """

    place: int
    before: RoundEntry | Player | None
    after: RoundEntry | Player | None

    def made(self, written: Written) -> Written:
        """The sheet after this change."""
        return _put(written, self.place, self.after, self.before)

    def taken_back(self, written: Written) -> Written:
        """The sheet before this change."""
        return _put(written, self.place, self.before, self.after)

    def __str__(self) -> str:
        before, after = self.before, self.after
        if isinstance(after, RoundEntry):
            return f"round {self.place + 1} {'entered' if before is None else 'amended'}"
        if isinstance(before, RoundEntry):
            return f"round {self.place + 1} struck out"
        if not isinstance(after, Player):
            return "nothing" if before is None else f"{before.name} struck out"
        if not isinstance(before, Player):
            return f"{after.name} joined"
        if after.name != before.name:
            return f"{before.name} renamed {after.name}"
        return f"{after.name} left"


def _put(
    written: Written, place: int, item: RoundEntry | Player | None, instead: object
) -> Written:
    if isinstance(item, RoundEntry) or (item is None and isinstance(instead, RoundEntry)):
        return attrs.evolve(written, rounds=_at(written.rounds, place, item))
    players = _at(written.players, place, item)
    added = len(players) - len(written.players)
    rounds = written.rounds
    if added:
        rounds = tuple([_for_seats(entry, len(players)) for entry in rounds])
    return Written(players, rounds)


def _at(items: tuple[T, ...], place: int, item: T | None) -> tuple[T, ...]:
    """Put an item in its place; None takes away the last one."""
    if item is None:
        return items[:place]
    return (*items[:place], item, *items[place + 1 :])


def _for_seats(entry: RoundEntry, seats: int) -> RoundEntry:
    """A round with a value for each of so many seats; those that were not there have nothing."""
    more = seats - len(entry.points)
    if any(entry.points[seats:]) or any(entry.laid[seats:]):
        raise ScoreError("somebody who has played cannot be taken off the sheet", round=None)
    return RoundEntry(
        (entry.points + (0,) * more)[:seats],
        (entry.laid + (False,) * more)[:seats],
        (entry.phases + (None,) * more)[:seats],
        entry.out,
    )


class History:
    """The changes of a sheet: those that can be taken back, and those that can be made again.

    >>> history = History()
    >>> history.add(Change(0, Player("Eva"), Player("Eve")))
    >>> print(history.next_undo, history.next_redo)
    Eva renamed Eve None
    """

    def __init__(self, done: Iterable[Change] = (), undone: Iterable[Change] = ()) -> None:
        #: the last one is the next to be taken back
        self.done = list(done)
        #: the last one is the next to be made again
        self.undone = list(undone)

    @property
    def next_undo(self) -> Change | None:
        """The change that is taken back next."""
        return self.done[-1] if self.done else None

    @property
    def next_redo(self) -> Change | None:
        """The change that is made again next."""
        return self.undone[-1] if self.undone else None

    def add(self, change: Change) -> None:
        """A new change; what was taken back before is lost, for it does not fit any more."""
        self.done.append(change)
        del self.done[:-MOST_CHANGES]
        self.undone.clear()

    def undo(self) -> Change:
        """The change that is taken back, marked as such."""
        if not self.done:
            raise ScoreError("there is no change to take back", round=None)
        self.undone.append(self.done.pop())
        return self.undone[-1]

    def redo(self) -> Change:
        """The change that is made again, marked as such."""
        if not self.undone:
            raise ScoreError("no change was taken back", round=None)
        self.done.append(self.undone.pop())
        return self.done[-1]
