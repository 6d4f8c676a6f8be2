"""Games that are played to be watched: bytes are read as choices of options and actions.

Hypothesis supplies the bytes and makes them fewer and smaller when something breaks. Zero stands
for the default everywhere, and for the first legal action, so a small case is a plain one. When
the bytes are used up, bots play on, since a game of pure chance rarely gets anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from traceback import extract_tb

import attrs

from tenphase.actions import Action
from tenphase.bots import GreedyBot
from tenphase.errors import IllegalAction, OptionError
from tenphase.events import Events
from tenphase.game import Game, new_game
from tenphase.registry import find_rules
from tenphase.ruleset import Ruleset
from tenphase.state import State
from tenphase.testing.report import Failure

__all__ = ["PLAY", "Broken", "Choices", "Play", "Watcher", "play_watched", "values_of"]

#: The check that fails when a game cannot go on, whoever looks at it.
PLAY = "play"

_MOST_TURNS = 80
_MOST_STEPS = 1500
#: Beyond the bytes, every so many steps are looked at closely.
_LOOKS = 12
#: Phases that are laid soon, so that games get somewhere.
_EASY = ("{0}2", "{0}3", "{0}2+{1}2")


class Broken(Exception):
    """A watcher has seen something that may not be."""

    def __init__(self, check: str, message: str) -> None:
        super().__init__(message)
        self.check = check
        self.message = message
        self.failure: Failure = Failure(message=message)


class Choices:
    """Bytes read as choices; when there are no more, it is always the first one."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._place = 0

    def __bool__(self) -> bool:
        return self._place < len(self._data)

    def below(self, limit: int) -> int:
        """A number from 0 to `limit - 1`."""
        number = 0
        for _ in range(1 if limit <= 256 else 2):
            number = number * 256 + (self._data[self._place] if self else 0)
            self._place += 1
        return number % limit


class Watcher:
    """A check on running games. Subclass it and raise `Broken` through `fail`."""

    #: The name and what it claims, for the report.
    name = ""
    says = ""
    #: Whether it is quick enough to look at every step.
    quick = False

    def fail(self, message: str) -> Broken:
        """The exception to raise."""
        return Broken(self.name, message)

    def begin(self, play: Play) -> None:
        """A game has been dealt."""

    def look(self, play: Play) -> None:
        """Somebody is to act: `play.state`, `play.seat`, `play.legal`."""

    def moved(self, play: Play) -> None:
        """An action was played: `play.before`, `play.action`, `play.events`, `play.state`."""

    def end(self, play: Play) -> None:
        """The game is over, or long enough."""


@attrs.define
class Play:
    """A game being watched."""

    ruleset: Ruleset
    arguments: dict[str, object]
    game: Game
    state: State
    dice: Random
    before: State | None = None
    seat: int = 0
    legal: tuple[Action, ...] = ()
    action: Action | None = None
    events: Events | None = None
    actions: list[str] = attrs.Factory(list)

    def failure(self, message: str) -> Failure:
        """All that is to be known about what has just gone wrong."""
        try:
            position = (self.before or self.state).position()
        except Exception as error:  # noqa: BLE001 - the ruleset under test may do anything
            position = f"(it cannot be printed: {type(error).__name__}: {error})"
        return Failure(
            message=message,
            game=self.arguments,
            actions=tuple(self.actions),
            position=position,
        )


# -- options from bytes ---------------------------------------------------------------------------


def values_of(field: attrs.Attribute[object], ruleset: Ruleset) -> list[object]:
    """Some values of an option that are worth trying, the default not among them."""
    values = field.metadata.get("values")
    found: list[object] = []
    match values:
        case (bool(), bool()):
            found = [False, True]
        case (int(least), int(most)):
            found = list(range(least, min(most, least + 12) + 1))
        case tuple():
            found = list(values)
        case "phases":
            kinds = list(ruleset.kinds)
            found = ["first 1", "first 2", "odd"]
            for n, kind in enumerate(kinds):
                other = kinds[(n + 1) % len(kinds)]
                found += [(form.format(kind, other),) for form in _EASY]
        case "mapping":
            card = find_rules(ruleset, seats=ruleset.seats[0]).deck.kinds[0].text
            found = [{card: 0}, {card: 50}]
    return [value for value in found if value != field.default]


def _read_arguments(ruleset: Ruleset, choices: Choices) -> dict[str, object]:
    """Arguments of `new_game`: what does not go together is taken back as the error says."""
    presets = list(ruleset.presets)
    least, most = ruleset.seats
    fields = [f for f in attrs.fields(ruleset.options) if f.name != "max_turns"]
    preset, seats = presets[choices.below(len(presets))], least + choices.below(most - least + 1)
    changed: dict[str, object] = {}
    for _ in range(choices.below(6)):
        field = fields[choices.below(len(fields))]
        values = values_of(field, ruleset)
        number = choices.below(256)
        if values:
            changed[field.name] = values[number % len(values)]
    while True:
        arguments: dict[str, object] = {
            "seats": seats,
            "preset": preset,
            **changed,
            "max_turns": _MOST_TURNS,
        }
        try:
            find_rules(ruleset, **arguments)  # type: ignore[arg-type]
        except OptionError as error:
            named = [name for name in error.options if name in changed]
            if not named and seats > least:
                seats = least
            elif named:
                del changed[named[-1]]
            else:
                message = f"preset {preset!r} with {changed} and {seats} seats: {error}"
                raise Broken(PLAY, message) from error
            continue
        arguments["seed"] = choices.below(1 << 16)
        arguments["dealer"] = choices.below(seats)
        return arguments


# -- playing ------------------------------------------------------------------------------------


def play_watched(ruleset: Ruleset, data: bytes, watchers: Sequence[Watcher]) -> Play:
    """Play a game as the bytes say under the eyes of watchers.

    Raises `Broken` with its `failure` filled in.
    """
    choices = Choices(data)
    try:
        arguments = _read_arguments(ruleset, choices)
        game = new_game(ruleset, **arguments)  # type: ignore[arg-type]
    except Broken:
        raise
    except Exception as error:
        raise Broken(PLAY, f"no game can be dealt: {_told(error)}") from error
    play = Play(ruleset, arguments, game, game.state, Random(len(data)))
    watching = ""
    try:
        for watcher in watchers:
            watching = watcher.name
            watcher.begin(play)
        number = 0
        while not game.over and number < _MOST_STEPS:
            close = bool(choices) or number % _LOOKS == 0
            eyes = [watcher for watcher in watchers if close or watcher.quick]
            watching = ""
            _find_actor(play, choices)
            for watcher in eyes:
                watching = watcher.name
                watcher.look(play)
            watching = ""
            _move(play, choices)
            for watcher in eyes:
                watching = watcher.name
                watcher.moved(play)
            number += 1
        for watcher in watchers:
            watching = watcher.name
            watcher.end(play)
    except Broken as broken:
        broken.failure = play.failure(broken.message)
        raise
    except Exception as error:
        raised = Broken(watching or PLAY, _told(error))
        raised.failure = play.failure(raised.message)
        raise raised from error
    return play


def _find_actor(play: Play, choices: Choices) -> None:
    state = play.state
    actors = state.actors
    if not actors or state.to_act not in actors:
        raise Broken(PLAY, f"in stage {state.stage!r} {actors} may act, to_act {state.to_act}")
    play.seat = actors[choices.below(len(actors))] if len(actors) > 1 else actors[0]
    play.legal = state.legal_actions(play.seat)
    if not play.legal:
        raise Broken(PLAY, f"seat {play.seat} is to act, and nothing is legal")


_bot = GreedyBot()


def _move(play: Play, choices: Choices) -> None:
    legal = play.legal
    if choices:
        action = legal[choices.below(len(legal))]
    elif len(legal) == 1 or play.dice.random() < 0.15:
        action = play.dice.choice(legal)
    else:
        action = _bot.choose(play.game.view(play.seat), legal)
    to_act = play.state.to_act
    play.before = play.state
    play.action = action
    play.actions.append(str(action) if play.seat == to_act else f"{action} (seat {play.seat})")
    try:
        play.events = play.game.play(action, play.seat)
    except IllegalAction as error:
        raise Broken(PLAY, f"'{action}' is listed as legal and refused: {error}") from error
    play.state = play.game.state


def _told(error: BaseException) -> str:
    """An exception of a ruleset's code, with the place where it was raised."""
    frames = extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{place}"
