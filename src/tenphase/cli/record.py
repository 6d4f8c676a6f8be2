"""`tenphase record`: records as JSON and back."""

from __future__ import annotations

from typing import TextIO

import click

import tenphase as tp
from tenphase.cli.common import OK, as_json

__all__ = ["command", "read_record"]


@click.command("record")
@click.argument("file", type=click.File())
def command(file: TextIO) -> int:
    """Print a record (a text) as JSON, or one that is JSON as a text. - is the standard input.

    Only the form is looked at; `replay` proves the game. Comments are not kept.
    """
    text = file.read()
    record = read_record(text)
    if _is_json(text):
        click.echo(str(record), nl=False)
    else:
        click.echo(as_json(tp.to_json(record)))
    return OK


def read_record(text: str) -> tp.Record:
    """A record in either form. Raises `RecordError`, `JsonError`."""
    if not _is_json(text):
        return tp.Record.parse(text)
    found = tp.from_json(text)
    if isinstance(found, tp.Record):
        return found
    raise tp.RecordError(f"this is no record, it is JSON of kind {type(found).__name__.lower()!r}")


def _is_json(text: str) -> bool:
    return text.lstrip().startswith("{")
