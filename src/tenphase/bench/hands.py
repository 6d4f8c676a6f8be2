"""The hands that the solver is measured with."""

from __future__ import annotations

import random
from functools import lru_cache

from tenphase.cards import Deck

__all__ = ["classic_order", "dealt", "with_wilds"]


def classic_order(deck: Deck) -> bytes:
    """The classic deck as it is counted here: R, B, G, Y by 1 to 12 twice, 8 wilds, 4 Skips."""
    texts = [f"{colour}{rank}" for colour in "RBGY" for rank in range(1, 13) for _ in range(2)]
    return deck.encode([*texts, *["W"] * 8, *["S"] * 4])


@lru_cache(maxsize=16)
def dealt(order: bytes, size: int, seed: int, count: int) -> list[bytes]:
    """Hands dealt from a deck in this order by one seeded generator."""
    rng = random.Random(seed)
    places = range(len(order))
    return [bytes(sorted([order[i] for i in rng.sample(places, size)])) for _ in range(count)]


def with_wilds(deck: Deck, size: int, wilds: int, seed: int, count: int) -> list[bytes]:
    """Hands of the classic deck with so many wilds, the rest naturals."""
    rng = random.Random(seed)
    order = classic_order(deck)[:96]
    wild = deck.code("W")
    return [
        bytes(sorted([*(order[i] for i in rng.sample(range(96), size - wilds)), *[wild] * wilds]))
        for _ in range(count)
    ]
