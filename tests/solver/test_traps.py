"""Wrong answers that other programs give, and cases that players ask about, one test each."""

from __future__ import annotations

from itertools import permutations

import pytest

from tenphase.actions import LayDown
from tenphase.cards import Deck
from tenphase.errors import NotationError
from tenphase.melds import CORE_KINDS, Ladder, LeastNaturals, MeldKind, Uniform, rank_face
from tenphase.solver import Refusal, Solver
from tests import decks
from tests.solver.worlds import KINDS

CLASSIC = Solver(decks.classic(), decks.phases(decks.CLASSIC_PHASES))
MASTER = Solver(decks.master(), decks.phases(decks.MASTER_PHASES), naturals=decks.MASTER_NATURALS)
STANDARD = Solver(decks.standard(), decks.phases(decks.STANDARD_PHASES))


def code(melds: str, phase: int | str, solver: Solver = CLASSIC) -> str:
    """The refusal's code, or "ok"."""
    answer = solver.check(melds, phase)
    if isinstance(answer, Refusal):
        assert answer.message
        return answer.code
    return "ok"


def laid(cards: str, phase: int | str, solver: Solver = CLASSIC) -> set[str]:
    return {str(lay_down) for lay_down in solver.lay_downs(cards, phase)}


# -- answers that other programs get wrong ---------------------------------------------------------


def test_phase_1_of_six_equal_cards() -> None:
    assert CLASSIC.can_lay("R5 R5 B5 B5 G5 Y5", 1)


def test_a_wild_below_the_lowest_card_of_a_run() -> None:
    assert any("W=9 R10 G11 B12" in text for text in laid("R10 G11 B12 W", "R4"))
    assert laid("R10 G11 B12 W", "R4") == {"lay W=9 R10 G11 B12"}


def test_a_wild_helps_each_of_two_melds() -> None:
    assert CLASSIC.can_lay("R5 B5 W Y5 W W W", 2)
    assert "lay R5 B5 W=5 / W=2 W=3 W=4 Y5" in laid("R5 B5 Y5 W W W W", 2)
    assert CLASSIC.can_lay("R5 B5 G5 R5 B5 W W", 9)


def test_skips_are_no_set() -> None:
    assert not CLASSIC.can_lay("S S S S R5 B5 G5", 1)
    assert code("S S S / R5 B5 G5", 1) == "action-card-in-meld"


def test_no_thirteenth_card_on_a_whole_run() -> None:
    whole = "R: R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12"
    assert CLASSIC.hits("W B1 B12 B7", whole) == []


def test_a_natural_does_not_go_where_a_wild_lies() -> None:
    table = "R: R4 R5 W=6 R7"
    assert [str(hit) for hit in CLASSIC.hits("R6 B3 B8", table)] == [
        "hit B3 on 0.0",
        "hit B8 on 0.0",
    ]


def test_three_cards_are_not_both_sets() -> None:
    assert not CLASSIC.can_lay("R7 B7 G7", 1)
    assert not CLASSIC.can_lay("R7 B7 G7 R1 R2 R3", 1)


def test_three_cards_are_three_cards_away() -> None:
    assert CLASSIC.distance("R3 B3 G3", 1) == 3


def test_few_naturals_and_many_wilds() -> None:
    """Taking as many naturals as possible into the first meld misses it."""
    assert CLASSIC.can_lay("R5 B5 G5 W W W W", 2)
    assert CLASSIC.can_lay("R5 B5 W W W W W", 2)
    assert not CLASSIC.can_lay("R5 W W W W W W", 2)
    assert CLASSIC.can_lay("R5 R5 B5 B5 G5 W W", "S5+S2")


def test_a_run_that_cannot_move_leaves_a_natural() -> None:
    """A run of twelve covers every rank, so the pair takes the only 5 and a wild its place."""
    cards = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 W W"
    assert CLASSIC.can_lay(cards, "R12+S2")


def test_only_a_longer_run_has_two_naturals() -> None:
    jokers = "J[1-6|RY] J[1-6|RG] J[1-6|RV] J[1-6|YG]"
    assert MASTER.can_lay(f"R1 G6 {jokers}", "R4")
    assert not MASTER.can_lay(f"R1 G6 {jokers}".replace("J[1-6|YG]", "J[7-12|YG]"), "R4")
    exact = Solver(decks.master(), naturals=decks.MASTER_NATURALS, extras=False)
    assert not exact.can_lay(f"R1 G6 {jokers}", "R4")


def test_two_melds_of_one_size_with_different_naturals() -> None:
    """The two wilds lie where no natural is needed, whatever the order of the faces."""
    found = CLASSIC.find("R12 W W W W", "S2:1+S2:0 distinct")
    assert str(found) == "lay R12 W=12 / W=1 W=1"
    assert found == CLASSIC.check("W=1 W=1 / W=12 R12", "S2:1+S2:0 distinct")


# -- cases -----------------------------------------------------------------------------------------


def test_A01_a_wild_in_a_run_and_as_a_colour() -> None:
    assert str(CLASSIC.check("R3 G4 Y6 W", "R4")) == "lay R3 G4 W=5 Y6"
    assert str(CLASSIC.check("G1 G4 G5 G7 G9 G11 W", 8)) == "lay G1 G4 G5 G7 G9 G11 W=G"


def test_A02_a_wild_at_the_end_of_a_run_must_be_declared() -> None:
    assert laid("R5 G6 B7 W", "R4") == {"lay W=4 R5 G6 B7", "lay R5 G6 B7 W=8"}
    assert code("R5 G6 B7 W", "R4") == "wild-undeclared"
    assert str(CLASSIC.check("W=8 R5 G6 B7", "R4")) == "lay R5 G6 B7 W=8"
    hits = [str(hit) for hit in CLASSIC.hits("B4 B9 B8", "R: R5 G6 B7 W=8")]
    assert hits == ["hit B4 on 0.0", "hit B9 on 0.0"]


def test_A03_a_laid_wild_is_not_overtaken() -> None:
    assert CLASSIC.hits("R6", "R: R4 G5 W=6 B7") == []
    assert CLASSIC.hits("R12 R9", "R: R4 R5 R6 R7 R8 W=9 R10 R11 W=12") == []


def test_A04_a_run_does_not_go_round() -> None:
    assert code("R12 G1 B2 Y3", "R4") == "run-wraps"
    assert laid("R10 R11 R12 W W", "R5") == {"lay W=8 W=9 R10 R11 R12"}
    assert laid("R10 G11 B12 W", "R4") == {"lay W=9 R10 G11 B12"}
    round_about = Solver(decks.classic(), wrap=True)
    assert round_about.can_lay("R12 G1 B2 Y3", "R4")


def test_A05_more_cards_than_the_least_but_no_further_meld() -> None:
    assert code("R5 B5 G5 Y5 R5 / R7 B7 G7", 1) == "ok"
    assert code("R6 B6 G6 / R8 B8 G8 / R10 B10 G10", 1) == "extra-meld"
    exact = Solver(decks.classic(), extras=False)
    assert code("R5 B5 G5 Y5 R5 / R7 B7 G7", "S3+S3", exact) == "exact-cards-only"


def test_A06_two_sets_of_one_number() -> None:
    assert code("R10 B10 G10 / R10 B10 G10", 1) == "ok"
    assert code("R5 B5 G5 Y5 W / R5 W", 9) == "ok"


def test_A07_the_colour_printed_on_a_wild_means_nothing() -> None:
    solver = Solver(decks.coloured_wilds())
    assert code("G1 G2 G3 G4 G5 G6 WR", "C7", solver) == "ok"


def test_A08_a_card_counts_once() -> None:
    assert not CLASSIC.can_lay("R5 W", "S3")
    assert not CLASSIC.can_lay("R5 B5 W R7 B7", 1)


def test_A09_a_wild_does_not_bridge_unequal_numbers() -> None:
    assert code("R5 W G9", "S3") == "unequal-ranks"
    assert code("R3 W G9 B10", "R4") == "not-consecutive"


def test_A10_a_number_twice_in_a_run() -> None:
    cards = ["R4", "G5", "B5", "Y6", "W"]
    for order in permutations(cards):
        assert code(" ".join(order), "R5") == "rank-twice"
    assert CLASSIC.can_lay("R4 G5 B5 Y6 W", "R4")


def test_A11_a_part_of_a_phase() -> None:
    assert code("R5 B5 G5", 2) == "incomplete-phase"


def test_A12_a_long_run_is_one_phase() -> None:
    assert code("R1 R2 R3 R4 R5 R6 R7 R8 R9", 4) == "ok"


# -- reasons ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("melds", "phase", "reason"),
    [
        ("R5 B5 / R7 B7 G7", 1, "too-few-cards"),
        ("W W W / R7 B7 G7", 1, "no-natural"),
        ("R5 B5 G6 / R7 B7 G7", 1, "unequal-ranks"),
        ("G1 G2 G3 G4 G5 G6 R7", 8, "mixed-colours"),
        ("R5 B5 W=6 / R7 B7 G7", 1, "wild-mismatch"),
        ("R5 B5 W=X / R7 B7 G7", 1, "wild-mismatch"),
        ("R1 R2 R3 R4 R5 R6 W=9", 4, "wild-mismatch"),
        ("R1 R2 R3 R4 R6 R7 R9", 4, "not-consecutive"),
    ],
)
def test_reasons(melds: str, phase: int, reason: str) -> None:
    assert code(melds, phase) == reason


def test_two_suits_must_differ() -> None:
    assert code("2C 4C 7C 9C KC / 3C 5C QC", 9, STANDARD) == "melds-alike"
    assert code("2C 4C 7C 9C KC / 3D 3D QD", 9, STANDARD) == "ok"
    assert not STANDARD.can_lay("2C 4C 7C 9C KC 3C 5C QC", 9)


def test_partial_jokers() -> None:
    assert code("G8 G9 J[7-12|YG]=G10 G11 / R3 Y3 V3", 8, MASTER) == "ok"
    assert code("G8 G9 J[7-12|RV] G11 / R3 Y3 V3", 8, MASTER) == "wild-mismatch"
    assert code("R2 Y2 G2 V2 / R5 Y6 J[1-6|RY] V8", 3, MASTER) == "wild-mismatch"
    assert code("R2 Y2 G2 V2 / R5 J[1-6|RY] J[1-6|GV] J[1-6|YG]", 3, MASTER) != "ok"


def test_one_natural_in_the_whole_phase() -> None:
    literal = Solver(decks.classic(), naturals=LeastNaturals(per_meld=0, per_phase=1))
    assert code("W W W / R3 B4 G5 Y6", "S3+R4", literal) != "no-natural"
    assert literal.can_lay("R3 W W W W W W", "S3+R4")
    assert not CLASSIC.can_lay("R3 W W W W W W", 2)


def test_a_lay_down_is_read_in_any_order() -> None:
    right = CLASSIC.check("R9 B9 Y9 / G3 R4 W=5 Y6", 2)
    assert isinstance(right, LayDown)
    assert CLASSIC.check("Y6 W=5 R4 G3 / Y9 R9 B9", 2) == right
    assert CLASSIC.check(right, 2) == right


# -- decks and kinds that the printed editions do not have --------------------------------------


def test_a_run_is_never_longer_than_its_ladder() -> None:
    """Round the corner a 13th card would lie where the first one does."""
    solver = Solver(decks.classic(), wrap=True)
    hand = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 W"
    assert not solver.can_lay(hand, "R13")
    assert solver.find(hand, "R13") is None
    assert solver.distance(hand, "R13") is None
    assert solver.outs(hand, "R13") == {}
    assert solver.probability("R13", 13).favourable == 0


def test_cards_that_the_deck_does_not_have_are_refused() -> None:
    solver = Solver(decks.classic(), ["S3+S3"])
    with pytest.raises(NotationError, match="3 times R5: the deck has 2"):
        solver.can_lay("R5 R5 R5", 1)
    with pytest.raises(NotationError, match="3 times R5: the deck has 2"):
        solver.check("R5 R5 B5 / R5 B6 G6", 1)
    with pytest.raises(NotationError, match="3 times R5: the deck has 2"):
        solver.distance("R5", 1, visible="R5 R5")
    nine = bytes([solver.deck.code("W")] * 9)
    assert solver.distance(nine, "R4+R4") == 2, "codes are taken as they are"


class _Overlapping(MeldKind):
    symbol, title = "Z", "zig of {n}"

    def patterns(self, deck: Deck, *, wrap: bool = False) -> list[Ladder]:
        faces = [rank_face(deck, rank) for rank in (1, 2, 3, 4)]
        return [Ladder(faces[:3]), Ladder(faces[1:])]


def test_what_lies_on_two_ladders_is_listed_once() -> None:
    solver = Solver(decks.classic(), kinds={**CORE_KINDS, "Z": _Overlapping()})
    assert list(map(str, solver.arrange("R2 R3", "Z2"))) == ["lay R2 R3"]


class _Falling(MeldKind):
    symbol, title = "D", "set of {n}"

    def patterns(self, deck: Deck, *, wrap: bool = False) -> list[Uniform]:
        return [Uniform(rank_face(deck, rank)) for rank in range(12, 0, -1)]


def test_the_order_of_a_list_does_not_depend_on_what_was_asked_before() -> None:
    kinds = {**CORE_KINDS, "D": _Falling()}
    fresh, asked = (Solver(decks.classic(), kinds=kinds) for _ in range(2))
    asked.can_lay("R1", "D2")
    hand = "R1 R2 R3 R4 W"
    assert list(map(str, fresh.lay_downs(hand, "R3"))) == list(
        map(str, asked.lay_downs(hand, "R3"))
    )


def test_a_meld_on_the_table_is_of_a_kind_that_the_phases_ask_for() -> None:
    solver = Solver(decks.classic(), decks.phases(decks.CLASSIC_PHASES))
    with pytest.raises(NotationError, match="no meld that the phases ask for"):
        solver.hits("R8", "R2 B4 G6")
    assert list(map(str, solver.hits("R8", "EO: R2 B4 G6"))) == ["hit R8 on 0.0"]


def test_a_run_of_a_kind_that_has_sets_too_is_not_hit_like_a_set() -> None:
    solver = Solver(decks.classic(), ["M3"], kinds=KINDS)
    assert solver.can_lay("R1 B2 G3", 1)
    assert list(map(str, solver.hits("R4 R1", "R1 B2 G3"))) == ["hit R4 on 0.0"]
    assert list(map(str, solver.hits("R4 R1", "B1 G1 Y1"))) == ["hit R1 on 0.0"]
