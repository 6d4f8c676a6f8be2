"""What the score sheet takes, what it refuses, and what follows from what was entered."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

import tenphase as tp
from tenphase.errors import ScoreError
from tenphase.scoresheet import ScoreSheet

THREE = ["Ann", "Ben", "Cem"]


def refused(sheet, words, do="enter", *arguments, **more):
    """It is refused, with these words, and the sheet is as it was."""
    before = sheet.to_json(), sheet.totals, sheet.next_phases
    with pytest.raises(ScoreError, match=words) as caught:
        getattr(sheet, do)(*arguments, **more)
    assert (sheet.to_json(), sheet.totals, sheet.next_phases) == before
    return caught.value


# -- A48 ----------------------------------------------------------------------------------------


def test_entering_and_correcting():
    """A48: 3 points are impossible, a missing entry is not zero, and round 1 is corrected."""
    sheet = ScoreSheet(THREE)
    sheet.enter({"Ann": 0, "Ben": 35, "Cem": 80}, laid=["Ann", "Ben"])
    sheet.enter({"Ann": 50, "Ben": 0, "Cem": 65}, laid=["Ben"])
    assert sheet.next_phases == {"Ann": "2", "Ben": "3", "Cem": "1"}
    error = refused(sheet, "Ben: 3 points are no sum", "enter", {"Ann": 0, "Ben": 3, "Cem": 50})
    assert error.round == 3
    refused(sheet, "missing: Cem", "enter", {"Ann": 0, "Ben": 35})
    refused(sheet, "missing: Ann, Ben", "enter", {"Cem": 0})
    refused(sheet, "only one can go out: Ann, Ben", "enter", {"Ann": 0, "Ben": 0, "Cem": 50})
    refused(sheet, "nobody has 0 points", "enter", {"Ann": 5, "Ben": 10, "Cem": 50})
    sheet.enter({"Ann": 0, "Ben": 35, "Cem": 50}, laid=["Cem"])
    assert sheet.totals == {"Ann": 50, "Ben": 70, "Cem": 195}
    assert sheet.next_phases == {"Ann": "3", "Ben": "4", "Cem": "2"}
    # in round 1 it was Cem who had laid, and Ben had not
    sheet.amend(1, {"Ben": 85, "Cem": 30}, not_laid=["Ben"])
    assert sheet.totals == {"Ann": 50, "Ben": 120, "Cem": 145}
    assert sheet.next_phases == {"Ann": "3", "Ben": "3", "Cem": "3"}
    phases = [[row.phase for row in sheet.rows(number)] for number in (1, 2, 3)]
    assert phases == [["1", "1", "1"], ["2", "1", "2"], ["2", "2", "2"]]
    assert [row.total for row in sheet.rows(2)] == [50, 85, 95]


def test_dealers():
    sheet = ScoreSheet(THREE, dealer="Cem")
    dealers = []
    for _ in range(4):
        dealers.append(sheet.dealer)
        sheet.enter({"Ann": 0, "Ben": 80, "Cem": 80})
    assert dealers == ["Cem", "Ann", "Ben", "Cem"]


def test_cards_instead_of_points():
    sheet = ScoreSheet(THREE)
    sheet.enter({"Ann": "", "Ben": "R5 W", "Cem": "R1 R1 B2 B3 B4 G5 G6 G7 W S"})
    assert sheet.totals == {"Ann": 0, "Ben": 30, "Cem": 80}
    assert [row.laid for row in sheet.rows(1)] == [True, True, False]
    refused(sheet, "Ben: .*R99", "enter", {"Ann": 0, "Ben": "R99", "Cem": 50})
    refused(sheet, "no R7 more", "enter", {"Ann": 0, "Ben": "R7 R7 R7", "Cem": 50})


@pytest.mark.parametrize(
    "points", [3, -5, 2.5, True, None, "x", 10**30, pytest.param(10**5000, id="huge"), 1370]
)
def test_points_that_cannot_be(points):
    refused(ScoreSheet(THREE), "Ben", "enter", {"Ann": 0, "Ben": points, "Cem": 60})


def test_sums_are_exact():
    """The whole deck is worth 1,160 points (classic); 5 less is a deck without a 5."""
    sheet = ScoreSheet(THREE)
    most = sum(sheet.rules.points[code] for code in sheet.rules.deck.full)
    sheet.enter({"Ann": 0, "Ben": most, "Cem": most - 5})
    refused(sheet, "no sum", "enter", {"Ann": 0, "Ben": most + 5, "Cem": 50})


def test_who_has_few_points_has_laid():
    sheet = ScoreSheet(THREE)
    sheet.enter({"Ann": 0, "Ben": 45, "Cem": 50})
    assert [row.laid for row in sheet.rows(1)] == [True, True, False]


def test_names():
    refused(ScoreSheet(THREE), "nobody is called 'Dan'", "enter", {"Dan": 0})
    refused(ScoreSheet(THREE), "nobody is called", "enter", dict.fromkeys(THREE, 0), laid=["X"])
    wrong: list[Any] = ["AB", [], ["Ann"], ["Ann", "Ann"], ["Ann", ""], ["Ann", "B\n"], ["A", 3], 7]
    for players in wrong:
        with pytest.raises((ScoreError, tp.OptionError)):
            ScoreSheet(players)
    with pytest.raises(ScoreError):
        ScoreSheet(THREE, dealer="Dan")


# -- other editions and options -----------------------------------------------------------------


def test_one_point_cards_of_the_master_edition():
    """There a card costs a point or so: 3 points are three cards."""
    sheet = ScoreSheet(THREE, "ravensburger-master")
    assert min(sheet.rules.points) == 1
    sheet.enter({"Ann": 0, "Ben": 3, "Cem": 17}, laid=["Cem"])
    assert sheet.totals == {"Ann": 0, "Ben": 3, "Cem": 17}


def test_floating_players_have_nothing_left_either():
    sheet = ScoreSheet(THREE, options={"going_out": "floating_active"})
    refused(sheet, "say who went out", "enter", {"Ann": 0, "Ben": 0, "Cem": 50})
    refused(sheet, "Cem has points", "enter", {"Ann": 0, "Ben": 0, "Cem": 5}, out="Cem")
    sheet.enter({"Ann": 0, "Ben": 0, "Cem": 50}, out="Ben")
    sheet.enter({"Ann": 0, "Ben": 0, "Cem": 0})
    assert sheet.rounds[0].out == 1
    assert sheet.rounds[1].out is None, "all float, so nobody is out"


def test_free_phases():
    sheet = ScoreSheet(["Ann", "Ben"], options={"phase_order": "free"})
    assert sheet.next_phases == {"Ann": "-", "Ben": "-"}
    refused(sheet, "Ann: say which phase", "enter", {"Ann": 0, "Ben": 60})
    refused(
        sheet, "cannot have laid phase 11", "enter", {"Ann": 0, "Ben": 60}, phases={"Ann": "11"}
    )
    sheet.enter({"Ann": 0, "Ben": 60}, phases={"Ann": "7", "Ben": "2"})
    assert [row.phase for row in sheet.rows(1)] == ["7", "2"]
    for label in (1, None, ["1"]):
        refused(sheet, "a text; not", "enter", {"Ann": 0, "Ben": 60}, phases={"Ann": label})
    refused(sheet, "completed phase 7 before", "enter", {"Ann": 0, "Ben": 60}, phases={"Ann": "7"})
    assert [standing.phases for standing in sheet.standings] == [1, 1]


def test_phases_in_order_need_no_name():
    sheet = ScoreSheet(["Ann", "Ben"])
    refused(
        sheet, "Ann cannot have laid phase 2", "enter", {"Ann": 0, "Ben": 60}, phases={"Ann": "2"}
    )
    sheet.enter({"Ann": 0, "Ben": 60}, phases={"Ann": "1"})
    assert sheet.next_phases["Ann"] == "2"


def test_masters_edition():
    """Everybody chooses a phase at the start of each round; only a laid one counts."""
    sheet = ScoreSheet(["Ann", "Ben"], "masters-edition")
    sheet.enter({"Ann": 0, "Ben": 60}, phases={"Ann": "3"})
    assert [row.phase for row in sheet.rows(1)] == ["3", "-"]


def test_standard_deck():
    """With the option of C-31 only who goes out goes on."""
    sheet = ScoreSheet(THREE, "standard-deck")
    sheet.enter({"Ann": "", "Ben": "KH QS", "Cem": "AH AS 2H 2S 3H 3S 4H 4S 5H 5S"})
    assert sheet.totals["Ben"] == sheet.rules.hand_points(sheet.rules.deck.encode("KH QS"))
    assert sheet.next_phases["Ann"] == "2"


def test_fixed_rounds():
    """V10: round after round the next phase for all; the lowest total wins, ties share."""
    sheet = ScoreSheet(["Ann", "Ben"], "fixed-ten-rounds")
    for number in range(1, 11):
        assert set(sheet.next_phases.values()) == {str(number)}
        assert not sheet.over
        sheet.enter({"Ann": 0, "Ben": 60} if number % 2 else {"Ann": 60, "Ben": 0})
    assert sheet.over
    assert sheet.winners == ("Ann", "Ben")
    assert [standing.place for standing in sheet.standings] == [1, 1]
    refused(sheet, "the game is over", "enter", {"Ann": 0, "Ben": 60})
    assert sheet.playing == ()


def test_equal_places():
    """A49: two have completed five phases with equal points, one three with fewer: 1, 1, 3."""
    sheet = ScoreSheet(THREE)
    for _ in range(3):
        sheet.enter({"Ann": 40, "Ben": 40, "Cem": 0})
    sheet.enter({"Ann": 0, "Ben": 40, "Cem": 50})
    sheet.enter({"Ann": 40, "Ben": 0, "Cem": 50})
    places = {sheet.players[s.seat]: (s.place, s.phases, s.points) for s in sheet.standings}
    assert places == {"Ann": (1, 5, 160), "Ben": (1, 5, 160), "Cem": (3, 3, 100)}


# -- the end ------------------------------------------------------------------------------------


def test_the_end():
    sheet = ScoreSheet(THREE, options={"phases": "first 2"})
    sheet.enter({"Ann": 0, "Ben": 5, "Cem": 60})
    sheet.enter({"Ann": 50, "Ben": 0, "Cem": 60})
    assert sheet.over
    assert sheet.winners == ("Ben",)
    assert [(s.place, s.seat) for s in sheet.standings] == [(1, 1), (2, 0), (3, 2)]


def test_a_play_off():
    sheet = ScoreSheet(THREE, options={"phases": "first 1"})
    sheet.enter({"Ann": 0, "Ben": 5, "Cem": 60}, laid=["Cem"])
    assert sheet.winners == ("Ann",)
    tied = ScoreSheet(THREE, options={"phases": "first 2"})
    tied.enter({"Ann": 0, "Ben": 5, "Cem": 60})
    tied.enter({"Ann": 5, "Ben": 0, "Cem": 60})
    assert not tied.over
    assert tied.playing == ("Ann", "Ben")
    refused(tied, "does not play", "enter", {"Ann": 0, "Ben": 60, "Cem": 60})
    refused(tied, "missing: Ben", "enter", {"Ann": 0})
    tied.enter({"Ann": 60, "Ben": 0})
    assert tied.winners == ("Ben",)
    assert tied.totals == {"Ann": 5, "Ben": 5, "Cem": 120}, "a play-off costs no points"
    assert [row.player for row in tied.rows(3)] == ["Ann", "Ben"]
    assert ScoreSheet.from_json(tied.to_json()).winners == ("Ben",)


def test_an_amendment_that_leaves_no_place_for_later_rounds():
    sheet = ScoreSheet(["Ann", "Ben"], options={"phases": "first 2"})
    sheet.enter({"Ann": 0, "Ben": 5})
    sheet.enter({"Ann": 60, "Ben": 0})
    assert sheet.over
    sheet.amend(1, {"Ben": 60}, not_laid=["Ben"])
    assert not sheet.over
    sheet.enter({"Ann": 0, "Ben": 60})
    error = refused(sheet, "round 3 is after the end", "amend", 1, {"Ben": 5})
    assert error.round == 3
    for number in (0, 4, -1, True, "1", None):
        refused(sheet, "no round", "amend", number, {"Ann": 0, "Ben": 5})
        refused(sheet, "no round", "rows", number)


# -- CSV, points --------------------------------------------------------------------------------


def test_csv():
    sheet = ScoreSheet(['Ann "A"', "Ben, Jr."])
    sheet.enter({'Ann "A"': 0, "Ben, Jr.": 60})
    rows = list(csv.DictReader(io.StringIO(sheet.to_csv())))
    assert [row["player"] for row in rows] == ['Ann "A"', "Ben, Jr."]
    assert list(rows[1].values()) == ["1", "Ben, Jr.", "1", "no", "60", "60"]


def test_points_of_billions():
    """Card points without bounds must not fill the memory."""
    sheet = ScoreSheet(["Ann", "Ben"], options={"card_points": {"W": 10**6}})
    sheet.enter({"Ann": 0, "Ben": 10**6})
    negative = ScoreSheet(["Ann", "Ben"], options={"card_points": {"W": -20}})
    negative.enter({"Ann": -15, "Ben": 0}, laid=["Ann", "Ben"], out="Ben")
    assert negative.totals == {"Ann": -15, "Ben": 0}
