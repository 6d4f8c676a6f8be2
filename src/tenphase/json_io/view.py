"""Views as JSON: what a server sends to a player, and what a client reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenphase.cards import remove_cards
from tenphase.errors import JsonError
from tenphase.json_io.parts import read_open, rules_in
from tenphase.json_io.reading import (
    MOST,
    codes_in,
    flag_in,
    list_in,
    only_fields,
    seat_or_none,
    whole,
    wholes_in,
)
from tenphase.json_io.state import done_labels, head, label, meld_data, plain
from tenphase.state import State
from tenphase.views import View

if TYPE_CHECKING:
    from tenphase.ruleset import Ruleset

__all__ = ["FIELDS", "read_view", "view_data"]

FIELDS = frozenset(
    [
        "tenphase", "format", "ruleset", "version", "seats", "options", "seat", "stage", "to_act",
        "actors", "round", "turn", "dealer", "direction", "active", "hand", "hand_sizes",
        "stock_size", "discard", "table", "front", "phase", "upcoming", "done", "totals", "skips",
        "guard", "known", "floating", "laid_now", "taken", "out", "playoff", "winners", "aborted",
        "pending", "has_hidden_pending", "piles", "pile_sizes", "memory",
    ]
)  # fmt: skip


def view_data(view: View) -> dict[str, Any]:
    """A view as plain data: only what its seat may know. Cards are texts."""
    rules = view.rules
    text = rules.deck.text
    return {
        **head(rules),
        "tenphase": "view",
        "seat": view.seat,
        "stage": view.stage,
        "to_act": view.to_act,
        "actors": list(view.actors),
        "round": view.round,
        "turn": view.turn,
        "dealer": view.dealer,
        "direction": view.direction,
        "active": list(view.active),
        "hand": text(view.hand_codes),
        "hand_sizes": list(view.hand_sizes),
        "stock_size": view.stock_size,
        "discard": text(view.discard_codes),
        "table": [[meld_data(laid) for laid in melds] for melds in view.table],
        "front": [text(cards) for cards in view.front_codes],
        "phase": [label(rules, index) for index in view.phase],
        "upcoming": [label(rules, index) for index in view.upcoming],
        "done": [done_labels(rules, mask) for mask in view.done],
        "totals": list(view.totals),
        "skips": list(view.skips),
        "guard": [None if seat < 0 else seat for seat in view.guard],
        "known": [text(cards) for cards in view.known_codes],
        "floating": view.floating,
        "laid_now": view.laid_now,
        "taken": None if view.taken < 0 else rules.deck.kinds[view.taken].text,
        "out": None if view.out < 0 else view.out,
        "playoff": view.playoff,
        "winners": list(view.winners),
        "aborted": view.aborted,
        "pending": plain(view.pending),
        "has_hidden_pending": view.has_hidden_pending,
        "piles": {name: text(cards) for name, cards in view.piles},
        "pile_sizes": dict(view.pile_sizes),
        "memory": {name: plain(value) for name, value in view.memory},
    }


def read_view(data: dict[str, Any], within: Ruleset | None = None) -> View:
    """A view, for a client that has got it as JSON. All in it fits one deck.

    `within` is its ruleset, if that is neither installed nor registered.
    """
    only_fields(data, FIELDS, "$")
    rules = rules_in(data, within)
    # a state of which only the open part is filled
    state = State(rules, b"")
    read_open(state, data)
    seats = rules.seats
    seat = seat_or_none(data["seat"], "$.seat", seats)
    actors = [
        whole(actor, f"$.actors[{n}]", 0, seats - 1)
        for n, actor in enumerate(list_in(data, "actors", "$"))
    ]
    if len(set(actors)) != len(actors) or bool(actors) == state.over:
        raise JsonError("these seats cannot be those to act", path="$.actors")
    hand = codes_in(data["hand"], rules.deck, "$.hand")
    sizes = wholes_in(data, "hand_sizes", "$", seats, 0)
    for name in state.memory:
        if name[:1] in ("", "_"):
            raise JsonError("such names are hidden", path=f"$.memory.{name:.40}")
    view = View(
        rules=rules,
        seat=None if seat < 0 else seat,
        stage=state.stage,
        to_act=state.to_act,
        actors=tuple(actors),
        round=state.round,
        turn=state.turn,
        dealer=state.dealer,
        direction=state.direction,
        active=state.active,
        hand_codes=bytes(sorted(hand)),
        hand_sizes=sizes,
        stock_size=whole(data["stock_size"], "$.stock_size", 0),
        discard_codes=state.discard,
        table=state.table,
        front_codes=state.front,
        phase=state.phase,
        upcoming=state.upcoming,
        done=state.done,
        totals=state.totals,
        skips=state.skips,
        guard=state.guard,
        known_codes=state.known,
        floating=state.floating,
        laid_now=state.laid_now,
        taken=state.taken,
        out=state.out,
        playoff=state.playoff,
        winners=state.winners,
        aborted=state.aborted,
        pending=state.pending,
        has_hidden_pending=flag_in(data, "has_hidden_pending", "$"),
        piles=tuple(sorted(state.piles.items())),
        pile_sizes=_pile_sizes(data),
        memory=tuple(sorted(state.memory.items())),
    )
    _check_cards(view)
    return view


def _pile_sizes(data: dict[str, Any]) -> tuple[tuple[str, int], ...]:
    sizes = data["pile_sizes"]
    if sizes.__class__ is not dict:
        raise JsonError("an object is wanted", path="$.pile_sizes")
    for name, size in sizes.items():
        if name.__class__ is not str or name[:1] in ("", "_"):
            raise JsonError("such names are hidden", path="$.pile_sizes")
        whole(size, f"$.pile_sizes.{name:.40}", 0, MOST)
    return tuple(sorted(sizes.items()))


def _check_cards(view: View) -> None:
    """What is seen is part of the deck, and with what is only counted it is the whole deck."""
    deck = view.rules.deck
    own = b"" if view.seat is None else view.hand_codes
    for seat, size in enumerate(view.hand_sizes):
        if seat == view.seat and size != len(own):
            raise JsonError("not as many as in the hand", path=f"$.hand_sizes[{seat}]")
        if len(view.known_codes[seat]) > size:
            raise JsonError("more than are in that hand", path=f"$.known[{seat}]")
    if view.seat is None and view.hand_codes:
        raise JsonError("a spectator has no hand", path="$.hand")
    if view.seat is not None and remove_cards(own, view.known_codes[view.seat]) is None:
        raise JsonError("not in the hand", path=f"$.known[{view.seat}]")
    sizes = dict(view.pile_sizes)
    for name, cards in view.piles:
        if sizes.get(name) != len(cards):
            raise JsonError("not as many as in the pile", path=f"$.pile_sizes.{name:.40}")
    open_cards = [view.discard_codes, *view.front_codes]
    open_cards += [laid.cards for melds in view.table for laid in melds]
    seen = [own, *open_cards, *(cards for _, cards in view.piles)]
    seen += [known for seat, known in enumerate(view.known_codes) if seat != view.seat]
    if surplus := deck.missing(b"".join(seen)):
        words = ", ".join(f"{card} (too often)" for card in surplus)
        raise JsonError(f"the cards are not those of the deck: {words:.200}", path="$")
    counted = sum(map(len, open_cards)) + sum(view.hand_sizes) + view.stock_size
    # piles whose names are hidden are not counted in a view, so fewer may be told
    if counted + sum(sizes.values()) > len(deck):
        raise JsonError("these are more cards than the deck has", path="$")
