"""Which points the cards of a hand can have together: the deck says which, the ruleset how many."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenphase.rules import Rules
    from tenphase.state import State

__all__ = ["dearest", "is_sum", "least_unlaid", "most_cards"]

#: A sheet with card points of billions must not fill the memory with sums; it takes any sum.
MOST_BITS = 4_000_000


def most_cards(state: State) -> int | None:
    """How many cards a player can be charged for after the running round, None if nobody knows."""
    most = state.rules.ruleset.most_cards(state)
    return None if most is None else min(most, len(state.rules.deck))


def dearest(rules: Rules, most: int) -> int:
    """What so many cards cost at most."""
    points = sorted([rules.points[code] for code in rules.deck.full], reverse=True)
    return sum([max(0, value) for value in points[:most]])


@lru_cache(maxsize=64)
def least_unlaid(rules: Rules, most: int | None) -> int:
    """The fewest points of somebody who has not laid a phase: a hand of the full size is left.

    A hand that has grown beyond it costs more, unless there are cards that cost less than nothing.
    """
    cheapest = sorted([rules.points[code] for code in rules.deck.full])
    size = rules.hand_size
    return sum(cheapest[:size]) + sum([min(0, value) for value in cheapest[size:most]])


def is_sum(rules: Rules, points: int, least: int = 0, most: int | None = None) -> bool:
    """Whether some cards of the deck have these points together, `least` to `most` in number.

    Without `most` it is any number of cards, and `least` is not looked at.
    """
    if most is None:
        sums, shift = _possible_sums(rules)
    else:
        by_number, shift = _sums_by_number(rules, most)
        sums = None if by_number is None else by_number[least:]
    if sums is None:
        return True
    place = points - shift
    return place >= 0 and any(mask >> place & 1 for mask in sums)


@lru_cache(maxsize=64)
def _possible_sums(rules: Rules) -> tuple[list[int] | None, int]:
    """The sums that cards of the deck can make: a bit for each, and what the first bit stands for.

    It is exact: every card is added or not, for all sums at once.
    """
    points = [rules.points[code] for code in rules.deck.full]
    shift = sum([value for value in points if value < 0])
    if sum(map(abs, points)) > MOST_BITS:
        return None, shift
    mask = 1
    for value in points:
        mask |= mask << abs(value)
    return [mask], shift


@lru_cache(maxsize=64)
def _sums_by_number(rules: Rules, most: int) -> tuple[list[int] | None, int]:
    """The same for each number of cards up to `most`."""
    points = [rules.points[code] for code in rules.deck.full]
    shift = sum([value for value in points if value < 0])
    if sum(map(abs, points)) * (most + 1) > MOST_BITS:
        return None, shift
    masks = [1 << -shift] + [0] * most
    for value in dict.fromkeys(points):
        # equal cards in bundles of 1, 2, 4 ... and a rest, which make any number of them
        there, bundle = points.count(value), 1
        while there:
            bundle = min(bundle, there)
            there -= bundle
            worth = bundle * value
            for cards in range(most, bundle - 1, -1):
                fewer = masks[cards - bundle]
                masks[cards] |= fewer << worth if worth >= 0 else fewer >> -worth
            bundle *= 2
    return masks, shift
