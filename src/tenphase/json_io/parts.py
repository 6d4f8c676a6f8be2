"""Reading what the data of a state and that of a view have in common: all that lies in the open."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tenphase.errors import JsonError, TenphaseError, brief
from tenphase.json_io.reading import (
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
from tenphase.laid import Laid
from tenphase.position_text import MOST_COUNTED, MOST_POINTS, MOST_SKIPS
from tenphase.registry import find_rules
from tenphase.registry import ruleset as find_ruleset
from tenphase.state import GAME_OVER, State

if TYPE_CHECKING:
    from tenphase.rules import Rules
    from tenphase.ruleset import Ruleset

__all__ = ["by_seat", "read_open", "rules_in"]


@lru_cache(maxsize=64)
def _rules(ruleset: Ruleset, seats: int, options: str) -> Rules:
    # kept by value, not by id, which may come to stand for another ruleset
    return find_rules(ruleset, seats=seats, options=json.loads(options))


def rules_in(data: dict[str, Any], within: Ruleset | None) -> Rules:
    """The rules that the head names. A version of the rules that is not installed is refused."""
    name, version = text_of(data, "ruleset", "$"), text_of(data, "version", "$")
    options = data["options"]
    if options.__class__ is not dict:
        raise JsonError("an object is wanted", path="$.options")
    seats = whole(data["seats"], "$.seats", 1, 1000)
    try:
        known = within if within is not None and within.id == name else find_ruleset(name)
        rules = _rules(known, seats, json.dumps(options))
    except TenphaseError as error:
        wrong = getattr(error, "options", ())
        path = f"$.options.{wrong[0]}" if wrong and wrong[0] in options else "$.options"
        path = "$.ruleset" if isinstance(error, LookupError) else path
        raise JsonError(str(error), path=path) from error
    except (TypeError, ValueError, RecursionError) as error:
        raise JsonError(f"not the options of {name}: {error}", path="$.options") from error
    if version != rules.ruleset.version:
        there = rules.ruleset.version
        raise JsonError(
            f"version {brief(version)} of the rules is not installed, but {there!r}",
            path="$.version",
        )
    return rules


def read_open(state: State, data: dict[str, Any]) -> None:
    """Fill everything into a state that is not hidden from anybody."""
    _read_turn(state, data)
    _read_progress(state, data)
    _read_cards(state, data)


def _read_turn(state: State, data: dict[str, Any]) -> None:
    rules = state.rules
    seats = rules.seats
    stage = text_of(data, "stage", "$")
    if stage not in rules.stages and stage != GAME_OVER:
        raise JsonError(f"there is no stage {brief(stage)}", path="$.stage")
    state.stage = stage
    state.to_act = whole(data["to_act"], "$.to_act", 0, seats - 1)
    state.round = whole(data["round"], "$.round", 1, MOST_COUNTED)
    state.turn = whole(data["turn"], "$.turn", 0, MOST_COUNTED)
    state.dealer = whole(data["dealer"], "$.dealer", 0, seats - 1)
    state.direction = whole(data["direction"], "$.direction", -1, 1)
    if state.direction == 0:
        raise JsonError("the direction is 1 or -1", path="$.direction")
    state.active = _seat_set(data, "active", seats)
    if len(state.active) < (1 if stage == GAME_OVER else 2):
        raise JsonError("two seats or more play", path="$.active")
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
    state.totals = wholes_in(data, "totals", "$", seats, -MOST_POINTS, MOST_POINTS)
    state.skips = wholes_in(data, "skips", "$", seats, 0, MOST_SKIPS)


def _indexes(names: list[Any], labels: dict[str, int], path: str) -> tuple[int, ...]:
    found = []
    for place, name in enumerate(names):
        if name is None:
            found.append(-1)
        elif name.__class__ is str and name in labels:
            found.append(labels[name])
        else:
            raise JsonError(f"there is no phase {brief(name)}", path=f"{path}[{place}]")
    return tuple(found)


def _read_cards(state: State, data: dict[str, Any]) -> None:
    rules = state.rules
    seats, deck = rules.seats, rules.deck
    state.known = by_seat(state, data, "known", sort=True)
    state.front = by_seat(state, data, "front")
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


def by_seat(
    state: State, data: dict[str, Any], name: str, *, sort: bool = False
) -> tuple[bytes, ...]:
    """Cards for each seat."""
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
                f"there is no face {brief(error.args[0])}", path=f"{where}.shows"
            ) from None
        if len(cards) < spec.size or not table.holds(cards, shown):
            raise JsonError(f"this cannot be {spec.spec.one()}", path=where)
        found.append(Laid(table, cards, shown))
    return tuple(found)
