"""The classic game with 108 cards, as on the publishers' sheets of 1998 to 2010 and later.

The default preset follows the 2010 sheet; others follow older prints and other texts. The rules
are in the ledger, `MC-*` (and `VN-*` for a chosen number of phases).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from tenphase.action_cards import ActionCard, Skip
from tenphase.cards import Card, Deck, colour_bit, rank_bit
from tenphase.options import Options, whole_number
from tenphase.phases import Phase, parse_phase
from tenphase.ruleset import Ruleset

__all__ = ["ClassicOptions", "classic_deck", "ruleset"]

RANKS = tuple(str(rank) for rank in range(1, 13))
COLOURS = ("R", "B", "G", "Y")


@attrs.frozen(kw_only=True)
class ClassicOptions(Options):
    """The options of the family, and how many Skips are in the deck."""

    skips: int = whole_number(4, least=0, most=4, doc="Skips in the deck (MC-SKIP-9)")


def classic_deck(options: ClassicOptions, seats: int) -> Deck:
    """Two of each number in four colours, eight wilds, four Skips (MC-DECK-1, MC-DECK-2)."""
    every_rank = sum(rank_bit(rank) for rank in range(1, 13))
    every_colour = sum(colour_bit(colour) for colour in range(4))
    numbers = [
        (Card(f"{colour}{rank}", ranks=rank_bit(rank), colours=colour_bit(c)), 2)
        for c, colour in enumerate(COLOURS)
        for rank in range(1, 13)
    ]
    wilds = [(Card("W", ranks=every_rank, colours=every_colour), 8)]
    skips = [(Card("S"), options.skips)] if options.skips else []
    return Deck([*numbers, *wilds, *skips], ranks=RANKS, colours=COLOURS)


def classic_phases(options: ClassicOptions) -> Sequence[Phase]:
    """The ten phases, the same in all prints (MC-PHASE-1)."""
    texts = ["S3+S3", "S3+R4", "S4+R4", "R7", "R8", "R9", "S4+S4", "C7", "S5+S2", "S5+S3"]
    return [parse_phase(text) for text in texts]


def classic_points(options: ClassicOptions, deck: Deck) -> Mapping[str, int]:
    """1-9 five, 10-12 ten, Skip fifteen, wild twenty-five points (MC-SCORE-1)."""
    points = {"W": 25, "S": 15}
    for colour in COLOURS:
        for rank in range(1, 13):
            points[f"{colour}{rank}"] = 5 if rank < 10 else 10
    return points


def classic_action_cards(options: ClassicOptions) -> Mapping[str, ActionCard]:
    """The Skip is the only action card."""
    return {"S": Skip()}


#: Which rule stands behind a refusal.
CITATIONS = {
    "already-down": "MC-LAY-5",
    "already-drawn": "MC-TURN-2",
    "action-card-in-meld": "MC-SKIP-6",
    "discard-empty": "MC-STOCK-2",
    "does-not-fit": "MC-HIT-4",
    "does-not-fit:C": "MC-HIT-7",
    "does-not-fit:R": "MC-HIT-5",
    "does-not-fit:S": "MC-HIT-4",
    "draw-first": "MC-TURN-1",
    "exact-cards-only": "MC-LAY-6",
    "extra-meld": "MC-LAY-7",
    "hit-later-turn": "MC-HIT-2",
    "hit-undeclared": "MC-WILD-5",
    "incomplete-phase": "MC-LAY-3",
    "mixed-colours": "MC-COL-1",
    "must-keep-discard": "MC-OUT-1",
    "must-play": "MC-FLOAT-A",
    "must-take-discard": "MC-FLOAT-A",
    "no-natural": "MC-WILD-2",
    "no-such-meld": "MC-HIT-8",
    "no-swap": "MC-WILD-3",
    "not-consecutive": "MC-RUN-1",
    "not-down": "MC-HIT-1",
    "not-your-turn": "MC-TURN-1",
    "rank-twice": "MC-RUN-3",
    "redraw-discard": "MC-TURN-5",
    "run-full": "MC-HIT-6",
    "run-wraps": "MC-RUN-2",
    "skip-has-target": "MC-SKIP-10",
    "skip-last-card": "MC-SKIP-7",
    "skip-next-only": "MC-SKIP-2",
    "skip-no-target": "MC-SKIP-10",
    "skip-not-drawable": "MC-TURN-3",
    "skip-self": "MC-SKIP-2",
    "skip-target-lap": "MC-SKIP-3",
    "skip-target-no-turn": "MC-SKIP-3",
    "skip-target-pending": "MC-SKIP-3",
    "stock-empty": "MC-STOCK-1",
    "taken-by-wild": "MC-WILD-3",
    "too-few-cards": "MC-LAY-3",
    "unequal-ranks": "MC-SET-1",
    "wild-mismatch": "MC-WILD-1",
    "wild-not-drawable": "MC-TURN-4",
    "wild-undeclared": "MC-WILD-5",
    "wrong-phase": "MC-LAY-4",
    "wrong-stage": "MC-TURN-1",
}

#: Named readings: what each print, text or program says, as far as it is known.
PRESETS: Mapping[str, Mapping[str, object]] = {
    "mattel": {},
    "fundex": {"skip_placement": "discard", "skip_limit": "once_per_lap"},
    "ravensburger": {"first_upturned_special": "bury"},
    "guide": {
        "skip_placement": "discard",
        "going_out": "must_keep_discard",
        "winner_rule": "lowest_total",
        "final_lap": True,
        "tie_break": "shared",
    },
    "ourpastimes": {
        "skip_placement": "discard",
        "skip_limit": "turn_between",
        "skip_as_last_card": "draw_replacement",
        "going_out": "floating_passive",
    },
    "app": {"lay_down_extras": False, "win_requires_going_out": True},
}

ruleset = Ruleset(
    id="mattel-classic",
    title="Classic",
    version="1",
    seats=(2, 6),
    most_seats=10,
    options=ClassicOptions,
    presets=PRESETS,
    deck=classic_deck,
    phases=classic_phases,
    points=classic_points,
    action_cards=classic_action_cards,
    citations=CITATIONS,
    ledger="tenphase_rulesets.mattel_classic",
)
