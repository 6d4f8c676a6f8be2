"""Small editions, each to show one line of docs/plugins/capabilities.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import attrs

import tenphase as tp
from tenphase.actions import Action, Choose, Discard
from tenphase.cards import Card, Deck
from tenphase.flow import end_turn, enter_stage, hand_is_empty, next_start_stage
from tenphase.melds import CORE_KINDS, Face, FreeKind, Ladder, MeldKind, Pattern, rank_face
from tenphase.phases import Constraint, parse_phase
from tenphase.policies import Finish, cards_in_hand, winners_then_points
from tenphase.ruleset import Policies, Ruleset
from tenphase.stages import DrawStage, PlayStage, Stage
from tenphase.state import State
from tenphase.zones import add_to_hand, know, remove_from_hand, shuffle

classic = tp.ruleset("mattel-classic")


def edition(name: str, **changes: Any) -> Ruleset:
    values = {"presets": {"standard": {}}, "ledger": None, "citations": {}, **changes}
    return attrs.evolve(classic, id=f"small-{name}", **values)


# -- progress: three spaces for who went out, two for who is down, one for the others -------------


def three_two_one(state: State, seat: int) -> tuple[int, int]:
    """The phase is that of the space; nobody stays where it is (but at the last space)."""
    done = state.done[seat] | (1 << state.phase[seat] if state.table[seat] else 0)
    steps = 3 if seat == state.out else 2 if state.table[seat] else 1
    return done, min(state.phase[seat] + steps, len(state.rules.phases) - 1)


def at_the_last_space(state: State) -> Finish | None:
    last = 1 << (len(state.rules.phases) - 1)
    there = [seat for seat in state.active if state.done[seat] & last]
    best = min([state.totals[seat] for seat in there], default=0)
    winners = tuple(seat for seat in there if state.totals[seat] == best)
    return Finish(winners=winners) if winners else None


TRACK = edition(
    "track",
    policies=Policies(advance=three_two_one, finish=at_the_last_space, rank=winners_then_points),
)


# -- points: what happened, bonuses below zero, most points win -----------------------------------


def bonus(state: State, seat: int) -> int:
    """Twenty-five less for who goes out; fifty more for who is not down."""
    if seat == state.out:
        return -25
    return cards_in_hand(state, seat) + (0 if state.table[seat] else 50)


def target_score(state: State) -> Finish | None:
    if max(state.totals) < 300:
        return None
    best = min(state.totals)
    return Finish(winners=tuple(s for s in state.active if state.totals[s] == best))


def fewest_first(state: State) -> list[list[int]]:
    places = sorted(set(state.totals))
    return [[s for s in range(state.rules.seats) if state.totals[s] == p] for p in places]


BONUS = edition("bonus", policies=Policies(score=bonus, finish=target_score, rank=fewest_first))


# -- melds: an ace at both ends, sums, a constraint of its own -----------


class HighLow(MeldKind):
    """A run in which the 1 may also follow the 12.

    A run of all twelve has it below, so that it is always clear what a natural 1 stands for.
    """

    symbol, title = "HL", "run of {n}, the one being low or high"

    def patterns(self, deck: Deck, *, wrap: bool = False) -> Sequence[Pattern]:
        ranks = [rank_face(deck, rank) for rank in range(1, len(deck.ranks) + 1)]
        high = attrs.evolve(ranks[0], label="1high")
        return [Ladder(ranks), Ladder([*ranks[2:], high])]


class Sum(FreeKind):
    """Naturals that add up to 15 at least; any further natural fits."""

    symbol, title = "SUM", "{n} cards that add up to 15 at least"

    def faces(self, deck: Deck) -> Sequence[Face]:
        return [rank_face(deck, rank) for rank in range(1, len(deck.ranks) + 1)]

    def stands_for(self, cards: tuple[Card, ...], deck: Deck) -> Iterable[tuple[Face, ...]]:
        if not all(card.is_natural for card in cards):
            return
        ranks = [card.ranks.bit_length() - 1 for card in cards]
        if sum(ranks) >= 15:
            yield tuple(rank_face(deck, rank) for rank in ranks)


class SameParity(Constraint):
    """Sets of numbers that are all even or all odd."""

    word, title = "alike", "all even or all odd"

    def allows(self, melds: Sequence[Sequence[Face]]) -> bool:
        return len({int(meld[0].label) % 2 for meld in melds}) == 1


MELDS = edition(
    "melds",
    kinds={**CORE_KINDS, "HL": HighLow(), "SUM": Sum()},
    constraints={"alike": SameParity()},
    phases=lambda options: [
        parse_phase(text, kinds={**CORE_KINDS, "HL": HighLow(), "SUM": Sum()},
                    constraints={"alike": SameParity()})
        for text in ("HL4", "SUM3", "S3+S2 alike", "SUM2+S2")
    ],
)  # fmt: skip


# -- zones: two more discard piles, to draw from and to discard on --------------------------------


class ManyDraw(DrawStage):
    """The top of any of the three discard piles may be drawn."""

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        more = [Choose(f"draw-{name}") for name in ("left", "right") if state.piles.get(name)]
        return (*super().legal(state, seat), *more)

    def apply(self, state: State, seat: int, action: Action) -> None:
        if not isinstance(action, Choose):
            super().apply(state, seat, action)
            return
        if action not in self.legal(state, seat):
            raise state.rules.refusal("no-such-pile", "there is no such card to draw")
        name = action.choice.removeprefix("draw-")
        pile = state.piles[name]
        state.piles = {**state.piles, name: pile[:-1]}
        add_to_hand(state, seat, pile[-1:])
        know(state, seat, pile[-1:])
        state.note("drew", seat, pile[-1:], name)
        enter_stage(state, "play")


class ManyPlay(PlayStage):
    """A discard may go to any of them."""

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        actions = super().legal(state, seat)
        cards = [action.card for action in actions if isinstance(action, Discard)]
        more = [Choose(f"to-{name}", (c,)) for name in ("left", "right") for c in cards]
        return (*actions, *more)

    def apply(self, state: State, seat: int, action: Action) -> None:
        if not isinstance(action, Choose):
            super().apply(state, seat, action)
            return
        if action not in self.legal(state, seat):
            raise state.rules.refusal("no-such-pile", "this cannot be discarded there")
        name = action.choice.removeprefix("to-")
        card = bytes([state.rules.deck.code(action.cards[0])])
        remove_from_hand(state, seat, card[0])
        state.piles = {**state.piles, name: state.piles.get(name, b"") + card}
        state.note("discarded", seat, card, name)
        if state.hands[seat]:
            end_turn(state)
        else:
            hand_is_empty(state, seat, by_discard=True)


PILES = edition("piles", stages=lambda options: (ManyDraw(), ManyPlay()))


# -- turns: to the right from the start, five cards turned up, hits on own melds -------------------


class ToTheRight(Stage):
    """No decision: play goes to the right, and five cards are turned up."""

    name = "turn round"

    def enter(self, state: State) -> None:
        state.direction = -1
        state.discard, state.stock = state.discard + state.stock[:-5:-1], state.stock[:-4]
        next_start_stage(state, self.name)


class OwnHits(PlayStage):
    """Hits on one's own melds only."""

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        actions = super().legal(state, seat)
        return tuple(a for a in actions if not isinstance(a, tp.Hit) or a.owner == seat)

    def apply(self, state: State, seat: int, action: Action) -> None:
        if isinstance(action, tp.Hit) and action.owner != seat:
            raise state.rules.refusal("own-melds-only", "hit your own melds")
        super().apply(state, seat, action)


RIGHT = edition(
    "right",
    stages=lambda options: (DrawStage(), OwnHits(), ToTheRight()),
    round_start=("turn round",),
)


# -- turns: knocking, to which all others answer at once and in secret ----------------------------


class KnockPlay(PlayStage):
    """Who is down may knock instead of a discard."""

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        actions = super().legal(state, seat)
        return (*actions, Choose("knock")) if state.table[seat] else actions

    def apply(self, state: State, seat: int, action: Action) -> None:
        if action != Choose("knock"):
            super().apply(state, seat, action)
        elif not state.table[seat]:
            raise state.rules.refusal("not-down", "lay down before knocking")
        else:
            others = tuple(s for s in state.active if s != seat)
            state.pending, state.to_act = (seat, others, ()), others[0]
            enter_stage(state, "answer")


class Answer(Stage):
    """The others say at once whether they doubt it; a doubt costs the doubter a turn."""

    name = "answer"

    def actors(self, state: State) -> tuple[int, ...]:
        return tuple(state.pending[1])

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        return (Choose("believe"), Choose("doubt"))

    def apply(self, state: State, seat: int, action: Action) -> None:
        if action not in self.legal(state, seat):
            raise self.wrong_action(state, action)
        turn, waiting, doubts = state.pending
        waiting = tuple(s for s in waiting if s != seat)
        doubts = tuple(sorted([*doubts, seat])) if action == Choose("doubt") else doubts
        if waiting:
            state.pending, state.to_act = (turn, waiting, doubts), waiting[0]
            return
        state.pending, state.to_act = (), turn
        state.skips = tuple([n + (s in doubts) for s, n in enumerate(state.skips)])
        end_turn(state)

    def visible(self, state: State, seat: int | None) -> tuple[Any, ...]:
        turn, waiting, doubts = state.pending
        return (turn, waiting, tuple(s for s in doubts if s == seat))


KNOCK = edition("knock", stages=lambda options: (DrawStage(), KnockPlay(), Answer()))


# -- a second stock: penalty cards are put aside before the deal ----------------------------------


class SetAside(Stage):
    """Ten cards of the stock become a hidden pile, from which nobody draws in this round."""

    name = "set aside"

    def enter(self, state: State) -> None:
        order = shuffle(state, state.stock)
        state.stock, state.piles = order[10:], {**state.piles, "_aside": order[:10]}
        next_start_stage(state, self.name)


ASIDE = edition(
    "aside",
    stages=lambda options: (DrawStage(), PlayStage(), SetAside()),
    round_start=("set aside",),
)

SMALL = [TRACK, BONUS, MELDS, PILES, RIGHT, KNOCK, ASIDE]
