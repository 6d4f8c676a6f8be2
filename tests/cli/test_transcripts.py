"""Every console block of the documentation shows what the command really prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from tenphase.cli.app import app

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def output_of(command: str) -> str:
    """What a line after the prompt prints: `tenphase ...`, or `printf '...' | tenphase ...`."""
    first, pipe, second = command.partition(" | tenphase ")
    words = shlex.split(second if pipe else first.removeprefix("tenphase "))
    typed = shlex.split(first)[1].replace("\\n", "\n") if pipe else None
    done = CliRunner().invoke(app, words, input=typed, terminal_width=100)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.output


def shown(text: str):
    """Pairs of a command and the lines shown for it; a line `...` stands for any lines."""
    for block in BLOCK.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


SHOWN = [
    pytest.param(command, output, id=f"{page.relative_to(ROOT)}: {command[:60]}")
    for page in PAGES
    for command, output in shown(page.read_text(encoding="utf-8"))
    if "tenphase" in command
]


@pytest.mark.parametrize(("command", "output"), SHOWN)
def test_transcript(command, output):
    parts = re.split(r"^\.\.\.\n", output.rstrip() + "\n", flags=re.MULTILINE)
    real = output_of(command).rstrip() + "\n"
    assert re.fullmatch("(?:.*\n)*?".join(re.escape(part) for part in parts), real), real


def test_there_are_some():
    assert len(SHOWN) > 10
