"""How the tests of the command line run it."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from tenphase.cli.app import app


class Shell:
    """Runs `tenphase` in this process."""

    def __call__(self, *words, code=0, stdin=None):
        """The output; the exit code must be the one expected, and nothing may have crashed."""
        done = CliRunner().invoke(app, [str(word) for word in words], input=stdin)
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        assert done.exit_code == code, done.output
        if code == 2:
            assert not done.stdout
            assert done.stderr.startswith("tenphase: ")
            assert done.stderr.count("\n") == 1, "an error is one line"
            return done.stderr
        return done.stdout or done.stderr

    def json(self, *words, code=0):
        """The same with --json, read."""
        return json.loads(self(*words, "--json", code=code))


@pytest.fixture
def shell():
    return Shell()
