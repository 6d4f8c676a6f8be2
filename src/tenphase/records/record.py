"""A record as a value, and how a game becomes one."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from tenphase.errors import RecordError
from tenphase.game import Game, Standing
from tenphase.json_io.state import options_data
from tenphase.position_text import position_text, read_fields
from tenphase.records.text import read_record, write_record

if TYPE_CHECKING:
    from tenphase.rules import Rules
    from tenphase.state import State

__all__ = ["IN_HEADER", "Record", "Step", "end_of", "facts_of", "words_of"]

#: What the header of a record says itself, so that its start position need not.
IN_HEADER = ("ruleset", "options", "seats", "key", "script", "dealer")


@attrs.frozen
class Step:
    """One step of a record: who did what, and what came of it.

    `number` counts from 1; the deal is number 0 and has neither seat nor action. `facts` are
    pairs of a word and its text, in the order in which they came about: "shuffle" (the cards
    from the top down), "points" (of a round, by seat), "round" (the number of the new round).

    >>> Step(1, 2, "draw stock").check
    '397b'
    """

    number: int
    seat: int | None
    action: str | None
    facts: tuple[tuple[str, str], ...] = ()

    @property
    def shuffles(self) -> tuple[str, ...]:
        """The orders of the cards that were shuffled in this step."""
        return tuple([value for fact, value in self.facts if fact == "shuffle"])

    @property
    def check(self) -> str:
        """Four digits that show, most likely, when the step has been changed by accident."""
        text = repr((self.seat, self.action, self.facts))
        return f"{zlib.crc32(text.encode()) & 0xFFFF:04x}"


@attrs.frozen(kw_only=True)
class Record:
    """A game written down. `str(record)` is its text, `Record.parse` reads it.

    `start` is the position text of a game that began from a position, else None. `checks` are
    the digits that the text gave for each step, empty if it gave none. `key` is the secret key
    of the shuffles as hex digits, if the record was made with it. `seen_by` names the reader of a
    record that shows only what that reader may know; it is read and compared, but not replayed.

    >>> import tenphase as tp
    >>> record = Record.of(tp.new_game(seats=2, seed=7))
    >>> record.ruleset, record.seats, len(record.steps), record.end
    ('mattel-classic', 2, 1, 'unfinished')
    >>> Record.parse(str(record)).steps == record.steps
    True
    """

    ruleset: str
    version: str
    options: Mapping[str, Any]
    seats: int
    dealer: int
    start: str | None = None
    key: str | None = None
    seen_by: str | None = None
    steps: tuple[Step, ...]
    checks: tuple[str, ...] = attrs.field(default=(), eq=False)
    end: str
    standings: tuple[Standing, ...] = ()
    comments: dict[int, list[str]] = attrs.field(factory=dict, eq=False, repr=False)

    @property
    def start_round(self) -> int:
        """The number of the round that a start position is in."""
        return int(read_fields(self.start or "").get("round", 1))

    @classmethod
    def of(cls, game: Game, *, with_key: bool = False) -> Record:
        """The record of a game so far."""
        rules, start = game.rules, game.start
        steps, comments = _steps(game)
        dealt = bool(steps) and steps[0].seat is None
        return cls(
            ruleset=rules.ruleset.id,
            version=rules.ruleset.version,
            options=options_data(rules.options),
            seats=rules.seats,
            dealer=start.dealer,
            start=None if dealt else _start_text(start),
            key=start.key.hex() if with_key else None,
            steps=tuple(steps),
            end=end_of(game),
            standings=game.standings,
            comments=comments,
        )

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record. Raises `RecordError` for what cannot be read; nothing is replayed."""
        if not isinstance(text, str):
            raise RecordError(f"a record is text; not {type(text).__name__}")
        found = read_record(text)
        header = found.header
        return cls(
            ruleset=header["ruleset"],
            version=header["rules"],
            options=found.options,
            seats=header["seats"],
            dealer=header["dealer"],
            start="\n".join(found.start) if found.start else None,
            key=header.get("key"),
            seen_by=header.get("seen by"),
            steps=tuple(
                [Step(n, seat, text, tuple(facts)) for n, seat, text, facts in found.steps]
            ),
            checks=tuple(found.checks),
            end=found.end or "",
            standings=tuple([Standing(*fields) for fields in found.standings]),
        )

    def replay(self) -> Game:
        """Play the game again, proving every step. Raises `RecordError` at the first wrong one."""
        from tenphase.records.replaying import replay_record

        return replay_record(self)

    def __str__(self) -> str:
        return write_record(self, self.comments)


# -- from a game --------------------------------------------------------------------------------


def _start_text(start: State) -> str:
    lines = position_text(start).splitlines()
    return "\n".join(line for line in lines if line.partition(":")[0] not in IN_HEADER)


def end_of(game: Game) -> str:
    """The word for how a game has ended, or that it has not."""
    return "unfinished" if not game.over else "aborted" if game.aborted else "over"


def _steps(game: Game) -> tuple[list[Step], dict[int, list[str]]]:
    steps: list[Step] = []
    comments: dict[int, list[str]] = {}
    first_is_deal = bool(game.moves) and game.moves[0].seat is None
    round_number = 0 if first_is_deal else game.start.round
    for number, (move, log) in enumerate(game.history, start=0 if first_is_deal else 1):
        facts, words, round_number = facts_of(game.rules, log, round_number)
        action = None if move.action is None else str(move.action)
        steps.append(Step(number, move.seat, action, tuple(facts)))
        if words:
            comments[number] = words
    return steps, comments


Log = Sequence[tuple[Any, ...]]


def facts_of(
    rules: Rules, log: Log, round_number: int
) -> tuple[list[tuple[str, str]], list[str], int]:
    """What a record says after a step: facts that are checked, and words that are not."""
    facts: list[tuple[str, str]] = []
    words: list[str] = []
    for kind, seat, codes, *detail in log:
        if kind == "shuffled":
            facts.append(("shuffle", rules.deck.text(codes)))
        elif kind == "round over":
            facts.append(("points", " ".join(str(points) for points in detail[0])))
        elif kind == "dealt":
            round_number += 1
            facts.append(("round", str(round_number)))
        words += words_of(kind, seat, rules.deck.text(codes))
    return facts, words, round_number


def words_of(kind: str, seat: int | None, cards: str) -> list[str]:
    """What a comment says about an event, if anything."""
    if kind in ("drew", "turned up") and cards:
        return [f"{kind} {cards}"]
    if kind in ("lost turn", "went out", "floats", "left"):
        return [f"seat {seat} {kind}"]
    return []
