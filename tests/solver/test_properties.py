"""What must not matter to the solver does not matter."""

from __future__ import annotations

import threading
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from tenphase.solver import Solver
from tests import decks

SOLVER = Solver(decks.classic(), decks.phases(decks.CLASSIC_PHASES))
DECK = SOLVER.deck
FEW = [
    c
    for c in DECK.full
    if DECK.kinds[c].is_wild or DECK.kinds[c].ranks.bit_length() - 1 in (4, 5, 6)
]

hands = st.one_of(
    st.permutations(DECK.full).map(lambda cards: cards[:11]),
    st.permutations(FEW).map(lambda cards: cards[:9]),
)
phases = st.integers(1, 10)


@given(hands, phases, st.randoms(use_true_random=False))
def test_the_order_of_the_cards(hand: list[int], phase: int, rng: object) -> None:
    texts = [DECK.kinds[c].text for c in hand]
    turned = list(reversed(texts))
    assert SOLVER.find(texts, phase) == SOLVER.find(turned, phase)
    assert list(islice(SOLVER.lay_downs(texts, phase), 50)) == list(
        islice(SOLVER.lay_downs(turned, phase), 50)
    )


@given(hands, phases, st.permutations("RBGY"))
def test_the_names_of_the_colours(hand: list[int], phase: int, colours: list[str]) -> None:
    swap = dict(zip("RBGY", colours, strict=True))
    other = [
        swap[text[0]] + text[1:] if DECK.kinds[c].is_natural else text
        for c, text in ((c, DECK.kinds[c].text) for c in hand)
    ]
    assert SOLVER.can_lay(bytes(hand), phase) == SOLVER.can_lay(other, phase)
    assert SOLVER.distance(bytes(hand), phase) == SOLVER.distance(other, phase)


@given(hands, phases)
def test_a_useless_card(hand: list[int], phase: int) -> None:
    more = bytes([*hand, DECK.code("S")])
    assert SOLVER.can_lay(bytes(hand), phase) == SOLVER.can_lay(more, phase)
    assert SOLVER.distance(bytes(hand), phase) == SOLVER.distance(more, phase)
    assert SOLVER.find(bytes(hand), phase) == SOLVER.find(more, phase)


@given(hands, phases)
def test_a_further_card_never_hurts(hand: list[int], phase: int) -> None:
    if SOLVER.can_lay(bytes(hand[:-1]), phase):
        assert SOLVER.can_lay(bytes(hand), phase)


def test_threads_share_a_solver() -> None:
    import random

    rng = random.Random(1)
    asked = [bytes(sorted(rng.sample(DECK.full, 11))) for _ in range(300)]
    right = [[SOLVER.find(hand, phase) for phase in range(1, 11)] for hand in asked]
    wrong: list[bytes] = []

    def ask(turn: int) -> None:
        for i in range(len(asked)):
            place = (i * 7 + turn) % len(asked)
            if [SOLVER.find(asked[place], phase) for phase in range(1, 11)] != right[place]:
                wrong.append(asked[place])

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_lay_downs_are_made_lazily() -> None:
    """A hand with very many lay-downs gives the first ones at once."""
    hand = "R1 B1 G1 Y1 R2 B2 G2 Y2 R3 B3 G3 Y3 R4 B4 G4 Y4 R5 B5 G5 Y5 R6 B6 G6 Y6 R7 B7 G7 W W"
    assert len(list(islice(SOLVER.lay_downs(hand, 4, extras=True), 100))) == 100
