"""Between the turns: dealing, whose turn comes up, the end of a round and of the game.

Functions here change a state in place. Stages call them when a turn ends; nobody else does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tenphase.cards import ONE
from tenphase.errors import brief
from tenphase.state import GAME_OVER, State, replaced
from tenphase.zones import shuffle, without

if TYPE_CHECKING:
    from tenphase.rules import Rules

__all__ = [
    "begin_turn",
    "deal",
    "end_round",
    "end_turn",
    "enter_stage",
    "go_on_after_round",
    "hand_is_empty",
    "leave",
    "next_start_stage",
    "others_in_turn",
    "pass_the_deal",
    "settle_round",
    "start",
]

# -- the deal -----------------------------------------------------------------------------------


def start(state: State) -> None:
    """Deal the first round."""
    rules = state.rules
    first = -1 if rules.options.phase_order == "free" and len(rules.phases) > 1 else 0
    state.phase = (first,) * rules.seats
    deal(state)


def deal(state: State, kept: tuple[bytes, ...] | None = None) -> None:
    """Shuffle, deal, turn the first discard up, and begin the round.

    `kept` are hands that stay with their seats; they are filled up to the hand size.
    Follows MC-SETUP-2 to MC-SETUP-6.
    """
    rules = state.rules
    seats, deck = rules.seats, rules.deck
    hands = list(kept or (b"",) * seats)
    piles = {n: c for n, c in state.piles.items() if n in rules.ruleset.lasting_piles}
    cards = without(deck.full, b"".join(hands) + b"".join(piles.values()))
    state.round += 1
    state.piles = piles
    state.front = (b"",) * seats
    state.known = tuple(
        [known if hand else b"" for known, hand in zip(state.known, hands, strict=True)]
    )
    state.table = ((),) * seats
    state.skips = (0,) * seats
    state.guard = (-1,) * seats
    state.pending = ()
    state.floating = state.laid_now = False
    state.taken = state.out = -1
    state.direction = 1
    state._hits = None
    state.note("dealt", state.dealer, b"")
    order = shuffle(state, cards)
    first = rules.next_seat(state, state.dealer)
    place, seat = 0, first
    size = rules.hand_size
    in_turn = [first]
    while (seat := rules.next_seat(state, seat)) != first:
        in_turn.append(seat)
    if any(hands):
        # large hands that are kept may leave less than a hand for each, and one to turn up
        while short := [seat for seat in in_turn if len(hands[seat]) < size]:
            short = short[: max(0, len(order) - 1 - place)]
            if not short:
                break
            for seat in short:
                hands[seat] += ONE[order[place]]
                place += 1
    else:
        count = len(in_turn)
        for nth, seat in enumerate(in_turn):
            hands[seat] = order[nth : count * size : count]
        place = count * size
    state.hands = tuple([bytes(sorted(hand)) for hand in hands])
    state.stock, state.discard = order[place:][::-1], b""
    _turn_up(state, first)
    state.to_act = first
    next_start_stage(state, "")


def _turn_up(state: State, first: int) -> None:
    """Turn the top card of the stock up to begin the discard pile (C-01, C-26).

    Follows MC-SETUP-3 to MC-SETUP-5, PM-SETUP-4.
    """
    rules = state.rules
    how = rules.options.first_upturned_special
    for _ in range(len(state.stock)):
        code = state.stock[-1]
        special = rules.is_wild[code] or rules.action_card[code] is not None
        if not special or how == "stays":
            break
        if how == "bury":
            state.stock = ONE[code] + state.stock[:-1]
        else:
            state.stock = shuffle(state, state.stock)[::-1]
    code = state.stock[-1]
    state.stock, state.discard = state.stock[:-1], ONE[code]
    state.note("turned up", None, ONE[code])
    action_card = rules.action_card[code]
    if action_card is not None and how == "stays":
        action_card.turned_up(state, first)


def next_start_stage(state: State, done: str) -> None:
    """Go from one stage of the round's start to the next, and in the end to the first turn."""
    names = state.rules.ruleset.round_start
    place = names.index(done) + 1 if done else 0
    if place < len(names):
        state.stage = names[place]
        state.rules.stages[state.stage].enter(state)
    else:
        begin_turn(state, state.rules.next_seat(state, state.dealer))


def others_in_turn(state: State, seat: int) -> Iterator[int]:
    """The other seats of this round, the nearest first in the direction of play."""
    other = seat
    for _ in range(len(state.active) - (seat in state.active)):
        other = state.rules.next_seat(state, other)
        yield other


def enter_stage(state: State, name: str) -> None:
    """Go on to another stage of the ruleset. A stage that hands over to another one calls it.

    Who is to act there is for the caller to say, in `state.to_act`: it is one of the stage's
    `actors`, also where several seats may act.
    """
    state.stage = name
    state.rules.stages[name].enter(state)


# -- turns --------------------------------------------------------------------------------------


def begin_turn(state: State, seat: int) -> None:
    """Let the turn come up at a seat, or at the next one that does not lose it."""
    rules = state.rules
    passed = 0
    while True:
        if state.out >= 0 and rules.policies.round_over(state):
            end_round(state)
            return
        if seat in state.guard and not (state.skips[seat] and _guards_until_played(state)):
            state.guard = tuple([-1 if held == seat else held for held in state.guard])
        if state.skips[seat]:
            _lose_turn(state, seat)
            if state.aborted:
                return
        elif not state.hands[seat] and _sits_out(state):
            passed += 1
            if passed > rules.seats:
                end_round(state)  # everybody floats: nobody can end the round any more (C-06)
                return
        else:
            break
        state.to_act = seat
        seat = rules.next_seat(state, seat)
    state.to_act = seat
    if not _count_turn(state):
        return
    state.stage = rules.first_stage
    state.floating = not state.hands[seat]
    state.laid_now = False
    state.taken = -1
    rules.stages[rules.first_stage].enter(state)


def _guards_until_played(state: State) -> bool:
    """Whether a lost turn does not lift the protection from the next Skip (C-03).

    With `once_per_lap` it ends when the turn of the one who skipped comes up again, with
    `turn_between` only when the skipped seat has really played.
    """
    return state.rules.options.skip_limit == "turn_between"


def _sits_out(state: State) -> bool:
    """Whether a seat without cards has no turns: out in the final lap, or a passive floater."""
    return state.out >= 0 or state.rules.options.going_out == "floating_passive"


def _count_turn(state: State) -> bool:
    """Count a turn; False if it is one too many and the game is aborted (`max_turns`)."""
    limit = state.rules.options.max_turns
    if limit is not None and state.turn >= limit:
        state.aborted = True
        state.stage = GAME_OVER
        state.note("aborted", None, b"")
        return False
    state.turn += 1
    return True


def _lose_turn(state: State, seat: int) -> None:
    """The turn of a seat passes because of a Skip; the card before it is put away.

    Follows MC-SKIP-1, PM-SKIP-1.
    """
    if not _count_turn(state):
        return
    state.skips = replaced(state.skips, seat, state.skips[seat] - 1)
    for code in state.front[seat]:
        action_card = state.rules.action_card[code]
        if action_card is not None and action_card.costs_a_turn:
            lying = state.front[seat].replace(ONE[code], b"", 1)
            state.front = replaced(state.front, seat, lying)
            action_card.put_away(state, code)
            break
    state.note("lost turn", seat, b"")


def end_turn(state: State) -> None:
    """The turn is over and goes on to the next seat. Follows MC-TURN-6."""
    begin_turn(state, state.rules.next_seat(state, state.to_act))


def hand_is_empty(state: State, seat: int, *, by_discard: bool) -> None:
    """A seat has played its last card: it is out, or it floats. Follows MC-OUT-1 (C-06)."""
    rules = state.rules
    if not rules.policies.is_out(state, seat, by_discard):
        state.note("floats", seat, b"")
        end_turn(state)
        return
    if state.out < 0:
        state.out = seat
    state.note("went out", seat, b"")
    if rules.policies.round_over(state):
        end_round(state)
    else:
        end_turn(state)


def leave(state: State, seat: int) -> None:
    """A seat leaves the game: its cards go back, its turns and Skips lapse, the others go on.

    Its cards are those of the hand and of the piles that the ruleset calls its own.
    Not while a decision is pending or a final lap is played, which would leave it hanging.
    """
    rules = state.rules
    if seat not in state.active:
        message = f"seat {brief(seat)} does not play"
        raise rules.refusal("not-your-turn", message, seats=())
    if state.pending or state.out >= 0 or state.stage not in (rules.first_stage, "play"):
        raise rules.refusal("leave-later", "a decision is pending; leave when the turn is over")
    state.note("left", seat, b"")
    own = rules.ruleset.own_piles(rules.options, seat)
    saved = b"".join([state.piles.get(name, b"") for name in own])
    state.piles = {name: cards for name, cards in state.piles.items() if name not in own}
    state.stock = shuffle(state, state.stock + state.hands[seat] + saved)[::-1]
    state.set_hand(seat, b"")
    for code in state.front[seat]:
        action_card = rules.action_card[code]
        if action_card is not None:
            action_card.put_away(state, code)
        else:
            state.discard += ONE[code]
    state.front = replaced(state.front, seat, b"")
    state.known = replaced(state.known, seat, b"")
    state.skips = replaced(state.skips, seat, 0)
    state.guard = tuple([-1 if held == seat else held for held in replaced(state.guard, seat, -1)])
    following = rules.next_seat(state, seat)
    state.active = tuple([other for other in state.active if other != seat])
    if len(state.active) == 1:
        state.winners = state.active
        state.to_act = state.active[0]
        state.stage = GAME_OVER
        state.note("game over", None, b"", state.winners)
    elif seat == state.to_act:
        begin_turn(state, following)


# -- rounds and the game ------------------------------------------------------------------------


def end_round(state: State) -> None:
    """Charge the hands, advance, and end the game, play off, or deal again."""
    rules = state.rules
    settle_round(state, [rules.policies.score(state, seat) for seat in range(rules.seats)])
    if state.stage != GAME_OVER:
        _next_end_stage(state, "")


def settle_round(state: State, points: Sequence[int]) -> None:
    """Write down a round: its points by seat, who advances, and whether the game is over.

    Follows MC-SCORE-1 to MC-SCORE-4, MC-ROUND-1, MC-ROUND-2.
    """
    rules = state.rules
    if not state.playoff:
        state.totals = tuple([t + p for t, p in zip(state.totals, points, strict=True)])
    state.note("round over", None if state.out < 0 else state.out, b"", tuple(points))
    steps = [
        rules.policies.advance(state, seat)
        if seat in state.active
        else (state.done[seat], state.phase[seat])
        for seat in range(rules.seats)
    ]
    state.done = tuple([done for done, _ in steps])
    finish = rules.policies.finish(state)
    if finish is not None and finish.winners:
        state.winners = finish.winners
        state.stage = GAME_OVER
        state.note("game over", None, b"", finish.winners)
        return
    # what lies on the table is still this round's phase, so the next one waits for the deal
    state.upcoming = tuple([phase for _, phase in steps])
    if finish is not None:
        last = len(rules.phases) - 1
        state.playoff = True
        state.active = finish.play_off
        state.upcoming = tuple(
            [last if s in state.active else phase for s, phase in enumerate(state.phase)]
        )
        state.note("play-off", None, b"", finish.play_off)


def pass_the_deal(state: State) -> None:
    """Go from a settled round to the next: its phases, and the next dealer (MC-ROUND-2, C-16)."""
    if state.rules.options.dealer_rotates:
        state.dealer = _next_dealer(state.rules, state)
    state.phase, state.upcoming = state.upcoming, ()


def go_on_after_round(state: State, done: str, kept: tuple[bytes, ...] | None = None) -> None:
    """A stage of the round's end is done: enter the next one or deal."""
    _next_end_stage(state, done, kept)


def _next_end_stage(state: State, done: str, kept: tuple[bytes, ...] | None = None) -> None:
    names = state.rules.ruleset.round_end
    place = names.index(done) + 1 if done else 0
    if place < len(names):
        state.stage = names[place]
        state.rules.stages[state.stage].enter(state)
        return
    pass_the_deal(state)
    deal(state, kept)


def _next_dealer(rules: Rules, state: State) -> int:
    """The deal passes to the left, whatever the direction of play was (MC-ROUND-2, C-16)."""
    dealer = (state.dealer + 1) % rules.seats
    while dealer not in state.active:
        dealer = (dealer + 1) % rules.seats
    return dealer
