"""Records: golden games, and what is wrong with changed ones (A42)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tenphase as tp
from tests.golden import FOLDER, GAMES, play

FILES = {file.stem: file for file in sorted(FOLDER.glob("*.txt"))}
TEXT = (FOLDER / "two-seats.txt").read_text(encoding="utf-8")


def without_checks(text: str) -> str:
    return re.sub(r"^checks: .*\n", "", text, flags=re.MULTILINE)


def refused(text: str) -> tp.RecordError:
    with pytest.raises(tp.RecordError) as caught:
        tp.replay(text)
    return caught.value


# -- golden records ----------------------------------------------------------------------------


def test_every_game_has_its_record() -> None:
    assert FILES.keys() == GAMES.keys()


@pytest.mark.parametrize("name", GAMES)
def test_the_same_game_gives_the_same_record(name: str) -> None:
    """Byte for byte: else rules, shuffles, lists of actions or the text have changed."""
    assert play(GAMES[name]).record() == FILES[name].read_text(encoding="utf-8")


@pytest.mark.parametrize("file", FILES.values(), ids=FILES)
def test_golden_records_replay(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    game = tp.replay(text)
    assert game.over
    assert game.record() == text
    assert game.state.same_position(play(GAMES[file.stem]).state)


@pytest.mark.parametrize("file", FILES.values(), ids=FILES)
def test_no_record_has_the_key(file: Path) -> None:
    key = play(GAMES[file.stem]).state.key.hex()
    assert key not in file.read_text(encoding="utf-8")


def test_golden_records_show_much() -> None:
    everything = "".join(file.read_text(encoding="utf-8") for file in FILES.values())
    for word in (
        "lay ", "hit ", "swap ", "play S on", "draw discard", "W=", "floats", "lost turn",
        "went out", "end: aborted", "end: over", "round 3",
    ):  # fmt: skip
        assert word in everything
    assert any(event.kind == "play-off" for event in play(GAMES["play-off"]).events)


# -- changed records ---------------------------------------------------------------------------


def test_a_changed_step_is_named() -> None:
    """Also where the other action would be legal."""
    changed = TEXT.replace("1. seat 1: draw stock", "1. seat 1: draw discard", 1)
    error = refused(changed)
    assert error.step == 1
    assert "changed" in str(error)


@pytest.mark.parametrize("number", [1, 2, 17, 60, 101])
def test_every_step_is_proved(number: int) -> None:
    line = re.search(rf"^{number}\. seat (\d): .*$", TEXT, re.MULTILINE)
    assert line is not None
    other = f"{number}. seat {1 - int(line[1])}: draw stock"
    for text in (TEXT, without_checks(TEXT)):
        assert refused(text.replace(line[0], other)).step == number


def test_an_illegal_step_tells_code_and_rule() -> None:
    text = without_checks(TEXT).replace("2. seat 1: discard", "2. seat 1: play S on 0 #", 1)
    error = refused(text)
    assert (error.step, error.code) == (2, "card-not-held")
    text = without_checks(TEXT).replace("2. seat 1: discard", "2. seat 1: draw stock #", 1)
    error = refused(text)
    assert (error.step, error.code, error.rule) == (2, "already-drawn", "MC-TURN-2")
    assert "MC-TURN-2" in str(error)


def test_a_missing_step_is_named() -> None:
    text = re.sub(r"^12\. .*\n", "", TEXT, flags=re.MULTILINE)
    error = refused(text)
    assert error.step == 12
    assert "missing" in str(error)


def test_a_removed_step_with_new_numbers() -> None:
    lines = re.sub(r"^12\. .*\n", "", without_checks(TEXT), flags=re.MULTILINE).splitlines()
    renumbered, number = [], 0
    for line in lines:
        if re.match(r"\d+\. ", line):
            number += 1
            line = re.sub(r"^\d+", str(number), line)  # noqa: PLW2901
        renumbered.append(line)
    assert refused("\n".join(renumbered)).step == 12


def test_a_cut_record_is_noticed() -> None:
    lines = TEXT.splitlines()
    assert "cut off" in str(refused("\n".join(lines[:60])))
    last = next(n for n, line in enumerate(lines) if line.startswith("140. "))
    text = "\n".join([*lines[:last], "end: over"])
    assert refused(without_checks(text)).step == 139


def test_a_changed_shuffle_is_noticed() -> None:
    order = re.search(r"^shuffle: (\S+) (\S+)", TEXT, re.MULTILINE)
    assert order is not None
    swapped = TEXT.replace(order[0], f"shuffle: {order[2]} {order[1]}", 1)
    assert refused(swapped).step == 0
    doubled = TEXT.replace(order[0], f"shuffle: {order[2]} {order[2]}", 1)
    assert refused(without_checks(doubled)).step == 0
    unknown = TEXT.replace(order[0], f"shuffle: R77 {order[2]}", 1)
    assert "R77" in str(refused(without_checks(unknown)))


def test_a_missing_or_needless_shuffle_is_noticed() -> None:
    text = without_checks(TEXT)
    shuffles = re.findall(r"^shuffle: .*\n", text, re.MULTILINE)
    assert len(shuffles) >= 2
    assert "0" in str(refused(text.replace(shuffles[1], "", 1)))
    first = "1. seat 1: draw stock  # drew"
    assert first in text
    assert refused(text.replace(first, f"{first[:21]}\n{shuffles[0]}#", 1)).step == 1


def test_points_and_standings_are_compared() -> None:
    points = re.search(r"^points: .*$", TEXT, re.MULTILINE)
    assert points is not None
    error = refused(without_checks(TEXT.replace(points[0], "points: 0 1", 1)))
    assert "points" in str(error)
    standing = re.search(r"^place 1: .*$", TEXT, re.MULTILINE)
    assert standing is not None
    other = re.sub(r"(\d+) points", "33 points", standing[0])
    assert "standings" in str(refused(TEXT.replace(standing[0], other)))


def test_another_version_of_the_rules_is_told() -> None:
    other = TEXT.replace("rules: 1", "rules: 0", 1)
    assert tp.replay(other).over, "the version alone is no reason to refuse it"
    error = refused(other.replace("2. seat 1: discard", "2. seat 0: discard", 1))
    assert "version 0" in str(error)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("tenphase record 1", "tenphase record 2", "format"),
        ("tenphase record 1", "a record", "begins with"),
        ("ruleset: mattel-classic", "ruleset: nobodys", "nobodys"),
        ("seats: 2", "seats: 77", "seats"),
        ("seats: 2", "seats: two", "whole number"),
        ("dealer: 0", "dealer: 5", "deal"),
        ("dealer: 0\n", "", "dealer"),
        ("option skip_limit: one_pending", "option skip_limit: ten", "skip_limit"),
        ("option skip_limit: one_pending", "option skipping: yes", "skipping"),
        ("option phases: first 2", "option phases: [[1]]", "phases"),
        ("option hand_size: 10", 'option hand_size: "10"', "hand_size"),
        ("option hand_size: 10", "option hand_size: 9", "card-not-held"),
        ("dealer: 0", "dealer: 0\ndealer: 0", "twice"),
        ("dealer: 0", "dealer: 0\nkey: 12", "64 hex digits"),
        ("dealer: 0", "dealer: 0\nweather: fine", "weather"),
        ("dealer: 0", "dealer: 0\nstart hand 0: R7", "no step"),
        ("round 1", "round 2", "round"),
        ("1. seat 1: draw stock", "1. seat 1: dance", "dance"),
        ("1. seat 1: draw stock", "1. seat 9: draw stock", "seat 9"),
        ("1. seat 1: draw stock", "nonsense", "not understood"),
        ("end: over", "end: never", "never"),
        ("end: over", "end: aborted", "aborted"),
        ("place 1: ", "prize 1: ", "standings"),
    ],
)
def test_what_is_wrong_is_said(old: str, new: str, says: str) -> None:
    text = without_checks(TEXT)
    assert old in text
    assert says in str(refused(text.replace(old, new, 1)))


@pytest.mark.parametrize("value", [None, 7, b"tenphase record 1", ""])
def test_no_text_at_all(value: object) -> None:
    with pytest.raises(tp.RecordError):
        tp.replay(value)  # type: ignore[arg-type]


# -- other records -----------------------------------------------------------------------------


def test_a_record_without_checks_comments_and_points_will_do() -> None:
    """What somebody writes by hand."""
    text = re.sub(r"#.*|^(checks|points|place|round).*", "", TEXT, flags=re.MULTILINE)
    text = text.replace("1. seat 1:   draw stock", "  1. seat 1:    draw stock  # so it began")
    assert tp.replay(text).record() == TEXT


def test_a_game_from_a_position() -> None:
    start = tp.position(
        "mattel-classic",
        seats=3,
        options={"going_out": "floating_passive"},
        hands={0: "R1 R2", 1: "B7 W", 2: "Y4 S S"},
        table={1: "R3 G3 Y3 / R8 B8 G8"},
        stage="play",
        round=4,
        dealer=2,
        to_act=1,
        totals=[10, 25, 5],
        discard="G1 G2",
        stock="* G5",
    )
    game = tp.Game(start)
    for text in ("hit W=8 on 1.1", "discard B7", "draw stock", "discard S"):
        if not game.check(text):
            game.play(text)
    record = game.record()
    assert start.key.hex() not in record
    again = tp.replay(record)
    assert again.state.same_position(game.state)
    assert again.record() == record
    assert tp.replay(game.record(with_key=True)).state == game.state
    assert refused(record.replace("start totals: 10 25 5", "start totals: 10 25 x")).step is None
    assert refused(record.replace("start totals", "start seats: 3\nstart totals")).step is None


def test_a_game_without_moves() -> None:
    dealt = tp.new_game(seats=2, seed=1)
    assert tp.replay(dealt.record()).record() == dealt.record()
    from_position = tp.Game(tp.position("mattel-classic", hands={1: "R1"}))
    assert tp.replay(from_position.record()).record() == from_position.record()


def test_record_values() -> None:
    record = tp.Record.parse(TEXT)
    assert str(record.replay().record()) == TEXT
    assert record == tp.Record.of(play(GAMES["two-seats"]))
    assert record.steps[1].action == "draw stock"
    assert record.standings[0].winner


def test_the_shuffle_code_is_not_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> bytes:
        raise AssertionError("a replay shuffles nothing")

    monkeypatch.setattr("tenphase.zones.shuffled", broken)
    assert tp.replay(TEXT).over


# -- anything else ------------------------------------------------------------------------------


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for attempt in (text, "tenphase record 1\n" + text):
        with pytest.raises(tp.RecordError):
            tp.replay(attempt)


@given(st.data())
def test_damaged_records_are_refused_or_the_same_game(data: st.DataObject) -> None:
    text = without_checks((FOLDER / "play-off.txt").read_text(encoding="utf-8"))
    lines = text.splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(lines) - 1))
        how = data.draw(st.sampled_from(["drop", "double", "swap", "word", "letter"]))
        words = lines[place].split(" ")
        if how == "drop":
            del lines[place]
        elif how == "double":
            lines.insert(place, lines[place])
        elif how == "swap":
            other = data.draw(st.integers(0, len(lines) - 1))
            lines[place], lines[other] = lines[other], lines[place]
        elif how == "word":
            words[data.draw(st.integers(0, len(words) - 1))] = data.draw(
                st.sampled_from(["R1", "W", "0", "-1", "99999999999999", "draw", "stock", "null"])
            )
            lines[place] = " ".join(words)
        else:
            spot = data.draw(st.integers(0, len(lines[place])))
            letter = data.draw(st.characters())
            lines[place] = lines[place][:spot] + letter + lines[place][spot + 1 :]
    try:
        game = tp.replay("\n".join(lines))
    except tp.RecordError:
        return
    assert tp.replay(game.record()).record() == game.record()
