"""What the solver answers where a plain value would not do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenphase.actions import Hit, LayDown
    from tenphase.cards import Card

__all__ = ["BestLayDown", "Shed"]


class Shed:
    """Hits that can be played one after the other, and the cards that are left.

    `goes_out` tells whether at most one card is left, which then is discarded.
    """

    __slots__ = ("goes_out", "hits", "left")

    def __init__(self, hits: tuple[Hit, ...], left: tuple[Card, ...]) -> None:
        self.hits = hits
        self.left = left
        self.goes_out = len(left) <= 1

    def __repr__(self) -> str:
        return f"<Shed {', '.join(map(str, self.hits))}; left {' '.join(map(str, self.left))}>"


class BestLayDown:
    """A lay-down, the hits that follow it in the same turn, and the cards that are left.

    Hits on melds that were just laid name them by the `seat` given, and count from 0.
    """

    __slots__ = ("goes_out", "hits", "lay_down", "left")

    def __init__(self, lay_down: LayDown, hits: tuple[Hit, ...], left: tuple[Card, ...]) -> None:
        self.lay_down = lay_down
        self.hits = hits
        self.left = left
        self.goes_out = len(left) <= 1

    def __repr__(self) -> str:
        moves = ", ".join(map(str, [self.lay_down, *self.hits]))
        return f"<BestLayDown {moves}; left {' '.join(map(str, self.left))}>"
