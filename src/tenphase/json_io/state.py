"""States as JSON. Reading checks everything that a position checks, and is quicker."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import attrs

from tenphase.cards import remove_cards
from tenphase.errors import JsonError, TenphaseError
from tenphase.json_io.reading import (
    FORMAT,
    MOST,
    codes_in,
    flag_in,
    list_in,
    only_fields,
    seat_or_none,
    text_of,
    tuples,
    whole,
    wholes_in,
)
from tenphase.registry import find_rules
from tenphase.state import GAME_OVER, Laid, State

if TYPE_CHECKING:
    from tenphase.rules import Rules
    from tenphase.ruleset import Ruleset

__all__ = [
    "done_labels",
    "head",
    "label",
    "meld_data",
    "options_data",
    "plain",
    "read_state",
    "state_data",
]

FIELDS = frozenset(
    [
        "tenphase", "format", "ruleset", "version", "seats", "options", "stage", "to_act", "round",
        "turn", "dealer", "direction", "active", "hands", "stock", "discard", "table", "front",
        "phase", "upcoming", "done", "totals", "skips", "guard", "known", "floating", "laid_now",
        "taken", "out", "playoff", "winners", "aborted", "pending", "piles", "memory", "key",
        "shuffles", "script",
    ]
)  # fmt: skip


# -- writing ------------------------------------------------------------------------------------


def options_data(options: object) -> dict[str, Any]:
    """All options of a game, with their values as plain data."""
    found: dict[str, Any] = {}
    for field in attrs.fields(type(options)):  # type: ignore[arg-type]
        found[field.name] = plain(getattr(options, field.name))
    if "card_points" in found:
        found["card_points"] = dict(found["card_points"])
    return found


def plain(value: Any) -> Any:
    """Tuples as lists."""
    return [plain(item) for item in value] if isinstance(value, tuple | list) else value


@lru_cache(maxsize=64)
def _options_of(rules: Rules) -> dict[str, Any]:
    return options_data(rules.options)


def head(rules: Rules) -> dict[str, Any]:
    """The part that is the same for all states of a game; it is the caller's own."""
    return {
        "tenphase": "state",
        "format": FORMAT,
        "ruleset": rules.ruleset.id,
        "version": rules.ruleset.version,
        "seats": rules.seats,
        "options": {
            name: value.copy() if value.__class__ in (dict, list) else value
            for name, value in _options_of(rules).items()
        },
    }


def done_labels(rules: Rules, mask: int) -> list[str]:
    """The labels of completed phases."""
    return [phase.label for index, phase in enumerate(rules.phases) if mask >> index & 1]


def label(rules: Rules, index: int) -> str | None:
    """The label of a phase, None for -1."""
    return rules.phases[index].label if index >= 0 else None


def state_data(state: State) -> dict[str, Any]:
    """A state as plain data."""
    rules = state.rules
    text = rules.deck.text
    return {
        **head(rules),
        "stage": state.stage,
        "to_act": state.to_act,
        "round": state.round,
        "turn": state.turn,
        "dealer": state.dealer,
        "direction": state.direction,
        "active": list(state.active),
        "hands": [text(hand) for hand in state.hands],
        "stock": text(state.stock),
        "discard": text(state.discard),
        "table": [[meld_data(laid) for laid in melds] for melds in state.table],
        "front": [text(cards) for cards in state.front],
        "phase": [label(rules, index) for index in state.phase],
        "upcoming": [label(rules, index) for index in state.upcoming],
        "done": [done_labels(rules, mask) for mask in state.done],
        "totals": list(state.totals),
        "skips": list(state.skips),
        "guard": [None if seat < 0 else seat for seat in state.guard],
        "known": [text(cards) for cards in state.known],
        "floating": state.floating,
        "laid_now": state.laid_now,
        "taken": None if state.taken < 0 else rules.deck.kinds[state.taken].text,
        "out": None if state.out < 0 else state.out,
        "playoff": state.playoff,
        "winners": list(state.winners),
        "aborted": state.aborted,
        "pending": plain(state.pending),
        "piles": {name: text(cards) for name, cards in state.piles.items()},
        "memory": {name: plain(value) for name, value in state.memory.items()},
        "key": state.key.hex(),
        "shuffles": state.shuffles,
        "script": [text(order) for order in state.script],
    }


def meld_data(laid: Laid) -> dict[str, Any]:
    """A meld on the table."""
    table = laid.table
    return {
        "kind": table.kind.symbol,
        "cards": table.deck.text(laid.cards),
        "shows": list(table.faces.labels(laid.shown)),
    }


# -- reading ------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _rules(ruleset: str | Ruleset, seats: int, options: str) -> Rules:
    return find_rules(ruleset, seats=seats, options=json.loads(options))


def _find_rules(data: dict[str, Any], within: Ruleset | None) -> Rules:
    """The rules that the head names. A version of the rules that is not installed is refused."""
    name, version = text_of(data, "ruleset", "$"), text_of(data, "version", "$")
    known = within if within is not None and within.id == name else name
    options = data["options"]
    if options.__class__ is not dict:
        raise JsonError("an object is wanted", path="$.options")
    seats = whole(data["seats"], "$.seats", 1, 1000)
    try:
        rules = _rules(known, seats, json.dumps(options))
    except TenphaseError as error:
        wrong = getattr(error, "options", ())
        path = f"$.options.{wrong[0]}" if wrong and wrong[0] in options else "$.options"
        path = "$.ruleset" if isinstance(error, LookupError) else path
        raise JsonError(str(error), path=path) from error
    except (TypeError, ValueError, RecursionError) as error:
        raise JsonError(f"not the options of {name}: {error}", path="$.options") from error
    if version != rules.ruleset.version:
        raise JsonError(
            f"version {version!r:.40} of the rules is not installed, but {rules.ruleset.version!r}",
            path="$.version",
        )
    return rules


def read_state(data: dict[str, Any], within: Ruleset | None = None) -> State:
    """A state, checked like a position: a game can go on from it.

    `within` is its ruleset, if that is neither installed nor registered.
    """
    only_fields(data, FIELDS, "$")
    rules = _find_rules(data, within)
    state = State(rules, _key(data))
    _read_turn(state, data)
    _read_progress(state, data)
    _read_cards(state, data)
    _check_cards(state)
    _check_goes_on(state)
    return state


def _key(data: dict[str, Any]) -> bytes:
    text = text_of(data, "key", "$")
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise JsonError("the key is a text of 64 hex digits", path="$.key")
    return key


def _read_turn(state: State, data: dict[str, Any]) -> None:
    rules = state.rules
    seats = rules.seats
    stage = text_of(data, "stage", "$")
    if stage not in rules.stages and stage != GAME_OVER:
        raise JsonError(f"there is no stage {stage!r:.40}", path="$.stage")
    state.stage = stage
    state.to_act = whole(data["to_act"], "$.to_act", 0, seats - 1)
    state.round = whole(data["round"], "$.round", 0)
    state.turn = whole(data["turn"], "$.turn", 0)
    state.dealer = whole(data["dealer"], "$.dealer", 0, seats - 1)
    state.direction = whole(data["direction"], "$.direction", -1, 1)
    if state.direction == 0:
        raise JsonError("the direction is 1 or -1", path="$.direction")
    state.active = _seat_set(data, "active", seats)
    state.winners = _seat_set(data, "winners", seats)
    if state.to_act not in state.active and stage != GAME_OVER:
        raise JsonError("this seat does not play", path="$.to_act")
    state.floating = flag_in(data, "floating", "$")
    state.laid_now = flag_in(data, "laid_now", "$")
    state.playoff = flag_in(data, "playoff", "$")
    state.aborted = flag_in(data, "aborted", "$")
    state.out = seat_or_none(data["out"], "$.out", seats)
    state.guard = tuple(
        [seat_or_none(seat, "$.guard", seats) for seat in list_in(data, "guard", "$", seats)]
    )
    state.shuffles = whole(data["shuffles"], "$.shuffles", 0)


def _seat_set(data: dict[str, Any], name: str, seats: int) -> tuple[int, ...]:
    values = list_in(data, name, "$")
    found = tuple(values)
    for place, seat in enumerate(found):
        whole(seat, f"$.{name}[{place}]", 0, seats - 1)
    if any(one >= other for one, other in pairwise(found)):
        raise JsonError("the seats ascend", path=f"$.{name}")
    return found


def _read_progress(state: State, data: dict[str, Any]) -> None:
    rules = state.rules
    seats = rules.seats
    labels = rules.labels
    state.phase = _indexes(list_in(data, "phase", "$", seats), labels, "$.phase")
    upcoming = list_in(data, "upcoming", "$")
    if upcoming and len(upcoming) != seats:
        raise JsonError("one phase for each seat, or none", path="$.upcoming")
    state.upcoming = _indexes(upcoming, labels, "$.upcoming")
    done = []
    for seat, names in enumerate(list_in(data, "done", "$", seats)):
        if names.__class__ is not list:
            raise JsonError("a list is wanted", path=f"$.done[{seat}]")
        found = _indexes(names, labels, f"$.done[{seat}]")
        if -1 in found or len(set(found)) != len(found):
            raise JsonError("each completed phase once", path=f"$.done[{seat}]")
        done.append(sum([1 << index for index in found]))
    state.done = tuple(done)
    state.totals = wholes_in(data, "totals", "$", seats, -MOST)
    state.skips = wholes_in(data, "skips", "$", seats, 0)


def _indexes(names: list[Any], labels: dict[str, int], path: str) -> tuple[int, ...]:
    found = []
    for place, name in enumerate(names):
        if name is None:
            found.append(-1)
        elif name.__class__ is str and name in labels:
            found.append(labels[name])
        else:
            raise JsonError(f"there is no phase {name!r:.40}", path=f"{path}[{place}]")
    return tuple(found)


def _read_cards(state: State, data: dict[str, Any]) -> None:
    rules = state.rules
    seats, deck = rules.seats, rules.deck
    state.hands = _by_seat(state, data, "hands", sort=True)
    state.known = _by_seat(state, data, "known", sort=True)
    state.front = _by_seat(state, data, "front")
    state.stock = codes_in(data["stock"], deck, "$.stock")
    state.discard = codes_in(data["discard"], deck, "$.discard")
    state.table = tuple(
        [
            _read_melds(state, seat, melds)
            for seat, melds in enumerate(list_in(data, "table", "$", seats))
        ]
    )
    if data["taken"] is not None:
        taken = codes_in(data["taken"], deck, "$.taken")
        if len(taken) != 1:
            raise JsonError("one card or null is wanted", path="$.taken")
        state.taken = taken[0]
    state.pending = tuples(list_in(data, "pending", "$"), "$.pending")
    for name, read in (("piles", codes_in), ("memory", None)):
        if data[name].__class__ is not dict:
            raise JsonError("an object is wanted", path=f"$.{name}")
        setattr(state, name, _named(data[name], f"$.{name}", deck, read))
    state.script = tuple(
        [
            codes_in(order, deck, f"$.script[{place}]")
            for place, order in enumerate(list_in(data, "script", "$"))
        ]
    )


def _named(
    values: dict[Any, Any], path: str, deck: Any, read: Callable[..., bytes] | None
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in values.items():
        if name.__class__ is not str:
            raise JsonError("names are texts", path=path)
        where = f"{path}.{name:.40}"
        found[name] = tuples(value, where) if read is None else read(value, deck, where)
    return found


def _by_seat(
    state: State, data: dict[str, Any], name: str, *, sort: bool = False
) -> tuple[bytes, ...]:
    deck, seats = state.rules.deck, state.rules.seats
    found = [
        codes_in(cards, deck, f"$.{name}[{seat}]") if cards else b""
        for seat, cards in enumerate(list_in(data, name, "$", seats))
    ]
    return tuple([bytes(sorted(cards)) for cards in found] if sort else found)


def _read_melds(state: State, seat: int, melds: object) -> tuple[Laid, ...]:
    rules, path = state.rules, f"$.table[{seat}]"
    if melds.__class__ is not list:
        raise JsonError("a list is wanted", path=path)
    if not melds:
        return ()
    index = state.phase[seat]
    specs = rules.phase_tables[index].specs if index >= 0 else ()
    if len(melds) != len(specs):
        raise JsonError("these are not the melds of the seat's phase", path=path)
    found = []
    for number, (meld, spec) in enumerate(zip(melds, specs, strict=True)):
        where = f"{path}[{number}]"
        if meld.__class__ is not dict:
            raise JsonError("an object is wanted", path=where)
        only_fields(meld, ("kind", "cards", "shows"), where)
        table = spec.table
        if meld["kind"] != table.kind.symbol:
            raise JsonError(f"a meld of kind {table.kind.symbol} lies here", path=f"{where}.kind")
        cards = codes_in(meld["cards"], rules.deck, f"{where}.cards")
        try:
            shown = bytes([table.numbers[label] for label in list_in(meld, "shows", where)])
        except (KeyError, TypeError) as error:
            raise JsonError(
                f"there is no face {error.args[0]!r:.40}", path=f"{where}.shows"
            ) from None
        if len(cards) < spec.size or not table.holds(cards, shown):
            raise JsonError(f"this is no {spec.spec.describe()}", path=where)
        found.append(Laid(table, cards, shown))
    return tuple(found)


# -- checking -----------------------------------------------------------------------------------


def _check_cards(state: State) -> None:
    """Every card of the deck is in one place, and what is known of a hand is in it."""
    deck = state.rules.deck
    parts = [*state.hands, *state.front, state.stock, state.discard, *state.piles.values()]
    parts += [laid.cards for melds in state.table for laid in melds]
    everything = bytes(sorted(b"".join(parts)))
    if everything != deck.full:
        surplus = deck.missing(everything)
        words = ", ".join(f"{card} (too often)" for card in surplus) or "some are nowhere"
        raise JsonError(f"the cards are not those of the deck: {words:.200}", path="$")
    for seat, known in enumerate(state.known):
        if known and remove_cards(state.hands[seat], known) is None:
            raise JsonError("not in that hand", path=f"$.known[{seat}]")


def _check_goes_on(state: State) -> None:
    """Somebody can act, or the game is over."""
    if state.stage == GAME_OVER:
        if not (state.winners or state.aborted):
            raise JsonError("a game that is over has winners or was aborted", path="$.winners")
        return
    if state.stage == "play":
        if not state.hands[state.to_act]:
            raise JsonError("the seat to act has no card", path=f"$.hands[{state.to_act}]")
        return
    stage = state.rules.stages[state.stage]
    try:
        # a stage of a ruleset reads its own data, which may be anything here
        actors = stage.actors(state)
        goes_on = bool(actors) and all(stage.legal(state, seat) for seat in actors)
    except Exception as error:
        raise JsonError(
            f"this cannot be pending in stage {state.stage}", path="$.pending"
        ) from error
    if not goes_on:
        raise JsonError("nobody can do anything in this stage", path="$.stage")
