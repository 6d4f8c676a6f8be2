"""`tenphase replay` and `tenphase record`."""

from __future__ import annotations

import json
import re

import pytest

import tenphase as tp
from tests.golden import FOLDER

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_record_is_replayed_and_told(shell, file):
    game = tp.replay(file.read_text(encoding="utf-8"))
    data = shell.json("replay", file)
    assert data["verified"]
    assert data["winners"] == list(game.winners)
    assert data["moves"] == sum(move.action is not None for move in game.moves)
    points = [list(event.detail) for event in game.events if event.kind == "round over"]
    assert [told["points"] for told in data["rounds"] if "points" in told] == points
    out = shell("replay", file)
    assert f"all {data['moves']} moves are legal" in out
    assert all(f"\nRound {told['round']}" in out for told in data["rounds"])


def test_the_standings_told_are_those_of_the_time(shell):
    text = (FOLDER / "two-seats.txt").read_text(encoding="utf-8")
    out = shell("replay", "-", stdin=text)
    first = re.search(r"points: (.*)\n.*standings: (.*)", out)
    assert first is not None
    charged = dict(re.findall(r"seat (\d) \+(\d+)", first[1]))
    for seat, points in re.findall(r"seat (\d) \(\d+ phases?, (\d+) points?\)", first[2]):
        assert points == charged[seat]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_to_json_and_back(shell, file, tmp_path):
    text = file.read_text(encoding="utf-8")
    as_json = shell("record", file)
    assert tp.from_json(as_json) == tp.Record.parse(text)
    copy = tmp_path / "game.json"
    copy.write_text(as_json, encoding="utf-8")
    again = shell("record", copy)
    assert tp.Record.parse(again) == tp.Record.parse(text)
    assert shell.json("replay", copy) == shell.json("replay", file)


def test_a_changed_record_is_refused(shell):
    text = (FOLDER / "two-seats.txt").read_text(encoding="utf-8")
    changed = re.sub(r"^12\. .*\n", "", text, flags=re.MULTILINE)
    assert "step 12 is missing" in shell("replay", "-", stdin=changed, code=2)


def test_a_game_from_a_position(shell):
    game = tp.Game(tp.new_game(seats=2, seed=9).state)
    game.play("draw stock")
    data = json.loads(shell("replay", "-", "--json", stdin=game.record()))
    assert data["rounds"] == [{"round": 1, "told": []}]
    assert not data["over"]
    assert "not over" in shell("replay", "-", stdin=game.record())


def test_what_is_no_record(shell):
    state = json.dumps(tp.to_json(tp.new_game(seats=2, seed=7).state))
    assert "no record" in shell("record", "-", stdin=state, code=2)
    assert "begins with" in shell("replay", "-", stdin="hello", code=2)
    assert shell("record", "-", stdin="{", code=2)
    seen = tp.new_game(seats=2, seed=7).seen_record()
    assert "everybody may know" in shell("replay", "-", stdin=seen, code=2)
    assert json.loads(shell("record", "-", stdin=seen))["seen_by"] == "everybody"
