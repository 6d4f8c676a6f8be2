"""Every Python block in the README and in docs/ runs, in the order of its page.

The blocks of a page share their names, as a reader who types them along would have it.
"""

from __future__ import annotations

import re
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE
from pathlib import Path

import pytest
from sybil import Sybil
from sybil.parsers.myst import PythonCodeBlockParser

ROOT = Path(__file__).parent.parent
PAGES = [
    ROOT / "README.md",
    *sorted(p for p in (ROOT / "docs").rglob("*.md") if "_build" not in p.parts),
]

PARSER = PythonCodeBlockParser(doctest_optionflags=ELLIPSIS | NORMALIZE_WHITESPACE)
BLOCK = re.compile(
    r"^(?P<fence>[`~:]{3,})\s*(?:\{[\w-]+\}\s*)?(?:python|python3|py|pycon)\b.*?^(?P=fence)\s*$",
    re.MULTILINE | re.DOTALL,
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_page(page, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    starts = []
    for example in Sybil([PARSER], path=str(page.parent)).parse(page).examples():
        starts.append(example.start)
        example.evaluate()
    for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
        run = any(block.start() <= start < block.end() for start in starts)
        assert run, f"this block was not run:\n{block.group()}"
