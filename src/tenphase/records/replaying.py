"""Replaying a record: every step is played again and compared with what was written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenphase.chance import new_key
from tenphase.errors import IllegalAction, NotationError, RecordError, TenphaseError
from tenphase.game import Game, standings
from tenphase.position import position
from tenphase.position_text import read_fields
from tenphase.records.record import IN_HEADER, end_of, facts_of
from tenphase.registry import find_rules

if TYPE_CHECKING:
    from tenphase.records.record import Record, Step
    from tenphase.state import State

__all__ = ["replay_record"]


def replay_record(record: Record) -> Game:
    """Play a record again. Raises `RecordError` at the first step that is not borne out."""
    return _Replay(record).run()


class _Replay:
    """Plays a record step by step."""

    def __init__(self, record: Record) -> None:
        self.record = record
        if record.seen_by is not None:
            raise RecordError(
                f"this record shows what {record.seen_by} may know; a replay needs all cards"
            )
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
        fields = {"dealer": self.record.dealer, **_read_fields(text)}
        for name in (*IN_HEADER, "preset", "seed"):
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
            game = Game.dealt(self.rules, self._key(), record.dealer, script=self._orders(step))
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
        facts, _, _ = facts_of(self.rules, log, round_number)
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
        if end_of(game) != record.end:
            raise self.error(
                f"the record ends after step {last} as {record.end!r}, the game is {end_of(game)}",
                last,
            )
        found = standings(game.state)
        for told, real in zip(record.standings, found, strict=False):
            if told != real:
                raise self.error(f"the standings do not follow: {told} is really {real}", last)
        if record.standings and len(record.standings) != len(found):
            raise self.error(f"the standings have {len(record.standings)} lines", last)


def _read_fields(text: str) -> dict[str, Any]:
    """The fields of a start position."""
    try:
        return read_fields(text)
    except NotationError as error:
        raise RecordError(f"start position: {error}") from error
