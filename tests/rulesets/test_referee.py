"""Random games of the classic rules, in which a second opinion is asked at every step."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import attrs
import pytest

import tenphase as tp
from tests.rulesets.referee import Referee

STEPS = 20_000 if os.environ.get("TENPHASE_PROFILE") == "deep" else 1_200

OPTIONS: list[dict[str, Any]] = [
    {},
    {"hit_same_turn": False},
    {"going_out": "must_keep_discard"},
    {"draw_discarded_wild": False, "discard_redraw": False},
    {"skip_target": "next", "skip_plain_discard": "always"},
    {"stock_exhausted": "reshuffle_keep_top", "skip_placement": "discard"},
    {"going_out": "floating_active"},
    {"skip_as_last_card": "forbidden"},
    {"going_out": "floating_passive", "wild_min_natural": "per_phase"},
    {"run_wraparound": True, "wild_min_natural": "none"},
    {"wild_replaceable": True, "lay_down_extras": False, "final_lap": True},
]


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "+".join(o) or "default")
def test_the_referee_agrees(options: dict[str, Any], seats: int) -> None:
    """MC-TURN-2 to MC-TURN-5, MC-HIT-1 to MC-HIT-7, MC-SKIP-2, MC-SKIP-3, MC-LAY-3, MC-WILD-2."""
    random = Random(f"{options} {seats}")
    state = start(random, seats, options)
    known = attrs.asdict(state.rules.options)
    laid = 0
    for step in range(STEPS):
        legal = [str(action) for action in state.legal_actions()]
        lays = [text for text in legal if text.startswith("lay")]
        referee = Referee(state.position(), known)
        assert len(set(legal)) == len(legal)
        assert set(legal) - set(lays) == referee.legal(), state.position()
        if state.stage == "play":
            assert bool(lays) == referee.can_lay(), state.position()
        state.apply(pick(random, legal, lays))
        laid += bool(lays)
        if state.over or step % 400 == 0:
            state = start(random, seats, options)
    assert laid > 3


def start(random: Random, seats: int, options: dict[str, Any]) -> tp.State:
    """A deal in which everybody is on some phase, so that all phases come up."""
    return tp.position(
        "mattel-classic",
        options=options,
        seats=seats,
        seed=random.randrange(10**9),
        phases=[str(random.randint(1, 10)) for _ in range(seats)],
    )


def pick(random: Random, legal: list[str], lays: list[str]) -> str:
    """Mostly what brings a game on: lay, hit, and now and then anything."""
    if lays and random.random() < 0.9:
        return random.choice(lays)
    hits = [text for text in legal if text.startswith("hit")]
    if hits and random.random() < 0.6:
        return random.choice(hits)
    return random.choice(legal)
