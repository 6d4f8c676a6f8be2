"""The rest of a turn: lay the phase, hit, and end with a discard or an action card."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tenphase.actions import (
    Action,
    Discard,
    DrawDiscard,
    DrawStock,
    Hit,
    LayDown,
    PlayCard,
    Swap,
)
from tenphase.cards import ONE, Card
from tenphase.errors import brief
from tenphase.flow import end_turn, hand_is_empty
from tenphase.stages import hitting, laying, swapping
from tenphase.stages.base import Stage
from tenphase.stages.ending import discard_refusal, has_no_end, stuck

if TYPE_CHECKING:
    from tenphase.state import State

__all__ = ["PlayStage"]


class PlayStage(Stage):
    """Lay, hit, and end the turn. Follows MC-TURN-1, MC-LAY-*, MC-HIT-*, MC-SKIP-1, MC-OUT-1."""

    name = "play"

    # -- what is legal -------------------------------------------------------------------------

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        """Lay-downs, then hits, swaps, discards and action cards, each in the order of cards."""
        rules = state.rules
        hand = state.hands[seat]
        distinct = dict.fromkeys(hand)
        actions: list[Action] = []
        if not state.table[seat]:
            actions += laying.lay_downs(state, seat)
        elif rules.options.hit_same_turn or not state.laid_now:
            codes: Iterable[int] = distinct
            if len(hand) < 3:
                codes = [c for c in distinct if stuck(state, hand.replace(ONE[c], b"", 1)) is None]
            actions += hitting.hits(state, codes)
            must_play = bool(actions) and len(hand) == 1 and _plays_on(state)
            if rules.options.wild_replaceable:
                actions += swapping.swaps(state, seat)
            if must_play:
                return tuple(actions)
        actions += self._ends(state, seat, hand, distinct)
        return tuple(actions)

    def _ends(self, state: State, seat: int, hand: bytes, distinct: Iterable[int]) -> list[Action]:
        rules = state.rules
        discards, cards = rules.discards, rules.action_card
        barred = -1 if rules.options.discard_redraw else state.taken
        ends: list[Action] = []
        plays: list[Action] = []
        for code in distinct:
            action_card = cards[code]
            if action_card is None and code != barred:
                ends.append(discards[code])
                continue
            if discard_refusal(state, seat, code) is None:
                ends.append(discards[code])
            if action_card is not None and (len(hand) > 1 or action_card.may_be_last(state)):
                by_target = rules.plays[code]
                plays += [by_target[target] for target in action_card.targets(state, seat)]
        ends += plays
        return ends or [discards[code] for code in distinct]

    # -- what happens --------------------------------------------------------------------------

    def apply(self, state: State, seat: int, action: Action) -> None:
        """Carry out one action of the turn."""
        kind = action.__class__
        if kind is Discard:
            self._discard(state, seat, action)  # type: ignore[arg-type]
        elif kind is Hit:
            self._hit(state, seat, action)  # type: ignore[arg-type]
        elif kind is LayDown:
            laying.lay(state, seat, action)  # type: ignore[arg-type]
            if not state.hands[seat]:
                hand_is_empty(state, seat, by_discard=False)
        elif kind is PlayCard:
            self._play_card(state, seat, action)  # type: ignore[arg-type]
        elif kind is Swap:
            self._swap(state, seat, action)  # type: ignore[arg-type]
        elif kind is DrawStock or kind is DrawDiscard:
            raise state.rules.refusal("already-drawn", "one card is drawn in a turn, not two")
        else:
            raise self.wrong_action(state, action)

    def _hit(self, state: State, seat: int, action: Hit) -> None:
        rest = hitting.hit(state, seat, action, held(state, seat, action.card))
        state.set_hand(seat, rest)
        if not rest:
            hand_is_empty(state, seat, by_discard=False)

    def _swap(self, state: State, seat: int, action: Swap) -> None:
        code = held(state, seat, action.card)
        if not state.rules.options.wild_replaceable:
            raise swapping.no_swap(state, code)
        swapping.swap(state, seat, code, action, hitting.target(state, seat, action))

    def _discard(self, state: State, seat: int, action: Discard) -> None:
        """Put a card on the discard pile and end the turn. Follows MC-TURN-5, MC-TURN-6."""
        rules = state.rules
        code = held(state, seat, action.card)
        hand = state.hands[seat]
        action_card = rules.action_card[code]
        if action_card is not None or code == state.taken:
            refused = discard_refusal(state, seat, code)
            if refused is not None and not has_no_end(state, seat):
                raise rules.refusal(*refused, cards=ONE[code])
        if len(hand) == 1 and _plays_on(state) and hitting.hits(state, hand):
            raise rules.refusal(
                "must-play",
                f"a seat that floats must play {rules.deck.kinds[code]}, since it can",
                cards=ONE[code],
            )
        place = hand.index(code)
        state.set_hand(seat, hand[:place] + hand[place + 1 :])
        state.forget(seat, code)
        if action_card is None:
            state.discard += ONE[code]
        else:
            action_card.put_away(state, code)
        state.note("discarded", seat, ONE[code])
        self._end(state, seat, code)

    def _play_card(self, state: State, seat: int, action: PlayCard) -> None:
        """End the turn with an action card. Follows MC-SKIP-1, PM-ACT-1."""
        rules = state.rules
        code = held(state, seat, action.card)
        action_card = rules.action_card[code]
        if action_card is None:
            raise rules.refusal(
                "not-an-action-card", f"{action.card} is not an action card", cards=ONE[code]
            )
        hand = state.hands[seat]
        if len(hand) == 1 and not action_card.may_be_last(state):
            raise rules.refusal(
                "skip-last-card", f"{action.card} may not be the last card", cards=ONE[code]
            )
        if action.target not in action_card.targets(state, seat):
            raise action_card.refusal(state, seat, code, action.target)
        place = hand.index(code)
        state.set_hand(seat, hand[:place] + hand[place + 1 :])
        state.forget(seat, code)
        state.note("played", seat, ONE[code], action.target)
        action_card.play(state, seat, code, action.target)
        self._end(state, seat, code)

    def _end(self, state: State, seat: int, code: int) -> None:
        """The turn has ended with this card; so has the round if it was the last one."""
        if state.stage != self.name:
            return  # the card has led to another stage, which ends the turn
        if not state.hands[seat]:
            action_card = state.rules.action_card[code]
            if action_card is None or not action_card.played_last(state, seat):
                hand_is_empty(state, seat, by_discard=True)
                return
        end_turn(state)


def _plays_on(state: State) -> bool:
    """Whether a seat with one card must play it if it can, instead of a discard (MC-FLOAT-A).

    The card is the one just drawn by a seat that floats: nobody else has a single card after
    drawing and before anything was hit, and a seat that has hit may as well hit once more.
    """
    return state.rules.options.going_out == "floating_active" and state.floating


def held(state: State, seat: int, card: Card) -> int:
    """The code of a card in hand. Refuses cards of other decks and cards that are not held."""
    rules = state.rules
    text = card.text if isinstance(card, Card) else None
    code = rules.deck.codes.get(text, -1) if isinstance(text, str) else -1
    if code < 0:
        if text is None:
            raise rules.refusal("card-unknown", f"an action names a Card; not {brief(card)}")
        raise rules.refusal("card-unknown", f"this deck has no card {text}")
    if code not in state.hands[seat]:
        raise rules.refusal("card-not-held", f"{text} is not in the hand", cards=ONE[code])
    return code
