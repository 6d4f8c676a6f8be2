"""Records of games that are still played: what a seat may know, and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tenphase as tp
from tenphase.events import Events
from tenphase.game import Move
from tests import strategies as own
from tests.plugins import small_editions as small
from tests.properties.test_knowledge import DEEP, running_games
from tests.strategies import CHOICES, RULESETS


def other_deal(game: tp.Game, seat: int | None, dice: Random) -> tp.Game | None:
    """The same game for a seat, in which cards that it has not seen changed places in a shuffle.

    It is the last shuffle that comes out otherwise. None where that cannot be told: what the others
    did was legal because of a card that has changed, or cards came into the open in the end.
    """
    if game.over:
        return None  # all hands have been charged for
    history = [(move, list(Events(game.rules, log))) for move, log in game.history]
    number = max(n for n, (_, events) in enumerate(history) if shuffles(events))
    told_moves = told_actions(game, seat)
    deck = game.rules.deck
    order = deck.encode(shuffles(history[number][1])[-1].cards)
    since = [event for _, events in history[number + 1 :] for event in events]
    for event in reversed(history[number][1]):
        if event.kind == "shuffled":
            break
        since.append(event)
    told = {card.text for event in since for card in event.seen_by(seat).cards}
    for text in told_moves[number + 1 :]:
        told |= set(re.findall(r"[^\s=/]+", text))
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
    orders = [deck.encode(event.cards) for event in shuffles(history[number][1])]
    script = (*orders[:-1], bytes(changed))
    try:
        if number == 0:
            key, dealer = dice.randbytes(32), game.start.dealer
            again = tp.Game.dealt(game.rules, key, dealer, script=script)
        else:
            again, (move, _) = game.at(number), history[number]
            assert move.action is not None
            again.play_scripted(move.action, move.seat, script)
        for n, (move, events) in enumerate(history[number + 1 :], start=number + 1):
            assert move.action is not None
            if "?" in told_moves[n]:
                play_alike(again, move, events, seat, dice)
            else:
                again.play(move.action, move.seat)
    except (tp.IllegalAction, Unlike):
        return None
    return again


class Unlike(Exception):
    """Nothing that is legal looks the same to the reader."""


def shuffles(events: list[tp.Event]) -> list[tp.Event]:
    return [event for event in events if event.kind == "shuffled"]


def told_actions(game: tp.Game, seat: int | None) -> list[str]:
    """By move: what the record for a seat says of the action."""
    return [step.action or "" for step in tp.Record.parse(game.seen_record(seat)).steps]


def play_alike(
    game: tp.Game, move: Move, events: list[tp.Event], seat: int | None, dice: Random
) -> None:
    """Play something, such as the saving of another card, of which a seat hears the same."""
    word = str(move.action).split()[:2]
    legal = [a for a in game.legal_actions(move.seat) if str(a).split()[:2] == word]
    for action in dice.sample(legal, len(legal)):
        tried = game.copy()
        found = [event.seen_by(seat) for event in tried.play(action, move.seat)]
        if found == [event.seen_by(seat) for event in events]:
            game.play(action, move.seat)
            return
    raise Unlike


@pytest.mark.parametrize("ruleset", RULESETS)
def test_games_that_differ_in_hidden_cards_have_one_record(ruleset: str) -> None:
    compared: Counter[str] = Counter()

    @settings(max_examples=1_000 if DEEP else 60)
    @given(data=st.data())
    def run(data: st.DataObject) -> None:
        game = data.draw(running_games(ruleset))
        dice = Random(data.draw(st.integers(0, 99)))
        for seat in (None, *range(game.rules.seats)):
            other = other_deal(game, seat, dice)
            if other is not None and other.record() != game.record():
                assert other.seen_record(seat) == game.seen_record(seat)
                hidden = {text[:-2] for text in told_actions(game, seat) if text.endswith(" ?")}
                compared.update([game.state.stage, *hidden])

    run()
    assert {"draw", "play"} <= compared.keys()
    hidden = {"masters-edition": "choose save", "ravensburger-master": "choose keep"}
    assert compared[hidden.get(ruleset, "play")]


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
    again = tp.replay(game.record())
    assert [again.seen_record(seat) for seat in seats] == [game.seen_record(seat) for seat in seats]


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


def test_the_card_kept_of_two_is_told_to_its_owner_only() -> None:
    """Of a Take two that draws from the stock, everybody sees only the card put away."""
    hands = {0: "R1 V1 G1 Y1", 1: "R2 V2 G2 Y2", 2: "R3 V3"}
    for pile in ("stock", "discard"):
        state = tp.position(
            "ravensburger-master", seats=3, to_act=1, hands=hands, front={1: "A:TWO"},
            stock="* R9 V8", discard="G4 R9 V8",
        )  # fmt: skip
        game = tp.Game(state)
        game.play(f"choose draw-two-{pile}")
        game.play("choose keep R9")
        told = [told_actions(game, reader)[1] for reader in (None, 0, 1, 2)]
        secret = "choose keep ?" if pile == "stock" else "choose keep R9"
        assert told == [secret, secret, "choose keep R9", secret]
        kept = next(event for event in game.events if event.kind == "kept")
        assert bool(kept.seen_by(0).cards) is (pile == "discard")


def test_answers_that_all_give_at_once_are_told_to_their_owner_only() -> None:
    """They may be secret, and an answer that is no secret shows in what comes of it."""
    state = tp.position(
        small.KNOCK, stage="play", hands={1: "R9 S"}, table={1: "R5 B5 G5 / R7 B7 Y7"}
    )
    game = tp.Game(state)
    game.play("choose knock")
    for seat, answer in ((3, "doubt"), (0, "believe"), (2, "doubt")):
        game.play(f"choose {answer}", seat)
    assert told_actions(game, None) == ["choose knock", *["choose ?"] * 3]
    assert told_actions(game, 3) == ["choose knock", "choose doubt", "choose ?", "choose ?"]


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
    with pytest.raises(tp.RecordError, match="seen by everybody or by a seat"):
        tp.Record.parse(text.replace("seen by: seat 1", "seen by: a cat"))


def test_there_must_be_such_a_seat() -> None:
    with pytest.raises(tp.OptionError):
        tp.new_game(seats=2, seed=7).seen_record(2)
