"""docs/plugins/contract.md names every hook, and nothing that is not there."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import attrs

from tenphase import flow
from tenphase.action_cards import ActionCard
from tenphase.ruleset import Policies, Ruleset
from tenphase.stages import Stage
from tenphase.testing import CHECKS

PLUGINS = Path(__file__).parents[2] / "docs" / "plugins"
PAGE = (PLUGINS / "contract.md").read_text(encoding="utf-8")


def section(title):
    text = PAGE.split(f"## {title}\n", 1)[1]
    return re.split(r"^## ", text, maxsplit=1, flags=re.MULTILINE)[0]


def hooks(title):
    """The first cells of the tables of a section, without their arguments."""
    return set(re.findall(r"^\| `(\w+)(?:\([^`]*\))?` \|", section(title), re.MULTILINE))


def members(cls):
    return {name for name in vars(cls) if not name.startswith("_")}


def test_fields_of_a_ruleset():
    assert hooks("`Ruleset`") == {field.name for field in attrs.fields(Ruleset)}


def test_policies():
    assert hooks("`Policies`") == {field.name for field in attrs.fields(Policies)}


def test_members_of_stages_and_ways_on():
    found = hooks("`Stage`")
    assert members(Stage) <= found
    ways = found - members(Stage)
    assert ways <= set(flow.__all__)


def test_members_of_action_cards():
    assert hooks("`ActionCard`") == members(ActionCard)


def test_the_tutorial_tells_of_all_checks():
    tutorial = (PLUGINS / "tutorial.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| `(\w+)` \|", tutorial, re.MULTILINE)
    assert tuple(told) == CHECKS


def test_the_tutorial_prints_what_it_says():
    tutorial = (PLUGINS / "tutorial.md").read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"```python\n(.*?)```", tutorial, re.DOTALL))
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "tutorial.md", "exec"), {"__name__": "tutorial"})
    printed = iter(out.getvalue().splitlines())
    for block in re.findall(r"```text\n(.*?)```", tutorial, re.DOTALL):
        for line in block.splitlines():
            assert line.strip() == "..." or line in printed, out.getvalue()
