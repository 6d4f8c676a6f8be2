"""The ledger is whole: every rule has a test, every citation a rule, and the pages are fresh."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

import tenphase
from tenphase.errors import NotationError, RulesetError
from tenphase.ledger import Ledger, ledger_of, load_ledger

ROOT = Path(__file__).parent.parent


def _script():
    """docs/build_ledger.py as a module."""
    spec = importlib.util.spec_from_file_location("build_ledger", ROOT / "docs/build_ledger.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


build = _script()
RULES = build.known_rules()
RULESETS = tenphase.rulesets()


@pytest.fixture(scope="module")
def facts():
    return build.gather()


# -- the ledger and the rest of the repository ------------------------------------------------


def test_every_rule_has_a_test(facts):
    untested = [rule for rule in RULES if not facts.examples[rule] and not facts.tests[rule]]
    assert not untested


def _literal_lines(file):
    """Lines of a test that hold texts other than docstrings, where a rule may be made up."""
    if file.suffix != ".py" or build.TESTS not in file.parents:
        return set()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    docstrings = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    return {
        line
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if id(node) not in docstrings
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }


def test_every_citation_names_a_rule():
    pattern = build.id_pattern(RULES)
    unknown = [
        str(cite)
        for file in build.cited_files()
        for cite in build.citations(file, pattern)
        if cite.rule not in RULES and cite.line not in _literal_lines(file)
    ]
    assert not unknown


def test_pages_are_fresh():
    """Asked of the script itself: other tests may have registered rulesets in this process."""
    command = [sys.executable, str(ROOT / "docs/build_ledger.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_script_tells_whether_pages_are_fresh(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(build, "ROOT", build.ROOT)
    monkeypatch.setattr(build, "PAGES", tmp_path)
    assert build.main(["--check"]) == 1
    assert "stale" in capsys.readouterr().err
    monkeypatch.setattr(build, "stale", list)
    assert build.main(["--check"]) == 0


def test_spans_are_citations_of_each_rule(tmp_path):
    file = tmp_path / "x.md"
    file.write_text(
        "XX-HIT-1 to XX-HIT-3, XX-SKIP-9 to\n10, XX-WIN-1..2; XX-OUT-1 to 2.0, XX-OUT-A"
    )
    found = build.citations(file, build.id_pattern(["XX-HIT-1"]))
    assert [cite.rule.removeprefix("XX-") for cite in found] == (
        ["HIT-1", "HIT-2", "HIT-3", "HIT-3", "SKIP-9", "SKIP-10", "WIN-1", "WIN-2"]
        + ["OUT-1", "OUT-2", "OUT-A"]
    )


def test_citations_are_found_with_their_owner(tmp_path):
    file = tmp_path / "x.py"
    file.write_text('class A:\n    def b(self):\n        """XX-SKIP-3, EX-XX-001, XX-*."""\n')
    found = list(build.citations(file, build.id_pattern(["XX-SKIP-3"])))
    assert [(cite.rule, cite.owner, cite.line) for cite in found] == [("XX-SKIP-3", "A.b", 3)]


# -- rulesets against their ledgers -----------------------------------------------------------


@pytest.mark.parametrize("id", RULESETS)
def test_refusals_cite_rules_of_the_ledger(id):
    ruleset = tenphase.ruleset(id)
    ledger = ledger_of(ruleset)
    unknown = {c: r for c, r in ruleset.citations.items() if r not in ledger.rules}
    assert not unknown


@pytest.mark.parametrize("id", RULESETS)
def test_options_and_conflicts_agree(id):
    ruleset = tenphase.ruleset(id)
    ledger = ledger_of(ruleset)
    names = {field.name: field for field in attrs.fields(ruleset.options)}
    entries = [*ledger, *ledger.conflicts.values()]
    for entry in entries:
        for option in filter(None, entry.option.split(", ")):
            assert option in names, f"{entry.id} names option {option!r}"
    known = {id for package in build.packages() for id in load_ledger(package).conflicts}
    for name, field in names.items():
        conflict = field.metadata.get("conflict")
        assert not conflict or conflict in known, f"option {name} settles {conflict!r}"


@pytest.mark.parametrize("package", build.packages())
def test_own_rules_come_first(package):
    ledger = load_ledger(package)
    own = [entry.id in ledger.own for entry in ledger]
    assert own == sorted(own, reverse=True)
    assert any(own)


# -- the values -------------------------------------------------------------------------------


def test_an_unknown_rule_names_near_ones():
    ledger = ledger_of(tenphase.ruleset("mattel-classic"))
    with pytest.raises(NotationError, match=r"did you mean .*MC-SKIP-3") as caught:
        ledger.rule("mc-skip-3x")
    assert caught.value.piece == "mc-skip-3x"
    with pytest.raises(NotationError, match="no source 7"):
        ledger.source(7)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="no conflict 'C-99'"):
        ledger.conflict("C-99")


def test_a_ruleset_without_a_ledger_has_an_empty_one():
    ruleset = attrs.evolve(tenphase.ruleset("mattel-classic"), id="other", ledger=None)
    assert len(ledger_of(ruleset)) == 0
    assert list(Ledger()) == []


def test_entries_are_frozen():
    entry = next(iter(ledger_of(tenphase.ruleset("mattel-classic"))))
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        entry.text = "other"  # type: ignore[misc]


SOURCE = '[[source]]\nkey = "A"\ntitle = "a"\n'
RULE = '[[rule]]\nid = "X-1"\ntitle = "t"\ntext = "x"\nsources = ["A"]\n'


@pytest.mark.parametrize(
    ("ledger", "message"),
    [
        (RULE + RULE, "X-1 is there twice"),
        (RULE + 'colour = "red"\n', "RuleEntry X-1: .*colour"),
        (RULE.replace('text = "x"', 'text = ""'), "RuleEntry X-1"),
        (RULE.replace('["A"]', '"A"'), "a list of texts"),
        (RULE.replace('"A"', '"B"'), "X-1 names unknown sources B"),
        (RULE + 'conflict = "C-01"\n', "X-1 names unknown conflict 'C-01'"),
        ("[[rule]\n", "cannot be read"),
        ('[[rule]]\ntitle = "t"\n', "RuleEntry number 1"),
    ],
)
def test_a_bad_ledger_is_refused(ledger, message, monkeypatch, tmp_path, request):
    name = f"bad_ledger_{abs(hash(request.node.name))}"
    package = tmp_path / name
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "sources.toml").write_text(SOURCE)
    (package / "ledger.toml").write_text(ledger)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(RulesetError, match=message):
        load_ledger(name)


def test_a_missing_package_is_refused():
    with pytest.raises(RulesetError, match="no package"):
        load_ledger("no_such_package_anywhere")
