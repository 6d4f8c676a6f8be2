"""The ten phases with standard packs."""

from __future__ import annotations

from collections import Counter

import pytest

import tenphase as tp
from tests.rulesets.classic import code, legal, play
from tests.rulesets.whole_games import play_out

DECK = "standard-deck"
RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]


@pytest.mark.parametrize(
    ("seats", "packs"), [(2, 2), (3, 4), (4, 4), (5, 6), (6, 6), (7, 8), (9, 10), (10, 10)]
)
def test_deck_by_seats(seats: int, packs: int) -> None:
    """SB-DECK-1, SB-DECK-2 (C-33): two packs and four jokers for two, odd seats round up."""
    deck = tp.new_game(DECK, seats=seats, seed=1, more_seats=True).rules.deck
    expected = {f"{rank}{suit}": packs for rank in RANKS for suit in "HSDC"}
    assert Counter(str(card) for card in deck) == {**expected, "JK": 2 * packs}
    assert not [card for card in deck.kinds if card.is_action]


def test_packs_can_be_agreed_on() -> None:
    """SB-DECK-1 (C-33): three players may share two packs; what cannot be dealt is refused."""
    assert len(tp.new_game(DECK, seats=3, seed=1, pack_pairs=1).rules.deck) == 108
    with pytest.raises(tp.OptionError, match="leave nothing"):
        tp.new_game(DECK, seats=10, seed=1, more_seats=True, pack_pairs=1, hand_size=11)
    with pytest.raises(tp.OptionError, match="pack_pairs"):
        tp.new_game(DECK, seed=1, pack_pairs=0)


def test_seats() -> None:
    """SB-SETUP-2 (C-13): two to six, up to ten when asked for."""
    for seats in (1, 7):
        with pytest.raises(tp.OptionError, match="2 to 6 seats"):
            tp.new_game(DECK, seats=seats, seed=1)
    with pytest.raises(tp.OptionError):
        tp.new_game(DECK, seats=11, seed=1, more_seats=True)


def test_phases() -> None:
    """SB-PHASE-1: the settled list, in words and in notation."""
    phases = tp.new_game(DECK, seed=1).rules.phases
    assert [str(phase) for phase in phases] == [
        "S3+R3", "S3+R4", "S3+S3", "R6", "R7", "R8", "C8", "F4+F4", "F5+F3 distinct",
        "F5+F4 distinct",
    ]  # fmt: skip
    assert phases[6].describe() == "8 cards of one colour"
    assert phases[8].describe() == "5 cards of one suit + 3 cards of one suit, all different"


def test_the_phase_list_of_the_guide() -> None:
    """SB-PHASE-1 (C-30): phases 8 to 10 as the guide words them."""
    rules = tp.new_game(DECK, seed=1, preset="guide").rules
    assert [str(phase) for phase in rules.phases[6:]] == [
        "C8", "CR4+CR4", "C5+C3 distinct", "C5+C4 distinct",
    ]  # fmt: skip
    state = tp.position(
        DECK, preset="guide", seats=2, stage="play", phases=["1", "8"],
        hands={1: "4H 5H 6H 7H AS 2S JK 4S 9D 9C KD"},
    )  # fmt: skip
    assert code(state, "lay 4H 5H 6H 7H / AS 2S JK 4S") is None
    with pytest.raises(tp.OptionError, match="no flushes"):
        tp.new_game(DECK, seed=1, phase_list="guide", flush_suits_distinct=True)


def test_the_guide_lets_only_who_went_out_advance() -> None:
    """SB-ROUND-1 (C-31), SB-WIN-1 (C-32): by its preset, a down hand on phase 10 does not win."""
    state = tp.position(
        DECK, preset="guide", seats=3, stage="play", to_act=0, phases=["9", "10", "10"],
        hands={0: "7D", 1: "2H", 2: "3H"},
        table={0: "2C 4C 7C 9C KC / 3D 3D QD", 1: "2C 4C 7C 9C KC / 3D 3D QD AH"},
    )  # fmt: skip
    state = play(state, "discard 7D")
    assert not state.over
    assert [state.rules.phases[phase].label for phase in state.phase] == ["10", "10", "10"]


@pytest.mark.parametrize(("top", "bottom"), [("KC", "AC"), ("QS", "KH")])
def test_runs_end_at_the_king(top: str, bottom: str) -> None:
    """SB-RUN-1, SB-RUN-2: a run up to the king takes nothing above it, an ace only below."""
    run = "10C JH QS KC" if top == "KC" else "9C 10C JH QS"
    state = tp.position(
        DECK, seats=2, stage="play", phases=["1", "2"], hands={1: f"{bottom} 4S"},
        table={1: f"2H 2S 2D / {run}"},
    )  # fmt: skip
    assert code(state, f"hit {bottom} on 1.1") == ("run-wraps" if top == "KC" else None)


def test_jokers_stand_for_suit_colour_and_rank() -> None:
    """SB-DECK-2, SB-HIT-1: one joker as each of them."""
    state = tp.position(
        DECK, seats=3, stage="play", to_act=0, phases=["1", "7", "9"], hands={0: "JK 4S"},
        table={
            0: "2H 2S 2D / AC 2C 3D", 1: "2H 2D 5H 9D JH QD KH AH", 2: "2C 4C 7C 9C KC / 3D 3D QD",
        },
    )  # fmt: skip
    assert legal(state, "hit JK") == [
        "hit JK=2 on 0.0",
        "hit JK=4 on 0.1",
        "hit JK=red on 1.0",
        "hit JK=C on 2.0",
        "hit JK=D on 2.1",
    ]


def test_an_upturned_joker_may_be_drawn() -> None:
    """SB-SETUP-1 (C-01), SB-TURN-1."""
    state = tp.position(DECK, seats=2, discard="JK")
    assert legal(state) == ["draw stock", "draw discard"]
    for seed in range(200):
        state = tp.new_game(DECK, seats=2, seed=seed, first_upturned_special="bury").state
        top = state.rules.deck.kinds[state.discard[-1]]
        assert top.is_natural


def test_places() -> None:
    """SB-RANK-1: winners, then phases completed, then points; equals share a place."""
    state = tp.position(
        DECK, seats=5, stage="game over", winners=[3], totals=[50, 20, 50, 90, 10],
        phases=["9", "8", "9", "10", "2"], done=["1,2,3", "1,2", "1,2,3", "1,2,3,4", "1"],
    )  # fmt: skip
    assert [(s.place, s.seat) for s in tp.standings(state)] == [
        (1, 3), (2, 0), (2, 2), (4, 1), (5, 4),
    ]  # fmt: skip


@pytest.mark.parametrize("preset", list(tp.ruleset(DECK).presets))
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_whole_games(preset: str, seats: int) -> None:
    """SB-TURN-1, SB-WIN-1: games of all ten phases come to an end."""
    game = play_out(DECK, seats, seats=seats, preset=preset, every=101)
    assert game.standings[0].phases == 10


def test_a_shorter_game() -> None:
    """VN-2 (C-36): the last four phases alone."""
    game = play_out(DECK, 3, seats=2, phases=[7, 8, 9, 10])
    assert [phase.label for phase in game.rules.phases] == ["7", "8", "9", "10"]
