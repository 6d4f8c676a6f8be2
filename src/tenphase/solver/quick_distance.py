"""Quick distances for the phases that have quick answers, while the pool has all that is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenphase.solver.family import TOPS
from tenphase.solver.quick import QuickAlike, QuickRun, QuickSetAndRun

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenphase.solver.family import Form
    from tenphase.solver.quick import Quick
    from tenphase.tables import PhaseTable

__all__ = ["away", "plentiful"]

#: A distance, and how many of the cards must be naturals.
Away = tuple[int, int]


def plentiful(table: PhaseTable) -> bool:
    """Whether the deck has so many naturals of each face that none can ever be short."""
    deck = table.faces.deck
    most = sum([1 if spec.table.ladders else spec.size for spec in table.specs])
    faces = {f for spec in table.specs for f in spec.table.uniforms}
    faces |= {f for spec in table.specs for steps, _ in spec.table.ladders for f in steps}
    return all(
        sum([deck.counts[c] for c in table.faces.accepts[f] if deck.kinds[c].is_natural]) >= most
        for f in faces
    )


def away(quick: Quick, hand: bytes) -> Away:
    """The distance of a hand, if the pool lacks nothing."""
    form = quick.family.form(hand)
    if isinstance(quick, QuickRun):
        return _run(quick, form)
    if isinstance(quick, QuickAlike):
        return _alike(quick, form)
    assert isinstance(quick, QuickSetAndRun)
    return _set_and_run(quick, form)


def _cost(needs: int, naturals: int, wilds: int) -> Away:
    """What is left of needs, so many of which must be naturals, after wilds have met theirs."""
    return max(naturals, needs - wilds), naturals


def _run(quick: QuickRun, form: Form) -> Away:
    mask = form[1]
    if mask or not quick.naturals:
        return _cost(quick.gaps[mask], 0, form[0])
    return _cost(quick.size, 1, form[0])


def _alike(quick: QuickAlike, form: Form) -> Away:
    key = form[TOPS] << 4 | min(form[0], 15)
    known = quick.away.get(key)
    if known is None:
        known = quick.away[key] = _alike_away(quick, form[TOPS] >> 4, form[TOPS] & 15, form[0])
    return known


def _alike_away(quick: QuickAlike, most: int, second: int, wilds: int) -> Away:
    sizes, least = quick.sizes, quick.naturals
    pairs = list(zip(sizes, least, strict=True))
    plans: list[Sequence[tuple[int, int, int]]] = [
        [(*pair, held) for pair, held in zip(pairs, order, strict=False)]
        for order in ((most, second), (second, most))
    ]
    if len(sizes) == 2 and not quick.distinct:
        plans.append([(sum(sizes), sum(least), most)])
    found = []
    for plan in plans:
        needs = sum([max(0, size - held) for size, _, held in plan])
        naturals = sum([max(0, must - held) for _, must, held in plan])
        found.append(_cost(needs, naturals, wilds))
    return min(found)


def _set_and_run(quick: QuickSetAndRun, form: Form) -> Away:
    wilds, held = form[0], form[1]
    gaps, size = quick.gaps, quick.set
    best = (quick.set + quick.run, quick.set + quick.run)
    fewest = gaps[held] if held else quick.run
    for n in range(size, -1, -1):
        lack = size - n
        if lack + fewest - wilds >= best[0]:
            break
        must = max(0, quick.least - n)
        if n == 0 or form[n + 1]:
            masks = [held]
        else:
            exact = form[n]
            masks = []
            while exact:
                bit = exact & -exact
                masks.append(held ^ bit)
                exact ^= bit
        for mask in masks:
            if mask or not quick.run_least:
                found = _cost(lack + gaps[mask], must, wilds)
            else:
                found = _cost(lack + quick.run, must + 1, wilds)
            best = min(best, found)
    return best
