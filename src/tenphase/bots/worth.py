"""What single cards are worth to a seat, and how far ahead the others are."""

from __future__ import annotations

from collections.abc import Iterable

from tenphase.bots.plan import Planner
from tenphase.views import View

__all__ = ["STEP", "gain", "lead", "missing_by_phase", "worths"]

#: More than any card's points: what a card is worth to the phase counts first.
STEP = 10_000
#: Planners are shared by all bots; a program rarely plays more phases than this at a time.
_KEPT = 256
_planners: dict[tuple[object, int], Planner] = {}


def planner_for(view: View, index: int) -> Planner:
    """The planner of a phase of the game, by its index."""
    rules = view.rules
    key = (rules, index)
    found = _planners.get(key)
    if found is None:
        phase, options = rules.phases[index], rules.options
        least = rules.ruleset.naturals(options)
        naturals = [least.of(spec) for spec in phase.melds]
        if len(_planners) >= _KEPT:
            _planners.clear()
        found = _planners[key] = Planner(
            phase,
            rules.deck,
            naturals=naturals,
            in_all=least.per_phase,
            wrap=options.run_wraparound,
        )
    return found


def _planner(view: View) -> Planner:
    """The planner of the phase that the seat tries; of several, of the one that is nearest."""
    seat = view.seat
    assert seat is not None
    index = view.phase[seat]
    if index < 0:
        index = min(missing_by_phase(view).items(), key=lambda item: (item[1], -item[0]))[0]
    return planner_for(view, index)


def missing_by_phase(view: View) -> dict[int, int]:
    """By index, for all phases that the seat has not completed: how many cards are lacking."""
    assert view.seat is not None
    done = view.done[view.seat]
    still = [index for index in range(len(view.rules.phases)) if not done >> index & 1]
    return {index: planner_for(view, index).plan(view.hand_codes).missing for index in still}


def _fits(view: View, code: int) -> bool:
    """Whether a card could be hit on some meld."""
    return any(code in laid.openings for melds in view.table for laid in melds)


def gain(view: View, code: int) -> bool:
    """Whether one more card is of use: it fits a meld, or brings the phase nearer."""
    if view.table[view.seat]:  # type: ignore[index]
        return _fits(view, code)
    planner = _planner(view)
    if planner.of_card[code] > planner.classes:
        return False
    hand = view.hand_codes
    now = planner.plan(hand).missing
    return now > 0 and planner.plan(bytes(sorted((*hand, code)))).missing < now


def worths(view: View, codes: Iterable[int]) -> dict[int, int]:
    """By code: what it would mean to lose such a card of the hand, 0 to 5 times `STEP`.

    5 for a wild and 4 for another card that the plan uses, 2 for one that an equally good plan
    uses, 1 for one that has company; once the phase lies, what can still be hit.
    """
    is_wild = view.rules.is_wild
    if view.table[view.seat]:  # type: ignore[index]
        return {c: 2 * STEP if is_wild[c] else STEP * _fits(view, c) for c in codes}
    hand = view.hand_codes
    planner = _planner(view)
    plan = planner.plan(hand)
    of_card, used, near, wild = planner.of_card, plan.used, plan.near, planner.classes
    held = hand.translate(of_card)
    found: dict[int, int] = {}
    for code in codes:
        c = of_card[code]
        if c > wild:
            found[code] = 0
        elif c == wild:
            found[code] = 0 if code in plan.idle else 5 * STEP
        elif c in used:
            found[code] = 4 * STEP if held.count(c) <= used[c] else 0
        elif near >> c & 1:
            found[code] = 2 * STEP
        else:
            found[code] = STEP * (held.count(c) > 1)
    return found


def remember(view: View, code: int) -> None:
    """The plan has not used a card that is now going: it holds for the hand without it."""
    hand = view.hand_codes
    planner = _planner(view)
    place = hand.index(code)
    planner.keep(hand[:place] + hand[place + 1 :], planner.plan(hand))


def lead(view: View, seat: int | None) -> tuple[int, int, int, int]:
    """How far ahead a seat is: completed phases, its table now, points, cards."""
    if seat is None or not 0 <= seat < len(view.done):
        return (-1, 0, 0, 0)
    laid = bool(view.table[seat])
    return (view.done[seat].bit_count() + laid, laid, -view.totals[seat], -view.hand_sizes[seat])
