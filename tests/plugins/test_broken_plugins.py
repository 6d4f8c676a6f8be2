"""A plug-in that cannot be used is reported by name, and takes nobody down with it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap

import pytest

import tenphase as tp

MODULE = """
import attrs
import tenphase as tp
from tenphase_rulesets.mattel_classic import ruleset as classic
from tenphase.phases import parse_phase

good = attrs.evolve(classic, id="good", ledger=None, citations={})
not_a_ruleset = {"id": "wrong-type"}
other_name = attrs.evolve(good, id="something-else")
twice = attrs.evolve(good, id="twice")
also_twice = attrs.evolve(good, id="twice", title="Also")
no_points = attrs.evolve(good, id="no-points", points=lambda options, deck: {})
no_deck = attrs.evolve(good, id="no-deck", deck=None)
wrong_deck = attrs.evolve(good, id="wrong-deck", deck=lambda options, seats: [1, 2])
no_stage = attrs.evolve(good, id="no-stage", round_end=("bidding",))
idle_card = attrs.evolve(good, id="idle-card", action_cards=lambda options: {})
too_large = attrs.evolve(good, id="too-large", phases=lambda o: [parse_phase("S9+S9")])
bad_preset = attrs.evolve(good, id="bad-preset", presets={"a": {}, "b": {"skips": 99}})
both = {"winner_rule": "lowest_total", "tie_break": "replay_last_phase"}
clash = attrs.evolve(good, id="clash", presets={"a": both})
"""

#: By entry: where it points to, and what the report says.
ENTRIES = {
    "good": ("strange:good", None),
    "two-pack": ("strange:good", "is offered more than once"),
    "no-module": ("there_is_no_such_module:ruleset", "ModuleNotFoundError"),
    "no-name": ("strange:nothing", "AttributeError"),
    "crash": ("strange_crash:ruleset", "ZeroDivisionError: division by zero"),
    "quits": ("strange_quits:ruleset", "SystemExit: 3"),
    "syntax": ("strange_syntax:ruleset", "SyntaxError"),
    "wrong-type": ("strange:not_a_ruleset", "is a dict, not a Ruleset"),
    "other-name": ("strange:other_name", "calls itself 'something-else'"),
    "no-points": ("strange:no_points", "no points are given for R1"),
    "no-deck": ("strange:no_deck", "TypeError: 'NoneType' object is not callable"),
    "wrong-deck": ("strange:wrong_deck", "is broken"),
    "no-stage": ("strange:no_stage", "there is no stage 'bidding'"),
    "idle-card": ("strange:idle_card", "nothing says what S does"),
    "too-large": ("strange:too_large", "asks for 18 cards"),
    "bad-preset": ("strange:bad_preset", "preset 'b' is broken: skips is a whole number"),
    "clash": ("strange:clash", "contradict each other"),
    "no-presets": ("strange_presets:ruleset", "presets maps names to option values"),
}

TELL = """
import json
import tenphase as tp

rulesets = tp.rulesets().items()
found = {name: value if isinstance(value, tp.RulesetError) else "" for name, value in rulesets}
assert tp.new_game("mattel-classic", seats=3, seed=1).to_act == 1
assert tp.new_game("good", seats=3, seed=1).to_act == 1
for name, error in found.items():
    if error:
        assert name in str(error), (name, str(error))
        try:
            tp.new_game(name, seats=2)
        except tp.RulesetError:
            found[name] = str(error)
        except tp.OptionError:  # these tables can be loaded, but not played by default
            found[name] = str(error)
        else:
            found[name] = f"{error}"
print(json.dumps(found))
"""


def write(folder, entries, twice=()):
    """Distributions as pip would leave them: modules, and metadata with entry points."""
    (folder / "strange.py").write_text(MODULE)
    (folder / "strange_crash.py").write_text("1 / 0\n")
    (folder / "strange_quits.py").write_text("import sys\nsys.exit(3)\n")
    (folder / "strange_presets.py").write_text(
        "import attrs\nfrom strange import good\nruleset = attrs.evolve(good, presets={})\n"
    )
    (folder / "strange_syntax.py").write_text("this is = not Python\n")
    lines = [f"{name} = {value}" for name, value in entries.items()]
    for number, group in enumerate([lines, list(twice)]):
        info = folder / f"strange{number}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: strange{number}\nVersion: 1.0\n"
        )
        text = "\n".join(["[tenphase.rulesets]", *group])
        (info / "entry_points.txt").write_text(text + "\n")


def run(folder, *command):
    return subprocess.run(
        [sys.executable, *command],
        capture_output=True, text=True, check=False, cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )  # fmt: skip


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    folder = tmp_path_factory.mktemp("plugins")
    entries = {name: value for name, (value, _) in ENTRIES.items()}
    write(folder, {**entries, "twice": "strange:twice"}, twice=["twice = strange:also_twice"])
    done = run(folder, "-c", textwrap.dedent(TELL))
    assert done.returncode == 0, done.stderr
    listed = run(folder, "-m", "tenphase.cli", "rulesets")
    return json.loads(done.stdout), listed


@pytest.mark.parametrize("name", ENTRIES)
def test_it_is_reported_by_name(told, name):
    found, _ = told
    _, words = ENTRIES[name]
    if words is None:
        assert found[name] == ""
    else:
        assert words in found[name]
        assert name in found[name]


def test_an_id_that_is_offered_twice(told):
    found, _ = told
    assert "strange:also_twice, strange:twice" in found["twice"]


def test_the_others_are_not_taken_down(told):
    found, _ = told
    for name in ("mattel-classic", "ravensburger-master", "standard-deck", "good"):
        assert found[name] == ""


def test_the_command_lists_them(told):
    _, listed = told
    assert listed.returncode == 1
    assert "mattel-classic  Classic" in listed.stdout
    for name, (_, words) in ENTRIES.items():
        assert (f"{name}  broken: " in listed.stdout) == (words is not None)
    assert "Traceback" not in listed.stderr


def test_a_registered_ruleset_may_not_take_an_id():
    import attrs

    classic = tp.ruleset("mattel-classic")
    with pytest.raises(tp.RulesetError, match="already"):
        tp.register(attrs.evolve(classic, title="Mine"))
    with pytest.raises(tp.RulesetError, match="a ruleset is a Ruleset value"):
        tp.register("mattel-classic")  # type: ignore[arg-type]


@pytest.mark.parametrize("id", ["", "My Game", "a_b", "-a", "a--b", "2up", "é", 7, None])
def test_an_id_can_be_typed(id):
    import attrs

    with pytest.raises(tp.DefinitionError, match="a ruleset's id is made of small letters"):
        attrs.evolve(tp.ruleset("mattel-classic"), id=id)


def test_an_id_that_comes_to_stand_for_another_ruleset():
    """A draft is changed and tried again under the same id: nothing of the first one is kept."""
    import attrs

    from tenphase.registry import registered

    classic = tp.ruleset("mattel-classic")
    for title in ("first", "second"):
        with registered(attrs.evolve(classic, id="draft", title=title)) as draft:
            state = tp.new_game("draft", seats=2, seed=1).state
            again = tp.from_json(json.dumps(tp.to_json(state)))
            assert again == state
            assert again.rules.ruleset is draft
            assert tp.position(state.position()).rules.ruleset is draft
