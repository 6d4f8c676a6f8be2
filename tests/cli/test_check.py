"""`tenphase check`."""

from __future__ import annotations

import pytest

import tenphase as tp
from tenphase.ledger import ledger_of

FULL_RUN = "R1 B2 G3 Y4 R5 B6 G7 Y8 R9 B10 G11 Y12"


def test_a_legal_lay_down(shell):
    out = shell("check", "R5 B5 W / R3 B4 G5 Y6", "--phase", "2")
    assert out == "yes: R5 B5 W=5 / R3 B4 G5 Y6 is phase 2, set of 3 + run of 4\n"


def test_the_order_of_melds_and_cards_is_free(shell):
    shell("check", "Y6 R3 G5 B4 / W B5 R5", "--phase", "2")


def test_a_phase_may_be_written_out(shell):
    shell("check", "R5 B5 W / R3 B4 G5 Y6", "--phase", "S3+R4")
    shell("check", "R5 B5 / R3 B4 G5", "--phase", "S2+R3")


@pytest.mark.parametrize(
    ("cards", "phase", "code", "rule"),
    [
        ("W W W / R3 B3 G3", "1", "no-natural", "MC-WILD-2"),
        ("R3 B3 S / R4 B4 G4", "1", "action-card-in-meld", "MC-SKIP-6"),
        ("R3 B3 G4 / R4 B4 G4", "1", "unequal-ranks", "MC-SET-1"),
        ("R3 B3 G3", "1", "incomplete-phase", "MC-LAY-3"),
        ("R10 R11 R12 W R1 R2 R3", "4", "run-wraps", "MC-RUN-2"),
        ("R1 R2 R3 R4 R5 R6 G7", "8", "mixed-colours", "MC-COL-1"),
    ],
)
def test_an_illegal_lay_down_is_explained(shell, cards, phase, code, rule):
    out = shell("check", cards, "--phase", phase, code=1)
    assert out.startswith("no: ")
    assert f"[{code}]" in out
    entry = ledger_of(tp.ruleset("mattel-classic")).rule(rule)
    assert f"{rule}, {entry.title}: {entry.text}" in out
    assert ", ".join(entry.sources) in out


def test_another_way_to_lay_the_same_cards_is_shown(shell):
    out = shell("check", "W W W / R3 B3 G3", "--phase", "1", code=1)
    assert "But this would be phase 1, set of 3 + set of 3: R3 B3 W=3 / G3 W=3 W=3" in out
    assert "But" not in shell("check", "R3 B3 S / R4 B4 G4", "--phase", "1", code=1)


def test_the_hand_counts(shell):
    hand = "R3 B3 G3 R4 B4 Y9 Y10 Y11 S W"
    out = shell("check", "R3 B3 G3 / R4 B4 G4", "--phase", "1", "--hand", hand, code=1)
    assert "card-not-held" in out
    assert "R3 B3 G3 / R4 B4 W=4" in out
    shell("check", "R3 B3 G3 / R4 B4 W", "--phase", "1", "--hand", hand)


def test_options_and_presets_count(shell):
    extra = ("check", "R3 B3 G3 Y3 / R4 B4 G4", "--phase", "1")
    shell(*extra)
    assert "MC-LAY-6" in shell(*extra, "--preset", "app", code=1)
    assert "MC-LAY-6" in shell(*extra, "--option", "lay_down_extras=false", code=1)
    circle = ("check", "R10 R11 R12 R1 R2 R3 R4", "--phase", "4")
    assert "MC-RUN-2" in shell(*circle, code=1)
    shell(*circle, "-o", "run_wraparound=true")


def test_another_edition(shell):
    shell("check", "2H 3H 4H 5H 6D", "--phase", "F5", "--ruleset", "standard-deck", code=1)


def test_lay_downs_in_json(shell):
    yes = shell.json("check", "R5 B5 W / R3 B4 G5 Y6", "--phase", "2")
    assert yes == {
        "legal": True,
        "action": "lay R5 B5 W / R3 B4 G5 Y6",
        "ruleset": "mattel-classic",
        "laid": "R5 B5 W=5 / R3 B4 G5 Y6",
        "phase": "S3+R4",
    }
    no = shell.json("check", "W W W / R3 B3 G3", "--phase", "1", code=1)
    assert not no["legal"]
    assert no["code"] == "no-natural"
    assert no["rule"]["id"] == "MC-WILD-2"
    assert no["instead"] == "lay R3 B3 W=3 / G3 W=3 W=3"


# -- hits ---------------------------------------------------------------------------------------


def test_no_card_fits_a_run_of_twelve(shell):
    out = shell("check", "--hit", "W", "--on", FULL_RUN, code=1)
    assert out.startswith(f"no: {FULL_RUN} is full")
    assert "MC-HIT-6, " in out
    assert "(follows from other rules; no source says it)" in out
    assert shell("check", "--hit", "W", "--on", "1-12", code=1) == out, "the short way to ask"
    assert "1 upwards only." in shell(
        "check", "--hit", "W", "--on", "1-12", "-o", "run_wraparound=true", code=1
    )


def test_bare_numbers_are_cards_of_any_colour(shell):
    assert shell("check", "1-7", "--phase", "4").startswith("yes: R1 B2 G3 Y4 R5 B6 G7 is phase 4")
    assert shell("check", "--hit", "9", "--on", "5-8").startswith("yes: R9 may be hit on ")
    assert shell("check", "--hit", "5", "--on", "S: 5 5 5").startswith("yes: R5 may be hit on R5")
    assert "say the colour" in shell("check", "--hit", "5", "--on", "C: R3 R4 R9", code=2)
    assert "no meld that the phases ask for" in shell(
        "check", "--hit", "3", "--on", "5 7 9", code=2
    )
    assert "one card" in shell("check", "--hit", "W W", "--on", "R3 R4 R5", code=2)


def test_a_card_is_named_when_only_its_beginning_is_written(shell):
    asked = ("check", "R5 Y5 J / R6 G6", "--phase", "S3+S2", "--ruleset", "ravensburger-master")
    assert "(there are: J[1-6|RY], J[1-6|RG], " in shell(*asked, code=2)


def test_a_meld_is_one_that_the_phases_ask_for(shell):
    out = shell("check", "--hit", "R8", "--on", "R2 B4 G6", code=2)
    assert "no meld that the phases ask for: set of 3, run of 3, 3 cards of one colour" in out
    assert "--kind: F, CR, EO" in out
    shell("check", "--hit", "R8", "--on", "R2 B4 G6", "--kind", "EO")
    shell("check", "--hit", "R8", "--on", "R2 B4 G6", "-o", 'phases=["EO4"]')


def test_a_wild_may_go_to_either_end(shell):
    out = shell("check", "--hit", "W", "--on", "R3 B4 G5")
    assert out == "yes: W may be hit on R3 B4 G5 (run of 3), as 2 or as 6\n"
    assert shell.json("check", "--hit", "W=6", "--on", "R3 B4 G5")["as"] == ["2", "6"]
    shell("check", "--hit", "W=7", "--on", "R3 B4 G5", code=1)


@pytest.mark.parametrize(
    ("card", "meld", "kind", "code"),
    [
        ("R6", "R3 B4 G5", "R", None),
        ("R9", "R3 B4 G5", "R", "does-not-fit"),
        ("R3", "G3 B3 Y3", "S", None),
        ("R4", "G3 B3 Y3", "S", "does-not-fit"),
        ("S", "G3 B3 Y3", "S", "action-card-in-meld"),
        ("R6", "R3 B4 W=5 W=6", "R", "taken-by-wild"),
        ("G9", "G1 G2 G4 G4", "C", None),
        ("R9", "G1 G2 G4 G4", "C", "does-not-fit"),
    ],
)
def test_hits(shell, card, meld, kind, code):
    answer = shell.json("check", "--hit", card, "--on", meld, code=0 if code is None else 1)
    assert answer.get("code") == code
    assert answer["kind"] == kind


def test_a_meld_can_be_of_several_kinds(shell):
    asked = ("check", "--hit", "R5", "--on", "R1 R2 R3 R4")
    assert "(run of 4)" in shell(*asked)
    assert "(4 cards of one colour)" in shell(*asked, "--kind", "C")
    assert "is no such meld" in shell(*asked, "--kind", "S", code=2)
    assert "no meld kind 'Q'" in shell(*asked, "--kind", "Q", code=2)


# -- actions in positions -----------------------------------------------------------------------


def test_an_action_in_a_position(shell):
    position = "ruleset: mattel-classic; seats: 3; stage: play; hand 1: S R1; skips: 0 0 1"
    shell("check", "play S on 0", "--position", position)
    out = shell("check", "play S on 2", "--position", position, code=1)
    assert "MC-SKIP-3" in out


# -- wrong input --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["check"], "--phase"),
        (["check", "R3 B3 G3 / R4 B4 G4"], "--phase"),
        (["check", "R3 B3 G3 / R4 B4 G99", "--phase", "1"], "G99"),
        (["check", "R3 R3 R3 / R4 B4 G4", "--phase", "1"], "R3"),
        (["check", "R3 B3 G3 / R4 B4 G4", "--phase", "11"], "no phase 11"),
        (["check", "R3 B3 G3", "--phase", "Q3"], "Q"),
        (["check", "R3 B3 G3", "--phase", "R13"], "13"),
        (["check", "/", "--phase", "1"], "without cards"),
        (["check", "--hit", "R3"], "--on"),
        (["check", "--hit", "R3", "--on", "R3 B8"], "no meld"),
        (["check", "--hit", "R3", "--on", "R3 B4 G5 W"], "say which"),
        (["check", "--hit", "X", "--on", "R3 B3 G3"], "X"),
        (["check", "draw stock", "--position", "seats: 2"], "ruleset"),
        (["check", "--position", "ruleset: mattel-classic"], "which action"),
        (["check", "fly", "--position", "ruleset: mattel-classic"], "fly"),
    ],
)
def test_wrong_input(shell, words, message):
    assert message in shell(*words, code=2)
