"""Cases from tables and bug trackers that are not a position and an action.

The others are data: tests/data/examples/cases.toml. Numbers are the same in both.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import permutations
from pathlib import Path
from random import Random

import attrs
import pytest

import tenphase as tp

DATA = Path(__file__).parent / "data" / "examples"

DOWN = """
ruleset: mattel-classic
seats: 2
stage: play
hand 1: Y4 B11 Y12
table 0: R4 B4 G4 / R10 B10 G10
table 1: R1 B1 G1 / R2 B2 G2
"""


def all_cards(state: tp.State) -> Counter[int]:
    """Every card of every zone."""
    zones = [*state.hands, *state.front, *state.piles.values(), state.stock, state.discard]
    zones += [laid.cards for melds in state.table for laid in melds]
    return Counter(b"".join(zones))


# -- melds ------------------------------------------------------------------------------------


def test_a07_the_printed_colour_of_a_wild_means_nothing() -> None:
    """MC-DECK-3: six greens and a wild printed in red are seven greens."""
    classic = tp.ruleset("mattel-classic")

    def deck(options: tp.Options, seats: int) -> tp.Deck:
        plain = classic.deck(options, seats)
        wild = next(card for card in plain.kinds if card.text == "W")
        wilds = [(attrs.evolve(wild, text=f"W{colour}"), 2) for colour in "RBGY"]
        rest = [(card, count) for card, count in plain.pairs if card is not wild]
        return tp.Deck([*rest, *wilds], ranks=plain.ranks, colours=plain.colours)

    def points(options: tp.Options, deck: tp.Deck) -> dict[str, int]:
        base = classic.points(options, deck)
        return {card.text: base.get(card.text, 25) for card in deck.kinds}

    old = attrs.evolve(classic, id="coloured-wilds", deck=deck, points=points)
    state = tp.position(
        old,
        seats=2,
        stage="play",
        phases=["1", "8"],
        hands={1: "G1 G2 G4 G5 G9 G12 WR R1 B2 Y3 S"},
    )
    state.apply("lay G1 G2 G4 G5 G9 G12 WR")
    assert len(state.hands[1]) == 4
    assert len(state.rules.deck) == 108


def test_a10_the_order_of_the_cards_makes_no_difference() -> None:
    """MC-RUN-3, MC-RUN-4: 4 5 5 6 W is no run in any of the 120 orders."""
    state = tp.position(
        "mattel-classic",
        seats=2,
        stage="play",
        phases=["1", "2"],
        hands={1: "R9 B9 G9 R4 G5 B5 Y6 W R1 G12 S"},
    )
    for order in permutations(["R4", "G5", "B5", "Y6", "W"]):
        refusal = state.check(f"lay R9 B9 G9 / {' '.join(order)}")
        assert refusal is not None
        assert refusal.code == "rank-twice"
    for order in permutations(["R4", "G5", "Y6", "W=7"]):
        assert state.check(f"lay R9 B9 G9 / {' '.join(order)}") is None


def test_a16_a_hit_without_a_target_is_no_action() -> None:
    state = tp.position(DOWN)
    with pytest.raises(tp.NotationError, match="does not name a meld"):
        state.apply("hit Y4")


# -- the stock --------------------------------------------------------------------------------


def test_a21_the_stock_is_made_anew_and_no_card_is_lost() -> None:
    """MC-STOCK-1 with the rummy custom: the top discard stays."""
    game = tp.new_game(seats=2, seed=5, stock_exhausted="reshuffle_keep_top", skips=0)
    full = all_cards(game.state)
    refilled = 0
    while refilled < 3 and not game.over:
        events = game.play("draw stock")
        for event in events:
            if event.kind == "stock refilled":
                refilled += 1
                assert len(game.state.discard) == 1
                assert event.cards == game.state.rules.deck.decode(game.state.discard)
        assert all(e.seen_by(None).cards == () for e in events if e.kind == "shuffled")
        assert all_cards(game.state) == full
        hand = game.state.rules.deck.decode(game.state.hands[game.state.to_act])
        game.play(f"discard {hand[0]}")
    assert refilled == 3


@pytest.mark.parametrize("preset", list(tp.ruleset("mattel-classic").presets))
def test_a21_every_card_is_in_one_place_after_every_action(preset: str) -> None:
    """MC-DECK-1: random play under each preset keeps the 108 cards together."""
    random = Random(preset)
    state = tp.new_game(seats=3, seed=preset, preset=preset).state
    full = all_cards(state)
    assert sum(full.values()) == 108
    for _ in range(1500):
        if state.over:
            break
        actions = state.legal_actions()
        assert actions
        state.apply(random.choice(actions))
        assert all_cards(state) == full


# -- rounds -----------------------------------------------------------------------------------


def test_a27_the_deal_and_the_first_turn_go_round() -> None:
    """MC-ROUND-2, MC-SETUP-6: first players of four rounds are 1, 2, 0, 1."""
    game = tp.new_game(seats=3, seed=1, skips=0, hand_size=3, phases=["S2"] * 6)
    first = {game.state.round: game.to_act}
    while game.state.round < 5 and not game.over:
        draws = [a for a in game.legal_actions() if str(a) == "draw stock"]
        game.play((draws or game.legal_actions())[0])
        first.setdefault(game.state.round, game.to_act)
    assert [first[number] for number in (1, 2, 3, 4)] == [1, 2, 0, 1]


def test_a30_the_ranking_counts_phases_then_points() -> None:
    """MC-WIN-2: ten phases go before nine, nine before eight, whatever the points."""
    done = {0: 10, 1: 8, 2: 9}
    state = tp.position(
        "mattel-classic",
        seats=3,
        stage="game over",
        winners=[0],
        phases=["10", "9", "10"],
        done=[",".join(str(n) for n in range(1, done[seat] + 1)) for seat in range(3)],
        totals=[240, 100, 400],
    )
    standings = tp.Game(state).standings
    assert [s.seat for s in standings] == [0, 2, 1]
    assert [s.place for s in standings] == [1, 2, 3]
    assert [s.phases for s in standings] == [10, 9, 8]
    assert [s.winner for s in standings] == [True, False, False]


def test_a49_equal_seats_share_a_place() -> None:
    """MC-WIN-2: two seats on phase 6 with 80 points are both first, the third seat is third."""
    state = tp.position(
        "mattel-classic", seats=3, round=6, phases=["6", "4", "6"], totals=[80, 20, 80]
    )
    found = {s.seat: s.place for s in tp.Game(state).standings}
    assert found == {0: 1, 2: 1, 1: 3}


# -- chance -----------------------------------------------------------------------------------


def test_a39_the_same_seed_is_the_same_game() -> None:
    """Equal events and equal lists of legal actions; other seeds differ."""

    def play(seed: int | str) -> list[str]:
        game = tp.new_game(seats=3, seed=seed)
        told = []
        for step in range(150):
            actions = game.legal_actions()
            told.append(" | ".join(str(action) for action in actions))
            told += [repr(event) for event in game.play(actions[step % len(actions)])]
        return told

    assert play(7) == play(7)
    assert play("seven") == play("seven")
    assert play(7) != play(8)


# -- how the library behaves ------------------------------------------------------------------


def test_a43_a_refused_action_changes_nothing() -> None:
    state = tp.position(DOWN)
    legal = state.legal_actions()
    discard = next(action for action in legal if str(action) == "discard B11")
    state.apply(discard, 1)
    before, text = state.copy(), state.position()
    for action, seat, code in [
        (discard, 1, "not-your-turn"),
        (discard, 0, "draw-first"),
        ("draw stock", 1, "not-your-turn"),
        ("draw stock", 7, "not-your-turn"),
        ("hit Y4 on 0.0", 0, "draw-first"),
        (None, 0, "not-an-action"),
        (42, 0, "not-an-action"),
        (["draw stock"], 0, "not-an-action"),
    ]:
        with pytest.raises(tp.IllegalAction) as caught:
            state.apply(action, seat)  # type: ignore[arg-type]
        assert caught.value.code == code
        assert state == before
        assert hash(state) == hash(before)
        assert state.position() == text
    # the list of legal actions is still what it was
    assert [str(action) for action in legal].count("discard B11") == 1


def test_a43_drawing_twice_and_acting_after_the_end() -> None:
    state = tp.position("mattel-classic", seats=2)
    state.apply("draw stock")
    refusal = state.check("draw stock")
    assert refusal is not None
    assert refusal.code == "already-drawn"
    over = tp.position("mattel-classic", seats=2, stage="game over", winners=[0])
    assert over.legal_actions() == ()
    assert over.actors == ()
    refusal = over.check("draw stock")
    assert refusal is not None
    assert refusal.code == "game-over"


@pytest.mark.parametrize(
    "text", ["", "draw", "draw table", "lay", "hit R9", "discard R99", "fly R9", "play", "choose"]
)
def test_a43_an_action_that_cannot_be_read(text: str) -> None:
    state = tp.position(DOWN)
    before = state.copy()
    with pytest.raises(tp.NotationError):
        state.apply(text)
    assert state == before


def _illegal() -> list[dict[str, str]]:
    found = []
    for file in sorted(DATA.glob("*.toml")):
        for example in tomllib.loads(file.read_text(encoding="utf-8"))["example"]:
            found += [
                {"id": example["id"], "code": one["code"]}
                for one in [example, *example.get("variant", ())]
                if one["verdict"] == "illegal"
            ]
    return found


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ("A03.1", "taken-by-wild"),
        ("A05.2", "extra-meld"),
        ("A11.1", "incomplete-phase"),
        ("A11.1", "not-your-turn"),
        ("A13.1", "not-down"),
        ("A18.1", "skip-not-drawable"),
        ("A24.1", "skip-target-pending"),
    ],
)
def test_a44_each_refusal_has_its_code(case: str, code: str) -> None:
    assert {"id": case, "code": code} in _illegal()


def test_a44_a_refusal_says_why_in_a_sentence() -> None:
    """The cards and seats concerned, a sentence, the rule: all that a dispute needs."""
    state = tp.position(
        "mattel-classic",
        seats=4,
        stage="play",
        hands={1: "S R1 B2 G3 Y4 R5 B6 G7 Y8 R9 B10"},
        front={2: "S"},
    )
    refusal = state.check("play S on 2")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("skip-target-pending", "MC-SKIP-3")
    assert [str(card) for card in refusal.cards] == ["S"]
    assert refusal.seats == (2,)
    assert "seat 2" in refusal.message
    assert str(refusal).endswith("[skip-target-pending, MC-SKIP-3]")


def test_a44_every_code_of_the_classic_game_is_shown_by_an_example() -> None:
    shown = {case["code"] for case in _illegal()}
    codes = {code.partition(":")[0] for code in tp.ruleset("mattel-classic").citations}
    elsewhere = {"skip-has-target", "stock-empty", "too-few-cards", "wrong-stage"}
    assert codes - shown <= elsewhere


def test_a45_endless_play_is_no_trouble() -> None:
    """Two seats that pass one card to and fro for 10,000 turns."""
    state = tp.position(
        "mattel-classic",
        seats=2,
        hands={0: "R1 B2 G3 Y4 R5 B6 G7 Y8 R9 B10", 1: "B1 G2 Y3 R4 B5 G6 Y7 R8 B9 G10"},
        discard="R12",
    )
    start = state.copy()
    for _ in range(10_000):
        state.apply("draw discard")
        state.apply("discard R12")
    assert state.turn == start.turn + 10_000
    assert state.legal_actions() == start.legal_actions()


def test_a45_a_turn_limit_aborts_the_game() -> None:
    game = tp.new_game(seats=2, seed=3, skips=0, max_turns=200)
    turns = 0
    while not game.over:
        assert game.legal_actions()
        game.play("draw discard")
        game.play(game.legal_actions()[-1])
        turns += 1
    assert turns == 200
    assert game.aborted
    assert game.winners == ()
    assert game.to_act is None
    assert game.legal_actions() == ()
    assert not any(standing.winner for standing in game.standings)


# -- seats -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(1, 13))
def test_a50_how_many_can_play(seats: int) -> None:
    """MC-SETUP-1: two to six; up to ten when asked for; with eleven there is nothing left."""
    if 2 <= seats <= 6:
        assert len(tp.new_game(seats=seats, seed=1).state.hands) == seats
    else:
        with pytest.raises(tp.OptionError, match="2 to 6 seats"):
            tp.new_game(seats=seats, seed=1)
    if 2 <= seats <= 10:
        state = tp.new_game(seats=seats, seed=1, more_seats=True).state
        assert len(state.stock) + len(state.discard) == 108 - 10 * seats
    else:
        with pytest.raises(tp.OptionError) as caught:
            tp.new_game(seats=seats, seed=1, more_seats=True)
        assert "seats" in caught.value.options
