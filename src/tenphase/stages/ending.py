"""Whether a turn can still be ended with the cards that are left."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenphase.state import State

__all__ = ["discard_refusal", "has_no_end", "stuck"]


def stuck(state: State, rest: bytes) -> tuple[str, str] | None:
    """Code and sentence of the refusal if the turn could not be ended with these cards.

    Follows MC-OUT-1 with `going_out=must_keep_discard` (C-06), and
    `skip_as_last_card=forbidden` (C-05).
    """
    rules = state.rules
    if not rest and rules.must_keep:
        return "must-keep-discard", "one card must be kept for the discard"
    if len(rest) == 1:
        action_card = rules.action_card[rest[0]]
        if action_card is not None and not action_card.may_be_last(state):
            card = rules.deck.kinds[rest[0]]
            return "skip-last-card", f"{card} may not be left as the last card"
    return None


def discard_refusal(state: State, seat: int, code: int) -> tuple[str, str] | None:
    """Code and sentence of the reason why a card in hand may not be discarded."""
    rules = state.rules
    hand = state.hands[seat]
    action_card = rules.action_card[code]
    if action_card is not None:
        if len(hand) == 1 and not action_card.may_be_last(state):
            return "skip-last-card", f"{rules.deck.kinds[code]} may not be the last card"
        if not action_card.may_discard(state, seat):
            if not action_card.targets(state, seat):
                return "skip-no-target", (
                    f"there is no seat left for {rules.deck.kinds[code]}, "
                    "and it is not discarded without effect"
                )
            return "skip-has-target", (
                f"{rules.deck.kinds[code]} is played with its effect, not just discarded"
            )
    elif code == state.taken and not rules.options.discard_redraw and hand.count(code) == 1:
        return "redraw-discard", (
            f"{rules.deck.kinds[code]} was taken from the discard pile in this turn"
        )
    return None


def has_no_end(state: State, seat: int) -> bool:
    """Whether no card of the hand may be discarded or played; then every discard is allowed.

    It takes odd options (no redraw, and a Skip without target that may not be discarded), but a
    turn can always be ended.
    """
    for code in dict.fromkeys(state.hands[seat]):
        if discard_refusal(state, seat, code) is None:
            return False
        action_card = state.rules.action_card[code]
        if action_card is not None and action_card.targets(state, seat):
            return False
    return True
