"""Two groups that could each be either of two melds are what their order says."""

from __future__ import annotations

import tenphase as tp


def test_the_written_order_decides():
    state = tp.position(
        "mattel-classic", options={"phases": ["EO2+CEO2"]}, seats=2, stage="play",
        hands={1: "Y1 Y1 B7 B9 R2"},
    )  # fmt: skip
    kinds = {}
    for text in ("lay Y1 Y1 / B7 B9", "lay B7 B9 / Y1 Y1"):
        melds = tp.Game(state.after(text)).view(1).melds
        kinds[text] = [(meld.kind, str(meld.meld)) for meld in melds]
    assert kinds["lay Y1 Y1 / B7 B9"] == [("EO", "Y1 Y1"), ("CEO", "B7 B9")]
    assert kinds["lay B7 B9 / Y1 Y1"] == [("EO", "B7 B9"), ("CEO", "Y1 Y1")]


def test_any_order_is_accepted_where_only_one_fits():
    state = tp.position(
        "mattel-classic", seats=2, stage="play", phases=["2", "2"],
        hands={1: "R1 R2 R3 B4 R5 B5 G5 Y9"},
    )  # fmt: skip
    one, other = (
        state.after("lay R5 B5 G5 / R1 R2 R3 B4"),
        state.after("lay R1 R2 R3 B4 / R5 B5 G5"),
    )
    assert one == other
