"""Probabilities: known values, sampling, and counting by hand."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tenphase.cards import Card, Deck, rank_bit
from tenphase.melds import CORE_KINDS, LeastNaturals, MeldKind, Uniform, rank_face
from tenphase.solver import Solver
from tenphase.solver.odds_zoned import count_zoned
from tests import decks
from tests.solver.worlds import DEEP

CLASSIC = Solver(decks.classic(), decks.phases(decks.CLASSIC_PHASES))


@pytest.mark.parametrize(
    ("phase", "percent", "digits"),
    [
        (1, 18.2752, 4), (2, 29.809, 3), (3, 5.342, 3), (4, 15.5690, 4), (5, 6.4882, 4),
        (6, 1.9926, 4), (7, 0.33213, 5), (8, 2.7672, 3), (9, 3.1123, 4), (10, 0.35229, 5),
    ],
)  # fmt: skip
def test_ten_cards_of_the_classic_deck(phase: int, percent: float, digits: int) -> None:
    chance = CLASSIC.probability(phase)
    assert chance.exact
    assert chance.error == 0
    assert round(100 * chance.value, digits) == pytest.approx(percent, abs=1.01 * 10**-digits)


def small_deck() -> Deck:
    """Two colours, five ranks, three full wilds and a card of no use: all hands can be counted."""
    ranks = range(1, 6)
    cards = [
        (Card(f"{c}{r}", ranks=rank_bit(r), colours=1 << i), 2 if r < 4 else 1)
        for i, c in enumerate("RB")
        for r in ranks
    ]
    wild = Card("W", ranks=sum(map(rank_bit, ranks)), colours=0b11)
    return Deck([*cards, (wild, 3), (Card("S"), 1)], ranks=map(str, ranks), colours="RB")


@pytest.mark.parametrize("naturals", [LeastNaturals(), LeastNaturals(0), LeastNaturals(0, 1)])
@pytest.mark.parametrize("phase", ["S3", "S2+S2", "R3", "S2+R3", "S3+R2", "C4", "CR3", "S2+C2"])
def test_every_hand_of_a_small_deck(phase: str, naturals: LeastNaturals) -> None:
    solver = Solver(small_deck(), naturals=naturals)
    hands = list(combinations(solver.deck.full, 5))
    good = sum(solver.can_lay(bytes(hand), phase) for hand in hands)
    chance = solver.probability(phase, 5)
    assert chance.exact
    assert (chance.favourable, chance.hands) == (good, len(hands))


def small_deck_of_partial_wilds() -> Deck:
    """Two colours, four ranks; wilds for the low ranks, the high ranks, one colour, and all."""
    cards = [
        (Card(f"{c}{r}", ranks=rank_bit(r), colours=1 << i), 1 + (r % 2))
        for i, c in enumerate("RB")
        for r in range(1, 5)
    ]
    low, high = rank_bit(1) | rank_bit(2), rank_bit(3) | rank_bit(4)
    cards += [
        (Card("L", ranks=low, colours=0b11), 2),
        (Card("H", ranks=high, colours=0b11), 1),
        (Card("HR", ranks=high, colours=0b01), 1),
        (Card("W", ranks=low | high, colours=0b11), 1),
        (Card("S"), 1),
    ]
    return Deck(cards, ranks="1234", colours="RB")


@pytest.mark.parametrize(
    "naturals",
    [LeastNaturals(), LeastNaturals(0), LeastNaturals(by_kind={"R": 2}), LeastNaturals(2)],
)
@pytest.mark.parametrize(
    "phase", ["S3", "C4", "S2+S2", "C2+C3", "S2+S3", "S2+S2+S2", "R3", "R4", "S2+R3", "S3+R2"]
)
def test_every_hand_of_a_small_deck_with_partial_wilds(phase: str, naturals: LeastNaturals) -> None:
    solver = Solver(small_deck_of_partial_wilds(), naturals=naturals)
    zoned = solver.matcher(phase).zoned
    for cards in (4, 6):
        hands = list(combinations(solver.deck.full, cards))
        search = solver.matcher(phase)._search
        good = sum(search.can_lay(bytes(hand), extras=True) for hand in hands)
        chance = solver.probability(phase, cards)
        assert chance.exact
        assert (chance.favourable, chance.hands) == (good, len(hands))
        if zoned is not None and good:
            assert count_zoned(zoned, solver.deck, cards) == good
    assert zoned is not None or (phase, naturals) == ("S2+S2+S2", LeastNaturals(2))


@pytest.mark.parametrize("phase", range(1, 11))
def test_ten_cards_of_the_master_deck(phase: int) -> None:
    """Exact but for a run in one colour beside a set, and as large deals by chance have it."""
    solver = Solver(
        decks.master(), decks.phases(decks.MASTER_PHASES), naturals=decks.MASTER_NATURALS
    )
    chance = solver.probability(phase, trials=200)
    assert chance.exact is (phase not in (8, 10))
    guess = solver.estimate(phase, trials=40_000 if DEEP else 4_000, seed=phase)
    assert abs(guess.value - chance.value) < 4 * (guess.error + chance.error)


class _Downwards(MeldKind):
    """Sets whose faces are in another order than the steps of a run."""

    symbol, title = "D", "set of {n}"

    def patterns(self, deck: Deck, *, wrap: bool = False) -> list[Uniform]:
        return [Uniform(rank_face(deck, rank)) for rank in range(len(deck.ranks), 0, -1)]


def random_deck(rng: random.Random) -> Deck:
    """Of some naturals there are none, and wilds show some ranks."""
    ranks, colours = rng.randint(3, 5), rng.randint(1, 2)
    cards = [
        (Card(f"{c}{r}", ranks=rank_bit(r), colours=1 << i), n)
        for i, c in enumerate("RB"[:colours])
        for r in range(1, ranks + 1)
        if (n := rng.choice([0, 1, 1, 2, 3]))
    ]
    every = sum(map(rank_bit, range(1, ranks + 1)))
    for number in range(rng.randint(0, 3)):
        low = rng.randint(1, ranks)
        mask = sum(map(rank_bit, range(low, rng.randint(low, ranks) + 1)))
        if mask.bit_count() > 1 or colours > 1:
            mask = every if rng.random() < 0.2 else mask
            card = Card(f"W{number}", ranks=mask, colours=2**colours - 1)
            cards.append((card, rng.randint(1, 2)))
    cards.append((Card("S"), 1))
    return Deck(cards, ranks=[str(r) for r in range(1, ranks + 1)], colours="RB"[:colours])


def test_every_hand_of_random_decks() -> None:
    rng = random.Random(6)
    kinds = {**CORE_KINDS, "D": _Downwards()}
    counted = 0
    for _ in range(1_500 if DEEP else 150):
        deck = random_deck(rng)
        naturals = LeastNaturals(rng.choice([0, 1, 1, 2]), by_kind={"R": rng.choice([0, 1, 2])})
        solver = Solver(deck, kinds=kinds, naturals=naturals, wrap=rng.random() < 0.2)
        phase = rng.choice(["R2", "R3", "D2+R2", "D2+R3", "S3+R2", "S2+D2", "C2", "C2+C2", "S2"])
        cards = rng.randint(1, min(6, len(deck)))
        chance = solver.probability(phase, cards)
        if chance.exact:
            search = solver.matcher(phase)._search
            hands = list(combinations(deck.full, cards))
            good = sum(search.can_lay(bytes(hand), extras=True) for hand in hands)
            counted += 0 < good < len(hands)
            assert (chance.favourable, chance.hands) == (good, len(hands)), (phase, deck.pairs)
    assert counted > 30


def test_an_estimate_says_so_and_repeats() -> None:
    one = CLASSIC.estimate(1, 10, trials=4_000, seed=3)
    assert not one.exact
    assert one.value == CLASSIC.estimate(1, 10, trials=4_000, seed=3).value
    assert one.value == pytest.approx(0.182752, abs=4 * one.error)
    assert CLASSIC.estimate(7, 5, trials=100).error > 0
