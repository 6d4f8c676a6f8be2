"""What the score sheet takes, what it refuses, and what follows from what was entered."""

from __future__ import annotations

import csv
import io
from itertools import combinations_with_replacement
from typing import Any

import attrs
import pytest

import tenphase as tp
from tenphase.errors import ScoreError
from tenphase.scoresheet import ScoreSheet
from tenphase.stages import PlayStage

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
    """Ten cards of the classic deck are worth 230 at most: eight wilds and two of 15."""
    sheet = ScoreSheet(THREE)
    sheet.enter({"Ann": 0, "Ben": 230, "Cem": 225})
    refused(sheet, "10 cards cost 230 at most", "enter", {"Ann": 0, "Ben": 235, "Cem": 50})
    refused(sheet, "no sum of cards", "enter", {"Ann": 0, "Ben": 51, "Cem": 50})


def test_sums_of_a_number_of_cards():
    """With twos, fives and nines alone: four cards make 8 to 36, but not 33 or 35."""
    points = {str(rank): 2 if rank < 5 else 5 if rank < 9 else 9 for rank in range(1, 13)}
    options = {"hand_size": 4, "card_points": {**points, "W": 9, "S": 9}, "phases": ["S3"]}
    sheet = ScoreSheet(THREE, options=options)
    sums = {sum(four) for four in combinations_with_replacement((2, 5, 9), 4)}
    for number in range(8, 37):
        if number in sums:
            sheet.enter({"Ann": 0, "Ben": 36, "Cem": number}, laid=["Ann"])
            sheet.undo()
        else:
            refused(sheet, "no sum of 4 cards", "enter", {"Ann": 0, "Ben": 36, "Cem": number})
    assert 34 not in sums
    refused(sheet, "no sum of 0 to 4 cards", "enter", {"Ann": 0, "Ben": 34, "Cem": 8}, laid=["Ben"])


def test_nobody_has_more_cards_than_the_edition_allows():
    sheet = ScoreSheet(THREE)
    hand = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10"
    refused(sheet, "11 cards are too many", "enter", {"Ann": 0, "Ben": 50, "Cem": f"{hand} B1"})
    sheet.enter({"Ann": 0, "Ben": 50, "Cem": hand})
    assert sheet.totals["Cem"] == 55


def test_any_sum_is_taken_where_nobody_knows_how_many_cards_can_be_left():
    class Generous(PlayStage):
        """An edition's own way to play; nobody knows what it does to a hand."""

    classic = tp.ruleset("mattel-classic")
    generous = attrs.evolve(
        classic, id="generous", stages=lambda options: (classic.stages(options)[0], Generous())
    )
    sheet = ScoreSheet(THREE, generous)
    most = sum(sheet.rules.points[code] for code in sheet.rules.deck.full)
    sheet.enter({"Ann": 0, "Ben": most, "Cem": most - 5})
    refused(sheet, "no sum", "enter", {"Ann": 0, "Ben": most + 5, "Cem": 50})


def test_saved_cards_are_charged_for_as_well():
    """One card is saved in a round, so after two rounds 12 can be left (ME-SAVE-2)."""
    sheet = ScoreSheet(THREE, "masters-edition", options={"saved_cards_score": True})
    points = {"Ann": 0, "Ben": 250, "Cem": 50}
    refused(sheet, "11 cards cost 240", "enter", points, phases={"Ann": "1"})
    sheet.enter({**points, "Ben": 240}, phases={"Ann": "1"})
    sheet.enter(points, phases={"Ann": "2"})


def test_a_single_name_is_no_list_of_names():
    sheet = ScoreSheet(["A", "B", "AB"])
    points = {"A": 0, "B": 100, "AB": 100}
    refused(sheet, r"laid is a list of names: \['AB'\]", "enter", points, laid="AB")
    sheet.enter(points, laid=["AB"])
    refused(sheet, r"not_laid is a list of names: \['AB'\]", "amend", 1, not_laid="AB")
    refused(sheet, "points are given by player", "enter", "A")


def test_points_are_no_text():
    refused(ScoreSheet(THREE), "not the text '55'", "enter", {"Ann": "55", "Ben": 0, "Cem": 50})


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
    sheet.enter({"Ann": 0, "Ben": 3, "Cem": 13}, laid=["Cem"])
    assert sheet.totals == {"Ann": 0, "Ben": 3, "Cem": 13}


def test_hands_of_the_master_edition_grow():
    """Each of its four Give me five adds a card to a hand, which may be kept (PM-KEEP-1)."""
    sheet = ScoreSheet(THREE, "ravensburger-master")
    refused(sheet, "14 cards cost 14 at most", "enter", {"Ann": 0, "Ben": 15, "Cem": 10})
    sheet.enter({"Ann": 0, "Ben": 14, "Cem": 10})
    sheet.enter({"Ann": 0, "Ben": 18, "Cem": 10})


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


def test_names_are_no_formulas():
    sheet = ScoreSheet(["=1+1", "@me", "Jo-Ann"])
    sheet.enter({"=1+1": 0, "@me": 50, "Jo-Ann": 55})
    rows = list(csv.DictReader(io.StringIO(sheet.to_csv())))
    assert [row["player"] for row in rows] == ["'=1+1", "'@me", "Jo-Ann"]


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
