"""States that differ only in what is hidden from a seat look the same to it."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import tenphase as tp
from tests import strategies as own
from tests.strategies import CHOICES


def with_other_hidden_cards(state: tp.State, seat: int | None, dice: Random) -> tp.State:
    """The same game for a seat: unknown cards of the others and of the stock change places."""
    data = tp.to_json(state)
    known = [cards.split() for cards in data["known"]]
    hands = [cards.split() for cards in data["hands"]]
    stock = data["stock"].split()
    pool = list(stock)
    for other, hand in enumerate(hands):
        if other != seat:
            for card in known[other]:
                hand.remove(card)
            pool += hand
    dice.shuffle(pool)
    new: list[str] = []
    for other, hand in enumerate(hands):
        if other != seat:
            hand[:] = known[other] + [pool.pop() for _ in hand]
        new.append(" ".join(hand))
    changed: dict[str, Any] = {**data, "hands": new, "stock": " ".join(pool)}
    changed["key"] = dice.randbytes(32).hex()
    return tp.from_json(changed)


@given(data=st.data())
def test_views_show_nothing_hidden(data: st.DataObject) -> None:
    game = data.draw(own.any_games())
    for _ in own.walk(game, data.draw(CHOICES)):
        pass
    state = game.state
    if state.pending:
        return  # cards shown to single seats are in pending data, which tests of rulesets know
    dice = Random(data.draw(st.integers(0, 99)))
    for seat in (None, *range(state.rules.seats)):
        other = with_other_hidden_cards(state, seat, dice)
        one_view, other_view = tp.Game(state).view(seat), tp.Game(other).view(seat)
        assert one_view == other_view
        assert hash(one_view) == hash(other_view)
        assert repr(one_view) == repr(other_view)
        if seat is not None:
            assert state.legal_actions(seat) == other.legal_actions(seat)


@given(game=own.games(), choices=CHOICES)
def test_a_view_has_no_cards_of_others(game: tp.Game, choices: bytes) -> None:
    for _ in own.walk(game, choices):
        pass
    state = game.state
    for seat in range(state.rules.seats):
        view = game.view(seat)
        assert view.hand_codes == state.hands[seat]
        # a hand of which everybody knows every card is no secret
        secret = [
            hand for hand, known in zip(state.hands, state.known, strict=True) if hand != known
        ]
        held = [value for value in secret if len(value) > 3 and value != view.hand_codes]
        texts = repr([getattr(view, field.name) for field in type(view).__attrs_attrs__])
        for hand in held:
            assert repr(hand) not in texts
        assert repr(state.stock) not in texts or len(state.stock) < 4
        assert repr(state.key) not in texts


@given(game=own.games(), choices=CHOICES)
def test_events_hide_drawn_cards(game: tp.Game, choices: bytes) -> None:
    for _ in own.walk(game, choices):
        pass
    for event in game.events:
        public = event.seen_by(None)
        if event.kind == "shuffled":
            assert all(event.seen_by(seat).cards == () for seat in range(game.rules.seats))
        elif event.kind == "drew" and event.detail == "stock":
            assert public.cards == ()
            assert event.seen_by(event.seat) == event
        else:
            assert public == event
