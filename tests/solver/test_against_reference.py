"""The solver and a slow searcher that shares no code with it agree, hand by hand.

20,000 hands for each set of rules; with TENPHASE_PROFILE=deep 200,000.
"""

from __future__ import annotations

import random

import pytest

from tenphase.solver.matcher import Group, Refusal
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
                declared = [(cards, list(shown)) for cards, shown in found]
                assert matcher.check(declared, extras) == found, where
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
                groups: list[Group] = []
                for cards, shown in melds:
                    pairs = list(zip(cards, shown, strict=True))
                    rng.shuffle(pairs)
                    groups.append((bytes([c for c, _ in pairs]), [f for _, f in pairs]))
                assert matcher.check(groups, extras) == melds, where
                # two groups may change places where either could be a colour group or a flush
                rng.shuffle(groups)
                laid = matcher.check(groups, extras)
                assert not isinstance(laid, Refusal), where
                assert laid in listed, where
                assert sorted(laid) == sorted(melds) or "F" in str(matcher.table.phase), where
                assert not matcher.check(said_wrongly(rules, rng, groups), extras), where
        whole = {m for m in matcher.lay_downs(hand, extras=True) if _size(m) == len(hand)}
        assert set(matcher.groupings(hand)) == whole, where


def said_wrongly(rules: Rules, rng: random.Random, groups: list[Group]) -> list[Group]:
    """The same groups, but one card is said to be what it cannot be."""
    wrong = rng.randrange(len(groups))
    cards, faces = groups[wrong]
    place = rng.randrange(len(cards))
    accepts = rules.faces.accepts
    other = [f for f in range(len(accepts)) if cards[place] not in accepts[f]]
    said = [*faces[:place], rng.choice(other or [len(accepts)]), *faces[place + 1 :]]
    return [*groups[:wrong], (cards, said), *groups[wrong + 1 :]]


def _size(melds: tuple[tuple[bytes, bytes], ...]) -> int:
    return sum(len(cards) for cards, _ in melds)
