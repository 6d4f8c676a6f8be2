"""Every error the library raises on purpose.

Three families, as a caller meets them: the input cannot be read (`NotationError`), the input
can be read but describes something impossible (`DefinitionError`, `OptionError`,
`PositionError`), and the rules of the running game forbid it (`IllegalAction`).
All are `TenphaseError`, and each also is the builtin error a caller would expect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tenphase.cards import Card

__all__ = [
    "DefinitionError",
    "IllegalAction",
    "JsonError",
    "NotationError",
    "OptionError",
    "PositionError",
    "RecordError",
    "RulesetError",
    "ScoreError",
    "TenphaseError",
    "UnknownRuleset",
    "brief",
]

#: That much of a wrong value is shown in a message, in characters.
MOST_SHOWN = 80


def brief(value: object) -> str:
    """A value as the message of an error shows it: never too long, and whatever it is.

    >>> brief("R99"), len(brief("R" * 1000))
    ("'R99'", 80)
    >>> brief(10**5000)
    '<int>'
    """
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 -- a number of too many digits, or a class whose repr fails
        text = f"<{type(value).__name__}>"
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 3]}..."


class TenphaseError(Exception):
    """The root of all errors of this library.

    >>> issubclass(IllegalAction, TenphaseError)
    True
    """

    def __reduce__(self) -> tuple[Any, ...]:
        # without it an error with parts of its own gets lost on its way from another process
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[TenphaseError], args: tuple[Any, ...], parts: dict[str, Any]) -> Any:
    """An error that was copied or pickled."""
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(parts)
    return error


class NotationError(TenphaseError, ValueError):
    """A text that is not the notation it should be.

    `piece` is the part of the text that could not be read.

    >>> NotationError("unknown card 'R99'", piece="R99").piece
    'R99'
    """

    def __init__(self, message: str, *, piece: str = "") -> None:
        super().__init__(message)
        self.piece = piece


class DefinitionError(TenphaseError, ValueError):
    """A deck, a meld kind, a phase or a ruleset that cannot exist.

    >>> raise DefinitionError("a run of 13 of 12 ranks")
    Traceback (most recent call last):
    tenphase.errors.DefinitionError: a run of 13 of 12 ranks
    """


class OptionError(TenphaseError, ValueError):
    """An option that is unknown, has a wrong value, or contradicts another one.

    `options` names the option or options concerned.

    >>> OptionError("no such option: 'colour'", options=("colour",)).options
    ('colour',)
    """

    def __init__(self, message: str, *, options: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.options = options


class PositionError(TenphaseError, ValueError):
    """A position that no game can be in, for example one with a third R7.

    `field` names the part of the position that is wrong.

    >>> PositionError("R7 is there three times", field="hand 0").field
    'hand 0'
    """

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class RecordError(TenphaseError, ValueError):
    """A record that does not replay.

    `step` is the number of the first step that fails, `code` and `rule` are those of the refusal
    where a rule forbids it.

    >>> RecordError("step 12: not your turn", step=12).step
    12
    """

    def __init__(
        self,
        message: str,
        *,
        step: int | None = None,
        code: str | None = None,
        rule: str | None = None,
    ) -> None:
        super().__init__(message)
        self.step = step
        self.code = code
        self.rule = rule


#: So many letters at most are told of what is wrong with data from outside.
LONGEST = 300


class JsonError(TenphaseError, ValueError):
    """JSON data that does not stand for a value of this library.

    `path` names the place: `$.table[2][0].cards`. What the message repeats of a long input is cut
    off.

    >>> print(JsonError("a text is wanted", path="$.key"))
    $.key: a text is wanted
    """

    def __init__(self, message: str, *, path: str) -> None:
        told = message if len(message) <= LONGEST else f"{message[:LONGEST]} ..."
        super().__init__(f"{path}: {told}")
        self.path = path


class ScoreError(TenphaseError, ValueError):
    """An entry of a score sheet that cannot be. `round` is the number of the round, if known.

    >>> ScoreError("missing: Ann", round=3).round
    3
    """

    def __init__(self, message: str, *, round: int | None) -> None:  # noqa: A002
        super().__init__(message)
        self.round = round


class UnknownRuleset(TenphaseError, LookupError):
    """No installed ruleset has this id.

    >>> issubclass(UnknownRuleset, LookupError)
    True
    """


class RulesetError(TenphaseError, ImportError):
    """An installed plug-in does not deliver a usable ruleset. The message names the plug-in.

    >>> issubclass(RulesetError, ImportError)
    True
    """


class IllegalAction(TenphaseError, ValueError):
    """The rules forbid this action; the state is as it was.

    - `code`: stable and short, for programs (`"skip-target-pending"`);
    - `rule`: the id of the rule in the ruleset's ledger (`"MC-SKIP-3"`), or None where the
      refusal comes from the library and not from a printed rule;
    - `cards`, `seats`: what it is about.

    >>> error = IllegalAction("draw first", code="draw-first", rule="MC-TURN-1")
    >>> error.code, error.rule
    ('draw-first', 'MC-TURN-1')
    >>> print(error)
    draw first [draw-first, MC-TURN-1]
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        rule: str | None = None,
        cards: tuple[Card, ...] = (),
        seats: tuple[int, ...] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.rule = rule
        self.cards = cards
        self.seats = seats

    def __str__(self) -> str:
        where = self.code if self.rule is None else f"{self.code}, {self.rule}"
        return f"{self.message} [{where}]"
