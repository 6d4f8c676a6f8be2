"""Rows: finding, asking and checking lay-downs on the classic deck."""

from __future__ import annotations

import random
from collections.abc import Callable

from tenphase.bench.hands import classic_order, dealt, with_wilds
from tenphase.bench.timing import Row
from tenphase.questions import solver_for

__all__ = ["rows"]

#: A grouped lay-down: cards, and what each is said to stand for.
Groups = list[tuple[bytes, tuple[int | None, ...]]]

HANDS, FORCED, CHECKS = 20_000, 5_000, 6_000


def rows() -> list[Row]:
    """The rows of this topic."""
    return [
        Row("finds, 11 random cards, all ten phases", "1/s", 500_000, _finds),
        Row("finds, 11 cards with four wilds", "1/s", 200_000, _finds_forced),
        Row("yes or no, 11 cards, all ten phases", "us", 1.5, _yes_or_no),
        *[
            Row(f"yes or no, 11 cards, phase {n} only", "us", 15, _yes_or_no_one(n))
            for n in range(1, 11)
        ],
        Row("checks of grouped lay-downs, good and bad", "1/s", 500_000, _checks),
        Row("the same, and the reason of each refusal read", "1/s", None, _checks_with_reasons),
        Row("all lay-downs of 11 cards with eight wilds", "ms", 20, _eight_wilds),
    ]


def _matchers() -> list[Callable[..., object]]:
    solver = solver_for("mattel-classic")
    return [solver.matcher(phase).find for phase in range(1, 11)]


def _finds() -> Callable[[], int]:
    return _all_phases(dealt(_order(), 11, 11, HANDS), _matchers())


def _finds_forced() -> Callable[[], int]:
    deck = solver_for("mattel-classic").deck
    return _all_phases(with_wilds(deck, 11, 4, 114, FORCED), _matchers())


def _yes_or_no() -> Callable[[], int]:
    solver = solver_for("mattel-classic")
    asks: list[Callable[..., object]] = [solver.matcher(n).can_lay for n in range(1, 11)]
    return _all_phases(dealt(_order(), 11, 11, HANDS), asks)


def _yes_or_no_one(phase: int) -> Callable[[], Callable[[], int]]:
    def prepare() -> Callable[[], int]:
        ask = solver_for("mattel-classic").matcher(phase).can_lay
        return _all_phases(dealt(_order(), 11, 11, HANDS), [ask])

    return prepare


def _order() -> bytes:
    return classic_order(solver_for("mattel-classic").deck)


def _all_phases(hands: list[bytes], asks: list[Callable[..., object]]) -> Callable[[], int]:
    def work() -> int:
        for hand in hands:
            for ask in asks:
                ask(hand)
        return len(hands) * len(asks)

    return work


def _cases() -> list[tuple[Callable[..., object], Groups]]:
    """Lay-downs of random hands; in every other one a card is exchanged for a random one.

    Groups and cards are shuffled; wilds are declared where they lie in a run.
    """
    solver = solver_for("mattel-classic")
    deck = solver.deck
    rng = random.Random(6)
    natural = [card.is_natural for card in deck.kinds]
    cases: list[tuple[Callable[..., object], Groups]] = []
    while len(cases) < CHECKS:
        hand = bytes(sorted(rng.sample(deck.full, 11)))
        matcher = solver.matcher(rng.randint(1, 10))
        found = matcher.find(hand)
        if found is None:
            continue
        groups = []
        for spec, (cards, shown) in zip(matcher.table.specs, found, strict=True):
            pairs: list[tuple[int, int | None]] = [
                (c, face if spec.table.ladders and not natural[c] else None)
                for c, face in zip(cards, shown, strict=True)
            ]
            rng.shuffle(pairs)
            groups.append(pairs)
        if len(cases) % 2:
            group = rng.choice(groups)
            group[rng.randrange(len(group))] = (rng.choice(deck.full), None)
        rng.shuffle(groups)
        melds = [(bytes([c for c, _ in g]), tuple([f for _, f in g])) for g in groups]
        cases.append((matcher.check, melds))
    return cases


def _checks() -> Callable[[], int]:
    cases = _cases()

    def work() -> int:
        for check, melds in cases:
            check(melds)
        return len(cases)

    return work


def _checks_with_reasons() -> Callable[[], int]:
    cases = _cases()

    def work() -> int:
        for check, melds in cases:
            getattr(check(melds), "code", None)
        return len(cases)

    return work


def _eight_wilds() -> Callable[[], int]:
    solver = solver_for("mattel-classic")
    hands = with_wilds(solver.deck, 11, 8, 118, 3)
    asks = [solver.matcher(phase).lay_downs for phase in range(1, 11)]

    def work() -> int:
        for hand in hands:
            for ask in asks:
                for _ in ask(hand):
                    pass
        return len(hands) * len(asks)

    return work
