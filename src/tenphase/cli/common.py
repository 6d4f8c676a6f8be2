"""What the commands share: options, values from words, and how things are told."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click

from tenphase.errors import IllegalAction
from tenphase.ledger import ledger_of
from tenphase.ruleset import Ruleset

__all__ = [
    "NO",
    "OK",
    "as_json",
    "cited",
    "emit",
    "game_options",
    "given_options",
    "json_option",
    "refusal_data",
    "seed_of",
]

#: Exit codes; wrong input is 2.
OK, NO = 0, 1

F = TypeVar("F", bound=Callable[..., Any])


def game_options(command: F) -> F:
    """The options that name a ruleset, a preset and single options."""
    for add in (
        click.option(
            "--option", "-o", "options", multiple=True, metavar="NAME=VALUE",
            help="One option of the ruleset; may be repeated.",
        ),
        click.option("--preset", metavar="NAME", help="A named set of options, such as a print."),
        click.option(
            "--ruleset", default="mattel-classic", show_default=True, metavar="ID",
            help="The edition to be played.",
        ),
    ):  # fmt: skip
        command = add(command)
    return command


def json_option(command: F) -> F:
    """The option `--json`."""
    return click.option("--json", "to_json", is_flag=True, help="Answer in JSON.")(command)


def given_options(words: Sequence[str]) -> dict[str, object]:
    """Options given as `name=value`. A value is read as JSON where it is, else as a word."""
    found: dict[str, object] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise click.BadParameter(f"an option is written NAME=VALUE; not {word!r}")
        if name in found:
            raise click.BadParameter(f"option {name} is there twice")
        try:
            found[name] = json.loads(value.lower() if value in ("True", "False") else value)
        except ValueError:
            found[name] = None if value == "None" else value
    return found


def as_json(data: object) -> str:
    """JSON for people and programs."""
    return json.dumps(data, indent=2, ensure_ascii=False)


def emit(data: Mapping[str, object], lines: Sequence[str], *, to_json: bool) -> None:
    """Print an answer, as data or in words."""
    click.echo(as_json(data) if to_json else "\n".join(lines))


def cited(ruleset: Ruleset, rule: str | None) -> tuple[dict[str, object] | None, list[str]]:
    """A rule of the ledger with its sources, as data and in words."""
    entries = ledger_of(ruleset).rules
    if rule is None or rule not in entries:
        return None, []
    entry = entries[rule]
    data: dict[str, object] = {
        "id": entry.id,
        "title": entry.title,
        "text": entry.text,
        "sources": list(entry.sources),
    }
    sources = ""
    if entry.sources:
        named = f"tenphase rules {entry.id} names them"
        sources = f" (sources: {', '.join(entry.sources)}; {named})"
    if entry.sources == ("derived",):
        sources = " (follows from other rules; no source says it)"
    return data, [f"{entry.id}, {entry.title}: {entry.text}{sources}"]


def refusal_data(refusal: IllegalAction) -> dict[str, object]:
    """A refusal as data."""
    return {
        "code": refusal.code,
        "message": refusal.message,
        "cards": [card.text for card in refusal.cards],
        "seats": list(refusal.seats),
    }


def seed_of(word: str) -> int | str:
    """A seed is a number if it looks like one."""
    return int(word) if word.lstrip("-").isdecimal() and len(word) < 20 else word
