"""What hostile clients and sloppy programs do: parts of wrong types, and corners of options."""

from __future__ import annotations

import copy
import json
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest

import tenphase as tp
from tenphase.actions import parse_action
from tenphase.errors import ScoreError

SETS = "R3 B3 G3 / R7 B7 G7"


def playing(hand: str, **fields: Any) -> tp.State:
    usual: dict[str, Any] = {"seats": 3, "stage": "play", "to_act": 1, "hands": {1: hand}}
    return tp.position("mattel-classic", **{**usual, **fields})


def refused(state: tp.State, action: tp.Action) -> str:
    """The code of a refusal that leaves everything as it was."""
    before = state.copy()
    with pytest.raises(tp.IllegalAction) as caught:
        state.apply(action)
    assert state == before
    return caught.value.code


# -- parts of actions -----------------------------------------------------------------------------


@pytest.mark.parametrize("target", [True, False, 2.0, "2", b"2", (2,), [], {}], ids=repr)
def test_a_target_is_the_number_of_a_seat(target: Any) -> None:
    """True and 2.0 equal a seat, but a record would tell of a seat called True."""
    state = playing("S R1")
    skip = tp.PlayCard(state.rules.deck.kinds[state.rules.deck.code("S")], target)
    assert refused(state, skip) == "not-an-action"


@pytest.mark.parametrize("ruleset", ["ravensburger-master", "masters-edition"])
@pytest.mark.parametrize(
    "change",
    [
        {"choice": None}, {"choice": b"keep"}, {"choice": []}, {"cards": None}, {"cards": 5},
        {"cards": ("R5",)}, {"cards": (None,)}, {"target": True}, {"target": 1.0},
    ],
    ids=repr,
)  # fmt: skip
def test_choices_of_wrong_types(ruleset: str, change: dict[str, Any]) -> None:
    game = tp.new_game(ruleset, seats=2, seed=1)
    good = next((a for a in game.legal_actions() if isinstance(a, tp.Choose)), tp.Choose("keep"))
    assert refused(game.state, attrs.evolve(good, **change)) == "not-an-action"


LAID = "lay R3 B3 G3 / R7 B7 W=7"


@pytest.mark.parametrize(
    "change",
    [
        {"cards": ("R3", "B3", "G3")}, {"cards": "R3 ", "shows": "abc"}, {"cards": (None,) * 3},
        {"shows": ([], [], [])}, {"shows": (3, 3, 3)}, {"shows": (b"3",) * 3},
    ],
    ids=repr,
)  # fmt: skip
def test_melds_of_wrong_types(change: dict[str, Any]) -> None:
    state = playing("R3 B3 G3 R7 B7 W R1")
    lay = parse_action(LAID, state.rules.deck)
    assert isinstance(lay, tp.LayDown)
    odd = attrs.evolve(lay, melds=(attrs.evolve(lay.melds[0], **change), lay.melds[1]))
    assert refused(state, odd) == "not-an-action"


def test_an_action_that_was_played_cannot_be_changed() -> None:
    """Lists are taken for tuples, so what is done to them later does not touch the record."""
    game = tp.Game(playing("R3 B3 G3 R7 B7 W R1"))
    lay = parse_action(LAID, game.rules.deck)
    assert isinstance(lay, tp.LayDown)
    cards = [list(meld.cards) for meld in lay.melds]
    melds = [tp.Meld(c, m.declared) for c, m in zip(cards, lay.melds, strict=True)]
    game.play(tp.LayDown(melds))
    melds.clear()
    cards[0].clear()
    assert game.moves[0].action == lay
    assert tp.replay(game.record()).state.same_position(game.state)


@pytest.mark.parametrize("shows", ["x y", "a\nb", "", "#", "\ud800", "4 on 2.0", 3, [], {}, b"3"])
def test_a_hit_says_nothing_that_cannot_be_read_again(shows: Any) -> None:
    """What a natural card stands for is not looked at, but it goes into the record."""
    state = playing("Y3 R1", table={1: SETS})
    hit = tp.Hit(state.rules.deck.kinds[state.rules.deck.code("Y3")], 1, 0, shows)
    assert refused(state, hit) == "does-not-fit"


def test_something_with_a_text_is_no_card() -> None:
    """Its text could be another one when the record is written."""

    class Changing:
        text = "R1"

    assert refused(playing("R1 R2"), tp.Discard(Changing())) == "card-unknown"  # type: ignore[arg-type]


# -- options and numbers --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seed",
    [True, 7.0, [7], b"7", 10**5000, "\ud800"],
    ids=lambda s: f"{s!r:.9}" if s is not None and not isinstance(s, int) else str(type(s)),
)
def test_a_seed_is_a_text_or_a_whole_number(seed: Any) -> None:
    with pytest.raises(tp.OptionError):
        tp.new_game(seed=seed)


def test_a_seed_of_another_integer_type() -> None:
    class Intlike:
        def __index__(self) -> int:
            return 7

    one: Any = Intlike()
    assert tp.new_game(seed=one).state == tp.new_game(seed=7).state


@pytest.mark.parametrize(
    "seats", [2.0, True, [2], {}, "2", None, 10**400], ids=lambda s: str(type(s))
)
def test_seats_of_wrong_types(seats: Any) -> None:
    """Also when rules for an equal number were compiled before."""
    tp.new_game(seats=2, seed=1)
    with pytest.raises(tp.OptionError):
        tp.new_game(seats=seats, seed=1)


@pytest.mark.parametrize(
    "phases",
    [(True, 2), (1.0, 2), {1: 2}, {1, 2}, 5, "first " + "9" * 5000],
    ids=lambda p: f"{p!r:.12}",
)
def test_phases_of_wrong_types(phases: Any) -> None:
    tp.new_game(phases=(1, 2), seed=1)
    with pytest.raises(tp.OptionError):
        tp.new_game(phases=phases, seed=1)


@pytest.mark.parametrize(
    "points",
    [{"W": 10**400}, {"W": -(10**7)}, {"1": 3, 1: 4}, [("W", 1), ("W", 2)]],
    ids=lambda p: f"{p!r:.20}",
)
def test_points_that_cannot_be(points: Any) -> None:
    """Totals beyond all bounds would not be read back; and of two values one would be ignored."""
    with pytest.raises(tp.OptionError):
        tp.new_game(seed=1, card_points=points)


@pytest.mark.parametrize("name", [[2], {}, None, 0.0, b"mattel-classic"], ids=repr)
def test_names_of_wrong_types(name: Any) -> None:
    with pytest.raises(tp.UnknownRuleset):
        tp.new_game(name, seed=1)
    if name is not None:
        with pytest.raises(tp.OptionError):
            tp.new_game(preset=name, seed=1)


@pytest.mark.parametrize("options", [0, "", [], (), False], ids=repr)
def test_options_that_are_no_options(options: Any) -> None:
    with pytest.raises(tp.OptionError):
        tp.new_game(options=options, seed=1)


@pytest.mark.parametrize("number", [True, 1.0, "1", None, [], 0, -1, 99], ids=repr)
def test_moves_of_wrong_types(number: Any) -> None:
    game = tp.new_game(seed=1)
    game.play("draw stock")
    for ask in (game.at, game.undo, game.redo):
        with pytest.raises(tp.OptionError):
            ask(number)
    assert len(game.moves) == 2


# -- positions and JSON of states that cannot be --------------------------------------------------


@pytest.mark.parametrize(
    "fields",
    [
        {"active": []}, {"active": [1]}, {"active": [0, 0, 1]}, {"active": [None, 1]},
        {"phases": []}, {"done": 5}, {"done": [5, 5, 5]}, {"totals": 5}, {"guard": {}},
        {"pending": 5}, {"script": 5}, {"script": [5]}, {"memory": 5}, {"memory": {1: 1}},
        {"piles": []}, {"piles": {1: "R5"}}, {"hands": {True: "R5"}}, {"hands": {0: 5}},
        {"table": {0: 5}}, {"laid_now": "no"}, {"floating": 1}, {"aborted": True}, {"key": 32},
        {"winners": [0]}, {"winners": [0, 0], "stage": "game over"}, {"seed": True},
        {"stage": "game over"},
    ],
    ids=repr,
)  # fmt: skip
def test_positions_that_cannot_be(fields: dict[str, Any]) -> None:
    """An empty list of active seats was looked through for ever."""
    with pytest.raises((tp.PositionError, tp.OptionError)):
        tp.position("mattel-classic", seats=3, **fields)


@pytest.mark.parametrize("line", ["active:", "phases:", "pending: 5", "script: [5]", "memory: []"])
def test_lines_of_positions_that_cannot_be(line: str) -> None:
    with pytest.raises(tp.PositionError):
        tp.position(f"ruleset: mattel-classic\nseats: 3\n{line}")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("active", []), ("active", [1]), ("aborted", True), ("winners", [0]), ("round", 0),
        ("skips", [0, 0, 10**9]), ("front", ["", "S", ""]),
    ],
)  # fmt: skip
def test_json_of_states_that_cannot_be(field: str, value: Any) -> None:
    """A seat that loses 10**9 turns kept the machine busy for minutes."""
    data = tp.to_json(tp.new_game(seats=3, seed=1).state)
    if field == "front":
        data["stock"] = data["stock"].replace(" S ", " ", 1)
    data[field] = value
    with pytest.raises(tp.JsonError) as caught:
        tp.from_json(data)
    assert caught.value.path.startswith(
        ("$.winners" if field == "aborted" else f"$.{field}", "$.skips")
    )


def test_json_of_a_seat_without_cards_that_does_not_float() -> None:
    state = tp.position("mattel-classic", preset="ourpastimes", seats=3, hands={1: "-"})
    data = tp.to_json(state)
    assert tp.from_json(data) == state
    data["floating"] = False
    with pytest.raises(tp.JsonError, match=r"\$\.floating"):
        tp.from_json(data)


@pytest.mark.parametrize("saved", [5, [1], [1, "1", 1], None])
def test_wrong_memory_of_the_masters_edition(saved: Any) -> None:
    """It was found out when a card could have been saved, by an IndexError."""
    game = tp.new_game("masters-edition", seats=3, seed=1)
    while game.state.stage != "play":
        data = tp.to_json(game.state)
        data["memory"] = {"saved": saved}
        with pytest.raises(tp.JsonError):
            tp.from_json(data)
        with pytest.raises(tp.PositionError):
            tp.position(f"{game.state.position()}\nmemory: {json.dumps(data['memory'])}")
        game.play(game.legal_actions()[0])


def test_what_lies_before_a_seat_that_leaves() -> None:
    """Whatever a position has laid there goes to the discard pile."""
    state = tp.position("mattel-classic", seats=3, front={2: "R5 S"}, to_act=1, discard="-")
    state.apply("leave", 2)
    assert state.rules.deck.text(state.discard) == "R5 S"
    assert state.front == (b"", b"", b"")


# -- the command line -----------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
def test_output_that_cannot_be_written() -> None:
    """One line says so, not a traceback."""
    command = f"{sys.executable} -m tenphase.cli rulesets"
    full = subprocess.run(
        f"{command} >/dev/full", shell=True, capture_output=True, text=True, check=False
    )
    assert full.returncode == 2
    assert re.fullmatch("tenphase: the output cannot be written: .*\n", full.stderr)
    shut = subprocess.run(f"{command} >&-", shell=True, capture_output=True, text=True, check=False)
    assert (shut.returncode, shut.stderr) == (0, "")


# -- corners of options ---------------------------------------------------------------------------


def test_a_floater_that_could_only_swap_may_discard() -> None:
    """What is accepted is also listed: only a hit has to be played (MC-FLOAT-A, C-14)."""
    state = playing(
        "R5", seats=2, floating=True, phases=["2", "1"],
        options={"going_out": "floating_active", "wild_replaceable": True},
        table={0: "R9 B9 Y9 / R3 B4 W=5 Y6", 1: SETS},
    )  # fmt: skip
    assert state.check("discard R5") is None
    assert [str(action) for action in state.legal_actions()] == ["swap R5 on 0.1", "discard R5"]


@pytest.mark.parametrize(
    ("phase", "done", "lap"), [("3", "-", False), ("1", "2,3", True), ("3", "1,2", True)]
)
def test_the_final_lap_with_phases_in_any_order(phase: str, done: str, lap: bool) -> None:
    """The last phase is the one that was left, not the one at the end of the list (C-10, C-15)."""
    table = {"1": "R7 B7 G7 / R1 B1 G1", "3": "R7 B7 G7 Y7 / R1 B2 G3 Y4"}[phase]
    state = playing(
        "Y12", phases=["-", phase, "-"], done=["-", done, "-"], table={1: table},
        options={"phase_order": "free", "final_lap": True, "phases": "first 3"},
    )  # fmt: skip
    state.apply("discard Y12")
    assert (state.out == 1 and state.round == 1) is lap


# -- copies -------------------------------------------------------------------------------------


def test_errors_go_from_process_to_process() -> None:
    """An error that cannot be pickled hangs a pool of processes."""
    illegal = tp.new_game(seed=1).check("discard R1")
    assert illegal is not None
    errors = [
        illegal, tp.NotationError("a", piece="b"), tp.OptionError("a", options=("b",)),
        tp.PositionError("a", field="b"), tp.RecordError("a", step=1, code="b", rule="c"),
        tp.JsonError("a", path="$.b"), ScoreError("a", round=2), tp.UnknownRuleset("a"),
        tp.RulesetError("a"), tp.DefinitionError("a"),
    ]  # fmt: skip
    for error in errors:
        for other in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
            assert type(other) is type(error)
            assert (str(other), other.args) == (str(error), error.args)
            assert vars(other) == vars(error)


def test_marks_of_a_position_text_inside_strings_of_a_ruleset() -> None:
    """Semicolons and hashes in a ruleset's own data neither end a field nor begin a comment."""
    state = tp.new_game(seats=3, seed=1).state
    state.memory = {"note": "a;b #c: d", "n": (1, None, True)}
    assert tp.position(state.position()) == state


# -- the solver -----------------------------------------------------------------------------------


@pytest.mark.parametrize("odd", [None, True, 1.5, [], {}, b"R5", object], ids=repr)
def test_phases_of_wrong_types_for_the_solver(odd: Any) -> None:
    solver = tp.solver_for("mattel-classic")
    for ask in (solver.find, solver.check, solver.distance, solver.explain, solver.arrange):
        with pytest.raises(tp.NotationError):
            ask("R5 B5", odd)
    with pytest.raises(tp.NotationError):
        solver.probability(odd)


@pytest.mark.parametrize("odd", [None, True, 1.5, [5], [None], b"\xff", object, [["R5"]]], ids=repr)
def test_cards_of_wrong_types_for_the_solver(odd: Any) -> None:
    solver = tp.solver_for("mattel-classic")
    for ask in (solver.find, solver.check, solver.distance, solver.explain, solver.arrange):
        with pytest.raises(tp.NotationError):
            ask(odd, 1)
    with pytest.raises(tp.NotationError):
        solver.hits("R5", odd)


@pytest.mark.parametrize("cards", [-1, 1000, 10**30, True, 1.0, "10", None], ids=repr)
def test_numbers_of_cards_that_cannot_be_dealt(cards: Any) -> None:
    solver = tp.solver_for("mattel-classic")
    for ask in (solver.probability, solver.estimate):
        with pytest.raises(tp.OptionError):
            ask(1, cards)
    with pytest.raises(tp.OptionError):
        solver.estimate(1, 10, trials=0)


def test_a_phase_written_out_beside_a_printed_one_with_the_number_of_its_place() -> None:
    rules = tp.new_game(seats=2, seed=1, phases=["2", "S3+C4", "1"]).rules
    assert [(phase.label, str(phase)) for phase in rules.phases] == [
        ("2", "S3+R4"), ("2a", "S3+C4"), ("1", "S3+S3"),
    ]  # fmt: skip
    state = tp.new_game(seats=2, seed=1, phases=["2", "S3+C4", "1"]).state
    assert tp.position(state.position()) == state


def test_the_solver_of_a_ruleset_counts_the_points_of_its_options() -> None:
    """One place is open and two cards fit: which is better gone depends on what a wild costs."""
    table = ["R: R1 B2 G3 Y4 R5 B6 G7 Y8 R9 B10 G11"]
    usual, cheap = tp.solver_for("mattel-classic"), tp.solver_for(card_points={"W": 0})
    for solver, gone in ((usual, "W"), (cheap, "R12")):
        shed = solver.best_shed("W R12", table, objective="fewest_points")
        assert [hit.card.text for hit in shed.hits] == [gone]


@pytest.mark.parametrize("done", ["1,- -", "-,- 1", "1 2,-"])
def test_no_phase_among_the_done_ones(done: str) -> None:
    with pytest.raises(tp.PositionError) as caught:
        tp.position(f"ruleset: mattel-classic; seats: 2; done: {done}")
    assert caught.value.field == "done"


@pytest.mark.parametrize("depth", [50, 900, 100_000])
@pytest.mark.parametrize(
    "field", ["pending: {}", 'memory: {{"a": {}}}', "options: phases={}", "script: {}"]
)
def test_nesting_in_a_position_is_bounded(field, depth):
    nest = "[" * depth + "]" * depth
    with pytest.raises(tp.TenphaseError):
        tp.position("ruleset: mattel-classic; " + field.format(nest))


def test_nesting_of_an_option_is_bounded():
    nest: list[object] = []
    for _ in range(10_000):
        nest = [nest]
    with pytest.raises(tp.OptionError):
        tp.new_game(options={"phases": nest})
    options = {"tenphase": "options", "format": 1, "values": {"phases": nest}}
    record = {**tp.to_json(tp.Record.of(tp.new_game(seed=1))), "options": {"phases": nest}}
    for data in (options, record):
        with pytest.raises(tp.JsonError, match="nested too deeply"):
            tp.from_json(data, within="mattel-classic")


@pytest.mark.parametrize("value", ["1.5", "{}", "9" * 18, "[[1e3]]"])
def test_a_position_holds_plain_data_only(value):
    with pytest.raises(tp.PositionError, match="memory"):
        tp.position(f'ruleset: mattel-classic; memory: {{"a": {value}}}')


@pytest.mark.parametrize("name", ["turn", "round", "shuffles", "totals"])
def test_what_is_counted_too_far_for_a_position_is_no_state(name: str) -> None:
    data = tp.to_json(playing("R1"))
    data[name] = [10**12 + 1, 0, 0] if name == "totals" else 10**9 + 1
    with pytest.raises(tp.JsonError) as caught:
        tp.from_json(data)
    assert caught.value.path.startswith(f"$.{name}")
