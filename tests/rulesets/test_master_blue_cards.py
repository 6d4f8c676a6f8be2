"""The blue cards of the Master edition: Take two, All mine, Skip, Give me five, and the blanks."""

from __future__ import annotations

from collections import Counter
from importlib.metadata import EntryPoint

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tenphase as tp
from tenphase.action_cards import ActionCard
from tenphase.events import Event
from tenphase_rulesets.ravensburger_master import blanks
from tests.rulesets.classic import cards, code, fields, legal, play, rule

MASTER = "ravensburger-master"
NINE = "R1 Y2 G3 V4 Y6 G7 V8 R9 Y10"
DOWN = "R2 Y2 / G3 V3 / R5 Y5 / G6 V6"


def position(**more: object) -> tp.State:
    return tp.position(MASTER, **more)


def events(state: tp.State, *actions: str) -> list[Event]:
    game = tp.Game(state)
    return [event for action in actions for event in game.play(action)]


# -- the end of a turn -----------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["A:TWO", "A:KEEP", "A:SKIP", "A:FIVE"])
def test_blue_cards_end_turns_and_nothing_else(card: str) -> None:
    """PM-ACT-1, PM-ACT-2: not before the draw, in no meld, as no hit, and not discarded."""
    state = position(seats=2, hands={1: f"{NINE} {card}"})
    assert code(state, f"play {card}") == "draw-first"
    state = position(seats=2, stage="play", table={1: DOWN}, hands={1: f"{card} V12 R1"})
    assert code(state, f"hit {card} on 1.0") == "action-card-in-meld"
    assert rule(state, f"discard {card}") == "PM-ACT-2"
    state = position(seats=2, stage="play", hands={1: f"{NINE} {card} R2"})
    assert code(state, f"lay {card} R1 / Y2 R2 / G3 V4 / Y6 G7") == "action-card-in-meld"


def test_a_second_one_in_front_has_no_effect() -> None:
    """PM-ACT-4, PM-TWO-4, PM-KEEP-5: it goes to the blue pile; one of each kind may lie there."""
    state = position(
        seats=2, stage="play", front={1: "A:TWO A:KEEP"}, hands={1: f"{NINE} A:KEEP A:TWO"}
    )
    for card in ("A:KEEP", "A:TWO"):
        after = play(state, f"play {card}")
        assert cards(after, after.piles["blue"]) == [card]
        assert sorted(cards(after, after.front[1])) == ["A:KEEP", "A:TWO"]
        assert after.to_act == 0
    state = position(seats=2, stage="play", front={1: "A:TWO"}, hands={1: f"{NINE} A:KEEP R2"})
    assert sorted(cards(state, play(state, "play A:KEEP").front[1])) == ["A:KEEP", "A:TWO"]


def test_targets_belong_to_the_skip() -> None:
    """PM-ACT-2: the other three are played without one, a Skip with one."""
    state = position(seats=3, stage="play", hands={1: f"{NINE} A:TWO A:SKIP"})
    assert code(state, "play A:TWO on 2") == code(state, "play A:SKIP") == "bad-target"
    assert code(state, "play A:SKIP on 9") == "bad-target"
    assert rule(state, "play A:TWO on 2") == "PM-ACT-2"


# -- Take two --------------------------------------------------------------------------------------


def two(**more: object) -> tp.State:
    """Seat 1 is about to draw with a Take two before it."""
    return position(**{"seats": 3, "hands": {1: NINE}, "front": {1: "A:TWO"}, **more})


def test_a_stock_that_is_too_small_is_made_anew() -> None:
    """PM-TWO-2, PM-STOCK-1: the last card of the old stock and the first of the new one."""
    rest = list(
        (Counter(str(c) for c in two().rules.deck) - Counter(f"{NINE} A:TWO".split())).elements()
    )
    for stock, discard, can in (
        (1, 2, True),
        (0, 3, True),
        (1, 1, False),
        (0, 2, False),
        (2, 0, True),
    ):
        left = rest[stock + discard :]
        state = two(
            stock=rest[:stock],
            discard=rest[stock : stock + discard],
            hands={1: NINE, 0: left[::2], 2: left[1::2]},
        )
        assert ("choose draw-two-stock" in legal(state)) == can
        if can:
            after = play(state, "choose draw-two-stock")
            assert len(after.hands[1]) == 11
            assert len(after.stock) + len(after.discard) == stock + discard - 2
        else:
            assert rule(state, "choose draw-two-stock") == "PM-STOCK-1"


@pytest.mark.parametrize("optional", [True, False])
def test_without_two_cards_one_is_drawn(optional: bool) -> None:
    """PM-TWO-5: nobody is stuck, even where two must be drawn."""
    rest = list(
        (Counter(str(c) for c in two().rules.deck) - Counter(f"{NINE} A:TWO".split())).elements()
    )
    state = two(
        stock=rest[:1],
        discard=rest[1:2],
        hands={1: NINE, 0: rest[2::2], 2: rest[3::2]},
        options={"draw_two_optional": optional},
    )
    assert legal(state) == ["draw stock", "draw discard"]
    assert play(state, "draw discard").stage == "play"


def test_only_the_owner_takes_two() -> None:
    """PM-TWO-1: the choice is open to whoever has the card in front, and in the draw only."""
    state = two(front={2: "A:TWO"}, discard="R2 R3 R4")
    assert legal(state) == ["draw stock", "draw discard"]
    for pile in ("stock", "discard"):
        assert rule(state, f"choose draw-two-{pile}") == "PM-TWO-1"
    state.apply("draw stock")
    assert code(state, "choose draw-two-stock") == "wrong-stage"
    assert code(two(), "choose draw-two-hand") == "wrong-stage"


def test_two_cards_alike_leave_no_choice() -> None:
    """PM-TWO-1: one is kept, the other goes."""
    state = play(two(stock="* R12 R12", discard="V1"), "choose draw-two-stock")
    assert legal(state) == ["choose keep R12"]
    state.apply("choose keep R12")
    assert cards(state, state.hands[1]).count("R12") == 1
    assert cards(state, state.discard) == ["V1", "R12"]


@pytest.mark.parametrize(
    ("other", "pile"),
    [("J[1-6|RY]", "discard"), ("V11", "discard"), ("A:KEEP", "blue"), ("A:FIVE", "blue")],
)
def test_the_other_card_goes_to_its_pile_without_effect(other: str, pile: str) -> None:
    """PM-TWO-1."""
    state = play(two(stock=f"* R12 {other}"), "choose draw-two-stock", "choose keep R12")
    assert cards(state, state.discard if pile == "discard" else state.piles["blue"]) == [other]
    assert state.stage == "play"
    assert cards(state, state.front[1]) == ["A:TWO"]


def test_the_card_kept_of_two_discards_counts_as_taken() -> None:
    """With `discard_redraw=False` it does not go back at once."""
    state = two(discard="R11 R12", options={"discard_redraw": False})
    state = play(state, "choose draw-two-discard", "choose keep R11")
    assert code(state, "discard R11") == "redraw-discard"
    assert code(state, "discard R1") is None
    assert cards(state, state.known[1]) == ["R11"]


def test_two_cards_of_the_stock_are_seen_by_their_player_only() -> None:
    state = play(two(stock="* R12 V11"), "choose draw-two-stock")
    assert [state.actors, state.legal_actions(0)] == [(1,), ()]
    assert state.legal_actions(1)
    game = tp.Game(state)
    assert "R12" in str(game.view(1).pending)
    assert "R12" not in str(game.view(0).pending) + str(game.view(None).pending)
    drew = events(two(stock="* R12 V11"), "choose draw-two-stock")[0]
    assert len(drew.seen_by(1).cards) == 2
    assert drew.seen_by(0).cards == ()
    opened = play(two(discard="R12 V11"), "choose draw-two-discard")
    assert "R12" in str(tp.Game(opened).view(0).pending)


def test_a_one_shot_waits_until_it_is_used() -> None:
    """PM-TWO-3, C-21: then it goes to the blue pile and another may be laid."""
    state = two(options={"draw_two": "one_shot"}, stock="* V11 R12 R11 R10 R8")
    state = play(state, "draw stock", "discard R8")
    assert cards(state, state.front[1]) == ["A:TWO"]
    state = two(options={"draw_two": "one_shot"}, hands={1: NINE[3:] + " A:TWO"}, stock="* V11 R12")
    state = play(state, "choose draw-two-stock", "choose keep V11", "play A:TWO")
    assert cards(state, state.front[1]) == ["A:TWO"]
    assert cards(state, state.piles["blue"]) == ["A:TWO"]


def test_the_italian_preset_takes_two_once_and_must() -> None:
    """C-21, C-22."""
    state = two(preset="italian", discard="R11 R12")
    assert legal(state) == ["choose draw-two-stock", "choose draw-two-discard"]
    assert rule(state, "draw stock") == "PM-TWO-5"
    assert cards(state, play(state, "choose draw-two-discard").front[1]) == []


# -- All mine --------------------------------------------------------------------------------------


def ending(**more: object) -> tp.State:
    """Four seats, seat 0 goes out with R12; seats 1 and 3 have an All mine in front."""
    given: dict[str, object] = {
        "seats": 4,
        "to_act": 0,
        "dealer": 2,
        "stage": "play",
        "hands": {0: "R12", 1: "R1 V9 J[1-6|RG]", 2: "Y9 Y11", 3: "G9 A:SKIP"},
        "front": {1: "A:KEEP", 2: "A:SKIP", 3: "A:KEEP A:TWO"},
        "piles": {"blue": "A:FIVE"},
        "table": {0: DOWN},
    }
    return position(**{**given, **more})


def test_holders_decide_in_turn_from_the_dealers_left() -> None:
    """PM-KEEP-1, PM-KEEP-4: each for itself; the points are charged before anybody decides."""
    state = play(ending(), "discard R12")
    assert (state.stage, state.to_act, state.totals) == ("keep hand", 3, (0, 3, 2, 2))
    assert legal(state) == ["choose keep-hand", "choose return-hand"]
    assert code(state, "choose keep-hand", 1) == "not-your-turn"
    assert tp.position(state.position()) == state
    state = play(state, "choose keep-hand")
    assert (state.stage, state.to_act) == ("keep hand", 1)
    assert tp.position(state.position()) == state
    state = play(state, "choose return-hand")
    assert (state.stage, state.round, state.dealer) == ("draw", 2, 3)
    assert not Counter(["G9", "A:SKIP"]) - Counter(cards(state, state.hands[3]))
    assert [len(hand) for hand in state.hands] == [10] * 4
    assert state.totals == (0, 3, 2, 2)


def test_kept_cards_stay_out_of_the_shuffle() -> None:
    """PM-ACT-5, PM-KEEP-3: everything else is in it, with the table, the fronts, the blue pile."""
    told = events(ending(), "discard R12", "choose keep-hand", "choose keep-hand")
    (shuffled,) = [event for event in told if event.kind == "shuffled"]
    kept = Counter(["G9", "A:SKIP", "R1", "V9", "J[1-6|RG]"])
    deck = Counter(str(card) for card in ending().rules.deck)
    assert Counter(str(card) for card in shuffled.cards) == deck - kept
    state = play(ending(), "discard R12", "choose keep-hand", "choose keep-hand")
    assert state.front == (b"",) * 4
    assert not any(state.piles.values())
    assert not any(state.table)
    assert state.skips == (0,) * 4


def test_cards_are_dealt_one_by_one_to_those_who_lack_some() -> None:
    """PM-ROUND-1, PM-KEEP-1: the left neighbour of the new dealer has the first card."""
    game = tp.Game(ending())
    told = [
        *game.play("discard R12"),
        *game.play("choose keep-hand"),
        *game.play("choose keep-hand"),
    ]
    order = [str(c) for event in told if event.kind == "shuffled" for c in event.cards]
    state = game.state
    hands = {0: [], 1: ["R1", "V9", "J[1-6|RG]"], 2: [], 3: ["G9", "A:SKIP"]}
    while short := [seat for seat in (0, 1, 2, 3) if len(hands[seat]) < 10]:
        for seat in short:
            hands[seat].append(order.pop(0))
    assert state.dealer == 3
    for seat, hand in hands.items():
        assert sorted(cards(state, state.hands[seat])) == sorted(hand)


def test_large_hands_stay_as_they_are() -> None:
    """PM-KEEP-2: with fewer cards asked for as well."""
    hand = "R1 V9 J[1-6|RG] Y3"
    state = ending(
        options={"hand_size": 3, "phases": ["S2", "S3"]},
        table={0: "R2 Y2"},
        front={1: "A:KEEP"},
        hands={0: "R12", 1: hand, 2: "Y9 Y11", 3: "G9"},
    )
    state = play(state, "discard R12", "choose keep-hand")
    assert sorted(cards(state, state.hands[1])) == sorted(hand.split())
    assert [len(hand) for hand in state.hands] == [3, 4, 3, 3]


def test_huge_kept_hands_use_the_cards_up() -> None:
    """A deal ends when there is only the card to be turned up left; nobody invents cards."""
    deck = [str(card) for card in position(seats=6, options={"hand_size": 21}).rules.deck]
    state = position(
        seats=6, options={"hand_size": 21}, to_act=0, stage="play",
        hands={0: "R1", 1: deck[2:24], 2: deck[30:52], 3: "V1", 4: "V2", 5: "V3"},
        front={1: "A:KEEP", 2: "A:KEEP"},
    )  # fmt: skip
    state = play(state, "discard R1", "choose keep-hand", "choose keep-hand")
    assert sum(len(hand) for hand in state.hands) + len(state.stock) + len(state.discard) == 128
    assert (len(state.hands[1]), len(state.hands[2]), len(state.discard)) == (22, 22, 1)


def test_nobody_without_cards_or_without_the_card_is_asked() -> None:
    """PM-KEEP-1: the one who went out has nothing to keep."""
    state = ending(front={0: "A:KEEP"})
    assert play(state, "discard R12").round == 2
    assert play(ending(front={}), "discard R12").round == 2


def test_all_mine_as_the_last_card_keeps_nothing() -> None:
    """PM-ACT-3."""
    state = ending(hands={0: "A:KEEP", 1: "R1", 2: "R2", 3: "R3"}, front={})
    assert play(state, "play A:KEEP").stage == "draw"


def test_nobody_is_asked_when_the_game_is_over() -> None:
    """PM-WIN-1: there is no next round to keep a hand for."""
    state = ending(phases=["10", "1", "1", "1"], table={0: "R3 R3 Y3 G3 V3 / R4 R5 R6"})
    state = play(state, "discard R12")
    assert (state.over, state.winners) == (True, (0,))


def test_decisions_are_open_and_plain() -> None:
    """PM-KEEP-1: keep or return, with no cards named and no seat."""
    state = play(ending(), "discard R12")
    for wrong in ("choose keep-hand G9", "choose keep-hand on 3", "choose keep", "choose decline"):
        assert rule(state, wrong) == "PM-KEEP-1"
    assert code(state, "draw stock") == code(state, "discard G9") == "wrong-stage"
    view = tp.Game(play(state, "choose keep-hand")).view(0)
    assert view.pending == ((1,), (3,))


# -- Skip ------------------------------------------------------------------------------------------


def test_one_skip_pending_for_each_player() -> None:
    """PM-SKIP-2: not one in the whole game, but one before each."""
    state = position(seats=4, stage="play", hands={1: f"{NINE} A:SKIP R2"}, front={2: "A:SKIP"})
    assert legal(state, "play") == ["play A:SKIP on 0", "play A:SKIP on 3"]
    assert state.skips == (0, 0, 1, 0)
    after = play(state, "play A:SKIP on 0")
    assert (after.to_act, after.skips) == (3, (1, 0, 0, 0))


def test_a_skip_without_a_target_goes_to_the_blue_pile() -> None:
    """PM-ACT-4, C-29; with other limits somebody may be left to skip."""
    given = {"seats": 3, "stage": "play", "hands": {1: f"{NINE} A:SKIP R2"}}
    front = {0: "A:SKIP", 2: "A:SKIP"}
    state = position(**given, front=front)
    assert legal(state, "play") == ["play A:SKIP"]
    assert rule(state, "play A:SKIP on 0") == "PM-SKIP-2"
    after = play(state, "play A:SKIP")
    assert (after.to_act, after.skips) == (1, (0, 0, 0))
    assert cards(after, after.piles["blue"]) == ["A:SKIP"] * 3
    free = position(**given, front=front, options={"skip_limit": "none"})
    assert legal(free, "play") == ["play A:SKIP on 0", "play A:SKIP on 2"]


def test_a_skip_that_does_not_lie_in_front_goes_to_the_blue_pile() -> None:
    """PM-ACT-2: also with `skip_placement=discard` no blue card comes to the discard pile."""
    state = position(seats=3, stage="play", hands={1: f"{NINE} A:SKIP R2"}, discard="V1",
                     options={"skip_placement": "discard"})  # fmt: skip
    state = play(state, "play A:SKIP on 0")
    assert (cards(state, state.piles["blue"]), cards(state, state.discard)) == (["A:SKIP"], ["V1"])
    assert state.skips == (1, 0, 0)


# -- Give me five ----------------------------------------------------------------------------------

OTHERS = [
    "R2 Y2 G2 V2 R3 Y3",
    "R4 Y4 G4 V4 R5 Y5",
    "R6 Y7 G8 V9 R10 Y11",
    "G5 G6 V5 V6 R8 Y8",
    "R7 V7 V8 G9 G10 Y9",
]


def expected_order(sizes: list[int]) -> list[int]:
    """Who shows cards: opponents by distance from the asker, five cards in all."""
    laps = [[seat for seat, size in enumerate(sizes, 1) if size > lap] for lap in range(5)]
    return [seat for lap in laps for seat in lap][:5]


@given(data=st.data(), seats=st.integers(2, 6))
def test_opponents_show_cards_in_turn(data: st.DataObject, seats: int) -> None:
    """PM-FIVE-2, PM-FIVE-3, PM-FIVE-7: whoever asks, whatever they hold, skipped or not."""
    asker = data.draw(st.integers(0, seats - 1))
    sizes = data.draw(st.lists(st.integers(1, 6), min_size=seats - 1, max_size=seats - 1))
    skipped = data.draw(st.sets(st.integers(1, seats - 1)))
    hands = {asker: "A:FIVE R1 Y1"}
    for distance, size in enumerate(sizes, 1):
        held = OTHERS[distance - 1].split()[:size]
        hands[(asker + distance) % seats] = " ".join(held)
    front = {(asker + distance) % seats: "A:SKIP" for distance in skipped}
    state = position(seats=seats, to_act=asker, stage="play", hands=hands, front=front)
    state = play(state, "play A:FIVE", "choose ask")
    order: list[int] = []
    shown: list[tuple[int, str]] = []
    while state.stage == "show":
        order.append((state.to_act - asker) % seats)
        assert state.actors == (state.to_act,)
        hidden = Counter(hands[state.to_act].split()) - Counter(
            card for seat, card in shown if seat == state.to_act
        )
        assert legal(state) == [
            f"choose show {card}"
            for card in cards(state, state.rules.deck.hand(" ".join(hidden.elements())))
        ]
        choice = data.draw(st.sampled_from(legal(state)))
        shown.append((state.to_act, choice.split()[-1]))
        state.apply(choice)
        assert tp.position(state.position()) == state
    assert order == expected_order(sizes)
    assert (state.stage, state.to_act) == ("take", asker)
    assert legal(state) == [f"choose take {card} on {seat}" for seat, card in shown]
    seat, card = data.draw(st.sampled_from(shown))
    before, stock = state.hands, state.stock
    state.apply(f"choose take {card} on {seat}")
    assert len(state.hands[asker]) == len(before[asker]) + 1
    assert state.stock == stock[:-1]
    for other in set(range(seats)) - {asker, seat}:
        assert state.hands[other] == before[other]
    drawn = cards(state, stock[-1:])
    assert Counter(cards(state, state.hands[seat])) == Counter(hands[seat].split()) - Counter(
        [card]
    ) + Counter(drawn)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_order_of_the_manuals(seats: int) -> None:
    """PM-FIVE-2: B B B B B, B C B C B, B C D B C, B C D E B, B C D E F."""
    words = {2: "BBBBB", 3: "BCBCB", 4: "BCDBC", 5: "BCDEB", 6: "BCDEF"}
    assert expected_order([6] * (seats - 1)) == ["ABCDEF".index(who) for who in words[seats]]


def five(**more: object) -> tp.State:
    """Seat 0 of two has asked, and seat 1 has shown three cards, which are all it has."""
    given: dict[str, object] = {
        "seats": 2, "to_act": 0, "stage": "play", "hands": {0: "A:FIVE R1 Y1", 1: "R2 R2 G4"},
    }  # fmt: skip
    state = position(**{**given, **more})
    return play(state, "play A:FIVE", "choose ask", *["choose show R2"] * 2, "choose show G4")


def test_cards_alike_are_shown_one_by_one_and_taken_once() -> None:
    """PM-FIVE-2, PM-FIVE-5."""
    state = five()
    assert legal(state) == ["choose take R2 on 1", "choose take G4 on 1"]
    state = play(state, "choose take R2 on 1")
    assert cards(state, state.hands[1]).count("R2") == 1
    assert cards(state, state.hands[0]) == ["R1", "R2", "Y1"]
    assert cards(state, state.known[0]) == ["R2"]
    assert sorted(cards(state, state.known[1])) == ["G4", "R2"]


def test_shown_cards_lie_open() -> None:
    """PM-FIVE-2: everybody sees them, and remembers whose they were."""
    state = five()
    for seat in (0, 1, None):
        view = tp.Game(state).view(seat)
        assert view.pending == (0, 1, "R2", 1, "R2", 1, "G4")
        assert [str(card) for card in view.known[1]] == ["R2", "R2", "G4"]


def test_the_owner_draws_from_a_stock_made_anew() -> None:
    """PM-FIVE-4, PM-STOCK-1: and gets no card if there is nothing to make it of."""
    state = five()
    used = Counter(["R1", "Y1", "R2", "R2", "G4", "A:FIVE", "R12", "V12"])
    deck = Counter(str(card) for card in state.rules.deck)
    rest = list((deck - used).elements())
    hands = {0: f"A:FIVE R1 Y1 {' '.join(rest)}", 1: "R2 R2 G4"}
    made = play(five(hands=hands, stock="", discard="R12 V12"), "choose take R2 on 1")
    assert (len(made.hands[1]), len(made.stock), len(made.discard)) == (3, 0, 1)
    hands[0] += " R12"
    none = play(five(hands=hands, stock="", discard="V12"), "choose take R2 on 1")
    assert cards(none, none.hands[1]) == ["R2", "G4"]
    assert cards(none, none.discard) == ["V12"]
    assert cards(none, none.piles["blue"]) == ["A:FIVE"]


def test_who_gives_the_last_card_draws_another() -> None:
    """PM-FIVE-4: nobody goes out by an offer."""
    state = position(seats=2, to_act=0, stage="play", hands={0: "A:FIVE R1", 1: "G4"})
    state = play(state, "play A:FIVE", "choose ask", "choose show G4", "choose take G4 on 1")
    assert (state.round, state.to_act, state.stage) == (1, 1, "draw")
    assert [len(hand) for hand in state.hands] == [2, 1]


def test_nobody_to_ask_ends_the_turn() -> None:
    """PM-FIVE-3: when all others float without cards."""
    state = position(
        seats=2, to_act=0, stage="play", hands={0: "A:FIVE R1 Y1", 1: ""}, table={1: DOWN},
        options={"going_out": "floating_active"},
    )  # fmt: skip
    state = play(state, "play A:FIVE")
    assert (state.stage, state.to_act) == ("draw", 1)


def test_a_taken_skip_does_nothing_at_once() -> None:
    """PM-FIVE-4: the card goes into the hand, whatever it is."""
    state = position(seats=2, to_act=0, stage="play", hands={0: "A:FIVE R1 Y1", 1: "A:SKIP"})
    state = play(state, "play A:FIVE", "choose ask", "choose show A:SKIP")
    state = play(state, "choose take A:SKIP on 1")
    assert cards(state, state.hands[0]) == ["R1", "Y1", "A:SKIP"]
    assert state.skips == (0, 0)


@pytest.mark.parametrize(
    "pending",
    [[], [0], [0, 1], [0, 1, "R9"], [1, 0, "R1"], [0, 1, "R2", 1, "R2", 1, "R2"], ["x", 1, "R2"],
     [0, [1], "R2"], [0, 1, 5]],
)  # fmt: skip
@pytest.mark.parametrize("stage", ["take", "show"])
def test_offers_that_cannot_be_are_refused(stage: str, pending: list[object]) -> None:
    if (stage, pending) == ("show", [0]):
        return
    with pytest.raises(tp.PositionError, match="pending"):
        position(seats=2, to_act=int(stage == "show"), stage=stage, pending=pending,
                 hands={0: "R1 Y1", 1: "R2 R2 G4"})  # fmt: skip


@pytest.mark.parametrize(
    ("stage", "pending"),
    [("ask", [0]), ("keep one", []), ("keep one", ["stock", "R9", "R1"]),
     ("keep one", ["hand", "R1", "Y1"]), ("keep one", ["stock", "R1", "R1"]), ("keep hand", []),
     ("keep hand", [[1], []]), ("keep hand", [[0], [0]]), ("keep hand", [[], [0]]),
     ("keep hand", [[0, 1], []]), ("keep hand", 5 * [[]])],
)  # fmt: skip
def test_open_decisions_that_cannot_be_are_refused(stage: str, pending: list[object]) -> None:
    hands = {0: "R1 Y1", 1: "R2 R2 G4"}
    with pytest.raises(tp.PositionError, match="pending"):
        position(seats=2, to_act=0, stage=stage, pending=pending, hands=hands, front={0: "A:KEEP"})


# -- the blanks ------------------------------------------------------------------------------------


class Reverse(ActionCard):
    """Turns the direction of play: what somebody may have written on a blank."""

    pile = "blue"

    def play(self, state: tp.State, seat: int, code: int, target: int | None) -> None:
        state.direction = -state.direction
        self.put_away(state, code)


@pytest.fixture
def reverse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blanks, "_registered", {})
    blanks.register_blank("reverse", Reverse())


@pytest.mark.usefixtures("reverse")
def test_blanks_come_in_with_an_action() -> None:
    """PM-DECK-5, PM-DECK-1: up to three, all 131 cards."""
    game = tp.new_game(MASTER, seats=3, seed=1, blanks=["reverse"] * 3)
    assert len(game.rules.deck) == 131
    state = tp.position(
        MASTER, seats=3, options={"blanks": "reverse"}, stage="play",
        hands={1: f"{NINE} A:REVERSE R2"}, discard="V1",
    )  # fmt: skip
    assert len(state.rules.deck) == 129
    assert code(state, "discard A:REVERSE") == "skip-has-target"
    state.apply("play A:REVERSE")
    assert (state.to_act, state.direction) == (0, -1)
    assert cards(state, state.piles["blue"]) == ["A:REVERSE"]
    assert fields(state)["options"] == {"blanks": ["reverse"]}
    assert tp.position(state.position()) == state


@pytest.mark.usefixtures("reverse")
@pytest.mark.parametrize(
    "wrong",
    [["reverse"] * 4, "unheard", ["reverse", "two"], None, 5, [["reverse"]], {"reverse": 1}],
)
def test_wrong_blanks_are_refused(wrong: object) -> None:
    with pytest.raises(tp.OptionError, match="blanks"):
        tp.new_game(MASTER, seed=1, blanks=wrong)


@pytest.mark.parametrize("name", ["two", "skip", "Reverse", "two words", "", "a=b", 5, None])
def test_names_that_no_blank_may_have(name: object) -> None:
    with pytest.raises(tp.DefinitionError, match="cannot be called"):
        blanks.register_blank(name, Reverse())  # type: ignore[arg-type]
    with pytest.raises(tp.DefinitionError, match="not an ActionCard"):
        blanks.register_blank("fine", "card")  # type: ignore[arg-type]


def test_plug_ins_supply_blanks(monkeypatch: pytest.MonkeyPatch) -> None:
    """PM-DECK-5: by an entry point; a broken one does not take the others down."""
    here = f"{__name__}:"
    found = [
        EntryPoint("reverse", f"{here}CARD", blanks.GROUP),
        EntryPoint("broken", f"{here}no_such_thing", blanks.GROUP),
        EntryPoint("no_card", f"{here}NINE", blanks.GROUP),
        EntryPoint("skip", f"{here}CARD", blanks.GROUP),
    ]
    monkeypatch.setattr(blanks, "entry_points", lambda group: found)
    monkeypatch.setattr(blanks, "_registered", {})
    blanks._installed.cache_clear()
    try:
        assert blanks.blank_cards() == {"reverse": CARD}
    finally:
        blanks._installed.cache_clear()


CARD = Reverse()
