"""`tenphase score`: a score sheet in a file, for people who play with real cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from tenphase.cli.common import OK, game_options, given_options, json_option
from tenphase.cli.score_file import read_file, write_file
from tenphase.cli.score_telling import changed_rows, show_sheet
from tenphase.errors import ScoreError
from tenphase.scoresheet import Change, RoundEntry, ScoreSheet

__all__ = ["command"]


@click.group("score")
def command() -> None:
    """Keep a score sheet in a FILE while you play with real cards.

    \b
    tenphase score new game.json Ann Ben Cem
    tenphase score enter game.json Ann=0 Ben=35 "Cem=R5 W" --laid Ben
    tenphase score amend game.json 1 Ben=25
    tenphase score show game.json
    """


file_argument = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


# -- what was entered ---------------------------------------------------------------------------


def entry_options(function: Any) -> Any:
    """What is given for a round."""
    for add in (
        click.option("--out", metavar="PLAYER", help="Who went out first, where it is not clear."),
        click.option("--phase", "phases", multiple=True, metavar="PLAYER=LABEL",
                     help="The phase that was laid, where players choose it."),
        click.option("--laid", multiple=True, metavar="PLAYER",
                     help="Who laid the phase; several with commas between. "
                     "Needless below a full hand of points."),
        click.argument("points", nargs=-1, metavar="PLAYER=POINTS..."),
    ):  # fmt: skip
        function = add(function)
    return function


def _find(sheet: ScoreSheet, word: str) -> str | None:
    """The player that a word means; small and capital letters do not matter if it is clear."""
    if word in sheet.players:
        return word
    alike = [name for name in sheet.players if name.casefold() == word.strip().casefold()]
    return alike[0] if len(alike) == 1 else None


def _unknown(sheet: ScoreSheet, word: str) -> click.UsageError:
    close = get_close_matches(word, sheet.players, n=1)
    meant = f"; did you mean {close[0]}?" if close else ""
    known = ", ".join(sheet.players)
    return click.UsageError(f"nobody is called {word!r} (players are: {known}{meant})")


def _named(sheet: ScoreSheet, word: str) -> str:
    """The player that a word means."""
    name = _find(sheet, word)
    if name is None:
        raise _unknown(sheet, word)
    return name


def _all_named(sheet: ScoreSheet, words: Sequence[str]) -> list[str]:
    """Players, each in a word, or several in one with commas between."""
    found = []
    for word in words:
        parts = [word] if _find(sheet, word) else word.split(",")
        found += [_named(sheet, part) for part in parts]
    return found


def _by_player(sheet: ScoreSheet, words: Sequence[str], what: str) -> dict[str, str]:
    """Words like `Ann=35`, by player; a name may contain an equals sign itself."""
    found: dict[str, str] = {}
    for word in words:
        name, value = _split(sheet, word, what)
        if name in found:
            raise click.UsageError(f"{name} is there twice")
        found[name] = value.strip()
        if not found[name]:
            raise click.UsageError(f"{name}: nothing is given; who has no card left has 0")
    return found


def _split(sheet: ScoreSheet, word: str, what: str) -> tuple[str, str]:
    for place in [place for place, letter in enumerate(word) if letter == "="][::-1]:
        name = _find(sheet, word[:place])
        if name is not None:
            return name, word[place + 1 :]
    alone = _find(sheet, word)
    if alone is not None:
        several = ",".join(sheet.players[:2])
        raise click.UsageError(
            f"write {alone}={what}, not {word!r} alone (several who laid: --laid {several})"
        )
    if "=" in word:
        raise _unknown(sheet, word.partition("=")[0])
    known, example = ", ".join(sheet.players), f"{sheet.players[0]}={what}"
    raise click.UsageError(f"write {example}, not {word!r} (players are: {known})")


def _points(sheet: ScoreSheet, words: Sequence[str]) -> dict[str, int | str]:
    """Points, or cards as text, with blanks or commas between."""
    return {
        name: int(value) if _is_number(value) else value.replace(",", " ")
        for name, value in _by_player(sheet, words, "POINTS").items()
    }


def _is_number(word: str) -> bool:
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) < 20


#: What the library asks for, and the option that answers it.
ANSWERS = {
    "say who went out first": "--out NAME",
    "say which phase was laid": "--phase NAME=LABEL",
    "would not fit any more": "perhaps first 'undo', or 'strike' the last round",
}


@contextmanager
def _telling_how() -> Iterator[None]:
    """Let a refusal name the option that would help."""
    try:
        yield
    except ScoreError as error:
        for words, answer in ANSWERS.items():
            if words in str(error):
                raise ScoreError(f"{error}: {answer}", round=error.round) from None
        raise


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
    write_file(file, sheet)
    return show_sheet(sheet, to_json=to_json)


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
    if not points:
        raise click.UsageError("give the points of each player, such as Ann=0 Ben=35")
    sheet = read_file(file)
    with _telling_how():
        sheet.enter(
            _points(sheet, points),
            laid=_all_named(sheet, laid),
            phases=_by_player(sheet, phases, "LABEL"),
            out=None if out is None else _named(sheet, out),
        )
    write_file(file, sheet)
    number = len(sheet.rounds)
    tried = [row for row in sheet.rows(number) if not row.laid]
    names = ", ".join(row.player for row in tried)
    fact = "--phase NAME=LABEL" if any(row.phase == "-" for row in tried) else "--laid NAME"
    how = f"tenphase score amend {file} {number} {fact}"
    hint = [f"Not laid in round {number}: {names}. If somebody had: {how}"]
    needed = tried and not laid and not phases and number not in sheet.playoffs
    return show_sheet(sheet, to_json=to_json, first=hint if needed else [])


@command.command("amend")
@file_argument
@click.argument("number", type=int, metavar="ROUND")
@entry_options
@click.option("--not-laid", multiple=True, metavar="PLAYER", help="Who had not laid the phase.")
@json_option
def amend(
    file: Path,
    number: int,
    points: tuple[str, ...],
    laid: tuple[str, ...],
    not_laid: tuple[str, ...],
    phases: tuple[str, ...],
    out: str | None,
    to_json: bool,
) -> int:
    """Put right what was wrong in round ROUND; what is not named stays, and the rest follows."""
    if not (points or laid or not_laid or phases or out):
        raise click.UsageError("say what was different, such as Ben=25, --laid Ben, --not-laid Ben")
    sheet = read_file(file)
    rows, last = sheet.rows(number), sheet.next_undo
    said_laid = _all_named(sheet, laid)
    with _telling_how():
        sheet.amend(
            number,
            _points(sheet, points),
            laid=said_laid,
            not_laid=_all_named(sheet, not_laid),
            phases=_by_player(sheet, phases, "LABEL"),
            out=None if out is None else _named(sheet, out),
        )
    write_file(file, sheet)
    if sheet.next_undo is last:
        return show_sheet(sheet, to_json=to_json, first=["Nothing has changed."])
    told = changed_rows(number, rows, sheet.rows(number))
    told = told or [f"Round {number} is as it was, but for who went out first."]
    for old, new in zip(rows, sheet.rows(number), strict=True):
        # few points may have been the only sign that the phase was laid
        if new.points > old.points and old.laid and new.laid and new.player not in said_laid:
            told.append(
                f"{new.player} has laid as before. If not: tenphase score amend {file} {number} "
                "--not-laid NAME"
            )
    return show_sheet(sheet, to_json=to_json, first=told)


@command.command("strike")
@file_argument
@json_option
def strike(file: Path, to_json: bool) -> int:
    """Strike the last round out, also when something was amended since."""
    return _changed(file, ScoreSheet.strike, to_json=to_json)


@command.command("join")
@file_argument
@click.argument("player")
@click.option("--points", type=int, default=0, show_default=True,
              help="With how many points they begin, as you agree.")  # fmt: skip
@json_option
def join(file: Path, player: str, points: int, to_json: bool) -> int:
    """Let somebody join from the next round on; they sit last and begin with the first phase."""
    return _changed(file, lambda sheet: sheet.join(player, points=points), to_json=to_json)


@command.command("leave")
@file_argument
@click.argument("player")
@json_option
def leave(file: Path, player: str, to_json: bool) -> int:
    """Let somebody leave for good before the next round; the others go on."""
    return _changed(file, lambda sheet: sheet.leave(_named(sheet, player)), to_json=to_json)


@command.command("rename")
@file_argument
@click.argument("player")
@click.argument("name")
@json_option
def rename(file: Path, player: str, name: str, to_json: bool) -> int:
    """Put a name right."""
    return _changed(file, lambda sheet: sheet.rename(_named(sheet, player), name), to_json=to_json)


@command.command("undo")
@file_argument
@json_option
def undo(file: Path, to_json: bool) -> int:
    """Take the last change back: a round, an amendment, or who came, went or was renamed."""
    return _stepped(file, ScoreSheet.undo, "Taken back", to_json=to_json)


@command.command("redo")
@file_argument
@json_option
def redo(file: Path, to_json: bool) -> int:
    """Make the change again that was taken back last."""
    return _stepped(file, ScoreSheet.redo, "Made again", to_json=to_json)


def _changed(file: Path, change: Callable[[ScoreSheet], None], *, to_json: bool) -> int:
    """Change the sheet in a file, and show it."""
    sheet = read_file(file)
    change(sheet)
    write_file(file, sheet)
    return show_sheet(sheet, to_json=to_json)


def _stepped(file: Path, step: Callable[[ScoreSheet], Change], told: str, *, to_json: bool) -> int:
    """Undo or redo on the sheet in a file; tell what has changed, and show it."""
    sheet = read_file(file)
    rows = [sheet.rows(number) for number in range(1, len(sheet.rounds) + 1)]
    change = step(sheet)
    write_file(file, sheet)
    lines = [f"{told}: {change}."]
    if isinstance(change.before, RoundEntry) and isinstance(change.after, RoundEntry):
        number = change.place + 1
        lines += changed_rows(number, rows[change.place], sheet.rows(number))
    return show_sheet(sheet, to_json=to_json, first=lines)


@command.command("show")
@file_argument
@json_option
def show(file: Path, to_json: bool) -> int:
    """Show the rounds, the places, and what comes next."""
    return show_sheet(read_file(file), to_json=to_json)


@command.command("csv")
@file_argument
def to_csv(file: Path) -> int:
    """Print all rounds as a table for a spreadsheet."""
    click.echo(read_file(file).to_csv(), nl=False)
    return OK
