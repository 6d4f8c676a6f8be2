"""The text form of records: a line for every fact, so that two games can be compared line by line.

A record begins with `tenphase record 1`, goes on with `name: value` lines, and then tells
the game: `round N` where a round begins, `12. seat 1: hit R9 on 2.0` for a step, `shuffle:` with
an order from the top down where the cards were shuffled, `points:` and `checks:` where a round
ends. `end:` and the standings close it. What follows a `#` is a comment.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tenphase.errors import RecordError, brief

if TYPE_CHECKING:
    from tenphase.records.record import Record, Step

__all__ = ["FORMAT", "read_record", "write_record"]

#: The format that is written, and the only one that is read.
FORMAT = 1

_FIRST_LINE = re.compile(r"tenphase record (\d{1,9})")
_STEP = re.compile(r"(\d{1,9})\. seat (\d{1,3}): (.+)")
_ROUND = re.compile(r"round (\d{1,9})")
_STANDING = re.compile(
    r"place (\d{1,3}): seat (\d{1,3}), (\d{1,3}) phases, (-?\d{1,12}) points(, winner)?"
)
_READER = re.compile(r"everybody|seat \d{1,3}")
_WORDS = ("ruleset", "rules", "key", "seen by")
_NUMBERS = ("seats", "dealer")

ENDS = ("over", "aborted", "unfinished")


# -- writing ------------------------------------------------------------------------------------


def write_record(record: Record, comments: dict[int, list[str]]) -> str:
    """The text of a record. `comments` are remarks on steps, by number (0 is the deal)."""
    lines = [f"tenphase record {FORMAT}"]
    lines += [f"ruleset: {record.ruleset}", f"rules: {record.version}"]
    lines += [f"seats: {record.seats}", f"dealer: {record.dealer}"]
    if record.seen_by is not None:
        lines += [f"seen by: {record.seen_by}"]
    lines += [f"option {name}: {plain_text(value)}" for name, value in record.options.items()]
    if record.key is not None:
        lines += [f"key: {record.key}"]
    lines += [f"start {line}" for line in (record.start or "").splitlines()]
    if record.start is not None:
        lines += ["", f"round {record.start_round}"]
    checks: list[str] = []
    for step in record.steps:
        words = comments.get(step.number, [])
        if step.seat is not None:
            lines.append(_with_comments(_step_line(step), words))
            checks.append(step.check)
        for fact, value in step.facts:
            if fact == "round":
                lines += [*_checks(record, checks), "", f"round {value}"]
                checks = []
            else:
                lines.append(f"{fact}: {value}")
        if step.seat is None:
            # the check of the deal belongs to the round that it begins
            lines += [f"# {'; '.join(words)}"] if words else []
            checks.append(step.check)
    lines += [*_checks(record, checks), "", f"end: {record.end}"]
    lines += [
        f"place {s.place}: seat {s.seat}, {s.phases} phases, {s.points} points"
        + (", winner" if s.winner else "")
        for s in record.standings
    ]
    return "\n".join(lines) + "\n"


def _step_line(step: Step) -> str:
    return f"{step.number}. seat {step.seat}: {step.action}"


def _with_comments(line: str, words: list[str]) -> str:
    return f"{line}  # {'; '.join(words)}" if words else line


def _checks(record: Record, checks: list[str]) -> list[str]:
    """The digits of a round's steps, but not where they would tell of hidden cards."""
    return [f"checks: {' '.join(checks)}"] if checks and record.seen_by is None else []


def plain_text(value: Any) -> str:
    """A word as it is, and everything else as JSON, in one line and without a comment sign."""
    is_word = isinstance(value, str) and value.isprintable() and value == value.strip() != ""
    if is_word and "#" not in value and not _is_json(value):
        return str(value)
    return json.dumps(value).replace("#", "\\u0023")


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


# -- reading ------------------------------------------------------------------------------------


class _Reader:
    """Takes the lines one by one and gathers what they say."""

    def __init__(self) -> None:
        self.header: dict[str, Any] = {}
        self.options: dict[str, Any] = {}
        self.start: list[str] = []
        #: by step: number, seat, action, facts
        self.steps: list[tuple[int, int | None, str | None, list[tuple[str, str]]]] = []
        self.checks: list[str] = []
        self.end: str | None = None
        self.standings: list[tuple[int, int, int, int, bool]] = []

    @property
    def number(self) -> int | None:
        """The number of the step read last."""
        return self.steps[-1][0] if self.steps else None

    def fail(self, message: str) -> RecordError:
        step = self.number
        where = "" if step is None else f"after step {step}: "
        return RecordError(where + message, step=step)

    def read(self, line: str) -> None:
        """One line without its comment."""
        if self.end is not None:
            self._standing(line)
        elif match := _STEP.fullmatch(line):
            self._step(int(match[1]), int(match[2]), match[3])
        elif match := _ROUND.fullmatch(line):
            self._fact("round", str(int(match[1])))
        else:
            name, colon, value = line.partition(": ")
            if not colon:
                raise self.fail(f"not understood: {brief(line)}")
            self._named(name, value.strip())

    def _named(self, name: str, value: str) -> None:
        if name in ("shuffle", "points"):
            self._fact(name, " ".join(value.split()))
        elif name == "checks":
            self.checks += value.split()
        elif name == "end":
            if value not in ENDS:
                raise self.fail(f"the end is one of {', '.join(ENDS)}; not {brief(value)}")
            self.end = value
        elif self.steps:
            raise self.fail(f"not understood: {brief(name)}")
        elif name.startswith("option "):
            self._put(self.options, name.removeprefix("option ").strip(), _plain(value))
        elif name.startswith("start "):
            self.start.append(f"{name.removeprefix('start ')}: {value}")
        elif name == "seen by" and not _READER.fullmatch(value):
            raise self.fail(f"a record is seen by everybody or by a seat; not {brief(value)}")
        elif name in _WORDS:
            self._put(self.header, name, value)
        elif name in _NUMBERS:
            if not (value.isascii() and value.isdigit() and len(value) < 10):
                raise self.fail(f"{name} is a whole number; not {brief(value)}")
            self._put(self.header, name, int(value))
        else:
            raise self.fail(f"a record has no line {brief(name)}")

    def _put(self, where: dict[str, Any], name: str, value: Any) -> None:
        if name in where:
            raise self.fail(f"{name} is there twice")
        where[name] = value

    def _step(self, number: int, seat: int, action: str) -> None:
        wanted = (self.number or 0) + 1
        if number != wanted:
            raise RecordError(
                f"step {wanted} is missing, the next one is number {number}", step=wanted
            )
        self.steps.append((number, seat, " ".join(action.split()), []))

    def _fact(self, fact: str, value: str) -> None:
        if not self.steps:
            if self.start:
                if fact == "round":
                    return  # the heading of the round that the start position is in
                raise self.fail(f"no step has led to this: {fact}")
            self.steps.append((0, None, None, []))
        self.steps[-1][3].append((fact, value))

    def _standing(self, line: str) -> None:
        match = _STANDING.fullmatch(line)
        if match is None:
            raise self.fail(f"after the end there are standings; not {brief(line)}")
        place, seat, phases, points = (int(match[n]) for n in range(1, 5))
        self.standings.append((place, seat, phases, points, bool(match[5])))


def _plain(value: str) -> Any:
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def meaningful_lines(text: str) -> Iterator[str]:
    """The lines of a record without comments, blank lines and outer blanks."""
    for line in text.splitlines():
        words = line.partition("#")[0].strip()
        if words:
            yield words


def read_record(text: str) -> _Reader:
    """What a record's text says, not yet looked at more closely."""
    lines = meaningful_lines(text)
    first = _FIRST_LINE.fullmatch(next(lines, ""))
    if first is None:
        raise RecordError(f"a record begins with the line 'tenphase record {FORMAT}'")
    if int(first[1]) != FORMAT:
        raise RecordError(f"records of format {first[1]} are unknown, only {FORMAT} is read")
    reader = _Reader()
    for line in lines:
        reader.read(line)
    if reader.end is None:
        raise reader.fail("the record is cut off: there is no line 'end: ...'")
    for name in ("ruleset", "rules", "seats", "dealer"):
        if name not in reader.header:
            raise RecordError(f"the record does not say {brief(name)}")
    return reader
