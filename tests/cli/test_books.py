"""`tenphase rules`, `tenphase rulesets`, and the command as a whole."""

from __future__ import annotations

import subprocess
import sys

import attrs
import pytest

import tenphase as tp
from tenphase.cli.app import COMMANDS
from tenphase.ledger import ledger_of

# -- rules --------------------------------------------------------------------------------------


def test_one_rule(shell):
    out = shell("rules", "mc-skip-3")
    entry = ledger_of(tp.ruleset("mattel-classic")).rule("MC-SKIP-3")
    for words in (
        f"MC-SKIP-3  {entry.title}", entry.text, "source S3: ", entry.decision,
        "option: skip_limit, 'one_pending' by default", "C-03  ", "[default]", "turn_between: ",
    ):  # fmt: skip
        assert words in out


def test_one_rule_in_json(shell):
    entry = shell.json("rules", "MC-SKIP-3")
    assert entry["id"] == "MC-SKIP-3"
    assert {"key", "title", "address"} <= entry["sources"][0].keys()
    assert entry["conflict"]["default"] == "one_pending"


def test_one_conflict(shell):
    out = shell("rules", "C-09")
    assert out.startswith("C-09  ")
    assert "option: run_wraparound" in out
    assert shell.json("rules", "C-09")["conflict"]["id"] == "C-09"


def test_all_rules(shell):
    ledger = ledger_of(tp.ruleset("mattel-classic"))
    assert len(shell("rules").splitlines()) == len(ledger)
    assert [rule["id"] for rule in shell.json("rules")["rules"]] == list(ledger.rules)


def test_rules_by_word_and_by_option(shell):
    assert "MC-HIT-6" in shell("rules", "ladder")
    assert "MC-SKIP-3" in shell("rules", "skip_limit")
    assert "MC-HIT-6" in shell("rules", "may", "I", "hit", "a", "wild?")
    assert "MC-SETUP-7" in shell("rules", "which", "dealer", "is", "the", "first", "yesterday")
    both = shell("rules", "wild", "natural").splitlines()
    assert 0 < len(both) < len(shell("rules", "wild").splitlines())


def test_nothing_found(shell):
    assert "nothing on 'chess'" in shell("rules", "chess", code=1)
    assert "nothing on '?'" in shell("rules", "?", code=1)
    assert "did you mean MC-SKIP-" in shell("rules", "MC-SKIP-33", code=1)
    assert "no ruleset" in shell("rules", "--ruleset", "chess", code=2)


@pytest.mark.parametrize("id", list(tp.rulesets()))
def test_every_rule_of_every_edition_can_be_shown(shell, id):
    for entry in ledger_of(tp.ruleset(id)):
        assert entry.title in shell("rules", entry.id, "--ruleset", id)


def test_a_ruleset_without_a_ledger(shell, monkeypatch):
    bare = attrs.evolve(tp.ruleset("mattel-classic"), ledger=None)
    monkeypatch.setattr(tp, "ruleset", lambda name: bare)
    assert "keeps no ledger" in shell("rules", code=1)


# -- rulesets -----------------------------------------------------------------------------------


def test_the_list_of_rulesets(shell):
    out = shell("rulesets")
    for id in tp.rulesets():
        assert f"{id}  " in out
    assert "fundex: skip_placement=discard skip_limit=once_per_lap" in out


def test_one_ruleset(shell):
    out = shell("rulesets", "mattel-classic")
    assert "skip_limit=one_pending  (one_pending | once_per_lap | turn_between | none)" in out
    assert "hand_size=10  (1 to 50)" in out
    options = shell.json("rulesets", "mattel-classic")["options"]
    assert options["skip_limit"]["conflict"] == "C-03"
    assert "no ruleset" in shell("rulesets", "chess", code=2)


def test_a_broken_plug_in_is_reported(shell, monkeypatch):
    found = {**tp.rulesets(), "bad": tp.RulesetError("ruleset 'bad' cannot be imported")}
    monkeypatch.setattr(tp, "rulesets", lambda: found)
    assert "bad  broken: ruleset 'bad' cannot be imported" in shell("rulesets", code=1)
    listed = {one["id"]: one for one in shell.json("rulesets", code=1)["rulesets"]}
    assert listed["bad"]["broken"]
    assert listed["mattel-classic"]["seats"] == [2, 6]


# -- the command --------------------------------------------------------------------------------


def test_help(shell):
    out = shell()
    assert out == shell("--help")
    for name in COMMANDS:
        assert f"\n  {name} " in out
        assert "Usage: " in shell(name, "--help")


def test_the_version(shell):
    assert shell("--version").startswith("tenphase, version ")


def test_unknown_commands_and_options(shell):
    assert "No such command 'fly'" in shell("fly", code=2)
    assert "--wings" in shell("demo", "--wings", code=2)
    assert "not a valid integer" in shell("demo", "--seats", "many", code=2)


def run(*words, code, stdin="", **settings):
    done = subprocess.run(
        [sys.executable, *words],
        input=stdin, capture_output=True, text=True, check=False, **settings,
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done


def test_as_a_process():
    main = ("-m", "tenphase.cli")
    assert "MC-HIT-6" in run(*main, "rules", "MC-HIT-6", code=0).stdout
    assert run(*main, "check", "R3 B3 G3 / W W W", "--phase", "1", code=1).stdout
    wrong = run(*main, "check", "R3 B3 G3 / X", "--phase", "1", code=2)
    assert wrong.stderr.startswith("tenphase: ")
    played = run(*main, "play", "--seed", "7", code=0, stdin="1\nq\n")
    assert "Good-bye." in played.stdout


def test_without_click(tmp_path):
    (tmp_path / "click.py").write_text("raise ImportError('no click here')\n")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from tenphase.cli import main; main()"
    )
    done = run("-c", code, code=2)
    assert done.stderr == "tenphase: the command needs click: pip install 'tenphase[cli]'\n"


def test_a_reader_that_has_had_enough():
    code = "import sys; sys.argv[1:] = ['rules']; from tenphase.cli import main; main()"
    first = subprocess.run(
        f"{sys.executable} -c \"{code}\" | head -n 1",
        shell=True, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert first.stderr == ""
    assert first.stdout.count("\n") == 1
