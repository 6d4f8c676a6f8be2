"""Counts of legal sequences from fixed positions: nearly any change of the rules moves one.

When the rules are meant to change: `python -m tenphase.testing.perft --write FILE`.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import tenphase as tp
from tenphase.testing.perft import PerftEntry, main, perft, read_perft, write_perft

FILES = sorted((Path(__file__).parent.parent / "data" / "perft").glob("*.txt"))
ENTRIES = [
    pytest.param(entry, id=f"{file.stem}-{entry.id}")
    for file in FILES
    for entry in read_perft(file.read_text(encoding="utf-8"))
]

#: Depths with more sequences than this are left to the deep profile.
MOST = None if os.environ.get("TENPHASE_PROFILE") == "deep" else 40_000


@pytest.mark.parametrize("entry", ENTRIES)
def test_counts(entry: PerftEntry) -> None:
    found = entry.count(len(entry.counts), MOST)
    assert found == entry.counts[: len(found)]
    assert len(found) >= 3


def test_there_are_six_positions() -> None:
    assert len(ENTRIES) >= 6


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_files_are_in_the_form_that_is_written(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    head = "\n".join(line for line in text.splitlines() if line.startswith("#"))
    assert write_perft(read_perft(text), head) == text


@pytest.mark.parametrize("entry", ENTRIES)
def test_small_counts_another_way(entry: PerftEntry) -> None:
    """The same by another way: sequences as lists of texts, each played from the start."""
    start = tp.position(entry.position)
    sequences: list[list[str]] = [[]]
    for count in entry.counts[:3]:
        longer = []
        for sequence in sequences:
            game = tp.Game(start)
            for text in sequence:
                game.play(text)
            longer += [[*sequence, str(action)] for action in game.legal_actions()]
        sequences = longer
        assert len(sequences) == count


def test_a_game_that_ends() -> None:
    state = tp.position(
        "mattel-classic",
        seats=2,
        options={"max_turns": 1},
        hands={0: "R1", 1: "R2 R3"},
        stage="play",
    )
    assert [perft(state, depth) for depth in (0, 1, 2)] == [1, 2, 0]


def test_the_program_reports_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "one.txt"
    text = FILES[0].read_text(encoding="utf-8").split("\n\n")
    file.write_text("\n\n".join(text[:1] + ["id: x\nposition: ruleset: mattel-classic\n1: 5\n"]))
    assert main([str(file)]) == 1
    assert "(1,), the file says (5,)" in capsys.readouterr().out
    assert main(["--write", str(file)]) == 0
    assert main([str(file)]) == 0


@pytest.mark.parametrize("line", ["1: 2", "id: a\n2: 5", "id: a\nwhat"])
def test_what_is_no_perft_file(line: str) -> None:
    with pytest.raises(tp.NotationError):
        read_perft(line)
