"""Every refusal: a table from its code to a situation, and what is no proper action at all.

A refusal is typed, says why, and leaves the state as it was (A43, A44).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import attrs
import pytest

import tenphase as tp
from tenphase.melds import Face, FreeKind, rank_face

ROOT = Path(__file__).parent.parent
SOURCES = [
    *(ROOT / "src/tenphase/stages").glob("*.py"),
    *(ROOT / "src/tenphase/solver").glob("*.py"),
    *(ROOT / "src/tenphase" / name for name in ("state.py", "flow.py", "action_cards.py")),
]

# -- a ruleset with melds that no pattern describes ----------------------------------------------


class _Tens(FreeKind):
    """Natural cards that add up to a multiple of ten."""

    symbol, title = "TEN", "{n} cards that add up to tens"

    def faces(self, deck: tp.Deck) -> Sequence[Face]:
        return [rank_face(deck, rank) for rank in range(1, 13)]

    def stands_for(self, cards: tuple[tp.Card, ...], deck: tp.Deck) -> Iterable[tuple[Face, ...]]:
        ranks = [card.ranks.bit_length() - 1 for card in cards if card.is_natural]
        if len(ranks) == len(cards) and sum(ranks) % 10 == 0:
            yield tuple(rank_face(deck, rank) for rank in ranks)


_KINDS = {"TEN": _Tens()}
TENS = attrs.evolve(
    tp.ruleset("mattel-classic"),
    id="tens",
    kinds=_KINDS,
    phases=lambda _: [tp.parse_phase("TEN3", kinds=_KINDS)],
)


# -- situations --------------------------------------------------------------------------------

SETS = "R3 B3 G3 / R7 B7 G7"
#: What is usual in the situations: seat 1 of three plays, the first phase is two sets of 3.
USUAL: dict[str, Any] = {"seats": 3, "stage": "play", "to_act": 1}


def at(hand: str = "", **fields: Any) -> tp.State:
    hands = {1: hand} if hand else {}
    hands.update(fields.pop("hands", {}))
    return tp.position("mattel-classic", **{**USUAL, **fields, "hands": hands})


def down(hand: str, table: str = SETS, **fields: Any) -> tp.State:
    return at(hand, table={1: table}, **fields)


def without_stock() -> tp.State:
    """All cards are in hands, but for one discard."""
    deck = tp.new_game().rules.deck
    rest = deck.text(deck.full).removeprefix("R1 ")
    return drawing(discard="R1", stock="-", hands={0: rest, 1: "-", 2: "-"})


def run_of_7(hand: str, run: str, **fields: Any) -> tp.State:
    return down(hand, run, phases=["1", "4", "1"], **fields)


def drawing(**fields: Any) -> tp.State:
    return at(stage="draw", **fields)


OVER: dict[str, Any] = {"stage": "game over", "winners": [0], "to_act": 0}
FLOATING = {"going_out": "floating_active"}
LAP = {"final_lap": True}

#: By code: a state and an action that is refused with it (and by whom, if not by seat 1).
SITUATIONS: dict[str, list[tuple[tp.State, str] | tuple[tp.State, str, int]]] = {
    "action-card-in-meld": [
        (at("R5 B5 S R7 B7 G7 R1"), "lay R5 B5 S / R7 B7 G7"),
        (down("S R1"), "hit S on 1.0"),
    ],
    "already-down": [(down("R5 B5 G5 R8 B8 G8 R1"), "lay R5 B5 G5 / R8 B8 G8")],
    "already-drawn": [(at("R1 R2"), "draw stock"), (at("R1 R2"), "draw discard")],
    "bad-target": [(at("S R1"), "play S"), (at("S R1"), "play S on 7")],
    "card-not-held": [
        (at("R1 R2"), "discard R3"),
        (at("R5 B5 G5 R7 B7 Y1"), "lay R5 B5 G5 / R7 B7 G7"),
        (at("R5 B5 R7 B7 G7 Y1"), "lay R5 R5 B5 / R7 B7 G7"),
        (down("R1"), "hit R3 on 1.0"),
        (at("R1 R2"), "play S on 2"),
    ],
    "discard-empty": [(drawing(discard="-"), "draw discard")],
    "does-not-fit": [
        (down("R4 R1"), "hit R4 on 1.0"),
        (down("W R1"), "hit W=4 on 1.0"),
        (run_of_7("R12 R1", "R3 B4 G5 Y6 R7 B8 G9"), "hit R12 on 1.0"),
    ],
    "draw-first": [(drawing(), "discard R1"), (drawing(), "lay R1 R1 R1")],
    "exact-cards-only": [
        (
            at("R5 B5 G5 Y5 R7 B7 G7 R1", options={"lay_down_extras": False}),
            "lay R5 B5 G5 Y5 / R7 B7 G7",
        )
    ],
    "extra-meld": [(at("R5 B5 G5 R7 B7 G7 R8 B8 G8 Y1"), "lay R5 B5 G5 / R7 B7 G7 / R8 B8 G8")],
    "game-over": [(at(**OVER), "draw stock", 0)],
    "hit-later-turn": [
        (down("R3 R1", options={"hit_same_turn": False}, laid_now=True), "hit R3 on 1.0")
    ],
    "hit-undeclared": [(run_of_7("W R1", "R3 B4 G5 Y6 R7 B8 G9"), "hit W on 1.0")],
    "incomplete-phase": [(at("R5 B5 G5 R1"), "lay R5 B5 G5")],
    "leave-later": [(at("R1 R2", out=0, options=LAP), "leave")],
    "melds-alike": [
        (
            at("R5 R5 B5 B5 G5 G5 R1", options={"phases": ["S3+S3 distinct"]}),
            "lay R5 R5 B5 / B5 G5 G5",
        )
    ],
    "mixed-colours": [
        (
            at("R1 R2 R3 R4 R5 R6 B7 Y1", phases=["1", "8", "1"]),
            "lay R1 R2 R3 R4 R5 R6 B7",
        )
    ],
    "must-keep-discard": [
        (down("R3", options={"going_out": "must_keep_discard"}), "hit R3 on 1.0")
    ],
    "must-play": [(down("R3", options=FLOATING, floating=True), "discard R3")],
    "must-take-discard": [
        (
            tp.position(
                "mattel-classic",
                options=FLOATING,
                hands={1: "-"},
                table={1: SETS},
                discard="R3",
                floating=True,
            ),
            "draw stock",
        )
    ],
    "no-natural": [(at("W W W R7 B7 G7 R1"), "lay W W W / R7 B7 G7")],
    "no-such-meld": [
        (down("R3 R1"), "hit R3 on 1.2"),
        (down("R3 R1"), "hit R3 on 0.0"),
        (down("R3 R1"), "hit R3 on 99.0"),
    ],
    "no-swap": [
        (run_of_7("B4 R1", "R3 W=4 G5 Y6 R7 B8 G9"), "swap B4 on 1.0"),
        (
            run_of_7("R1 R2", "R3 W=4 G5 Y6 R7 B8 G9", options={"wild_replaceable": True}),
            "swap R1 on 1.0",
        ),
    ],
    "not-a-meld": [
        (tp.position(TENS, hands={1: "R1 B4 W R2"}, stage="play"), "lay R1 B4 W"),
    ],
    "not-an-action-card": [(at("R1 R2"), "play R1 on 2")],
    "not-consecutive": [
        (at("R3 B4 G5 Y6 R7 B8 G10 R1", phases=["1", "4", "1"]), "lay R3 B4 G5 Y6 R7 B8 G10")
    ],
    "not-down": [(at("R3 R1", table={2: SETS}), "hit R3 on 2.0")],
    "not-your-turn": [(at("R1 R2"), "discard R1", 0), (drawing(), "discard R1", 2)],
    "rank-twice": [
        (at("R3 B4 G5 Y6 R7 B8 G8 R1", phases=["1", "4", "1"]), "lay R3 B4 G5 Y6 R7 B8 G8")
    ],
    "redraw-discard": [(at("R1 R2", options={"discard_redraw": False}, taken="R1"), "discard R1")],
    "run-full": [
        (
            run_of_7("W R1", "R1 B2 G3 Y4 R5 B6 G7 Y8 R9 B10 G11 Y12"),
            "hit W on 1.0",
        )
    ],
    "run-wraps": [
        (at("R12 B1 G2 Y3 R4 B5 G6 Y9", phases=["1", "4", "1"]), "lay R12 B1 G2 Y3 R4 B5 G6"),
    ],
    "skip-has-target": [(at("S R1"), "discard S")],
    "skip-last-card": [
        (at("S", options={"skip_as_last_card": "forbidden"}), "play S on 2"),
        (down("S R3", options={"skip_as_last_card": "forbidden"}), "hit R3 on 1.0"),
    ],
    "skip-next-only": [(at("S R1", options={"skip_target": "next"}), "play S on 0")],
    "skip-no-target": [
        (at("S R1", front={0: "S", 2: "S"}), "play S"),
        (
            at("S R1", front={0: "S", 2: "S"}, options={"skip_plain_discard": "never"}),
            "discard S",
        ),
    ],
    "skip-not-drawable": [(drawing(discard="S"), "draw discard")],
    "skip-self": [(at("S R1"), "play S on 1")],
    "skip-target-lap": [
        (at("S R1", options={"skip_limit": "once_per_lap"}, guard=[-1, -1, 0]), "play S on 2")
    ],
    "skip-target-no-turn": [
        (at("S R1", options={"skip_limit": "turn_between"}, guard=[-1, -1, 2]), "play S on 2")
    ],
    "skip-target-pending": [(at("S R1", front={2: "S"}), "play S on 2")],
    "stock-empty": [(without_stock(), "draw stock")],
    "taken-by-wild": [(run_of_7("B4 R1", "R3 W=4 G5 Y6 R7 B8 G9"), "hit B4 on 1.0")],
    "too-few-cards": [(at("R5 B5 R7 B7 G7 R1"), "lay R5 B5 / R7 B7 G7")],
    "unequal-ranks": [(at("R5 B5 G6 R7 B7 G7 R1"), "lay R5 B5 G6 / R7 B7 G7")],
    "wild-mismatch": [
        (at("R5 B5 W R7 B7 G7 R1"), "lay R5 B5 W=6 / R7 B7 G7"),
        (at("R5 B5 W R7 B7 G7 R1"), "lay R5 B5 W=99 / R7 B7 G7"),
    ],
    "wild-not-drawable": [
        (drawing(discard="W", options={"draw_discarded_wild": False}), "draw discard")
    ],
    "wild-undeclared": [
        (at("R3 B4 G5 Y6 R7 B8 W R1", phases=["1", "4", "1"]), "lay R3 B4 G5 Y6 R7 B8 W")
    ],
    "wrong-phase": [
        (at("R5 B5 G5 R7 B7 G7 R1"), "lay 2: R5 B5 G5 / R7 B7 G7"),
        (at("R5 B5 G5 R7 B7 G7 R1", options={"phase_order": "free"}), "lay R5 B5 G5 / R7 B7 G7"),
    ],
    "wrong-stage": [(at("R1 R2"), "choose ask")],
}

#: Refusals of values that have no text: nothing that a text can say leads to them.
BY_VALUE = {"card-unknown", "not-an-action"}


def codes_in_sources() -> set[str]:
    """Every code that the core's texts mention in a refusal."""
    found: set[str] = set()
    for file in SOURCES:
        text = file.read_text(encoding="utf-8")
        found |= set(re.findall(r'[rR]efusal\(\s*"([a-z-]+)"', text))
        found |= set(re.findall(r'return "([a-z]+(?:-[a-z]+)+)"', text))
        found |= set(re.findall(r'(?:code|refused|why|barred) = "([a-z-]+)"', text))
        found |= set(re.findall(r'Refusal\.later\(\s*"([a-z-]+)"', text))
    return found


def test_every_code_has_a_situation() -> None:
    codes = codes_in_sources()
    assert len(codes) > 30
    assert codes - SITUATIONS.keys() - BY_VALUE == set()


def test_every_citation_is_of_a_code() -> None:
    cited = {code.partition(":")[0] for code in tp.ruleset("mattel-classic").citations}
    assert cited - SITUATIONS.keys() - BY_VALUE == set()


CASES = [
    pytest.param(code, *situation, id=f"{code}-{number}")
    for code, situations in SITUATIONS.items()
    for number, situation in enumerate([(*s, None)[:3] for s in situations])
]


@pytest.mark.parametrize(("code", "state", "action", "seat"), CASES)
def test_refusal(code: str, state: tp.State, action: str, seat: int | None) -> None:
    before, value, legal = state.position(), hash(state), state.legal_actions()
    twin = state.copy()
    refusal = state.check(action, seat)
    assert refusal is not None
    assert refusal.code == code
    assert refusal.message
    assert refusal.message in str(refusal)
    assert refusal.rule is None or refusal.rule in str(refusal)
    for act in (state.apply, state.after, tp.Game(state).play):
        with pytest.raises(tp.IllegalAction) as caught:
            act(action, seat)
        assert caught.value.code == code
    assert state == twin
    assert (state.position(), hash(state), state.legal_actions()) == (before, value, legal)
    assert action not in [str(other) for other in state.legal_actions(seat)]


@pytest.mark.parametrize(("code", "state", "action", "seat"), CASES)
def test_refusals_cite_rules(code: str, state: tp.State, action: str, seat: int | None) -> None:
    """What a printed rule forbids says which one (A44)."""
    refusal = state.check(action, seat)
    assert refusal is not None
    free = {
        "bad-target", "card-not-held", "game-over", "leave-later", "melds-alike", "not-a-meld",
        "not-an-action-card", "exact-cards-only",
    }  # fmt: skip
    if code not in free:
        assert refusal.rule is not None
        assert refusal.rule.startswith("MC-")


# -- what is no proper action -------------------------------------------------------------------

RED_1 = tp.Card("R1", ranks=2, colours=1)
STRANGER = tp.Card("10H", ranks=2, colours=1)
FIVE = tp.Meld((RED_1, RED_1, RED_1))


class Intlike:
    """An integer as numpy's are: it can be used as an index and is no int."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value

    def __eq__(self, other: object) -> bool:
        return self.value == other

    def __hash__(self) -> int:
        return hash(self.value)


def name_of_type(value: object) -> str:
    """The same name in every process."""
    return type(value).__name__


ODD: list[Any] = [
    None, True, 0, -1, 10**30, 1.5, float("nan"), b"R1", (), [], {}, object(), RED_1, Fraction(1),
    tp.Discard, tp.State, lambda: None, Intlike(1), "", "\0", "R1",
]  # fmt: skip


@pytest.mark.parametrize("stage", ["draw", "play"])
@pytest.mark.parametrize(
    "action", [value for value in ODD if not isinstance(value, str)], ids=name_of_type
)
def test_no_action_at_all(stage: str, action: Any) -> None:
    state = at("R1 R2", stage=stage)
    refusal = state.check(action)
    assert refusal is not None
    assert refusal.code == "not-an-action"
    with pytest.raises(tp.IllegalAction):
        tp.Game(state).play(action)


@pytest.mark.parametrize(
    "action",
    [
        tp.Discard(STRANGER),
        tp.Hit(STRANGER, 1, 0),
        tp.PlayCard(STRANGER, 2),
        tp.Swap(STRANGER, 1, 0),
        tp.LayDown((tp.Meld((STRANGER,)),)),
    ],
    ids=str,
)
def test_cards_of_other_decks(action: tp.Action) -> None:
    refusal = down("R1 R2").check(action)
    assert refusal is not None
    assert refusal.code in ("card-unknown", "already-down")
    refusal = at("R1 R2", table={2: SETS}).check(action)
    assert refusal is not None
    assert refusal.code == "card-unknown"


ACTIONS_WITH_ODD_PARTS = [
    *[lambda odd: tp.Discard(odd)],
    *[lambda odd: tp.PlayCard(odd), lambda odd: tp.PlayCard(tp.Card("S"), odd)],
    *[lambda odd: tp.Hit(odd, 1, 0), lambda odd: tp.Hit(RED_1, odd, 0)],
    *[
        lambda odd: tp.Hit(RED_1, 1, odd),
        lambda odd: tp.Hit(tp.Card("W", ranks=6, colours=1), 1, 0, odd),
    ],
    *[lambda odd: tp.Swap(odd, 1, 0), lambda odd: tp.Swap(RED_1, odd, 0)],
    *[
        lambda odd: tp.Swap(RED_1, 1, odd),
        lambda odd: tp.Choose(odd),
        lambda odd: tp.Choose("x", odd),
    ],
    *[
        lambda odd: tp.Choose("x", (), odd),
        lambda odd: tp.LayDown(odd),
        lambda odd: tp.LayDown((odd,)),
    ],
    *[lambda odd: tp.LayDown((FIVE,), odd), lambda odd: tp.LayDown((tp.Meld((odd,)),))],
    *[lambda odd: tp.LayDown((tp.Meld((RED_1, RED_1), (odd, odd)), FIVE))],
    *[lambda odd: tp.LayDown((tp.Meld(odd), FIVE))],
    *[lambda odd: tp.LayDown((tp.Meld((RED_1,), odd), FIVE))],
]


@pytest.mark.parametrize("number", range(len(ACTIONS_WITH_ODD_PARTS)))
@pytest.mark.parametrize(
    "options", [{}, {"wild_replaceable": True, "phase_order": "free"}], ids=str
)
def test_actions_with_odd_parts(number: int, options: dict[str, Any]) -> None:
    """Typed errors, and nothing has happened."""
    for odd in ODD:
        for is_down in (True, False):
            phases = ["1", "1", "1"] if options and is_down else None
            state = at(
                "R1 R1 S W Y9",
                table={1: SETS} if is_down else {},
                options=options,
                phases=phases,
            )
            twin, before = state.copy(), state.position()
            try:
                action = ACTIONS_WITH_ODD_PARTS[number](odd)
            except (tp.TenphaseError, TypeError):
                continue  # it cannot even be built
            refusal = state.check(action)
            if refusal is None:
                # None, True and 1 are proper parts in places
                state.after(action)
            assert state == twin
            assert state.position() == before


@pytest.mark.parametrize(
    "seat", [-1, 3, 10**30, 1.0, True, "1", None, (), Intlike(1), Intlike(0)], ids=name_of_type
)
def test_wrong_seats(seat: Any) -> None:
    """Only the number of a seat that may act acts; a float or a numpy int is none."""
    game = tp.Game(at("R1 R2"))
    if seat is None:
        return
    before = game.state
    refusal = game.check("discard R1", seat)
    assert refusal is not None
    assert refusal.code == "not-your-turn"
    with pytest.raises(tp.IllegalAction):
        game.play("discard R1", seat)
    assert game.state == before
    assert game.legal_actions(seat) == ()
    with pytest.raises(tp.OptionError):
        game.view(seat)


@pytest.mark.parametrize(
    "action", ["draw stock", "discard R1", tp.DrawStock(), None, "play S on 1"]
)
def test_a_finished_game(action: Any) -> None:
    state = at(**OVER)
    for seat in (None, 0, 1, 9):
        refusal = state.check(action, seat)
        assert refusal is not None
        assert refusal.code == "game-over"


@pytest.mark.parametrize("text", ["gibberish", "discard R77", "", "lay"])
def test_a_text_that_is_no_action_is_refused_with_a_code(text: str) -> None:
    """`check` answers for any text; `play` raises, since the text cannot even be read."""
    game = tp.new_game(seats=2, seed=1)
    refusal = game.check(text)
    assert refusal is not None
    assert refusal.code == "not-an-action"
    with pytest.raises(tp.NotationError, match=re.escape(refusal.message)):
        game.play(text)
