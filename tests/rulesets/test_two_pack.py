"""Two packs with kings wild: the classic game under other names of the cards."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

import tenphase as tp
from tenphase.position_text import read_fields
from tests.rulesets.classic import code, play
from tests.rulesets.whole_games import play_out, wish

CLASSIC = "mattel-classic"
COLOURS = dict(zip("HSDC", "RBGY", strict=True))
NUMBERS = {"A": "1", **{str(n): str(n) for n in range(2, 11)}, "J": "11", "Q": "12"}

#: The card or face of the classic game behind one of this game.
CLASSIC_NAME = {
    **{f"{rank}{suit}": COLOURS[suit] + NUMBERS[rank] for rank in NUMBERS for suit in COLOURS},
    **{f"K{suit}": "W" for suit in COLOURS},
    "JK": "S",
}


def classic_text(text: str) -> str:
    """An action or cards as the classic game writes them."""

    def name(match: re.Match[str]) -> str:
        card, shows = match.groups()
        faces = {**NUMBERS, **COLOURS}
        return CLASSIC_NAME.get(card, card) + (f"={faces[shows]}" if shows else "")

    return re.sub(r"([^\s=]+)(?:=(\S+))?", name, text)


def test_deck() -> None:
    """SK-DECK-1: 96 numbers, eight kings, four jokers."""
    deck = tp.new_game("two-pack", seed=1).rules.deck
    count = Counter(CLASSIC_NAME[str(card)] for card in deck)
    assert count == Counter(str(card) for card in tp.new_game(CLASSIC, seed=1).rules.deck)
    assert len(deck) == 108
    for suit in "HSDC":
        king = deck.kinds[deck.code(f"K{suit}")]
        assert king.is_wild
        assert (king.ranks.bit_count(), king.colours.bit_count()) == (12, 4)


def test_points() -> None:
    """SK-SCORE-1: every card costs what its like costs in the classic game."""
    rules, classic = (tp.new_game(name, seed=1).rules for name in ("two-pack", CLASSIC))
    for text, name in CLASSIC_NAME.items():
        mine, theirs = rules.deck.hand(text), classic.deck.hand(name)
        assert rules.hand_points(mine) == classic.hand_points(theirs)


def test_the_default_preset_is_the_texts() -> None:
    """SK-SKIP-1, SK-SKIP-2, SK-FLOAT-1."""
    options = tp.new_game("two-pack", seed=1).rules.options
    assert options == tp.new_game(CLASSIC, seed=1, preset="ourpastimes").rules.options
    assert (options.skip_limit, options.skip_as_last_card) == ("turn_between", "draw_replacement")
    assert options.going_out == "floating_passive"


@pytest.mark.parametrize("preset", list(tp.ruleset("two-pack").presets))
def test_it_is_the_classic_game_under_other_names(preset: str) -> None:
    """SK-DECK-2: the same deals, the same actions, the same everything, card by card."""
    mine = tp.new_game("two-pack", seats=3, seed=preset, preset=preset)
    classic = tp.new_game(CLASSIC, seats=3, seed=preset, preset=preset)
    random = Random(preset)
    for _ in range(600):
        if mine.over:
            break
        offered = {classic_text(str(action)) for action in mine.legal_actions()}
        assert offered == {str(action) for action in classic.legal_actions()}
        action = wish(mine.state, random)
        mine.play(action)
        classic.play(classic_text(str(action)))
        there, here = read_fields(classic.state.position()), read_fields(mine.state.position())
        for field in (
            "stage",
            "to_act",
            "totals",
            "phases",
            "discard",
            "stock",
            "skips",
            "winners",
        ):
            assert _renamed(here.get(field)) == there.get(field)
        for seat, hand in here["hands"].items():
            assert sorted(classic_text(hand).split()) == sorted(there["hands"][seat].split())


def _renamed(value: object) -> object:
    return classic_text(value) if isinstance(value, str) else value


def test_a_second_skip_needs_a_turn_between() -> None:
    """SK-SKIP-1: over a whole lap, from the first Skip to the next one allowed."""
    state = tp.position(
        "two-pack",
        seats=3,
        to_act=0,
        hands={0: "JK JK 2H 3H", 1: "JK 2S 3S", 2: "2D 3D 4D"},
        discard="9C",
        stock="* 5C 6C 7C 8C 10C QC",
        stage="draw",
    )
    state = play(state, "draw stock", "play JK on 2", "draw stock")
    assert code(state, "play JK on 2") == "skip-target-pending"
    state = play(state, "discard 2S", "draw stock")  # seat 2 has lost its turn
    assert state.to_act == 0
    assert code(state, "play JK on 2") == "skip-target-no-turn"
    state = play(state, "discard 2H", "draw stock", "discard 3S", "draw stock", "discard 2D")
    state = play(state, "draw stock")
    assert code(state, "play JK on 2") is None


@pytest.mark.parametrize("seats", [2, 6])
def test_whole_games(seats: int) -> None:
    """SK-DECK-1, SK-DECK-2: games under the default preset come to an end."""
    game = play_out("two-pack", 5, seats=seats, phases="first 4")
    assert game.standings[0].winner


def test_a_shorter_game() -> None:
    """VN-1, VN-2 (C-36): any ruleset can be played to a chosen phase."""
    game = play_out("two-pack", 7, seats=2, phases="first 2", preset="mattel")
    assert game.standings[0].phases == 2
    assert [str(phase) for phase in game.rules.phases] == ["S3+S3", "S3+R4"]
