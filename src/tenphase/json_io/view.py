"""Views as JSON: what a server sends to a player, and what a client reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenphase.json_io.state import done_labels, head, label, meld_data, plain

if TYPE_CHECKING:
    from tenphase.views import View

__all__ = ["view_data"]


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
