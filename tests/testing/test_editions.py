"""Every installed ruleset keeps to the contract, and games of bots end.

With TENPHASE_PROFILE=deep each ruleset has 10,000 complete games and many more made-up ones;
otherwise all together have 1,000.
"""

from __future__ import annotations

import os

import pytest

import tenphase as tp
from tenphase.testing import CHECKS, check_ruleset

DEEP = os.environ.get("TENPHASE_PROFILE") == "deep"
NAMES = sorted(name for name, value in tp.rulesets().items() if isinstance(value, tp.Ruleset))
GAMES = 10_000 if DEEP else -(-1_000 // len(NAMES))
#: Games are played in parts, so that several processes can share the work.
PARTS = 40 if DEEP else 4
EXAMPLES = 2_000 if DEEP else 30

WITHOUT_BOTS = [check for check in CHECKS if check != "bots"]


def test_all_installed_rulesets_can_be_used():
    broken = [value for value in tp.rulesets().values() if not isinstance(value, tp.Ruleset)]
    assert not broken
    assert len(NAMES) >= 6


@pytest.mark.parametrize("name", NAMES)
class TestEditions:
    def test_conformance(self, name):
        check_ruleset(name, only=WITHOUT_BOTS, examples=EXAMPLES).raise_if_failed()

    @pytest.mark.parametrize("part", range(PARTS))
    def test_games_of_bots(self, name, part):
        size = -(-GAMES // PARTS)
        report = check_ruleset(name, only=["bots"], games=size, seed=part * size)
        report.raise_if_failed()
        lengths = report.lengths
        assert lengths.games == size
        phases = len(tp.new_game(name, seats=3, seed=1).rules.phases)
        assert min(lengths.rounds) >= phases
        assert sum(lengths.rounds) / size < 4 * phases
