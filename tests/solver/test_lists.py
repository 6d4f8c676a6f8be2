"""Lists of lay-downs: melds joined by bits, and the plain recursion, list the same in one order."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from tenphase.phases import parse_phase
from tenphase.registry import find_rules
from tenphase.solver import spell_join
from tests.solver.worlds import DEEP, Rules, all_rules

PHASES = (
    "S2+S2+S2", "S2+S2+S2+S2", "R4+R4", "S3+R3+C3", "R4+S2+S2", "C4+C4", "R10", "EO6", "S4", "R3",
    "S4+S3+S2", "F3+F3 distinct", "F3+F2 distinct",
)  # fmt: skip
MOST = 1_500


@pytest.mark.parametrize("small", [False, True], ids=["as it is", "few at a time"])
@pytest.mark.parametrize("rules", all_rules(), ids=lambda rules: rules.name)
def test_joined_melds_make_the_list(
    rules: Rules, small: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if small:
        # so that lists are cut, and go on with melds that are looked for one by one
        monkeypatch.setattr(spell_join, "BATCH", 2)
        monkeypatch.setattr(spell_join, "MOST_LISTED", 5)
    dice = Random(rules.name)
    matchers = [rules.matcher(phase) for phase in rules.phases]
    matchers += [rules.matcher(parse_phase(text)) for text in PHASES]
    listed = 0
    for matcher in matchers:
        spelling = matcher._spelling
        for _ in range(100 if DEEP else 8):
            hand = rules.hand(dice, most=12)
            for extras in (False, True):
                joined = list(islice(matcher.lay_downs(hand, extras=extras), MOST))
                plain = list(islice(spelling._lay_downs(hand, (), extras), MOST))
                assert joined == plain, (str(matcher.table.phase), hand)
                listed += len(joined)
    assert listed > 1_000


def test_too_many_melds_are_not_listed_at_once() -> None:
    rules = find_rules("mattel-classic", seats=2, phases=["R12", "C8", "C6+C6"], hand_size=30)
    hand = bytes(sorted(rules.deck.full[:96:2] + rules.deck.full[:24:2]))
    hand += bytes([rules.deck.code("W")] * 4)
    for matcher in rules.matchers:
        joined = matcher.joined(hand, extras=False)
        assert joined is not None
        found = list(islice(joined, 2_500))
        assert len(set(found)) == 2_500
        assert all(len(one.melds) <= spell_join.MOST_LISTED for one in joined._listed)


def test_what_is_passed_over_is_left_out() -> None:
    rules = find_rules("mattel-classic", seats=2, phases=["S3+S3", "S3+R4", "C4"])
    natural = rules.deck.kinds
    for matcher, cards in zip(
        rules.matchers,
        ["R1 B1 G1 Y1 R2 B2 G2 W W", "R1 B1 G1 Y1 R2 B2 R3 R4 W W", "R1 R2 R3 R5 R6 R7 B1 B2 W W"],
        strict=True,
    ):
        hand = rules.deck.hand(cards)

        def likeness(made: tuple[tuple[bytes, bytes], ...]) -> object:
            return [
                (shown, bytes([c for c in codes if not natural[c].is_natural]))
                for codes, shown in made
            ]

        everything = list(matcher.lay_downs(hand))
        joined = matcher.joined(hand, extras=False)
        assert joined is not None
        found: list[tuple[tuple[bytes, bytes], ...]] = []
        for made in joined:
            assert likeness(made) not in [likeness(before) for before in found]
            found.append(made)
            joined.pass_over(made)
        first: list[object] = []
        for made in everything:
            if likeness(made) not in [likeness(one) for one in first]:  # type: ignore[arg-type]
                first.append(made)
        assert found == first
        assert len(found) < len(everything)


def test_wilds_are_not_wasted_on_places_of_naturals() -> None:
    rules = find_rules("mattel-classic", seats=2, phases=["S3+R3"])
    (matcher,) = rules.matchers
    hand = rules.deck.hand("R1 B1 G1 R3 R4 R5 W W")
    wild = rules.deck.code("W")

    def missed(made: tuple[bytes, bytes]) -> bytes:
        """Every natural of the hand that a wild of the meld stands for."""
        accepts = matcher.table.faces.accepts
        return bytes(
            sorted(
                {
                    code
                    for card, face in zip(*made, strict=True)
                    if card == wild
                    for code in set(hand)
                    if code != wild and code in accepts[face]
                }
            )
        )

    joined = matcher.joined(hand, extras=False, missed=missed)
    assert joined is not None
    thrifty = list(joined)
    expected = []
    for made in matcher.lay_downs(hand):
        left = list(hand)
        for cards, _ in made:
            for code in cards:
                left.remove(code)
        if not any(code in left for meld in made for code in missed(meld)):
            expected.append(made)
    assert thrifty == expected
    assert 0 < len(thrifty) < len(list(matcher.lay_downs(hand)))
