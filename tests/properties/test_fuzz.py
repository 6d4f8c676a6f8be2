"""Damaged documents, a million of them in the deep profile: read, or refused with one typed error.

Documents of every kind and ruleset are damaged at one to three places, in their data (another
value, a missing, doubled, foreign or swapped part) or in their text (cut off, letters changed). An
example of hypothesis is a number from which so many damaged documents follow.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tenphase as tp
from tests.solver.worlds import DEEP

#: Inputs in all, and in one example; the deep profile has 5,000 examples for each test.
INPUTS = 1_000_000 if DEEP else 40_000
RULESETS = sorted(tp.rulesets())
ODD: list[Any] = [
    None, True, False, 0, 1, -1, 255, 256, 2**63, -(10**30), 1.5, 1e308, [], [[]], {}, {"": 0},
    "", " ", "W", "R1", "R1 R1", "S on 1", "=", "\x00", "\ud800", "é" * 9, "1" * 5_000, [0] * 500,
    {"a": [None]},
]  # fmt: skip


@cache
def games() -> list[tp.Game]:
    """A game in the middle for each ruleset, and one that is over."""
    found = []
    for number, ruleset in enumerate(RULESETS):
        dice = Random(number)
        for steps in (0, 25, 60):
            game = tp.new_game(ruleset, seats=3, seed=number, max_turns=15)
            for _ in range(steps):
                if not game.over:
                    game.play(dice.choice(game.legal_actions()))
            found.append(game)
    return found


@cache
def documents() -> list[tuple[Any, Any]]:
    """Data of every kind, and within what it is read."""
    found: list[tuple[Any, Any]] = []
    for game in games():
        state = game.state
        values: list[Any] = [state, game.view(None), game.view(1), state.rules.options]
        values += [*game.legal_actions()[:6], *game.moves[-3:], *game.standings, *game.events[-6:]]
        values += [tp.Record.parse(game.record()), tp.Record.parse(game.seen_record(0))]
        found += [(tp.to_json(value), game) for value in values]
    return found


def damage(data: Any, dice: Random) -> Any:
    """The data with something wrong somewhere, or by chance nothing."""
    data = copy.deepcopy(data)
    for _ in range(dice.choice([1, 1, 2, 3])):
        spot, name = data, dice.choice(sorted(data))
        while isinstance(spot[name], list | dict) and spot[name] and dice.random() < 0.8:
            spot = spot[name]
            name = dice.choice(sorted(spot) if isinstance(spot, dict) else range(len(spot)))
        match dice.randrange(6):
            case 0:
                spot[name] = copy.deepcopy(dice.choice(ODD))
            case 1:
                del spot[name]
            case 2 if isinstance(spot, dict):
                spot[dice.choice(["x", "", "hands", "card", "0"])] = copy.deepcopy(dice.choice(ODD))
            case 2:
                spot.insert(dice.randrange(len(spot) + 1), copy.deepcopy(spot[name]))
            case 3:
                other = dice.choice(sorted(spot) if isinstance(spot, dict) else range(len(spot)))
                spot[name], spot[other] = spot[other], spot[name]
            case 4 if isinstance(spot[name], str):
                spot[name] = damaged_text(spot[name], dice)
            case 4 if isinstance(spot[name], int):
                spot[name] += dice.choice([-1, 1, 7, -1000, 10**9])
            case _:
                spot[name] = [spot[name]] * dice.choice([1, 2, 3])
        if not data:
            break
    return data


def damaged_text(text: str, dice: Random) -> str:
    """A text cut off, or with letters left out, doubled or changed, or with words exchanged."""
    for _ in range(dice.choice([1, 1, 2, 4])):
        at = dice.randrange(len(text) + 1)
        match dice.randrange(5):
            case 0:
                text = text[:at]
            case 1:
                text = text[:at] + text[at + dice.randrange(1, 4) :]
            case 2:
                text = text[:at] + dice.choice('0123456789 ,:;#=/-.{}[]"\\nRWSJé\x00') + text[at:]
            case 3:
                text = text[:at] + text[max(0, at - 8) :]
            case _:
                words = text.split(" ")
                a, b = dice.randrange(len(words)), dice.randrange(len(words))
                words[a], words[b] = words[b], words[a]
                text = " ".join(words)
    return text


def many(try_one: Callable[[Random], str], share: float) -> Counter[str]:
    """Run an input after the other, and count what became of them."""
    found: Counter[str] = Counter()
    each = max(1, round(INPUTS * share / (5_000 if DEEP else 100)))

    @given(st.integers(0, 2**63))
    def run(number: int) -> None:
        dice = Random(number)
        for _ in range(each):
            found[try_one(dice)] += 1

    run()
    assert found.total() >= INPUTS * share
    return found


def test_damaged_json() -> None:
    def try_one(dice: Random) -> str:
        data, within = dice.choice(documents())
        text = json.dumps(damage(data, dice))
        if dice.random() < 0.2:
            text = damaged_text(text, dice)
        try:
            value = tp.from_json(text, within=within)
        except tp.JsonError as error:
            return "refused" if error.path.startswith("$") else "refused without a path"
        assert tp.from_json(tp.to_json(value), within=within) == value, text
        return "read"

    found = many(try_one, 0.55)
    assert found.keys() == {"refused", "read"}
    assert found["refused"] > found["read"] > 0


def test_damaged_records() -> None:
    texts = [text for game in games() for text in (game.record(), game.seen_record(1))]
    short = [game.record() for game in games() if len(game.moves) == 1]

    def try_one(dice: Random) -> str:
        text = damaged_text(dice.choice(short if dice.random() < 0.5 else texts), dice)
        try:
            record = tp.Record.parse(text)
        except tp.RecordError:
            return "refused"
        assert tp.Record.parse(str(record)) == record, text
        if dice.random() < 0.02:
            try:
                record.replay()
            except tp.RecordError:
                return "not borne out"
        return "read"

    found = many(try_one, 0.2)
    assert min(found[word] for word in ("refused", "read", "not borne out")) > 0


def test_damaged_positions_and_actions() -> None:
    texts = [game.state.position() for game in games()]

    def try_one(dice: Random) -> str:
        game = dice.choice(games())
        if dice.random() < 0.3:
            try:
                state = tp.position(damaged_text(dice.choice(texts), dice))
            except tp.TenphaseError:
                return "position refused"
            assert tp.position(state.position()) == state
            return "position read"
        if game.over:
            return "over"
        text = damaged_text(str(dice.choice(game.legal_actions())), dice)
        state = game.state
        try:
            state.apply(text)
        except (tp.IllegalAction, tp.NotationError):
            assert state == game.state, text
            return "action refused"
        return "action played"

    found = many(try_one, 0.25)
    assert len([n for n in found.values() if n]) >= 4


@pytest.mark.parametrize("ruleset", RULESETS)
def test_undamaged_documents_are_read(ruleset: str) -> None:
    """Else everything would be refused for a reason that is not the damage."""
    for data, within in documents():
        if within.rules.ruleset.id == ruleset:
            text = json.dumps(data)
            assert json.dumps(tp.to_json(tp.from_json(text, within=within))) == text
