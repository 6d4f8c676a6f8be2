"""The ledger: every rule of an edition as an entry with its sources.

A ruleset keeps its rules as data, in a file `ledger.toml` beside its code: for each rule an id,
a sentence, the sources it rests on, what was decided where they disagree, and the option that
selects the other reading. Refusals cite these ids, `tenphase rules` prints them, and the pages
under docs/rules/ are made from them.

The form of the file:

- `[[rule]]` with `id`, `title`, `text`, `sources` (a list of keys), `decision`, `option` and
  `conflict`; the last three may be empty;
- `[[conflict]]` with `id`, `question`, `readings` (a list of tables with `value`, `text` and
  `sources`), `default` and `option`;
- `base = ["package", ...]` at the top, if the edition keeps to the rules of others as well;
- `refers_to = ["package", ...]` at the top, if it has rules of its own, but some of them are
  disputed in the same way as rules of others: their conflicts may then be named.

The keys of the sources are explained in a file `sources.toml` of `[[source]]` tables (`key`,
`title`, `what`, `address`, `weight`), in the same package or in one above it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from tenphase.errors import NotationError, RulesetError, brief

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from tenphase.ruleset import Ruleset

__all__ = ["Conflict", "Ledger", "Reading", "RuleEntry", "Source", "ledger_of", "load_ledger"]

T = TypeVar("T")


def _strings(value: object) -> tuple[str, ...]:
    if isinstance(value, str) or not all(isinstance(item, str) for item in value):  # type: ignore[attr-defined]
        raise TypeError("a list of texts is needed")
    return tuple(value)  # type: ignore[arg-type]


_text: Any = attrs.validators.instance_of(str)
_filled: Any = attrs.validators.and_(_text, attrs.validators.min_len(1))


@attrs.frozen(kw_only=True)
class Source:
    """A text that rules are taken from.

    >>> Source(key="S3", title="Rule sheet in four languages", weight="publisher").key
    'S3'
    """

    key: str = attrs.field(validator=_filled)
    title: str = attrs.field(validator=_filled)
    what: str = attrs.field(default="", validator=_text)
    address: str = attrs.field(default="", validator=_text)
    weight: str = attrs.field(default="", validator=_text)


@attrs.frozen(kw_only=True)
class RuleEntry:
    """One rule: its id, its sentence, and where it comes from.

    >>> entry = RuleEntry(id="MC-HIT-8", title="No new melds",
    ...                   text="A hit only makes a meld larger.", sources=["S0"])
    >>> print(entry)
    MC-HIT-8 (No new melds): A hit only makes a meld larger.
    """

    id: str = attrs.field(validator=_filled)
    title: str = attrs.field(validator=_filled)
    text: str = attrs.field(validator=_filled)
    sources: tuple[str, ...] = attrs.field(converter=_strings)
    decision: str = attrs.field(default="", validator=_text)
    option: str = attrs.field(default="", validator=_text)
    conflict: str = attrs.field(default="", validator=_text)

    def __str__(self) -> str:
        return f"{self.id} ({self.title}): {self.text}"


@attrs.frozen(kw_only=True)
class Reading:
    """One side of a conflict: the option value that selects it, and who holds it.

    >>> Reading(value="none", text="No limit at all.", sources=["S4"]).sources
    ('S4',)
    """

    value: str = attrs.field(converter=str)
    text: str = attrs.field(validator=_filled)
    sources: tuple[str, ...] = attrs.field(converter=_strings)


def _readings(value: object) -> tuple[Reading, ...]:
    readings: Any = value
    return tuple([r if isinstance(r, Reading) else Reading(**r) for r in readings])


@attrs.frozen(kw_only=True)
class Conflict:
    """A question that the sources answer differently, or not at all.

    >>> conflict = Conflict(id="C-09", question="Does a run go on from 12 to 1?", default="false",
    ...     readings=[{"value": "false", "text": "No.", "sources": ["S0"]}])
    >>> conflict.readings[0].text
    'No.'
    """

    id: str = attrs.field(validator=_filled)
    question: str = attrs.field(validator=_filled)
    readings: tuple[Reading, ...] = attrs.field(converter=_readings)
    default: str = attrs.field(converter=str)
    option: str = attrs.field(default="", validator=_text)


@attrs.frozen(kw_only=True, eq=False)
class Ledger:
    """The rules of an edition in the order of its file, then those it takes from others.

    >>> import tenphase
    >>> ledger = ledger_of(tenphase.ruleset("mattel-classic"))
    >>> ledger.rule("MC-SKIP-3").conflict
    'C-03'
    >>> ledger.conflict("C-03").option
    'skip_limit'
    """

    package: str = ""
    rules: Mapping[str, RuleEntry] = attrs.field(factory=dict)
    conflicts: Mapping[str, Conflict] = attrs.field(factory=dict)
    sources: Mapping[str, Source] = attrs.field(factory=dict)
    #: the ids of the rules and conflicts in this ledger's own file
    own: frozenset[str] = frozenset()

    def __iter__(self) -> Iterator[RuleEntry]:
        return iter(self.rules.values())

    def __len__(self) -> int:
        return len(self.rules)

    def rule(self, id: str) -> RuleEntry:
        """The entry of a rule. Raises `NotationError` for an unknown id, naming near ones."""
        return _look_up(self.rules, id, "rule")

    def conflict(self, id: str) -> Conflict:
        """A conflict by its id. Raises `NotationError` for an unknown id."""
        return _look_up(self.conflicts, id, "conflict")

    def source(self, key: str) -> Source:
        """A source by its key. Raises `NotationError` for an unknown key."""
        return _look_up(self.sources, key, "source")


def _look_up(table: Mapping[str, T], key: str, what: str) -> T:
    if isinstance(key, str) and key in table:
        return table[key]
    from difflib import get_close_matches

    word = key if isinstance(key, str) else brief(key)
    near = get_close_matches(word.upper(), table, n=3)
    hint = f"; did you mean {', '.join(near)}?" if near else ""
    raise NotationError(f"the ledger has no {what} {brief(key)}{hint}", piece=word)


def ledger_of(ruleset: Ruleset) -> Ledger:
    """The ledger of a ruleset; an empty one if it has none.

    >>> import tenphase
    >>> len(ledger_of(tenphase.ruleset("mattel-classic"))) > 50
    True
    """
    return Ledger() if ruleset.ledger is None else load_ledger(ruleset.ledger)


@cache
def load_ledger(package: str) -> Ledger:
    """The ledger that lies in a package. It is read once.

    Raises `RulesetError` if there is none, or if it is not well formed: a missing or unknown
    key, an id given twice, a source or conflict that is not explained.

    >>> load_ledger("tenphase")
    Traceback (most recent call last):
    tenphase.errors.RulesetError: package 'tenphase' has no ledger.toml
    """
    data = _read(package, "ledger.toml")
    if data is None:
        raise RulesetError(f"package {brief(package)} has no ledger.toml")
    where = f"the ledger of {brief(package)}"
    rules = _table(data.get("rule", ()), RuleEntry, lambda entry: entry.id, where)
    conflicts = _table(data.get("conflict", ()), Conflict, lambda entry: entry.id, where)
    sources = _sources(package)
    own = frozenset([*rules, *conflicts])
    for name in (*data.get("base", ()), *data.get("refers_to", ())):
        below = load_ledger(name)
        if name in data.get("base", ()):
            rules = {**rules, **{k: v for k, v in below.rules.items() if k not in rules}}
        conflicts = {**below.conflicts, **conflicts}
        sources = {**below.sources, **sources}
    ledger = Ledger(package=package, rules=rules, conflicts=conflicts, sources=sources, own=own)
    _check_references(ledger, where)
    return ledger


def _check_references(ledger: Ledger, where: str) -> None:
    cited = [(entry.id, entry.sources) for entry in ledger]
    for conflict in ledger.conflicts.values():
        cited += [(conflict.id, reading.sources) for reading in conflict.readings]
    for id, keys in cited:
        if unknown := [key for key in keys if key not in ledger.sources]:
            raise RulesetError(f"{where}: {id} names unknown sources {', '.join(unknown)}")
    for entry in ledger:
        if entry.conflict and entry.conflict not in ledger.conflicts:
            raise RulesetError(
                f"{where}: {entry.id} names unknown conflict {brief(entry.conflict)}"
            )


def _sources(package: str) -> dict[str, Source]:
    """The sources explained in a package and in those above it, the nearest going before."""
    found: dict[str, Source] = {}
    parts = package.split(".")
    for size in range(1, len(parts) + 1):
        name = ".".join(parts[:size])
        data = _read(name, "sources.toml") or {}
        where = f"the sources of {brief(name)}"
        found |= _table(data.get("source", ()), Source, lambda entry: entry.key, where)
    return found


def _read(package: str, name: str) -> dict[str, Any] | None:
    """A TOML file of a package, or None if it is not there."""
    import tomllib
    from importlib.resources import files

    try:
        file: Traversable = files(package) / name
    except (ImportError, TypeError, ValueError) as error:
        raise RulesetError(f"there is no package {brief(package)} to hold a {name}") from error
    if not file.is_file():
        return None
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise RulesetError(f"{name} of {brief(package)} cannot be read: {error}") from error


def _table(items: Any, kind: type[T], key: Callable[[T], str], where: str) -> dict[str, T]:
    table: dict[str, T] = {}
    for number, item in enumerate(items, 1):
        try:
            entry = kind(**item)
        except (TypeError, ValueError) as error:
            what = item.get("id") or item.get("key") or f"number {number}"
            message = f"{where}: {kind.__name__} {what}: {error}"
            raise RulesetError(message) from error
        if key(entry) in table:
            raise RulesetError(f"{where}: {key(entry)} is there twice")
        table[key(entry)] = entry
    return table
