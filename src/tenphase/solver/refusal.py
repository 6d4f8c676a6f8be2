"""Why some cards are not what they were said to be."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from tenphase.melds import FreeKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenphase.tables import MeldTable, SpecTable

__all__ = ["Refusal", "why_no_meld"]


_Value = tuple[str, str, "int | None", str, bytes]


class Refusal:
    """Why a lay-down is not allowed.

    - `code`: short and stable, for programs (`"not-consecutive"`);
    - `meld`: the place of the meld concerned among those given, or None;
    - `kind`: the symbol of the kind of meld that was wanted there, or an empty text;
    - `cards`: the codes of the cards concerned;
    - `message`: a plain sentence.

    It is false, so that `if solver.check(...)` reads well. Finding the reason takes longer than
    finding that there is one, so it may be worked out when one of these is first read.
    """

    __slots__ = ("_later", "_value")

    def __init__(
        self,
        code: str,
        message: str,
        *,
        meld: int | None = None,
        kind: str = "",
        cards: bytes = b"",
    ) -> None:
        self._value: _Value | None = (code, message, meld, kind, cards)
        self._later: tuple[Callable[..., Refusal], tuple[object, ...]] | None = None

    @classmethod
    def later(cls, reason: Callable[..., Refusal], *arguments: object) -> Refusal:
        """A refusal that asks for its reason when it is read."""
        made = cls.__new__(cls)
        made._value = None
        made._later = reason, arguments
        return made

    def _read(self) -> _Value:
        value = self._value
        if value is None:
            assert self._later is not None
            reason, arguments = self._later
            value = self._value = reason(*arguments)._read()
        return value

    @property
    def code(self) -> str:
        """The reason, for programs."""
        return self._read()[0]

    @property
    def message(self) -> str:
        """The reason, in a sentence."""
        return self._read()[1]

    @property
    def meld(self) -> int | None:
        """The place of the meld concerned among those given."""
        return self._read()[2]

    @property
    def cards(self) -> bytes:
        """The codes of the cards concerned."""
        return self._read()[4]

    @property
    def kind(self) -> str:
        """The symbol of the kind of meld that was wanted there, or an empty text."""
        return self._read()[3]

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return f"{self.message} [{self.code}]"

    def __repr__(self) -> str:
        return f"Refusal({self.code!r}, {self.message!r}, meld={self.meld})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and self._read() == other._read()

    def __hash__(self) -> int:
        return hash(self._read())


def why_no_meld(
    spec: SpecTable, cards: bytes, declared: Sequence[int | None], *, extras: bool, meld: int
) -> Refusal | None:
    """Why these cards are not the meld that a phase asks for, or None if they are.

    `meld` is only passed on.
    """
    table = spec.table
    deck = table.deck
    what = spec.spec.one()

    def no(code: str, message: str, culprits: bytes = b"") -> Refusal:
        return Refusal(code, message, meld=meld, kind=table.kind.symbol, cards=culprits)

    actions = bytes([c for c in cards if deck.kinds[c].is_action])
    if actions:
        return no("action-card-in-meld", f"{deck.text(actions)} never belongs to a meld", actions)
    if len(cards) < spec.size:
        return no(
            "too-few-cards", f"at least {spec.size} cards are needed for {what}, not {len(cards)}"
        )
    if not extras and len(cards) > spec.size:
        return no(
            "exact-cards-only", f"exactly {spec.size} cards are laid for {what}, not {len(cards)}"
        )
    ways = table.arrange(cards, declared)
    if not ways:
        refusal = _why_not_arranged(table, cards, declared, what)
        return no(refusal.code, refusal.message, refusal.cards)
    naturals = sum([deck.kinds[c].is_natural for c in cards])
    if naturals < spec.naturals:
        least = "one natural is" if spec.naturals == 1 else f"{spec.naturals} naturals are"
        return no("no-natural", f"at least {least} needed for {what}, here are {naturals}")
    return None


def undeclared(table: MeldTable, ways: Sequence[bytes], meld: int, cards: bytes) -> Refusal:
    """More than one way to read a meld: somebody must say what the wilds stand for."""
    labels = table.faces.faces
    texts = ["-".join(labels[f].label for f in (shown[0], shown[-1])) for shown in ways[:2]]
    wilds = bytes([c for c in cards if table.deck.kinds[c].is_wild])
    example = f"{table.deck.text(wilds[:1])}={labels[ways[0][0]].label}"
    return Refusal(
        "wild-undeclared",
        f"{table.deck.text(wilds)} can stand for different things "
        f"({' or '.join(texts)}): say which, as in {example}",
        meld=meld,
        kind=table.kind.symbol,
        cards=wilds,
    )


def _why_not_arranged(
    table: MeldTable, cards: bytes, declared: Sequence[int | None], what: str
) -> Refusal:
    deck, faces = table.deck, table.faces
    for code, face in zip(cards, declared, strict=False):
        if face is not None and code not in faces.accepts[face]:
            label = faces.faces[face].label
            return Refusal(
                "wild-mismatch", f"{deck.kinds[code]} cannot stand for {label}", cards=bytes([code])
            )
    if any(face is not None for face in declared) and table.arrange(cards):
        said = bytes([c for c, f in zip(cards, declared, strict=True) if f is not None])
        return Refusal(
            "wild-mismatch",
            f"with what was said of {deck.text(said)} these cards cannot make {what}",
            cards=said,
        )
    if isinstance(table.kind, FreeKind):
        return Refusal("not-a-meld", f"{deck.text(cards)} cannot make {what}", cards=cards)
    naturals = bytes([c for c in cards if deck.kinds[c].is_natural])
    wilds = bytes([c for c in cards if not deck.kinds[c].is_natural])
    if table.ladders:
        return _why_no_ladder(table, cards, naturals, wilds, what)
    if any(all(c in faces.accepts[f] for c in naturals) for f in table.uniforms):
        return Refusal(
            "wild-mismatch", f"{deck.text(wilds)} cannot all stand for the same as the rest",
            cards=wilds,
        )  # fmt: skip
    colours = {faces.faces[f].colours for f in table.uniforms}
    alike = any(
        all(deck.kinds[c].colours & faces.faces[f].colours for c in naturals)
        for f in table.uniforms
    )
    if len(colours) > 1 and not alike:
        return Refusal(
            "mixed-colours", f"{deck.text(naturals)} are not of one colour", cards=naturals
        )
    return Refusal("unequal-ranks", f"{deck.text(naturals)} cannot make {what}", cards=naturals)


def _why_no_ladder(
    table: MeldTable, cards: bytes, naturals: bytes, wilds: bytes, what: str
) -> Refusal:
    deck, accepts = table.deck, table.faces.accepts
    longest = max(len(steps) for steps, _ in table.ladders)
    held = [
        steps for steps, _ in table.ladders if all(_place(steps, c, accepts) >= 0 for c in naturals)
    ]
    if not held:
        return Refusal(
            "mixed-colours", f"{deck.text(naturals)} do not go together in {what}", cards=naturals
        )
    steps = held[0]
    places = [_place(steps, c, accepts) for c in naturals]
    twice = bytes([c for c, place in zip(naturals, places, strict=True) if places.count(place) > 1])
    if twice:
        return Refusal(
            "rank-twice",
            f"{deck.text(twice)} would stand for the same place of the run",
            cards=twice,
        )
    if len(cards) > longest:
        return Refusal(
            "run-full", f"a run has at most {longest} cards, not {len(cards)}", cards=cards
        )
    if max(places, default=0) - min(places, default=0) >= len(cards):
        turned = sorted(places)
        gap = max(b - a for a, b in pairwise(turned))
        first, last = (table.faces.faces[f].label for f in (steps[0], steps[-1]))
        if len(steps) - gap < len(cards):
            return Refusal(
                "run-wraps", f"a run does not go on from {last} to {first}", cards=naturals
            )
        return Refusal(
            "not-consecutive",
            f"{deck.text(naturals)} and {len(wilds)} wild cards are not a run of {len(cards)}",
            cards=naturals,
        )
    return Refusal(
        "wild-mismatch", f"{deck.text(wilds)} cannot fill the gaps of this run", cards=wilds
    )


def _place(steps: bytes, code: int, accepts: Sequence[bytes]) -> int:
    """The first place of a ladder where a card fits, or -1."""
    return next((i for i, face in enumerate(steps) if code in accepts[face]), -1)
