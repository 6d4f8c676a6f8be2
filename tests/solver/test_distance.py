"""Distances and outs, against adding every choice of cards."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenphase.cards import add_card
from tenphase.solver.matcher import PhaseMatcher
from tenphase.solver.zoned import zoned_for
from tests.solver.worlds import DEEP, Rules, all_rules, random_phase

RULES = all_rules()
CLASSIC = RULES[0]


def by_adding(rules: Rules, matcher: PhaseMatcher, hand: bytes, pool: bytes, most: int) -> int:
    """The least number of cards of the pool that make the hand hold the phase, up to `most`."""
    for n in range(most + 1):
        for more in set(combinations(sorted(pool), n)):
            held = bytes(sorted([*hand, *more]))
            if rules.search(matcher, held, extras=True).can_lay():
                return n
    return most + 1


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_distance_is_what_adding_cards_finds(rules: Rules) -> None:
    rng = random.Random(rules.name)
    for _ in range(2_000 if DEEP else 40):
        hand = rules.hand(rng, most=8)
        matcher = rng.choice(rules.matchers)
        rest = rules.deck.rest(hand)
        ranks = {rules.deck.kinds[c].ranks for c in hand}
        near = [c for c in rest if rules.deck.kinds[c].ranks in ranks]
        pool = rng.sample(rest, 2) + rng.sample(near, min(len(near), 4))
        pool = sorted(c for i, c in enumerate(pool) if pool[:i].count(c) < rest.count(c))
        right = by_adding(rules, matcher, hand, bytes(pool), 3)
        found = matcher.distance(hand, bytes(pool))
        where = f"{matcher.table.phase}: {rules.deck.text(hand)} + {rules.deck.text(pool)}"
        assert found == right or (right == 4 and (found is None or found >= 4)), where
        # with the whole deck: the tables and the search agree, and outs are what they say
        far = matcher.distance(hand)
        assert far == matcher._far().distance(hand, rest), where
        if far and rng.random() < 0.2:
            outs = matcher.outs(hand)
            for code in set(rest):
                nearer = matcher.distance(add_card(hand, code))
                assert nearer is not None
                assert far - 1 <= nearer <= far
                assert (nearer < far) == (code in outs), where


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_the_sums_over_zones_agree_with_the_search(rules: Rules) -> None:
    """For the whole deck and for what is left of it when some cards are known to be gone."""
    rng = random.Random(rules.name)
    asked = short = 0
    for number in range(20_000 if DEEP else 400):
        phase = random_phase(rng)
        matcher = rules.matcher(phase) if number % 3 == 0 else rng.choice(rules.matchers)
        zoned = zoned_for(matcher.table)
        if zoned is None:
            continue
        hand = rules.hand(rng, most=15)
        rest = rules.deck.rest(hand)
        pool = bytes(sorted(rng.sample(rest, rng.randint(len(rest) // 2, len(rest)))))
        for there, given_pool in ((pool, pool), (rest, None)):
            if not zoned.plentiful(hand + there):
                short += 1
                continue
            asked += 1
            far = matcher._far().distance(hand, given_pool)
            assert far is not None
            where = f"{matcher.table.phase}: {rules.deck.text(hand)} + {rules.deck.text(there)}"
            assert zoned.distance(hand) == far == matcher.distance(hand, given_pool), where
            assert zoned.within(hand, far), where
            assert far == 0 or not zoned.within(hand, far - 1), where
    assert (asked > 50 and short > 5) == (not rules.least.per_phase)


@given(st.data())
def test_one_card_brings_a_hand_one_nearer_at_most(data: st.DataObject) -> None:
    deck = CLASSIC.deck
    cards = data.draw(st.permutations(deck.full).map(lambda cards: cards[:12]))
    hand = bytes(sorted(cards[:11]))
    for matcher in CLASSIC.matchers:
        far = matcher.distance(hand)
        assert far is not None
        assert (far == 0) == matcher.can_lay(hand)
        after = matcher.distance(add_card(hand, cards[11]))
        assert after in (far, far - 1)


def test_cards_that_are_gone_do_not_help() -> None:
    deck = CLASSIC.deck
    run = next(m for m in CLASSIC.matchers if str(m.table.phase) == "R7")
    hand = deck.hand("R1 R2 R3 R4 R5 R6")
    without_wilds = bytes([c for c in deck.rest(hand) if c != deck.code("W")])
    sevens = deck.encode("R7 B7 G7 Y7")
    none_left = bytes([c for c in without_wilds if c not in sevens])
    assert run.distance(hand, without_wilds) == 1
    assert run.outs(hand, without_wilds) == bytes(sorted(sevens))
    assert run.distance(hand, none_left) is None
