"""Why some cards are, or are not, a phase: in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenphase.solver.refusal import Refusal

if TYPE_CHECKING:
    from tenphase.solver.matcher import LayDownMade, PhaseMatcher

__all__ = ["Explanation", "explain_cards"]


class Explanation:
    """Whether cards are a phase, and why.

    `ok` tells whether exactly these cards can be laid; `code` is the code of the refusal otherwise;
    `distance` is how many cards are lacking. Printed, it is a sentence.
    """

    __slots__ = ("code", "distance", "message", "ok")

    def __init__(self, ok: bool, message: str, code: str | None, distance: int | None) -> None:
        self.ok = ok
        self.message = message
        self.code = code
        self.distance = distance

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        return self.message

    def __repr__(self) -> str:
        return f"<{'yes' if self.ok else 'no'}: {self.message}>"


def explain_cards(matcher: PhaseMatcher, cards: bytes) -> Explanation:
    """Explain for a flat list of cards."""
    table = matcher.table
    deck = table.faces.deck
    what = table.phase.describe()
    whole = next(matcher.groupings(bytes(sorted(cards))), None)
    if whole is not None:
        return Explanation(True, f"{what}: {_text(matcher, whole)}", None, 0)
    part = matcher.find(bytes(sorted(cards)))
    if part is not None:
        used = b"".join([codes for codes, _ in part])
        rest = list(cards)
        for code in used:
            rest.remove(code)
        return Explanation(
            False,
            f"{what} is there, {_text(matcher, part)}, but {deck.text(rest)} does not belong to it",
            "extra-cards",
            0,
        )
    far = matcher.distance(bytes(sorted(cards)))
    lacking = "more cards than the deck has" if far is None else f"{far} more card{'s'[: far != 1]}"
    if len(table.specs) == 1:
        answer = matcher.check([(cards, [None] * len(cards))])
        assert isinstance(answer, Refusal)
        return Explanation(
            False, f"no {what}: {answer.message}; it takes {lacking}", answer.code, far
        )
    return Explanation(
        False, f"{deck.text(cards)} is not {what}; it takes {lacking}", "incomplete-phase", far
    )


def _text(matcher: PhaseMatcher, melds: LayDownMade) -> str:
    faces = matcher.table.faces
    deck = faces.deck
    return " / ".join(
        [
            " ".join(
                [
                    deck.kinds[c].text if deck.kinds[c].is_natural else f"{deck.kinds[c]}={label}"
                    for c, label in zip(cards, faces.labels(shown), strict=True)
                ]
            )
            for cards, shown in melds
        ]
    )
