"""Undo and redo of every change, who comes and goes, and the sheet with its history as JSON."""

from __future__ import annotations

import copy
import json

import pytest

import tenphase as tp
from tenphase.scoresheet import MOST_CHANGES, Change, Player, ScoreSheet
from tests.scoresheet.test_sheet import THREE, refused


def again(sheet):
    """The same sheet from a file."""
    return ScoreSheet.from_json(json.loads(json.dumps(sheet.to_json())))


def seen(sheet):
    """All that follows from what is written."""
    return (
        sheet.players, sheet.left, sheet.rounds, sheet.totals, sheet.next_phases, sheet.dealer,
        sheet.playing, sheet.standings, sheet.winners, sheet.playoffs, sheet.to_csv(),
    )  # fmt: skip


# -- undo and redo ------------------------------------------------------------------------------


def changes():
    """One change of each kind, in an order in which they can be made."""
    return [
        ("round 1 entered", lambda s: s.enter({"Ann": 0, "Ben": 60, "Cem": 75})),
        ("Cem renamed Kim", lambda s: s.rename("Cem", "Kim")),
        ("round 1 amended", lambda s: s.amend(1, {"Kim": 80}, laid=["Ben"])),
        ("Eve joined", lambda s: s.join("Eve", points=30)),
        ("round 2 entered", lambda s: s.enter({"Ann": 60, "Ben": 5, "Kim": 0, "Eve": 85})),
        ("round 1 amended", lambda s: s.amend(1, not_laid=["Ben"])),
        ("Ann left", lambda s: s.leave("Ann")),
        ("round 3 entered", lambda s: s.enter({"Ben": 0, "Kim": 70, "Eve": 65}, laid=["Eve"])),
        ("round 2 amended", lambda s: s.amend(2, {"Eve": 90})),
        ("round 3 struck out", lambda s: s.strike()),
    ]


@pytest.mark.parametrize("kept", [False, True], ids=["at once", "from a file each time"])
def test_every_change_back_and_forth(kept):
    sheet = ScoreSheet(THREE, dealer="Ben")
    stages = [seen(sheet)]
    for words, change in changes():
        change(sheet)
        assert str(sheet.next_undo) == words
        assert sheet.next_redo is None
        stages.append(seen(sheet))
    for _ in range(2):
        for stage, (words, _) in zip(stages[-2::-1], changes()[::-1], strict=True):
            sheet = again(sheet) if kept else sheet
            assert str(sheet.undo()) == words
            assert seen(sheet) == stage
            assert str(sheet.next_redo) == words
        refused(sheet, "there is no change to take back", "undo")
        for stage, (words, _) in zip(stages[1:], changes(), strict=True):
            sheet = again(sheet) if kept else sheet
            assert str(sheet.redo()) == words
            assert seen(sheet) == stage
        refused(sheet, "no change was taken back", "redo")


def test_a_new_change_ends_what_was_taken_back():
    for words, _ in changes():
        sheet = ScoreSheet(THREE)
        for other, step in changes():
            step(sheet)
            if other == words:
                break
        sheet.undo()
        assert sheet.next_redo is not None
        sheet.rename("Ann", "Anne")
        refused(sheet, "no change was taken back", "redo")
        assert str(sheet.next_undo) == "Ann renamed Anne"


def test_what_is_refused_is_no_change():
    sheet = ScoreSheet(THREE)
    sheet.enter({"Ann": 0, "Ben": 60, "Cem": 75})
    sheet.amend(1, {"Ben": 65})
    sheet.undo()
    for words, do, *arguments in [
        ("missing: Ben, Cem", "enter", {"Ann": 0}), ("only one can", "amend", 1, {"Ben": 0}),
        ("the same name", "join", "Ann"), ("a player has a name", "join", ""),
        ("a player has a name", "join", 7), ("nobody is called", "leave", "Dan"),
        ("the same name", "rename", "Ann", "Ben"), ("nobody is called", "rename", "Dan", "Eve"),
    ]:  # fmt: skip
        refused(sheet, words, do, *arguments)
    assert sheet.redo() == Change(0, *[sheet_with(n) for n in (60, 65)])


def sheet_with(points):
    sheet = ScoreSheet(THREE)
    sheet.enter({"Ann": 0, "Ben": points, "Cem": 75})
    return sheet.rounds[0]


def test_the_history_is_bounded():
    sheet = ScoreSheet(["Ann", "Ben"])
    sheet.enter({"Ann": 0, "Ben": 60})
    for number in range(MOST_CHANGES + 20):
        sheet.amend(1, {"Ben": 60 + 5 * (number % 2 + 1)})
    size = len(json.dumps(sheet.to_json()))
    sheet.amend(1, {"Ben": 75})
    assert len(json.dumps(sheet.to_json())) == size
    for _ in range(MOST_CHANGES):
        sheet.undo()
    refused(sheet, "there is no change to take back", "undo")
    assert len(sheet.rounds) == 1, "only the oldest changes are forgotten"
    assert len(again(sheet).to_json()["redo"]) == MOST_CHANGES


def test_rounds_are_bounded():
    """Where a card may cost nothing, a round can end without zero points, and a game go on."""
    sheet = ScoreSheet(["Ann", "Ben"], options={"card_points": {"W": 0}})
    for _ in range(500):
        sheet.enter({"Ann": 60, "Ben": 60})
    refused(sheet, "a sheet has at most 500 rounds", "enter", {"Ann": 60, "Ben": 60})
    data = again(sheet).to_json()
    data["rounds"].append(data["rounds"][0])
    with pytest.raises(tp.JsonError, match=r"\$.rounds: a sheet has at most 500 rounds"):
        ScoreSheet.from_json(data)


def test_the_last_round_is_struck_out_whatever_was_changed_since():
    """A play-off is in the way of an amendment after which there is no tie."""
    sheet = ScoreSheet(THREE, options={"phases": "first 2"})
    refused(sheet, "there is no round", "strike")
    sheet.enter({"Ann": 0, "Ben": 5, "Cem": 60})
    sheet.enter({"Ann": 5, "Ben": 0, "Cem": 60})
    sheet.enter({"Ann": 60, "Ben": 0})
    sheet.amend(1, {"Cem": 75})
    refused(sheet, "round 3 would not fit", "amend", 2, {"Ann": 10})
    sheet.strike()
    sheet.amend(2, {"Ann": 10})
    assert sheet.winners == ("Ben",)
    assert sheet.totals == {"Ann": 10, "Ben": 5, "Cem": 135}
    sheet.undo()
    sheet.undo()
    assert sheet.rows(3)[1].points == 0
    sheet = ScoreSheet(THREE)
    sheet.enter({"Ann": 0, "Ben": 5, "Cem": 60})
    sheet.join("Eve")
    refused(sheet, "Eve joins or leaves after a round that is not there", "strike")


# -- coming and going ---------------------------------------------------------------------------


def test_somebody_joins():
    sheet = ScoreSheet(["Ann", "Ben"], dealer="Ben")
    sheet.enter({"Ann": 0, "Ben": 60}, laid=["Ben"])
    sheet.join("Eve", points=40)
    assert sheet.next_phases == {"Ann": "2", "Ben": "2", "Eve": "1"}
    assert sheet.totals == {"Ann": 0, "Ben": 60, "Eve": 40}
    refused(sheet, "missing: Eve", "enter", {"Ann": 0, "Ben": 60})
    refused(sheet, "does not play in this round: Eve", "amend", 1, {"Eve": 5})
    dealers = []
    for _ in range(3):
        dealers.append(sheet.dealer)
        sheet.enter({"Ann": 60, "Ben": 60, "Eve": 0})
    assert dealers == ["Ann", "Ben", "Eve"], "Eve sits last"
    assert [row.player for row in sheet.rows(1)] == ["Ann", "Ben"]
    assert sheet.to_csv().splitlines()[3:5] == ["2,Ann,2,no,60,60", "2,Ben,2,no,60,120"]


def test_who_joins_when_each_round_has_its_phase():
    sheet = ScoreSheet(["Ann", "Ben"], "fixed-ten-rounds")
    for _ in range(3):
        sheet.enter({"Ann": 0, "Ben": 60})
    sheet.join("Eve", points=100)
    assert sheet.next_phases == {"Ann": "4", "Ben": "4", "Eve": "4"}


def test_who_joins_where_phases_are_chosen():
    sheet = ScoreSheet(["Ann", "Ben"], "masters-edition")
    sheet.enter({"Ann": 0, "Ben": 60}, phases={"Ann": "3"})
    sheet.join("Eve")
    assert sheet.next_phases["Eve"] == "-"
    sheet.enter({"Ann": 60, "Ben": 60, "Eve": 0}, phases={"Eve": "3"})
    assert [row.phase for row in sheet.rows(2)] == ["-", "-", "3"]


def test_who_joins_before_the_first_round_is_there_from_the_beginning():
    sheet = ScoreSheet(["Ann", "Ben"])
    sheet.join("Eve")
    sheet.enter({"Ann": 0, "Ben": 60, "Eve": 60})
    assert sheet.playing == ("Ann", "Ben", "Eve")


def test_no_more_than_can_play():
    sheet = ScoreSheet(list("ABCDEF"))
    before = sheet.to_json()
    with pytest.raises(tp.OptionError, match="is for 2 to 6 seats"):
        sheet.join("G")
    assert sheet.to_json() == before
    for points in (1.5, True, "5", 10**30):
        refused(ScoreSheet(THREE), "points are a whole number", "join", "Eve", points=points)


def test_somebody_leaves():
    sheet = ScoreSheet(THREE)
    sheet.enter({"Ann": 0, "Ben": 60, "Cem": 75})
    assert sheet.dealer == "Ben"
    sheet.leave("Ben")
    assert (sheet.dealer, sheet.playing, sheet.left) == ("Cem", ("Ann", "Cem"), ("Ben",))
    refused(sheet, "Ben has left already", "leave", "Ben")
    refused(sheet, "does not play in this round: Ben", "enter", {"Ann": 0, "Ben": 60, "Cem": 60})
    sheet.enter({"Ann": 0, "Cem": 60})
    assert sheet.totals == {"Ann": 0, "Ben": 60, "Cem": 135}
    assert sheet.dealer == "Ann"
    sheet.amend(1, {"Ben": 65}, laid=["Ben"])
    assert [(s.seat, s.phases, s.points) for s in sheet.standings] == [
        (0, 2, 0), (1, 1, 65), (2, 0, 135),
    ]  # fmt: skip


def test_who_is_left_alone_has_won():
    sheet = ScoreSheet(THREE)
    sheet.enter({"Ann": 0, "Ben": 60, "Cem": 75})
    sheet.leave("Ann")
    assert not sheet.over
    sheet.leave("Ben")
    assert sheet.winners == ("Cem",)
    refused(sheet, "the game is over", "leave", "Cem")
    refused(sheet, "the game is over", "join", "Eve")
    refused(sheet, "the game is over", "enter", {"Cem": 0})
    assert seen(again(sheet)) == seen(sheet)
    sheet.undo()
    assert sheet.playing == ("Ben", "Cem")


def test_who_has_left_cannot_win():
    sheet = ScoreSheet(THREE, options={"phases": "first 2"})
    sheet.enter({"Ann": 0, "Ben": 30, "Cem": 45})
    sheet.leave("Ann")
    sheet.enter({"Ben": 0, "Cem": 5})
    assert sheet.winners == ("Ben",)


def test_in_a_play_off():
    sheet = ScoreSheet(THREE, options={"phases": "first 2"})
    sheet.enter({"Ann": 0, "Ben": 5, "Cem": 60})
    sheet.enter({"Ann": 5, "Ben": 0, "Cem": 60})
    assert sheet.playing == ("Ann", "Ben")
    refused(sheet, "Eve cannot join: round 3 is a play-off", "join", "Eve")
    sheet.leave("Cem")
    assert sheet.playing == ("Ann", "Ben")
    sheet.leave("Ann")
    assert sheet.winners == ("Ben",)


def test_an_amendment_after_which_somebody_could_not_have_left_or_joined():
    sheet = ScoreSheet(THREE, options={"phases": "first 2"})
    sheet.enter({"Ann": 0, "Ben": 30, "Cem": 45})
    sheet.enter({"Ann": 60, "Ben": 0, "Cem": 75}, laid=[])
    assert sheet.over
    sheet.amend(1, {"Ben": 60}, not_laid=["Ben"])
    sheet.leave("Cem")
    error = refused(
        sheet, "Cem cannot leave after round 2: the game is over", "amend", 1, laid=["Ben"]
    )
    assert error.round == 2
    sheet.join("Eve")
    sheet.enter({"Ann": 60, "Ben": 60, "Eve": 0})
    refused(sheet, "Eve cannot join after round 2: the game is over", "amend", 1, laid=["Ben"])


# -- JSON ---------------------------------------------------------------------------------------


def long_sheet():
    """All kinds of changes, some of them taken back."""
    sheet = ScoreSheet(THREE, options={"more_seats": False}, dealer="Ben")
    for _, change in changes():
        change(sheet)
    for _ in range(5):
        sheet.undo()
    return sheet


def test_json():
    sheet = long_sheet()
    data = sheet.to_json()
    other = again(sheet)
    assert other.to_json() == data
    assert seen(other) == seen(sheet)
    assert data["players"][0] == {"name": "Ann", "joined": 0, "left": None, "points": 0}
    assert data["undo"][:2] == [
        {"round": 0, "was": None},
        {"player": 2, "was": {"name": "Cem", "joined": 0, "left": None, "points": 0}},
    ]
    assert data["redo"][0] == {"round": 2, "is": None}
    places = [next(iter(change)) for change in data["redo"]]
    assert places == ["round", "round", "round", "player", "round"]


@pytest.mark.parametrize("data", [None, [], "x", 3, {}, {"tenphase": "state"}, {"tenphase": []}])
def test_other_json(data):
    with pytest.raises(tp.JsonError, match=r"\$: this is not a score sheet"):
        ScoreSheet.from_json(data)


def put(data, path, value):
    """Data with something else in a place."""
    data = copy.deepcopy(data)
    *way, last = path
    spot = data
    for name in way:
        spot = spot[name]
    spot[last] = value
    return data


PLAYER = {"name": "Zoe", "joined": 0, "left": None, "points": 0}
WRONG = [
    (["format"], 2, "$.format"),
    (["format"], True, "$.format"),
    (["ruleset"], "chess", "$.ruleset"),
    (["version"], "0", "$.version"),
    (["options"], [], "$.options"),
    (["options", "skip_limit"], "never", "$.options.skip_limit"),
    (["more"], 1, "$.more"),
    (["dealer"], "Zoe", "$.dealer"),
    (["dealer"], "Eve", "$.players"),
    (["players"], [], "$.players"),
    (["players"], [PLAYER] * 101, "$.players"),
    (["players", 0], "Ann", "$.players[0]"),
    (["players", 0, "name"], 3, "$.players[0].name"),
    (["players", 0, "name"], "Ben", "$.players"),
    (["players", 0, "left"], -1, "$.players[0].left"),
    (["players", 0, "left"], 9, "$.players"),
    (["players", 0, "joined"], 2, "$.players"),
    (["players", 3, "joined"], True, "$.players[3].joined"),
    (["rounds"], {}, "$.rounds"),
    (["rounds", 1, "points"], [0], "$.rounds[1].points"),
    (["rounds", 1, "points", 2], 0.5, "$.rounds[1].points[2]"),
    (["rounds", 1, "points", 3], 3, "$.rounds[1]"),
    (["rounds", 0, "laid", 1], 1, "$.rounds[0].laid[1]"),
    (["rounds", 0, "phases", 0], 1, "$.rounds[0].phases[0]"),
    (["rounds", 0, "phases", 0], "9", "$.rounds[0]"),
    (["rounds", 0, "out"], 4, "$.rounds[0].out"),
    (["rounds", 0, "more"], 4, "$.rounds[0].more"),
    (["undo"], None, "$.undo"),
    (["undo"], [{"round": 0, "was": None}] * 101, "$.undo"),
    (["undo", 4], 7, "$.undo[4]"),
    (["undo", 4], {"round": 1}, "$.undo[4].was"),
    (["undo", 4], {"round": 1, "was": None, "is": None}, "$.undo[4].is"),
    (["undo", 4], {"round": 0, "was": None}, "$.undo[4].round"),
    (["undo", 4], {"round": 3, "was": None}, "$.undo[4].round"),
    (["undo", 4], {"round": 2, "was": None}, "$.undo[4].round"),
    (["undo", 4], {"player": 3, "was": None}, "$.undo[4]"),
    (["undo", 4], {"player": 0, "was": None}, "$.undo[4].player"),
    (["undo", 4], {"player": 0, "was": {**PLAYER, "name": "Ben"}}, "$.undo[4]"),
    (["undo", 4], {"player": 0, "was": {**PLAYER, "left": 7}}, "$.undo[4]"),
    (["undo", 2, "was", "points", 1], 3, "$.undo[2]"),
    (["undo", 2, "was", "points"], [0, 60, 75, 0], "$.undo[2].was.points"),
    (["undo", 1, "was", "name"], "Ann", "$.undo[1]"),
    (["redo", 4, "is", "laid"], [], "$.redo[4].is.laid"),
    (["redo", 3, "is", "left"], 1, "$.redo[3]"),
    (["redo", 2, "round"], 5, "$.redo[2].round"),
    (["redo", 0, "round"], 1, "$.redo[0].round"),
    (["redo", 1, "is", "points", 3], 3, "$.redo[1]"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "told"), WRONG)
def test_wrong_json(path, value, told):
    with pytest.raises(tp.JsonError) as caught:
        ScoreSheet.from_json(put(long_sheet().to_json(), path, value))
    assert caught.value.path == told, caught.value


def test_every_field_is_needed():
    data = long_sheet().to_json()
    for name in data.keys() - {"tenphase", "format"}:
        with pytest.raises(tp.JsonError) as caught:
            ScoreSheet.from_json({key: value for key, value in data.items() if key != name})
        assert caught.value.path == f"$.{name}"


def test_players_are_values():
    assert Player("Ann") == Player("Ann", joined=0, left=None, points=0)
