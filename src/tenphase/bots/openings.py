"""What fits a meld, worked out from its kind alone, so that it can be asked of melds to come."""

from __future__ import annotations

from functools import lru_cache

from tenphase.cards import Deck
from tenphase.melds import Face, FreeKind, Ladder, MeldKind
from tenphase.views import View

__all__ = ["openings_after", "openings_of"]

_NONE: frozenset[int] = frozenset()


def openings_of(view: View, kind: MeldKind, first: str, last: str, size: int) -> frozenset[int]:
    """The codes of the cards that fit a meld whose first and last card stand for these faces."""
    return _openings(kind, view.rules.deck, view.rules.options.run_wraparound, first, last, size)


def openings_after(
    view: View, kind: MeldKind, first: str, last: str, size: int, added: str
) -> frozenset[int]:
    """The same for a run to which one more face has been added at one of its ends.

    For melds that are no runs it is empty, as there a card never makes room for another.
    """
    deck, wrap = view.rules.deck, view.rules.options.run_wraparound
    for labels, cyclic in _ladders(kind, deck, wrap):
        if first in labels and last in labels and added in labels:
            low = labels.index(first) - 1
            if (low >= 0 or cyclic) and labels[low] == added:
                return _openings(kind, deck, wrap, added, last, size + 1)
            return _openings(kind, deck, wrap, first, added, size + 1)
    return _NONE


@lru_cache(maxsize=64)
def _ladders(kind: MeldKind, deck: Deck, wrap: bool) -> tuple[tuple[tuple[str, ...], bool], ...]:
    return tuple(
        (tuple(face.label for face in pattern.faces), pattern.cyclic)
        for pattern in kind.patterns(deck, wrap=wrap)
        if isinstance(pattern, Ladder)
    )


@lru_cache(maxsize=4096)
def _openings(
    kind: MeldKind, deck: Deck, wrap: bool, first: str, last: str, size: int
) -> frozenset[int]:
    if isinstance(kind, FreeKind):
        return _NONE
    faces: list[Face] = []
    for pattern in kind.patterns(deck, wrap=wrap):
        if isinstance(pattern, Ladder):
            labels = [face.label for face in pattern.faces]
            if first not in labels or last not in labels or size >= len(labels):
                continue
            low, high = labels.index(first) - 1, labels.index(last) + 1
            if low >= 0 or pattern.cyclic:
                faces.append(pattern.faces[low])
            if high < len(labels) or pattern.cyclic:
                faces.append(pattern.faces[high % len(labels)])
        elif pattern.face.label == first:
            faces.append(pattern.face)
    return frozenset(
        code for code, card in enumerate(deck.kinds) if any(face.accepts(card) for face in faces)
    )
