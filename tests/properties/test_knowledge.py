"""What a seat may know, in every stage of every ruleset; and states imagined from it.

Two states that differ only in what is hidden from a seat are made by the kit for plug-in authors
(`hidden_twin`), which deals anew what lies hidden. A second sort comes from `sample`, which has
decided anew what is pending in secret as well.
"""

from __future__ import annotations

import json
import os
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import tenphase as tp
from tenphase.bots import GreedyBot
from tenphase.sampling import sample
from tenphase.testing.watch_values import hidden_twin
from tests import strategies as own
from tests.sight import open_cards
from tests.strategies import RULESETS, cards_of

DEEP = os.environ.get("TENPHASE_PROFILE") == "deep"
MANY = settings(max_examples=1_000 if DEEP else 30)

#: By these events hidden cards come into the open, or are charged for, as the rules want it.
REVEALING = {"turned up", "stock refilled", "round over", "game over", "left", "dealt"}


@st.composite
def running_games(draw, ruleset):
    """A game of which some steps were played by chance and some with sense.

    One number decides them all: hypothesis itself would rather make few and plain choices.
    """
    game = draw(own.games(ruleset))
    bot, dice = GreedyBot(), Random(draw(st.integers(0, 2**32)))
    decisions: dict[object, list[tp.Game]] = {}
    for _ in range(dice.randrange(5, 200)):
        if game.over:
            break
        seat = game.actors[0]
        legal = game.legal_actions(seat)
        # choices that only some rulesets know are taken often, since they are rare otherwise
        rare = [a for a in legal if isinstance(a, tp.Choose | tp.PlayCard | tp.LayDown | tp.Swap)]
        action: tp.Action
        if rare and dice.random() < 0.6:
            action = dice.choice(rare)
        elif dice.random() < 0.4:
            action = dice.choice(legal)
        else:
            action = bot.choose(game.view(seat), legal)
        game.play(action, seat)
        state = game.state
        if state.pending:
            # where a ruleset shows some cards to some seats
            decisions.setdefault((state.stage, state.pending[0]), []).append(game.copy())
    if decisions and (game.over or dice.random() < 0.6):
        return dice.choice(decisions[dice.choice(sorted(decisions, key=str))])
    assume(not game.over)
    return game


def known_to(state, seat):
    """All that a state says to a seat, or to the public."""
    view = state.view(seat)
    told = [view, hash(view), repr(view), json.dumps(tp.to_json(view)), repr(state)]
    if seat is not None:
        legal = state.legal_actions(seat)
        told += [legal, [str(action) for action in legal], state.actors]
        told.append([repr(state.check(action, seat)) for action in legal[:10]])
    else:
        assert state.legal_actions(seat) == () or seat is None
    return told


def words_of(value):
    """All texts in the data of a decision."""
    if isinstance(value, tuple):
        return [word for part in value for word in words_of(part)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("ruleset", RULESETS)
@MANY
@given(data=st.data())
def test_hidden_facts_make_no_difference(ruleset, data):
    game = data.draw(running_games(ruleset))
    state = game.state
    dice = Random(data.draw(st.integers(0, 999)))
    for seat in (None, *range(state.rules.seats)):
        told = known_to(state, seat)
        named = set(words_of(state.view(seat).pending)) & state.rules.deck.codes.keys()
        assert named <= open_cards(state, seat), "a pending decision shows a hidden card"
        twin = hidden_twin(state, {seat}, dice)
        assert known_to(twin, seat) == told
        imagined = sample(state.view(seat), dice)
        assert known_to(imagined, seat) == told


@pytest.mark.parametrize("ruleset", RULESETS)
@MANY
@given(data=st.data())
def test_refusals_tell_nothing(ruleset, data):
    """Whatever a seat tries, it hears the same."""
    game = data.draw(running_games(ruleset))
    state = game.state
    seat = data.draw(st.integers(0, state.rules.seats - 1))
    twin = hidden_twin(state, {seat}, Random(data.draw(st.integers(0, 999))))
    tried = data.draw(st.lists(own.actions(state.rules.deck), min_size=1, max_size=10))
    # what others could do is interesting too, if one could hear whether they can
    tried += list(state.legal_actions())[:5] if state.to_act == seat else []
    for action in tried:
        errors = [one.check(action, seat) for one in (state, twin)]
        words = [None if e is None else (str(e), e.cards, e.seats, repr(e)) for e in errors]
        assert words[0] == words[1]
        assert state.key.hex() not in str(words[0])


@pytest.mark.parametrize("ruleset", RULESETS)
@MANY
@given(data=st.data())
def test_events_tell_nothing(ruleset, data):
    """Of an action of somebody, a seat hears the same whatever lies hidden from both."""
    game = data.draw(running_games(ruleset))
    state = game.state
    actor = data.draw(st.sampled_from(state.actors))
    action = data.draw(st.sampled_from(state.legal_actions(actor)[:60]))
    seat = data.draw(st.sampled_from([None, *range(state.rules.seats)]))
    twin = hidden_twin(state, {seat, actor}, Random(data.draw(st.integers(0, 999))))
    one, other = tp.Game(state), tp.Game(twin)
    heard = [[event.seen_by(seat) for event in game.play(action, actor)] for game in (one, other)]
    kinds = {event.kind for events in heard for event in events}
    if kinds & REVEALING:
        return
    if seat == actor or (
        seat is not None and any(e.seat == seat and e.is_hidden for e in heard[0])
    ):
        # its own new cards are another matter
        heard = [[e.seen_by(None) for e in events] for events in heard]
    assert heard[0] == heard[1]
    told = [[json.dumps(tp.to_json(event)) for event in events] for events in heard]
    assert told[0] == told[1]
    if seat != actor and not any(len(e.cards) for e in one.events if e.kind == "drew"):
        assert one.view(seat) == other.view(seat)


@pytest.mark.parametrize("ruleset", RULESETS)
@MANY
@given(data=st.data())
def test_the_key_stands_nowhere(ruleset, data):
    """In no record in progress, repr, error or event; and a record holds it only on request."""
    game = data.draw(running_games(ruleset))
    state = game.state
    record = game.record()
    told = [record, json.dumps(tp.to_json(tp.Record.of(game))), repr(game), repr(state)]
    told += [repr(game.events), repr(game.moves), repr(game.history)]
    for seat in (None, *range(state.rules.seats)):
        told += [repr(game.view(seat)), json.dumps(tp.to_json(game.view(seat)))]
    for text in told:
        assert state.key.hex() not in text
        assert repr(state.key) not in text
        assert repr(bytearray(state.key)) not in text
    assert state.key.hex() in game.record(with_key=True)


# -- sampling -----------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESETS)
@MANY
@given(data=st.data())
def test_samples(ruleset, data):
    game = data.draw(running_games(ruleset))
    true = game.state
    seat = data.draw(st.sampled_from([None, *range(true.rules.seats)]))
    view, number = true.view(seat), data.draw(st.integers(0, 999))
    state = sample(view, Random(number))
    # it is a whole state that the seat could not tell from the true one
    assert state.view(seat) == view
    assert cards_of(state) == true.rules.deck.full
    assert [len(hand) for hand in state.hands] == [len(hand) for hand in true.hands]
    for known, hand in zip(view.known_codes, state.hands, strict=True):
        assert all(known.count(code) <= hand.count(code) for code in known)
    # every check that a state read from outside has to pass
    assert tp.from_json(tp.to_json(state)) == state
    assert tp.position(state.position()) == state
    # equal views and dice, equal samples: also from another state and from JSON
    twin = hidden_twin(true, {seat}, Random(number))
    assert sample(twin.view(seat), Random(number)) == state
    assert sample(tp.from_json(tp.to_json(view)), Random(number)) == state
    assert state.key != true.key
    # and it can be played
    dice = Random(number)
    for _ in range(30):
        if state.over:
            break
        actor = dice.choice(state.actors)
        state.apply(dice.choice(state.legal_actions(actor)), actor)
        assert cards_of(state) == true.rules.deck.full


def test_samples_are_not_the_truth():
    """With 28 unseen cards in two hands, the true ones do not come up."""
    true = tp.new_game(seats=3, seed=4).state
    view = true.view(0)
    found = [sample(view, Random(number)) for number in range(50)]
    assert all(state.hands[1] != true.hands[1] for state in found)
    assert all(state.stock != true.stock for state in found)
    assert len({state.hands[1] for state in found}) == 50


def test_each_dealing_is_equally_likely():
    """A card that the seat has not seen is in each place as often as in any other."""
    true = tp.new_game(seats=2, seed=4).state
    view = true.view(0)
    codes = true.rules.deck.codes
    unseen = {text: true.rules.deck.full.count(code) for text, code in codes.items()}
    for held in (view.hand_codes, view.discard_codes):
        for code in held:
            unseen[true.rules.deck.kinds[code].text] -= 1
    total, times = sum(unseen.values()), 4_000
    dice = Random(1)
    count = dict.fromkeys(unseen, 0)
    for _ in range(times):
        for code in sample(view, dice).hands[1]:
            count[true.rules.deck.kinds[code].text] += 1
    for text, there in unseen.items():
        expected = times * 10 * there / total
        spread = (expected + 1) ** 0.5
        assert abs(count[text] - expected) < 5 * spread, text


def test_what_was_seen_stays_there():
    game = tp.new_game(seats=3, seed=4)
    actor, top = game.state.to_act, game.view(None).discard[-1]
    game.play("draw discard")
    for number in range(20):
        state = sample(game.view((actor + 1) % 3), Random(number))
        assert state.rules.deck.codes[top.text] in state.hands[actor]


@pytest.mark.parametrize("view", [None, "view", 3, tp.new_game(seats=2, seed=1).state])
def test_other_things_are_no_views(view):
    with pytest.raises(tp.OptionError):
        sample(view, Random(1))
