"""`tenphase find`."""

from __future__ import annotations

import pytest

import tenphase as tp

HAND = "R5 B5 G5 Y4 B4 G6 Y7 W S R11 B12"


def test_every_phase_is_tried(shell):
    lines = shell("find", HAND).splitlines()
    assert len(lines) == 10
    assert lines[1].startswith("phase 2, set of 3 + run of 4: 8 ways, such as R5 B5 G5 / ")
    assert lines[5] == "phase 6, run of 9: no, 2 cards short"


def test_one_phase_is_told_in_full(shell):
    out = shell("find", HAND, "--phase", "2")
    assert "best: R5 B5 G5 / B4 W=5 G6 Y7" in out
    assert "which leaves R11 B12 Y4 S (40 points)" in out
    assert out.count("\n") == 11
    cut = shell("find", HAND, "--phase", "2", "--limit", 3)
    assert cut.endswith("  and 5 more\n")


def test_the_best_one_counts_the_hits(shell):
    best = shell.json("find", "R1 R2 R3 W", "--phase", "R3")["phases"][0]["best"]
    assert best == {"actions": ["lay R1 R2 R3", "hit W=4 on 0.0"], "left": [], "points": 0}


def test_how_much_is_lacking(shell):
    out = shell("find", "R5 B5 R3 B3 G6 Y7 W S R11 B12", "--phase", "2", code=1)
    assert "no, 1 card short" in out
    assert "nearer with any of 29 cards: R3 R4 R8 B3 B4 B8 " in out
    told = shell.json("find", "R5 B5 R3 B3 G6 Y7 W S R11 B12", "--phase", "2", code=1)["phases"][0]
    assert told["count"] == 0
    assert told["distance"] == 1
    assert told["outs"]["W"] == 7


def test_every_lay_down_is_legal(shell):
    told = shell.json("find", HAND, "--limit", 100)
    for phase in told["phases"]:
        state = tp.position(
            "mattel-classic", seats=2, to_act=1, stage="play", hands={1: told["hand"]},
            phases=[phase["label"]] * 2,
        )  # fmt: skip
        legal = [str(a) for a in state.legal_actions() if isinstance(a, tp.LayDown)]
        assert sorted(phase["lay_downs"]) == sorted(legal)


def test_options_and_other_editions(shell):
    shell("find", "R11 R12 R1 R2", "--phase", "R4", code=1)
    shell("find", "R11 R12 R1 R2", "--phase", "R4", "-o", "run_wraparound=true")
    shell("find", "W W W", "--phase", "S3", code=1)
    shell("find", "W W W", "--phase", "S3", "-o", "wild_min_natural=none")
    shell("find", "AH AS AD", "--phase", "S3", "--ruleset", "standard-deck")


def test_commas_do_no_harm(shell):
    shell("find", "R1, R2,R3", "--phase", "R3")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["find"], "HAND"),
        (["find", "R1 X9"], "X9"),
        (["find", "R1 R1 R1"], "R1 (1 too many)"),
        (["find", "R1", "--phase", "12"], "no phase 12"),
        (["find", "R1", "--phase", "R13"], "13"),
        (["find", "R1", "--limit", "-1"], "limit"),
        (["find", "R1", "--preset", "x"], "preset"),
    ],
)
def test_wrong_input(shell, words, message):
    assert message in shell(*words, code=2)
