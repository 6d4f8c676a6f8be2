"""The Master edition of 131 cards: partial jokers and four kinds of blue action cards.

Jokers show a range of numbers in two or four colours, one point is charged for every card left in
hand, and the blue cards have a pile of their own. The rules are in the ledger, `PM-*`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from tenphase.action_cards import ActionCard
from tenphase.cards import Card, Deck, colour_bit, rank_bit
from tenphase.melds import COLOUR, COLOUR_RUN, RUN, SET, LeastNaturals
from tenphase.phases import Phase, parse_phase
from tenphase.ruleset import Ruleset, only_known_parts
from tenphase.stages import PlayStage, Stage
from tenphase.state import State
from tenphase_rulesets.ravensburger_master.blanks import blank_cards, blank_text
from tenphase_rulesets.ravensburger_master.blue_cards import (
    FIVE,
    KEEP,
    SKIP,
    TWO,
    AllMine,
    GiveMeFive,
    MasterSkip,
    TakeTwo,
)
from tenphase_rulesets.ravensburger_master.citations import CITATIONS
from tenphase_rulesets.ravensburger_master.five import AskStage, ShowStage, TakeStage
from tenphase_rulesets.ravensburger_master.keeping import KeepHandStage
from tenphase_rulesets.ravensburger_master.options import MasterOptions
from tenphase_rulesets.ravensburger_master.two import KeepOneStage, MasterDrawStage

__all__ = ["MasterOptions", "master_deck", "ruleset"]

RANKS = tuple(str(rank) for rank in range(1, 13))
COLOURS = ("R", "Y", "G", "V")
BLUE_CARDS = {TWO: 4, KEEP: 4, SKIP: 6, FIVE: 4}


def jokers() -> list[Card]:
    """The fourteen jokers: two ranges of numbers, each in six pairs of colours and in all four.

    Follows PM-DECK-3 (C-24).

    >>> [joker.text for joker in jokers()][:2], len(jokers())
    (['J[1-6|RY]', 'J[1-6|RG]'], 14)
    """
    pairs = list(combinations(range(4), 2))
    return [
        Card(
            f"J[{low}-{low + 5}|{''.join(COLOURS[colour] for colour in colours)}]",
            ranks=sum(rank_bit(rank) for rank in range(low, low + 6)),
            colours=sum(colour_bit(colour) for colour in colours),
        )
        for low in (1, 7)
        for colours in [*pairs, (0, 1, 2, 3)]
    ]


def master_deck(options: MasterOptions, seats: int) -> Deck:
    """96 number cards, 14 jokers, 18 action cards, and the blanks in use (PM-DECK-1 to 5)."""
    numbers = [
        (Card(f"{colour}{rank}", ranks=rank_bit(rank), colours=colour_bit(c)), 2)
        for c, colour in enumerate(COLOURS)
        for rank in range(1, 13)
    ]
    blue = [(Card(text), count) for text, count in BLUE_CARDS.items()]
    written = [
        (Card(blank_text(name)), options.blanks.count(name))
        for name in dict.fromkeys(options.blanks)
    ]
    cards = [*numbers, *((joker, 1) for joker in jokers()), *blue, *written]
    return Deck(cards, ranks=RANKS, colours=COLOURS)


def master_phases(options: MasterOptions) -> Sequence[Phase]:
    """The ten phases (PM-PHASE-1, C-20)."""
    texts = ["S2+S2+S2+S2", "C6", "S4+R4", "R8", "C7", "R9", "S4+S4", "CR4+S3", "S5+S3", "S5+CR3"]
    return [parse_phase(text) for text in texts]


def master_naturals(options: MasterOptions) -> LeastNaturals:
    """One number card in a set, two in any run, one in a colour group (PM-JOK-5, 6, 8; C-27)."""
    by_kind = {
        SET.symbol: options.joker_min_natural_set,
        RUN.symbol: options.joker_min_natural_run,
        COLOUR.symbol: options.joker_min_natural_colour,
        COLOUR_RUN.symbol: options.joker_min_natural_colour_run,
    }
    return LeastNaturals(by_kind=by_kind)


def master_points(options: MasterOptions, deck: Deck) -> Mapping[str, int]:
    """One point for every card (PM-SCORE-1, C-28)."""
    return dict.fromkeys(deck.codes, 1)


def master_action_cards(options: MasterOptions) -> Mapping[str, ActionCard]:
    """The four blue cards, and whatever is written on the blanks (PM-DECK-4, PM-DECK-5)."""
    known = blank_cards()
    return {
        TWO: TakeTwo(),
        KEEP: AllMine(),
        SKIP: MasterSkip(),
        FIVE: GiveMeFive(),
        **{blank_text(name): known[name] for name in options.blanks},
    }


def master_stages(options: MasterOptions) -> Sequence[Stage]:
    """Draw one or two, play, the steps of Give me five, and the end of a round."""
    return (
        MasterDrawStage(),
        KeepOneStage(),
        PlayStage(),
        AskStage(),
        ShowStage(),
        TakeStage(),
        KeepHandStage(),
    )


#: Whatever moves cards here; what is written on a blank is not among it.
PARTS = (
    MasterDrawStage, KeepOneStage, AskStage, ShowStage, TakeStage, KeepHandStage,
    TakeTwo, AllMine, MasterSkip, GiveMeFive,
)  # fmt: skip


def master_most_cards(state: State) -> int | None:
    """Each Give me five of a round adds a card to a hand, which may be kept for the next round.

    Its player has drawn one card, plays one and takes one; it does not come back before the next
    deal. A Take two adds none. Follows PM-FIVE-4, PM-FIVE-6, PM-ACT-2, PM-KEEP-1, PM-TWO-1.

    >>> import tenphase as tp
    >>> first, third = [tp.position("ravensburger-master", round=number) for number in (1, 3)]
    >>> master_most_cards(first), master_most_cards(third)
    (14, 22)
    """
    rules = state.rules
    if not only_known_parts(state, *PARTS):
        return None
    fives = sum([isinstance(rules.action_card[code], GiveMeFive) for code in rules.deck.full])
    return min(rules.hand_size + fives * state.round, len(rules.deck))


ruleset = Ruleset(
    id="ravensburger-master",
    title="Master",
    version="1",
    seats=(2, 6),
    options=MasterOptions,
    presets={
        "master": {
            "first_upturned_special": "bury",
            "tie_break": "shared",
            "lay_down_extras": False,
        },
        "italian": {
            "first_upturned_special": "bury",
            "tie_break": "shared",
            "lay_down_extras": False,
            "draw_two": "one_shot",
            "draw_two_optional": False,
        },
    },
    deck=master_deck,
    phases=master_phases,
    points=master_points,
    naturals=master_naturals,
    action_cards=master_action_cards,
    stages=master_stages,
    round_end=("keep hand",),
    most_cards=master_most_cards,
    citations=CITATIONS,
    ledger="tenphase_rulesets.ravensburger_master",
)
