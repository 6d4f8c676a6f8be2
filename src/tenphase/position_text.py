"""The text of a position: reading it into fields, and printing fields or those of a state.

A position is written as `field: value`, one on a line or separated by `;`. What follows a `#` is a
comment. Fields by seat carry the seat: `hand 2: R5 W`. See `docs/notation.md` for all of them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from tenphase.errors import NotationError, PositionError, brief
from tenphase.options import build_options

if TYPE_CHECKING:
    from tenphase.rules import Rules
    from tenphase.ruleset import Ruleset
    from tenphase.state import State

__all__ = ["Position", "position_text", "read_fields"]

#: Turns that a seat is going to lose at most; more would only take long.
MOST_SKIPS = 1000
#: Rounds, turns and shuffles, and points of a seat, that a state may count up to.
MOST_COUNTED = 10**9
MOST_POINTS = 10**12

#: How deeply data of a ruleset may be nested.
DEPTH = 20
#: Whole numbers in it are at most this big, so that other languages can read them without loss.
MOST = 2**53 - 1

#: Fields with one word or number.
NUMBERS = (
    "seats", "round", "turn", "dealer", "to_act", "direction", "out", "shuffles",
)  # fmt: skip
FLAGS = ("floating", "laid_now", "playoff", "aborted")
WORDS = ("ruleset", "preset", "stage", "key", "seed", "taken")
#: Fields with one number for each seat, or a list of seats.
NUMBER_LISTS = ("totals", "skips", "guard", "active", "winners")
WORD_LISTS = ("phases", "upcoming", "done")
CARDS = ("discard", "stock")
JSON = ("pending", "memory", "script")
#: Fields that are given once for each seat, or for each pile.
BY_SEAT = {"hand": "hands", "table": "table", "front": "front", "known": "known"}


def _said(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields without those that speak of no seat or pile at all, which a text cannot show."""
    maps = (*BY_SEAT.values(), "piles")
    return {name: value for name, value in fields.items() if value or name not in maps}


@attrs.frozen
class Position:
    """A position as it is written down: what it says, with all else left open.

    `fields` are those of the text, by the names that `tenphase.position` has for them as keywords.
    `Position.parse` reads a text and `str` writes it; for `to_json` and `from_json` a position is a
    kind of document. A state is another thing: in it nothing is open, so it would come back from
    JSON with the cards that were dealt to fill it up.

    >>> found = Position.parse("ruleset: mattel-classic; seats: 3; hand 1: R5 W S; stage: play")
    >>> found.fields["hands"], found.state().view(1).hand_sizes
    ({1: 'R5 W S'}, (10, 3, 10))
    >>> print(found)
    ruleset: mattel-classic
    seats: 3
    hand 1: R5 W S
    stage: play
    """

    fields: Mapping[str, Any] = attrs.field(converter=_said)

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read a position text. Raises `NotationError`; whether it can be only `state` says."""
        fields = read_fields(text)
        if "ruleset" not in fields:
            raise NotationError("a position text begins with 'ruleset: NAME'", piece="ruleset")
        return cls(fields)

    def state(self, ruleset: Ruleset | None = None) -> State:
        """Set it up, for games by `ruleset` if that is neither installed nor registered.

        Raises what `tenphase.position` raises.
        """
        from tenphase.position import position
        from tenphase.registry import ruleset as find_ruleset

        fields = dict(self.fields)
        name = fields.pop("ruleset")
        if ruleset is None or ruleset.id != name:
            ruleset = find_ruleset(name)
        return position(ruleset, **fields)

    def __str__(self) -> str:
        return fields_text(self.fields)


# where users find it, in the reference too
Position.__module__ = "tenphase.position"


# -- reading ------------------------------------------------------------------------------------


def read_fields(text: str) -> dict[str, Any]:
    """The fields of a position text, as `position` takes them for keywords.

    Raises `NotationError` naming the field that is not understood.
    """
    fields: dict[str, Any] = {}
    for raw in text.replace(";", "\n").splitlines():
        line = raw.partition("#")[0].strip()
        if not line:
            continue
        name, colon, value = line.partition(":")
        if not colon:
            raise NotationError(
                f"a position is made of 'field: value'; not {brief(line)}", piece=line
            )
        name, _, which = " ".join(name.split()).partition(" ")
        _read_field(fields, name, which, value.strip())
    return fields


def _read_field(fields: dict[str, Any], name: str, which: str, value: str) -> None:
    where = f"{name} {which}".strip()
    if which and name in BY_SEAT:
        by_seat = fields.setdefault(BY_SEAT[name], {})
        _put(by_seat, _number(which, where), value, where)
    elif which and name == "pile":
        _put(fields.setdefault("piles", {}), which, value, where)
    elif which:
        raise NotationError(f"a position has no field {brief(where)}", piece=where)
    elif name in NUMBERS:
        _put(fields, name, _number(value, where), where)
    elif name in FLAGS:
        if value not in ("yes", "no"):
            raise NotationError(f"{where} is yes or no; not {brief(value)}", piece=value)
        _put(fields, name, value == "yes", where)
    elif name in WORDS or name in CARDS:
        _put(fields, name, value, where)
    elif name in NUMBER_LISTS:
        _put(fields, name, [_number(word, where) for word in value.split()], where)
    elif name in WORD_LISTS:
        _put(fields, name, value.split(), where)
    elif name in JSON:
        _put(fields, name, _json(value, where), where)
    elif name == "options":
        _put(fields, name, _read_options(value), where)
    else:
        raise NotationError(f"a position has no field {brief(where)}", piece=where)


def _put(fields: dict[Any, Any], name: Any, value: Any, where: str) -> None:
    if name in fields:
        raise NotationError(f"{where} is there twice", piece=where)
    fields[name] = value


def _number(word: str, where: str) -> int:
    try:
        if len(word) < 20:
            return int(word)
    except ValueError:
        pass
    raise NotationError(f"{where} is a whole number; not {brief(word)}", piece=word)


def _json_text(value: object) -> str:
    """JSON without the marks that end a field or begin a comment; they occur in strings only."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace(";", "\\u003b").replace("#", "\\u0023")


def _json(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError(f"{where} is not valid JSON: {brief(text)}", piece=text) from None


def _read_options(text: str) -> dict[str, Any]:
    """Options as JSON, or as words `name=value`."""
    if text.startswith("{"):
        found = _json(text, "options")
        assert isinstance(found, dict)
        return found
    options: dict[str, Any] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals:
            raise NotationError(f"an option is written name=value; not {brief(word)}", piece=word)
        options[name] = _plain(value)
    return options


def _plain(value: str) -> Any:
    try:
        return json.loads(value.lower() if value in ("True", "False") else value)
    except (ValueError, RecursionError):
        return value


def plain_data(value: Any, field: str, depth: int = DEPTH) -> Any:
    """Data of a ruleset, with tuples for lists: text, whole numbers, flags and None otherwise.

    Raises `PositionError` for what could not be written down again.
    """
    if isinstance(value, list | tuple):
        if depth == 0:
            raise PositionError(f"{field} is nested too deeply", field=field)
        return tuple([plain_data(item, field, depth - 1) for item in value])
    if value is not None and value.__class__ not in (str, int, bool):
        raise PositionError(f"{field} cannot hold a {type(value).__name__}", field=field)
    if value.__class__ is int and not -MOST <= value <= MOST:
        raise PositionError(f"{field}: a number is too large", field=field)
    return value


# -- printing -----------------------------------------------------------------------------------


def fields_text(fields: Mapping[str, Any]) -> str:
    """The text of fields that `read_fields` has read, or that have such values."""
    lines: list[tuple[str, object]] = []
    words = {name: word for word, name in (*BY_SEAT.items(), ("pile", "piles"))}
    for name, value in fields.items():
        if name in words:
            lines += [(f"{words[name]} {which}", cards) for which, cards in value.items()]
        elif name in FLAGS:
            lines.append((name, "yes" if value else "no"))
        elif name in JSON:
            lines.append((name, _json_text(value)))
        elif name == "options":
            lines.append((name, _options_words(value)))
        elif name in (*NUMBER_LISTS, *WORD_LISTS):
            lines.append((name, " ".join([str(item) for item in value])))
        else:
            lines.append((name, value))
    return "\n".join([f"{name}: {value}".rstrip() for name, value in lines])


def _options_text(rules: Rules) -> str:
    """The options that differ from the default preset."""
    ruleset = rules.ruleset
    default = build_options(ruleset.options, ruleset.presets[ruleset.default_preset])
    changed = {
        field.name: getattr(rules.options, field.name)
        for field in attrs.fields(ruleset.options)
        if getattr(rules.options, field.name) != getattr(default, field.name)
    }
    if "card_points" in changed:
        changed["card_points"] = dict(changed["card_points"])
    return _options_words(changed)


def _options_words(options: Mapping[str, Any]) -> str:
    """Options as words `name=value` where that is enough, else as JSON."""
    plain = all(name.isidentifier() for name in options) and all(
        isinstance(value, int)
        or (isinstance(value, str) and value.isidentifier() and _plain(value) == value)
        for value in options.values()
    )
    if not plain:
        return _json_text(options)
    return " ".join(
        f"{name}={value if isinstance(value, str) else json.dumps(value)}"
        for name, value in options.items()
    )


def position_text(state: State) -> str:
    """The whole state as text; `position` of it gives an equal state. It shows hidden cards."""
    rules = state.rules
    deck, labels = rules.deck, [phase.label for phase in rules.phases]
    lines: list[tuple[str, object]] = [("ruleset", rules.ruleset.id)]
    lines += [("options", _options_text(rules)), ("seats", rules.seats)]
    lines += [(name, getattr(state, name)) for name in ("round", "turn", "dealer", "to_act")]
    lines += [("stage", state.stage.replace(" ", "_"))]
    lines += [
        ("phases", _labels(state.phase, labels)),
        ("upcoming", _labels(state.upcoming, labels)),
    ]
    lines += [("done", " ".join(_done_text(mask, labels) for mask in state.done))]
    lines += [("totals", _numbers(state.totals))]
    for seat in range(rules.seats):
        lines += [(f"hand {seat}", deck.text(state.hands[seat]) or "-")]
    for seat, melds in enumerate(state.table):
        text = " / ".join(str(rules.meld(laid.cards, laid.shown)) for laid in melds)
        lines += [(f"table {seat}", text)]
    for seat in range(rules.seats):
        lines += [(f"front {seat}", deck.text(state.front[seat]))]
        lines += [(f"known {seat}", deck.text(state.known[seat]))]
    lines += [
        ("discard", deck.text(state.discard) or "-"),
        ("stock", deck.text(state.stock) or "-"),
    ]
    piles = sorted(state.piles.items())
    lines += [(f"pile {name}", deck.text(cards) or "-") for name, cards in piles]
    lines += _rare_fields(state)
    lines += [("shuffles", state.shuffles), ("key", state.key.hex())]
    return "\n".join(f"{name}: {value}" for name, value in lines if value != "")


def _rare_fields(state: State) -> list[tuple[str, object]]:
    """Fields that are left out while they have their usual value."""
    rules = state.rules
    lines: list[tuple[str, object]] = []
    everybody = tuple(range(rules.seats))
    for name, usual in (
        ("active", everybody), ("skips", (0,) * rules.seats), ("guard", (-1,) * rules.seats),
        ("winners", ()),
    ):  # fmt: skip
        value = getattr(state, name)
        if value != usual:
            lines.append((name, _numbers(value)))
    lines += [(name, "yes") for name in FLAGS if getattr(state, name)]
    if state.direction != 1:
        lines.append(("direction", state.direction))
    if state.out >= 0:
        lines.append(("out", state.out))
    if state.taken >= 0:
        lines.append(("taken", rules.deck.kinds[state.taken].text))
    for name in ("pending", "memory"):
        if getattr(state, name):
            lines.append((name, _json_text(getattr(state, name))))
    if state.script:
        orders = [rules.deck.text(order) for order in state.script]
        lines.append(("script", _json_text(orders)))
    return lines


def _numbers(values: tuple[int, ...]) -> str:
    return " ".join(str(value) for value in values)


def _labels(phases: tuple[int, ...], labels: list[str]) -> str:
    return " ".join(labels[index] if index >= 0 else "-" for index in phases)


def _done_text(mask: int, labels: list[str]) -> str:
    return ",".join(label for index, label in enumerate(labels) if mask >> index & 1) or "-"
