"""Views as JSON: a client that got one as text knows what its seat may know, and can sample."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tenphase as tp
from tenphase.bots import GreedyBot
from tenphase.sampling import sample
from tests import strategies as own
from tests.strategies import CHOICES, RULESETS


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=25)
@given(data=st.data())
def test_round_trip(ruleset, data):
    game = data.draw(own.games(ruleset))
    for _ in own.walk(game, data.draw(CHOICES)):
        pass
    for seat in (None, *range(game.rules.seats)):
        view = game.view(seat)
        text = json.dumps(tp.to_json(view))
        again = tp.from_json(text)
        assert again == view
        assert hash(again) == hash(view)
        assert json.dumps(tp.to_json(again)) == text
        dice = data.draw(st.integers(0, 99))
        assert sample(again, Random(dice)) == sample(view, Random(dice))


def test_a_client_plays_from_json():
    """A bot far away gets texts and sends texts."""
    game = tp.new_game(seats=3, seed=5, phases="first 1")
    while not game.over:
        seat = game.to_act
        view = tp.from_json(json.dumps(tp.to_json(game.view(seat))))
        actions = [
            tp.from_json(json.dumps(tp.to_json(action)), within=view)
            for action in game.legal_actions(seat)
        ]
        game.play(str(GreedyBot().choose(view, actions)))
    assert game.winners


def test_a_ruleset_that_is_not_installed():
    import attrs

    house = attrs.evolve(tp.ruleset("mattel-classic"), id="house")
    view = tp.new_game(house, seats=2, seed=1).view(0)
    data = tp.to_json(view)
    with pytest.raises(tp.JsonError, match=r"\$\.ruleset"):
        tp.from_json(data)
    assert tp.from_json(data, within=house) == view


def changed(**changes):
    game = tp.new_game(seats=3, seed=3)
    game.play("draw stock")
    return {**tp.to_json(game.view(1)), **changes}


@pytest.mark.parametrize(
    ("path", "changes"),
    [
        ("$.seat", {"seat": 3}),
        ("$.seat", {"seat": "1"}),
        ("$.hand", {"hand": "R99"}),
        ("$.hand", {"seat": None}),
        (r"$.hand_sizes[1]", {"hand": "R1"}),
        ("$.hand_sizes", {"hand_sizes": [10, 11]}),
        ("$.stock_size", {"stock_size": -1}),
        ("$", {"stock_size": 10**6}),
        ("$", {"discard": "R1 R1 R1"}),
        ("$.actors", {"actors": []}),
        ("$.actors[0]", {"actors": [7]}),
        ("$.actors", {"actors": [1, 1]}),
        ("$.known[0]", {"known": ["R1 R1 R2 R2 R3 R3 R4 R4 R5 R5 R6", "", ""]}),
        ("$.known[1]", {"known": ["", "R1 R1", ""]}),
        ("$.pile_sizes._x", {"pile_sizes": {"_x": 1}}),
        ("$.pile_sizes.x", {"pile_sizes": {"x": True}}),
        ("$.pile_sizes.x", {"piles": {"x": "R1"}}),
        ("$.memory._x", {"memory": {"_x": 1}}),
        ("$.has_hidden_pending", {"has_hidden_pending": None}),
        ("$.stage", {"stage": "x"}),
        ("$.key", {"key": "00" * 32}),
        ("$.version", {"version": "0"}),
    ],
)
def test_what_cannot_be(path, changes):
    with pytest.raises(tp.JsonError) as caught:
        tp.from_json(changed(**changes))
    assert str(caught.value).startswith((f"{path}: ", "$.pile_sizes: "))


def test_missing_fields():
    for name in changed():
        data = changed()
        del data[name]
        with pytest.raises(tp.JsonError):
            tp.from_json(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda parts: st.lists(parts, max_size=4) | st.dictionaries(st.text(max_size=9), parts),
    max_leaves=6,
)


@given(data=st.data())
def test_hostile_views(data):
    """Read or refused with the one error; what is read can be asked and sampled from."""
    document = changed()
    for _ in range(data.draw(st.integers(1, 3))):
        place, step = document, data.draw(st.sampled_from(sorted(document)))
        while isinstance(place[step], list | dict) and place[step] and data.draw(st.booleans()):
            place = place[step]
            steps = sorted(place) if isinstance(place, dict) else range(len(place))
            step = data.draw(st.sampled_from(list(steps)))
        place[step] = data.draw(JSON | st.integers(-1, 12) | st.sampled_from(["R1", "W S", "2"]))
    try:
        view = tp.from_json(document)
    except tp.JsonError:
        return
    assert tp.from_json(tp.to_json(view)) == view
    repr(view)
    sample(view, Random(1))
