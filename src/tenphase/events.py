"""What happened, as values that can be told to a player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

import attrs

from tenphase.cards import Card

if TYPE_CHECKING:
    from tenphase.rules import Rules

__all__ = ["Event", "Events"]


@attrs.frozen
class Event:
    """One thing that happened in a game.

    - `kind`: "dealt", "shuffled", "turned up", "drew", "stock refilled", "nothing to draw",
      "laid", "hit", "swapped", "discarded", "played", "lost turn", "floats", "went out",
      "round over", "play-off", "game over", "aborted", or a word of a ruleset;
    - `seat`: who did it or whom it befell, None for the table;
    - `cards`: the cards concerned; of a card drawn from the stock and of a shuffle only who may
      see it knows the cards, for others the tuple is empty (`seen_by`);
    - `detail`: what else there is to know, depending on the kind: the pile of a draw, the index of
      the phase laid, (owner, meld, face label) of a hit, the target of a played card, the
      penalty points by seat of a round, the winners;
    - `secret`: the ruleset says that only the seat itself may know the cards.

    >>> Event("lost turn", 2).seat
    2
    """

    kind: str
    seat: int | None = None
    cards: tuple[Card, ...] = ()
    detail: Any = None
    secret: bool = False

    @property
    def is_hidden(self) -> bool:
        """Whether its cards are not for everybody."""
        if self.kind == "shuffled" or self.secret:
            return True
        return self.kind == "drew" and self.detail == "stock"

    def seen_by(self, seat: int | None) -> Event:
        """The event as a seat may know it, or the public (None)."""
        own = seat is not None and seat == self.seat
        if not self.is_hidden or (own and self.kind != "shuffled"):
            return self
        return attrs.evolve(self, cards=())


class Events(Sequence[Event]):
    """What an action has done: a sequence of events that are built when they are looked at.

    >>> import tenphase as tp
    >>> [event.kind for event in tp.new_game(seed=1).play("draw stock")]
    ['drew']
    """

    __slots__ = ("_log", "_rules")

    def __init__(self, rules: Rules, log: Sequence[tuple[Any, ...]]) -> None:
        self._rules = rules
        self._log = log

    def __len__(self) -> int:
        return len(self._log)

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> Events: ...
    def __getitem__(self, index: int | slice) -> Event | Events:
        if isinstance(index, slice):
            return Events(self._rules, self._log[index])
        return _event(self._rules, self._log[index])

    def __repr__(self) -> str:
        return repr(list(self))


def _event(rules: Rules, entry: tuple[Any, ...]) -> Event:
    """The event behind an entry of a state's log."""
    kind, seat, codes, *rest = entry
    detail: Any = rest[0] if rest else None
    secret = len(rest) > 1 and bool(rest[1])
    if kind == "hit":
        owner, meld, face = detail
        detail = (owner, meld, rules.faces.faces[face].label)
    return Event(kind, seat, rules.deck.decode(codes), detail, secret)
