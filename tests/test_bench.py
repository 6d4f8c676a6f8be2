"""The benchmark runs and prints what it promises; what it measures is nobody's test."""

from __future__ import annotations

import re

import pytest

from tenphase.bench import __main__ as bench
from tenphase.bench import finding, hosting, playing
from tenphase.bench.timing import Row

#: One row of a topic that is quick: two operations in no time.
TOY = Row("nothing", "1/s", 1, lambda: lambda: 2)


@pytest.fixture
def toy(monkeypatch):
    monkeypatch.setattr(bench, "TOPICS", {"finding": lambda: [TOY], "playing": lambda: [TOY, TOY]})


def test_help_names_the_topics(capsys):
    with pytest.raises(SystemExit) as left:
        bench.main(["--help"])
    assert left.value.code == 0
    out = capsys.readouterr().out
    assert all(topic in out for topic in ("finding", "playing", "hosting", "questions", "--quick"))


def test_unknown_topics_are_refused(capsys):
    with pytest.raises(SystemExit) as left:
        bench.main(["chess"])
    assert left.value.code == 2
    assert "no topic chess" in capsys.readouterr().err


def test_topics_by_name(toy, capsys):
    bench.main(["playing", "--quick"])
    out = capsys.readouterr().out
    assert re.match(r"\w+ 3\.\d+\.\d+ on .*calibration loop [\d.]+ ns", out), "the machine's line"
    assert out.count("nothing") == 2
    assert "finding" not in out


def test_the_table_of_questions(toy, capsys, monkeypatch):
    monkeypatch.setattr("tenphase.bench.questions.SIZES", (5,))
    bench.main(["questions", "--quick"])
    out = capsys.readouterr().out
    for ruleset in ("mattel-classic", "ravensburger-master", "standard-deck"):
        assert ruleset in out
    assert len(re.findall(r"best shed +[\d.]+ / \d+", out)) == 3


ROWS = [row for topic in (finding, hosting, playing) for row in topic.rows()]


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_each_row_does_something(row):
    assert row.unit in ("1/s", "us", "ms")
    assert row.prepare()() >= 1
