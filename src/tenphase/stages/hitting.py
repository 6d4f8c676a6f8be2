"""Hits: single cards added to melds on the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tenphase.actions import Action, Hit, Swap
from tenphase.cards import ONE
from tenphase.errors import brief
from tenphase.laid import Laid
from tenphase.stages.ending import stuck
from tenphase.state import State, replaced

if TYPE_CHECKING:
    from tenphase.errors import IllegalAction
    from tenphase.rules import Rules

__all__ = ["hit", "hits", "target"]


def hits(state: State, codes: Iterable[int]) -> list[Action]:
    """All hits with these cards, by card, owner, meld, and from the low end to the high one.

    What a card can do on the table depends on the table alone, so it is kept until that changes.
    """
    known = state._hits
    if known is None:
        known = state._hits = {}
    found: list[Action] = []
    for code in codes:
        mine = known.get(code)
        if mine is None:
            mine = known[code] = _hits_of(state, code)
        if mine:
            found += mine
    return found


def _hits_of(state: State, code: int) -> tuple[Action, ...]:
    rules = state.rules
    return tuple(
        [
            rules.hit(code, owner, number, face)
            for owner, melds in enumerate(state.table)
            for number, laid in enumerate(melds)
            if code in laid.openings
            for face, _ in laid.openings[code]
        ]
    )


def target(state: State, seat: int, action: Hit | Swap) -> Laid:
    """The meld that an action names. Refuses it if the seat may not touch melds now.

    Follows MC-HIT-1, MC-HIT-2 (C-18), MC-HIT-3, MC-HIT-8.
    """
    rules = state.rules
    if not state.table[seat]:
        raise rules.refusal("not-down", "lay the own phase before hitting")
    if state.laid_now and not rules.options.hit_same_turn:
        raise rules.refusal("hit-later-turn", "hits begin in the turn after the phase was laid")
    owner, number = action.owner, action.meld
    if not (_is_index(owner, len(state.table)) and _is_index(number, len(state.table[owner]))):
        raise rules.refusal("no-such-meld", f"there is no meld {owner}.{number} on the table")
    return state.table[owner][number]


def _is_index(value: object, length: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < length


def hit(state: State, seat: int, action: Hit, code: int) -> bytes:
    """Add a card to a meld; returns the hand that is left, which the caller puts in place.

    Follows MC-HIT-3 to MC-HIT-7, MC-WILD-4, MC-WILD-5.
    """
    rules = state.rules
    laid = target(state, seat, action)
    face, low = _opening(state, laid, action, code)
    hand = state.hands[seat]
    place = hand.index(code)
    rest = hand[:place] + hand[place + 1 :]
    if len(rest) < 2:
        why = stuck(state, rest)
        if why is not None:
            raise rules.refusal(*why, cards=ONE[code])
    cards, shown = laid.table.extend(laid.cards, laid.shown, code, face, low=low)
    owner = action.owner
    melds = replaced(state.table[owner], action.meld, Laid(laid.table, cards, shown))
    state.table = replaced(state.table, owner, melds)
    state._hits = None
    state.forget(seat, code)
    state.note("hit", seat, ONE[code], (owner, action.meld, face))
    return rest


def _opening(state: State, laid: Laid, action: Hit, code: int) -> tuple[int, bool]:
    """The face that the card is going to stand for, and whether at the low end."""
    rules = state.rules
    openings = laid.openings.get(code, ())
    if not openings:
        raise _no_opening(state, laid, code)
    if action.shows is None or rules.deck.kinds[code].is_natural:
        if action.shows is not None and not _is_face(rules, action.shows):
            message = f"{rules.deck.kinds[code]} cannot stand for {brief(action.shows)}"
            raise rules.refusal(
                "does-not-fit", message, kind=laid.table.kind.symbol, cards=ONE[code]
            )
        if len(openings) == 1:
            return openings[0]
        labels = " or ".join(rules.faces.faces[face].label for face, _ in openings)
        raise rules.refusal(
            "hit-undeclared",
            f"say what {action.card} stands for: {labels}, as in 'hit {action.card}=...'",
            cards=ONE[code],
        )
    for face, low in openings:
        if rules.faces.faces[face].label == action.shows:
            return face, low
    labels = " or ".join(rules.faces.faces[face].label for face, _ in openings)
    raise rules.refusal(
        "does-not-fit",
        f"{action.card} cannot stand for {brief(action.shows)} there, only for {labels}",
        kind=laid.table.kind.symbol,
        cards=ONE[code],
    )


def _is_face(rules: Rules, label: object) -> bool:
    return label.__class__ is str and any(label in t.numbers for t in rules.kinds.values())


def _no_opening(state: State, laid: Laid, code: int) -> IllegalAction:
    """Why a card fits nowhere on a meld: the most telling reason that applies."""
    rules = state.rules
    card, meld = rules.deck.kinds[code], rules.meld(laid.cards, laid.shown)
    if card.is_action:
        message = f"{card} is an action card and never lies in a meld"
        return rules.refusal("action-card-in-meld", message, cards=ONE[code])
    for held, face in zip(laid.cards, laid.shown, strict=True):
        if code in rules.faces.accepts[face] and rules.is_wild[held] and not card.is_wild:
            label = rules.faces.faces[face].label
            message = f"{label} is taken by the {rules.deck.kinds[held]} in {meld}"
            return rules.refusal("taken-by-wild", message, cards=ONE[code])
    if not laid.openings:
        return rules.refusal("run-full", f"{meld} is full and takes no card", cards=ONE[code])
    if _would_go_round(laid, code):
        message = f"{card} does not follow on {meld}: runs do not go round"
        return rules.refusal("run-wraps", message, cards=ONE[code])
    kind = laid.table.kind.symbol
    message = f"{card} does not fit {meld}"
    return rules.refusal("does-not-fit", message, kind=kind, cards=ONE[code])


def _would_go_round(laid: Laid, code: int) -> bool:
    """Whether the card would fit if runs went on from the last rank to the first (C-09)."""
    for steps, cyclic in laid.table.ladders:
        if cyclic or laid.shown[0] not in steps:
            continue
        accepts = laid.table.faces.accepts
        at_top = laid.shown[-1] == steps[-1] and code in accepts[steps[0]]
        if at_top or (laid.shown[0] == steps[0] and code in accepts[steps[-1]]):
            return True
    return False
