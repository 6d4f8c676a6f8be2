"""How `tenphase score` shows a sheet, and how it tells what has changed."""

from __future__ import annotations

from collections.abc import Sequence

from tenphase.cli.common import OK, emit
from tenphase.scoresheet import ScoreRow, ScoreSheet

__all__ = ["changed_rows", "show_sheet"]


def show_sheet(sheet: ScoreSheet, *, to_json: bool, first: Sequence[str] = ()) -> int:
    """Show the rounds, the places and what comes next, in words after `first`."""
    data = {
        "ruleset": sheet.rules.ruleset.id,
        "players": list(sheet.players),
        "left": list(sheet.left),
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
            "playoff": len(sheet.rounds) + 1 in sheet.playoffs,
            "dealer": sheet.dealer,
            "playing": list(sheet.playing),
            "phases": {name: sheet.next_phases[name] for name in sheet.playing},
        },
        "undo": _words(sheet.next_undo),
        "redo": _words(sheet.next_redo),
    }  # fmt: skip
    told = [*first, ""] if first else []
    lines = [*told, *_table(sheet), "", *_places(sheet), "", *_what_next(sheet)]
    emit(data, lines, to_json=to_json)
    return OK


def _words(change: object) -> str | None:
    return None if change is None else str(change)


def _cell(row: ScoreRow) -> str:
    """Points, and the phase with a star if it was laid."""
    return f"{row.points} ({row.phase}){'*' if row.laid else ' '}"


def _table(sheet: ScoreSheet) -> list[str]:
    """A column for each player, a line for each round."""
    cells = [["round", *sheet.players]]
    for number in range(1, len(sheet.rounds) + 1):
        rows = {row.player: row for row in sheet.rows(number)}
        line = [f"{number} play-off" if number in sheet.playoffs else str(number)]
        line += [_cell(rows[name]) if name in rows else "" for name in sheet.players]
        cells.append(line)
    cells.append(["total", *(f"{total}     " for total in sheet.totals.values())])
    widths = [max(len(line[column]) for line in cells) for column in range(len(cells[0]))]
    lines = [
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in cells
    ]
    legend = "points (phase), * laid"
    if any(number <= len(sheet.rounds) for number in sheet.playoffs):
        legend += "; a play-off costs no points"
    return [*lines, "", legend]


def _places(sheet: ScoreSheet) -> list[str]:
    return [
        f"{s.place}. {sheet.players[s.seat]}: phases completed {s.phases}, points {s.points}"
        f"{', has left' if sheet.players[s.seat] in sheet.left else ''}"
        for s in sheet.standings
    ]


def _what_next(sheet: ScoreSheet) -> list[str]:
    if sheet.over:
        verb = "wins" if len(sheet.winners) == 1 else "share the win"
        return [f"{' and '.join(sheet.winners)} {verb}."]
    number = len(sheet.rounds) + 1
    if number in sheet.playoffs:
        tied = " and ".join(sheet.playing)
        told = f"A play-off: {tied} are tied, and who goes out first wins."
        return [f"Round {number}: {sheet.dealer} deals. {told}"]
    tries = ", ".join(f"{name} {sheet.next_phases[name]}" for name in sheet.playing)
    if all(sheet.next_phases[name] == "-" for name in sheet.playing):
        still = [f"  {name}: {', '.join(sheet.open_phases[name])}" for name in sheet.playing]
        return [
            f"Round {number}: {sheet.dealer} deals. Everybody chooses a phase; who lays one is",
            f"entered with --phase {sheet.playing[0]}=LABEL. Still open:",
            *still,
        ]
    return [f"Round {number}: {sheet.dealer} deals. Phases: {tries}."]


def changed_rows(number: int, before: Sequence[ScoreRow], after: Sequence[ScoreRow]) -> list[str]:
    """What an amendment, or taking one back, has changed in the lines of its round."""
    return [
        f"Round {number}, {new.player}: {_in_words(new)} (was {_in_words(old)})"
        for old, new in zip(before, after, strict=True)
        if (old.points, old.laid, old.phase) != (new.points, new.laid, new.phase)
    ]


def _in_words(row: ScoreRow) -> str:
    phase = f"phase {row.phase} laid" if row.laid else "no phase laid"
    return f"{row.points} points, {phase}"
