"""Melds that lie on the table."""

from __future__ import annotations

from collections.abc import Sequence

from tenphase.tables import Made, MeldTable, SpecTable

__all__ = ["Laid", "as_given"]


class Laid:
    """A meld on the table: its kind, its cards, and what each stands for. Never changed."""

    __slots__ = ("cards", "openings", "shown", "table")

    def __init__(self, table: MeldTable, cards: bytes, shown: bytes) -> None:
        self.table = table
        self.cards = cards
        self.shown = shown
        #: by card code: the faces that such a card could stand for here
        self.openings = table.openings(cards, shown)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Laid)
            and self.cards == other.cards
            and self.shown == other.shown
            and self.table.kind is other.table.kind
        )

    def __hash__(self) -> int:
        return hash((self.cards, self.shown))

    def __repr__(self) -> str:
        return f"<{self.table.kind.symbol} {self.table.deck.text(self.cards)}>"


def as_given(
    groups: Sequence[tuple[bytes, Sequence[int | None]]],
    made: Sequence[Made],
    specs: Sequence[SpecTable],
) -> Sequence[Made]:
    """Melds, and the cards of runs, in the order in which they are written, if it is possible.

    After hits it may be open which is which: a set of two has grown to five beside a set of five,
    a wild was added in a place where another one of the run could lie as well.
    """
    left, ordered = list(enumerate(made)), []
    for (group, declared), spec in zip(groups, specs, strict=True):
        if len(group) < spec.size:
            break
        for place, (cards, shown) in left:
            if specs[place].spec.kind is spec.spec.kind and sorted(cards) == sorted(group):
                as_written = _lies_so(spec.table, group, declared, shown)
                ordered.append((group if as_written else cards, shown))
                left.remove((place, (cards, shown)))
                break
    return made if left else ordered


def _lies_so(table: MeldTable, cards: bytes, declared: Sequence[int | None], shown: bytes) -> bool:
    """Whether cards can lie in a run in this order, low end first."""
    return any(shown[0] in steps for steps, _ in table.ladders) and all(
        code in table.faces.accepts[face] and said in (None, face)
        for code, said, face in zip(cards, declared, shown, strict=True)
    )
