"""`tenphase rules`: the ledger, entry by entry."""

from __future__ import annotations

import attrs
import click

import tenphase as tp
from tenphase.cli.common import NO, OK, emit, json_option
from tenphase.ledger import Conflict, Ledger, RuleEntry, ledger_of

__all__ = ["command"]

#: Words of questions that tell nothing.
SMALL_WORDS = {
    "a", "an", "and", "are", "at", "be", "can", "do", "does", "for", "i", "in", "is", "it", "may",
    "me", "must", "my", "of", "on", "or", "that", "the", "there", "to", "what", "when", "which",
    "who", "with", "you",
}  # fmt: skip


@click.command("rules")
@click.argument("word", nargs=-1)
@click.option("--ruleset", default="mattel-classic", show_default=True, metavar="ID",
              help="The edition whose ledger is asked.")  # fmt: skip
@json_option
def command(word: tuple[str, ...], ruleset: str, to_json: bool) -> int:
    """Show the rules of an edition, where they come from, and what was decided.

    WORD is the id of a rule or of a conflict (MC-SKIP-3, C-03), the name of an option
    (skip_limit), or words to look for. Without it all rules are listed.
    """
    chosen = tp.ruleset(ruleset)
    ledger = ledger_of(chosen)
    if not len(ledger):
        click.echo(f"tenphase: {chosen.id} keeps no ledger of its rules", err=True)
        return NO
    sought = " ".join(word)
    if not sought:
        return _list(list(ledger), to_json=to_json)
    by_id = {id.upper(): id for id in (*ledger.rules, *ledger.conflicts)}
    id = by_id.get(sought.upper())
    if id is not None and id in ledger.rules:
        _show_rule(chosen, ledger, ledger.rule(id), to_json=to_json)
        return OK
    if id is not None:
        conflict = ledger.conflict(id)
        data = {"conflict": attrs.asdict(conflict)}
        emit(data, _conflict_lines(ledger, conflict), to_json=to_json)
        return OK
    found = _about(ledger, sought)
    if not found:
        near = _near(ledger, sought)
        click.echo(f"tenphase: the ledger of {chosen.id} has nothing on {sought!r}{near}", err=True)
        return NO
    return _list(found, to_json=to_json)


def _near(ledger: Ledger, sought: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(sought.upper(), [*ledger.rules, *ledger.conflicts], n=3)
    return f"; did you mean {', '.join(near)}?" if near else ""


def _list(entries: list[RuleEntry], *, to_json: bool) -> int:
    width = max((len(entry.id) for entry in entries), default=0)
    lines = [f"{entry.id:{width}}  {entry.title}" for entry in entries]
    emit({"rules": [attrs.asdict(entry) for entry in entries]}, lines, to_json=to_json)
    return OK


def _about(ledger: Ledger, sought: str) -> list[RuleEntry]:
    """The entries about an option, or those in which most of the words stand: at least half."""
    named = [entry for entry in ledger if sought in _options(ledger, entry)]
    if named:
        return named
    asked = [bare for word in sought.lower().split() if (bare := word.strip("?!.,;:'\""))]
    words = [word for word in asked if word not in SMALL_WORDS] or asked
    score = {entry.id: sum([word in _words(entry) for word in words]) for entry in ledger}
    most = max(score.values())
    return [entry for entry in ledger if score[entry.id] == most > 0 and 2 * most >= len(words)]


def _options(ledger: Ledger, entry: RuleEntry) -> list[str]:
    """The options that an entry, or the conflict behind it, is about."""
    conflict = ledger.conflicts.get(entry.conflict)
    more = "" if conflict is None else conflict.option
    return f"{entry.option},{more}".replace(",", " ").split()


def _words(entry: RuleEntry) -> str:
    return f"{entry.id} {entry.title} {entry.text} {entry.decision}".lower()


def _show_rule(ruleset: tp.Ruleset, ledger: Ledger, entry: RuleEntry, *, to_json: bool) -> None:
    data: dict[str, object] = attrs.asdict(entry)
    data["sources"] = [attrs.asdict(ledger.source(key)) for key in entry.sources]
    lines = [f"{entry.id}  {entry.title}", f"  {entry.text}", *_source_lines(ledger, entry.sources)]
    if entry.decision:
        lines.append(f"  decided: {entry.decision}")
    options = {field.name: field for field in attrs.fields(ruleset.options)}
    for name in entry.option.replace(",", " ").split():
        default = f", {options[name].default!r} by default" if name in options else ""
        lines.append(f"  option: {name}{default}")
    conflict = ledger.conflicts.get(entry.conflict)
    data["conflict"] = None if conflict is None else attrs.asdict(conflict)
    if conflict is not None:
        lines += [f"  {line}" for line in _conflict_lines(ledger, conflict)]
    emit(data, lines, to_json=to_json)


def _source_lines(ledger: Ledger, keys: tuple[str, ...]) -> list[str]:
    lines = []
    for key in keys:
        source = ledger.source(key)
        address = f" <{source.address}>" if source.address else ""
        lines.append(f"  source {key}: {source.title}{address}")
    return lines


def _conflict_lines(ledger: Ledger, conflict: Conflict) -> list[str]:
    lines = [f"{conflict.id}  {conflict.question}"]
    for reading in conflict.readings:
        value = f"{reading.value}: " if reading.value else ""
        played = " [default]" if reading.value == conflict.default else ""
        sources = f" ({', '.join(reading.sources)})" if reading.sources else ""
        lines.append(f"  - {value}{reading.text}{sources}{played}")
    if conflict.option:
        lines.append(f"  option: {conflict.option}")
    return lines
