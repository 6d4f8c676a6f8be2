"""What may be written on a score sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from tenphase.errors import ScoreError
from tenphase.policies import cards_in_hand

if TYPE_CHECKING:
    from tenphase.rules import Rules
    from tenphase.state import State

__all__ = [
    "RoundEntry",
    "check_entry",
    "check_players",
    "check_sheet_data",
    "entry_data",
    "is_sum",
    "least_unlaid",
    "read_entry",
]


#: A sheet with card points of billions must not fill the memory with sums; it takes any sum.
MOST_SUMS = 1_000_000
LONGEST_NAME = 100


@attrs.frozen
class RoundEntry:
    """What was entered for one round, by seat.

    `points` are penalty points, `laid` says who laid the phase, `phases` names the phase that
    was laid where the rules let a player choose it, None elsewhere. `out` is the seat that went
    out first, None if nobody did. A seat that does not play in the round (a play-off) has 0
    points and has not laid.

    >>> RoundEntry(points=(0, 35), laid=(True, False), phases=(None, None), out=0).points
    (0, 35)
    """

    points: tuple[int, ...]
    laid: tuple[bool, ...]
    phases: tuple[str | None, ...]
    out: int | None


def check_entry(state: State, entry: RoundEntry, players: Sequence[str], number: int) -> None:
    """Refuse a round that cannot have happened after the state before it."""
    rules = state.rules
    least = least_unlaid(rules)
    for seat, points in enumerate(entry.points):
        name = players[seat]
        if not is_sum(rules, points):
            raise ScoreError(
                f"{name}: {points} points are no sum of cards in {rules.ruleset.title}",
                round=number,
            )
        if seat not in state.active:
            if points or entry.laid[seat] or entry.phases[seat] is not None:
                raise ScoreError(f"{name} does not play in round {number}", round=number)
            continue
        if not entry.laid[seat] and points < least:
            raise ScoreError(
                f"{name}: {points} points are less than a full hand, so the phase was laid",
                round=number,
            )
        _check_phase(state, entry, seat, name, number)
    _check_out(state, entry, players, number)


def _check_out(state: State, entry: RoundEntry, players: Sequence[str], number: int) -> None:
    """Who goes out has no card left, and only some options let others have none either."""
    rules, out = state.rules, entry.out
    empty = [seat for seat in state.active if entry.points[seat] == 0]
    names = ", ".join(players[seat] for seat in empty)
    # a ruleset may charge for other cards than those in hand
    by_hand = rules.policies.score is cards_in_hand
    if out is not None:
        if out not in state.active or not entry.laid[out]:
            raise ScoreError("who goes out plays in the round and has laid", round=number)
        if by_hand and out not in empty:
            raise ScoreError(f"{players[out]} has points and has not gone out", round=number)
    if not by_hand or 0 in rules.points or min(rules.points) < 0:
        # zero points may be cards that are worth nothing, and no cards may cost some
        return
    if len(empty) > 1 and not (rules.floats or rules.options.final_lap):
        raise ScoreError(f"only one can go out: {names} have 0", round=number)
    if not empty:
        raise ScoreError("somebody has gone out, with 0 points, but nobody has", round=number)
    if out is None and len(empty) < len(state.active):
        raise ScoreError(f"say who went out first: {names} have 0", round=number)


def _check_phase(state: State, entry: RoundEntry, seat: int, name: str, number: int) -> None:
    label, current = entry.phases[seat], state.phase[seat]
    if label is None:
        if entry.laid[seat] and current < 0:
            raise ScoreError(f"{name}: say which phase was laid", round=number)
        return
    if not entry.laid[seat]:
        raise ScoreError(f"{name} has not laid phase {label}", round=number)
    index = state.rules.labels.get(label)
    if index is None or (current >= 0 and index != current):
        raise ScoreError(f"{name} cannot have laid phase {label}", round=number)
    if state.done[seat] >> index & 1 and current < 0:
        raise ScoreError(f"{name} has completed phase {label} before", round=number)


def check_players(players: Sequence[str]) -> tuple[str, ...]:
    """The names of the players, all different."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise ScoreError("players are a list of names", round=None)
    names = tuple(players)
    for name in names:
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise ScoreError(f"a player has a name, not {name!r:.40}", round=None)
        if len(name) > LONGEST_NAME:
            raise ScoreError(f"the name {name[:20]!r}... is too long", round=None)
    if len(set(names)) != len(names):
        raise ScoreError("two players have the same name", round=None)
    return names


#: The fields of a sheet as JSON data.
FIELDS = {
    "tenphase": str,
    "format": int,
    "ruleset": str,
    "version": str,
    "options": dict,
    "players": list,
    "dealer": str,
    "rounds": list,
    "undone": list,
}


def check_sheet_data(data: Any) -> dict[str, Any]:
    """The fields of a sheet from JSON data, each of its type."""
    if not isinstance(data, dict) or data.get("tenphase") != "score sheet":
        raise ScoreError("this is not a score sheet", round=None)
    if type(data.get("format")) is not int or data["format"] != 1:
        raise ScoreError(f"format {data.get('format')!r:.40} is not known", round=None)
    for name, kind in FIELDS.items():
        if type(data.get(name)) is not kind:
            raise ScoreError(f"the field {name} is missing or is no {kind.__name__}", round=None)
    for name in data:
        if name not in FIELDS:
            raise ScoreError(f"the field {name!r:.40} is unknown", round=None)
    return data


def entry_data(entry: RoundEntry) -> dict[str, Any]:
    """A round as JSON data; `read_entry` reads it."""
    return {
        "points": list(entry.points),
        "laid": list(entry.laid),
        "phases": list(entry.phases),
        "out": entry.out,
    }


def read_entry(data: Any, seats: int, number: int) -> RoundEntry:
    """A round from JSON data; whether it can be is checked later."""
    kinds = {"points": (int,), "laid": (bool,), "phases": (str, type(None))}
    if not isinstance(data, Mapping) or set(data) != {*kinds, "out"}:
        raise ScoreError(f"round {number} has the fields {', '.join(kinds)}, out", round=number)
    for name, types in kinds.items():
        values = data[name]
        if not isinstance(values, list) or len(values) != seats:
            raise ScoreError(f"round {number}: {name} has one value a player", round=number)
        if any(type(value) not in types for value in values):
            raise ScoreError(f"round {number}: {name} has a wrong value", round=number)
    out = data["out"]
    if out is not None and type(out) is not int:
        raise ScoreError(f"round {number}: out is a seat or null", round=number)
    points, laid, phases = (tuple(data[name]) for name in kinds)
    return RoundEntry(points, laid, phases, out)


def is_sum(rules: Rules, points: int) -> bool:
    """Whether some cards of the deck have these points together."""
    sums = _possible_sums(rules)
    if sums is None:
        return True
    least, mask = sums
    return 0 <= points - least < mask.bit_length() and bool(mask >> (points - least) & 1)


@lru_cache(maxsize=64)
def _possible_sums(rules: Rules) -> tuple[int, int] | None:
    """The sums that cards of the deck can make: the least, and a bit for each from there on.

    It is exact: every card is added or not, for all sums at once.
    """
    points = [rules.points[code] for code in rules.deck.full]
    if sum(abs(value) for value in points) > MOST_SUMS:
        return None
    least, mask = 0, 1
    for value in points:
        mask |= mask << abs(value)
        least += min(value, 0)
    return least, mask


@lru_cache(maxsize=64)
def least_unlaid(rules: Rules) -> int:
    """The fewest points of somebody who has not laid a phase: a hand of the full size is left."""
    cheapest = sorted(rules.points[code] for code in rules.deck.full)
    return sum(cheapest[: rules.hand_size])
