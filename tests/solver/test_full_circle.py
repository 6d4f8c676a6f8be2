"""A run that has become a full circle by hits lies like one that was laid at once (C-09)."""

from __future__ import annotations

import tenphase as tp


def test_the_last_hit_closes_the_circle():
    state = tp.position(
        "two-pack", options={"run_wraparound": True}, seats=2, stage="play", phases=["4", "4"],
        hands={1: "5S 3C 2D"}, table={1: "6H 7S 8D KH=9 10D JC QH KC=A 2D 3D 4H"},
    )  # fmt: skip
    state.apply("hit 5S on 1.0")
    assert str(tp.Game(state).view(1).melds[0].meld).startswith("KC=A 2D 3D 4H 5S 6H")
    assert tp.position(state.position()) == state
    refusal = state.check("hit 3C on 1.0")
    assert refusal is not None
    assert refusal.code == "run-full"
