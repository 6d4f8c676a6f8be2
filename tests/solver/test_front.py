"""The public face of the solver: what may be asked, and in which forms."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tenphase.cards import Card, Deck
from tenphase.errors import NotationError
from tenphase.melds import Face, FreeKind, rank_face
from tenphase.phases import parse_phase
from tenphase.solver import Refusal, Solver
from tests import decks

SOLVER = Solver(decks.classic(), decks.phases(decks.CLASSIC_PHASES))
HAND = "R5 B5 G5 R3 B4 G6 Y9 W R11 B12"


def test_cards_in_every_form() -> None:
    as_cards = [SOLVER.deck.kinds[SOLVER.deck.code(text)] for text in HAND.split()]
    as_codes = SOLVER.deck.encode(HAND)
    answers = [SOLVER.find(hand, 2) for hand in (HAND, HAND.split(), as_cards, as_codes)]
    assert answers[0] is not None
    assert all(answer == answers[0] for answer in answers)


def test_phases_in_every_form() -> None:
    for phase in (2, "2", "S3+R4", parse_phase("S3+R4")):
        assert SOLVER.can_lay(HAND, phase)


def test_unknown_things_are_named() -> None:
    with pytest.raises(NotationError, match="R99"):
        SOLVER.can_lay("R99", 1)
    with pytest.raises(NotationError, match="11"):
        SOLVER.can_lay(HAND, 11)
    with pytest.raises(NotationError, match="objective"):
        SOLVER.best_lay_down(HAND, 2, "fun")
    with pytest.raises(NotationError, match="say which"):
        SOLVER.hits("R9", "G1 G2 G3 G4")
    with pytest.raises(NotationError, match="declare"):
        SOLVER.hits("R9", "R: R2 W W R5 W")


def test_explanations() -> None:
    assert SOLVER.explain("9 10 11 12", "R4").ok
    why = SOLVER.explain("12 1 2 3", "R4")
    assert (why.ok, why.code, why.distance) == (False, "run-wraps", 1)
    assert "from 12 to 1" in str(why)
    assert SOLVER.explain("R5 B5 G5 R7 B7 G7 Y1", 1).code == "extra-cards"
    assert SOLVER.explain("R5 B5 G5 R7", 1).distance == 2


def test_arrangements_of_a_flat_list() -> None:
    assert [str(one) for one in SOLVER.arrange("R5 B6 G7 W", "R4")] == [
        "lay W=4 R5 B6 G7",
        "lay R5 B6 G7 W=8",
    ]
    assert SOLVER.arrange("R5 B6 G7 W Y1", "R4") == []


def test_objectives() -> None:
    hand = "R5 B5 G5 R5 R3 B4 Y6 W Y7 Y8 S"
    keep = SOLVER.best_lay_down(hand, 2, "keep_wilds", table="S: R8 B8 G8")
    assert keep is not None
    assert "W" not in str(keep.lay_down)
    few = SOLVER.best_lay_down(hand, 2, lambda result: -len(result.hits))
    assert few is not None
    later = SOLVER.best_lay_down(hand, 2, hit_now=False)
    assert later is not None
    assert later.hits == ()
    assert len(later.left) == 1


class SumOf34(FreeKind):
    """Natural cards whose ranks add up to 34."""

    symbol, title = "SUM", "{n} cards that add up to 34"

    def faces(self, deck: Deck) -> list[Face]:
        return [rank_face(deck, rank) for rank in range(1, len(deck.ranks) + 1)]

    def stands_for(self, cards: tuple[Card, ...], deck: Deck) -> Iterable[tuple[Face, ...]]:
        ranks = [card.ranks.bit_length() - 1 for card in cards if card.is_natural]
        if len(ranks) == len(cards) and sum(ranks) == 34:
            yield tuple(rank_face(deck, rank) for rank in ranks)


def test_a_meld_kind_of_ones_own() -> None:
    from tenphase.melds import CORE_KINDS

    solver = Solver(decks.classic(), ["SUM3+S3"], kinds={**CORE_KINDS, "SUM": SumOf34()})
    assert solver.can_lay("R12 B12 G10 R5 B5 G5", 1)
    assert not solver.can_lay("R12 B12 G9 R5 B5 G5", 1)
    assert solver.can_lay("R12 B12 G9 R1 R5 B5 W", 1)  # with one card more than the least
    found = {str(one) for one in solver.lay_downs("R12 B12 G10 R5 B5 W", 1)}
    assert found == {"lay G10 R12 B12 / R5 B5 W=5"} or found == {"lay R12 B12 G10 / R5 B5 W=5"}
    assert solver.distance("R12 B12 R5 B5 G5", 1) == 1
    assert str(solver.check("R12 B12 G10 / R5 B5 G5", 1)).startswith("lay")
    refusal = solver.check("R12 B12 G9 / R5 B5 G5", 1)
    assert not refusal


@pytest.mark.parametrize(
    ("melds", "phase", "message"),
    [
        ("R1 R2 R3", 8, "at least 7 cards are needed for 7 cards of one colour, not 3"),
        ("R1 R2 / B1 B2", 1, "at least 3 cards are needed for a set of 3, not 2"),
        ("W W W / R1 B1 G1", 1, "at least one natural is needed for a set of 3, here are 0"),
        ("R1 R2 R3 / B1 B2 B3", 1, "R1 R2 R3 cannot make a set of 3"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(melds: str, phase: int, message: str) -> None:
    refusal = SOLVER.check(melds, phase)
    assert isinstance(refusal, Refusal)
    assert refusal.message == message
