"""A33: phase lists beyond the ten of the sheet are data; everything works for them.

The lists are those of published variants: ten more phases after the tenth, twenty phases, runs in
one colour.
"""

from __future__ import annotations

import json
from random import Random

import pytest

import tenphase as tp
from tenphase.json_io import from_json, to_json
from tests.rulesets.whole_games import play_out
from tests.solver.reference import Search, Wanted, World

#: Phases 11 to 20 of the two longer lists, and single ones of others.
MORE = [
    "S2+S2+S2+S2", "S4+R5", "S5+R5", "R4+C4", "R5+C4", "R10", "S4+S5", "C9", "S6+S2", "S6+S3",
    "CR8", "CR4+S3", "CR3+CR3", "R5+R5", "EO8", "S2+S2+S2+S2 distinct", "CR2+CR2", "S3+S3+S3",
]  # fmt: skip

WORLD = World(ranks=[str(n) for n in range(1, 13)], colours="RBGY")


@pytest.mark.parametrize("text", MORE)
def test_a33_a_phase_reads_back_as_text_and_json(text: str) -> None:
    """As a value, in words, and as an option of a game."""
    phase = tp.parse_phase(text)
    assert str(phase) == text
    assert tp.parse_phase(str(phase)) == phase
    assert phase.describe()
    state = tp.new_game(seats=2, seed=1, phases=[text, "S3+R4"]).state
    assert [str(one) for one in state.rules.phases] == [text, "S3+R4"]
    assert tp.position(state.position()) == state
    assert from_json(json.loads(json.dumps(to_json(state)))) == state


def rigged(deck: tp.Deck, random: Random) -> bytes:
    """A hand of eleven in which melds are likely: few ranks and colours, some wilds."""
    ranks = random.sample(range(12), random.choice([3, 5, 8, 12]))
    colours = random.sample("RBGY", random.choice([1, 2, 4]))
    numbers = [f"{colour}{rank + 1}" for colour in colours for rank in ranks] * 2
    cards = random.sample(numbers, min(len(numbers), 11 - random.randrange(1, 5)))
    cards += ["Y12", "R1", "Y11", "R2"][: max(0, 3 - len(cards))]
    return deck.hand([*cards, *["W"] * (11 - len(cards))])


def expected(text: str, hand: tuple[tp.Card, ...]) -> bool:
    """Whether a hand holds a phase, by brute force."""
    wanted = [Wanted(m.kind.symbol, m.size, 1) for m in tp.parse_phase(text).melds]
    distinct = text.endswith("distinct")
    return Search(WORLD, wanted, hand, extras=False, distinct=distinct).can_lay()


@pytest.mark.parametrize("text", MORE)
def test_a33_the_solver_agrees_with_brute_force(text: str) -> None:
    """What can be laid is laid in one way at least, and the game takes it."""
    deck = tp.new_game("mattel-classic", seats=2, seed=1, phases=[text]).rules.deck
    melds = len(tp.parse_phase(text).melds)
    random = Random(text)
    possible = 0
    for _ in range(80):
        hand = rigged(deck, random)
        state = tp.position(
            "mattel-classic",
            seats=2,
            stage="play",
            options={"phases": [text]},
            hands={1: deck.text(hand)},
        )
        lays = [action for action in state.legal_actions() if isinstance(action, tp.LayDown)]
        assert bool(lays) == expected(text, deck.decode(hand)), deck.text(hand)
        possible += bool(lays)
        for action in lays[:2]:
            after = state.after(str(action))
            assert len(after.table[1]) == melds
            assert tp.position(after.position()) == after
    assert possible, "no hand of the sample can lay it"


@pytest.mark.parametrize(
    ("phase", "why"),
    [
        ("R13", "13 cards, a hand has at most 11"),
        ("S17", "17 cards"),
        ("S6+S6", "12 cards, a hand has at most 11"),
        ("R8+R4", "12 cards"),
    ],
)
def test_a33_impossible_phases_are_reported_when_the_game_is_set_up(phase: str, why: str) -> None:
    """Not when somebody tries to lay them."""
    with pytest.raises(tp.OptionError, match=why) as caught:
        tp.new_game(seats=2, seed=1, phases=["S3+R4", phase])
    assert "phases" in caught.value.options


def test_a33_what_is_possible_depends_on_deck_and_hand() -> None:
    """A run of 13 needs thirteen ranks and a hand of twelve and one drawn."""
    for run in ("R13", "CR13"):
        assert tp.new_game("standard-deck", seed=1, phases=[run], hand_size=12).rules.phases
        with pytest.raises(tp.OptionError, match="this deck allows 12 cards at most"):
            tp.new_game("mattel-classic", seed=1, phases=[run], hand_size=12)
    with pytest.raises(tp.OptionError, match="at most 11"):
        tp.new_game("standard-deck", seed=1, phases=["R13"])
    with pytest.raises(tp.OptionError, match="allows 13"):
        tp.new_game("standard-deck", seed=1, phases=["R14"], hand_size=14)


@pytest.mark.parametrize(
    "phases", [["S2+S2+S2+S2", "R4+C4"], ["CR2+CR2", "S2+S2+S2+S2 distinct", "EO8"]]
)
def test_a33_games_of_other_phases(phases: list[str]) -> None:
    """They come to an end like any other."""
    game = play_out("mattel-classic", 3, seats=3, phases=phases)
    assert game.standings[0].phases == len(phases)
