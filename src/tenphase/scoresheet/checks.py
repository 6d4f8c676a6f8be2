"""What may be written on a score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from tenphase.errors import ScoreError, brief
from tenphase.policies import cards_in_hand, open_phases
from tenphase.scoresheet.sums import dearest, is_sum, least_unlaid, most_cards

if TYPE_CHECKING:
    from tenphase.rules import Rules
    from tenphase.state import State

__all__ = [
    "RoundEntry",
    "ScoreRow",
    "check_entry",
    "check_players",
]

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


@attrs.frozen
class ScoreRow:
    """One player's line of one round: the phase tried ("-" if none), what came of it, the total.

    >>> ScoreRow("Ann", "1", laid=True, points=0, total=0).player
    'Ann'
    """

    player: str
    phase: str
    laid: bool
    points: int
    total: int


def check_entry(state: State, entry: RoundEntry, players: Sequence[str], number: int) -> None:
    """Refuse a round that cannot have happened after the state before it."""
    rules = state.rules
    most = most_cards(state)
    least = least_unlaid(rules, most)
    for seat, points in enumerate(entry.points):
        name = players[seat]
        if not is_sum(rules, points):
            raise ScoreError(
                f"{name}: {points} points are no sum of cards in {rules.ruleset.title}, "
                f"where a card costs {_card_points(rules)}",
                round=number,
            )
        if seat not in state.active:
            if points or entry.laid[seat] or entry.phases[seat] is not None:
                raise ScoreError(f"{name} does not play in round {number}", round=number)
            continue
        if not entry.laid[seat] and points == 0 < least:
            raise ScoreError(
                f"{name} has no points and has not laid: nothing is entered, though {name} "
                f"plays in round {number}",
                round=number,
            )
        if not entry.laid[seat] and points < least:
            raise ScoreError(
                f"{name}: {points} points are less than a full hand, so the phase was laid",
                round=number,
            )
        if most is not None:
            _check_number(rules, points, most, name, number, laid=entry.laid[seat])
        _check_phase(state, entry, seat, name, number)
    _check_out(state, entry, players, number)


def _check_number(
    rules: Rules, points: int, most: int, name: str, number: int, *, laid: bool
) -> None:
    """Refuse points for which a hand is too small, or which a full hand cannot have."""
    dear = dearest(rules, most)
    if points > dear:
        raise ScoreError(
            f"{name}: {points} points are too many: {_cards(most)} cost {dear} at most",
            round=number,
        )
    least = 0 if laid else min(rules.hand_size, most)
    if not is_sum(rules, points, least, most):
        how_many = _cards(most) if least == most else f"{least} to {_cards(most)}"
        raise ScoreError(f"{name}: {points} points are no sum of {how_many}", round=number)


def _cards(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'}"


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
        raise ScoreError(
            "nobody has 0 points, but a round ends when somebody has no card left", round=number
        )
    if out is None and len(empty) < len(state.active):
        verb = "has" if len(empty) == 1 else "have"
        raise ScoreError(f"say who went out first: {names} {verb} 0", round=number)


def _check_phase(state: State, entry: RoundEntry, seat: int, name: str, number: int) -> None:
    label, current = entry.phases[seat], state.phase[seat]
    if label is None:
        if entry.laid[seat] and current < 0:
            raise ScoreError(
                f"{name}: say which phase was laid (open: {_open(state, seat)})", round=number
            )
        return
    if not entry.laid[seat]:
        raise ScoreError(f"{name} has not laid phase {label:.40}", round=number)
    index = state.rules.labels.get(label)
    if index is None or (current >= 0 and index != current):
        tried = _open(state, seat) if current < 0 else state.rules.phases[current].label
        raise ScoreError(f"{name} cannot have laid phase {label:.40} (open: {tried})", round=number)
    if state.done[seat] >> index & 1 and current < 0:
        raise ScoreError(
            f"{name} has completed phase {label} before (open: {_open(state, seat)})", round=number
        )


def _open(state: State, seat: int) -> str:
    return ", ".join(state.rules.phases[index].label for index in open_phases(state, seat))


def check_players(players: Sequence[str]) -> tuple[str, ...]:
    """The names of the players, all different."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise ScoreError("players are a list of names", round=None)
    names = tuple(players)
    for name in names:
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise ScoreError(f"a player has a name, not {brief(name)}", round=None)
        if len(name) > LONGEST_NAME:
            raise ScoreError(f"the name {brief(name)} is too long", round=None)
    if len(set(names)) != len(names):
        raise ScoreError("two players have the same name", round=None)
    return names


def _card_points(rules: Rules) -> str:
    """What single cards cost, in words: "5, 10, 15 or 25", or "1 to 25"."""
    values = sorted({rules.points[code] for code in rules.deck.full})
    if len(values) > 6:
        return f"{values[0]} to {values[-1]}"
    *rest, last = map(str, values)
    return f"{', '.join(rest)} or {last}" if rest else last
