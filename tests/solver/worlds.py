"""Rules to test the solver under: a deck, phases, a rule on naturals."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from functools import cached_property

from tenphase.cards import Card, Deck
from tenphase.melds import CORE_KINDS, RUN, SET, LeastNaturals, MeldKind, MeldSpec, Pattern
from tenphase.phases import DISTINCT, Phase, parse_phase
from tenphase.solver.matcher import LayDownMade, PhaseMatcher
from tenphase.tables import FaceTable, MeldTable, PhaseTable
from tests import decks
from tests.solver import reference

DEEP = os.environ.get("TENPHASE_PROFILE") == "deep"


class SetOrRun(MeldKind):
    """A kind with patterns of both sorts, as a plug-in may have."""

    symbol, title = "M", "set or run of {n}"

    def patterns(self, deck: Deck, *, wrap: bool = False) -> list[Pattern]:
        return [*SET.patterns(deck), *RUN.patterns(deck, wrap=wrap)]


KINDS = {**CORE_KINDS, "M": SetOrRun()}


@dataclass
class Rules:
    """One set of rules, with a matcher for each phase."""

    name: str
    deck: Deck
    phases: list[Phase]
    least: LeastNaturals
    wrap: bool = False
    form: str = "{colour}{rank}"

    def __post_init__(self) -> None:
        self.faces = FaceTable(self.deck)
        self.kinds = {kind: MeldTable(kind, self.faces, wrap=self.wrap) for kind in KINDS.values()}
        self.matchers = [self.matcher(phase) for phase in self.phases]

    def matcher(self, phase: Phase) -> PhaseMatcher:
        return PhaseMatcher(PhaseTable(phase, self.faces, self.kinds, self.least))

    @cached_property
    def world(self) -> reference.World:
        return reference.World(
            self.deck.ranks,
            self.deck.colours,
            dict(self.deck.colour_groups),
            wrap=self.wrap,
            form=self.form,
        )

    # -- the reference ------------------------------------------------------------------------

    def wanted(self, matcher: PhaseMatcher) -> list[reference.Wanted]:
        return [
            reference.Wanted(spec.spec.kind.symbol, spec.size, spec.naturals)
            for spec in matcher.table.specs
        ]

    def search(self, matcher: PhaseMatcher, hand: bytes, *, extras: bool) -> reference.Search:
        return reference.Search(
            self.world,
            self.wanted(matcher),
            self.deck.decode(hand),
            extras=extras,
            naturals=self.least.per_phase,
            distinct=bool(matcher.table.phase.constraints),
        )

    def as_reference(self, matcher: PhaseMatcher, melds: LayDownMade) -> tuple[reference.Meld, ...]:
        """A lay-down of the solver in the words of the reference."""
        return tuple(
            sorted(
                (
                    spec.spec.kind.symbol,
                    tuple(sorted(self.deck.kinds[c].text for c in cards)),
                    self.faces.labels(shown),
                )
                for spec, (cards, shown) in zip(matcher.table.specs, melds, strict=True)
            )
        )

    # -- hands ----------------------------------------------------------------------------------

    @cached_property
    def naturals(self) -> list[int]:
        return [c for c in self.deck.full if self.deck.kinds[c].is_natural]

    @cached_property
    def wilds(self) -> list[int]:
        return [c for c in self.deck.full if self.deck.kinds[c].is_wild]

    def hand(self, rng: random.Random, most: int = 20) -> bytes:
        """A hand: sometimes random, sometimes of few ranks or colours and with many wilds."""
        size = rng.randint(1, most)
        if rng.random() < 0.3:
            return bytes(sorted(rng.sample(self.deck.full, size)))
        wilds = min(size, rng.choice([0, 0, 1, 1, 2, 3, 4, 5, 6, 8]), len(self.wilds))
        pool = self.naturals
        kinds = self.deck.kinds
        if rng.random() < 0.8:
            ranks = set(rng.sample(range(1, len(self.deck.ranks) + 1), rng.randint(1, 6)))
            pool = [c for c in pool if kinds[c].ranks.bit_length() - 1 in ranks]
        if rng.random() < 0.4:
            colours = set(rng.sample(range(len(self.deck.colours)), rng.randint(1, 2)))
            pool = [c for c in pool if kinds[c].colours.bit_length() - 1 in colours]
        naturals = min(size - wilds, len(pool))
        return bytes(sorted(rng.sample(pool, naturals) + rng.sample(self.wilds, wilds)))


def random_phase(rng: random.Random) -> Phase:
    """A phase that nobody has printed: one to three melds of any kinds."""
    melds = []
    for _ in range(rng.choice([1, 2, 2, 2, 3])):
        kind = CORE_KINDS[rng.choice(["S", "S", "R", "R", "C", "CR", "F", "EO"])]
        size = rng.randint(2, 5)
        naturals = rng.choice([None, None, None, 0, 1, 2])
        melds.append(MeldSpec(kind, size, naturals))
    alike = len({meld.kind for meld in melds}) == 1
    constraints = [DISTINCT] if alike and len(melds) > 1 and rng.random() < 0.4 else []
    return Phase(*melds, constraints=constraints)


def card(deck: Deck, text: str) -> Card:
    return deck.kinds[deck.code(text)]


def all_rules() -> list[Rules]:
    """Every deck with every rule on naturals that the printed editions know, and some more."""
    classic, master, standard = decks.classic(), decks.master(), decks.standard()
    ten = decks.phases(decks.CLASSIC_PHASES)
    odd = decks.phases("R4 S2+S2+S2 R3+R3 S2+R3+S2 R4+C3 CR3+S2 CR3+R3 EO4+S2 C4+S3 R12")
    either = "M3+M3 M7 M4+S2 M3+R3 M2+M2+M2 C3+M3 M4+M3"
    sets_or_runs = [parse_phase(text, kinds=KINDS) for text in either.split()]
    return [
        Rules("classic", classic, ten, LeastNaturals()),
        Rules("classic, odd phases", classic, odd, LeastNaturals()),
        Rules("classic, sets or runs", classic, sets_or_runs, LeastNaturals()),
        Rules("classic, one natural a phase", classic, ten, LeastNaturals(0, 1)),
        Rules("classic, three naturals a phase", classic, ten, LeastNaturals(0, 3)),
        Rules("classic, no naturals", classic, ten, LeastNaturals(0)),
        Rules("classic, two naturals a meld, runs go round", classic, ten, LeastNaturals(2), True),
        Rules("classic, coloured wilds", decks.coloured_wilds(), ten, LeastNaturals()),
        Rules("master", master, decks.phases(decks.MASTER_PHASES), decks.MASTER_NATURALS),
        Rules("master, one natural", master, decks.phases(decks.MASTER_PHASES), LeastNaturals()),
        Rules(
            "standard",
            standard,
            decks.phases(decks.STANDARD_PHASES),
            LeastNaturals(),
            form="{rank}{colour}",
        ),
    ]
