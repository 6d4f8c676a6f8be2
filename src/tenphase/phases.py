"""Phases, as values: the melds they ask for and the constraints between those.

The text of a phase joins its melds with `+` and puts constraints after them: `S3+R4`,
`F5+F3 distinct`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import attrs

from tenphase.cards import Deck
from tenphase.errors import DefinitionError, NotationError, brief
from tenphase.melds import CORE_KINDS, Face, FreeKind, Ladder, MeldKind, MeldSpec

__all__ = ["DISTINCT", "Constraint", "Phase", "parse_phase"]


class Constraint:
    """A condition on the melds of a phase together. Subclass it to add your own."""

    #: Its word in phase notation.
    word: str = ""
    #: The end of a sentence about the phase: "set of 3, set of 3 <title>".
    title: str = ""

    def allows(self, melds: Sequence[Sequence[Face]]) -> bool:
        """Whether melds may be laid together; a meld is given as what its cards stand for."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<constraint {self.word}>"


class _Distinct(Constraint):
    word, title = "distinct", "all different"

    def allows(self, melds: Sequence[Sequence[Face]]) -> bool:
        first = [meld[0].label for meld in melds]
        return len(set(first)) == len(first)


#: No two melds of the phase start with the same face: two suits (SB-PHASE-1, phases 9 and 10),
#: or four pairs of different numbers.
DISTINCT: Constraint = _Distinct()

CORE_CONSTRAINTS: dict[str, Constraint] = {DISTINCT.word: DISTINCT}


@attrs.frozen(init=False)
class Phase:
    """A combination of melds to be laid down at once.

    `label` is what the phase is called where it stands in a list ("10"); it does not count
    when phases are compared.

    >>> from tenphase.melds import run_of, set_of
    >>> phase = Phase(set_of(3), run_of(4))
    >>> str(phase), phase.size, phase.describe()
    ('S3+R4', 7, 'set of 3 + run of 4')
    >>> parse_phase("S3+R4") == phase
    True
    """

    melds: tuple[MeldSpec, ...]
    constraints: tuple[Constraint, ...]
    label: str = attrs.field(eq=False)

    def __init__(
        self, *melds: MeldSpec, constraints: Iterable[Constraint] = (), label: str = ""
    ) -> None:
        if not melds:
            raise DefinitionError("a phase asks for at least one meld")
        for meld in melds:
            if not isinstance(meld, MeldSpec):
                raise DefinitionError(f"a phase is made of MeldSpec values, not {brief(meld)}")
        self.__attrs_init__(tuple(melds), tuple(constraints), label)

    @property
    def size(self) -> int:
        """The least number of cards that complete it."""
        return sum(meld.size for meld in self.melds)

    def describe(self) -> str:
        """The phase in words."""
        words = " + ".join(meld.describe() for meld in self.melds)
        return ", ".join([words, *(constraint.title for constraint in self.constraints)])

    def labelled(self, label: str) -> Phase:
        """The same phase under another label."""
        return Phase(*self.melds, constraints=self.constraints, label=label)

    def check(self, deck: Deck, hand_size: int, *, wrap: bool = False) -> None:
        """Refuse a phase that nobody can ever lay, with a `DefinitionError` that says why.

        `hand_size` is the largest number of cards that a lay-down can have.
        """
        if self.size > hand_size:
            raise DefinitionError(
                f"phase {self} asks for {self.size} cards, a hand has at most {hand_size}"
            )
        for meld in self.melds:
            _check_meld(meld, deck, wrap=wrap)

    def __str__(self) -> str:
        melds = "+".join(str(meld) for meld in self.melds)
        return " ".join([melds, *(constraint.word for constraint in self.constraints)])


def _check_meld(meld: MeldSpec, deck: Deck, *, wrap: bool) -> None:
    if isinstance(meld.kind, FreeKind):
        return
    most = 0
    for pattern in meld.kind.patterns(deck, wrap=wrap):
        if isinstance(pattern, Ladder):
            most = max(most, len(pattern.faces))
        else:
            face = pattern.face
            most = max(most, sum(n for card, n in deck.pairs if face.accepts(card)))
    if meld.size > most:
        raise DefinitionError(
            f"there cannot be {meld.one()}: this deck allows {most} cards at most"
        )


_MELD = re.compile(r"([A-Z]+)(\d{1,3})(?::(\d{1,3}))?")


def parse_phase(
    text: str,
    *,
    kinds: Mapping[str, MeldKind] = CORE_KINDS,
    constraints: Mapping[str, Constraint] = CORE_CONSTRAINTS,
    label: str = "",
) -> Phase:
    """Read phase notation. Raises `NotationError` naming the piece that is not understood.

    >>> parse_phase("F5+F3 distinct").describe()
    '5 cards of one suit + 3 cards of one suit, all different'
    >>> parse_phase("S3+Q4")
    Traceback (most recent call last):
    tenphase.errors.NotationError: phase 'S3+Q4': no meld kind 'Q' (known: S, R, C, F, CR, EO, CEO)
    """
    if not isinstance(text, str):
        raise NotationError(f"a phase is written as text, not {brief(text)}", piece=brief(text))
    words = text.split()
    if not words:
        raise NotationError("an empty text is no phase", piece=text)
    melds = []
    for piece in words[0].split("+"):
        match = _MELD.fullmatch(piece)
        if match is None:
            raise NotationError(
                f"phase {brief(text)}: {brief(piece)} is no meld (melds look like S3, R4, C7)",
                piece=piece,
            )
        symbol, size, naturals = match.groups()
        if symbol not in kinds:
            known = ", ".join(kinds)
            raise NotationError(
                f"phase {brief(text)}: no meld kind {brief(symbol)} (known: {known})", piece=piece
            )
        least = None if naturals is None else int(naturals)
        melds.append(MeldSpec(kinds[symbol], int(size), least))
    for word in words[1:]:
        if word not in constraints:
            raise NotationError(f"phase {brief(text)}: no constraint {brief(word)}", piece=word)
    return Phase(*melds, constraints=[constraints[word] for word in words[1:]], label=label)
