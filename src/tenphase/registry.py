"""Finding rulesets: the entry-point group `tenphase.rulesets`, for ours and for everybody's.

A plug-in distribution names a `Ruleset` value in that group and is found once it is installed. A
plug-in that cannot be used is reported by name when it is asked for; it never takes others down.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from tenphase.errors import OptionError, RulesetError, TenphaseError, UnknownRuleset, brief
from tenphase.options import Options, build_options
from tenphase.ruleset import Ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from importlib.metadata import EntryPoint

    from tenphase.rules import Rules

__all__ = ["GROUP", "find_rules", "register", "registered", "ruleset", "rulesets"]

#: The name of the entry-point group.
GROUP = "tenphase.rulesets"

_registered: dict[str, Ruleset] = {}


@lru_cache(maxsize=1)
def _entries() -> dict[str, tuple[EntryPoint, ...]]:
    from importlib.metadata import entry_points  # takes a while, and not everybody needs it

    found: dict[str, tuple[EntryPoint, ...]] = {}
    for entry in entry_points(group=GROUP):
        found[entry.name] = (*found.get(entry.name, ()), entry)
    return found


def register(value: Ruleset) -> Ruleset:
    """Make a ruleset known to this process without installing it, for tests and notebooks.

    Raises `RulesetError` if another ruleset with this id is there already.

    >>> import attrs
    >>> house = attrs.evolve(ruleset("mattel-classic"), id="kitchen-table")
    >>> register(house) is house, "kitchen-table" in rulesets()
    (True, True)
    """
    if not isinstance(value, Ruleset):
        raise RulesetError(f"a ruleset is a Ruleset value, not {brief(value)}")
    taken = _registered.get(value.id)
    if (taken is not None and taken is not value) or value.id in _entries():
        raise RulesetError(f"there is a ruleset {brief(value.id)} already")
    _registered[value.id] = value
    return value


@contextmanager
def registered(value: Ruleset) -> Iterator[Ruleset]:
    """Make a ruleset known for a while, in place of any other one with its id.

    Positions, records and pickled states name their ruleset by its id, so they need this for a
    ruleset that is not installed.

    >>> import attrs
    >>> with registered(attrs.evolve(ruleset("mattel-classic"), id="draft")) as draft:
    ...     ruleset("draft") is draft
    True
    """
    before = _registered.get(value.id)
    _registered[value.id] = value
    try:
        yield value
    finally:
        if before is None:
            del _registered[value.id]
        else:
            _registered[value.id] = before


@cache
def _load(name: str) -> Ruleset:
    entries = _entries()[name]
    if len(entries) > 1:
        values = ", ".join(sorted(entry.value for entry in entries))
        raise RulesetError(f"ruleset {brief(name)} is offered more than once: {values}")
    entry = entries[0]
    try:
        value = entry.load()
    except (Exception, SystemExit) as error:
        why = f"{type(error).__name__}: {error}"
        raise RulesetError(
            f"ruleset {brief(name)} ({entry.value}) cannot be imported: {why}"
        ) from error
    if not isinstance(value, Ruleset):
        raise RulesetError(
            f"ruleset {brief(name)} ({entry.value}) is a {type(value).__name__}, not a Ruleset"
        )
    if value.id != name:
        raise RulesetError(f"ruleset {brief(name)} ({entry.value}) calls itself {brief(value.id)}")
    return value


@cache
def _try(name: str) -> Ruleset:
    """A ruleset whose presets all make options, and whose default preset makes rules."""
    value = _load(name)
    with _blame(value):
        for preset, values in dict(value.presets).items():
            with _blame(value, f", preset {brief(preset)}"):
                build_options(value.options, values)
        find_rules(value, seats=value.seats[0])
    return value


@contextmanager
def _blame(value: Ruleset, what: str = "") -> Iterator[None]:
    """Name the ruleset when its code or its tables fail, in whatever way they do."""
    try:
        yield
    except RulesetError:
        raise
    except Exception as error:
        raise _broken(value, error, what) from error


def _broken(value: Ruleset, error: Exception, what: str = "") -> RulesetError:
    why = str(error) if isinstance(error, TenphaseError) else f"{type(error).__name__}: {error}"
    return RulesetError(f"ruleset {brief(value.id)}{what} is broken: {why}")


def ruleset(name: str | Ruleset) -> Ruleset:
    """The ruleset with this id (a `Ruleset` is given back as it is).

    Raises `UnknownRuleset` if none is installed, and `RulesetError` if its plug-in is broken.

    >>> ruleset("mattel-classic").seats
    (2, 6)
    """
    if isinstance(name, Ruleset):
        return name
    if isinstance(name, str) and name in _registered:
        return _registered[name]
    if not isinstance(name, str):
        raise UnknownRuleset(
            f"a ruleset is named by its id; not {brief(name)} (a game goes on with Game(state))"
        )
    if name not in _entries():
        known = ", ".join(sorted({*_entries(), *_registered})) or "none"
        raise UnknownRuleset(f"no ruleset {brief(name)} is installed (there are: {known})")
    return _load(name)


def rulesets() -> dict[str, Ruleset | RulesetError]:
    """All installed rulesets by id; for a broken one, the error that says what is wrong with it.

    >>> "mattel-classic" in rulesets()
    True
    """
    found: dict[str, Ruleset | RulesetError] = {}
    for name in _entries():
        try:
            found[name] = _try(name)
        except RulesetError as error:
            found[name] = error
    return dict(sorted({**found, **_registered}.items()))


def find_rules(
    name: str | Ruleset,
    *,
    seats: int = 4,
    preset: str | None = None,
    options: Options | Mapping[str, object] | None = None,
    **more: object,
) -> Rules:
    """Compiled rules: a ruleset, a preset of it, and options that go before the preset's.

    Raises `OptionError` for an unknown preset or option and for values that do not go together,
    and `RulesetError` when the ruleset itself is broken.

    >>> find_rules("mattel-classic", preset="fundex").options.skip_placement
    'discard'
    """
    chosen = ruleset(name)
    if isinstance(options, Options):
        if preset is not None or more:
            raise OptionError("give either complete options, or a preset and single options")
        if type(options) is not chosen.options:
            raise OptionError(f"the options of {chosen.id} are {chosen.options.__name__} values")
        return _compiled(chosen, options, seats)
    if preset is None:
        preset = chosen.default_preset
    if not isinstance(preset, str) or preset not in chosen.presets:
        known = ", ".join(chosen.presets)
        raise OptionError(
            f"{chosen.id} has no preset {brief(preset)} (there are: {known})", options=("preset",)
        )
    built = build_options(
        chosen.options, chosen.presets[preset], {} if options is None else options, more
    )
    return _compiled(chosen, built, seats)


def _compiled(chosen: Ruleset, options: Options, seats: int) -> Rules:
    from tenphase.rules import compile_rules

    try:
        return compile_rules(chosen, options, seats)
    except OptionError:
        raise  # the caller's options, not the ruleset, are to blame
    except Exception as error:
        raise _broken(chosen, error) from error


def rules_by_id(name: str, options: Mapping[str, object], seats: int) -> Rules:
    """The rules that a pickled state names."""
    return find_rules(name, seats=seats, options=options)
