"""The friendly face: a game that is played, told and looked back on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from tenphase import flow
from tenphase.actions import Action, parse_action
from tenphase.chance import key_from_seed, new_key
from tenphase.errors import IllegalAction, OptionError, RecordError, brief
from tenphase.events import Event, Events
from tenphase.options import Options
from tenphase.policies import completed
from tenphase.registry import find_rules
from tenphase.ruleset import Ruleset
from tenphase.state import State
from tenphase.views import View, view_of

if TYPE_CHECKING:
    from tenphase.rules import Rules

__all__ = ["Game", "Move", "Standing", "Undone", "new_game", "standings"]


@attrs.frozen
class Standing:
    """The place of a seat: 1 for the leader; seats that are equal share a place.

    `phases` counts completed phases, `points` are penalty points.

    >>> Standing(place=1, seat=2, phases=10, points=85, winner=True).points
    85
    """

    place: int
    seat: int
    phases: int
    points: int
    winner: bool


def standings(state: State) -> tuple[Standing, ...]:
    """All seats in the order of their places. Follows MC-WIN-2; C-10.

    >>> import tenphase as tp
    >>> [s.place for s in standings(tp.new_game(seats=3, seed=1).state)]
    [1, 1, 1]
    """
    found: list[Standing] = []
    for group in state.rules.policies.rank(state):
        place = len(found) + 1
        for seat in group:
            won = seat in state.winners
            found.append(Standing(place, seat, completed(state, seat), state.totals[seat], won))
    return tuple(found)


@attrs.frozen
class Move:
    """One step of a game's history: who did what. `None` as seat and action is the deal."""

    seat: int | None
    action: Action | None


@attrs.frozen
class Undone:
    """What `Game.undo` has taken back: the moves, and the events by which cards came to light.

    What was `revealed` cannot be made unseen: a card drawn, turned up, shown or laid. A table
    that allows a move to be taken back may ask the others first if there is any.

    >>> game = new_game(seats=2, seed=7)
    >>> _ = game.play("draw stock")
    >>> [event.kind for event in game.undo().revealed]
    ['drew']
    """

    moves: tuple[Move, ...]
    revealed: tuple[Event, ...]


class Game:
    """A running game: a state, its history, and questions about both.

    Make one with `new_game`, or from any state: `Game(position(...))`.

    >>> import tenphase as tp
    >>> game = tp.new_game(seats=2, seed=7)
    >>> game.to_act, [str(action) for action in game.legal_actions()]
    (1, ['draw stock', 'draw discard'])
    >>> [event.kind for event in game.play("draw stock")]
    ['drew']
    """

    def __init__(self, state: State) -> None:
        self._start = state.copy()
        self._state = state.copy()
        self._entries: list[list[tuple[Any, ...]]] = []
        self.moves: list[Move] = []
        self._undone: list[tuple[Move, list[tuple[Any, ...]]]] = []

    @classmethod
    def dealt(
        cls, rules: Rules, key: bytes, dealer: int = 0, *, script: tuple[bytes, ...] = ()
    ) -> Game:
        """A game by compiled rules, just dealt. `script` are orders used instead of shuffles."""
        state = State(rules, key)
        state.dealer = dealer
        state.script = script
        state.log = []
        flow.start(state)
        log, state.log = state.log, None
        game = cls(state)
        game._entries.append(log)
        game.moves.append(Move(None, None))
        return game

    # -- what there is -------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The full state, hidden cards included: for servers, not for players. It is a copy."""
        return self._state.copy()

    @property
    def rules(self) -> Rules:
        """The compiled rules of the game."""
        return self._state.rules

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.over

    @property
    def aborted(self) -> bool:
        """Whether the turn limit has ended it (option `max_turns`)."""
        return self._state.aborted

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners, empty before the end and in an aborted game."""
        return self._state.winners

    @property
    def to_act(self) -> int | None:
        """The seat to act, None when the game is over."""
        return None if self._state.over else self._state.to_act

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that play in this round."""
        return self._state.active

    @property
    def actors(self) -> tuple[int, ...]:
        """All seats that may act now; in most editions never more than one."""
        return self._state.actors

    @property
    def standings(self) -> tuple[Standing, ...]:
        """All seats in the order of their places."""
        return standings(self._state)

    def view(self, seat: int | None) -> View:
        """What a seat may know; None is a spectator. Raises `OptionError` for no seat at all."""
        return view_of(self._state, seat)

    # -- playing -------------------------------------------------------------------------------

    def legal_actions(self, seat: int | None = None) -> tuple[Action, ...]:
        """What a seat may do now, by default the seat to act. See `State.legal_actions`."""
        return self._state.legal_actions(seat)

    def check(self, action: Action | str, seat: int | None = None) -> IllegalAction | None:
        """The refusal that `play` would raise, or None if the action is legal."""
        return self._state.check(action, seat)

    def play(self, action: Action | str, seat: int | None = None) -> Events:
        """Carry an action out and return what happened.

        Raises `IllegalAction`, with the game as it was, if the rules forbid it, and
        `NotationError` for a text that is no action.
        """
        state = self._state
        if action.__class__ is str:
            action = parse_action(action, state.rules.deck)
        actor = state.to_act if seat is None else seat
        log: list[tuple[Any, ...]] = []
        state.log = log
        try:
            state.apply(action, seat)
        finally:
            state.log = None
        self._entries.append(log)
        self.moves.append(Move(actor, action))  # type: ignore[arg-type]
        if self._undone:
            self._undone.clear()
        return Events(state.rules, log)

    def play_scripted(
        self, action: Action | str, seat: int | None, script: tuple[bytes, ...]
    ) -> None:
        """Play an action whose shuffles come out as `script` says, all of them and no others.

        Raises `RecordError` if they do not, and then the game is of no more use.
        """
        state = self._state
        before = state.shuffles
        state.script = script
        self.play(action, seat)
        if state.script or state.shuffles - before != len(script):
            raise RecordError(
                f"{len(script)} shuffles are recorded, {state.shuffles - before} took place"
            )

    # -- looking back --------------------------------------------------------------------------

    @property
    def start(self) -> State:
        """The state before the first action, as a copy."""
        return self._start.copy()

    @property
    def history(self) -> list[tuple[Move, list[tuple[Any, ...]]]]:
        """The moves, each with the log entries of what came of it."""
        return list(zip(self.moves, self._entries, strict=True))

    def record(self, *, with_key: bool = False) -> str:
        """The game so far as a text that `replay` proves step by step.

        It shows everything, hidden cards included, but not the secret key of the coming
        shuffles unless asked for.

        >>> print(new_game(seats=2, seed=7).record().splitlines()[0])
        tenphase record 1
        """
        from tenphase.records import Record

        return str(Record.of(self, with_key=with_key))

    def seen_record(self, seat: int | None = None) -> str:
        """The game so far as a text that shows only what a seat may know, or everybody (None).

        For a game that is still played. It has the lines of the whole record, with hidden cards
        left out. What it tells later begins with the same lines, and a replay of the whole record
        tells the same. It is read by `Record.parse`, but not replayed. Raises `OptionError` for
        no seat at all.

        >>> game = new_game(seats=2, seed=7)
        >>> _ = game.play("draw stock")
        >>> game.seen_record(1).splitlines()[-5], game.seen_record().splitlines()[-5]
        ('1. seat 1: draw stock  # drew B8', '1. seat 1: draw stock')
        """
        from tenphase.records.seen import seen_record

        return str(seen_record(self, seat))

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened since the start, hidden cards included."""
        log = [entry for entries in self._entries for entry in entries]
        return tuple(Events(self._state.rules, log))

    def copy(self) -> Game:
        """An independent game in the same state with the same history."""
        new: Game = Game.__new__(Game)
        new._start = self._start
        new._state = self._state.copy()
        new._entries = self._entries[:]
        new.moves = self.moves[:]
        new._undone = self._undone[:]
        return new

    # -- time travel ---------------------------------------------------------------------------

    def at(self, number: int) -> Game:
        """A game of its own that stands where this one stood after its first `number` moves.

        The deal counts as a move where the game began with one, so `at(1)` is the first
        decision. Play on from there to branch off. Raises `OptionError` for a number that
        there is not.

        >>> game = new_game(seats=2, seed=7)
        >>> _ = game.play("draw stock")
        >>> game.at(1).state == new_game(seats=2, seed=7).state
        True
        """
        least = sum(move.action is None for move in self.moves)
        if number.__class__ is not int or not least <= number <= len(self.moves):
            raise OptionError(
                f"the game has the moves {least} to {len(self.moves)}; not {brief(number)}"
            )
        new: Game = Game.__new__(Game)
        new._start, new._state, new._undone = self._start, self._start.copy(), []
        new._entries, new.moves = self._entries[:least], self.moves[:least]
        for move, log in self.history[least:number]:
            new._replay(move, log)
        return new

    def _replay(self, move: Move, log: list[tuple[Any, ...]]) -> None:
        """Play a move of the history again, with the same luck."""
        assert move.action is not None
        orders = tuple([entry[2] for entry in log if entry[0] == "shuffled"])
        self.play_scripted(move.action, move.seat, orders)

    def undo(self, moves: int = 1) -> Undone:
        """Take the last moves back, and say what they had brought to light.

        Raises `OptionError` if there are not so many.
        """
        if moves.__class__ is not int or moves < 1:
            raise OptionError(f"one move or more is taken back; not {brief(moves)}")
        earlier = self.at(len(self.moves) - moves)
        undone = self.history[len(earlier.moves) :]
        self._state, self._entries, self.moves = earlier._state, earlier._entries, earlier.moves
        self._undone += reversed(undone)
        events = Events(self.rules, [entry for _, log in undone for entry in log])
        revealed = tuple([event for event in events if _reveals(event)])
        return Undone(tuple(move for move, _ in undone), revealed)

    def redo(self, moves: int = 1) -> None:
        """Play moves again that were taken back, as long as nothing else was played.

        Raises `OptionError` if there are not so many.
        """
        if moves.__class__ is not int or not 0 < moves <= len(self._undone):
            raise OptionError(f"{len(self._undone)} moves were taken back; not {brief(moves)}")
        for _ in range(moves):
            move, log = self._undone.pop()
            rest, self._undone = self._undone, []
            self._replay(move, log)
            self._undone = rest

    def __repr__(self) -> str:
        return f"<Game {self._state!r}>"


def _reveals(event: Event) -> bool:
    """Whether by this event somebody saw a card that had been hidden from him."""
    from_open_pile = event.kind == "drew" and event.detail != "stock"
    return bool(event.cards) and event.kind != "shuffled" and not from_open_pile


def new_game(
    ruleset: str | Ruleset = "mattel-classic",
    *,
    seats: int = 4,
    seed: int | str | None = None,
    preset: str | None = None,
    options: Options | Mapping[str, object] | None = None,
    dealer: int = 0,
    **more: object,
) -> Game:
    """Deal a new game.

    - `ruleset`: an id or a `Ruleset`; `preset`: one of its named sets of options;
    - `options`, or single options as further keywords, go before the preset;
    - `seed`: makes the game repeatable; without it the key comes from the system's secure source;
    - `dealer`: the first dealer; the seat to its left begins (MC-SETUP-6, MC-SETUP-7).

    Raises `UnknownRuleset`, `OptionError`.

    >>> new_game(seats=3, seed=1, preset="fundex").rules.options.skip_limit
    'once_per_lap'
    """
    rules = find_rules(ruleset, seats=seats, preset=preset, options=options, **more)
    if not isinstance(dealer, int) or isinstance(dealer, bool) or not 0 <= dealer < seats:
        raise OptionError(f"the dealer is a seat, 0 to {seats - 1}; not {brief(dealer)}")
    key = new_key() if seed is None else key_from_seed(seed)
    return Game.dealt(rules, key, dealer)
