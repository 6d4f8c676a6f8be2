"""States as JSON. Reading checks everything that a position checks, and is quicker."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from tenphase.cards import remove_cards
from tenphase.errors import JsonError
from tenphase.json_io.parts import by_seat, read_open, rules_in
from tenphase.json_io.reading import (
    FORMAT,
    codes_in,
    list_in,
    only_fields,
    text_of,
    whole,
)
from tenphase.laid import Laid
from tenphase.position_text import MOST_COUNTED
from tenphase.state import GAME_OVER, State

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
def _options_of(rules: Rules) -> tuple[dict[str, Any], list[str]]:
    """The options as data, and the names of those whose values could be changed."""
    options = options_data(rules.options)
    return options, [name for name, value in options.items() if isinstance(value, dict | list)]


def head(rules: Rules) -> dict[str, Any]:
    """The part that is the same for all states of a game; it is the caller's own."""
    shared, changeable = _options_of(rules)
    options = shared.copy()
    for name in changeable:
        options[name] = shared[name].copy()
    return {
        "tenphase": "state",
        "format": FORMAT,
        "ruleset": rules.ruleset.id,
        "version": rules.ruleset.version,
        "seats": rules.seats,
        "options": options,
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


def read_state(data: dict[str, Any], within: Ruleset | None = None) -> State:
    """A state, checked like a position: a game can go on from it.

    `within` is its ruleset, if that is neither installed nor registered.
    """
    only_fields(data, FIELDS, "$")
    rules = rules_in(data, within)
    state = State(rules, _key(data))
    read_open(state, data)
    _read_hidden(state, data)
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


def _read_hidden(state: State, data: dict[str, Any]) -> None:
    """What no view shows."""
    deck = state.rules.deck
    state.hands = by_seat(state, data, "hands", sort=True)
    state.stock = codes_in(data["stock"], deck, "$.stock")
    state.shuffles = whole(data["shuffles"], "$.shuffles", 0, MOST_COUNTED)
    state.script = tuple(
        [
            codes_in(order, deck, f"$.script[{place}]")
            for place, order in enumerate(list_in(data, "script", "$"))
        ]
    )


# -- checking -----------------------------------------------------------------------------------


def _check_cards(state: State) -> None:
    """Every card of the deck is in one place, and what is known of a hand is in it.

    Cards before a seat that cost it a turn are counted among the turns that it loses.
    """
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
    cards = state.rules.action_card
    for seat, front in enumerate(state.front):
        lost = [code for code in front if (card := cards[code]) and card.costs_a_turn]
        if len(lost) > state.skips[seat]:
            raise JsonError("fewer than the cards before the seat", path=f"$.skips[{seat}]")


def _check_goes_on(state: State) -> None:
    """Somebody can act, or the game is over."""
    if (state.stage == GAME_OVER) != bool(state.winners or state.aborted):
        raise JsonError(
            "a game that is over has winners or was aborted, and no other game", path="$.winners"
        )
    if state.stage == GAME_OVER:
        return
    if state.stage == "play" and not state.hands[state.to_act]:
        raise JsonError("the seat to act has no card", path=f"$.hands[{state.to_act}]")
    if state.stage == state.rules.first_stage and not (state.hands[state.to_act] or state.floating):
        raise JsonError("the seat to act has no card, so it floats", path="$.floating")
    stage = state.rules.stages[state.stage]
    try:
        # a stage of a ruleset reads its own data, which may be anything here
        fault = stage.check_pending(state)
        if state.stage == "play" and not fault:
            return
        actors = stage.actors(state)
        goes_on = not fault and bool(actors) and all(stage.legal(state, s) for s in actors)
    except Exception as error:
        raise JsonError(
            f"this cannot be pending in stage {state.stage}", path="$.pending"
        ) from error
    if fault:
        raise JsonError(fault, path="$.pending")
    if not goes_on:
        raise JsonError("nobody can do anything in this stage", path="$.stage")
