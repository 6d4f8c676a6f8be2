"""House rules of one kitchen table: reverse cards, a Super Skip, and buying out of turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from tenphase.action_cards import ActionCard
from tenphase.actions import Action, Choose, DrawDiscard, DrawStock
from tenphase.cards import Card, Deck
from tenphase.flow import enter_stage, others_in_turn
from tenphase.options import whole_number
from tenphase.stages import DrawStage, PlayStage, Stage
from tenphase.state import State
from tenphase.zones import add_to_hand, draw_from_stock, know
from tenphase_rulesets.mattel_classic import ClassicOptions, classic_deck
from tenphase_rulesets.mattel_classic import ruleset as classic

__all__ = ["HouseOptions", "ruleset"]

REVERSE, SUPER_SKIP = "REV", "SUPER"
BUY, PASS = Choose("buy"), Choose("pass")


@attrs.frozen(kw_only=True)
class HouseOptions(ClassicOptions):
    """The classic options, and how often a seat may buy."""

    buys: int = whole_number(3, least=0, most=20, doc="cards that a seat may buy in a round")


def house_deck(options: HouseOptions, seats: int) -> Deck:
    """The classic deck, four reverse cards and one Super Skip (KT-REV-1, KT-SUPER-1)."""
    deck = classic_deck(options, seats)
    more = [(Card(REVERSE), 4), (Card(SUPER_SKIP), 1)]
    return Deck([*deck.pairs, *more], ranks=deck.ranks, colours=deck.colours)


def house_points(options: HouseOptions, deck: Deck) -> Mapping[str, int]:
    """Twenty for a reverse card, fifty for the Super Skip (KT-SCORE-1)."""
    return {**classic.points(options, deck), REVERSE: 20, SUPER_SKIP: 50}


class Reverse(ActionCard):
    """From now on play goes the other way round, until the round ends (KT-REV-1)."""

    def play(self, state: State, seat: int, code: int, target: int | None) -> None:
        state.direction = -state.direction
        self.put_away(state, code)


class SuperSkip(ActionCard):
    """Everybody else loses a turn, so its player has the next one as well (KT-SUPER-1)."""

    def play(self, state: State, seat: int, code: int, target: int | None) -> None:
        others = set(state.active) - {seat}
        state.skips = tuple([n + (s in others) for s, n in enumerate(state.skips)])
        self.put_away(state, code)


def bought(state: State) -> tuple[int, ...]:
    """By seat: cards bought in this round. What the memory holds may be from the round before."""
    number, *counts = state.memory.get("bought", (0,))
    return tuple(counts) if number == state.round else (0,) * state.rules.seats


class BuyingDrawStage(DrawStage):
    """Whoever draws from the stock leaves the top discard to the others (KT-BUY-1)."""

    def apply(self, state: State, seat: int, action: Action) -> None:
        buyers = self._buyers(state, seat) if isinstance(action, DrawStock) else ()
        if buyers:
            state.pending, state.to_act = (seat, buyers, ()), buyers[0]
            enter_stage(state, BuyStage.name)
        else:
            super().apply(state, seat, action)

    def _buyers(self, state: State, seat: int) -> tuple[int, ...]:
        if len(state.stock) < 2 or self.legal(state, seat) != (DrawStock(), DrawDiscard()):
            return ()  # the penalty card and the draw that follows must both be there
        most, counts = getattr(state.rules.options, "buys", 0), bought(state)
        others = others_in_turn(state, seat)
        return tuple([s for s in others if state.hands[s] and counts[s] < most])


class BuyStage(Stage):
    """All who may buy say whether they do, in any order; the nearest one gets the card.

    `state.pending` is (whose turn it is, who has not answered, who claims), KT-BUY-1 to KT-BUY-3.
    What others claim is hidden until all have answered.
    """

    name = "buy"

    def actors(self, state: State) -> tuple[int, ...]:
        return tuple(state.pending[1])

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        return (PASS, BUY)

    def apply(self, state: State, seat: int, action: Action) -> None:
        if action not in (PASS, BUY):
            raise state.rules.refusal("answer-first", "buy the discard or pass", seats=(seat,))
        turn, waiting, claims = state.pending
        waiting = tuple([other for other in waiting if other != seat])
        claims = tuple(sorted([*claims, seat])) if action == BUY else claims
        state.pending = (turn, waiting, claims) if waiting else ()
        state.to_act = waiting[0] if waiting else turn
        if not waiting:
            for buyer in [other for other in others_in_turn(state, turn) if other in claims][:1]:
                self._sell(state, buyer)
            DrawStage().apply(state, turn, DrawStock())

    def _sell(self, state: State, buyer: int) -> None:
        card, state.discard = state.discard[-1:], state.discard[:-1]
        penalty = bytes([draw_from_stock(state)])
        add_to_hand(state, buyer, card + penalty)
        know(state, buyer, card)
        state.note("bought", buyer, card)
        state.note("drew", buyer, penalty, "stock")
        counts = [n + (s == buyer) for s, n in enumerate(bought(state))]
        state.memory = {**state.memory, "bought": (state.round, *counts)}

    def visible(self, state: State, seat: int | None) -> tuple[Any, ...]:
        turn, waiting, claims = state.pending
        return (turn, waiting, tuple([s for s in claims if s == seat]))

    def check_pending(self, state: State) -> str:
        match state.pending:
            case (int(), (_, *_) as waiting, tuple()) if state.to_act in waiting:
                return ""
        return "pending is [whose turn, [who may answer], [who claims]]"


ruleset = attrs.evolve(
    classic,
    id="kitchen-table",
    title="Kitchen table",
    options=HouseOptions,
    presets={"kitchen": {}, "no-buying": {"buys": 0}},
    deck=house_deck,
    points=house_points,
    action_cards=lambda o: {**classic.action_cards(o), REVERSE: Reverse(), SUPER_SKIP: SuperSkip()},
    stages=lambda options: (BuyingDrawStage(), BuyStage(), PlayStage()),
    citations={**classic.citations, "answer-first": "KT-BUY-2"},
    ledger="kitchen_table",
)
