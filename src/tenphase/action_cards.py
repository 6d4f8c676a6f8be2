"""Action cards: what happens when one is played instead of a discard.

A ruleset maps card texts to `ActionCard` objects. `Skip` is ready-made, since nearly every edition
has one; others subclass `ActionCard`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tenphase.cards import ONE
from tenphase.errors import brief
from tenphase.state import State, replaced
from tenphase.zones import can_draw_stock, draw_from_stock, lay_in_front

if TYPE_CHECKING:
    from tenphase.errors import IllegalAction

__all__ = ["ActionCard", "Skip"]


class ActionCard:
    """How a kind of action card works. Subclass it and override what differs.

    Action cards end a turn: they are played in place of the discard (MC-SKIP-1, PM-ACT-1) and
    never lie in a meld (MC-SKIP-6).
    """

    #: Where the card goes when its work is done: "discard", or the name of another pile.
    pile: str = "discard"
    #: Whether it may be taken from the discard pile.
    drawable: bool = False
    #: Whether it is the card to be put away when a seat loses its turn.
    costs_a_turn: bool = False

    def targets(self, state: State, seat: int) -> Sequence[int | None]:
        """The seats it may be played on now; (None,) if it is played without a target."""
        return (None,)

    def refusal(self, state: State, seat: int, code: int, target: int | None) -> IllegalAction:
        """Why it may not be played on this target, which is not among `targets`."""
        return state.rules.refusal(
            "bad-target",
            f"{state.rules.deck.kinds[code]} cannot be played on {brief(target)} now",
            cards=ONE[code],
        )

    def play(self, state: State, seat: int, code: int, target: int | None) -> None:
        """Carry out the effect. The card has left the hand and lies nowhere yet."""
        self.put_away(state, code)

    def may_discard(self, state: State, seat: int) -> bool:
        """Whether it may be discarded without effect."""
        return False

    def may_be_last(self, state: State) -> bool:
        """Whether the last card of a hand may be this one."""
        return True

    def put_away(self, state: State, code: int) -> None:
        """Put the card on the pile where it ends."""
        if self.pile == "discard":
            state.discard += ONE[code]
        else:
            state.piles = {**state.piles, self.pile: state.piles.get(self.pile, b"") + ONE[code]}

    def turned_up(self, state: State, first: int) -> None:
        """It was turned up to start the discard pile; `first` is the seat to play first."""

    def played_last(self, state: State, seat: int) -> bool:
        """It was the last card of the hand. True if the seat stays in with a card drawn for it."""
        return False


class Skip(ActionCard):
    """A card that costs another seat its next turn. Follows MC-SKIP-1 to MC-SKIP-10, PM-SKIP-1.

    The options `skip_placement`, `skip_limit`, `skip_target`, `skip_as_last_card` and
    `skip_plain_discard` select the readings (C-02, C-03, C-05, C-19).
    """

    costs_a_turn = True

    def __init__(self, *, pile: str = "discard") -> None:
        self.pile = pile

    def targets(self, state: State, seat: int) -> Sequence[int | None]:
        """Every other seat that may be skipped now (MC-SKIP-2, MC-SKIP-3)."""
        rules = state.rules
        if rules.options.skip_target == "next":
            seats: tuple[int, ...] = (rules.next_seat(state, seat),)
        else:
            seats = state.active
        return [other for other in seats if other != seat and not self._barred(state, other)]

    def _barred(self, state: State, target: int) -> str:
        """The code of the reason why a seat may not be skipped, or an empty text."""
        limit = state.rules.options.skip_limit
        if limit == "none":
            return ""
        if limit == "one_pending" or state.skips[target]:
            return "skip-target-pending" if state.skips[target] else ""
        if state.guard[target] >= 0:
            return "skip-target-lap" if limit == "once_per_lap" else "skip-target-no-turn"
        return ""

    def refusal(self, state: State, seat: int, code: int, target: int | None) -> IllegalAction:
        """Why this seat may not be skipped."""
        rules = state.rules
        card = ONE[code]
        if target is None:
            if self.targets(state, seat):
                return rules.refusal("bad-target", "say which seat is skipped", cards=card)
            return rules.refusal("skip-no-target", "there is no seat left to skip", cards=card)
        if target == seat:
            message = "a Skip is for another seat, not the own one"
            return rules.refusal("skip-self", message, cards=card, seats=(seat,))
        if target not in state.active:
            message = f"there is no seat {brief(target)} in this round"
            return rules.refusal("bad-target", message, cards=card)
        barred = self._barred(state, target)
        if not barred:
            message = f"a Skip is for the next seat only, not for seat {target}"
            return rules.refusal("skip-next-only", message, cards=card, seats=(target,))
        why = {
            "skip-target-pending": f"seat {target} is already going to lose a turn",
            "skip-target-lap": f"seat {target} has been skipped in this lap already",
            "skip-target-no-turn": f"seat {target} has had no turn since it was skipped",
        }
        return rules.refusal(barred, why[barred], cards=card, seats=(target,))

    def play(self, state: State, seat: int, code: int, target: int | None) -> None:
        """Lay it before the target, or on its pile at once (C-02)."""
        assert target is not None
        options = state.rules.options
        state.skips = replaced(state.skips, target, state.skips[target] + 1)
        if options.skip_placement == "in_front":
            lay_in_front(state, target, code)
        else:
            self.put_away(state, code)
        self._guard(state, target, by=seat)

    @staticmethod
    def _guard(state: State, target: int, *, by: int) -> None:
        limit = state.rules.options.skip_limit
        if limit == "once_per_lap":
            state.guard = replaced(state.guard, target, by)
        elif limit == "turn_between":
            state.guard = replaced(state.guard, target, target)

    def may_discard(self, state: State, seat: int) -> bool:
        """As `skip_plain_discard` says (MC-SKIP-10, C-19)."""
        when = state.rules.options.skip_plain_discard
        if when == "always":
            return True
        if not self.targets(state, seat):
            # a hand of Skips alone must be able to end the turn, even with "never"
            return when == "no_target" or _nothing_else(state, seat)
        return False

    def may_be_last(self, state: State) -> bool:
        """Unless `skip_as_last_card=forbidden` (MC-SKIP-7, C-05)."""
        return state.rules.options.skip_as_last_card != "forbidden"

    def played_last(self, state: State, seat: int) -> bool:
        """With `skip_as_last_card=draw_replacement` a card is drawn for it (SK-SKIP-2, C-05)."""
        if state.rules.options.skip_as_last_card != "draw_replacement":
            return False
        if not can_draw_stock(state):
            return False
        code = draw_from_stock(state)
        state.set_hand(seat, ONE[code])
        state.note("drew", seat, ONE[code], "stock")
        return True

    def turned_up(self, state: State, first: int) -> None:
        """The first seat loses its first turn; it counts as skipped (MC-SETUP-5, MC-SKIP-8)."""
        state.skips = replaced(state.skips, first, state.skips[first] + 1)
        # a lap lasts until the dealer's turn, or that of the last seat if the dealer sits out
        last = first
        while (seat := state.rules.next_seat(state, last)) != first:
            last = seat
        self._guard(state, first, by=last)


def _nothing_else(state: State, seat: int) -> bool:
    cards = state.rules.action_card
    return all(isinstance(cards[code], Skip) for code in state.hands[seat])
