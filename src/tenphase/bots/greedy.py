"""A bot that plays sensibly at once and thinks no turn ahead."""

from __future__ import annotations

from collections.abc import Sequence

from tenphase.actions import (
    Action,
    Choose,
    Discard,
    DrawDiscard,
    DrawStock,
    Hit,
    LayDown,
    PlayCard,
    Swap,
)
from tenphase.bots.laying import best_lay_down
from tenphase.bots.openings import openings_after
from tenphase.bots.worth import STEP, gain, lead, missing_by_phase, remember, worths
from tenphase.views import View

__all__ = ["GreedyBot"]

_ENDS = (Discard, PlayCard)
#: Words of choices about a card that one would like to have.
_WANTED = ("keep", "take")


class GreedyBot:
    """Takes what brings its phase nearer, lays and hits what it can, and sheds the rest.

    - It draws the discard if its phase comes nearer by it, or if it can be hit at once.
    - It lays its phase when it can, in the way that leaves the fewest points in its hand.
    - It hits all it can, naturals before wilds, and keeps a card where one must be discarded.
    - It discards what its phase does not need, high cards first, and skips the leader.
    - In decisions that only some rulesets know it keeps what is of use and gives what is not.

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
        if kind is DrawStock or kind is DrawDiscard:
            return _draw(view, actions)
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


# -- drawing ------------------------------------------------------------------------------------


def _draw(view: View, actions: Sequence[Action]) -> Action:
    """A card that is of use, if one lies open; else from the stock, two at a time if that is so."""
    codes = view.rules.deck.codes
    best = actions[0]
    for action in actions:
        if action.__class__ is DrawDiscard:
            if gain(view, view.discard_codes[-1]):
                return action
        elif isinstance(action, Choose):
            if len(action.cards) == 1:
                if gain(view, codes[action.cards[0].text]):
                    return action
            elif best is actions[0] and not action.cards:
                best = action
    return best


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
    plays = [action for action in actions if action.__class__ is PlayCard]
    if plays:
        card = plays[0].card
        return max(
            [play for play in plays if play.card is card], key=lambda play: lead(view, play.target)
        )
    discards = [action for action in actions if action.__class__ is Discard]
    if not discards:
        return actions[0]
    rules = view.rules
    by_text, points = rules.deck.codes, rules.points
    codes = [by_text[action.card.text] for action in discards]
    worth = worths(view, codes)
    if view.taken in worth:
        worth[view.taken] += 6 * STEP  # it was taken for a reason; to put it back gets nowhere
    best, least = 0, worth[codes[0]] - points[codes[0]]
    for place, code in enumerate(codes):
        if worth[code] - points[code] < least:
            best, least = place, worth[code] - points[code]
    if worth[codes[best]] < 3 * STEP and not view.is_down:
        remember(view, codes[best])
    return discards[best]


# -- decisions of single rulesets ---------------------------------------------------------------


def _decide(view: View, actions: Sequence[Action]) -> Action:
    """Among choices of one sort: the phase that is nearest, the best or worst card, the leader."""
    choices = [action for action in actions if isinstance(action, Choose)]
    first = choices[0]
    by_phase = [view.rules.labels.get(choice.choice.rpartition("-")[2], -1) for choice in choices]
    if len(by_phase) > 1 and min(by_phase) >= 0:
        missing = missing_by_phase(view)
        return min(
            zip(choices, by_phase, strict=True),
            key=lambda pair: (missing.get(pair[1], 99), -pair[1]),
        )[0]
    alike = [choice for choice in choices if choice.choice == first.choice]
    if all(len(choice.cards) == 1 for choice in alike):
        return _decide_card(view, alike)
    return max(alike, key=lambda choice: lead(view, choice.target))


def _decide_card(view: View, choices: Sequence[Choose]) -> Choose:
    """The best card if it is to be kept or taken, otherwise the one that is missed least."""
    rules = view.rules
    codes = [rules.deck.codes[choice.cards[0].text] for choice in choices]
    held = worths(view, [code for code in codes if code in view.hand_codes])
    worth = [(held[c] if c in held else 5 * STEP * gain(view, c)) - rules.points[c] for c in codes]
    wanted = choices[0].choice.partition("-")[0] in _WANTED
    best = max(worth) if wanted else min(worth)
    return choices[worth.index(best)]
