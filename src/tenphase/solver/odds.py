"""The chance that a random deal holds a phase.

Counting is exact and quick where a phase has quick answers, because there the wilds needed
depend on little: on which ranks are held (a run), on the two largest counts (sets, colour
groups), or, for a set and a run, on the ranks held and then on each rank's count by itself.
Partial wilds are counted in a similar way (`odds_zoned`). Elsewhere hands are counted by class if
there are not too many of them, and sampled otherwise.
"""

from __future__ import annotations

import random
from collections import defaultdict
from math import comb, sqrt
from typing import TYPE_CHECKING

from tenphase.cards import ONE
from tenphase.solver.odds_zoned import count_zoned
from tenphase.solver.quick import NEVER, QuickAlike, QuickRun, QuickSetAndRun
from tenphase.solver.ways import Ways, add, by_mask, some, times

if TYPE_CHECKING:
    from tenphase.solver.matcher import PhaseMatcher
    from tenphase.solver.quick import Quick

__all__ = ["Chance", "count", "sample"]

#: More hands by class than this are sampled, not counted.
MOST_HANDS = 60_000


class Chance:
    """A probability: exact, as a fraction of all hands, or estimated with its standard error.

    >>> Chance(1, 4).value, Chance(1, 4).exact
    (0.25, True)
    """

    __slots__ = ("exact", "favourable", "hands")

    def __init__(self, favourable: int, hands: int, *, exact: bool = True) -> None:
        self.favourable = favourable
        self.hands = hands
        self.exact = exact

    @property
    def value(self) -> float:
        """The probability."""
        return self.favourable / self.hands

    @property
    def error(self) -> float:
        """Its standard error; 0 if it is exact."""
        if self.exact:
            return 0.0
        p = (self.favourable + 1) / (self.hands + 2)
        return sqrt(p * (1 - p) / self.hands)

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        how = "exact" if self.exact else f"+-{self.error:.2g}"
        return f"Chance({self.value:.6g}, {how})"


def sample(matcher: PhaseMatcher, cards: int, trials: int, seed: int) -> Chance:
    """Deal so many hands and count."""
    deck = matcher.table.faces.deck.full
    rng = random.Random(seed)
    good = sum([matcher.can_lay(bytes(sorted(rng.sample(deck, cards)))) for _ in range(trials)])
    return Chance(good, trials, exact=False)


def count(matcher: PhaseMatcher, cards: int) -> Chance | None:
    """The exact chance, or None if there are too many sorts of hands to count."""
    deck = matcher.table.faces.deck
    total = comb(len(deck), cards)
    quick = matcher.quick
    if len(quick) == 1:
        wilds = sum([n for card, n in deck.pairs if card.is_wild])
        needed = _quick_counts(matcher, quick[0], cards)
        useful = _useful(matcher, quick[0])
        junk = len(deck) - wilds - useful
        good = 0
        for need, ways in needed.items():
            for naturals, n in enumerate(ways):
                for w in range(need, min(wilds, cards - naturals) + 1):
                    good += n * comb(wilds, w) * comb(junk, cards - naturals - w)
        return Chance(good, total)
    zoned = matcher.zoned
    found = None if zoned is None else count_zoned(zoned, deck, cards)
    if found is None:
        found = _by_class(matcher, cards)
    return None if found is None else Chance(found, total)


def _sizes(matcher: PhaseMatcher, quick: Quick) -> list[int]:
    """By face of the family: how many naturals of the deck show it."""
    deck = matcher.table.faces.deck
    accepts = matcher.table.faces.accepts
    return [
        sum([deck.counts[c] for c in accepts[f] if deck.kinds[c].is_natural])
        for f in quick.family.faces
    ]


def _useful(matcher: PhaseMatcher, quick: Quick) -> int:
    return sum(_sizes(matcher, quick))


def _quick_counts(matcher: PhaseMatcher, quick: Quick, cards: int) -> dict[int, Ways]:
    """By the least number of wilds needed: the choices of naturals, by their number."""
    sizes = _sizes(matcher, quick)
    if isinstance(quick, QuickAlike):
        return _count_alike(quick, sizes, cards)
    masks = by_mask(sizes, cards)
    found: dict[int, Ways] = {}
    if isinstance(quick, QuickRun):
        for mask, ways in masks.items():
            need = quick.gaps[mask]
            if need != NEVER:
                found[need] = add(found.get(need, []), ways)
        return found
    assert isinstance(quick, QuickSetAndRun)
    return _count_set_and_run(quick, sizes, masks, cards)


def _count_alike(quick: QuickAlike, sizes: list[int], cards: int) -> dict[int, Ways]:
    """Face by face, remembering the two largest counts."""
    states: dict[tuple[int, int], Ways] = {(0, 0): [1]}
    for size in sizes:
        after: dict[tuple[int, int], Ways] = {}
        for (most, second), ways in states.items():
            for n in range(min(size, cards) + 1):
                tops = (n, most) if n > most else (most, max(second, n))
                shifted = [0] * n + [comb(size, n) * x for x in ways[: cards - n + 1]]
                after[tops] = add(after.get(tops, []), shifted)
        states = after
    found: dict[int, Ways] = {}
    for (most, second), ways in states.items():
        need = quick.wilds[min(most, 15) << 4 | min(second, 15)]
        if need != NEVER:
            found[need] = add(found.get(need, []), ways)
    return found


def _count_set_and_run(
    quick: QuickSetAndRun, sizes: list[int], masks: dict[int, Ways], cards: int
) -> dict[int, Ways]:
    """By mask: the hands in which no rank makes the phase possible with so few wilds.

    What a set of one rank and a run cost together depends on the mask and on the count of that rank
    only. So the hands that need more than `w` wilds are a product over the ranks.
    """
    top = quick.set + quick.run
    beyond: list[Ways] = [[] for _ in range(top + 1)]
    everything: Ways = []
    known: dict[tuple[tuple[int, int], ...], Ways] = {}
    for mask, ways in masks.items():
        everything = add(everything, ways)
        held = [face for face in range(len(sizes)) if mask >> face & 1]
        costs = {face: _costs(quick, mask, face, min(sizes[face], cards)) for face in held}
        bare = NEVER if quick.least else quick.set + quick.gaps[mask]
        for w in range(top + 1):
            if bare <= w:
                break
            # by face: the largest count with which it still needs more
            limits = tuple(sorted([(sizes[f], sum([cost > w for cost in costs[f]])) for f in held]))
            if any(limit == 0 for _, limit in limits):
                break
            product = known.get(limits)
            if product is None:
                product = [1]
                for size, limit in limits:
                    product = times(product, some(size, 1, limit), cards)
                known[limits] = product
            beyond[w] = add(beyond[w], product)
    found: dict[int, Ways] = {}
    before = everything
    for w in range(top + 1):
        found[w] = add(before, [-x for x in beyond[w]])
        before = beyond[w]
    return found


def _costs(quick: QuickSetAndRun, mask: int, face: int, most: int) -> list[int]:
    """By count of a rank, from 1: the wilds for a set of it and a run, never rising."""
    found = []
    bit = 1 << face
    for held in range(1, most + 1):
        cost = NEVER
        for n in range(max(1, quick.least), min(held, quick.set) + 1):
            gaps = quick.gaps[mask if held > n else mask ^ bit]
            cost = min(cost, quick.set - n + gaps)
        found.append(cost)
    return found


def _by_class(matcher: PhaseMatcher, cards: int) -> int | None:
    """Count the hands by class, each count up to what the phase can use; None if too many."""
    deck, classes = matcher.table.faces.deck, matcher.classes
    members: dict[int, list[int]] = defaultdict(list)
    for code in range(len(deck.kinds)):
        members[classes.of_card[code]].append(code)
    junk = sum([deck.counts[c] for c in members.pop(-1, [])])
    groups = []
    for kind, codes in members.items():
        total = sum([deck.counts[c] for c in codes])
        most = min(cards, total, matcher.most_used(kind))
        # a hand shows the class by these cards
        shown = b"".join([ONE[c] * deck.counts[c] for c in codes])[:most]
        groups.append((total, most, shown))
    if _vectors([most for _, most, _ in groups], cards) > MOST_HANDS:
        return None
    good = 0
    lay = matcher.can_lay

    def go(i: int, hand: bytes, ways: Ways) -> None:
        nonlocal good
        if i == len(groups):
            if lay(bytes(sorted(hand))):
                for n, x in enumerate(ways):
                    good += x * comb(junk, cards - n)
            return
        total, most, shown = groups[i]
        for n in range(most + 1):
            if len(hand) + n > cards:
                return
            more = some(total, n, n if n < most else cards)
            go(i + 1, hand + shown[:n], times(ways, more, cards))

    go(0, b"", [1])
    return good


def _vectors(most: list[int], cards: int) -> int:
    """How many vectors of counts there are with so many cards or fewer."""
    ways: Ways = [1]
    for n in most:
        ways = times(ways, [1] * (n + 1), cards)
    return sum(ways)
