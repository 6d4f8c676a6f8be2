"""Which lay-down is best: the one that leaves the fewest points in the hand."""

from __future__ import annotations

from collections.abc import Container, Sequence

from tenphase.actions import LayDown
from tenphase.bots.openings import openings_of
from tenphase.views import View

__all__ = ["best_lay_down"]

#: So many lay-downs are compared, spread over all of them.
_COMPARED = 24


def best_lay_down(view: View, lay_downs: Sequence[LayDown]) -> LayDown:
    """The lay-down after which the cards that cannot be hit are worth the fewest points."""
    if len(lay_downs) == 1:
        return lay_downs[0]
    if len(lay_downs) > _COMPARED:
        lay_downs = lay_downs[:: len(lay_downs) // _COMPARED + 1]
    on_table = {code for melds in view.table for laid in melds for code in laid.openings}
    return min(lay_downs, key=lambda lay_down: _cost(view, lay_down, on_table))


def _cost(view: View, lay_down: LayDown, on_table: set[int]) -> int:
    """Four times the points that are likely to stay in the hand, less one for each wild kept."""
    rules = view.rules
    codes, points, is_wild = rules.deck.codes, rules.points, rules.is_wild
    rest = view.hand_codes
    assert view.seat is not None
    label = lay_down.phase
    index = view.phase[view.seat] if label is None else rules.labels[label]
    fitting: list[Container[int]] = [on_table]
    for meld, spec in zip(lay_down.melds, rules.phases[index].melds, strict=True):
        for card in meld.cards:
            place = rest.index(codes[card.text])
            rest = rest[:place] + rest[place + 1 :]
        shows = meld.shows
        if shows[0] is not None and shows[-1] is not None:
            fitting.append(openings_of(view, spec.kind, shows[0], shows[-1], len(shows)))
    # a card that can be hit in a later turn only may still be charged for
    waiting = 0 if rules.options.hit_same_turn else 2
    cost = 0
    for code in rest:
        for fits in fitting:
            if code in fits:
                cost += waiting * points[code] - is_wild[code]
                break
        else:
            cost += 4 * points[code]
    return cost
