"""Hits and the best shed, against a search over all orders of all hits."""

from __future__ import annotations

import random

import pytest

from tenphase.cards import Deck
from tenphase.melds import CORE_KINDS, Ladder, MeldKind, Pattern, rank_face
from tenphase.solver import Solver
from tenphase.solver.shed import LaidMade, best_shed, hits
from tenphase.tables import FaceTable, MeldTable
from tests import decks
from tests.solver.worlds import DEEP

TABLES = [
    ("classic", "S R", False),
    ("classic", "R", False),
    ("classic", "S R", True),
    ("classic", "S R C CR", False),
    ("master", "S R C CR", False),
    ("master", "R CR", False),
    ("standard", "S R C F", False),
]


def random_table(rng: random.Random, tables: list[MeldTable], melds: int) -> list[LaidMade]:
    found = []
    for _ in range(melds):
        table = rng.choice(tables)
        if table.ladders:
            steps, _ = rng.choice(table.ladders)
            size = rng.randint(3, 8)
            start = rng.randint(0, len(steps) - size)
            shown = steps[start : start + size]
        else:
            shown = bytes([rng.choice(table.uniforms)]) * rng.randint(2, 4)
        cards = bytes([rng.choice(table.faces.accepts[face]) for face in shown])
        found.append(LaidMade(table, cards if table.ladders else bytes(sorted(cards)), shown))
    return found


def all_ways(hand: bytes, melds: list[LaidMade], points: list[int]) -> int:
    """The most points that any order of hits sheds: every hit, then every hit after it ..."""
    known: dict[object, int] = {}

    def go(hand: bytes, melds: list[LaidMade]) -> int:
        key = (hand, tuple((meld.shown[0], meld.shown[-1], len(meld.shown)) for meld in melds))
        if key not in known:
            most = 0
            for code, place, face, low in hits(hand, melds):
                meld = melds[place]
                larger = meld.table.extend(meld.cards, meld.shown, code, face, low=low)
                after = melds.copy()
                after[place] = LaidMade(meld.table, *larger)
                at = hand.index(code)
                most = max(most, points[code] + go(hand[:at] + hand[at + 1 :], after))
            known[key] = most
        return known[key]

    return go(hand, melds)


@pytest.mark.parametrize(("deck_name", "symbols", "wrap"), TABLES)
def test_best_shed_is_the_best(deck_name: str, symbols: str, wrap: bool) -> None:
    deck = getattr(decks, deck_name)()
    faces = FaceTable(deck)
    tables = [MeldTable(CORE_KINDS[s], faces, wrap=wrap) for s in symbols.split()]
    rng = random.Random(f"{deck_name} {symbols} {wrap}")
    naturals = [c for c in deck.full if deck.kinds[c].is_natural]
    wilds = [c for c in deck.full if deck.kinds[c].is_wild]
    for _ in range(20_000 if DEEP else 600):
        melds = random_table(rng, tables, rng.randint(1, 4))
        hand = rng.sample(naturals, rng.randint(1, 6)) + rng.sample(
            wilds, rng.choice([0, 0, 1, 2, 3])
        )
        points = [rng.choice([1, 1, 5, 10, 25][: rng.choice([2, 5])]) for _ in deck.kinds]
        made = best_shed(bytes(sorted(hand)), melds, points)
        # it can be played as listed
        laid = list(melds)
        left = hand.copy()
        for code, place, face, low in made:
            meld = laid[place]
            assert (face, low) in meld.table.openings(meld.cards, meld.shown)[code]
            larger = meld.table.extend(meld.cards, meld.shown, code, face, low=low)
            laid[place] = LaidMade(meld.table, *larger)
            left.remove(code)
        shed = sum(points[code] for code, _, _, _ in made)
        assert shed == all_ways(bytes(sorted(hand)), melds, points), deck.text(hand)


class Strides(MeldKind):
    """Runs in steps of one or of two: `5 7 9` grows by 3 and 11, and a lone 5 by four cards."""

    symbol, title = "T", "run of {n} in equal strides"

    def patterns(self, deck: Deck, *, wrap: bool = False) -> list[Pattern]:
        faces = [rank_face(deck, rank) for rank in range(1, len(deck.ranks) + 1)]
        return [Ladder(faces), Ladder(faces[::2]), Ladder(faces[1::2])]


def test_a_kind_whose_patterns_share_faces() -> None:
    """There a face does not tell what the meld may grow by."""
    deck = decks.classic()
    faces = FaceTable(deck)
    tables = [MeldTable(Strides(), faces), MeldTable(CORE_KINDS["S"], faces)]
    rng = random.Random(8)
    ones = [1] * len(deck.kinds)
    better = 0
    for _ in range(60):
        start, step = rng.randint(1, 8), rng.choice([1, 2])
        cards = deck.encode([f"R{start}", f"B{start + step}", f"G{start + 2 * step}"])
        shown = bytes(tables[0].face(str(start + n * step)) for n in range(3))
        melds = [LaidMade(tables[0], cards, shown), *random_table(rng, tables[1:], 1)]
        hand = bytes(sorted(rng.sample(deck.full[:104], 6)))
        made = best_shed(hand, melds, ones)
        assert len(made) == all_ways(hand, melds, ones), deck.text(hand)
        better += step == 2 and any(place == 0 for _, place, _, _ in made)
    assert better


def test_a_wild_is_no_second_natural() -> None:
    """A joker that fits just the places of a 9, and is worth something else, is not like it."""
    deck = decks.master()
    faces = FaceTable(deck)
    kinds = {s: MeldTable(CORE_KINDS[s], faces) for s in ("S", "R", "CR")}
    melds = [
        LaidMade(kinds[symbol], deck.encode(cards.split()), bytes(map(kinds[symbol].face, shown)))
        for symbol, cards, shown in [
            ("S", "J[1-6|RG] J[1-6|GV]", ["5"] * 2),
            ("CR", "J[1-6|RY] J[1-6|RV] J[7-12|RY] J[7-12|RYGV] R9 R10",
             ["R5", "R6", "R7", "R8", "R9", "R10"]),
            ("R", "J[1-6|YG] Y7 V8", ["6", "7", "8"]),
            ("S", "Y8 J[7-12|RY] J[7-12|RG] J[7-12|RV]", ["8"] * 4),
            ("R", "J[1-6|RYGV] J[1-6|YG] J[1-6|RYGV] R5 J[1-6|RG] J[7-12|RG] J[7-12|RY]",
             ["2", "3", "4", "5", "6", "7", "8"]),
        ]
    ]  # fmt: skip
    hand = deck.encode(["Y3", "Y9", "J[1-6|RV]", "J[7-12|YG]", "J[7-12|GV]"])
    ones = [1] * len(deck.kinds)
    assert len(best_shed(bytes(sorted(hand)), melds, ones)) == all_ways(hand, melds, ones) == 4


SOLVER = Solver(decks.classic(), decks.phases(decks.CLASSIC_PHASES))


def test_the_worked_example_of_going_out() -> None:
    """Lay 5 to 11, hit a 1, a 3 and a wild, discard the last card."""
    best = SOLVER.best_lay_down(
        "R5 R6 R7 R8 R9 R10 R11 B1 B3 W Y2", 4, table="S: R1 B1 G1 / S: R3 B3 G3"
    )
    assert best is not None
    assert best.goes_out
    assert len(best.hits) >= 3


def test_a_wild_goes_where_it_opens_the_way() -> None:
    shed = SOLVER.best_shed("R8 W B11", "R: R3 B4 G5 Y6 / S: R1 B1 G1")
    assert [str(hit) for hit in shed.hits] == ["hit W=7 on 0.0", "hit R8 on 0.0"]
    assert not shed.goes_out or len(shed.left) == 1


def test_hits_at_the_low_end_go_on() -> None:
    shed = SOLVER.best_shed("R4 R3 B4", "R: R5 R6 R7 R8")
    assert [str(hit) for hit in shed.hits] == ["hit R4 on 0.0", "hit R3 on 0.0"]


def test_a_card_that_fits_twice_is_two_hits() -> None:
    assert len(SOLVER.hits("R9", "S: B9 G9 Y9 / R: R5 R6 R7 R8")) == 2
