"""Exact chances where wilds show some faces only: see `zones`.

Whether a hand holds the phase depends on its wilds through their sums over sets of zones, and on
its naturals through little: on the ranks held (a run), on the two largest counts of each zone
(two sets), on its pairs and single cards (pairs), on each face by itself (one set), or on the ranks
held and then each rank's count by itself (a set and a run). Counted are the hands without the
phase, since they are products.
"""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import TYPE_CHECKING

from tenphase.solver.ways import Ways, add, by_mask, some, times
from tenphase.solver.zoned import Zoned, ZonedRun, ZonedSets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tenphase.cards import Deck
    from tenphase.solver.zones import Cost

__all__ = ["count_zoned"]

#: With more cases than this nothing is counted here.
MOST_CASES = 400_000

#: What matters of the naturals in a zone, the choices of them, and an example by place.
Cases = list[tuple[Ways, dict[int, int]]]


def count_zoned(zoned: Zoned, deck: Deck, cards: int) -> int | None:
    """How many hands of so many cards hold the phase; None if there is no quick way to count."""
    units: list[int]
    if isinstance(zoned, ZonedSets):
        units = zoned.zones.of_wild
        if len(zoned.melds) == 1:
            # it lies in one zone, so the other sums need not be told apart
            units = [unit & zoned.zones.of_one_zone()[0] for unit in units]
        naturals, lacking = sum(zoned.sizes), _lacking_sets(zoned, cards)
    elif isinstance(zoned, ZonedRun) and _one_step_each(zoned):
        units = zoned.ladders[0].zones.of_wild
        naturals, lacking = sum(zoned.step_sizes[0]), _lacking_run(zoned, cards)
    else:
        return None
    supplies, wilds = _supplies(units, deck, cards)
    cases, without = lacking
    if cases * len(supplies) > MOST_CASES:
        return None
    junk = len(deck) - naturals - wilds
    good = 0
    for supply, choices in supplies.items():
        fewest = next(n for n, x in enumerate(choices) if x)
        bad = without(supply, cards - fewest)
        for n in range(cards + 1):
            able = comb(naturals, n) - (bad[n] if n < len(bad) else 0)
            for w, x in enumerate(choices[: cards - n + 1]):
                good += able * x * comb(junk, cards - n - w)
    return good


def _supplies(units: list[int], deck: Deck, cards: int) -> tuple[dict[int, Ways], int]:
    """By sums of the wilds, the choices of wilds; and how many useful wilds the deck has."""
    alike = Counter[int]()
    for unit, n in zip(units, deck.counts, strict=True):
        if unit:
            alike[unit] += n
    supplies: dict[int, Ways] = {0: [1]}
    for unit, n in alike.items():
        after: dict[int, Ways] = {}
        for supply, ways in supplies.items():
            for chosen in range(min(n, cards) + 1):
                more = times(ways, some(n, chosen, chosen), cards)
                key = supply + chosen * unit
                after[key] = add(after.get(key, []), more)
        supplies = {supply: ways for supply, ways in after.items() if any(ways)}
    return supplies, sum(alike.values())


#: The number of cases looked at for one supply; and for a supply and a number of cards, the choices
#: of naturals without the phase.
Lacking = tuple[int, "Callable[[int, int], Ways]"]


def _lacking_sets(zoned: ZonedSets, cards: int) -> Lacking:
    if len(zoned.melds) == 1:
        many = zoned.zones.of_one_zone()[1]
        return 1, lambda supply, most: _without_one_set(zoned, supply + many, most)
    cases: Cases = [([1], {})]
    for places in zoned.places:
        of_zone = _cases(zoned, places, cards)
        cases = [
            (product, {**held, **more})
            for ways, held in cases
            for others, more in of_zone
            if any(product := times(ways, others, cards))
        ]
    listed = [
        (ways, bytes([held.get(i, 0) for i in range(len(zoned.sizes))]), sum(held.values()))
        for ways, held in cases
    ]

    def without(supply: int, most: int) -> Ways:
        bad: Ways = []
        for ways, held, least in listed:
            if least <= most and zoned.cheapest(held, supply, 1, 0):
                bad = add(bad, ways)
        return bad

    return len(listed), without


def _without_one_set(zoned: ZonedSets, supply: int, most: int) -> Ways:
    """No face is held often enough, each by itself."""
    bad: Ways = [1]
    blank = bytes(len(zoned.sizes))
    for i, size in enumerate(zoned.sizes):
        limit = -1
        for n in range(min(size, most) + 1):
            if not zoned.cheapest(blank[:i] + bytes([n]) + blank[i + 1 :], supply, 1, 0):
                break
            limit = n
        bad = times(bad, some(size, 0, limit), most) if limit >= 0 else []
    return bad


def _cases(zoned: ZonedSets, places: list[int], cards: int) -> Cases:
    """The naturals of one zone, as far as they matter."""
    pairs = len(zoned.melds) > 2
    states: dict[tuple[int, int], Ways] = {(0, 0): [1]}
    for place in places:
        size = zoned.sizes[place]
        after: dict[tuple[int, int], Ways] = {}
        for (a, b), ways in states.items():
            for n in range(min(size, cards) + 1):
                tops = (n, a) if n > a else (a, max(b, n))
                now = (a + n // 2, b + n % 2) if pairs else tops
                after[now] = add(after.get(now, []), times(ways, some(size, n, n), cards))
        states = {state: ways for state, ways in after.items() if any(ways)}
    found: Cases = []
    for (a, b), ways in states.items():
        if pairs:
            # single cards on places of their own, and the pairs all on the first
            held = {place: int(k < b) for k, place in enumerate(places)}
            held[places[0]] += 2 * a
        else:
            held = dict(zip(places, (a, b), strict=False))
        found.append((ways, held))
    return found


def _one_step_each(zoned: ZonedRun) -> bool:
    """Whether there is one ladder, and the naturals of each face of the set are those of a step."""
    return len(zoned.ladders) == 1 and all(
        size == (zoned.step_sizes[0][bit.bit_length() - 1] if bit else 0)
        for bit, size, _ in zoned.set_costs()
    )


def _lacking_run(zoned: ZonedRun, cards: int) -> Lacking:
    masks = by_mask(zoned.step_sizes[0], cards)
    zones = zoned.ladders[0].zones
    runs = {mask: zoned.run_costs(mask) for mask in masks}
    sets = zoned.set_costs()

    def without(supply: int, most: int) -> Ways:
        room, top = zones.room(supply, 0), zones.top
        bad: Ways = []
        known: dict[tuple[tuple[int, int], ...], Ways] = {}
        for mask, ways in masks.items():
            if mask.bit_count() > most:
                continue
            if all((room - run) & top != top for run in runs[mask]):
                bad = add(bad, ways)
            elif sets:
                limits = tuple(sorted(_limits(room, top, mask, runs, sets, most)))
                if limits not in known:
                    product: Ways = [1]
                    for size, limit in limits:
                        product = times(product, some(size, 1, limit), cards)
                    known[limits] = product
                bad = add(bad, known[limits])
        return bad

    return len(masks), without


def _limits(
    room: int,
    top: int,
    mask: int,
    runs: dict[int, list[Cost]],
    sets: list[tuple[int, int, list[Cost]]],
    most: int,
) -> Iterator[tuple[int, int]]:
    """By rank held: its cards in the deck, and the largest count with which no set of it will do.

    Whether a set of one rank and a run can be laid depends on the count of that rank only.
    """
    for bit, size, costs in sets:
        limit = min(size, most) if bit & mask else 0
        for n in range(limit + 1):
            # all its cards of the rank, or all but one that the run has
            here = min(n, len(costs) - 1)
            seen = runs[mask if n > here else mask & ~bit]
            if any((room - costs[here] - run) & top == top for run in seen) or (
                n and any((room - costs[min(n - 1, here)] - run) & top == top for run in runs[mask])
            ):
                limit = n - 1
                break
        if bit & mask or limit < 0:
            yield size, limit
