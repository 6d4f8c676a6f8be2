"""The classic game: deck, deal, turns, melds, Skips. Options have their own file.

What a position and an action can show is data: tests/data/examples/.
"""

from __future__ import annotations

from collections import Counter

import pytest

import tenphase as tp
from tenphase.ledger import ledger_of
from tests.rulesets.classic import cards, code, legal, play

PRESETS = list(tp.ruleset("mattel-classic").presets)


# -- deck and deal ---------------------------------------------------------------------------------


def test_deck_has_108_cards() -> None:
    """MC-DECK-1: 96 numbers, eight wilds, four Skips."""
    deck = tp.new_game(seed=1).rules.deck
    count = Counter(str(card) for card in deck)
    assert len(deck) == 108
    assert count["W"] == 8
    assert count["S"] == 4
    numbers = {card: n for card, n in count.items() if card not in "WS"}
    assert set(numbers) == {f"{colour}{n}" for colour in "RBGY" for n in range(1, 13)}
    assert set(numbers.values()) == {2}


def test_colours_have_no_rule_of_their_own() -> None:
    """MC-DECK-2: whatever colour does in a colour group, each of the four does."""
    for colour in "RBGY":
        hand = " ".join(f"{colour}{n}" for n in (1, 3, 5, 7, 9, 11, 12))
        other = "B2 B4 B6 B8" if colour != "B" else "R2 R4 R6 R8"
        state = tp.position(
            "mattel-classic", seats=2, stage="play", phases=["1", "8"], hands={1: f"{hand} {other}"}
        )
        assert legal(state, "lay")


def test_wilds_and_skips_have_no_colour() -> None:
    """MC-DECK-3: the deck has one kind of wild and one kind of Skip; see also case A07."""
    deck = tp.new_game(seed=1).rules.deck
    assert [card.text for card in deck.kinds if card.is_wild] == ["W"]
    assert [card.text for card in deck.kinds if card.is_action] == ["S"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_deal(seats: int) -> None:
    """MC-SETUP-1, MC-SETUP-2, MC-SETUP-3: ten cards each, one face up, the rest is the stock."""
    state = tp.new_game(seats=seats, seed=seats).state
    assert [len(hand) for hand in state.hands] == [10] * seats
    assert len(state.discard) == 1
    assert len(state.stock) == 107 - 10 * seats
    assert state.round == 1
    assert state.totals == (0,) * seats


def test_cards_are_dealt_one_at_a_time() -> None:
    """MC-SETUP-2: the left neighbour of the dealer gets the first card, then the next."""
    game = tp.new_game(seats=3, seed=4, dealer=1)
    (order,) = [event.cards for event in game.events if event.kind == "shuffled"]
    for nth, seat in enumerate([2, 0, 1]):
        mine = sorted(str(card) for card in order[nth:30:3])
        assert sorted(cards(game.state, game.state.hands[seat])) == mine
    assert cards(game.state, game.state.discard) == [str(order[30])]


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_who_deals_and_who_begins(dealer: int) -> None:
    """MC-SETUP-6, MC-SETUP-7: the dealer is a parameter, the left neighbour begins."""
    for seed in range(20):
        state = tp.new_game(seats=4, seed=seed, dealer=dealer).state
        if cards(state, state.discard) != ["S"]:
            assert state.dealer == dealer
            assert state.to_act == (dealer + 1) % 4


@pytest.mark.parametrize("dealer", [-1, 4, True, "0", None])
def test_the_dealer_is_a_seat(dealer: object) -> None:
    """MC-SETUP-7."""
    with pytest.raises(tp.OptionError):
        tp.new_game(seats=4, seed=1, dealer=dealer)  # type: ignore[arg-type]


def test_upturned_skip_and_wild() -> None:
    """MC-SETUP-4, MC-SETUP-5: over many deals, the first turn is lost exactly under a Skip."""
    seen: Counter[str] = Counter()
    for seed in range(300):
        state = tp.new_game(seats=3, seed=seed).state
        (upturned,) = cards(state, state.discard)
        seen[upturned] += 1
        assert state.to_act == (2 if upturned == "S" else 1)
        assert state.skips == (0, 0, 0)
        assert ("draw discard" in legal(state)) == (upturned != "S")
    assert seen["S"]
    assert seen["W"]


def test_upturned_skip_counts_as_a_skip() -> None:
    """MC-SKIP-8: seat 1 has lost its turn to the upturned Skip, and Fundex skips once a lap."""
    for seed in range(2000):
        state = tp.new_game(seats=4, seed=seed, preset="fundex").state
        if cards(state, state.discard) == ["S"] and "S" in cards(state, state.hands[2]):
            break
    assert state.to_act == 2
    state.apply("draw stock")
    assert code(state, "play S on 1") == "skip-target-lap"
    assert code(state, "play S on 3") is None


def test_deck_without_skips() -> None:
    """MC-SKIP-9: 104 cards, and Skips cannot be named."""
    game = tp.new_game(seats=2, seed=1, skips=0)
    assert len(game.rules.deck) == 104
    game.play("draw stock")
    with pytest.raises(tp.NotationError):
        game.play("discard S")
    assert len(tp.new_game(seats=2, seed=1, skips=2).rules.deck) == 106
    for wrong in (-1, 5, True, "4"):
        with pytest.raises(tp.OptionError):
            tp.new_game(seats=2, seed=1, skips=wrong)


# -- turns -----------------------------------------------------------------------------------------


def test_a_turn_has_its_order() -> None:
    """MC-TURN-1, MC-TURN-6: draw, lay, hit, discard; then it is the next seat's turn."""
    state = tp.position(
        "mattel-classic",
        seats=3,
        hands={1: "R5 B5 G5 R7 B7 Y7 R1 B2 Y11 G12"},
        table={0: "Y5 Y5 R5 / R9 B9 G9"},
        discard="Y9",
    )
    assert legal(state) == ["draw stock", "draw discard"]
    assert code(state, "discard R1") == "draw-first"
    state.apply("draw discard")
    assert not legal(state, "draw")
    assert not legal(state, "hit")
    state.apply("lay R5 B5 G5 / R7 B7 Y7")
    assert not legal(state, "lay")
    state.apply("hit Y9 on 0.1")
    state.apply("discard G12")
    assert (state.to_act, state.stage) == (2, "draw")
    assert code(state, "discard Y11", 1) == "not-your-turn"


def test_every_card_may_be_discarded() -> None:
    """MC-TURN-5: wilds too; a Skip is played on somebody."""
    state = tp.position(
        "mattel-classic", seats=2, stage="play", hands={1: "R5 R5 B5 G6 R7 B7 W W R1 S Y11"}
    )
    assert legal(state, "discard") == [
        "discard R1", "discard R5", "discard R7", "discard B5", "discard B7",
        "discard G6", "discard Y11", "discard W",
    ]  # fmt: skip
    assert legal(state, "play") == ["play S on 0"]


def test_the_turn_goes_to_the_left() -> None:
    """MC-SETUP-6."""
    state = tp.new_game(seats=4, seed=1, skips=0).state
    seats = []
    for _ in range(8):
        seats.append(state.to_act)
        state.apply("draw stock")
        state.apply(state.legal_actions()[-1])
    assert seats == [1, 2, 3, 0, 1, 2, 3, 0]


# -- melds and phases ------------------------------------------------------------------------------


def test_the_ten_phases() -> None:
    """MC-PHASE-1, MC-SET-2: a set of two is asked for in phase 9 only."""
    phases = tp.new_game(seed=1).rules.phases
    texts = ["S3+S3", "S3+R4", "S4+R4", "R7", "R8", "R9", "S4+S4", "C7", "S5+S2", "S5+S3"]
    assert [str(phase) for phase in phases] == texts
    assert [phase.label for phase in phases] == [str(n) for n in range(1, 11)]
    assert [phase.label for phase in phases if "S2" in str(phase)] == ["9"]


def test_sizes_come_from_the_phase() -> None:
    """MC-SET-1, MC-RUN-1 (C-12): a phase may ask for a pair, or for a run of three."""
    state = tp.position(
        "mattel-classic",
        options={"phases": ["S2+R3"]},
        seats=2,
        stage="play",
        hands={1: "R9 B9 R1 B2 G3 Y7 Y11 G12 S R5 R6"},
    )
    state.apply("lay R9 B9 / R1 B2 G3")
    assert len(state.table[1]) == 2


def test_laying_is_optional_and_completes() -> None:
    """MC-LAY-1, MC-LAY-2: who has laid goes on, who could have laid and did not stays."""
    text = """
    ruleset: mattel-classic
    seats: 2
    to_act: 0
    stage: play
    hand 0: R1
    hand 1: R5 B5 G5 R7 B7 Y7 R1 B2 Y11 G12
    table 0: R2 B2 G2 / R3 B3 G3
    """
    state = play(tp.position(text), "discard R1")
    assert [state.rules.phases[index].label for index in state.phase] == ["2", "1"]
    assert state.done == (1, 0)


def test_one_lay_down_is_listed_for_each_distinct_result() -> None:
    """MC-RUN-4, MC-WILD-5: orders make no difference, ends of a run with a wild do."""
    state = tp.position(
        "mattel-classic",
        seats=2,
        stage="play",
        phases=["1", "4"],
        hands={1: "W B2 G3 Y4 R5 B6 G7 Y11 Y12 G12 S"},
    )
    runs = [text.split()[1:] for text in legal(state, "lay")]
    assert len(runs) == 2
    assert {"W=1", "W=8"} == {card for run in runs for card in run if "=" in card}


def test_what_a_wild_stands_for_in_a_set_need_not_be_said() -> None:
    """MC-WILD-6: but it may be, and then it must be right."""
    state = tp.position(
        "mattel-classic",
        seats=2,
        stage="play",
        hands={1: "R5 B5 W R7 B7 Y7 R1 B2 Y11 G12 S"},
    )
    one = play(state, "lay R5 B5 W / R7 B7 Y7")
    assert one == play(state, "lay R5 B5 W=5 / R7 B7 Y7")
    assert code(state, "lay R5 B5 W=6 / R7 B7 Y7") == "wild-mismatch"
    assert code(state, "lay R5 B5 W=G / R7 B7 Y7") == "wild-mismatch"
    assert code(state, "lay R5 B5 W=99 / R7 B7 Y7") == "wild-mismatch"


def test_too_few_cards_in_a_meld() -> None:
    """MC-LAY-3: both melds are there, but one is short."""
    state = tp.position(
        "mattel-classic",
        seats=2,
        stage="play",
        hands={1: "R5 B5 G5 R7 B7 Y8 R1 B2 Y11 G12 S"},
    )
    refusal = state.check("lay R5 B5 G5 / R7 B7")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("too-few-cards", "MC-LAY-3")


def test_going_out_with_the_lay_down() -> None:
    """MC-OUT-1, MC-OUT-2, MC-LAY-6: eleven greens laid at once end the round."""
    state = tp.position(
        "mattel-classic",
        seats=2,
        stage="play",
        phases=["1", "8"],
        hands={1: "G1 G2 G3 G4 G5 G6 G7 G8 G9 G10 G11"},
    )
    after = play(state, "lay G1 G2 G3 G4 G5 G6 G7 G8 G9 G10 G11")
    assert after.round == 2
    assert after.totals[1] == 0


# -- hits ------------------------------------------------------------------------------------------


def test_sets_grow_without_limit() -> None:
    """MC-HIT-4: all eight sevens and all eight wilds in one set."""
    state = tp.position(
        "mattel-classic",
        seats=2,
        stage="play",
        hands={1: "R7 B7 G7 Y7 Y7 W W W W W W W W R1"},
        table={0: "R7 B7 G7 / R9 B9 G9", 1: "R2 B2 G2 / R3 B3 G3"},
    )
    for card in ["R7", "B7", "G7", "Y7", "Y7", "W", "W", "W", "W", "W", "W", "W", "W"]:
        state.apply(f"hit {card} on 0.0")
    assert len(state.table[0][0].cards) == 16
    assert state.to_act == 1


def test_a_run_grows_to_all_twelve_numbers() -> None:
    """MC-HIT-5, MC-HIT-6, MC-WILD-4: wilds at both ends until it is full."""
    state = tp.position(
        "mattel-classic",
        seats=2,
        stage="play",
        phases=["2", "1"],
        hands={1: "W W W W W W W W R1"},
        table={0: "R9 B9 G9 / R5 B6 G7 Y8", 1: "R2 B2 G2 / R3 B3 G3"},
    )
    run = legal(state, "hit W")
    assert [text for text in run if text.endswith("0.1")] == ["hit W=4 on 0.1", "hit W=9 on 0.1"]
    for shows in (4, 3, 2, 1, 9, 10, 11, 12):
        state.apply(f"hit W={shows} on 0.1")
    assert not legal(state, "hit")
    labels = state.rules.faces.labels(state.table[0][1].shown)
    assert labels == tuple(str(n) for n in range(1, 13))


def test_colour_groups_take_their_colour() -> None:
    """MC-HIT-7."""
    state = tp.position(
        "mattel-classic",
        seats=2,
        stage="play",
        phases=["8", "1"],
        hands={1: "G4 G4 R4 W S Y1"},
        table={0: "G1 G3 G5 G7 G9 G11 W", 1: "R2 B2 G2 / R3 B3 Y3"},
    )
    assert [t for t in legal(state, "hit") if t.endswith(" on 0.0")] == [
        "hit G4 on 0.0", "hit W=G on 0.0",
    ]  # fmt: skip


# -- Skips -----------------------------------------------------------------------------------------


def test_a_skip_before_the_last_seat_waits_for_its_turn() -> None:
    """MC-SKIP-1, MC-SKIP-3: it lies there over several turns, and protects."""
    state = tp.position(
        "mattel-classic",
        seats=4,
        to_act=0,
        stage="play",
        hands={0: "S R1 B2 G3 Y4 R5 B6 G7 Y8 R9 B10", 1: "S R2 B3 G4 Y5 R6 B7 G8 Y9 R10"},
        discard="R12",
    )
    state = play(state, "play S on 3", "draw stock")
    assert legal(state, "play") == ["play S on 0", "play S on 2"]
    state = play(state, "play S on 2")
    # seats 2 and 3 lose their turns one after the other
    assert state.to_act == 0
    assert cards(state, state.discard) == ["R12", "S", "S"]
    assert state.front == (b"",) * 4


def test_two_skips_make_three_turns_of_two_players() -> None:
    """MC-SKIP-4."""
    state = tp.position(
        "mattel-classic",
        seats=2,
        to_act=0,
        stage="play",
        hands={0: "S S R1 B2 G3 Y4 R5 B6 G7 Y8 R9"},
    )
    turn = state.turn
    state = play(state, "play S on 1", "draw stock", "play S on 1", "draw stock", "discard R1")
    assert state.to_act == 1
    assert state.turn == turn + 5  # lost turns count


def test_the_last_skip_does_nothing() -> None:
    """MC-SKIP-7: nobody loses a turn of the next round."""
    state = tp.position(
        "mattel-classic",
        seats=3,
        seed=1,
        stage="play",
        hands={1: "S"},
        table={1: "R2 B2 G2 / R3 B3 G3"},
    )
    state = play(state, "play S on 2")
    assert state.round == 2
    assert state.skips == (0, 0, 0)
    assert state.to_act == 2


# -- the ledger ------------------------------------------------------------------------------------


def test_every_refusal_cites_a_rule_of_the_ledger() -> None:
    ruleset = tp.ruleset("mattel-classic")
    ledger = ledger_of(ruleset)
    for rule in ruleset.citations.values():
        assert ledger.rule(rule).id == rule


def test_every_conflict_names_options_that_exist() -> None:
    import attrs

    ruleset = tp.ruleset("mattel-classic")
    names = {field.name for field in attrs.fields(ruleset.options)}
    ledger = ledger_of(ruleset)
    named: set[str] = set()
    for entry in (*ledger, *ledger.conflicts.values()):
        named |= {name for name in entry.option.split(", ") if name}
    assert named <= names
    assert names - named == {"max_turns"}  # the library's own


def test_every_conflict_lists_the_values_of_its_option() -> None:
    """C-01 to C-19: each value of each option is a reading, and the default is the default."""
    import attrs

    ruleset = tp.ruleset("mattel-classic")
    fields = {field.name: field for field in attrs.fields(ruleset.options)}
    for conflict in ledger_of(ruleset).conflicts.values():
        if not conflict.option or conflict.option in ("card_points", "phases"):
            continue
        names = conflict.option.split(", ")
        found = {reading.value for reading in conflict.readings if reading.value}
        first = fields[names[0]]
        values = [str(value).lower() for value in first.metadata["values"]]
        plain = {value for value in found if "=" not in value}
        plain |= {v.partition("=")[2] for v in found if v.startswith(names[0] + "=")}
        assert plain == set(values), conflict.id
        assert conflict.default.removeprefix(names[0] + "=") == str(first.default).lower()


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_played(preset: str) -> None:
    game = tp.new_game(seats=4, seed=11, preset=preset)
    for _ in range(200):
        if game.over:
            break
        actions = game.legal_actions()
        game.play(actions[len(game.moves) * 7 % len(actions)])
    assert game.state.round >= 1


PRESET_VALUES: dict[str, dict[str, object]] = {
    "mattel": {
        "first_upturned_special": "stays",
        "skip_placement": "in_front",
        "skip_limit": "one_pending",
        "skip_as_last_card": "allowed",
        "going_out": "hit_or_discard",
        "wild_min_natural": "per_meld",
        "stock_exhausted": "flip_all",
        "winner_rule": "lowest_completer",
        "tie_break": "replay_last_phase",
        "win_requires_going_out": False,
        "final_lap": False,
        "lay_down_extras": True,
    },
    "fundex": {"skip_placement": "discard", "skip_limit": "once_per_lap"},
    "ravensburger": {"first_upturned_special": "bury"},
    "guide": {
        "skip_placement": "discard",
        "going_out": "must_keep_discard",
        "winner_rule": "lowest_total",
        "final_lap": True,
        "tie_break": "shared",
    },
    "ourpastimes": {
        "skip_placement": "discard",
        "skip_limit": "turn_between",
        "skip_as_last_card": "draw_replacement",
        "going_out": "floating_passive",
    },
    "app": {"lay_down_extras": False, "win_requires_going_out": True},
}


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_differ_from_the_default_as_the_editions_do(preset: str) -> None:
    options = tp.new_game(seats=4, seed=1, preset=preset).rules.options
    for name, value in {**PRESET_VALUES["mattel"], **PRESET_VALUES[preset]}.items():
        assert getattr(options, name) == value, name


def test_the_default_preset_is_the_print_of_2010() -> None:
    assert PRESETS[0] == "mattel"
    assert tp.new_game(seed=1).rules.options == tp.new_game(seed=1, preset="mattel").rules.options
    with pytest.raises(tp.OptionError, match="preset"):
        tp.new_game(seed=1, preset="hoyle")
