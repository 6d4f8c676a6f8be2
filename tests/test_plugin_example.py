"""A stranger's distribution, installed with pip, is found and treated like everybody else's.

Shows the cases A34 (new kinds of cards, a play direction), A35 (buying out of turn) and the house
rule of A11 (laying on another's turn); `plugin_example/` is what the stranger wrote.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent / "plugin_example"

#: One worker installs it, and all tests of it run there.
pytestmark = pytest.mark.xdist_group("plugin example")

GAME = """
import json
import tenphase as tp
from tenphase.bots import GreedyBot, play_game

told = {}
for name in ("kitchen-table", "kitchen-table-aside"):
    assert isinstance(tp.rulesets()[name], tp.Ruleset), tp.rulesets()[name]
    game = tp.new_game(name, seats=4, seed=3)
    for _ in range(40):
        game.play(game.legal_actions()[-1])
    data = json.dumps(tp.to_json(game.state))
    assert tp.from_json(data) == game.state
    play_game(game, [GreedyBot()] * 4)
    assert tp.replay(game.record()).state.same_position(game.state)
    told[name] = [game.state.round, game.over]
print(json.dumps(told))
"""


def run(*command, cwd, path=None):
    env = {**os.environ, **({"PYTHONPATH": str(path)} if path else {})}
    done = subprocess.run(
        [str(part) for part in command],
        capture_output=True, text=True, check=False, cwd=cwd, env=env, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, f"{command}:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with the distribution in it, as pip puts it there."""
    folder = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run(*pip, "--no-deps", "--no-build-isolation", "--target", folder, PROJECT, cwd=folder)
    return folder


def test_it_is_found_and_plays(installed, tmp_path):
    told = json.loads(run(sys.executable, "-c", GAME, cwd=tmp_path, path=installed))
    assert told.keys() == {"kitchen-table", "kitchen-table-aside"}
    assert all(over and rounds >= 10 for rounds, over in told.values())


def test_the_command_lists_it(installed, tmp_path):
    command = [sys.executable, "-m", "tenphase.cli"]
    assert "kitchen-table" in run(*command, "rulesets", cwd=tmp_path, path=installed)
    rule = run(
        *command, "rules", "KT-BUY-2", "--ruleset", "kitchen-table", cwd=tmp_path, path=installed
    )
    assert "nearest" in rule.lower()
    demo = run(
        *command, "demo", "--ruleset", "kitchen-table", "--seed", "3", cwd=tmp_path, path=installed
    )
    assert demo


def test_its_own_tests_pass(installed, tmp_path):
    """They use the conformance kit, and name the cases A34, A35 and A11."""
    tests = tmp_path / "test_kitchen_table.py"
    tests.write_text((PROJECT / "tests" / "test_kitchen_table.py").read_text(encoding="utf-8"))
    pytest_ = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    told = run(*pytest_, tests, cwd=tmp_path, path=installed)
    assert "passed" in told
    assert "failed" not in told


def test_it_is_short():
    """A34 and A35 asked for less than 150 lines."""
    lines = (PROJECT / "src/kitchen_table/__init__.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) < 150


def test_it_imports_public_names_only():
    import ast
    import importlib

    from tests.test_architecture import PUBLIC

    for file in (PROJECT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and "tenphase" in node.module:
                assert node.module in PUBLIC or node.module.startswith("tenphase_rulesets.")
                public = importlib.import_module(node.module).__all__
                assert {alias.name for alias in node.names} <= set(public)
