"""`tenphase score`: a score sheet in a file, for people who play with real cards."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import click

from tenphase.cli.common import OK, as_json, emit, game_options, given_options, json_option
from tenphase.errors import ScoreError
from tenphase.scoresheet import ScoreSheet

__all__ = ["command"]


@click.group("score")
def command() -> None:
    """Keep a score sheet in a FILE while you play with real cards.

    \b
    tenphase score new game.json Ann Ben Cem
    tenphase score enter game.json Ann=0 Ben=35 "Cem=R5 W" --laid Ben
    tenphase score show game.json
    """


file_argument = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


# -- files --------------------------------------------------------------------------------------


def _read(file: Path) -> ScoreSheet:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise click.UsageError(f"there is no file {file}; 'tenphase score new' makes one") from None
    except OSError as error:
        raise click.UsageError(f"{file} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise click.UsageError(f"{file} is not JSON: {error}") from error
    try:
        return ScoreSheet.from_json(data)
    except ScoreError as error:
        raise click.UsageError(f"{file}: {error}") from error


def _write(file: Path, sheet: ScoreSheet) -> None:
    """Put the whole file in place at once, so that there is always the old or the new one."""
    text = as_json(sheet.to_json()) + "\n"
    try:
        with NamedTemporaryFile(
            "w", encoding="utf-8", dir=file.parent, prefix=f".{file.name}.", delete=False
        ) as new:
            new.write(text)
            new.flush()
            os.fsync(new.fileno())
        try:
            if file.exists():
                Path(new.name).chmod(file.stat().st_mode & 0o777)
            else:
                mask = os.umask(0)
                os.umask(mask)
                Path(new.name).chmod(0o666 & ~mask)
            Path(new.name).replace(file)
        finally:
            Path(new.name).unlink(missing_ok=True)
    except OSError as error:
        raise click.UsageError(f"{file} cannot be written: {error.strerror}") from error


# -- what was entered ---------------------------------------------------------------------------


def entry_options(function: Any) -> Any:
    """What is given for a round."""
    for add in (
        click.option("--out", metavar="PLAYER", help="Who went out first, where it is not clear."),
        click.option("--phase", "phases", multiple=True, metavar="PLAYER=LABEL",
                     help="The phase that was laid, where players choose it."),
        click.option("--laid", multiple=True, metavar="PLAYER",
                     help="Who laid the phase; needless below a full hand of points."),
        click.argument("points", nargs=-1, required=True, metavar="PLAYER=POINTS..."),
    ):  # fmt: skip
        function = add(function)
    return function


def _by_player(sheet: ScoreSheet, words: Sequence[str], what: str) -> dict[str, str]:
    """Words like `Ann=35`, by player; a name may contain an equals sign itself."""
    found: dict[str, str] = {}
    for word in words:
        names = [name for name in sheet.players if word.startswith(f"{name}=")]
        if not names:
            known = ", ".join(sheet.players)
            raise click.UsageError(f"write PLAYER={what}, not {word!r} (players are: {known})")
        name = max(names, key=len)
        if name in found:
            raise click.UsageError(f"{name} is there twice")
        found[name] = word[len(name) + 1 :].strip()
        if not found[name]:
            raise click.UsageError(f"{name}: nothing is given; who has no card left has 0")
    return found


def _points(sheet: ScoreSheet, words: Sequence[str]) -> dict[str, int | str]:
    """Points, or cards as text."""
    return {
        name: int(value) if _is_number(value) else value
        for name, value in _by_player(sheet, words, "POINTS").items()
    }


def _is_number(word: str) -> bool:
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) < 20


# -- commands -----------------------------------------------------------------------------------


@command.command("new")
@file_argument
@click.argument("players", nargs=-1, required=True)
@click.option("--dealer", metavar="PLAYER", help="Who deals first; the first one by default.")
@game_options
@json_option
def new(
    file: Path,
    players: tuple[str, ...],
    dealer: str | None,
    ruleset: str,
    preset: str | None,
    options: tuple[str, ...],
    to_json: bool,
) -> int:
    """Begin a sheet. PLAYERS are named in the order in which they sit."""
    if file.exists():
        raise click.UsageError(f"there is a file {file} already")
    sheet = ScoreSheet(
        players, ruleset, preset=preset, options=given_options(options), dealer=dealer
    )
    _write(file, sheet)
    return _show(sheet, to_json=to_json)


@command.command("enter")
@file_argument
@entry_options
@json_option
def enter(
    file: Path,
    points: tuple[str, ...],
    laid: tuple[str, ...],
    phases: tuple[str, ...],
    out: str | None,
    to_json: bool,
) -> int:
    """Write down the next round: points, or the cards left in hand, for each player."""
    sheet = _read(file)
    chosen = _by_player(sheet, phases, "LABEL")
    sheet.enter(_points(sheet, points), laid=laid, phases=chosen, out=out)
    _write(file, sheet)
    return _show(sheet, to_json=to_json)


@command.command("amend")
@file_argument
@click.argument("number", type=int, metavar="ROUND")
@entry_options
@json_option
def amend(
    file: Path,
    number: int,
    points: tuple[str, ...],
    laid: tuple[str, ...],
    phases: tuple[str, ...],
    out: str | None,
    to_json: bool,
) -> int:
    """Enter round ROUND anew, all of it: name with --laid whoever laid; the rest follows."""
    sheet = _read(file)
    chosen = _by_player(sheet, phases, "LABEL")
    sheet.amend(number, _points(sheet, points), laid=laid, phases=chosen, out=out)
    _write(file, sheet)
    return _show(sheet, to_json=to_json)


@command.command("undo")
@file_argument
@json_option
def undo(file: Path, to_json: bool) -> int:
    """Take the last round back."""
    sheet = _read(file)
    sheet.undo()
    _write(file, sheet)
    return _show(sheet, to_json=to_json)


@command.command("redo")
@file_argument
@json_option
def redo(file: Path, to_json: bool) -> int:
    """Bring back the round that was taken back last."""
    sheet = _read(file)
    sheet.redo()
    _write(file, sheet)
    return _show(sheet, to_json=to_json)


@command.command("show")
@file_argument
@json_option
def show(file: Path, to_json: bool) -> int:
    """Show the rounds, the places, and what comes next."""
    return _show(_read(file), to_json=to_json)


@command.command("csv")
@file_argument
def to_csv(file: Path) -> int:
    """Print all rounds as a table for a spreadsheet."""
    click.echo(_read(file).to_csv(), nl=False)
    return OK


# -- showing ------------------------------------------------------------------------------------


def _show(sheet: ScoreSheet, *, to_json: bool) -> int:
    data = {
        "ruleset": sheet.rules.ruleset.id,
        "players": list(sheet.players),
        "rounds": [
            [
                {"player": row.player, "phase": row.phase, "laid": row.laid,
                 "points": row.points, "total": row.total}
                for row in sheet.rows(number)
            ]
            for number in range(1, len(sheet.rounds) + 1)
        ],
        "standings": [
            {"place": s.place, "player": sheet.players[s.seat], "phases": s.phases,
             "points": s.points, "winner": s.winner}
            for s in sheet.standings
        ],
        "over": sheet.over,
        "winners": list(sheet.winners),
        "next": None if sheet.over else {
            "round": len(sheet.rounds) + 1,
            "dealer": sheet.dealer,
            "playing": list(sheet.playing),
            "phases": {name: sheet.next_phases[name] for name in sheet.playing},
        },
    }  # fmt: skip
    emit(data, [*_table(sheet), "", *_places(sheet), "", *_what_next(sheet)], to_json=to_json)
    return OK


def _table(sheet: ScoreSheet) -> list[str]:
    """A column for each player: points, and the phase with a star if it was laid."""
    cells = [["round", *sheet.players]]
    for number in range(1, len(sheet.rounds) + 1):
        rows = {row.player: row for row in sheet.rows(number)}
        line = [str(number)]
        for player in sheet.players:
            row = rows.get(player)
            star = "*" if row is not None and row.laid else " "
            line.append("" if row is None else f"{row.points} ({row.phase}){star}")
        cells.append(line)
    cells.append(["total", *(f"{total}     " for total in sheet.totals.values())])
    widths = [max(len(line[column]) for line in cells) for column in range(len(cells[0]))]
    lines = [
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in cells
    ]
    return [*lines, "", "points (phase), * laid"]


def _places(sheet: ScoreSheet) -> list[str]:
    return [
        f"{s.place}. {sheet.players[s.seat]}: phases completed {s.phases}, points {s.points}"
        for s in sheet.standings
    ]


def _what_next(sheet: ScoreSheet) -> list[str]:
    if sheet.over:
        verb = "wins" if len(sheet.winners) == 1 else "share the win"
        return [f"{' and '.join(sheet.winners)} {verb}."]
    tries = ", ".join(f"{name} {sheet.next_phases[name]}" for name in sheet.playing)
    return [f"Round {len(sheet.rounds) + 1}: {sheet.dealer} deals. Phases: {tries}."]
