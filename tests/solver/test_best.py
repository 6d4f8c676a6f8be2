"""The best lay-down, against laying down each one and shedding what then can be shed."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

from tenphase.actions import LayDown
from tenphase.cards import Card
from tenphase.solver import Solver
from tenphase.solver.answers import BestLayDown
from tenphase.solver.shapes import extras_matter
from tenphase.solver.shed import LaidMade, best_shed
from tests import decks
from tests.solver.test_shed import random_table
from tests.solver.worlds import DEEP

CLASSIC = Solver(decks.classic(), decks.phases(decks.CLASSIC_PHASES))
MASTER = Solver(decks.master(), decks.phases(decks.MASTER_PHASES), naturals=decks.MASTER_NATURALS)
STANDARD = Solver(decks.standard(), decks.phases(decks.STANDARD_PHASES))
SOLVERS = pytest.mark.parametrize(
    "solver", [CLASSIC, MASTER, STANDARD], ids=["classic", "master", "standard"]
)
#: Phases beside those of the rulesets: melds of one kind, three melds, and one that is alone.
MORE = ("S2+S2+S2", "R3+R3", "S3", "R5", "C3+C3", "S2+R3+S2", "C5")
#: A hand with more lay-downs than this is not compared.
MOST = 400


def random_hand(rng: random.Random, solver: Solver) -> bytes:
    """Some cards, often of few ranks or few colours, so that many of them compete."""
    deck = solver.deck
    ranks = rng.sample(range(1, 13), rng.choice([3, 5, 12]))
    colours = rng.sample(range(4), rng.choice([1, 2, 4]))
    naturals = [
        code
        for code in deck.full
        if (card := deck.kinds[code]).is_natural
        and card.ranks.bit_length() - 1 in ranks
        and card.colours.bit_length() - 1 in colours
    ]
    wilds = [code for code in deck.full if deck.kinds[code].is_wild]
    chosen = rng.sample(naturals, min(len(naturals), rng.randint(5, 10)))
    return bytes(sorted(chosen + rng.sample(wilds, rng.randint(0, 3))))


def every_result(
    solver: Solver,
    hand: bytes,
    phase: str | int,
    melds: list[LaidMade],
    weights: list[int],
    *,
    extras: bool,
) -> list[tuple[Any, bytes, int]] | None:
    """Each lay-down, the cards left after its best hits, and their number of hits."""
    matcher = solver.matcher(phase)
    tables = [spec.table for spec in matcher.table.specs]
    every = list(islice(matcher.lay_downs(hand, extras=extras), MOST + 1))
    if len(every) > MOST:
        return None
    results = []
    for made in every:
        left = list(hand)
        for cards, _ in made:
            for code in cards:
                left.remove(code)
        own = [LaidMade(t, *meld) for t, meld in zip(tables, made, strict=True)]
        usable = bytes([code for code in left if weights[code] > 0])
        shed = best_shed(usable, [*melds, *own], weights)
        for code, _, _, _ in shed:
            left.remove(code)
        results.append((made, bytes(left), len(shed)))
    return results


def compare(
    solver: Solver,
    objective: str | Callable[[BestLayDown], Any],
    weights: list[int],
    value: Callable[[bytes], Any],
    hands: int,
) -> None:
    """Ask for the best of many hands; `value` says how good it is to be left with some cards."""
    rng = random.Random(repr(solver.deck.kinds[0]) + str(objective)[:9])
    kinds = {
        id(spec.table): spec.table for p in solver.phases for spec in solver.matcher(p).table.specs
    }
    tables = list(kinds.values())
    compared = 0
    while compared < hands:
        hand = random_hand(rng, solver)
        phase = rng.choice([*range(1, len(solver.phases) + 1), *MORE])
        melds = random_table(rng, tables, rng.randint(0, 4))
        # a function sees what is listed; hits make larger lay-downs of it
        extras = not callable(objective) or extras_matter(solver.matcher(phase).table)
        every = every_result(solver, hand, phase, melds, weights, extras=extras)
        if every is None:
            continue
        best = solver.best_lay_down(hand, phase, objective, table=melds)
        assert (best is None) == (not every)
        if best is None:
            continue
        compared += 1
        left = solver.codes(best.left)
        assert len(hand) == len(left) + len(best.hits) + sum(map(len, best.lay_down.melds))
        assert isinstance(solver.check(best.lay_down, phase), LayDown)
        values = [value(left) for _, left, _ in every]
        assert value(left) == max(values), (hand, phase, melds)
        if callable(objective):
            # of those that are as good, the first
            made = every[values.index(max(values))][0]
            assert [tuple(solver.codes(meld.cards)) for meld in best.lay_down.melds] == [
                tuple(sorted(cards)) for cards, _ in made
            ]


@SOLVERS
@pytest.mark.parametrize("objective", ["most_cards", "fewest_points", "keep_wilds"])
def test_nothing_beats_the_best_by_weight(solver: Solver, objective: str) -> None:
    weights = solver._weights[objective]
    compare(
        solver,
        objective,
        weights,
        lambda left: -sum(weights[code] for code in left),
        4_000 if DEEP else 150,
    )


@SOLVERS
def test_nothing_beats_the_best_for_a_function(solver: Solver) -> None:
    """A function sees the very cards: like cards are not the same to it."""

    def dear(cards: tuple[Card, ...]) -> int:
        return -max([7 * card.ranks % 31 + card.colours for card in cards], default=0)

    compare(
        solver,
        lambda result: dear(result.left),
        solver._weights["most_cards"],
        lambda left: dear(solver.deck.decode(left)),
        1_500 if DEEP else 60,
    )


@SOLVERS
@pytest.mark.parametrize("larger", [True, False], ids=["larger", "least sizes"])
@pytest.mark.parametrize("objective", ["most_cards", "fewest_points", "keep_wilds"])
def test_nothing_beats_the_best_without_hits(
    solver: Solver, objective: str, larger: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "extras", larger)
    rng = random.Random(5)
    weights = solver._weights[objective]
    compared = 0
    while compared < (1_000 if DEEP else 30):
        hand = random_hand(rng, solver)
        phase = rng.choice([*range(1, len(solver.phases) + 1), *MORE])
        every = list(islice(solver.matcher(phase).lay_downs(hand, extras=larger), MOST + 1))
        best = solver.best_lay_down(hand, phase, objective, hit_now=False)
        assert (best is None) == (not every)
        if best is None or len(every) > MOST:
            continue
        compared += 1
        assert best.hits == ()
        assert isinstance(solver.check(best.lay_down, phase), LayDown)
        laid = solver.codes([card for meld in best.lay_down.melds for card in meld.cards])
        assert bytes(sorted(laid + solver.codes(best.left))) == hand

        def weight(made: tuple[tuple[bytes, bytes], ...]) -> int:
            return sum(weights[code] for cards, _ in made for code in cards)

        assert sum(weights[code] for code in laid) == max(map(weight, every))
