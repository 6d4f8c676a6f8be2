"""What a conformance run has found, in a form that a person can act on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

__all__ = ["ConformanceError", "Failure", "Lengths", "Report", "Result"]

_MOST_ACTIONS = 30


@attrs.frozen(kw_only=True)
class Failure:
    """Why a check fails, with all that is needed to see it again.

    `game` are the arguments of `new_game` that deal the game, `actions` the texts of what was
    played in it (with the seat, where another one than the seat to act did it), and `position`
    is the moment before the last of them. Failures of tables have neither.

    >>> print(Failure(message="2 cards have no points", game={"seats": 2, "seed": 7}))
    2 cards have no points
    game: new_game(..., seats=2, seed=7)
    """

    message: str
    game: Mapping[str, Any] = attrs.field(factory=dict)
    actions: tuple[str, ...] = ()
    position: str = ""

    def __str__(self) -> str:
        lines = [self.message]
        if self.game:
            words = ", ".join(f"{name}={value!r}" for name, value in self.game.items())
            lines.append(f"game: new_game(..., {words})")
        if self.actions:
            last = self.actions[-_MOST_ACTIONS:]
            left = len(self.actions) - len(last)
            lines.append(f"actions ({len(self.actions)}):")
            lines += [f"  ... {left} before"] * bool(left) + [f"  {text}" for text in last]
        if self.position:
            lines.append("position before the last action:" if self.actions else "position:")
            lines += [f"  {line}" for line in self.position.splitlines()]
        return "\n".join(lines)


@attrs.frozen(kw_only=True)
class Result:
    """The outcome of one check: `ok`, or what is wrong."""

    check: str
    says: str
    failure: Failure | None = None

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return self.failure is None


@attrs.frozen(kw_only=True)
class Lengths:
    """How long games of bots were: rounds and turns of each, in the order played.

    >>> lengths = Lengths(rounds=(10, 14), turns=(200, 300))
    >>> lengths.games, lengths.row("x")
    (2, '| x | 2 | 12.0 | 10 | 14 | 250 | 20.8 |')
    """

    rounds: tuple[int, ...] = ()
    turns: tuple[int, ...] = ()

    @property
    def games(self) -> int:
        """How many games there were."""
        return len(self.rounds)

    def row(self, name: str) -> str:
        """A row of the table that `python -m tenphase.testing` prints."""
        rounds, turns = sum(self.rounds), sum(self.turns)
        games = max(1, self.games)
        return (
            f"| {name} | {self.games} | {rounds / games:.1f} | {min(self.rounds, default=0)} "
            f"| {max(self.rounds, default=0)} | {turns / games:.0f} "
            f"| {turns / max(1, rounds):.1f} |"
        )


@attrs.frozen(kw_only=True)
class Report:
    """All results of a run, in the order of the checks. `str` of it is for reading.

    >>> print(Report(ruleset="mine", results=(Result(check="ledger", says="rules are cited"),)))
    conformance of 'mine': all 1 checks passed
      ok     ledger: rules are cited
    """

    ruleset: str
    results: tuple[Result, ...]
    lengths: Lengths = Lengths()

    @property
    def ok(self) -> bool:
        """Whether every check passed."""
        return all(result.ok for result in self.results)

    @property
    def failed(self) -> tuple[str, ...]:
        """The names of the checks that failed."""
        return tuple([result.check for result in self.results if not result.ok])

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    def __getitem__(self, check: str) -> Result:
        for result in self.results:
            if result.check == check:
                return result
        raise KeyError(check)

    def raise_if_failed(self) -> None:
        """Raise a `ConformanceError` with the whole report unless all is well."""
        if not self.ok:
            raise ConformanceError(str(self))

    def __str__(self) -> str:
        count = len(self.results)
        bad = len(self.failed)
        outcome = f"{bad} of {count} checks failed" if bad else f"all {count} checks passed"
        lines = [f"conformance of {self.ruleset!r}: {outcome}"]
        for result in self.results:
            word = "ok    " if result.ok else "FAILED"
            lines.append(f"  {word} {result.check}: {result.says}")
            if result.failure is not None:
                lines += [f"         {line}" for line in str(result.failure).splitlines()]
        return "\n".join(lines)


class ConformanceError(AssertionError):
    """A ruleset does not keep to the contract. The message is the report.

    >>> issubclass(ConformanceError, AssertionError)
    True
    """
