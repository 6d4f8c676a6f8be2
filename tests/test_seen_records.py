"""Records of games that are still played: what a seat may know, and nothing else."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tenphase as tp
from tests import strategies as own
from tests.strategies import CHOICES


def other_deal(game: tp.Game, seat: int | None, dice: Random) -> tp.Game | None:
    """The same game for a seat, from a deal in which cards that it has not seen change places.

    None where that cannot be told: the cards were shuffled twice, or what the others did was
    legal because of a card that has changed.
    """
    orders = [event.cards for event in game.events if event.kind == "shuffled"]
    if len(orders) != 1 or game.moves[0].action is not None:
        return None
    deck = game.rules.deck
    order = deck.encode(orders[0])
    told = {card.text for event in game.events for card in event.seen_by(seat).cards}
    for move in game.moves:
        told |= set(re.findall(r"[^\s=/]+", str(move.action)))
    if seat is not None:
        told |= {card.text for card in game.view(seat).hand}
    left = len(game.state.stock)
    if game.state.stock[::-1] != order[len(order) - left :]:
        return None  # a card was turned up and buried
    places = [
        n
        for n, code in enumerate(order)
        if n >= len(order) - left or deck.kinds[code].text not in told
    ]
    cards = [order[n] for n in places]
    dice.shuffle(cards)
    changed = bytearray(order)
    for n, code in zip(places, cards, strict=True):
        changed[n] = code
    start = game.start
    again = tp.Game.dealt(game.rules, dice.randbytes(32), start.dealer, script=(bytes(changed),))
    try:
        for move in game.moves[1:]:
            assert move.action is not None
            again.play(move.action, move.seat)
    except tp.IllegalAction:
        return None
    return again


@given(data=st.data())
def test_games_that_differ_in_hidden_cards_have_one_record(data: st.DataObject) -> None:
    game = data.draw(own.any_games())
    for _ in own.walk(game, data.draw(CHOICES)[:40]):
        pass
    dice = Random(data.draw(st.integers(0, 99)))
    for seat in (None, *range(game.rules.seats)):
        other = other_deal(game, seat, dice)
        if other is not None:
            assert other.seen_record(seat) == game.seen_record(seat)


def test_the_deals_compared_really_differ() -> None:
    """The property above would hold for equal games too."""
    game = tp.new_game(seats=3, seed=5)
    for text in ("draw stock", "discard R5"):
        if game.check(text) is None:
            game.play(text)
    for seat in (None, 0, 1, 2):
        other = other_deal(game, seat, Random(1))
        assert other is not None
        assert other.record() != game.record()
        assert not other.state.same_position(game.state)
        for reader in range(3):
            if reader != seat:
                assert other.view(reader) != game.view(reader)


@given(game=own.any_games(), choices=CHOICES)
def test_the_whole_record_has_all_that_was_told(game: tp.Game, choices: bytes) -> None:
    """Line by line, a record seen while playing is the whole one with hidden cards left out."""
    seats = (None, *range(game.rules.seats))
    before = {seat: [game.seen_record(seat)] for seat in seats}
    for number, _ in enumerate(own.walk(game, choices)):
        if number % 7 == 0:
            for seat in seats:
                before[seat].append(game.seen_record(seat))
    whole = [line for line in game.record().splitlines() if not line.startswith("checks")]
    for seat in seats:
        last = game.seen_record(seat).splitlines()
        reader = "everybody" if seat is None else f"seat {seat}"
        last.remove(f"seen by: {reader}")
        for seen, full in zip(
            [line for line in last if not line.startswith("start ")],
            [line for line in whole if not line.startswith("start ")],
            strict=True,
        ):
            visible = seen.partition("#")[0].rstrip(" ?")
            assert full.startswith(visible) or re.fullmatch(r"shuffle: \d+ cards", seen), seen
        for text in before[seat]:
            told = text[: text.index("\nend: ")].rstrip()
            assert game.seen_record(seat).startswith(told)


def test_no_key_no_order_and_no_checks() -> None:
    game = tp.new_game(seats=2, seed=7)
    text = game.seen_record(0)
    assert game.state.key.hex() not in text
    assert "shuffle: 108 cards" in text
    assert "checks" not in text


def test_a_saved_card_is_told_to_its_owner_only() -> None:
    game = tp.new_game("masters-edition", seats=2, seed=3)
    while not any("save" in str(move.action) for move in game.moves):
        saves = [a for a in game.legal_actions() if str(a).startswith("choose save")]
        game.play((saves or game.legal_actions())[0])
    saved = game.moves[-1]
    assert saved.seat is not None
    assert f": {saved.action}\n" in game.seen_record(saved.seat)
    for reader in (None, 1 - saved.seat):
        assert ": choose save ?\n" in game.seen_record(reader)


def test_a_start_position_keeps_its_secrets() -> None:
    start = tp.new_game(seats=2, seed=9).state
    game = tp.Game(start)
    game.play("draw stock")
    for reader in (None, 0):
        lines = game.seen_record(reader).splitlines()
        fields = [line.split(":")[0] for line in lines if line.startswith("start ")]
        assert ("start hand 0" in fields) is (reader == 0)
        assert "start hand 1" not in fields
        assert "start stock" not in fields
        assert "start totals" in fields


def test_it_is_read_but_not_replayed() -> None:
    game = tp.new_game(seats=2, seed=7)
    game.play("draw stock")
    text = game.seen_record(1)
    record = tp.Record.parse(text)
    assert record.seen_by == "seat 1"
    assert str(record) == re.sub(r" *#.*", "", text).replace("\n\n1.", "\n1.")
    with pytest.raises(tp.RecordError, match="seat 1 may know"):
        tp.replay(text)


def test_there_must_be_such_a_seat() -> None:
    with pytest.raises(tp.OptionError):
        tp.new_game(seats=2, seed=7).seen_record(2)
