"""The solver and a slow searcher that shares no code with it agree, hand by hand.

20,000 hands for each set of rules; with TENPHASE_PROFILE=deep 200,000.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from tenphase.solver.matcher import Group, LayDownMade, Refusal
from tests.solver.worlds import DEEP, Rules, all_rules, random_phase

RULES = all_rules()


#: How many hands to try for each set of rules.
HANDS = 200_000 if DEEP else 20_000


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_the_same_hands_can_be_laid(rules: Rules) -> None:
    rng = random.Random(rules.name)
    laid = 0
    for number in range(HANDS):
        hand = rules.hand(rng, most=20 if number % 4 == 0 else 13)
        matcher = (
            rules.matcher(random_phase(rng)) if number % 10 == 0 else rng.choice(rules.matchers)
        )
        where = f"{matcher.table.phase}: {rules.deck.text(hand)}"
        for extras in (False, True):
            right = rules.search(matcher, hand, extras=extras).can_lay()
            assert matcher.can_lay(hand, extras) is right, (where, extras)
            found = matcher.find(hand, extras)
            assert (found is not None) is right, (where, extras)
            if found is not None:
                laid += 1
                assert matcher.check([declared(rules, *m) for m in found], extras) == found, where
                for code in set(hand):
                    used = sum(cards.count(code) for cards, _ in found)
                    assert used <= hand.count(code), where
    assert laid > HANDS / 20


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_the_same_lay_downs_exist(rules: Rules) -> None:
    rng = random.Random(rules.name + "all")
    for number in range(HANDS // 20):
        hand = rules.hand(rng, most=8)
        matcher = (
            rules.matcher(random_phase(rng)) if number % 10 == 0 else rng.choice(rules.matchers)
        )
        where = f"{matcher.table.phase}: {rules.deck.text(hand)}"
        for extras in (False, True):
            listed = list(matcher.lay_downs(hand, extras=extras))
            named = {rules.as_reference(matcher, melds) for melds in listed}
            assert len(named) == len(listed), f"listed twice, {where}"
            assert named == rules.search(matcher, hand, extras=extras).lay_downs(), where
            assert listed == list(matcher.lay_downs(hand, extras=extras)), "a fixed order"
            found = matcher.find(hand, extras)
            assert found is None or found in listed, where
            for melds in rng.sample(listed, min(len(listed), 5)):
                groups = []
                for cards, shown in melds:
                    pairs = list(zip(cards, shown, strict=True))
                    rng.shuffle(pairs)
                    groups.append(declared(rules, *zip(*pairs, strict=True)))
                assert matcher.check(groups, extras) == melds, where
                # two groups may change places where either could be a set or a colour group
                rng.shuffle(groups)
                laid = matcher.check(groups, extras)
                assert not isinstance(laid, Refusal), where
                assert laid in listed, where
                assert _cards(laid) == _cards(melds), where
        whole = {m for m in matcher.lay_downs(hand, extras=True) if _size(m) == len(hand)}
        assert set(matcher.groupings(hand)) == whole, where


def declared(rules: Rules, cards: Iterable[int], shown: Iterable[int]) -> Group:
    """A meld as a player lays it who says what each wild stands for."""
    natural = rules.deck.kinds
    faces = [None if natural[c].is_natural else f for c, f in zip(cards, shown, strict=True)]
    return bytes(cards), faces


def _cards(melds: LayDownMade) -> list[list[int]]:
    return sorted([sorted(cards) for cards, _ in melds])


def _size(melds: LayDownMade) -> int:
    return sum(len(cards) for cards, _ in melds)
