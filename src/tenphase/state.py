"""The whole game as one value.

A `State` holds everything that is needed to go on: hands, piles, the table, whose turn it is and
in which stage, what is pending, progress and points, and the key of the coming shuffles. All of
its fields are immutable and shared between copies, so that a copy costs a microsecond; only
the stages of the turn machine and `flow` put new values into them.

A hand is sorted bytes of card codes, a pile is bytes from bottom to top, the table is, by seat, a
tuple of `Laid` melds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenphase.actions import MANY_PARTS, Action, Leave, odd_part, parse_action
from tenphase.errors import IllegalAction, NotationError, brief
from tenphase.laid import Laid

if TYPE_CHECKING:
    from tenphase.rules import Rules
    from tenphase.views import View

__all__ = ["GAME_OVER", "State"]

GAME_OVER = "game over"


#: The fields that make the value of a state, each with its meaning.
FIELDS: dict[str, str] = {
    "stage": "the name of the stage that the turn is in",
    "to_act": "the seat whose turn it is",
    "round": "the number of the deal, from 1",
    "turn": "the number of turns begun in the game, lost ones included",
    "dealer": "the seat that dealt",
    "direction": "1 when play goes to the left, -1 when it goes to the right",
    "active": "the seats that play in this round, ascending",
    "hands": "by seat: the sorted hand",
    "stock": "the stock, the top card last",
    "discard": "the discard pile, the top card last",
    "table": "by seat: the melds it owns",
    "front": "by seat: cards that lie in front of it, such as a Skip",
    "phase": "by seat: the index of the phase it tries, -1 when it has not chosen",
    "upcoming": "by seat: the phase of the next round, while this one's end is being settled",
    "done": "by seat: a bit mask of completed phases",
    "totals": "by seat: penalty points of the rounds played",
    "skips": "by seat: turns that it is going to lose",
    "guard": "by seat: the seat that must come up before this one may be skipped again, or -1",
    "known": "by seat: cards that everybody saw going into its hand and not leaving it",
    "floating": "whether the seat to act began its turn without cards",
    "laid_now": "whether the seat to act has laid its phase in this turn",
    "taken": "the code of the card taken from the discard pile in this turn, or -1",
    "out": "the seat that went out first in this round, or -1",
    "playoff": "whether this round decides between tied winners",
    "winners": "the winners, once the game is over",
    "aborted": "whether the turn limit ended the game",
    "pending": "data of a decision that is open, owned by the stage that asked for it",
    "piles": "further piles of the ruleset, by name",
    "memory": "further data of the ruleset, by name: str, int, bool, None, and tuples of these",
    "key": "the secret key of the shuffles",
    "shuffles": "how many shuffles there have been",
    "script": "orders of the cards that the coming shuffles take instead of new ones, in replays",
}


class State:
    """One moment of a game. Build one with `new_game`, `position` or `replay`.

    >>> import tenphase as tp
    >>> state = tp.position("mattel-classic", hands={1: "R5 B5 G5 R7 B7 Y7 W R12 B12 S R1"},
    ...                     to_act=1, stage="play")
    >>> state.apply("lay R5 B5 G5 / R7 B7 Y7")
    >>> copy = state.after("hit W=5 on 1.0")
    >>> copy == state
    False
    """

    __slots__ = (*FIELDS, "_hits", "_legal", "log", "rules")

    rules: Rules
    stage: str
    to_act: int
    round: int
    turn: int
    dealer: int
    direction: int
    active: tuple[int, ...]
    hands: tuple[bytes, ...]
    stock: bytes
    discard: bytes
    table: tuple[tuple[Laid, ...], ...]
    front: tuple[bytes, ...]
    phase: tuple[int, ...]
    upcoming: tuple[int, ...]
    done: tuple[int, ...]
    totals: tuple[int, ...]
    skips: tuple[int, ...]
    guard: tuple[int, ...]
    known: tuple[bytes, ...]
    floating: bool
    laid_now: bool
    taken: int
    out: int
    playoff: bool
    winners: tuple[int, ...]
    aborted: bool
    pending: tuple[Any, ...]
    piles: dict[str, bytes]
    memory: dict[str, Any]
    key: bytes
    shuffles: int
    script: tuple[bytes, ...]
    #: what happened, as plain tuples, if somebody wants to know (not part of the value)
    log: list[tuple[Any, ...]] | None
    #: caches, dropped when what they depend on changes
    _legal: tuple[Action, ...] | None
    _hits: dict[int, tuple[Action, ...]] | None

    def __init__(self, rules: Rules, key: bytes) -> None:
        """A state before the first deal; `flow.start` deals."""
        seats = rules.seats
        self.rules = rules
        self.key = key
        self.shuffles = 0
        self.script = ()
        self.stage = GAME_OVER
        self.to_act = self.round = self.turn = self.dealer = 0
        self.direction = 1
        self.active = tuple(range(seats))
        self.hands = self.front = self.known = (b"",) * seats
        self.stock = self.discard = b""
        self.table = ((),) * seats
        self.phase = self.done = self.totals = self.skips = (0,) * seats
        self.guard = (-1,) * seats
        self.floating = self.laid_now = self.playoff = self.aborted = False
        self.taken = self.out = -1
        self.winners = self.upcoming = ()
        self.pending = ()
        self.piles = {}
        self.memory = {}
        self.log = None
        self._legal = None
        self._hits = None

    def copy(self) -> State:
        """An independent copy. It keeps no log."""
        new: State = State.__new__(State)
        new.rules = self.rules
        new.stage = self.stage
        new.to_act = self.to_act
        new.round = self.round
        new.turn = self.turn
        new.dealer = self.dealer
        new.direction = self.direction
        new.active = self.active
        new.hands = self.hands
        new.stock = self.stock
        new.discard = self.discard
        new.table = self.table
        new.front = self.front
        new.phase = self.phase
        new.upcoming = self.upcoming
        new.done = self.done
        new.totals = self.totals
        new.skips = self.skips
        new.guard = self.guard
        new.known = self.known
        new.floating = self.floating
        new.laid_now = self.laid_now
        new.taken = self.taken
        new.out = self.out
        new.playoff = self.playoff
        new.winners = self.winners
        new.aborted = self.aborted
        new.pending = self.pending
        new.piles = self.piles
        new.memory = self.memory
        new.key = self.key
        new.shuffles = self.shuffles
        new.script = self.script
        new.log = None
        new._legal = self._legal
        new._hits = self._hits
        return new

    __copy__ = copy

    def __reduce__(self) -> tuple[Any, ...]:
        # tables and caches belong to the process: the copy gets those of its own rules
        number = list(self.rules.kinds.values()).index
        melds = [[(number(laid.table), laid.cards, laid.shown) for laid in m] for m in self.table]
        values = {name: getattr(self, name) for name in FIELDS if name != "table"}
        return _restored, (self.rules, melds, values)

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return _same_rules(self.rules, other.rules) and all(
            getattr(self, name) == getattr(other, name) for name in FIELDS
        )

    def same_position(self, other: State) -> bool:
        """Whether all is equal but the secret key and the scripted orders of coming shuffles.

        So is the state of a game that was replayed from its record, which holds no key.

        >>> import tenphase as tp
        >>> one = tp.position("mattel-classic", key="11" * 32)
        >>> one.same_position(one.copy())
        True
        """
        names = [name for name in FIELDS if name not in ("key", "script")]
        return _same_rules(self.rules, other.rules) and all(
            getattr(self, name) == getattr(other, name) for name in names
        )

    def __hash__(self) -> int:
        return hash((self.hands, self.stock, self.discard, self.stage, self.to_act, self.turn))

    def __repr__(self) -> str:
        return (
            f"<State {self.rules.ruleset.id}, round {self.round}, "
            f"seat {self.to_act} to {self.stage}>"
        )

    # -- asking --------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.stage == GAME_OVER

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now: one, several, or none when the game is over."""
        if self.stage == GAME_OVER:
            return ()
        return self.rules.stages[self.stage].actors(self)

    def legal_actions(self, seat: int | None = None) -> tuple[Action, ...]:
        """What a seat may do now, in a fixed order; by default the seat to act.

        The list is canonical: one action for each distinct result. Lay-downs are given with the
        least number of cards where further cards can follow as hits in the same turn; larger ones
        are accepted by `apply` all the same. It is empty for a seat that may not act, and after
        the game.
        """
        if seat is None or (seat == self.to_act and seat.__class__ is int):
            legal = self._legal
            if legal is None:
                legal = self._legal = self._compute_legal(self.to_act)
            return legal
        return self._compute_legal(seat)

    def _compute_legal(self, seat: int) -> tuple[Action, ...]:
        if seat.__class__ is not int:  # True and 1.0 equal 1, but are no seats
            return ()
        if self.stage == GAME_OVER or seat not in self.rules.stages[self.stage].actors(self):
            return ()
        return self.rules.stages[self.stage].legal(self, seat)

    def check(self, action: Action | str, seat: int | None = None) -> IllegalAction | None:
        """The refusal that `apply` would raise, or None if the action is legal.

        A text that is no action at all is refused, too, with the code `not-an-action`.
        """
        try:
            self.after(action, seat)
        except IllegalAction as refusal:
            return refusal
        except NotationError as error:
            return self.rules.refusal("not-an-action", str(error))
        return None

    def view(self, seat: int | None) -> View:
        """What a seat may know of this state; None is a spectator."""
        from tenphase.views import view_of

        return view_of(self, seat)

    # -- moving --------------------------------------------------------------------------------

    def apply(self, action: Action | str, seat: int | None = None) -> None:
        """Carry out an action in place. Raises `IllegalAction` and then changes nothing.

        `action` may be its text. `seat` is who acts, by default the seat to act.
        """
        rules = self.rules
        if isinstance(action, str):
            action = parse_action(action, rules.deck)
        if self.stage == GAME_OVER:
            raise rules.refusal("game-over", "the game is over")
        stage = rules.stages[self.stage]
        if seat is None:
            seat = self.to_act
        elif seat.__class__ is not int:  # True and 1.0 equal 1, but are no seats
            raise rules.refusal("not-your-turn", f"a seat is a whole number; not {brief(seat)}")
        if action.__class__ is Leave:
            from tenphase.flow import leave

            leave(self, seat)
            self._legal = None
            return
        if seat != self.to_act and seat not in stage.actors(self):
            message = f"seat {brief(seat)} is not to act, seat {self.to_act} is"
            raise rules.refusal("not-your-turn", message, seats=(seat,))
        if action.__class__ in MANY_PARTS and (odd := odd_part(action)):
            raise rules.refusal("not-an-action", odd)
        stage.apply(self, seat, action)
        self._legal = None

    def after(self, action: Action | str, seat: int | None = None) -> State:
        """The state after an action; this one stays as it is."""
        new = self.copy()
        new.apply(action, seat)
        return new

    def position(self) -> str:
        """The state as a position text, hidden cards and key included; `position` reads it."""
        from tenphase.position_text import position_text

        return position_text(self)

    # -- helpers for stages --------------------------------------------------------------------

    def set_hand(self, seat: int, hand: bytes) -> None:
        """Put a new hand in place of the old one."""
        hands = self.hands
        self.hands = hands[:seat] + (hand,) + hands[seat + 1 :]

    def forget(self, seat: int, code: int) -> None:
        """A card has left a hand in the open: it is no longer known to be there."""
        known = self.known[seat]
        place = known.find(code)
        if place >= 0:
            rest = known[:place] + known[place + 1 :]
            self.known = self.known[:seat] + (rest,) + self.known[seat + 1 :]

    def note(self, *what: Any) -> None:
        """Write an entry into the log, if there is one.

        An entry is kind, seat, card codes, detail, and whether only the seat may know the cards;
        see `Event`. The last two may be left out.
        """
        if self.log is not None:
            self.log.append(what)


def _restored(
    rules: Rules, table: list[list[tuple[int, bytes, bytes]]], values: dict[str, Any]
) -> State:
    """A state that was pickled."""
    state = State(rules, values["key"])
    for name, value in values.items():
        setattr(state, name, value)
    tables = list(rules.kinds.values())
    state.table = tuple(
        [tuple([Laid(tables[kind], cards, shown) for kind, cards, shown in row]) for row in table]
    )
    return state


def _same_rules(one: Rules, other: Rules) -> bool:
    return one is other or (
        one.ruleset is other.ruleset
        and one.seats == other.seats
        and bool(one.options == other.options)
    )


def replaced(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    """A tuple by seat with the value of one seat replaced."""
    return values[:seat] + (value,) + values[seat + 1 :]
