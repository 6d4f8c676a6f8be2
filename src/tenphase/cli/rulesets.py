"""`tenphase rulesets`: what is installed, with presets and options."""

from __future__ import annotations

from typing import Any

import attrs
import click

import tenphase as tp
from tenphase.cli.common import NO, OK, emit, json_option

__all__ = ["command"]


@click.command("rulesets")
@click.argument("id", required=False)
@json_option
def command(id: str | None, to_json: bool) -> int:
    """List the installed editions, or one with all its options.

    A plug-in that is broken is listed with what is wrong with it; the exit code is 1 then.
    """
    if id is not None:
        ruleset = tp.ruleset(id)
        lines = [*_short(ruleset), "  options:"]
        for field in attrs.fields(ruleset.options):
            lines += [f"    {line}" for line in _option_lines(field)]
        emit(_data(ruleset), lines, to_json=to_json)
        return OK
    lines, data, broken = [], [], False
    for name, found in tp.rulesets().items():
        if isinstance(found, tp.Ruleset):
            lines += _short(found)
            data.append(_data(found))
        else:
            broken = True
            lines.append(f"{name}  broken: {found}")
            data.append({"id": name, "broken": str(found)})
    lines.append("All options of one: tenphase rulesets ID")
    emit({"rulesets": data}, lines, to_json=to_json)
    return NO if broken else OK


def _short(ruleset: tp.Ruleset) -> list[str]:
    least, most = ruleset.seats
    more = f", up to {ruleset.most_seats} with more_seats" if ruleset.most_seats else ""
    lines = [f"{ruleset.id}  {ruleset.title}, {least} to {most} seats{more}", "  presets:"]
    for name, values in ruleset.presets.items():
        words = " ".join(f"{option}={value}" for option, value in values.items())
        default = " (default)" if name == ruleset.default_preset else ""
        lines.append(f"    {name}{default}: {words or 'every option as it is'}")
    return lines


def _values(field: attrs.Attribute[Any]) -> str:
    values = field.metadata.get("values", ())
    if isinstance(values, str):
        return values
    if values and all(isinstance(v, int) and not isinstance(v, bool) for v in values):
        return f"{values[0]} to {values[1]}"
    return " | ".join(str(value) for value in values)


def _option_lines(field: attrs.Attribute[Any]) -> list[str]:
    conflict = field.metadata.get("conflict", "")
    line = f"{field.name}={_plain(field.default)}  ({_values(field)})"
    doc = field.metadata.get("doc", "")
    return [line, f"  {doc}{f' [{conflict}]' if conflict else ''}"]


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _data(ruleset: tp.Ruleset) -> dict[str, object]:
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "version": ruleset.version,
        "seats": list(ruleset.seats),
        "most_seats": ruleset.most_seats,
        "presets": {name: dict(values) for name, values in ruleset.presets.items()},
        "options": {
            field.name: {
                "default": _plain(field.default),
                "values": _plain(field.metadata.get("values", "")),
                "conflict": field.metadata.get("conflict", ""),
                "doc": field.metadata.get("doc", ""),
            }
            for field in attrs.fields(ruleset.options)
        },
    }
