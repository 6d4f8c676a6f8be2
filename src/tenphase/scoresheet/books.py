"""What follows from what is written on a sheet: phases, totals, dealer, the end.

The books are states of the game without cards, one before each round, made by the ruleset's own
policies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tenphase import flow
from tenphase.errors import ScoreError
from tenphase.scoresheet.checks import RoundEntry, check_entry, check_players
from tenphase.scoresheet.history import Player, Written
from tenphase.state import GAME_OVER, State, replaced

if TYPE_CHECKING:
    from tenphase.rules import Rules

__all__ = ["MOST_ROUNDS", "Books", "check_written"]

#: No game that people play has more; a file with a million rounds is not one of a game.
MOST_ROUNDS = 500


class Books:
    """The states before each round, and after the last one. They never change.

    Raises `ScoreError`, naming the round, if something cannot be.

    >>> from tenphase.registry import find_rules
    >>> written = Written((Player("Ann"), Player("Ben")))
    >>> Books(find_rules("mattel-classic", seats=2), 0, written).states[-1].dealer
    0
    """

    def __init__(
        self, rules: Rules, dealer: int, written: Written, known: Books | None = None
    ) -> None:
        """`known` are books of another state of the same sheet; what is equal is taken over."""
        if len(written.rounds) > MOST_ROUNDS:
            raise ScoreError(f"a sheet has at most {MOST_ROUNDS} rounds", round=None)
        self.rules = rules
        self.written = written
        self.states: list[State] = []
        if known is not None and known.rules is rules and known.written.players == written.players:
            same = 0
            for entry, other in zip(written.rounds, known.written.rounds, strict=False):
                if entry is not other and entry != other:
                    break
                same += 1
            self.states = known.states[: same + 1]
        else:
            self.states = [_seated(_begin(rules, dealer, written), written.players, 0)]
        names = written.names
        for number in range(len(self.states), len(written.rounds) + 1):
            entry, before = written.rounds[number - 1], self.states[-1]
            if before.over:
                raise ScoreError(f"round {number} is after the end of the game", round=number)
            check_entry(before, entry, names, number)
            self.states.append(_seated(_after(before, entry), written.players, number))


def check_written(written: Written, dealer: int, least: int) -> None:
    """What the books do not look at: the names, and who sits there from the beginning."""
    check_players(written.names)
    joined = [player.joined for player in written.players]
    if joined != sorted(joined):
        raise ScoreError("who joins later sits behind the others", round=None)
    if joined.count(0) < least or dealer >= len(joined) or joined[dealer]:
        raise ScoreError(f"a game begins with at least {least}, one of whom deals", round=None)
    played = len(written.rounds)
    for player in written.players:
        left = player.left
        if player.joined > played or (left is not None and not player.joined <= left <= played):
            raise ScoreError(
                f"{player.name} joins or leaves after a round that is not there", round=None
            )


def _begin(rules: Rules, dealer: int, written: Written) -> State:
    """A state before the first round; only its books are used, it has no cards."""
    state = State(rules, bytes(32))
    state.dealer, state.round, state.stage = dealer, 1, rules.first_stage
    free = rules.options.phase_order == "free" and len(rules.phases) > 1
    state.phase = (-1 if free else 0,) * rules.seats
    state.totals = tuple([player.points for player in written.players])
    state.active = tuple([s for s, player in enumerate(written.players) if player.joined == 0])
    return state


def _after(before: State, entry: RoundEntry) -> State:
    """The books after a round, by the ruleset's own policies."""
    state = before.copy()
    state.out = -1 if entry.out is None else entry.out
    # what lies on the table does not matter here, only that something does
    lying: Any = (None,)
    state.table = tuple([lying if laid else () for laid in entry.laid])
    state.phase = tuple(
        [
            index if label is None else state.rules.labels[label]
            for index, label in zip(state.phase, entry.phases, strict=True)
        ]
    )
    flow.settle_round(state, entry.points)
    if not state.over:
        flow.pass_the_deal(state)
        state.round += 1
    return state


def _seated(state: State, players: Sequence[Player], played: int) -> State:
    """Let come and go who joined or left after so many rounds. It changes the state."""
    for seat, player in enumerate(players):
        if player.joined == played > 0:
            _check_running(state, f"{player.name} cannot join after round {played}", played)
            if state.playoff:
                raise ScoreError(
                    f"{player.name} cannot join: round {played + 1} is a play-off", round=played
                )
            _join(state, seat)
    leaving = [seat for seat, player in enumerate(players) if player.left == played]
    if leaving:
        cannot = f"{players[leaving[0]].name} cannot leave after round {played}"
        _check_running(state, cannot, played)
        if not set(state.active) - set(leaving):
            raise ScoreError(f"{cannot}: nobody would be left", round=played)
        _leave(state, leaving)
    return state


def _check_running(state: State, cannot: str, played: int) -> None:
    if state.over:
        raise ScoreError(f"{cannot}: the game is over by then", round=played)


def _join(state: State, seat: int) -> None:
    """Somebody begins with the phase that the others had if they had never laid one."""
    state.active = tuple(sorted((*state.active, seat)))
    asked = state.copy()
    asked.table = replaced(asked.table, seat, ())
    asked.round -= 1
    _, phase = state.rules.policies.advance(asked, seat)
    state.phase = replaced(state.phase, seat, phase)


def _leave(state: State, leaving: Sequence[int]) -> None:
    """Some play no more; who is left alone has won, as in a game with cards."""
    state.active = tuple([seat for seat in state.active if seat not in leaving])
    if len(state.active) == 1:
        state.winners, state.stage = state.active, GAME_OVER
        return
    while state.dealer not in state.active:
        state.dealer = (state.dealer + 1) % state.rules.seats
