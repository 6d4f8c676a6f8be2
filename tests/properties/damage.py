"""What the fuzz tests feed on: sound documents of every kind, and ways to damage them."""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable
from functools import cache
from random import Random
from types import FrameType
from typing import Any, Self

import tenphase as tp

RULESETS = sorted(tp.rulesets())

ODD: list[Any] = [
    None, True, False, 0, 1, -1, 255, 256, 2**63, -(10**30), 1.5, 1e308, [], [[]], {}, {"": 0},
    "", " ", "W", "R1", "R1 R1", "S on 1", "=", "\x00", "\ud800", "é" * 9, "1" * 5_000, [0] * 500,
    {"a": [None]}, json.loads("[" * 60 + "]" * 60), "R1\nkey: 00", "a;b#c",
]  # fmt: skip


@cache
def games() -> list[tp.Game]:
    """For each ruleset a game just dealt, and games in the middle or over."""
    found = []
    for number, ruleset in enumerate(RULESETS):
        dice = Random(number)
        for steps in (0, 9, 25, 60, 400):
            game = tp.new_game(ruleset, seats=3, seed=number, max_turns=25)
            for _ in range(steps):
                if not game.over:
                    game.play(dice.choice(game.legal_actions()))
            found.append(game)
    return found


@cache
def documents() -> dict[str, list[tuple[dict[str, Any], tp.Game]]]:
    """By kind: sound data, and within what it is read."""
    found: dict[str, list[tuple[dict[str, Any], tp.Game]]] = {}
    for game in games():
        state = game.state
        values: list[Any] = [state, game.view(None), game.view(1), state.rules.options]
        values += [*game.legal_actions()[:6], *game.moves[-3:], *game.standings, *game.events[-6:]]
        values += [tp.Record.parse(game.at(len(game.moves)).record())]
        values += [tp.Record.parse(game.seen_record(reader)) for reader in (None, 0)]
        values += [tp.Position.parse(state.position()), puzzle(game)]
        for value in values:
            data = tp.to_json(value)
            found.setdefault(data["tenphase"], []).append((data, game))
    return found


def puzzle(game: tp.Game) -> tp.Position:
    """A position that leaves most of it open."""
    lines = game.state.position().splitlines()
    wanted = ("ruleset", "options", "seats", "hand 1", "phases", "totals", "discard")
    fields = tp.Position.parse("\n".join(x for x in lines if x.split(":")[0] in wanted)).fields
    return tp.Position({**fields, "discard": "*"})


def damaged(data: dict[str, Any], other: dict[str, Any], dice: Random) -> dict[str, Any]:
    """Data with something wrong in one to three places, sometimes from another document."""
    data = copy.deepcopy(data)
    for _ in range(dice.choice([1, 1, 2, 3])):
        if not data:
            break
        spot: Any = data
        name: Any = dice.choice(sorted(data))
        theirs: Any = other.get(name)
        while isinstance(spot[name], list | dict) and spot[name] and dice.random() < 0.8:
            spot = spot[name]
            name = dice.choice(_names(spot))
            theirs = _part(theirs, name)
        _damage(spot, name, theirs, dice)
    return data


def _names(spot: Any) -> list[Any]:
    return sorted(spot) if isinstance(spot, dict) else list(range(len(spot)))


def _part(data: Any, name: Any) -> Any:
    if isinstance(data, dict):
        return data.get(name)
    return (
        data[name] if isinstance(data, list) and isinstance(name, int) and name < len(data) else 7
    )


def _damage(spot: Any, name: Any, theirs: Any, dice: Random) -> None:
    match dice.randrange(7):
        case 0:
            spot[name] = copy.deepcopy(dice.choice(ODD))
        case 1:
            del spot[name]
        case 2 if isinstance(spot, dict):
            spot[dice.choice(["x", "", "hands", "card", "0"])] = copy.deepcopy(dice.choice(ODD))
        case 2:
            spot.insert(dice.randrange(len(spot) + 1), copy.deepcopy(spot[name]))
        case 3:
            second = dice.choice(_names(spot))
            spot[name], spot[second] = spot[second], spot[name]
        case 4 if isinstance(spot[name], str):
            spot[name] = damaged_text(spot[name], dice)
        case 4 if isinstance(spot[name], int):
            spot[name] += dice.choice([-1, 1, 7, -1000, 10**9])
        case 5:
            spot[name] = copy.deepcopy(theirs)
        case _:
            spot[name] = [spot[name]] * dice.choice([1, 2, 3])


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
                text = text[:at] + dice.choice('0123456789 ,:;#=/-.{}[]"\\nRWSJé\x00\n') + text[at:]
            case 3:
                text = text[:at] + text[max(0, at - 8) :]
            case _:
                words = text.split(" ")
                a, b = dice.randrange(len(words)), dice.randrange(len(words))
                words[a], words[b] = words[b], words[a]
                text = " ".join(words)
    return text


def raw(dice: Random) -> str | bytes:
    """Text or bytes of no form at all, or of nearly one."""
    letters = '{}[]",:0123456789.eE+-truefalsn \\u\x00"tenphase"'
    match dice.randrange(4):
        case 0:
            return dice.randbytes(dice.randrange(60))
        case 1:
            return "".join(dice.choices(letters, k=dice.randrange(80)))
        case 2:
            depth = dice.choice([3, 100, 900, 3_000])
            nest = dice.choice(["[", '{"a":', '{"tenphase":']) * depth
            return nest + "]" * dice.choice([0, depth])
        case _:
            text = json.dumps(
                dice.choice(documents()[dice.choice(sorted(documents()))])[0]
            ).encode()
            at = dice.randrange(len(text))
            return text[:at] + dice.randbytes(dice.randrange(4)) + text[at + dice.randrange(4) :]


class Work:
    """Counts the calls that something makes, as a measure of its time that is always the same.

    Functions of C count too, so a loop that calls anything shows. More than `most` calls raise.
    """

    def __init__(self, most: int) -> None:
        self.calls = 0
        self.most = most

    def __enter__(self) -> Self:
        self._before: Callable[..., object] | None = sys.getprofile()
        sys.setprofile(self._count)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(self._before)

    def _count(self, _: FrameType, event: str, __: object) -> None:
        if event in ("call", "c_call"):
            self.calls += 1
            if self.calls > self.most:
                sys.setprofile(None)
                raise AssertionError(f"more than {self.most} calls for one input")
