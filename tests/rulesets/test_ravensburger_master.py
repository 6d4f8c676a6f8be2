"""The Master edition: deck, deal, turn, phases, jokers, ends, whole games.

What a position and an action can show is data: tests/data/examples/. The blue cards have their own
file.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tenphase as tp
from tenphase.ledger import ledger_of, load_ledger
from tests.rulesets.classic import cards, code, fields, legal, play, rule

MASTER = "ravensburger-master"
PAIRS = ["".join(pair) for pair in combinations("RYGV", 2)]
JOKERS = [f"J[{half}|{colours}]" for half in ("1-6", "7-12") for colours in [*PAIRS, "RYGV"]]
BLUE = {"A:TWO": 4, "A:KEEP": 4, "A:SKIP": 6, "A:FIVE": 4}
NUMBERS = [f"{colour}{n}" for colour in "RYGV" for n in range(1, 13)]


# -- the deck --------------------------------------------------------------------------------------


def test_deck_has_128_cards() -> None:
    """PM-DECK-1 to PM-DECK-5: 96 numbers, 14 jokers, 18 action cards; the blanks stay out."""
    count = Counter(str(card) for card in tp.new_game(MASTER, seed=1).rules.deck)
    expected = {**dict.fromkeys(NUMBERS, 2), **dict.fromkeys(JOKERS, 1), **BLUE}
    assert count == expected
    assert (count.total(), len(JOKERS), sum(BLUE.values())) == (128, 14, 18)


def test_nothing_else_is_played() -> None:
    """PM-DECK-6: overviews and markers are no cards, and every card is of one of three sorts."""
    for card in tp.new_game(MASTER, seed=1).rules.deck.kinds:
        sorts = (card.is_natural, card.is_wild, card.is_action)
        assert sorts.index(True) == (card.text in JOKERS) + 2 * (card.text in BLUE)
        assert sum(sorts) == 1


def test_cards_keep_their_order() -> None:
    """Hands are sorted by colour and number, then jokers, then blue cards."""
    deck = tp.new_game(MASTER, seed=1).rules.deck
    assert [card.text for card in deck.kinds] == [*NUMBERS, *JOKERS, *BLUE]


@pytest.mark.parametrize("joker", JOKERS)
def test_jokers_show_a_range_in_their_colours(joker: str) -> None:
    """PM-DECK-3, PM-JOK-1: six numbers, two or four colours; every joker can be each of them."""
    deck = tp.new_game(MASTER, seed=1).rules.deck
    card = deck.kinds[deck.code(joker)]
    half, _, colours = joker[2:-1].partition("|")
    numbers = range(1, 7) if half == "1-6" else range(7, 13)
    assert [n for n in range(1, 13) if card.ranks >> n & 1] == list(numbers)
    assert [c for i, c in enumerate("RYGV") if card.colours >> i & 1] == list(colours)


# -- the deal --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_deal(seats: int) -> None:
    """PM-SETUP-1 to PM-SETUP-3, PM-SETUP-5: ten cards each, one turned up, left of the dealer."""
    state = tp.new_game(MASTER, seats=seats, seed=seats, dealer=seats - 1).state
    assert [len(hand) for hand in state.hands] == [10] * seats
    assert (len(state.discard), len(state.stock)) == (1, 127 - 10 * seats)
    assert (state.to_act, state.stage) == (0, "draw")


@pytest.mark.parametrize("seats", [1, 7])
@pytest.mark.parametrize("more_seats", [False, True])
def test_other_numbers_of_players_are_refused(seats: int, more_seats: bool) -> None:
    """PM-SETUP-1."""
    with pytest.raises(tp.OptionError, match="2 to 6"):
        tp.new_game(MASTER, seats=seats, seed=1, more_seats=more_seats)


def first_turned_up(seed: int, how: str) -> tuple[list[str], str, int]:
    """Stock from the top, upturned card, and number of shuffles."""
    state = tp.new_game(MASTER, seed=seed, first_upturned_special=how).state
    return cards(state, state.stock[::-1]), cards(state, state.discard)[0], state.shuffles


@pytest.mark.parametrize("seed", range(40))
def test_specials_turned_up_go_under_the_stock(seed: int) -> None:
    """PM-SETUP-4, C-26: one after the other, until a number shows."""
    below, first, _ = first_turned_up(seed, "stays")
    order = [first, *below]
    while order[0] not in NUMBERS:
        order = [*order[1:], order[0]]
    assert first_turned_up(seed, "bury")[:2] == (order[1:], order[0])
    mixed, shown, shuffles = first_turned_up(seed, "reshuffle")
    assert shown in NUMBERS
    assert sorted([*mixed, shown]) == sorted(order)
    assert (shuffles > 1) == (first not in NUMBERS)


# -- the turn --------------------------------------------------------------------------------------


def test_turn_goes_draw_lay_hit_end() -> None:
    """PM-TURN-1: each step in its place; the draw and the end are compulsory."""
    state = tp.position(
        MASTER,
        seats=2,
        hands={1: "R3 Y3 G3 V3 R7 Y7 G7 V7 V12 R1"},
        stock="* V3",
        discard="G12",
    )
    lay = "lay R3 Y3 / G3 V3 / R7 Y7 / G7 V7"
    assert code(state, lay) == code(state, "discard R1") == "draw-first"
    assert legal(state) == ["draw stock", "draw discard"]
    state.apply("draw stock")
    assert code(state, "draw stock") == "already-drawn"
    assert code(state, "hit V3 on 1.0") == "not-down"
    state.apply(lay)
    assert state.to_act == 1
    state.apply("hit V3 on 1.0")
    assert legal(state) == ["discard R1", "discard V12"]
    state.apply("discard R1")
    assert (state.to_act, state.stage) == (0, "draw")


@pytest.mark.parametrize("joker", ["J[1-6|RY]", "J[7-12|RYGV]"])
def test_discarded_jokers_may_be_drawn(joker: str) -> None:
    """PM-TURN-3, C-04."""
    state = tp.position(MASTER, seats=2, hands={1: NUMBERS[:10]}, discard=f"R12 {joker}")
    assert joker in cards(play(state, "draw discard"), play(state, "draw discard").hands[1])
    with_two = {"discard": f"R12 {joker}", "front": {1: "A:TWO"}}
    state = tp.position(MASTER, seats=2, options={"draw_discarded_wild": False}, **with_two)
    assert legal(state) == ["draw stock", "choose draw-two-stock"]
    assert code(state, "draw discard") == code(state, "choose draw-two-discard")
    assert code(state, "draw discard") == "wild-not-drawable"


def test_laying_is_in_order_and_once_a_round() -> None:
    """PM-LAY-3, C-15."""
    hand = {1: "R3 R5 R7 R8 R9 R10 Y3 Y7 V1 G2"}
    state = tp.position(MASTER, seats=2, stage="play", hands=hand)
    assert not legal(state, "lay")
    assert code(state, "lay 2: R3 R5 R7 R8 R9 R10") == "wrong-phase"
    free = tp.position(MASTER, seats=2, stage="play", hands=hand, options={"phase_order": "free"})
    assert legal(free, "lay 2") == ["lay 2: R3 R5 R7 R8 R9 R10"]
    assert code(play(free, "lay 2: R3 R5 R7 R8 R9 R10"), "lay R3 Y3") == "already-down"


def test_more_cards_follow_as_hits() -> None:
    """PM-LAY-4: exactly the phase goes down, and more in the same turn; D10."""
    hand = {1: "R3 Y3 G3 V3 R7 Y7 G7 V7 V3 V12 R1"}
    state = tp.position(MASTER, seats=2, stage="play", hands=hand)
    longer = "lay R3 Y3 V3 / G3 V3 / R7 Y7 / G7 V7"
    assert rule(state, longer) == "PM-LAY-4"
    after = play(state, "lay R3 Y3 / G3 V3 / R7 Y7 / G7 V7", "hit V3 on 1.0")
    extras = tp.position(
        MASTER, seats=2, stage="play", hands=hand, options={"lay_down_extras": True}
    )
    together = play(extras, longer)
    assert together.hands == after.hands
    assert Counter(laid.cards for laid in together.table[1]) == Counter(
        laid.cards for laid in after.table[1]
    )


# -- phases and jokers -----------------------------------------------------------------------------


def test_the_ten_phases() -> None:
    """PM-PHASE-1, C-20."""
    phases = tp.new_game(MASTER, seed=1).rules.phases
    assert [str(phase) for phase in phases] == [
        *("S2+S2+S2+S2", "C6", "S4+R4", "R8", "C7"),
        *("R9", "S4+S4", "CR4+S3", "S5+S3", "S5+CR3"),
    ]
    assert [phase.label for phase in phases] == [str(n) for n in range(1, 11)]


@pytest.mark.parametrize("reading", [1, 2])
def test_other_lists_of_phases_can_be_played(reading: int) -> None:
    """PM-PHASE-1: the readings of C-20 that nobody believes are a matter of `phases`."""
    texts = ledger_of(tp.ruleset(MASTER)).conflict("C-20").readings[reading].value.split()
    game = tp.new_game(MASTER, seed=1, phases=texts)
    assert [str(phase) for phase in game.rules.phases] == texts


LAID = {
    "set": ("1", "R{0} {1} / Y7 G7 / Y8 G8 / Y9 G9", "Y7 G7 Y8 G8 Y9 G9"),
    "run": ("3", "R8 Y8 G8 V8 / {1} R5 Y6 G7", "R8 Y8 G8 V8 R5 Y6 G7"),
    "colour": ("2", "G1 G3 G5 G7 G9 {1}", "G1 G3 G5 G7 G9"),
}


@pytest.mark.parametrize("joker", JOKERS)
def test_numbers_count_in_sets_and_runs(joker: str) -> None:
    """PM-JOK-2: the range decides, colours never do."""
    low = "1-6" in joker
    for n in (3, 12):
        _, text, rest = LAID["set"]
        state = tp.position(
            MASTER, seats=2, stage="play", hands={1: f"R{n} {joker} {rest} V1 V2 R2"}
        )
        assert code(state, "lay " + text.format(n, joker)) == (
            None if low == (n < 7) else "wild-mismatch"
        )
    state = tp.position(
        MASTER, seats=2, stage="play", phases=["1", "3"],
        hands={1: f"R8 Y8 G8 V8 {joker} Y6 G7 R5 V1 V2 R2"},
    )  # fmt: skip
    for end, good in (("4", low), ("8", not low)):
        text = f"lay R8 Y8 G8 V8 / {joker}={end} R5 Y6 G7"
        assert code(state, text) == (None if good else "wild-mismatch")


@pytest.mark.parametrize("joker", JOKERS)
def test_colours_count_in_colour_groups(joker: str) -> None:
    """PM-JOK-3: the colours decide, the range never does."""
    for colour in "RYGV":
        group = " ".join(f"{colour}{n}" for n in (1, 4, 7, 9, 12))
        other = "R2 Y2 G2 V2 R3"
        state = tp.position(
            MASTER, seats=2, stage="play", phases=["1", "2"], hands={1: f"{group} {joker} {other}"}
        )
        has = colour in joker.partition("|")[2]
        assert code(state, f"lay {group} {joker}") == (None if has else "wild-mismatch")


@pytest.mark.parametrize("joker", JOKERS)
def test_both_count_in_colour_runs(joker: str) -> None:
    """PM-JOK-4: the place decides which number, the run which colour."""
    for colour in "RYGV":
        table = {
            0: f"{colour}5 {colour}6 {colour}7 {colour}8 / R1 Y1 G1",
            1: "R2 Y2 V2 R2 / Y3 Y4 Y5 Y6",
        }
        if colour == "Y":
            table[1] = "R2 Y2 V2 R2 / R3 R4 R5 R6"
        state = tp.position(
            MASTER, seats=2, stage="play", phases=["8", "3"], table=table, hands={1: f"{joker} V12"}
        )
        low = "1-6" in joker
        face = f"{colour}{4 if low else 9}"
        hits = [text for text in legal(state, "hit") if text.endswith("on 0.0")]
        fits = colour in joker.partition("|")[2]
        assert hits == ([f"hit {joker}={face} on 0.0"] if fits else [])


@pytest.mark.parametrize(
    ("option", "phase", "melds"),
    [
        ("joker_min_natural_set", "7", "S4"),
        ("joker_min_natural_run", "4", "R8"),
        ("joker_min_natural_colour", "2", "C6"),
        ("joker_min_natural_colour_run", "8", "CR4"),
    ],
)
def test_least_number_cards_are_options(option: str, phase: str, melds: str) -> None:
    """PM-JOK-5, PM-JOK-6, PM-JOK-8; C-27."""
    for least in range(4):
        rules = tp.new_game(MASTER, seed=1, options={option: least}).rules
        specs = {
            str(spec.spec): spec.naturals
            for table in rules.phase_tables
            for spec in table.specs
            if table.phase.label == phase
        }
        assert specs[melds] == least
    with pytest.raises(tp.OptionError, match=option):
        tp.new_game(MASTER, seed=1, options={option: -1})


# -- the stock, the end of a round -----------------------------------------------------------------

FULL = {c: " ".join(f"{c}{n} {c}{n}" for n in range(1, 13)) for c in "RYGV"}


def empty_stock(**more: object) -> tp.State:
    """Three seats, no stock, five discards with a joker at the bottom, one blue card put away."""
    text = {
        "phases": ["2", "2", "2"],
        "table": {0: FULL["R"], 1: FULL["Y"], 2: FULL["G"]},
        "discard": "J[1-6|RY] V1 V2 V3 V4",
        "stock": "",
        "piles": {"blue": "A:FIVE"},
    }
    used = Counter([*FULL["R"].split(), *FULL["Y"].split(), *FULL["G"].split()])
    used.update(["J[1-6|RY]", "V1", "V2", "V3", "V4", "A:FIVE"])
    deck = Counter(str(card) for card in tp.new_game(MASTER, seed=1).rules.deck)
    rest = list((deck - used).elements())
    hands = {0: rest[0::3], 1: rest[1::3], 2: rest[2::3]}
    return tp.position(MASTER, **{**text, "seats": 3, "hands": hands, **more})


def test_empty_stock_is_made_of_the_discards_only() -> None:
    """PM-STOCK-1, C-08: the blue pile stays out, one discard is turned up."""
    state = play(empty_stock(), "draw stock")
    assert (len(state.stock), len(state.discard)) == (3, 1)
    assert cards(state, state.piles["blue"]) == ["A:FIVE"]


def test_a_joker_turned_up_by_a_new_stock_lies_there() -> None:
    """PM-STOCK-1: nothing happens to it; the next player may even draw it."""
    state = play(empty_stock(options={"shuffle_on_flip": False}), "draw stock")
    assert cards(state, state.discard) == ["J[1-6|RY]"]
    keep = play(empty_stock(options={"stock_exhausted": "reshuffle_keep_top"}), "draw stock")
    assert cards(keep, keep.discard) == ["V4"]
    assert "draw discard" in legal(play(state, legal(state, "discard")[0]))


def test_every_card_costs_a_point() -> None:
    """PM-SCORE-1, C-28: unless `card_points` says otherwise."""
    rules = tp.new_game(MASTER, seed=1).rules
    assert set(rules.points) == {1}
    house = tp.new_game(MASTER, seed=1, card_points={"12": 10, "A:SKIP": 20}).rules
    assert house.points[house.deck.code("V12")] == 10
    assert house.points[house.deck.code("J[7-12|RY]")] == 1


@pytest.mark.parametrize("preset", list(tp.ruleset(MASTER).presets))
def test_presets_bury_and_share(preset: str) -> None:
    """PM-SETUP-4, PM-WIN-3; C-17, C-26: what no manual disputes is the same in all presets."""
    options = tp.new_game(MASTER, seed=1, preset=preset).rules.options
    assert (options.first_upturned_special, options.tie_break) == ("bury", "shared")
    assert options.going_out == "hit_or_discard"
    assert options.lay_down_extras is False


# -- the ledger ------------------------------------------------------------------------------------


def test_the_ledger_has_its_own_rules_only() -> None:
    """It refers to conflicts of the classic game, whose rules do not hold here."""
    ledger = load_ledger("tenphase_rulesets.ravensburger_master")
    assert {entry.id.split("-")[0] for entry in ledger} == {"PM"}
    assert {f"C-{n}" for n in range(20, 30)} <= ledger.own
    assert "C-04" in ledger.conflicts
    assert "C-04" not in ledger.own


def test_every_option_of_the_edition_is_in_the_ledger() -> None:
    ledger = ledger_of(tp.ruleset(MASTER))
    core = {field.name for field in attrs.fields(tp.Options)}
    own = {f.name for f in attrs.fields(tp.ruleset(MASTER).options)} - core
    named = {name for entry in ledger for name in entry.option.split(", ")}
    assert own <= named


# -- whole games -----------------------------------------------------------------------------------


def all_cards(state: tp.State) -> list[int]:
    zones = [*state.hands, state.stock, state.discard, *state.front, *state.piles.values()]
    zones += [laid.cards for melds in state.table for laid in melds]
    return sorted(b"".join(zones))


CHOICES: dict[str, list[Any]] = {
    "draw_two": ["persistent", "one_shot"],
    "draw_two_optional": [True, False],
    "draw_two_stock_only": [True, False],
    "first_upturned_special": ["bury", "reshuffle", "stays"],
    "going_out": ["hit_or_discard", "must_keep_discard", "floating_active", "floating_passive"],
    "skip_limit": ["one_pending", "once_per_lap", "turn_between", "none"],
    "skip_placement": ["in_front", "discard"],
    "skip_as_last_card": ["allowed", "draw_replacement", "forbidden"],
    "stock_exhausted": ["flip_all", "reshuffle_keep_top"],
    "tie_break": ["shared", "replay_last_phase"],
    "lay_down_extras": [True, False],
    "hand_size": [8, 10, 14],
    "joker_min_natural_set": [0, 1, 2],
    "joker_min_natural_run": [0, 1, 2],
    "joker_min_natural_colour": [0, 1, 2],
    "joker_min_natural_colour_run": [0, 1, 2],
}


@given(
    seed=st.integers(0, 2**32),
    seats=st.integers(2, 6),
    options=st.fixed_dictionaries({}, optional={k: st.sampled_from(v) for k, v in CHOICES.items()}),
)
def test_cards_are_conserved_in_any_game(seed: int, seats: int, options: dict[str, object]) -> None:
    """PM-ACT-2, PM-ACT-5: no card is lost, none comes to a place where it may not lie."""
    options = {"phases": "first 3", "max_turns": 300, **options}
    try:
        state = tp.new_game(MASTER, seats=seats, seed=seed, options=options).state
    except tp.OptionError as error:
        assert len(error.options) == 2, "only contradictions are to be expected"  # noqa: PT017
        return
    rng = Random(seed)
    blue = {state.rules.deck.code(card) for card in BLUE}
    full = sorted(state.rules.deck.full)
    for step in range(300):
        if state.over:
            break
        actions = state.legal_actions()
        early = [a for a in actions if str(a).startswith(("lay", "hit", "choose draw"))]
        action = rng.choice(early or actions)
        assert state.check(action, state.to_act) is None
        state.apply(action)
        assert all_cards(state) == full
        if options.get("first_upturned_special") != "stays":
            assert not blue & set(state.discard)
        if step % 50 == 0:
            assert tp.position(state.position()) == state
            assert fields(state)["stage"].replace("_", " ") == state.stage
        if options.get("skip_limit", "one_pending") == "one_pending":
            assert max(state.skips) <= 1
        for cards_in_front in state.front:
            assert (
                all(cards_in_front.count(code) <= 1 for code in blue)
                or state.rules.options.skip_limit == "none"
            )
