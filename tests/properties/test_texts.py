"""Any text is read or refused with a typed error, and what is printed reads back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import tenphase as tp
from tenphase.actions import parse_action
from tests import strategies as own
from tests.strategies import CHOICES

DECK = tp.new_game().rules.deck
SETS = "R3 B3 G3 / R7 B7 G7"

ACTION_WORDS = (
    "draw stock discard lay hit play swap choose leave on R1 W W=5 W=G S / : 0 1.0 2.0 99.99 -1 = "
    "R99 # ; position hand table 4: lay: on: W= =5 W=R=5 \u00b2 \u0663"
)
TEXTS = st.text() | st.lists(st.sampled_from(ACTION_WORDS.split()), max_size=8).map(" ".join)


@given(TEXTS)
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        action = parse_action(text, DECK)
    except tp.NotationError:
        return
    printed = str(action)
    again = parse_action(printed, DECK)
    assert str(again) == printed
    assert again == action


@given(TEXTS)
def test_any_text_is_played_or_refused(text: str) -> None:
    state = tp.position(
        "mattel-classic", hands={1: "R3 W S R1"}, table={1: SETS}, stage="play", to_act=1
    )
    twin = state.copy()
    try:
        state.apply(text)
    except (tp.IllegalAction, tp.NotationError):
        assert state == twin


@given(own.actions(DECK))
def test_actions_print_and_read_as_a_fixed_point(action: tp.Action) -> None:
    text = str(action)
    try:
        again = parse_action(text, DECK)
    except tp.NotationError:
        return  # a seat of -2, or a lay-down of nothing, has no text that is read
    assert str(again) == text


PHASE_WORDS = "S R C F CR EO 3 4 + : distinct S3 R4 S3+R4 0 999 1 \u00b2 -"


@given(st.text() | st.lists(st.sampled_from(PHASE_WORDS.split()), max_size=6).map("".join))
def test_any_text_is_a_phase_or_refused(text: str) -> None:
    for attempt in (text, f"{text} distinct"):
        try:
            phase = tp.parse_phase(attempt)
        except (tp.NotationError, tp.DefinitionError):
            continue
        assert tp.parse_phase(str(phase)) == phase


# -- positions ---------------------------------------------------------------------------------

NAMES = (
    "seats preset options round turn dealer to_act direction out shuffles floating laid_now "
    "playoff aborted stage key seed taken totals skips guard active winners phases upcoming done "
    "discard stock pending memory script hand table front known pile"
)
VALUES = (
    "0 1 2 3 -1 4 99999999999999999999 yes no R1 W W=5 S * - / draw play game_over [] {} [1] "
    'null "x" 1,2 x=1 going_out=floating_active phase_order=free hand_size=3 phases=odd '
    'max_turns=0 R3 B3 G3 R7 B7 G7 00 guide \u0663 [[[]]] {"a":[1,null]} NaN 1e5 first'
)
#: A field, mostly with a number of a seat where it wants one, and some words.
FIELD = st.tuples(
    st.sampled_from(NAMES.split()),
    st.sampled_from(["", "", "", " 0", " 1", " 2", " 9", " x", " -1"]),
    st.lists(st.sampled_from(VALUES.split()), max_size=4).map(" ".join),
).map(lambda parts: f"{parts[0]}{parts[1]}: {parts[2]}")


def reads_back(text: str) -> None:
    try:
        state = tp.position(text)
    except (tp.NotationError, tp.PositionError, tp.OptionError, tp.UnknownRuleset):
        return
    assert own.cards_of(state) == state.rules.deck.full
    assert state.over or state.legal_actions()
    printed = state.position()
    again = tp.position(printed)
    assert again == state
    assert again.position() == printed


@given(st.text())
def test_any_text_is_a_position_or_refused(text: str) -> None:
    reads_back(text)
    reads_back(f"ruleset: mattel-classic\n{text}")


@given(st.lists(FIELD, max_size=6))
def test_any_fields_are_a_position_or_refused(fields: list[str]) -> None:
    reads_back("\n".join(["ruleset: mattel-classic", *fields]))


@given(st.data(), own.any_games(), CHOICES)
def test_changed_positions_are_read_or_refused(
    data: st.DataObject, game: tp.Game, choices: bytes
) -> None:
    """A field of a real position is dropped, or another put in its place."""
    for _ in own.walk(game, choices):
        pass
    lines = game.state.position().splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(lines) - 1))
        del lines[place]
        if data.draw(st.booleans()):
            lines.insert(place, data.draw(FIELD))
    reads_back("\n".join(lines))
