"""The kit finds what is wrong with a ruleset, and nothing wrong with a sound one."""

from __future__ import annotations

import sys

import pytest

import tenphase as tp
from tenphase.testing import CHECKS, ConformanceError, RulesetConformance, check_ruleset
from tests.testing.toys import BROKEN, SOUND


@pytest.fixture(autouse=True)
def _short(monkeypatch):
    monkeypatch.setattr("tenphase.testing.bot_games._MOST_TURNS", 300)


def test_the_sound_one_passes():
    report = check_ruleset(SOUND)
    assert report.ok, str(report)
    assert tuple(result.check for result in report) == CHECKS
    assert report.lengths.games == 12
    report.raise_if_failed()


@pytest.mark.parametrize(
    ("check", "ruleset", "words"), BROKEN, ids=[ruleset.id for _, ruleset, _ in BROKEN]
)
def test_the_check_fires(check, ruleset, words):
    report = check_ruleset(ruleset, examples=20, games=2)
    assert check in report.failed, str(report)
    message = str(report[check].failure)
    assert words in message, str(report)
    assert f"FAILED {check}" in str(report)
    assert "reproducing" not in str(report)
    with pytest.raises(ConformanceError, match=r"checks failed"):
        report.raise_if_failed()


def test_every_check_has_a_toy_and_a_test():
    assert {check for check, _, _ in BROKEN} == set(CHECKS)
    tests = [name for name in vars(RulesetConformance) if name.startswith("test_")]
    assert tests == [f"test_{check}" for check in CHECKS]


def test_the_rest_goes_on_when_one_check_has_failed():
    """A single fault is reported once, and not as a failure of everything."""
    (ruleset,) = [r for _, r, _ in BROKEN if r.id == "toy-vanishing"]
    report = check_ruleset(ruleset, examples=15, games=2)
    assert report["legal"].ok
    assert report["refusals"].ok or "cards are lost" in str(report["refusals"].failure)


def test_what_is_wrong_for_all_seats_is_told_once():
    (ruleset,) = [r for _, r, _ in BROKEN if r.id == "toy-too-large"]
    message = str(check_ruleset(ruleset, only=["tables"])["tables"].failure)
    assert message.count("asks for 7 cards") == len(ruleset.presets)
    assert "seats:" not in message


def test_a_failure_can_be_seen_again():
    (ruleset,) = [r for _, r, _ in BROKEN if r.id == "toy-breaks"]
    failure = check_ruleset(ruleset, only=["play"], examples=25)["play"].failure
    assert failure is not None
    assert "seed=" in str(failure)
    assert "position before the last action:" in str(failure)
    game = tp.new_game(ruleset, **failure.game)
    for action in failure.actions[:-1]:
        game.play(action)
    assert game.state.position() == failure.position
    with pytest.raises(KeyError, match="turn 5"):
        game.play(failure.actions[-1])


def test_the_same_seed_finds_the_same():
    (ruleset,) = [r for _, r, _ in BROKEN if r.id == "toy-tells"]
    one, other = (check_ruleset(ruleset, only=["views"], examples=10) for _ in range(2))
    assert str(one) == str(other)


def test_an_unknown_check_is_refused():
    with pytest.raises(ValueError, match="no check 'colour'"):
        check_ruleset(SOUND, only=["colour"])


def test_an_unknown_ruleset_is_refused():
    with pytest.raises(tp.UnknownRuleset):
        check_ruleset("no-such-game")


def test_without_hypothesis_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(ImportError, match=r"pip install 'tenphase\[testing\]'"):
        check_ruleset(SOUND, only=["legal"], examples=1)


def test_nothing_stays_registered():
    check_ruleset(SOUND, only=["records"], examples=2)
    assert "toy" not in tp.rulesets()


class TestSound(RulesetConformance):
    """The class as an author uses it."""

    ruleset = SOUND
    examples = 5
    games = 2


def test_the_class_shows_what_is_wrong():
    (broken,) = [r for _, r, _ in BROKEN if r.id == "toy-vanishing"]

    class Mine(RulesetConformance):
        ruleset = broken
        examples = 15
        games = 1

    with pytest.raises(ConformanceError, match="1 S missing"):
        Mine().test_conservation()
    Mine().test_tables()


def test_a_check_that_was_not_reached():
    (broken,) = [r for check, r, _ in BROKEN if r.id == "toy-no-deck"]

    class Mine(RulesetConformance):
        ruleset = broken

    with pytest.raises(ConformanceError, match="legal was not reached"):
        Mine().test_legal()
