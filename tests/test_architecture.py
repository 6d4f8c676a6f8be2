"""The arrows between the parts, and a few habits, as far as the import linter cannot say them.

The import linter (pyproject.toml) holds which module may import which. Here stand which *names* may
be imported, and what must not occur in a file at all.
"""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SRC, RULESETS = ROOT / "src", ROOT / "rulesets"

#: The modules that a user or a plug-in may import, with the names in their `__all__`.
PUBLIC = [
    "tenphase",
    "tenphase.action_cards",
    "tenphase.actions",
    "tenphase.bots",
    "tenphase.cards",
    "tenphase.errors",
    "tenphase.events",
    "tenphase.flow",
    "tenphase.game",
    "tenphase.json_io",
    "tenphase.ledger",
    "tenphase.melds",
    "tenphase.options",
    "tenphase.phases",
    "tenphase.policies",
    "tenphase.position",
    "tenphase.records",
    "tenphase.questions",
    "tenphase.registry",
    "tenphase.rules",
    "tenphase.ruleset",
    "tenphase.sampling",
    "tenphase.scoresheet",
    "tenphase.solver",
    "tenphase.stages",
    "tenphase.state",
    "tenphase.table",
    "tenphase.testing",
    "tenphase.views",
    "tenphase.zones",
]

#: The modules that may change from one release to the next.
INTERNAL = [
    "tenphase.chance",
    "tenphase.laid",
    "tenphase.position_text",
    "tenphase.tables",
]

#: Public for rulesets alone, which may bring stages and action cards of their own.
FOR_RULESETS = [
    "tenphase.action_cards",
    "tenphase.flow",
    "tenphase.policies",
    "tenphase.stages",
    "tenphase.zones",
]

#: Programs that stand on the public names as a stranger's would.
PROGRAMS = ["tenphase.bench", "tenphase.cli"]

#: Parts that do so as well, though they are public themselves.
USERS = ["tenphase.bots", "tenphase.testing", *PROGRAMS]

MOST_LINES = 400


def _module(file: Path) -> str:
    root = SRC if SRC in file.parents else RULESETS
    parts = file.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {_module(f): f for folder in (SRC, RULESETS) for f in sorted(folder.rglob("*.py"))}
TREES = {m: ast.parse(f.read_text(encoding="utf-8")) for m, f in FILES.items()}


def _is_in(module: str, packages: list[str]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def _imports(module: str):
    """Pairs of a module and a name imported from it (None for the module as such)."""
    for node in ast.walk(TREES[module]):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: imports are absolute"
            yield from ((node.module, alias.name) for alias in node.names)


OUTSIDERS = [m for m in FILES if _is_in(m, ["tenphase_rulesets", *USERS])]


@pytest.mark.parametrize("module", OUTSIDERS)
def test_only_public_names_are_imported(module):
    """Rulesets, bots, programs: what they need and cannot get is missing from the API."""
    own = [module.split(".")[0]] if module.startswith("tenphase_rulesets") else []
    own += [user for user in USERS if _is_in(module, [user])]
    for source, name in _imports(module):
        if not _is_in(source, ["tenphase"]) or _is_in(source, own):
            continue
        if name is not None and f"{source}.{name}" in FILES and _is_in(f"{source}.{name}", own):
            continue
        assert source in PUBLIC, f"{source} is internal"
        if not module.startswith("tenphase_rulesets"):
            assert source not in FOR_RULESETS, f"{source} is for rulesets alone"
        if name is not None:
            allowed = importlib.import_module(source).__all__
            as_module = f"{source}.{name}" in PUBLIC
            assert name in allowed or as_module, f"{source}.{name} is not public"


def test_every_module_is_public_or_internal():
    top = {".".join(module.split(".")[:2]) for module in FILES if _is_in(module, ["tenphase"])}
    private = {module for module in top if module.split(".")[-1].startswith("_")}
    assert not top - private - {*PUBLIC, *INTERNAL, *PROGRAMS}


@pytest.mark.parametrize("module", FILES)
def test_files_are_short(module):
    lines = len(FILES[module].read_text(encoding="utf-8").splitlines())
    assert lines <= MOST_LINES, "split it"


@pytest.mark.parametrize("module", FILES)
def test_no_global_dice(module):
    """Chance is part of a state or a generator that is passed in, never the global one."""
    for node in ast.walk(TREES[module]):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "random":
                assert node.attr == "Random", f"random.{node.attr}, line {node.lineno}"
        elif isinstance(node, ast.ImportFrom) and node.module == "random":
            assert [alias.name for alias in node.names] == ["Random"]
        elif isinstance(node, ast.Call) and not (node.args or node.keywords):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            assert name != "Random", f"a generator without a seed, line {node.lineno}"


HOT = [m for m in FILES if _is_in(m, ["tenphase.state", "tenphase.flow", "tenphase.stages"])] + [
    m for m in FILES if m.startswith("tenphase.solver.")
]


@pytest.mark.parametrize("module", HOT)
def test_the_hot_core_is_plain(module):
    """No attrs, enum or dataclass where a step or a question is counted in microseconds."""
    for source, _ in _imports(module):
        assert source.split(".")[0] not in {"attr", "attrs", "cattrs", "dataclasses", "enum"}


@pytest.mark.parametrize("module", FILES)
def test_every_module_says_what_it_is_for(module):
    assert ast.get_docstring(TREES[module])


@pytest.mark.parametrize("folder", ["src", "rulesets", "tests", "docs"])
def test_no_leftovers(folder):
    """No trade name in the name of a file, and nothing outside the fixed top level."""
    for path in (ROOT / folder).rglob("*"):
        assert "phase10" not in path.name.lower().replace("_", "").replace("-", "")
