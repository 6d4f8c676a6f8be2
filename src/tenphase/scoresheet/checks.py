"""What may be written on a score sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from tenphase.errors import ScoreError

if TYPE_CHECKING:
    from tenphase.rules import Rules
    from tenphase.state import State

__all__ = ["RoundEntry", "check_entry", "check_players", "least_unlaid", "read_entry"]


@attrs.frozen
class RoundEntry:
    """What was entered for one round, by seat.

    `points` are penalty points, `laid` says who laid the phase, `phases` names the phase that
    was laid where the rules let a player choose it, None elsewhere. A seat that does not play
    in the round (a play-off) has 0 points and has not laid.

    >>> RoundEntry(points=(0, 35), laid=(True, False), phases=(None, None)).points
    (0, 35)
    """

    points: tuple[int, ...]
    laid: tuple[bool, ...]
    phases: tuple[str | None, ...]


def check_entry(state: State, entry: RoundEntry, players: Sequence[str], number: int) -> None:
    """Refuse a round that cannot have happened after the state before it."""
    rules = state.rules
    possible = _possible_sums(rules)
    for seat, points in enumerate(entry.points):
        name = players[seat]
        if points < 0 or points >= possible.bit_length() or not possible >> points & 1:
            raise ScoreError(
                f"{name}: {points} points are no sum of cards in {rules.ruleset.title}",
                round=number,
            )
        if seat not in state.active and (points or entry.laid[seat]):
            raise ScoreError(f"{name} does not play in round {number}", round=number)
        if not entry.laid[seat] and seat in state.active and points < least_unlaid(rules):
            raise ScoreError(
                f"{name}: {points} points are less than a full hand, so the phase was laid",
                round=number,
            )
        _check_phase(state, entry, seat, players[seat], number)
    empty = [players[s] for s in state.active if entry.points[s] == 0]
    if len(empty) > 1 and not (rules.floats or rules.options.final_lap):
        raise ScoreError(f"only one can go out: {', '.join(empty)} have 0", round=number)


def _check_phase(state: State, entry: RoundEntry, seat: int, name: str, number: int) -> None:
    label, current = entry.phases[seat], state.phase[seat]
    if label is None:
        if entry.laid[seat] and current < 0:
            raise ScoreError(f"{name}: say which phase was laid", round=number)
        return
    index = state.rules.labels.get(label)
    if index is None or (current >= 0 and index != current):
        raise ScoreError(f"{name} cannot have laid phase {label}", round=number)
    if state.done[seat] >> index & 1:
        raise ScoreError(f"{name} has completed phase {label} before", round=number)


def check_players(players: Sequence[str]) -> tuple[str, ...]:
    """The names of the players, all different."""
    if isinstance(players, str):
        raise ScoreError("players are a list of names", round=None)
    names = tuple(players)
    for name in names:
        if not isinstance(name, str) or not name.strip():
            raise ScoreError(f"a player has a name, not {name!r}", round=None)
    if len(set(names)) != len(names):
        raise ScoreError("two players have the same name", round=None)
    return names


def read_entry(data: Any, seats: int, number: int) -> RoundEntry:
    """A round from JSON data; whether it can be is checked later."""
    kinds = {"points": (int,), "laid": (bool,), "phases": (str, type(None))}
    if not isinstance(data, Mapping) or set(data) != set(kinds):
        raise ScoreError(f"round {number} has the fields {', '.join(kinds)}", round=number)
    for name, types in kinds.items():
        values = data[name]
        if not isinstance(values, list) or len(values) != seats:
            raise ScoreError(f"round {number}: {name} has one value a player", round=number)
        if any(type(value) not in types for value in values):
            raise ScoreError(f"round {number}: {name} has a wrong value", round=number)
    return RoundEntry(*(tuple(data[name]) for name in kinds))


@lru_cache(maxsize=64)
def _possible_sums(rules: Rules) -> int:
    """The sums that cards of the deck can make, as a bit mask: bit n for n points.

    It is exact: every card is added or not, for all sums at once. Negative points (a house rule)
    would not fit into a mask, so with them every sum is taken as possible.
    """
    if min(rules.points) < 0:
        return (1 << 10_000) - 1
    sums = 1
    for code in rules.deck.full:
        sums |= sums << rules.points[code]
    return sums


@lru_cache(maxsize=64)
def least_unlaid(rules: Rules) -> int:
    """The fewest points of somebody who has not laid a phase: a hand of the full size is left."""
    cheapest = sorted(rules.points[code] for code in rules.deck.full)
    return sum(cheapest[: rules.hand_size])
