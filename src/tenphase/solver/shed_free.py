"""Shedding onto a table on which a meld of a free kind lies: a plain search over all hits."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenphase.solver.shed import OnTable
    from tenphase.solver.shed_ends import HitMade

__all__ = ["best_shed_free"]


def best_shed_free(hand: bytes, melds: Sequence[OnTable], weights: Sequence[int]) -> list[HitMade]:
    """The hits that shed the most weight; every order of hits is tried, each position once."""
    best: list[HitMade] = []
    best_value = 0
    way: list[HitMade] = []
    tables = [meld.table for meld in melds]
    whole = sum([weights[c] for c in hand])
    seen: set[tuple[bytes, tuple[tuple[bytes, bytes], ...]]] = set()

    def go(rest: bytes, laid: tuple[tuple[bytes, bytes], ...], value: int) -> bool:
        nonlocal best, best_value
        if value > best_value:
            best, best_value = way.copy(), value
            if value == whole:
                return True
        key = (rest, tuple([(bytes(sorted(cards)), shown) for cards, shown in laid]))
        if key in seen or value + sum([weights[c] for c in rest]) <= best_value:
            return False
        seen.add(key)
        for place, (cards, shown) in enumerate(laid):
            open_to = tables[place].openings(cards, shown)
            for code in dict.fromkeys(rest):
                for face, low in open_to.get(code, ()):
                    at = rest.index(code)
                    larger = tables[place].extend(cards, shown, code, face, low=low)
                    way.append((code, place, face, low))
                    done = go(
                        rest[:at] + rest[at + 1 :],
                        (*laid[:place], larger, *laid[place + 1 :]),
                        value + weights[code],
                    )
                    if done:
                        return True
                    way.pop()
        return False

    go(hand, tuple([(meld.cards, meld.shown) for meld in melds]), 0)
    return best
