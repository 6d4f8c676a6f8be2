"""The quick lister for plain decks and the general one list the same, in the same order."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from tenphase.phases import parse_phase
from tenphase.registry import find_rules
from tenphase.solver.spell_plain import MOST_KEPT
from tenphase.solver.spell_twins import twin_lay_downs
from tests.solver.worlds import DEEP, Rules, all_rules

PHASES = (
    "S2+S2+S2", "R4+R4", "S3+R3+C3", "R4+S2+S2", "C4+C4", "R10", "EO6", "S4", "R3", "S4+S3+S2",
)  # fmt: skip
MOST = 2_000


@pytest.mark.parametrize("name", ["mattel-classic", "standard-deck"])
@pytest.mark.parametrize("options", [{}, {"wild_min_natural": "none"}, {"phases": PHASES}], ids=str)
def test_both_list_the_same(name: str, options: dict[str, object]) -> None:
    rules = find_rules(name, seats=2, options=options)
    dice = Random(7)
    deck = rules.deck
    quick = 0
    for matcher in rules.matchers:
        spelling = matcher._spelling
        plain = spelling._plain
        if plain is None:
            continue
        for _ in range(60):
            ranks = dice.sample(range(1, 13), dice.choice([2, 4, 12]))
            pool = [
                code
                for code in deck.full
                if rules.is_wild[code] or deck.kinds[code].ranks.bit_length() - 1 in ranks
            ]
            hand = bytes(sorted(dice.sample(pool, min(len(pool), dice.randint(1, 13)))))
            listed = list(islice(plain.lay_downs(hand), MOST))
            assert listed == list(islice(spelling._lay_downs(hand, (), False), MOST))
            quick += len(listed)
    assert quick > 1_000


@pytest.mark.parametrize("phase", ["R12", "C8"])
def test_a_huge_hand_is_not_listed_at_once(phase: str) -> None:
    rules = find_rules("mattel-classic", seats=2, phases=[phase], hand_size=30)
    matcher = rules.matchers[0]
    hand = bytes(sorted(rules.deck.full[:96:2] + rules.deck.full[:24:2]))
    hand += bytes([rules.deck.code("W")] * 4)
    plain = matcher._spelling._plain
    assert plain is not None
    assert not plain.suits(hand)
    assert len(list(islice(matcher.lay_downs(hand), 10))) == 10


def test_lists_are_kept_up_to_a_bound() -> None:
    rules = find_rules("mattel-classic", seats=2, phases=["C5"])
    matcher = rules.matchers[0]
    plain = matcher._spelling._plain
    assert plain is not None
    dice = Random(1)
    for _ in range(200):
        assert list(matcher.lay_downs(bytes(sorted(dice.sample(rules.deck.full[:40], 12)))))
    assert 0 < sum([len(melds) + 1 for melds in plain._lists.values()]) <= MOST_KEPT


@pytest.mark.parametrize("rules", all_rules(), ids=lambda rules: rules.name)
def test_melds_that_are_alike_are_listed_the_same(rules: Rules) -> None:
    dice = Random(rules.name)
    phases = ["S2+S2+S2+S2", "S3+S3", "R3+R3", "C2+C2+C2", "F3+F3 distinct", "S4+S4"]
    listed = 0
    for text in phases:
        spelling = rules.matcher(parse_phase(text))._spelling
        for _ in range(400 if DEEP else 40):
            hand = rules.hand(dice, most=12)
            quick = twin_lay_downs(spelling, hand)
            assert quick is not None
            found = list(islice(quick, MOST))
            assert found == list(islice(spelling._lay_downs(hand, (), False), MOST)), hand
            listed += len(found)
    assert listed > 1_000


def test_too_many_melds_are_not_listed_at_once() -> None:
    rules = all_rules()[0]
    matcher = rules.matcher(parse_phase("C6+C6"))
    hand = rules.deck.full[:48]
    assert twin_lay_downs(matcher._spelling, hand) is None
    assert len(list(islice(matcher.lay_downs(hand), 10))) == 10
