"""The distribution as a user gets it: a built wheel in an environment with nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

#: One worker builds the wheel, and all tests of it run there.
pytestmark = pytest.mark.xdist_group("packaging")

GAME = """
import json, random
import tenphase as tp
from tenphase.ledger import ledger_of

assert "site-packages" in tp.__file__, tp.__file__
game = tp.new_game("mattel-classic", seats=3, seed=5, max_turns=40)
dice, steps = random.Random(5), 0
while not game.over:
    game.play(dice.choice(game.legal_actions()))
    steps += 1
rules = len(ledger_of(tp.ruleset("mattel-classic")))
print(json.dumps({"steps": steps, "rulesets": list(tp.rulesets()), "rules": rules}))
"""

#: Whole games, told in full, by everything whose order could depend on hashing.
TALE = """
import random
import tenphase as tp

for seats, seed in [(2, 1), (4, 2), (6, 3)]:
    game = tp.new_game("mattel-classic", seats=seats, seed=seed, max_turns=150)
    dice = random.Random(seed)
    while not game.over:
        legal = game.legal_actions()
        print(*legal, sep=" | ")
        for event in game.play(dice.choice(legal)):
            print(event)
    print(game.standings)
    print(game.record())
    print(game.state.position())
"""


def run(*command, **settings):
    done = subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        **settings,
    )
    tail = f"{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    assert done.returncode == 0, f"{command[:4]} failed:\n{tail}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built from a source distribution, so that one must be whole as well."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel, tmp_path_factory):
    """The interpreter of an environment that has the wheel with its `cli` extra."""
    folder = tmp_path_factory.mktemp("empty") / "venv"
    venv.create(folder, with_pip=True, symlinks=os.name != "nt")
    found = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(found, "-m", "pip", "install", "--quiet", f"{wheel}[cli]")
    return found


def test_the_wheel_holds_both_packages(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    for package in ("tenphase", "tenphase_rulesets"):
        assert f"{package}/__init__.py" in names
        assert f"{package}/py.typed" in names
    data = {
        path.relative_to(folder).as_posix()
        for folder in (ROOT / "src", ROOT / "rulesets")
        for ending in ("toml", "json", "typed")
        for path in folder.rglob(f"*.{ending}")
    }
    assert data <= names
    top = {name.split("/")[0] for name in names}
    dist_info = f"{PROJECT['name']}-{PROJECT['version']}.dist-info"
    assert top == {"tenphase", "tenphase_rulesets", dist_info}
    assert any(name.startswith(dist_info) and name.endswith("LICENSE") for name in names)


def test_it_plays_a_game(python, tmp_path):
    told = json.loads(run(python, "-I", "-c", GAME, cwd=tmp_path))
    assert told["steps"] >= 40
    assert told["rulesets"] == list(PROJECT["entry-points"]["tenphase.rulesets"])
    assert told["rules"] > 50


def test_every_entry_point_loads(python, tmp_path):
    code = (
        "import tenphase as tp\n"
        "for id in tp.rulesets():\n"
        "    ruleset = tp.ruleset(id)\n"
        "    assert ruleset.id == id, (ruleset.id, id)\n"
        "    tp.new_game(id, seats=ruleset.seats[0], seed=1)\n"
    )
    run(python, "-I", "-c", code, cwd=tmp_path)


def test_the_command_works(python, tmp_path):
    command = python.parent / "tenphase"
    assert PROJECT["version"] in run(command, "--version", cwd=tmp_path)
    assert "mattel-classic" in run(command, "rulesets", cwd=tmp_path)
    assert "MC-SKIP-3" in run(command, "rules", "MC-SKIP-3", cwd=tmp_path)
    assert run(command, "demo", cwd=tmp_path) == run(command, "demo", cwd=tmp_path)


def test_only_what_is_declared_is_needed(python, tmp_path):
    """The core and its rulesets do without the extras."""
    run(python, "-m", "pip", "uninstall", "--quiet", "--yes", "click")
    try:
        run(python, "-I", "-c", GAME, cwd=tmp_path)
    finally:
        run(python, "-m", "pip", "install", "--quiet", *PROJECT["optional-dependencies"]["cli"])


def test_hash_seeds_change_nothing(tmp_path):
    tales = [
        run(sys.executable, "-c", TALE, env={**os.environ, "PYTHONHASHSEED": seed}, cwd=tmp_path)
        for seed in ("0", "1", "4711")
    ]
    assert len(tales[0]) > 10_000
    assert tales[0] == tales[1] == tales[2]


def test_the_import_is_light():
    """Neither the command line's library nor the slow parts of the standard library come along."""
    code = "import sys, tenphase; print(*sys.modules)"
    loaded = set(run(sys.executable, "-c", code).split())
    heavy = {"click", "cattrs", "asyncio", "tomllib", "unittest", "urllib.request"}
    assert not heavy & loaded, heavy & loaded
