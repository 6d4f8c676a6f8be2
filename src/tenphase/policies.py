"""Ready-made policies: when a seat is out, a round or a game over, and who is ahead.

A policy is a plain function of a state, so an edition that wants another one writes it or picks
from here. They never change the state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from tenphase.state import State

__all__ = [
    "Finish",
    "after_a_round_for_each_phase",
    "by_going_out_option",
    "cards_in_hand",
    "completed",
    "one_phase_when_down",
    "one_phase_when_out",
    "open_phases",
    "phase_of_the_round",
    "when_all_phases_are_done",
    "when_somebody_is_out",
    "winners_then_phases_then_points",
    "winners_then_points",
]


@attrs.frozen
class Finish:
    """How a game ends: with `winners`, or with a round among the tied, `play_off`.

    >>> Finish(winners=(2,)).winners
    (2,)
    """

    winners: tuple[int, ...] = ()
    play_off: tuple[int, ...] = ()


def by_going_out_option(state: State, seat: int, by_discard: bool) -> bool:
    """Out at once, unless the option says that only a discard ends the hand (C-06).

    Follows MC-OUT-1, MC-FLOAT-A, MC-FLOAT-P.
    """
    return by_discard or not state.rules.floats


def when_somebody_is_out(state: State) -> bool:
    """The round ends when somebody is out, or after the final lap that follows it (C-10).

    Follows MC-OUT-1.
    """
    if state.out < 0:
        return False
    if not state.rules.options.final_lap or not _somebody_laid_the_last_phase(state):
        return True
    return state.rules.next_seat(state, state.to_act) == state.out


def _somebody_laid_the_last_phase(state: State) -> bool:
    """Whether somebody has laid the one phase that was left: the last one, or any (C-15)."""
    everything = (1 << len(state.rules.phases)) - 1
    return any(
        state.table[seat] and state.done[seat] | 1 << state.phase[seat] == everything
        for seat in state.active
    )


def cards_in_hand(state: State, seat: int) -> int:
    """The penalty of a round: the points of the cards left in the hand. Follows MC-SCORE-1."""
    return state.rules.hand_points(state.hands[seat])


def completed(state: State, seat: int) -> int:
    """How many phases a seat has completed."""
    return state.done[seat].bit_count()


def open_phases(state: State, seat: int) -> list[int]:
    """The phases that a seat has not completed, by index."""
    done = state.done[seat]
    return [index for index in range(len(state.rules.phases)) if not done >> index & 1]


def one_phase_when_down(state: State, seat: int) -> tuple[int, int]:
    """Whoever has laid the phase goes on to the next open one, others try again.

    Follows MC-ROUND-1, MC-LAY-1, MC-LAY-4; with `phase_order=free` the next one is chosen
    when it is laid (C-15). Who has completed all of them tries the last one again.
    """
    done, phase = state.done[seat], state.phase[seat]
    if state.table[seat]:
        done |= 1 << phase
    rest = [index for index in range(len(state.rules.phases)) if not done >> index & 1]
    if not rest:
        return done, len(state.rules.phases) - 1
    return done, -1 if state.rules.options.phase_order == "free" else rest[0]


def one_phase_when_out(state: State, seat: int) -> tuple[int, int]:
    """Only who has gone out goes on to the next phase; the others repeat theirs (C-31)."""
    done, phase = state.done[seat], state.phase[seat]
    if seat == state.out and state.table[seat]:
        return one_phase_when_down(state, seat)
    return done, -1 if state.rules.options.phase_order == "free" else phase


def phase_of_the_round(state: State, seat: int) -> tuple[int, int]:
    """In each round everybody tries the phase that bears its number. Follows V10-1.

    What was laid is written down, but is of no account.
    """
    done = state.done[seat]
    if state.table[seat]:
        done |= 1 << state.phase[seat]
    return done, min(state.round, len(state.rules.phases) - 1)


def when_all_phases_are_done(state: State) -> Finish | None:
    """The game ends after the round in which somebody completes the last phase.

    Follows MC-WIN-1 to MC-WIN-3; the options `winner_rule`, `win_requires_going_out` and
    `tie_break` select the other readings of C-10 and C-17.
    """
    options = state.rules.options
    if state.playoff:
        return _end_of_play_off(state)
    everything = (1 << len(state.rules.phases)) - 1
    completers = [seat for seat in state.active if state.done[seat] == everything]
    if not completers:
        return None
    if options.win_requires_going_out:
        return Finish(winners=(state.out,)) if state.out in completers else None
    return _lowest(state, state.active if options.winner_rule == "lowest_total" else completers)


def after_a_round_for_each_phase(state: State) -> Finish | None:
    """The game ends after as many rounds as there are phases; the lowest total wins.

    Follows V10-1, V10-2, V10-5; `tie_break` says what follows a tie (C-35).
    """
    if state.playoff:
        return _end_of_play_off(state)
    if state.round < len(state.rules.phases):
        return None
    return _lowest(state, state.active)


def _end_of_play_off(state: State) -> Finish:
    """Who goes out first wins; if nobody can any more, the round is played again (MC-WIN-3)."""
    return Finish(winners=(state.out,)) if state.out >= 0 else Finish(play_off=state.active)


def _lowest(state: State, seats: Sequence[int]) -> Finish:
    """The lowest total of these seats wins; ties are played off or shared."""
    best = min(state.totals[seat] for seat in seats)
    tied = tuple([seat for seat in seats if state.totals[seat] == best])
    if len(tied) > 1 and state.rules.options.tie_break == "replay_last_phase":
        return Finish(play_off=tied)
    return Finish(winners=tied)


def winners_then_phases_then_points(state: State) -> list[list[int]]:
    """Winners first, then by completed phases, then by fewer points; equals share a place.

    With `winner_rule=lowest_total` only the points count. Follows MC-WIN-2.
    """
    by_points = state.rules.options.winner_rule == "lowest_total"

    def key(seat: int) -> tuple[bool, int, int]:
        phases = 0 if by_points else -completed(state, seat)
        return (seat not in state.winners, phases, state.totals[seat])

    return _places(state, key)


def winners_then_points(state: State) -> list[list[int]]:
    """Winners first, then by fewer points; completed phases do not count. Follows V10-2."""
    return _places(state, lambda seat: (seat not in state.winners, state.totals[seat]))


def _places(state: State, key: Callable[[int], Any]) -> list[list[int]]:
    """The seats in the order of a key; those with equal keys share a place."""
    groups: list[list[int]] = []
    for seat in sorted(range(state.rules.seats), key=key):
        if groups and key(groups[-1][0]) == key(seat):
            groups[-1].append(seat)
        else:
            groups.append([seat])
    return groups
