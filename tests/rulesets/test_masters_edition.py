"""The Masters Edition: phases chosen at the round's start, and saved cards."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import tenphase as tp
from tests.rulesets.classic import cards, code, legal, play
from tests.rulesets.whole_games import all_cards, play_out, wish

MASTERS = "masters-edition"


def chosen(state: tp.State) -> tp.State:
    """The state after everybody has chosen the first phase that is open."""
    state = state.copy()
    while state.stage == "choose phase":
        state.apply(state.legal_actions()[0])
    return state


# -- deck, seats, phases ---------------------------------------------------------------------------


def test_deck() -> None:
    """ME-DECK-1 (C-M1): the classic deck with two Skips, 106 cards; the number is an option."""
    deck = tp.new_game(MASTERS, seed=1).rules.deck
    count = Counter(str(card) for card in deck)
    assert (len(deck), count["W"], count["S"]) == (106, 8, 2)
    assert len(tp.new_game(MASTERS, seed=1, skips=4).rules.deck) == 108


def test_a32_seats() -> None:
    """ME-SETUP-1 (C-M2): two to four, up to six when asked for."""
    for seats in (1, 5):
        with pytest.raises(tp.OptionError, match="2 to 4 seats"):
            tp.new_game(MASTERS, seats=seats, seed=1)
    assert tp.new_game(MASTERS, seats=6, seed=1, more_seats=True).rules.seats == 6
    with pytest.raises(tp.OptionError):
        tp.new_game(MASTERS, seats=7, seed=1, more_seats=True)


@pytest.mark.parametrize("dealer", range(4))
def test_a32_everybody_chooses_before_the_first_draw(dealer: int) -> None:
    """ME-PHASE-2: in turn from the dealer's left, and all see what was chosen."""
    game = tp.new_game(MASTERS, seats=4, seed=7, dealer=dealer)
    order = [(dealer + place) % 4 for place in (1, 2, 3, 4)]
    for number, seat in enumerate(order, start=1):
        assert (game.state.stage, game.to_act, game.actors) == ("choose phase", seat, (seat,))
        assert len(game.legal_actions()) == 10
        (event,) = game.play(f"choose phase-{number}")
        assert (event.kind, event.seat, event.detail) == ("chose", seat, number - 1)
        for other in (None, 0, 1, 2, 3):
            phase = game.view(other).phases[seat]
            assert phase is not None
            assert phase.label == str(number)
    assert (game.state.stage, game.to_act) == ("draw", order[0])


def test_who_loses_the_first_turn_chooses_all_the_same() -> None:
    """ME-PHASE-2, MC-SETUP-5: a Skip was turned up."""
    games = (tp.new_game(MASTERS, seats=3, seed=seed) for seed in range(500))
    game = next(g for g in games if cards(g.state, g.state.discard) == ["S"])
    assert game.to_act == 1
    state = chosen(game.state)
    assert (state.to_act, state.phase) == (2, (0, 0, 0))


def test_choices_that_are_none() -> None:
    """ME-PHASE-1: completed and unknown phases, and other words."""
    state = tp.position(
        MASTERS, seats=2, stage="choose phase", phases=["-", "-"], done=["-", "1,2,4"]
    )
    assert legal(state) == [f"choose phase-{n}" for n in (3, 5, 6, 7, 8, 9, 10)]
    for action, refused in {
        "choose phase-4": "phase-done",
        "choose phase-0": "no-such-phase",
        "choose phase-": "no-such-phase",
        "choose phase-3 R1": "no-such-phase",
        "choose phase-3 on 1": "no-such-phase",
        "choose save R1": "wrong-stage",
        "draw stock": "wrong-stage",
    }.items():
        assert code(state, action) == refused


def test_only_the_chosen_phase_counts() -> None:
    """ME-PHASE-3: a long run laid as phase 6 completes phase 6, not 4 and 5."""
    state = tp.position(
        MASTERS, seats=2, stage="play", phases=["1", "6"], done=["-", "4"],
        hands={0: "R1", 1: "R1 B2 G3 R4 B5 G6 R7 B8 G9 R10 Y12"},
    )  # fmt: skip
    state = play(state, "lay R1 B2 G3 R4 B5 G6 R7 B8 G9 R10", "discard Y12")
    assert state.round == 2
    assert state.done == (0, (1 << 3) + (1 << 5))
    assert "choose phase-6" not in [str(a) for a in state.legal_actions(1)]


def test_phases_in_order_need_no_choice() -> None:
    """ME-PHASE-1 (C-15), ME-PHASE-2 (C-M3)."""
    game = tp.new_game(MASTERS, seats=2, seed=1, phase_order="fixed")
    assert (game.state.stage, game.state.phase) == ("draw", (0, 0))
    game = tp.new_game(MASTERS, seats=2, seed=1, preset="late-choice")
    assert (game.state.stage, game.state.phase) == ("draw", (-1, -1))


# -- saved cards -----------------------------------------------------------------------------------

PLAY = """
ruleset: masters-edition
seats: 3
stage: play
phases: 1 2 3
hand 1: R1 B2 G3 W
"""


def test_saving_ends_the_turn() -> None:
    """ME-SAVE-1, ME-SAVE-3: the discard pile is as it was, and the card lies in the own pile."""
    state = tp.position(PLAY, discard="R5")
    assert legal(state, "choose") == [f"choose save {card}" for card in ("R1", "B2", "G3", "W")]
    after = play(state, "choose save B2")
    assert (after.to_act, after.stage) == (2, "draw")
    assert cards(after, after.discard) == ["R5"]
    assert {name: cards(after, pile) for name, pile in after.piles.items()} == {"save 1": ["B2"]}
    assert all_cards(after) == all_cards(state)


def test_once_in_a_round() -> None:
    """ME-SAVE-2: also after taking back; and again in the next round."""
    state = play(tp.position(PLAY, discard="R5"), "choose save B2", "draw stock")
    state.apply(f"discard {cards(state, state.hands[2])[0]}")
    state = play(state, "draw stock", f"discard {cards(state, state.hands[0])[0]}")
    taken = play(state, "choose take-back B2")
    assert legal(taken, "choose save") == []
    assert code(taken, "choose save B2") == "already-saved"
    assert taken.piles == {}
    assert code(play(state, "draw stock"), "choose save R1") == "already-saved"
    state.round += 1
    assert code(play(state, "draw stock"), "choose save R1") is None


def test_one_card_is_drawn() -> None:
    """ME-DRAW-1: after taking a card back no other one is drawn."""
    state = tp.position(PLAY, stage="draw", piles={"save 1": "W B7 B7", "save 2": "Y1"})
    assert legal(state, "choose") == ["choose take-back B7", "choose take-back W"]
    taken = play(state, "choose take-back B7")
    assert cards(taken, taken.hands[1]) == ["R1", "B2", "B7", "G3", "W"]
    assert sorted(cards(taken, taken.piles["save 1"])) == ["B7", "W"]
    assert code(taken, "draw stock") == "already-drawn"
    assert code(taken, "choose take-back W") == "wrong-stage"
    for action in ("choose take-back Y1", "choose take-back", "choose take-back W B7"):
        assert code(state, action) == "not-saved"
    assert code(state, "choose save W") == "draw-first"


def test_a_full_pile_saves_a_round_from_ending() -> None:
    """ME-DRAW-1 with C-08: with nothing else to draw, the saved card still can be."""
    deck = tp.new_game(MASTERS, seed=1).rules.deck
    others = [str(card) for card in deck if str(card) != "R1"]
    others.remove("W")
    hands = {0: "R1", 1: "R1", 2: " ".join(others)}
    state = tp.position(
        MASTERS, seats=3, stage="draw", to_act=1, phases=["1", "2", "3"], hands=hands,
        piles={"save 1": "W"}, stock="-", discard="-",
    )  # fmt: skip
    assert legal(state) == ["choose take-back W"]


def test_who_sees_saved_cards() -> None:
    """ME-SAVE-4 (C-M4): the owner; others how many; nothing gives them away."""
    for is_open in (False, True):
        game = tp.Game(tp.position(PLAY, discard="R5", options={"save_pile_open": is_open}))
        (saved, *_) = game.play("choose save B2")
        b2 = game.rules.deck.codes["B2"]
        for seat in (None, 0, 1, 2):
            sees = is_open or seat == 1
            view = game.view(seat)
            assert view.piles == ((("save 1", bytes([b2])),) if sees else ())
            assert view.pile_sizes == (("save 1", 1),)
            assert [str(card) for card in saved.seen_by(seat).cards] == (["B2"] if sees else [])


def test_views_do_not_tell_which_card_was_saved() -> None:
    """ME-SAVE-4: also not by what is known of the hand, and not when it is taken back."""
    state = tp.position(PLAY, discard="R5", known={1: "G3"})
    one, other = tp.Game(state), tp.Game(state)
    one.play("choose save G3")
    other.play("choose save B2")
    for seat in (None, 0, 2):
        assert one.view(seat) == other.view(seat)
    assert one.view(1) != other.view(1)
    back = tp.Game(tp.position(PLAY, stage="draw", piles={"save 1": "W B7"}))
    (event,) = back.play("choose take-back B7")
    assert (event.kind, event.detail, event.seen_by(0).cards) == ("drew", "save", ())
    assert back.view(0).known[1] == ()
    assert str(event.seen_by(1).cards[0]) == "B7"


def test_open_piles_are_kept_track_of() -> None:
    """ME-SAVE-4 (C-M4): a card taken back from an open pile is known to be in the hand."""
    options = {"save_pile_open": True}
    state = tp.position(PLAY, stage="draw", piles={"save 1": "W B7"}, options=options)
    state = play(state, "choose take-back B7")
    assert cards(state, state.known[1]) == ["B7"]
    state = play(state, "choose save B7")
    assert state.known[1] == b""


def test_saved_cards_are_not_dealt() -> None:
    """ME-SAVE-3: they stay with their owner through many deals."""
    game = tp.new_game(MASTERS, seats=3, seed=9)
    random, full = Random(9), Counter(game.rules.deck.full)
    seen = 0
    while not game.over:
        before = game.state
        saves = [a for a in before.legal_actions() if str(a).startswith("choose save")]
        action = saves[0] if saves and random.random() < 0.2 else wish(before, random)
        if str(action).startswith("choose take-back"):
            action = tp.DrawStock()
        game.play(action)
        after = game.state
        assert all_cards(after) == full
        if after.round > before.round and action not in saves:
            assert after.piles == before.piles
            seen += bool(after.piles)
    assert seen > 3


def test_saved_cards_cost_nothing() -> None:
    """ME-SAVE-7 (C-M7): unless the option says so, and then in every round."""
    for option, total in ((False, 5), (True, 45)):
        state = tp.position(
            MASTERS, seats=2, stage="play", to_act=0, hands={0: "R1", 1: "R2"},
            piles={"save 1": "W S"}, options={"saved_cards_score": option},
        )  # fmt: skip
        assert play(state, "discard R1").totals == (0, total)


def test_saving_the_last_card() -> None:
    """ME-SAVE-5 (C-M5): goes out at once; the card is saved when the next round is dealt."""
    state = tp.position(PLAY, hands={1: "B2"}, discard="R5")
    after = play(state, "choose save B2")
    assert (after.round, cards(after, after.piles["save 1"])) == (2, ["B2"])
    assert after.totals[1] == 0
    assert legal(state) == ["discard B2", "choose save B2"]
    state = tp.position(PLAY, hands={1: "B2"}, options={"save_last_card": False})
    assert legal(state) == ["discard B2"]


@pytest.mark.parametrize("going_out", ["floating_active", "floating_passive", "must_keep_discard"])
def test_saving_counts_as_the_discard(going_out: str) -> None:
    """ME-SAVE-5 with C-06: where a discard must end the hand, saving does so too."""
    state = tp.position(PLAY, hands={1: "B2"}, options={"going_out": going_out})
    assert play(state, "choose save B2").round == 2


def test_a_floater_does_not_save_what_it_must_play() -> None:
    """ME-SAVE-1, MC-FLOAT-A."""
    state = tp.position(
        MASTERS, seats=2, stage="play", phases=["1", "1"], floating=True, hands={1: "R1"},
        table={1: "B1 G1 Y1 / R2 B2 G2"}, options={"going_out": "floating_active"},
        piles={"save 1": "W"},
    )  # fmt: skip
    assert legal(state) == ["hit R1 on 1.0"]
    assert code(state, "choose save R1") == "wrong-stage"


def test_skips_may_be_saved() -> None:
    """ME-SAVE-6 (C-M6): nobody is skipped until the Skip is taken back and played."""
    state = tp.position(PLAY, hands={1: "R1 S"}, discard="R5")
    saved = play(state, "choose save S")
    assert (saved.to_act, saved.skips) == (2, (0, 0, 0))
    state = tp.position(PLAY, stage="draw", hands={1: "R1 R2"}, piles={"save 1": "S"})
    assert play(state, "choose take-back S", "play S on 0").skips == (1, 0, 0)
    state = tp.position(PLAY, hands={1: "R1 S"}, options={"save_skips": False})
    assert legal(state, "choose") == ["choose save R1"]
    assert code(state, "choose save S") == "save-skip"


def test_enough_is_left_to_deal() -> None:
    """ME-SAVE-8: three seats leave 106 - 33 - 1 cards to be saved, and no more."""
    deck = tp.new_game(MASTERS, seed=1, skips=0).rules.deck
    numbers = [str(card) for card in deck if card.is_natural and card.text not in ("R1", "B2")]
    for count, refused in ((69, None), (70, "save-piles-full")):
        state = tp.position(
            MASTERS, seats=3, stage="play", hands={0: "W W W", 1: "R1 B2 W", 2: "W"},
            piles={"save 0": " ".join(numbers[:count])}, options={"skips": 0},
        )  # fmt: skip
        assert code(state, "choose save R1") == refused
        assert bool(legal(state, "choose save")) == (refused is None)
    state = tp.position(
        MASTERS, seats=3, stage="play", hands={0: "W W W", 1: "R1", 2: "W"},
        piles={"save 0": " ".join(numbers[:69])}, options={"skips": 0},
    )  # fmt: skip
    after = play(state, "choose save R1")
    assert (after.round, len(after.stock), [len(hand) for hand in after.hands]) == (2, 3, [10] * 3)


# -- ends and whole games --------------------------------------------------------------------------


def test_the_winner_has_done_all_ten() -> None:
    """ME-WIN-1: whatever the last one was."""
    game = play_out(MASTERS, 3, seats=3, every=101)
    assert game.standings[0].phases == 10
    laid = [e.detail for e in game.events if e.kind == "laid" and e.seat == game.winners[0]]
    assert sorted(laid) == list(range(10))
    assert laid != list(range(10))


@pytest.mark.parametrize(
    "how",
    [
        {"seats": 2},
        {"seats": 4, "save_pile_open": True, "saved_cards_score": True},
        {"seats": 6, "more_seats": True, "save_last_card": False, "save_skips": False},
        {"seats": 3, "preset": "late-choice", "going_out": "floating_active"},
        {"seats": 3, "phases": "first 3", "tie_break": "replay_last_phase", "skips": 4},
        {"seats": 3, "phase_order": "fixed", "phases": "even", "going_out": "floating_passive"},
    ],
)
def test_whole_games(how: dict[str, object]) -> None:
    """ME-OTHER-1: games under all options come to an end."""
    game = play_out(MASTERS, 5, **how, every=101)
    assert game.winners
