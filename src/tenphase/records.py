"""Records: a game as a text that proves itself.

A record holds the rules (ruleset, version, every option), the orders of the cards wherever they
were shuffled, every step in notation, the points of every round and the standings. So a replay
needs neither the game's key nor the code that shuffles: it depends on the rules alone, and
stops at the first step that they do not bear out.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from tenphase.chance import new_key
from tenphase.errors import IllegalAction, NotationError, RecordError, TenphaseError
from tenphase.game import Game, Standing, standings
from tenphase.position import position
from tenphase.position_text import position_text, read_fields
from tenphase.records_text import read_record, write_record
from tenphase.registry import find_rules

if TYPE_CHECKING:
    from tenphase.rules import Rules
    from tenphase.state import State

__all__ = ["Record", "Step", "replay"]

#: What the header of a record says itself, so that its start position need not.
_IN_HEADER = ("ruleset", "options", "seats", "key", "script", "dealer")


@attrs.frozen
class Step:
    """One step of a record: who did what, and what came of it.

    `number` counts from 1; the deal is number 0 and has neither seat nor action. `facts` are
    pairs of a word and its text, in the order in which they came about: "shuffle" (the cards
    from the top down), "points" (of a round, by seat), "round" (the number of the new round).

    >>> Step(1, 2, "draw stock").check
    '3d55'
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
    of the shuffles as hex digits, if the record was made with it.

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
            options=_plain_options(rules),
            seats=rules.seats,
            dealer=start.dealer,
            start=None if dealt else _start_text(start),
            key=start.key.hex() if with_key else None,
            steps=tuple(steps),
            end=_end(game),
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
            steps=tuple([Step(n, seat, text, tuple(facts)) for n, seat, text, facts in found.steps]),
            checks=tuple(found.checks),
            end=found.end or "",
            standings=tuple([Standing(*fields) for fields in found.standings]),
        )

    def replay(self) -> Game:
        """Play the game again, proving every step. Raises `RecordError` at the first wrong one."""
        return _Replay(self).run()

    def __str__(self) -> str:
        return write_record(self, self.comments)


def replay(text: str) -> Game:
    """Play a record again, proving every step against the rules, and give the game.

    A step that is illegal, changed or missing, a wrong shuffle, wrong points or standings raise
    `RecordError` with the number of the step, the code and rule of the refusal, and the reason.

    The game's state equals the original one but for the secret key, which a record does not
    hold unless it was made `with_key`: `State.same_position` compares all the rest. Shuffles
    after the end of the record come from a fresh key.

    >>> import tenphase as tp
    >>> game = tp.new_game(seats=2, seed=7, phases="first 1")
    >>> for text in ("draw stock", "discard B2", "draw discard"):
    ...     _ = game.play(text)
    >>> again = tp.replay(game.record())
    >>> again.state.same_position(game.state)
    True
    >>> tp.replay(game.record().replace("draw discard", "draw stock"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    tenphase.errors.RecordError: step 3 has been changed, it does not match its check ...
    """
    return Record.parse(text).replay()


# -- from a game --------------------------------------------------------------------------------


def _plain_options(rules: Rules) -> dict[str, Any]:
    """All options with their values, also those with the default, which may change one day."""
    options = rules.options
    found = {field.name: getattr(options, field.name) for field in attrs.fields(type(options))}
    found["card_points"] = dict(found["card_points"])
    return found


def _start_text(start: State) -> str:
    lines = position_text(start).splitlines()
    return "\n".join(line for line in lines if line.partition(":")[0] not in _IN_HEADER)


def _end(game: Game) -> str:
    return "unfinished" if not game.over else "aborted" if game.aborted else "over"


def _steps(game: Game) -> tuple[list[Step], dict[int, list[str]]]:
    steps: list[Step] = []
    comments: dict[int, list[str]] = {}
    first_is_deal = bool(game.moves) and game.moves[0].seat is None
    round_number = 0 if first_is_deal else game.start.round
    for number, (move, log) in enumerate(game.history, start=0 if first_is_deal else 1):
        facts, words, round_number = _facts(game.rules, log, round_number)
        action = None if move.action is None else str(move.action)
        steps.append(Step(number, move.seat, action, tuple(facts)))
        if words:
            comments[number] = words
    return steps, comments


Log = Sequence[tuple[Any, ...]]


def _facts(
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
        elif kind in ("drew", "turned up"):
            words.append(f"{kind} {rules.deck.text(codes)}")
        elif kind in ("lost turn", "went out", "floats"):
            words.append(f"seat {seat} {kind}")
    return facts, words, round_number


# -- back to a game -----------------------------------------------------------------------------


class _Replay:
    """Plays a record step by step."""

    def __init__(self, record: Record) -> None:
        self.record = record
        try:
            self.rules = find_rules(record.ruleset, seats=record.seats, options=record.options)
        except TenphaseError as error:
            raise RecordError(f"the record's rules cannot be had: {error}") from error
        installed = self.rules.ruleset.version
        self.hint = ""
        if installed != record.version:
            self.hint = (
                f" (the record follows version {record.version} of the rules, "
                f"installed is version {installed})"
            )
        if record.checks and len(record.checks) != len(record.steps):
            raise self.error(
                f"there are {len(record.steps)} steps and {len(record.checks)} checks",
                min(len(record.checks), len(record.steps)),
            )

    def error(
        self, message: str, step: int | None, cause: IllegalAction | None = None
    ) -> RecordError:
        code, rule = (None, None) if cause is None else (cause.code, cause.rule)
        return RecordError(message + self.hint, step=step, code=code, rule=rule)

    def run(self) -> Game:
        record = self.record
        if record.start is not None:
            game = Game(self._start(record.start))
        elif record.steps and record.steps[0].seat is None:
            self._check(0)
            game = self._deal(record.steps[0])
        else:
            raise self.error("the record has no deal and no start position", 0)
        for place, step in enumerate(record.steps):
            if step.seat is not None:
                self._check(place)
                self._play(game, step)
        self._compare_end(game)
        return game

    def _key(self) -> bytes:
        if self.record.key is None:
            return new_key()
        try:
            key = bytes.fromhex(self.record.key)
        except ValueError:
            key = b""
        if len(key) != 32:
            raise self.error("the key is 64 hex digits", None)
        return key

    def _start(self, text: str) -> State:
        fields = {"dealer": self.record.dealer, **read_fields_or_fail(text)}
        for name in (*_IN_HEADER, "preset", "seed"):
            if name in fields and name != "dealer":
                raise self.error(f"{name} does not belong into the start position", None)
        try:
            return position(
                self.rules.ruleset,
                seats=self.record.seats,
                options=self.rules.options,
                key=self._key(),
                **fields,
            )
        except TenphaseError as error:
            raise self.error(f"start position: {error}", None) from error

    def _orders(self, step: Step) -> tuple[bytes, ...]:
        try:
            return tuple([self.rules.deck.encode(order) for order in step.shuffles])
        except NotationError as error:
            raise self.error(f"step {step.number}: shuffle: {error}", step.number) from error

    def _check(self, place: int) -> None:
        """The digits of a step; the text may have come without any."""
        record = self.record
        if not record.checks:
            return
        step = record.steps[place]
        if record.checks[place] != step.check:
            what = "the deal" if step.seat is None else f"step {step.number}"
            raise self.error(
                f"{what} has been changed, it does not match its check "
                f"{record.checks[place]} but {step.check}",
                step.number,
            )

    def _deal(self, step: Step) -> Game:
        record = self.record
        if not 0 <= record.dealer < self.rules.seats:
            raise self.error(f"there is no seat {record.dealer} to deal", None)
        try:
            game = Game.dealt(
                self.rules, self._key(), record.dealer, script=self._orders(step)
            )
        except RecordError as error:
            raise self.error(f"the deal: {error}", 0) from error
        self._compare_step(game, step, 0)
        return game

    def _play(self, game: Game, step: Step) -> None:
        number = step.number
        before = game.state
        assert step.action is not None
        try:
            game.play_scripted(step.action, step.seat, self._orders(step))
        except IllegalAction as error:
            raise self.error(f"step {number}: {error}", number, error) from error
        except TenphaseError as error:
            raise self.error(f"step {number}: {error}", number) from error
        self._compare_step(game, step, before.round)

    def _compare_step(self, game: Game, step: Step, round_number: int) -> None:
        """Points and rounds are where the record says so, and every shuffle is in it."""
        number = step.number
        _, log = game.history[-1]
        facts, _, _ = _facts(self.rules, log, round_number)
        for fact in ("shuffle", "points", "round"):
            told = [value for word, value in step.facts if word == fact]
            found = [value for word, value in facts if word == fact]
            if told == found or (not told and fact != "shuffle"):
                continue
            if fact == "shuffle":
                raise self.error(
                    f"step {number}: {len(found)} shuffles, the record has {len(told)}", number
                )
            raise self.error(
                f"step {number}: the record says {fact} {' and '.join(told)}, "
                f"the rules say {' and '.join(found) or 'nothing'}",
                number,
            )

    def _compare_end(self, game: Game) -> None:
        record = self.record
        last = record.steps[-1].number if record.steps else 0
        if _end(game) != record.end:
            raise self.error(
                f"the record ends after step {last} as {record.end!r}, the game is {_end(game)}",
                last,
            )
        found = standings(game.state)
        for told, real in zip(record.standings, found, strict=False):
            if told != real:
                raise self.error(f"the standings do not follow: {told} is really {real}", last)
        if record.standings and len(record.standings) != len(found):
            raise self.error(f"the standings have {len(record.standings)} lines", last)


def read_fields_or_fail(text: str) -> dict[str, Any]:
    """The fields of a start position."""
    try:
        return read_fields(text)
    except NotationError as error:
        raise RecordError(f"start position: {error}") from error
