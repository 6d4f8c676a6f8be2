"""Nothing that a host says shows a hidden card or a key (A36, A37, A38)."""

from __future__ import annotations

import json
import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tenphase as tp
from tests.sight import open_cards
from tests.strategies import CHOICES, RULESETS, rules
from tests.table.tools import People

SECRETS = ("key", "secret", "script")


def cards_in(data, deck):
    """All the cards whose text stands anywhere in some data."""
    found = set()
    for text in re.findall(r'"((?:[^"\\]|\\.)*)"', json.dumps(data)):
        found |= {word.partition("=")[0] for word in re.split(r"[ /:]+", text)} & deck.codes.keys()
    return found


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=12)
@given(data=st.data())
def test_views_show_only_open_cards(ruleset, data):
    """Any card whose text stands in the view of a seat lies in the open, or is its own.

    The list of a seat's actions may name any card in it; so may pending data that the ruleset's
    own tests look at.
    """
    chosen = data.draw(rules(ruleset))
    people = People(
        ruleset=ruleset, seats=chosen.seats, options=_plain(chosen.options),
        seed=str(data.draw(st.integers(0, 99))),
    )  # fmt: skip
    dice = Random(data.draw(st.integers(0, 99)))
    for _ in range(len(data.draw(CHOICES))):
        if people.game.over:
            break
        people.step(dice if dice.random() < 0.5 else None)
        if dice.random() < 0.2:
            look(people, dice)
    look(people, dice)


def _plain(options):
    from tenphase.json_io.state import options_data

    return options_data(options)


def look(people, dice):
    state, deck = people.game.state, people.game.rules.deck
    for seat in (None, dice.randrange(state.rules.seats)):
        token = None if seat is None else people.tokens[seat]
        told = people.do("view", token=token)
        view = told["view"]
        fixed = ("options", "phase", "upcoming", "done", "pending")
        own = {name: value for name, value in view.items() if name not in fixed}
        own["table"] = [meld["cards"] for melds in own["table"] for meld in melds]
        assert cards_in(own, deck) <= open_cards(state, seat)
        assert view["hand"] == ("" if seat is None else deck.text(state.hands[seat]))
        assert not view.keys() & {"hands", "stock", *SECRETS}
        text = json.dumps([told, people.do("events", token=token)])
        for secret in (people.seating.header["key"], people.seating.header["secret"]):
            assert state.over or secret not in text
        assert people.owner not in text
        assert not any(other in text for other in people.tokens if other)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_events_show_only_what_was_seen(ruleset):
    """Followed from the start, events never name a card that lies hidden from the seat.

    Counted are the cards that a seat has seen moving: what it knows of where cards are can
    never be more than its view and its own hand tell.
    """
    people = People(ruleset=ruleset, seats=3, seed="5", options={"max_turns": 60})
    dice = Random(3)
    deck = people.game.rules.deck
    seen = [0, 0, 0, 0]
    while not people.game.over:
        before = people.game.state
        people.step(dice if dice.random() < 0.3 else None)
        state = people.game.state
        for place, seat in enumerate((None, 0, 1, 2)):
            token = None if seat is None else people.tokens[seat]
            told = people.do("events", token=token, since=seen[place])
            seen[place] = told["next"]
            for event in told["events"]:
                if event["kind"] == "shuffled":
                    assert event["cards"] == []
                    assert event["detail"] is None
                allowed = open_cards(before, seat) | open_cards(state, seat)
                if before.round != state.round:
                    # the last card of a round goes from a hand through the table to the deal
                    allowed |= set(deck.codes)
                if event["secret"] or (event["kind"] == "drew" and event["detail"] == "stock"):
                    assert event["seat"] == seat or event["cards"] == []
                    continue
                assert set(event["cards"]) <= allowed | {c.text for c in event_cards(before, state)}


def event_cards(before, state):
    """Cards that have come into the open by a step, wherever they went afterwards."""
    rules = state.rules
    out = set()
    for seat in range(rules.seats):
        left = list(before.hands[seat])
        for code in state.hands[seat]:
            if code in left:
                left.remove(code)
        out |= set(left)
    # a card put into play from the stock, such as one turned up
    return {rules.deck.kinds[code] for code in out}


def test_spectators_cannot_act():
    people = People()
    view = people.do("view")
    assert view["seat"] is None
    assert view["actions"] == []
    assert view["view"]["hand"] == ""
    people.refused("bad-command", "act", action="draw stock")


def test_reprs_and_errors_hide_the_key():
    game = tp.new_game(seats=2, seed=3)
    secret = game.state.key.hex()
    texts = [repr(game), repr(game.state), repr(game.view(0)), game.record()]
    texts += [str(game.check(words)) for words in ("discard R1", "draw stock", "play S on 0")]
    assert not any(secret in text or repr(game.state.key) in text for text in texts)
