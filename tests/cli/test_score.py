"""`tenphase score`: a sheet that lives in a file."""

from __future__ import annotations

import json
import os

import pytest

import tenphase as tp
from tenphase.scoresheet import ScoreSheet
from tests.scoresheet.test_games import rounds_of
from tests.strategies import RULESETS


@pytest.fixture
def file(tmp_path):
    return tmp_path / "game.json"


@pytest.fixture
def begun(shell, file):
    shell("score", "new", file, "Ann", "Ben", "Cem Z")
    return file


def test_a_game(shell, file):
    out = shell("score", "new", file, "Ann", "Ben", "-o", "phases=first 2", "--dealer", "Ben")
    assert "Round 1: Ben deals. Phases: Ann 1, Ben 1." in out
    out = shell("score", "enter", file, "Ann=0", "Ben=R5 W")
    assert "0 (1)*" in out
    assert "30 (1)*" in out
    assert "1. Ann: phases completed 1, points 0" in out
    out = shell("score", "enter", file, "Ben=0", "Ann=60", "--laid", "Ann")
    assert out.endswith("Ben wins.\n")
    assert "the game is over" in shell("score", "enter", file, "Ann=0", "Ben=60", code=2)
    data = shell.json("score", "show", file)
    assert (data["over"], data["winners"], data["next"]) == (True, ["Ben"], None)


def test_amend_undo_redo(shell, begun):
    shell("score", "enter", begun, "Ann=0", "Ben=35", "Cem Z=80")
    data = shell.json("score", "enter", begun, "Ann=60", "Ben=0", "Cem Z=65")
    assert data["next"]["phases"] == {"Ann": "2", "Ben": "3", "Cem Z": "1"}
    assert data["next"]["dealer"] == "Cem Z"
    data = shell.json("score", "amend", begun, 1, "Ben=85", "Cem Z=30", "--not-laid", "Ben")
    assert data["next"]["phases"] == {"Ann": "2", "Ben": "2", "Cem Z": "2"}
    assert [row["total"] for row in data["rounds"][1]] == [60, 85, 95]
    undone = shell.json("score", "undo", begun)
    assert [row["total"] for row in undone["rounds"][1]] == [60, 35, 145]
    assert (undone["undo"], undone["redo"]) == ("round 2 entered", "round 1 amended")
    assert shell.json("score", "redo", begun) == data
    assert shell.json("score", "show", begun) == data
    for words in ("round 1 amended", "round 2 entered", "round 1 entered"):
        assert shell("score", "undo", begun).startswith(f"Taken back: {words}.\n")
    assert "no change to take back" in shell("score", "undo", begun, code=2)
    for words in ("round 1 entered", "round 2 entered", "round 1 amended"):
        assert shell("score", "redo", begun).startswith(f"Made again: {words}.\n")
    assert shell.json("score", "show", begun) == data


def test_single_facts(shell, begun):
    shell("score", "enter", begun, "Ann=0", "Ben=60", "Cem Z=80")
    out = shell("score", "amend", begun, 1, "cem z=75", "--laid", "ben,CEM Z")
    assert out.startswith(
        "Round 1, Ben: 60 points, phase 1 laid (was 60 points, no phase laid)\n"
        "Round 1, Cem Z: 75 points, phase 1 laid (was 80 points, no phase laid)\n\n"
    )
    assert "Phases: Ann 2, Ben 2, Cem Z 2." in out
    assert "say what was different" in shell("score", "amend", begun, 1, code=2)
    assert "so the phase was laid" in shell(
        "score", "amend", begun, 1, "Ben=5", "--not-laid", "Ben", code=2
    )
    shell("score", "enter", begun, "Ann=0", "Ben=60", "Cem Z=80")
    out = shell("score", "amend", begun, 1, "Ben=0", "Ann=15")
    assert "Round 1, Ann: 15 points, phase 1 laid (was 0 points, phase 1 laid)\n" in out
    assert f"Ann has laid as before. If not: tenphase score amend {begun} 1 --not-laid NAME" in out
    out = shell("score", "undo", begun)
    assert "Round 1, Ann: 0 points, phase 1 laid (was 15 points, phase 1 laid)\n" in out


def test_only_who_went_out_first_is_amended(shell, file):
    shell("score", "new", file, "Ann", "Ben", "Cem", "-o", "going_out=floating_active")
    shell("score", "enter", file, "Ann=0", "Ben=0", "Cem=60", "--out", "Ben")
    out = shell("score", "amend", file, 1, "--out", "ann")
    assert out.startswith("Round 1 is as it was, but for who went out first.\n")
    assert shell("score", "amend", file, 1, "--out", "Ann").startswith("Nothing has changed.\n")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_whole_game_of_four(shell, file, ruleset):
    """What was really played is entered with a slip each time, which is then put right."""
    game = tp.new_game(ruleset, seats=4, seed=5, max_turns=900, dealer=2)
    names = ["Ann", "Ben", "Cem", "Dora"]
    slip = 50 if max(game.rules.points) > 1 else 1
    shell("score", "new", file, *names, "--ruleset", ruleset, "--dealer", "Cem")
    for before, event, laid, phases, _ in rounds_of(game):
        number = before.round
        words = [f"{names[seat]}={event.detail[seat]}" for seat in before.active]
        more = [word for seat in laid for word in ("--laid", names[seat])]
        chosen = "-" in shell.json("score", "show", file)["next"]["phases"].values()
        for seat in laid if chosen else ():
            more += ["--phase", f"{names[seat]}={phases[seat]}"]
        if event.seat is not None:
            more += ["--out", names[event.seat]]
        assert "missing: " in shell("score", "enter", file, *words[1:], *more, code=2)
        data = shell.json("score", "enter", file, *words, *more)
        loser = max(before.active, key=event.detail.__getitem__)
        name, points = names[loser], event.detail[loser]
        if loser != event.seat:
            wrong = shell.json("score", "amend", file, number, f"{name}={points + slip}")
            assert wrong["undo"] == f"round {number} amended"
            if number % 2:
                assert shell.json("score", "undo", file)["redo"] == f"round {number} amended"
            else:
                shell("score", "amend", file, number, f"{name}={points}")
            assert shell.json("score", "show", file) == {**data, **undo_of(shell, file)}
    assert data["over"]
    assert [row["place"] for row in data["standings"]] == [s.place for s in game.standings]
    assert data["winners"] == [names[seat] for seat in game.winners]
    assert "win" in shell("score", "show", file).splitlines()[-1]


def undo_of(shell, file):
    """The part of what is shown that depends on the way there."""
    data = shell.json("score", "show", file)
    return {name: data[name] for name in ("undo", "redo")}


def test_chosen_phases_that_are_open(shell, file):
    out = shell("score", "new", file, "Ann", "Ben", "-o", "phases=first 4", "-o",
                "phase_order=free")  # fmt: skip
    assert "entered with --phase Ann=LABEL. Still open:\n  Ann: 1, 2, 3, 4\n  Ben: 1, 2" in out
    out = shell("score", "enter", file, "Ann=60", "Ben=60", code=2)
    assert "nobody has 0 points" in out
    out = shell("score", "enter", file, "Ann=0", "Ben=60", code=2)
    assert "Ann: say which phase was laid (open: 1, 2, 3, 4): --phase NAME=LABEL" in out
    shell("score", "enter", file, "Ann=0", "Ben=60", "--phase", "Ann=2")
    out = shell("score", "enter", file, "Ann=60", "Ben=0", "--phase", "Ben=9", code=2)
    assert "Ben cannot have laid phase 9 (open: 1, 2, 3, 4)" in out
    out = shell("score", "enter", file, "Ann=0", "Ben=60", "--phase", "Ann=2", code=2)
    assert "Ann has completed phase 2 before (open: 1, 3, 4)" in out
    assert "  Ann: 1, 3, 4\n  Ben: 1, 2, 3, 4\n" in shell("score", "show", file)


def test_coming_and_going(shell, begun):
    shell("score", "enter", begun, "Ann=0", "Ben=60", "Cem Z=80", "--laid", "Ben")
    data = shell.json("score", "join", begun, "Eve", "--points", 40)
    assert data["next"]["phases"] == {"Ann": "2", "Ben": "2", "Cem Z": "1", "Eve": "1"}
    out = shell("score", "leave", begun, "ann")
    assert "1. Ann: phases completed 1, points 0, has left" in out
    data = shell.json("score", "rename", begun, "Cem Z", "Cem")
    assert (data["players"], data["left"]) == (["Ann", "Ben", "Cem", "Eve"], ["Ann"])
    out = shell("score", "enter", begun, "Ben=0", "Cem=60", "Eve=65")
    assert "Not laid in round 2: Cem, Eve. If somebody had: tenphase score amend" in out
    for words in ("round 2 entered", "Cem Z renamed Cem", "Ann left", "Eve joined"):
        assert f"Taken back: {words}." in shell("score", "undo", begun)
    assert "nobody is called 'Zoe'" in shell("score", "leave", begun, "Zoe", code=2)
    assert "the same name" in shell("score", "join", begun, "Ann", code=2)


def test_a_play_off(shell, file):
    shell("score", "new", file, "Ann", "Ben", "Cem", "-o", "phases=first 2")
    shell("score", "enter", file, "Ann=0", "Ben=5", "Cem=60")
    out = shell("score", "enter", file, "Ann=5", "Ben=0", "Cem=60")
    assert "deals. A play-off: Ann and Ben are tied, and who goes out first wins.\n" in out
    assert shell.json("score", "show", file)["next"]["playoff"]
    out = shell("score", "enter", file, "Ann=60", "Ben=0")
    assert "3 play-off" in out
    assert "a play-off costs no points" in out
    assert out.endswith("Ben wins.\n")


def test_choices(shell, file):
    shell("score", "new", file, "Ann", "Ben", "--ruleset", "masters-edition")
    assert "say which phase" in shell("score", "enter", file, "Ann=0", "Ben=60", code=2)
    data = shell.json("score", "enter", file, "Ann=0", "Ben=60", "--phase", "Ann=7")
    assert data["rounds"][0][0]["phase"] == "7"
    other = file.with_name("other.json")
    shell("score", "new", other, "Ann", "Ben", "Cem", "-o", "going_out=floating_active")
    words = ("score", "enter", other, "Ann=0", "Ben=0", "Cem=60")
    assert "say who went out first: Ann, Ben have 0: --out NAME" in shell(*words, code=2)
    shell(*words, "--out", "Ben")


def test_csv(shell, begun):
    shell("score", "enter", begun, "Ann=0", "Ben=35", "Cem Z=80")
    assert (
        shell("score", "csv", begun) == ScoreSheet.from_json(json.loads(begun.read_text())).to_csv()
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["Ann=0", "Ben=3", "Cem Z=60"], "3 points are no sum of cards"),
        (["Ann=0", "Ben=35"], "missing: Cem Z"),
        (["Ann=0", "Ben=", "Cem Z=60"], "Ben: nothing is given; who has no card left has 0"),
        (["Ann=0", "Ann=5", "Ben=5", "Cem Z=60"], "Ann is there twice"),
        (
            ["Ann=0", "Dan=5", "Cem Z=60"],
            "nobody is called 'Dan' (players are: Ann, Ben, Cem Z)",
        ),
        (
            ["Ann=0", "Bne=5", "Cem Z=60"],
            "nobody is called 'Bne' (players are: Ann, Ben, Cem Z; did you mean Ben?)",
        ),
        (["Ann=0", "35", "Cem Z=60"], "write Ann=POINTS, not '35' (players are: Ann"),
        (
            ["Ann=0", "Ben=5", "Cem Z=60", "--laid", "Ann", "ben"],
            "write Ben=POINTS, not 'ben' alone",
        ),
        (["Ann=0", "ann=5", "Ben=5", "Cem Z=60"], "Ann is there twice"),
        (["Ann=0", "Ben=R99", "Cem Z=60"], "R99"),
        (["Ann=0", "Ben=R9,W5", "Cem Z=60"], "Ben: this deck has no card 'W5'"),
        (["Ann=0", "Ben=9" + "9" * 30, "Cem Z=60"], "Ben"),
        (["Ann=0", "Ben=35", "Cem Z=60", "--laid", "Dan"], "nobody is called 'Dan'"),
        (["Ann=0", "Ben=35", "Cem Z=60", "--out", "Dan"], "nobody is called 'Dan'"),
        ([], "give the points of each player"),
    ],
)
def test_entries_that_cannot_be(shell, begun, words, told):
    before = begun.read_bytes()
    assert told in shell("score", "enter", begun, *words, code=2)
    assert begun.read_bytes() == before


def test_files(shell, file, tmp_path):
    assert "there is no file" in shell("score", "show", file, code=2)
    shell("score", "new", file, "Ann", "Ben")
    assert "already" in shell("score", "new", file, "Ann", "Ben", code=2)
    assert "no change to take back" in shell("score", "undo", file, code=2)
    assert "no change was taken back" in shell("score", "redo", file, code=2)
    assert "no round 1" in shell("score", "amend", file, 1, "Ann=0", "Ben=60", code=2)
    assert list(tmp_path.iterdir()) == [file], "nothing is left behind"
    file.write_text("[1, 2")
    assert "is not JSON" in shell("score", "show", file, code=2)
    file.write_text('{"tenphase": "state"}')
    assert "not a score sheet" in shell("score", "show", file, code=2)
    sheet = ScoreSheet(["Ann", "Ben"])
    sheet.enter({"Ann": 0, "Ben": 60})
    sheet.amend(1, {"Ben": 65})
    data = sheet.to_json()
    data["undo"][1]["was"]["points"] = [0, 3]
    file.write_text(json.dumps(data))
    assert f"{file}: $.undo[1]: Ben: 3 points are no sum" in shell("score", "show", file, code=2)
    file.write_bytes(b"\xff\xfe\x00")
    assert "is not JSON" in shell("score", "show", file, code=2)
    missing = tmp_path / "no" / "game.json"
    assert "cannot be written" in shell("score", "new", missing, "Ann", "Ben", code=2)
    assert "no ruleset" in shell("score", "new", tmp_path / "x", "A", "B", "--ruleset", "y", code=2)
    assert "is for 2 to" in shell("score", "new", tmp_path / "x", "A", code=2)


@pytest.mark.skipif(os.name != "posix", reason="about POSIX permissions")
def test_permissions_stay(shell, begun):
    begun.chmod(0o640)
    shell("score", "enter", begun, "Ann=0", "Ben=35", "Cem Z=80")
    assert begun.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(os.name != "posix", reason="Windows allows links to few people")
def test_a_link_stays_a_link(shell, begun, tmp_path):
    link = tmp_path / "link.json"
    link.symlink_to(begun)
    shell("score", "enter", link, "Ann=0", "Ben=35", "Cem Z=80")
    assert link.is_symlink()
    assert json.loads(begun.read_text()) == json.loads(link.read_text())
    assert len(json.loads(begun.read_text())["rounds"]) == 1


@pytest.mark.skipif(os.name != "posix", reason="Windows allows links to few people")
def test_links_in_a_circle_are_refused(shell, tmp_path):
    link = tmp_path / "link.json"
    link.symlink_to(link)
    assert "circle" in shell("score", "new", link, "Ann", "Ben", code=2)
    shell("score", "show", link, code=2)
    assert link.is_symlink()
