"""Checks of a ruleset's tables, before any game is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from tenphase.cards import Card
from tenphase.errors import OptionError, RulesetError, TenphaseError
from tenphase.ledger import ledger_of
from tenphase.options import Options, build_options
from tenphase.registry import find_rules
from tenphase.ruleset import Ruleset
from tenphase.testing.games import values_of
from tenphase.testing.report import Failure, Result

__all__ = ["TABLE_CHECKS", "check_tables"]


def _of_tables(ruleset: Ruleset) -> Iterator[str]:
    """What is wrong with the deck, the phases and the stages."""
    least, most = ruleset.seats
    for preset in ruleset.presets:
        told: dict[str, list[int]] = {}
        for seats in range(least, most + 1):
            for wrong in _of_rules(ruleset, preset, seats):
                told.setdefault(wrong, []).append(seats)
        for wrong, numbers in told.items():
            every = len(numbers) == most - least + 1
            seats_there = "" if every else f", {', '.join(map(str, numbers))} seats"
            yield f"preset {preset!r}{seats_there}: {wrong}"


def _of_rules(ruleset: Ruleset, preset: str, seats: int) -> Iterator[str]:
    try:
        rules = find_rules(ruleset, preset=preset, seats=seats)
    except TenphaseError as error:
        yield str(error)
        return
    deck = rules.deck
    for phase, matcher in zip(rules.phases, rules.matchers, strict=True):
        if not matcher.can_lay(deck.full, True):
            yield f"the whole deck does not hold phase {phase.label}, {phase}"
    stages = ruleset.stages(rules.options)
    names = [stage.name for stage in stages]
    if not all(names):
        yield f"every stage has a name: {names}"
    if len(set(names)) != len(names):
        yield f"two stages have the same name: {names}"
    unknown = set(ruleset.action_cards(rules.options)) - set(deck.codes)
    if unknown:
        yield f"action cards that the deck does not have: {sorted(unknown)}"
    faced = [card.text for card in deck.kinds if not card.is_action and _acts(ruleset, rules, card)]
    if faced:
        yield f"action cards with a rank, which could be laid: {faced}"
    if not all(isinstance(points, int) for points in rules.points):
        yield "points are whole numbers"


def _acts(ruleset: Ruleset, rules: object, card: Card) -> bool:
    return card.text in ruleset.action_cards(rules.options)  # type: ignore[attr-defined]


def _of_options(ruleset: Ruleset) -> Iterator[str]:
    """What is wrong with options and presets."""
    cls = ruleset.options
    if not (isinstance(cls, type) and issubclass(cls, Options)):
        yield f"options is a class derived from Options, not {cls!r}"
        return
    for preset, values in ruleset.presets.items():
        try:
            build_options(cls, values)
        except OptionError as error:
            yield f"preset {preset!r}: {error}"
    yield from _accepts(ruleset, "no_such_option", 1)
    for field in attrs.fields(cls):
        if not field.metadata.get("doc"):
            yield f"option {field.name} does not say what it is for (metadata 'doc')"
        for wrong in (object(), -(10**12), "no such value", 1.5):
            yield from _accepts(ruleset, field.name, wrong)
        yield from _settings(ruleset, field)


def _accepts(ruleset: Ruleset, name: str, wrong: object) -> Iterator[str]:
    """Wrong values are refused when the options are built, or when they meet the ruleset."""
    try:
        find_rules(ruleset, seats=ruleset.seats[0], options={name: wrong})
    except OptionError as error:
        if name not in error.options:
            yield f"the error about {name}={wrong!r} does not name it: {error}"
    except Exception as error:  # noqa: BLE001 - the ruleset under test may do anything
        yield f"{name}={wrong!r} raises {type(error).__name__}, not OptionError: {error}"
    else:
        yield f"{name}={wrong!r} is accepted"


def _settings(ruleset: Ruleset, field: attrs.Attribute[object]) -> Iterator[str]:
    """Every value that is offered works, or is refused together with another option."""
    for value in values_of(field, ruleset):
        try:
            find_rules(ruleset, seats=ruleset.seats[0], options={field.name: value})
        except OptionError as error:
            known = {"seats", *(other.name for other in attrs.fields(ruleset.options))}
            if not set(error.options) <= known or not error.options:
                yield f"{field.name}={value!r}: the error does not name the options: {error}"
        except Exception as error:  # noqa: BLE001 - the ruleset under test may do anything
            yield f"{field.name}={value!r} raises {type(error).__name__}: {error}"


def _of_ledger(ruleset: Ruleset) -> Iterator[str]:
    """What is wrong with the citations."""
    try:
        ledger = ledger_of(ruleset)
    except RulesetError as error:
        yield str(error)
        return
    for code, rule in ruleset.citations.items():
        if rule not in ledger.rules:
            yield f"the refusal {code!r} cites {rule!r}, which is not in the ledger"
    names = {field.name for field in attrs.fields(ruleset.options)}
    for entry in ledger:
        for option in filter(None, entry.option.split(", ")):
            if entry.id in ledger.own and option not in names:
                yield f"{entry.id} names the option {option!r}, which there is not"


TABLE_CHECKS: dict[str, tuple[str, Callable[[Ruleset], Iterator[str]]]] = {
    "tables": ("deck, phases, points, stages and action cards fit together", _of_tables),
    "options": ("presets and values work, wrong ones raise OptionError naming them", _of_options),
    "ledger": ("refusals cite rules of the ledger, rules name options", _of_ledger),
}
_MOST_SAID = 8


def check_tables(ruleset: Ruleset, name: str) -> Result:
    """Run one of `TABLE_CHECKS`."""
    says, check = TABLE_CHECKS[name]
    wrong: list[str] = []
    try:
        wrong += check(ruleset)
    except Exception as error:  # noqa: BLE001 - the ruleset under test may do anything
        wrong.append(f"{type(error).__name__}: {error}")
    if not wrong:
        return Result(check=name, says=says)
    more = [f"... and {len(wrong) - _MOST_SAID} more"] if len(wrong) > _MOST_SAID else []
    return Result(
        check=name, says=says, failure=Failure(message="\n".join(wrong[:_MOST_SAID] + more))
    )
