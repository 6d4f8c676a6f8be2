"""Take two: draw two cards from one pile, keep one (PM-TWO-1 to PM-TWO-5)."""

from __future__ import annotations

from random import Random
from typing import Any

from tenphase.actions import Action, Choose
from tenphase.errors import IllegalAction
from tenphase.stages import DrawStage, Stage
from tenphase.state import State
from tenphase.views import View
from tenphase.zones import (
    add_to_hand,
    draw_from_stock,
    know,
    remove_from_hand,
    take_from_front,
    without,
)
from tenphase_rulesets.ravensburger_master.blue_cards import TWO
from tenphase_rulesets.ravensburger_master.options import options_of

__all__ = ["KeepOneStage", "MasterDrawStage"]

FROM_STOCK = Choose("draw-two-stock")
FROM_DISCARD = Choose("draw-two-discard")


def _has_two(state: State, seat: int) -> bool:
    return state.rules.deck.codes[TWO] in state.front[seat]


class MasterDrawStage(DrawStage):
    """Draw one card, or two where a Take two lies before the seat."""

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        """The ordinary draws, and the draws of two (C-22)."""
        one = super().legal(state, seat)
        if not _has_two(state, seat):
            return one
        two: tuple[Action, ...] = tuple(
            [
                draw
                for draw in (FROM_STOCK, FROM_DISCARD)
                if self._two_refusal(state, seat, draw) is None
            ]
        )
        return one + two if options_of(state).draw_two_optional or not two else two

    def apply(self, state: State, seat: int, action: Action) -> None:
        """Draw one or two cards."""
        if not (isinstance(action, Choose) and action.choice.startswith("draw-two")):
            if (
                _has_two(state, seat)
                and not options_of(state).draw_two_optional
                and action not in self.legal(state, seat)
            ):
                message = "two cards must be drawn while a Take two lies there"
                raise state.rules.refusal("must-draw-two", message)
            super().apply(state, seat, action)
            return
        refused = self._two_refusal(state, seat, action)
        if refused is not None:
            raise refused
        if action == FROM_STOCK:
            cards = bytes([draw_from_stock(state), draw_from_stock(state)])
            state.note("drew", seat, cards, "stock")
        else:
            cards = state.discard[-2:]
            state.discard = state.discard[:-2]
            know(state, seat, cards)
            state.note("drew", seat, cards, "discard")
        add_to_hand(state, seat, cards)
        if options_of(state).draw_two == "one_shot":
            code = state.rules.deck.codes[TWO]
            take_from_front(state, seat, code)
            card = state.rules.action_card[code]
            assert card is not None
            card.put_away(state, code)
        pile = "discard" if action == FROM_DISCARD else "stock"
        kinds = state.rules.deck.kinds
        state.pending = (pile, *[kinds[code].text for code in sorted(cards)])
        state.stage = "keep one"

    def _two_refusal(self, state: State, seat: int, action: Action) -> IllegalAction | None:
        rules = state.rules
        if not _has_two(state, seat):
            return rules.refusal("no-take-two", "there is no Take two before this seat")
        if action == FROM_STOCK:
            # a stock that runs out is made anew of the discards, one of which stays face up
            there = len(state.stock)
            if there < 2 and there + max(0, len(state.discard) - 1) < 2:
                return rules.refusal("stock-empty", "there are no two cards in the stock")
            return None
        if action != FROM_DISCARD:
            return self.wrong_action(state, action)
        if options_of(state).draw_two_stock_only:
            return rules.refusal("stock-only", "two cards are drawn from the stock only")
        if len(state.discard) < 2:
            return rules.refusal("discard-empty", "there are no two cards in the discard pile")
        wild = any(rules.is_wild[code] for code in state.discard[-2:])
        if wild and not rules.options.draw_discarded_wild:
            return rules.refusal("wild-not-drawable", "a joker is not drawn from the discards")
        return None


class KeepOneStage(Stage):
    """Keep one of the two cards drawn; the other goes to its pile without effect (PM-TWO-1)."""

    name = "keep one"

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        """Either of the two."""
        cards = state.rules.deck.decode(state.rules.deck.encode(state.pending[1:]))
        return tuple([Choose("keep", (card,)) for card in dict.fromkeys(cards)])

    def check_pending(self, state: State) -> str:
        """The pile, and the two cards drawn, which are in the hand of the seat to act."""
        match state.pending:
            case ("stock" | "discard", str(one), str(other)):
                codes = state.rules.deck.codes
                two = [codes.get(one, -1), codes.get(other, -1)]
                hand = list(state.hands[state.to_act])
                if all(two.count(code) <= hand.count(code) for code in two):
                    return ""
        return "'stock' or 'discard', and two cards of the hand"

    def apply(self, state: State, seat: int, action: Action) -> None:
        """Put the other card away and go on to play."""
        rules = state.rules
        if not isinstance(action, Choose):
            raise self.wrong_action(state, action)
        if action not in self.legal(state, seat):
            cards = " and ".join(state.pending[1:])
            raise rules.refusal("keep-one", f"keep one of the two cards drawn: {cards}")
        pile, *two = state.pending
        kept = rules.deck.code(action.cards[0])
        two.remove(action.cards[0].text)
        other = rules.deck.code(two[0])
        remove_from_hand(state, seat, other)
        card = rules.action_card[other]
        if card is None:
            state.discard += bytes([other])
        else:
            card.put_away(state, other)
        if pile == "discard":
            state.taken = kept
        state.note("kept", seat, bytes([kept]), None, pile == "stock")
        state.note("put away", seat, bytes([other]))
        state.pending = ()
        state.stage = "play"

    def visible(self, state: State, seat: int | None) -> tuple[Any, ...]:
        """The two cards are for their holder, unless everybody saw them in the discard pile."""
        if seat == state.to_act or state.pending[0] == "discard":
            return state.pending
        return state.pending[:1]

    def imagine(self, state: State, view: View, rng: Random) -> tuple[Any, ...]:
        """Two of the cards in the hand that nobody has seen."""
        unseen = without(state.hands[state.to_act], state.known[state.to_act])
        two = sorted(rng.sample(list(unseen), 2))
        return (*view.pending, *[state.rules.deck.kinds[code].text for code in two])
