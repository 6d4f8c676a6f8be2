"""Makes the pages of docs/rules/ from the ledgers, the code and the tests.

    python docs/build_ledger.py           write the pages
    python docs/build_ledger.py --check   fail if they are not as they would be written

A rule's page entry tells where the rule is enforced (the functions and classes that cite its id,
and the refusal codes that its ruleset maps to it) and what shows it (the examples of
tests/data/examples that list it, and the test functions that cite it). So nothing here is kept up
by hand: to say that code follows a rule, write the rule's id into its docstring or a comment.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import tenphase
from tenphase.ledger import Conflict, Ledger, RuleEntry, load_ledger

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "rules"
CODE = (ROOT / "src", ROOT / "rulesets")
TESTS = ROOT / "tests"
EXAMPLES = TESTS / "data" / "examples"

#: These speak of rules without enforcing any: they define the errors and print the ledger.
TELLERS = ("tenphase.cli", "tenphase.errors", "tenphase.ledger")

#: These tests are about the ledger itself, so what they cite they do not show.
LEDGER_TESTS = ("test_ledger.py",)

NOTICE = "<!-- Made by docs/build_ledger.py. Change the ledger and run it again. -->\n"


@dataclass(frozen=True)
class Citation:
    """One mention of a rule id: where it stands, and in which function or class."""

    rule: str
    file: Path
    line: int
    owner: str

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line}: {self.rule}"


@dataclass
class Facts:
    """What is known of each rule from code and tests, by rule id."""

    enforced: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    codes: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    examples: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    tests: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))


# -- the ledgers -------------------------------------------------------------------------------


def packages() -> list[str]:
    """The packages of this repository that hold a ledger."""
    root = ROOT / "rulesets"
    files = sorted(root.glob("*/**/ledger.toml"))
    return [".".join(file.parent.relative_to(root).parts) for file in files]


def known_rules() -> dict[str, RuleEntry]:
    """Every rule of every ledger of this repository."""
    return {entry.id: entry for name in packages() for entry in load_ledger(name)}


def id_pattern(rules: Iterable[str]) -> re.Pattern[str]:
    """What looks like a rule id: one that begins as a known one does."""
    prefixes = sorted({rule.split("-")[0] for rule in rules})
    return re.compile(rf"(?<![\w-])(?:{'|'.join(prefixes)})(?:-[A-Z]+)*-[A-Z0-9]+(?![\w-])")


# -- who cites what ----------------------------------------------------------------------------


def _owners(tree: ast.Module) -> list[tuple[int, int, str]]:
    """First line, last line and dotted name of each function and class, outer ones first."""
    found: list[tuple[int, int, str]] = []

    def visit(node: ast.AST, path: tuple[str, ...]) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inner = (*path, child.name)
                first = min([child.lineno, *(d.lineno for d in child.decorator_list)])
                found.append((first, child.end_lineno or first, ".".join(inner)))
                visit(child, inner)
            else:
                visit(child, path)

    visit(tree, ())
    return found


def citations(file: Path, pattern: re.Pattern[str]) -> Iterator[Citation]:
    """Every rule id in a text; in Python files also which function or class it stands in."""
    text = file.read_text(encoding="utf-8")
    if not pattern.search(text):
        return
    owners = _owners(ast.parse(text)) if file.suffix == ".py" else []
    for match in pattern.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        inside = [name for first, last, name in owners if first <= line <= last]
        for rule in _span(match, text):
            yield Citation(rule, file, line, inside[-1] if inside else "")


def _span(match: re.Match[str], text: str) -> list[str]:
    """The rules that a mention means: one, or several in "MC-HIT-1 to MC-HIT-8" or "... to 8"."""
    stem, _, first = match.group().rpartition("-")
    rest = re.compile(rf"(?:\s+to\s+|\.\.)(?:{stem}-)?(\d+)(?![\w-])").match(text, match.end())
    if rest is None or not first.isdigit():
        return [match.group()]
    return [f"{stem}-{number}" for number in range(int(first), int(rest[1]) + 1)]


def cited_files() -> list[Path]:
    """All files of the repository that may cite rules: code, tests, data and documents."""
    files = [ROOT / "README.md"]
    for folder in (*CODE, TESTS, ROOT / "docs"):
        for ending in ("py", "toml", "md"):
            files += [f for f in folder.rglob(f"*.{ending}") if "_build" not in f.parts]
    return sorted(files)


def module_of(file: Path) -> str:
    """The dotted name of a module of this repository."""
    root = next(folder for folder in CODE if folder in file.parents)
    parts = file.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _add(table: dict[str, list[str]], key: str, value: str) -> None:
    if value not in table[key]:
        table[key].append(value)


def _gather_code(facts: Facts, pattern: re.Pattern[str]) -> None:
    for folder in CODE:
        for file in sorted(folder.rglob("*.py")):
            module = module_of(file)
            if module.startswith(TELLERS):
                continue
            for cite in citations(file, pattern):
                _add(facts.enforced, cite.rule, f"{module}.{cite.owner}".rstrip("."))
    for id in tenphase.rulesets():
        for code, rule in tenphase.ruleset(id).citations.items():
            _add(facts.codes, rule, code)


def _gather_tests(facts: Facts, pattern: re.Pattern[str], rules: Iterable[str]) -> None:
    for file in sorted(EXAMPLES.glob("*.toml")):
        for example in tomllib.loads(file.read_text(encoding="utf-8")).get("example", ()):
            variants = example.get("variant", ())
            for rule in [*example.get("rules", ()), *(v["rule"] for v in variants if "rule" in v)]:
                _add(facts.examples, rule, example["id"])
    names = {f"_{rule.lower().replace('-', '_')}_": rule for rule in rules}
    for file in sorted(TESTS.rglob("test_*.py")):
        if file.name in LEDGER_TESTS:
            continue
        where = file.relative_to(ROOT).as_posix()
        for cite in citations(file, pattern):
            name = cite.owner.split(".")[-1]
            if name.startswith("test_"):
                _add(facts.tests, cite.rule, f"{where}::{cite.owner.replace('.', '::')}")
        for _, _, owner in _owners(ast.parse(file.read_text(encoding="utf-8"))):
            name = f"_{owner.split('.')[-1].lower()}_"
            if name.startswith("_test_"):
                for form, rule in names.items():
                    if form in name:
                        _add(facts.tests, rule, f"{where}::{owner.replace('.', '::')}")


def gather() -> Facts:
    """Read code and tests."""
    facts = Facts()
    rules = known_rules()
    pattern = id_pattern(rules)
    _gather_code(facts, pattern)
    _gather_tests(facts, pattern, rules)
    return facts


# -- the pages ---------------------------------------------------------------------------------


def _code(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _keys(keys: Iterable[str]) -> str:
    return ", ".join(f"[{key}](#source-{key.lower()})" for key in keys)


def _rule(entry: RuleEntry, facts: Facts) -> Iterator[str]:
    yield f"({entry.id.lower()})=\n### {entry.id}: {entry.title}\n"
    yield f"{entry.text}\n"
    yield f"- Sources: {_keys(entry.sources) or 'none; it follows from other rules'}"
    if entry.decision:
        yield f"- Decision: {entry.decision}"
    if entry.option:
        yield f"- Option: {_code(entry.option.split(', '))}"
    if entry.conflict:
        yield f"- Conflict: [{entry.conflict}](#{entry.conflict.lower()})"
    if places := facts.enforced.get(entry.id):
        yield f"- Enforced in: {_code(places)}"
    if codes := facts.codes.get(entry.id):
        yield f"- Refusals: {_code(codes)}"
    if examples := facts.examples.get(entry.id):
        yield f"- Examples: {', '.join(examples)}"
    if tests := facts.tests.get(entry.id):
        yield f"- Tests: {_code(tests)}"
    yield ""


def _conflict(conflict: Conflict) -> Iterator[str]:
    yield f"({conflict.id.lower()})=\n### {conflict.id}: {conflict.question}\n"
    for number, reading in enumerate(conflict.readings):
        # where no value is the default, the first reading is the one that is played
        played = reading.value == conflict.default and (bool(reading.value) or number == 0)
        value = f"`{reading.value}`" if reading.value else "Played" if played else "Not played"
        default = " (default)" if played else ""
        sources = f" Sources: {_keys(reading.sources)}." if reading.sources else ""
        yield f"- {value}{default}: {reading.text}{sources}"
    yield f"\nOption: {_code(conflict.option.split(', '))}\n" if conflict.option else ""


def _title(package: str) -> str:
    titles = [tenphase.ruleset(i).title for i in _ids_of(package)]
    return titles[0] if titles else package.rpartition(".")[2].replace("_", " ").capitalize()


def _ids_of(package: str) -> list[str]:
    return [id for id in tenphase.rulesets() if tenphase.ruleset(id).ledger == package]


def _page(package: str, ledger: Ledger, facts: Facts) -> str:
    lines = [NOTICE, f"# {_title(package)}\n"]
    if ids := _ids_of(package):
        lines.append(f"The rules of {_code(ids)}, one by one.\n")
    own = [entry for entry in ledger if entry.id in ledger.own]
    if taken := len(ledger) - len(own):
        lines.append(f"Besides these, {taken} rules of other editions hold here.\n")
    lines.append("## Rules\n")
    for entry in own:
        lines += _rule(entry, facts)
    conflicts = [c for c in ledger.conflicts.values() if c.id in ledger.own]
    if conflicts:
        lines.append("## Where the sources disagree\n")
    for conflict in conflicts:
        lines += _conflict(conflict)
    return "\n".join(lines).rstrip() + "\n"


def _sources_page(ledgers: Iterable[Ledger]) -> str:
    lines = [NOTICE, "# Sources\n", "What the keys in the ledger stand for.\n"]
    sources = {key: source for ledger in ledgers for key, source in ledger.sources.items()}
    for key, source in sources.items():
        lines.append(f"(source-{key.lower()})=\n## {key}: {source.title}\n")
        if source.what:
            lines.append(f"{source.what}\n")
        if source.weight:
            lines.append(f"- Weight: {source.weight}")
        if source.address:
            lines.append(f"- Found at: {source.address}")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _index(names: Iterable[str]) -> str:
    toc = "\n".join(names)
    return f"""{NOTICE}
# The rules

Every atomic rule has an id, a sentence in this project's words, the sources it rests on, and, where
sources disagree, the decision and the option that selects the other reading. Each entry tells which
code enforces the rule and which examples and tests show it; a rule without a test fails the build.
A refusal cites the same ids, and `tenphase rules ID` prints an entry.

```{{toctree}}
:maxdepth: 1

{toc}
sources
```
"""


def pages() -> dict[str, str]:
    """The pages as they should be, by file name."""
    facts = gather()
    ledgers = {package: load_ledger(package) for package in packages()}
    made = {}
    for package, ledger in ledgers.items():
        name = package.rpartition(".")[2].replace("_", "-")
        made[f"{name}.md"] = _page(package, ledger, facts)
    made["index.md"] = _index([name.removesuffix(".md") for name in made])
    made["sources.md"] = _sources_page(ledgers.values())
    return made


def stale() -> list[str]:
    """The names of pages that are not as they should be."""
    wanted = pages()
    there = {file.name: file.read_text(encoding="utf-8") for file in PAGES.glob("*.md")}
    return sorted(name for name in wanted.keys() | there if wanted.get(name) != there.get(name))


def main(arguments: list[str] | None = None) -> int:
    """Write or check the pages; the exit code says whether they are in order."""
    parser = argparse.ArgumentParser(description="Make the pages of docs/rules/.")
    parser.add_argument("--check", action="store_true", help="change nothing, fail if stale")
    if parser.parse_args(arguments).check:
        if names := stale():
            print(f"stale: {', '.join(names)}; run python docs/build_ledger.py", file=sys.stderr)
        else:
            print("docs/rules is up to date")
        return bool(names)
    wanted = pages()
    PAGES.mkdir(exist_ok=True)
    for file in PAGES.glob("*.md"):
        if file.name not in wanted:
            file.unlink()
    for name, text in wanted.items():
        (PAGES / name).write_text(text, encoding="utf-8")
    print(f"wrote {len(wanted)} pages to {PAGES.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
