"""Putting single facts of an earlier round right, and what follows from it or forbids it."""

from __future__ import annotations

import pytest

from tenphase.errors import ScoreError
from tenphase.scoresheet import ScoreSheet
from tests.scoresheet.test_sheet import THREE, refused
from tests.strategies import RULESETS


def three_rounds(**more):
    sheet = ScoreSheet(THREE, **more)
    sheet.enter({"Ann": 0, "Ben": 35, "Cem": 80})
    sheet.enter({"Ann": 60, "Ben": 0, "Cem": 65}, laid=["Cem"])
    sheet.enter({"Ann": 0, "Ben": 70, "Cem": 90})
    return sheet


def cells(sheet, number):
    return [(row.points, row.phase, row.laid) for row in sheet.rows(number)]


def test_points_of_one_player():
    """ "Round 1: Cem had 75 points": that Ann and Ben laid, and who went out, stays."""
    sheet = three_rounds()
    sheet.amend(1, {"Cem": 75})
    assert cells(sheet, 1) == [(0, "1", True), (35, "1", True), (75, "1", False)]
    assert sheet.totals == {"Ann": 60, "Ben": 105, "Cem": 230}
    assert sheet.rounds[0].out == 0


def test_points_keep_the_laid_phase():
    """Cem had laid with 65 points in round 2; with 55 he still has."""
    sheet = three_rounds()
    sheet.amend(2, {"Cem": 55})
    assert cells(sheet, 2)[2] == (55, "1", True)
    assert sheet.next_phases["Cem"] == "2"
    assert sheet.totals["Cem"] == 225


def test_who_laid():
    """ "Cem had laid in round 1": from then on Cem tries a phase more."""
    sheet = three_rounds()
    sheet.amend(1, laid=["Cem"])
    assert [cells(sheet, number)[2][1] for number in (1, 2, 3)] == ["1", "2", "3"]
    assert sheet.totals["Cem"] == 235
    sheet.amend(1, not_laid=["Cem"])
    assert [cells(sheet, number)[2][1] for number in (1, 2, 3)] == ["1", "1", "2"]


def test_few_points_say_that_the_phase_was_laid():
    sheet = three_rounds()
    sheet.amend(3, {"Cem": 20})
    assert cells(sheet, 3)[2] == (20, "2", True)
    refused(sheet, "less than a full hand, so the phase was laid", "amend", 3, not_laid=["Cem"])


def test_somebody_else_went_out():
    sheet = three_rounds()
    refused(sheet, "only one can go out: Ann, Ben", "amend", 1, {"Ben": 0})
    refused(sheet, "nobody has 0 points", "amend", 1, {"Ann": 5})
    sheet.amend(1, {"Ann": 5, "Ben": 0})
    assert sheet.rounds[0].out == 1
    refused(sheet, "Ann has points and has not gone out", "amend", 1, out="Ann")


def test_who_went_out_of_several():
    sheet = ScoreSheet(THREE, options={"going_out": "floating_active"})
    sheet.enter({"Ann": 0, "Ben": 0, "Cem": 50}, out="Ben")
    sheet.amend(1, {"Cem": 60})
    assert sheet.rounds[0].out == 1, "it stays"
    sheet.amend(1, out="Ann")
    assert sheet.rounds[0].out == 0
    sheet.amend(1, {"Ann": 10})
    assert sheet.rounds[0].out == 1, "the only one without cards"


def test_who_went_out_without_zero_points():
    """Where cards may cost less than nothing, who went out is known by name, and stays so."""
    sheet = ScoreSheet(["Ann", "Ben"], options={"card_points": {"W": -20}})
    sheet.enter({"Ann": -15, "Ben": 0}, laid=["Ann", "Ben"], out="Ben")
    sheet.amend(1, {"Ann": -20})
    assert sheet.rounds[0].out == 1


@pytest.mark.parametrize("number", [0, 4, -1, True, "1", None, 10**40])
def test_no_such_round(number):
    error = refused(three_rounds(), "no round", "amend", number, {"Ann": 5})
    assert len(str(error)) < 200


def test_what_contradicts():
    sheet = three_rounds()
    refused(sheet, "Ann has laid the phase and has not", "amend", 1, laid=["Ann"], not_laid=["Ann"])
    refused(sheet, "nobody is called 'Dan'", "amend", 1, not_laid=["Dan"])
    refused(sheet, "3 points are no sum of cards", "amend", 1, {"Cem": 3})
    refused(sheet, "who goes out plays in the round and has laid", "amend", 1, out="Cem")


def test_the_same_facts_change_nothing():
    sheet = three_rounds()
    before = sheet.to_json()
    sheet.amend(1, {"Ann": 0}, laid=["Ben"], not_laid=["Cem"], out="Ann")
    assert sheet.to_json() == before
    assert str(sheet.next_undo) == "round 3 entered"


# -- phases that are chosen ---------------------------------------------------------------------


def test_a_chosen_phase():
    sheet = ScoreSheet(["Ann", "Ben"], options={"phase_order": "free"})
    sheet.enter({"Ann": 0, "Ben": 60}, phases={"Ann": "7"})
    sheet.enter({"Ann": 0, "Ben": 60}, phases={"Ann": "3"})
    sheet.amend(1, phases={"Ann": "8"})
    assert [cells(sheet, number)[0][1] for number in (1, 2)] == ["8", "3"]
    sheet.amend(1, {"Ben": 65})
    assert cells(sheet, 1) == [(0, "8", True), (65, "-", False)]
    refused(sheet, "Ben: say which phase was laid", "amend", 1, {"Ben": 5})
    error = refused(sheet, "round 2 would not fit any more: Ann has completed phase 3", "amend", 1,
                    phases={"Ann": "3"})  # fmt: skip
    assert error.round == 2


def test_a_label_that_was_needless_is_not_in_the_way():
    """In order: Ann is said to have laid phase 2 in round 2, which round 1 makes phase 1."""
    sheet = ScoreSheet(["Ann", "Ben"])
    sheet.enter({"Ann": 60, "Ben": 0}, laid=["Ann"])
    sheet.enter({"Ann": 0, "Ben": 60}, phases={"Ann": "2"})
    sheet.amend(1, not_laid=["Ann"])
    assert cells(sheet, 2)[0] == (0, "1", True)


# -- later rounds -------------------------------------------------------------------------------


def test_a_later_round_after_the_end():
    sheet = ScoreSheet(THREE, options={"phases": "first 2"})
    sheet.enter({"Ann": 0, "Ben": 35, "Cem": 80})
    sheet.enter({"Ann": 60, "Ben": 70, "Cem": 0})
    sheet.enter({"Ann": 60, "Ben": 75, "Cem": 0})
    error = refused(
        sheet, "round 2 cannot be amended so, for round 3 would not fit any more: round 3 is "
        "after the end", "amend", 2, laid=["Ben"],
    )  # fmt: skip
    assert error.round == 3


def tied(**more):
    """Ann and Ben have completed both phases with equal points, and Ben wins the play-off."""
    sheet = ScoreSheet(THREE, options={"phases": "first 2"}, **more)
    sheet.enter({"Ann": 0, "Ben": 5, "Cem": 60})
    sheet.enter({"Ann": 5, "Ben": 0, "Cem": 60})
    assert sheet.playoffs == (3,)
    sheet.enter({"Ann": 60, "Ben": 0})
    assert sheet.winners == ("Ben",)
    assert sheet.playoffs == (3,)
    return sheet


def test_a_tie_that_was_none():
    error = refused(tied(), "round 3 is after the end", "amend", 2, {"Ann": 10})
    assert error.round == 3


def test_a_tie_of_others():
    """If Cem was tied as well, the play-off would have to say what Cem had."""
    sheet = ScoreSheet(THREE, options={"phases": "first 2"})
    sheet.enter({"Ann": 0, "Ben": 10, "Cem": 5})
    sheet.enter({"Ann": 10, "Ben": 0, "Cem": 10})
    sheet.enter({"Ann": 60, "Ben": 0})
    words = "Cem has no points and has not laid: nothing is entered, though Cem plays in round 3"
    assert refused(sheet, words, "amend", 2, {"Cem": 5}).round == 3
    sheet.amend(2, {"Cem": 15})
    refused(sheet, "does not play in this round: Cem", "amend", 3, {"Cem": 5})


# -- other editions -----------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESETS)
def test_totals_follow_in_every_edition(ruleset):
    """Five points more for the loser of round 1 are five points more in the end."""
    sheet = ScoreSheet(["Ann", "Ben"], ruleset)
    free = {"Ann": "1"} if "-" in sheet.next_phases.values() else None
    most = sum(sheet.rules.points)
    lost = next(n for n in range(most) if fits(sheet, n) and fits(sheet, n + 5))
    sheet.enter({"Ann": 0, "Ben": lost}, phases=free)
    sheet.enter({"Ann": 0, "Ben": lost}, phases={"Ann": "2"} if free else None)
    before = sheet.totals
    assert before["Ben"] == 2 * lost
    sheet.amend(1, {"Ben": lost + 5})
    assert sheet.totals == {**before, "Ben": before["Ben"] + 5}
    assert sheet.to_csv().splitlines()[-1].endswith(f",{2 * lost + 5}")


def fits(sheet, points):
    other = ScoreSheet.from_json(sheet.to_json())
    free = {"Ann": "1"} if "-" in sheet.next_phases.values() else None
    try:
        other.enter({"Ann": 0, "Ben": points}, phases=free)
    except ScoreError:
        return False
    return True
