"""`tenphase new-ruleset` writes a project that installs, is found and passes its own tests."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

import tenphase as tp
from tenphase.cli.app import app
from tenphase.cli.new_ruleset import write_project


def run(*command, cwd, path):
    env = {**os.environ, "PYTHONPATH": str(path)}
    done = subprocess.run(
        [str(part) for part in command],
        capture_output=True, text=True, check=False, cwd=cwd, env=env, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, f"{command}:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout


def test_the_project_works(tmp_path):
    project, site = tmp_path / "project", tmp_path / "site"
    told = CliRunner().invoke(app, ["new-ruleset", "half-dozen", "--into", str(project)])
    assert told.exit_code == 0
    assert "src/half_dozen/__init__.py" in told.output
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run(
        *pip,
        "--no-deps",
        "--no-build-isolation",
        "--target",
        site,
        project,
        cwd=tmp_path,
        path=site,
    )
    listed = run(sys.executable, "-m", "tenphase.cli", "rulesets", cwd=tmp_path, path=site)
    assert "half-dozen  Half dozen, 2 to 5 seats" in listed
    tests = run(sys.executable, "-m", "pytest", "-q", cwd=project, path=site)
    assert "16 passed" in tests
    rule = ["-m", "tenphase.cli", "rules", "HD-PHASE-1", "--ruleset", "half-dozen"]
    assert "five phases" in run(sys.executable, *rule, cwd=tmp_path, path=site)
    for tool in (["ruff", "check"], ["mypy", "--strict", "src"]):
        run(sys.executable, "-m", *tool, cwd=project, path=site)


@pytest.mark.parametrize("name", ["", "Half", "half_dozen", "6", "a--b", "a-", "../x", "é"])
def test_wrong_names_are_refused(name, tmp_path):
    with pytest.raises(tp.OptionError, match="small letters"):
        write_project(name, tmp_path / "new")
    assert not list(tmp_path.iterdir())


def test_nothing_is_overwritten(tmp_path):
    (tmp_path / "mine.txt").touch()
    with pytest.raises(tp.OptionError, match="not empty"):
        write_project("mine", tmp_path)
    with pytest.raises(tp.OptionError, match="not empty"):
        write_project("mine", tmp_path / "mine.txt")
    with pytest.raises(tp.OptionError, match="there is a ruleset 'two-pack' already"):
        write_project("two-pack", tmp_path / "other")


def test_the_command_says_what_is_wrong(tmp_path):
    command = [sys.executable, "-m", "tenphase.cli", "new-ruleset", "Half Dozen"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("tenphase: a ruleset's name")
