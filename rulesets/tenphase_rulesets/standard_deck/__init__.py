"""The ten phases with standard packs, as Aaron Barnhart wrote them down.

Two packs and four jokers for every two players, thirteen ranks with the ace low, jokers wild, no
Skips, and a phase list of its own in which cards of one colour (red or black) and of one suit are
different things. The rules are in the ledger, `SB-*`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from tenphase.cards import Card, Deck, colour_bit, rank_bit
from tenphase.options import Options, choice, flag, whole_number
from tenphase.phases import Phase, parse_phase
from tenphase.policies import one_phase_when_down, one_phase_when_out
from tenphase.ruleset import Policies, Ruleset
from tenphase.state import State
from tenphase_rulesets.standard_deck.citations import CITATIONS

__all__ = ["StandardOptions", "ruleset", "standard_deck"]

RANKS = ("A", *(str(rank) for rank in range(2, 11)), "J", "Q", "K")
SUITS = ("H", "S", "D", "C")
COLOUR_GROUPS = {"red": "HD", "black": "SC"}
JOKER = "JK"

FIRST_PHASES = ("S3+R3", "S3+R4", "S3+S3", "R6", "R7", "R8")
#: By `phase_list`: phases 7 to 10, of which 8 to 10 speak of suits (SB-PHASE-1, C-30).
LAST_PHASES = {
    "settled": ("C8", "F4+F4", "F5+F3 distinct", "F5+F4 distinct"),
    "guide": ("C8", "CR4+CR4", "C5+C3 distinct", "C5+C4 distinct"),
}


@attrs.frozen(kw_only=True)
class StandardOptions(Options):
    """The options of the family, and what the texts of this version leave open or garble.

    Options about Skips are without effect, since there are none.
    """

    phase_list: str = choice(
        "settled", "guide", conflict="C-30",
        doc="phases 8 to 10 ask for suits, as their author wrote, or are as the guide has them",
    )  # fmt: skip
    who_advances: str = choice(
        "down", "out", conflict="C-31",
        doc="who goes on to the next phase: everybody who went down, or only who went out",
    )  # fmt: skip
    flush_suits_distinct: bool = flag(
        False, conflict="C-33", doc="the two flushes of phase 8 are of different suits"
    )
    pack_pairs: int | None = whole_number(
        None, least=1, most=5, conflict="C-33",
        doc="how many times two packs and four jokers; None: once for every two seats, rounded up",
    )  # fmt: skip

    def contradictions(self) -> Iterable[tuple[tuple[str, ...], str]]:
        """Those of the family, and flushes that the phase list does not have."""
        yield from super().contradictions()
        if self.flush_suits_distinct and self.phase_list == "guide":
            yield (
                ("flush_suits_distinct", "phase_list"),
                "the guide reads phase 8 as two runs, so there are no flushes",
            )


def standard_deck(options: StandardOptions, seats: int) -> Deck:
    """Two packs and four jokers for every two seats, an odd seat counting as two (SB-DECK-1).

    >>> len(standard_deck(StandardOptions(), 4)), len(standard_deck(StandardOptions(), 5))
    (216, 324)
    """
    pairs = options.pack_pairs or (seats + 1) // 2
    every_rank = sum(rank_bit(rank) for rank in range(1, len(RANKS) + 1))
    every_suit = sum(colour_bit(suit) for suit in range(len(SUITS)))
    cards = [
        (Card(f"{rank}{suit}", ranks=rank_bit(r), colours=colour_bit(s)), 2 * pairs)
        for s, suit in enumerate(SUITS)
        for r, rank in enumerate(RANKS, start=1)
    ]
    jokers = (Card(JOKER, ranks=every_rank, colours=every_suit), 4 * pairs)
    return Deck([*cards, jokers], ranks=RANKS, colours=SUITS, colour_groups=COLOUR_GROUPS)


def standard_phases(options: StandardOptions) -> Sequence[Phase]:
    """The ten phases of this version (SB-PHASE-1)."""
    texts = [*FIRST_PHASES, *LAST_PHASES[options.phase_list]]
    if options.flush_suits_distinct:
        texts[7] += " distinct"
    return [parse_phase(text) for text in texts]


def standard_points(options: StandardOptions, deck: Deck) -> Mapping[str, int]:
    """Ace to nine five, ten to king ten, joker twenty-five points (SB-SCORE-1)."""
    points = {JOKER: 25}
    for suit in SUITS:
        for number, rank in enumerate(RANKS, start=1):
            points[f"{rank}{suit}"] = 5 if number < 10 else 10
    return points


def advance(state: State, seat: int) -> tuple[int, int]:
    """Who went down goes on, or only who went out (SB-ROUND-1, C-31)."""
    options = state.rules.options
    assert isinstance(options, StandardOptions)
    if options.who_advances == "out":
        return one_phase_when_out(state, seat)
    return one_phase_when_down(state, seat)


ruleset = Ruleset(
    id="standard-deck",
    title="Ten phases with standard packs",
    version="1",
    seats=(2, 6),
    most_seats=10,
    options=StandardOptions,
    presets={
        "barnhart": {},
        "guide": {"phase_list": "guide", "who_advances": "out", "win_requires_going_out": True},
    },
    deck=standard_deck,
    phases=standard_phases,
    points=standard_points,
    policies=Policies(advance=advance),
    citations=CITATIONS,
    ledger="tenphase_rulesets.standard_deck",
)
