"""A bot that plays sensibly at once and thinks no turn ahead."""

from __future__ import annotations

from collections.abc import Sequence

from tenphase.actions import (
    Action,
    Choose,
    Discard,
    DrawDiscard,
    Hit,
    LayDown,
    PlayCard,
    Swap,
)
from tenphase.bots.laying import best_lay_down
from tenphase.bots.openings import openings_after
from tenphase.bots.plan import Planner
from tenphase.views import View

__all__ = ["GreedyBot"]

#: More than any card's points: what a card is worth to the phase counts first.
_STEP = 10_000
_ENDS = (Discard, PlayCard)
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


class GreedyBot:
    """Takes what brings its phase nearer, lays and hits what it can, and sheds the rest.

    - It draws the discard if its phase comes nearer by it, or if it can be hit at once.
    - It lays its phase when it can, in the way that leaves the fewest points in its hand.
    - It hits all it can, naturals before wilds, and keeps a card where one must be discarded.
    - It discards what its phase does not need, high cards first, and skips the leader.

    It has no dice: the same view and actions give the same answer.

    >>> import tenphase as tp
    >>> state = tp.position("mattel-classic", hands={1: "R5 B5 G5 R7 B7 Y7 W R12 S R1 G2"},
    ...                     stage="play")
    >>> view = tp.Game(state).view(1)
    >>> str(GreedyBot().choose(view, state.legal_actions()))
    'lay R5 B5 G5 / R7 B7 Y7'
    """

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """The action that seems best."""
        first = actions[0]
        kind = first.__class__
        if len(actions) == 1 or view.seat is None:
            return first
        if actions[1].__class__ is DrawDiscard:
            return actions[1] if _wants_discard(view) else first
        if kind is LayDown:
            lay_downs = [action for action in actions if action.__class__ is LayDown]
            return best_lay_down(view, lay_downs)
        if kind is Hit or kind is Swap:
            hit = _best_hit(view, actions)
            if hit is not None:
                return hit
        if kind is Choose:
            return _decide(view, actions)
        return _end(view, actions)

    def __repr__(self) -> str:
        return "GreedyBot()"


def _planner(view: View) -> Planner:
    """The planner of the phase that the seat tries; of several, of the one that is nearest."""
    seat = view.seat
    assert seat is not None
    index = view.phase[seat]
    if index >= 0:
        return planner_for(view, index)
    done = view.done[seat]
    still = [i for i in range(len(view.rules.phases)) if not done >> i & 1]
    planners = [planner_for(view, i) for i in still]
    hand = view.hand_codes
    return min(planners, key=lambda planner: (planner.plan(hand).missing, -planner.size))


# -- drawing ------------------------------------------------------------------------------------


def _wants_discard(view: View) -> bool:
    top = view.discard_codes[-1]
    if view.table[view.seat]:  # type: ignore[index]
        return any(top in laid.openings for melds in view.table for laid in melds)
    planner = _planner(view)
    if planner.of_card[top] > planner.classes:
        return False
    hand = view.hand_codes
    now = planner.plan(hand).missing
    if now == 0:
        return False
    return planner.plan(bytes(sorted(hand + view.discard_codes[-1:]))).missing < now


# -- hitting ------------------------------------------------------------------------------------


def _best_hit(view: View, actions: Sequence[Action]) -> Action | None:
    """A hit or a swap, or None if it is better to end the turn."""
    rules = view.rules
    if len(view.hand_codes) == 1 and rules.floats and actions[-1].__class__ in _ENDS:
        return None  # the last card ends the round only when it is discarded
    swap: Action | None = None
    wilds: list[Hit] = []
    for action in actions:
        kind = action.__class__
        if kind is Hit:
            if action.card.is_natural:  # type: ignore[attr-defined]
                return action
            wilds.append(action)  # type: ignore[arg-type]
        elif kind is Swap:
            swap = swap or action
    if swap is not None:
        return swap
    if len(wilds) > 1:
        return _best_wild(view, wilds)
    return wilds[0] if wilds else None


def _best_wild(view: View, wilds: Sequence[Hit]) -> Hit:
    """The wild where it makes room for another card of the hand, or else where it bars nobody."""
    rules = view.rules
    held = {code for code in view.hand_codes if not rules.is_wild[code]}
    melds = {(meld.owner, meld.number): meld for meld in view.melds}
    quiet = None
    for hit in wilds:
        on = melds[hit.owner, hit.meld]
        first, last = on.meld.shows[0], on.meld.shows[-1]
        if first is None or last is None or hit.shows is None:
            continue
        kind = rules.ruleset.kinds.get(on.kind)
        if kind is None:
            continue
        room = openings_after(view, kind, first, last, len(on.meld), hit.shows)
        if not held.isdisjoint(room):
            return hit
        if not room and quiet is None:
            quiet = hit
    return quiet or wilds[0]


# -- ending the turn ----------------------------------------------------------------------------


def _end(view: View, actions: Sequence[Action]) -> Action:
    """An action card if there is one, or else the discard that is missed least."""
    last = actions[-1]
    if last.__class__ is PlayCard:
        return _play_card(view, [a for a in actions if a.__class__ is PlayCard])
    discards: list[Discard] = [a for a in actions if a.__class__ is Discard]
    if not discards:
        return actions[0]
    assert view.seat is not None
    if view.table[view.seat]:
        return _shed(view, discards)
    return _discard(view, discards)


def _shed(view: View, discards: Sequence[Discard]) -> Discard:
    """The dearest card, but first those that fit nowhere; a wild can nearly always be hit."""
    rules = view.rules
    codes, points, is_wild = rules.deck.codes, rules.points, rules.is_wild
    best, least = discards[0], 10**9
    for discard in discards:
        code = codes[discard.card.text]
        fits = any(code in laid.openings for melds in view.table for laid in melds)
        worth = (2 * _STEP if is_wild[code] else _STEP * fits) - points[code]
        if worth < least:
            best, least = discard, worth
    return best


def _discard(view: View, discards: Sequence[Discard]) -> Discard:
    """The card that the phase misses least, and of equal ones the dearest."""
    rules = view.rules
    codes, points = rules.deck.codes, rules.points
    hand = view.hand_codes
    planner = _planner(view)
    plan = planner.plan(hand)
    of_card, used, near, wild = planner.of_card, plan.used, plan.near, planner.classes
    held = hand.translate(of_card)
    best, least, chosen = discards[0], 10**9, 0
    for discard in discards:
        code = codes[discard.card.text]
        c = of_card[code]
        if c > wild:
            worth = 0
        elif c == wild:
            worth = 0 if code in plan.idle else 5 * _STEP
        elif c in used:
            worth = 4 * _STEP if held.count(c) <= used[c] else 0
        elif near >> c & 1:
            worth = 2 * _STEP
        else:
            worth = _STEP * (held.count(c) > 1)
        if code == view.taken:
            worth += 6 * _STEP  # it was taken for a reason; to put it back would get nowhere
        worth -= points[code]
        if worth < least:
            best, least, chosen = discard, worth, code
    if least < 3 * _STEP:
        # the plan has not used this card, so it holds for the hand without it
        place = hand.index(chosen)
        planner.keep(hand[:place] + hand[place + 1 :], plan)
    return best


def _play_card(view: View, plays: Sequence[PlayCard]) -> PlayCard:
    """The first action card, on the seat that is ahead."""
    card = plays[0].card
    return max(
        [play for play in plays if play.card is card], key=lambda play: _lead(view, play.target)
    )


def _lead(view: View, seat: int | None) -> tuple[int, int, int, int]:
    """How far ahead a seat is: completed phases, its table now, points, cards."""
    if seat is None or not 0 <= seat < len(view.done):
        return (-1, 0, 0, 0)
    laid = bool(view.table[seat])
    return (view.done[seat].bit_count() + laid, laid, -view.totals[seat], -view.hand_sizes[seat])


def _decide(view: View, actions: Sequence[Action]) -> Action:
    """A decision that only some rulesets know: on the leader if it has a target, or the first."""
    choices = [action for action in actions if isinstance(action, Choose)]
    first = choices[0]
    alike = [choice for choice in choices if choice.choice == first.choice]
    if len({choice.target for choice in alike}) > 1:
        return max(alike, key=lambda choice: _lead(view, choice.target))
    return first
