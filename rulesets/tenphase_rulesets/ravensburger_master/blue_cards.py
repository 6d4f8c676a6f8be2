"""The four blue cards. They end a turn and never come to the normal discard pile.

As the last card of a hand each of them goes to the blue pile without effect (PM-ACT-3).
"""

from __future__ import annotations

from collections.abc import Sequence

from tenphase.action_cards import ActionCard, Skip
from tenphase.errors import IllegalAction
from tenphase.state import State
from tenphase.zones import lay_in_front

__all__ = ["FIVE", "KEEP", "SKIP", "TWO", "AllMine", "GiveMeFive", "MasterSkip", "TakeTwo"]

TWO, KEEP, SKIP, FIVE = "A:TWO", "A:KEEP", "A:SKIP", "A:FIVE"
BLUE = "blue"


class BlueCard(ActionCard):
    """A card whose pile is the blue one (PM-ACT-1, PM-ACT-2)."""

    pile = BLUE


class _OneInFront(BlueCard):
    """A card that lies before its player; a second one has no effect (PM-ACT-4)."""

    def play(self, state: State, seat: int, code: int, target: int | None) -> None:
        """Before the player, or on the blue pile if one lies there or it is the last card."""
        if code in state.front[seat] or not state.hands[seat]:
            self.put_away(state, code)
        else:
            lay_in_front(state, seat, code)


class TakeTwo(_OneInFront):
    """From the next turn on its player may draw two cards and keep one (PM-TWO-1 to 5)."""


class AllMine(_OneInFront):
    """At the end of the round its player may keep the hand (PM-KEEP-1 to 5)."""


class MasterSkip(Skip):
    """Laid before an opponent, who puts it on the blue pile instead of a turn (PM-SKIP-1, 2)."""

    def __init__(self) -> None:
        super().__init__(pile=BLUE)

    def targets(self, state: State, seat: int) -> Sequence[int | None]:
        """Every opponent without a pending one; nobody if it is the last card, or none is left.

        Without a target it goes to the blue pile without effect (PM-ACT-3, C-29).
        """
        if len(state.hands[seat]) == 1:
            return (None,)
        return super().targets(state, seat) or (None,)

    def refusal(self, state: State, seat: int, code: int, target: int | None) -> IllegalAction:
        """Why this seat may not be skipped."""
        if len(state.hands[seat]) == 1:
            message = f"{SKIP} has no effect as the last card: it is played on nobody"
            return state.rules.refusal("skip-last-card", message, cards=bytes([code]))
        return super().refusal(state, seat, code, target)

    def play(self, state: State, seat: int, code: int, target: int | None) -> None:
        """Lay it before the target, or away without effect."""
        if target is None:
            self.put_away(state, code)
        else:
            super().play(state, seat, code, target)

    def may_discard(self, state: State, seat: int) -> bool:
        """Never: blue cards do not come to the discard pile (PM-ACT-2)."""
        return False


class GiveMeFive(BlueCard):
    """The others offer five cards, its player takes one (PM-FIVE-1 to 7)."""

    def play(self, state: State, seat: int, code: int, target: int | None) -> None:
        """To the blue pile; then its player says whether to ask for an offer."""
        self.put_away(state, code)
        others = [other for other in state.active if other != seat and state.hands[other]]
        if state.hands[seat] and others:
            state.stage = "ask"
