"""Checks of grouped lay-downs with wilds declared rightly, wrongly, twice, or not at all.

What is right is read off the list of all lay-downs, which the reference searcher vouches for.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest

from tenphase.solver.matcher import Group, LayDownMade, PhaseMatcher, Refusal
from tenphase.solver.shapes import same_specs
from tests.solver.worlds import DEEP, Rules, all_rules, random_phase

#: How many hands to try for each set of rules.
HANDS = 30_000 if DEEP else 2_000


@pytest.mark.parametrize("rules", all_rules(), ids=lambda rules: rules.name)
def test_the_answer_is_what_the_declarations_leave(rules: Rules) -> None:
    rng = random.Random(rules.name + "checks")
    seen: Counter[str] = Counter()
    for number in range(HANDS):
        hand = rules.hand(rng, most=9)
        matcher = (
            rules.matcher(random_phase(rng)) if number % 4 == 0 else rng.choice(rules.matchers)
        )
        for extras in (False, True):
            listed = list(matcher.lay_downs(hand, extras=extras))
            for melds in rng.sample(listed, min(len(listed), 3)):
                groups = [_said(rules, rng, *meld) for meld in melds]
                answer = matcher.check(groups, extras)
                where = f"{matcher.table.phase}, {extras=}: {groups} is {answer}"
                found = _fitting(rules, matcher, listed, groups)
                if isinstance(answer, Refusal):
                    seen[answer.code if found else "wrong"] += 1
                    assert len(found) != 1, where
                    assert (answer.code == "wild-undeclared") is (len(found) > 1), where
                else:
                    seen["right"] += 1
                    assert found == [answer], where
    assert seen["right"] > HANDS / 20, seen
    assert seen["wrong"] > HANDS / 50, seen
    assert seen["wild-undeclared"], seen


def _said(rules: Rules, rng: random.Random, cards: bytes, shown: bytes) -> Group:
    """A meld in any order, of which each wild is said to be what it is, anything, or nothing."""
    faces = range(len(rules.faces.faces))
    pairs = []
    for code, face in zip(cards, shown, strict=True):
        said = rng.choice([None, face, face, face, face, rng.choice(faces)])
        pairs.append((code, None if rules.deck.kinds[code].is_natural else said))
    rng.shuffle(pairs)
    return bytes([code for code, _ in pairs]), [said for _, said in pairs]


def _fitting(
    rules: Rules, matcher: PhaseMatcher, listed: list[LayDownMade], groups: list[Group]
) -> list[LayDownMade]:
    """The lay-downs of the list that the groups may be, in the first order of groups that fits.

    Groups that are asked for the same change places as they like.
    """
    specs = matcher.table.specs
    first = [next(i for i, one in enumerate(specs) if same_specs(one, spec)) for spec in specs]
    found: dict[object, list[LayDownMade]] = {}
    for order in permutations(range(len(groups))):
        alike = found.setdefault(tuple(sorted(zip(first, order, strict=True))), [])
        for melds in listed:
            if melds not in alike and all(
                _may_be(rules, groups[group], meld)
                for group, meld in zip(order, melds, strict=True)
            ):
                alike.append(melds)
    return next(filter(None, found.values()), [])


def _may_be(rules: Rules, group: Group, meld: tuple[bytes, bytes]) -> bool:
    """Whether a group has the cards of a meld, and wilds can lie there as they are said to."""
    accepts, natural = rules.faces.accepts, rules.deck.kinds
    cards, said = group
    if sorted(cards) != sorted(meld[0]):
        return False
    places = Counter(
        [face for code, face in zip(*meld, strict=True) if not natural[code].is_natural]
    )
    declared = {i: face for i, face in enumerate(said) if face is not None}
    if any(cards[i] not in accepts[face] for i, face in declared.items()):
        return False
    if not Counter(declared.values()) <= places:
        return False
    rest = list((places - Counter(declared.values())).elements())
    others = [c for i, c in enumerate(cards) if not natural[c].is_natural and i not in declared]
    return any(
        all(code in accepts[face] for code, face in zip(order, rest, strict=True))
        for order in permutations(others)
    )
