"""Whole games of any ruleset, played so that they come to an end, and looked at on the way."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import tenphase as tp
from tenphase.actions import parse_action
from tenphase.json_io import from_json, to_json


def all_cards(state: tp.State) -> Counter[int]:
    """Every card of every zone."""
    zones = [*state.hands, *state.front, *state.piles.values(), state.stock, state.discard]
    zones += [laid.cards for melds in state.table for laid in melds]
    return Counter(b"".join(zones))


def wish(state: tp.State, random: Random) -> tp.Action:
    """Lay and hit where that is possible, anything else otherwise."""
    actions = state.legal_actions()
    useful = [action for action in actions if isinstance(action, tp.LayDown | tp.Hit)]
    return random.choice(useful or actions)


def play_out(ruleset: str | tp.Ruleset, seed: int, *, every: int = 29, **how: Any) -> tp.Game:
    """A game to its end. Every so many actions: all cards are there, texts and JSON read back."""
    game = tp.new_game(ruleset, seed=seed, **how)
    full = Counter(game.rules.deck.full)
    random = Random(seed)
    for step in range(20_000):
        if game.over:
            break
        state = game.state
        action = wish(state, random)
        assert parse_action(str(action), game.rules.deck) == action
        game.play(action)
        if step % every == 0:
            state = game.state
            assert all_cards(state) == full
            assert tp.position(state.position()) == state
            assert from_json(json.loads(json.dumps(to_json(state)))) == state
    assert game.over
    assert all_cards(game.state) == full
    return game
