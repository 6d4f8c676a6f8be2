"""Hypothesis strategies: rules of a ruleset, games by these rules, and actions of all sorts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs
from hypothesis import assume
from hypothesis import strategies as st

import tenphase as tp
from tenphase.rules import Rules
from tenphase.state import State

#: The installed rulesets that can be used.
RULESETS = [name for name, found in tp.rulesets().items() if isinstance(found, tp.Ruleset)]

#: No game of a test goes on for ever.
MOST_TURNS = 400


# -- options -----------------------------------------------------------------------------------


def option_values(field: attrs.Attribute) -> st.SearchStrategy[Any]:
    """Values of one option, as its metadata describes them."""
    values = field.metadata.get("values")
    if field.name == "max_turns":
        return st.integers(1, MOST_TURNS)
    if field.name == "hand_size":
        return st.integers(1, 14)
    if values == "mapping":
        return st.dictionaries(st.sampled_from(["1", "7", "12", "W", "S"]), st.integers(0, 60))
    if values == "phases":
        return st.one_of(
            st.sampled_from(["first 1", "first 2", "first 5", "odd", "even"]),
            st.lists(st.integers(1, 10), min_size=1, max_size=4, unique=True),
            st.lists(
                st.sampled_from(["S2", "S3", "R4", "C4", "S2+R3", "S2+S2", "C3+C3", "R3+R3", "F4"]),
                min_size=1,
                max_size=3,
            ),
            st.just([1, "S2+R3"]),
        )
    if values is None:
        return st.just(field.default)
    if all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        least, most = values
        return st.integers(least, min(most, least + 20))
    return st.sampled_from(list(values))


def changes_of(ruleset: tp.Ruleset) -> st.SearchStrategy[list[tuple[str, Any]]]:
    """A few options with values."""
    one = [
        st.tuples(st.just(field.name), option_values(field))
        for field in attrs.fields(ruleset.options)
        if field.name not in ("max_turns", "more_seats")
    ]
    return st.lists(st.one_of(one), max_size=6)


@st.composite
def rules(draw: st.DrawFn, ruleset: str = "mattel-classic") -> Rules:
    """A ruleset under some options and for some seats; what contradicts is left out."""
    chosen = tp.ruleset(ruleset)
    values: dict[str, Any] = dict(draw(st.sampled_from(list(chosen.presets.values()))))
    values["max_turns"] = MOST_TURNS
    for name, value in draw(changes_of(chosen)):
        try:
            chosen.options(**{**values, name: value})
        except tp.OptionError:
            continue
        values[name] = value
    least, most = chosen.seats
    seats = draw(st.integers(least, most))
    try:
        return tp.new_game(ruleset, seats=seats, options=values, seed=0).rules
    except tp.OptionError:
        # the hands do not fit the deck, or the phases the hands
        assume(False)
        raise


@st.composite
def games(draw: st.DrawFn, ruleset: str = "mattel-classic") -> tp.Game:
    """A game just dealt."""
    found = draw(rules(ruleset))
    seed = draw(st.integers(0, 2**32))
    return new_game(found, seed=seed, dealer=draw(st.integers(0, found.seats - 1)))


def any_rules() -> st.SearchStrategy[Rules]:
    """Rules of any installed ruleset, of the classic one half of the time."""
    return st.just("mattel-classic").flatmap(rules) | st.sampled_from(RULESETS).flatmap(rules)


def any_games() -> st.SearchStrategy[tp.Game]:
    """A game just dealt, of any ruleset."""
    return st.just("mattel-classic").flatmap(games) | st.sampled_from(RULESETS).flatmap(games)


def new_game(rules: Rules, *, seed: int, dealer: int = 0) -> tp.Game:
    return tp.new_game(
        rules.ruleset, seats=rules.seats, options=rules.options, seed=seed, dealer=dealer
    )


#: What players choose, a byte for each step; it shrinks to few steps and early choices.
CHOICES = st.binary(min_size=1, max_size=240)


def pick(actions: Sequence[tp.Action], byte: int) -> tp.Action:
    return actions[byte % len(actions)]


def walk(game: tp.Game, choices: bytes) -> Iterator[int]:
    """Play a game on, yielding the number of each step before it is played."""
    for step, byte in enumerate(choices):
        if game.over:
            return
        yield step
        seat = game.actors[byte % len(game.actors)]
        game.play(pick(game.legal_actions(seat), byte), seat)


@st.composite
def states(draw: st.DrawFn, ruleset: str = "mattel-classic") -> State:
    """Some state of some game."""
    game = draw(games(ruleset))
    for _ in walk(game, draw(CHOICES)):
        pass
    return game.state


# -- actions -----------------------------------------------------------------------------------


def actions(deck: tp.Deck) -> st.SearchStrategy[tp.Action]:
    """Any action with cards of a deck, sensible or not."""
    cards = st.sampled_from(deck.kinds)
    labels = st.none() | st.sampled_from([*deck.ranks, *deck.colours, "R7", "0", "", "x"])
    seats = st.integers(-2, 11)
    melds = st.lists(st.tuples(cards, labels), max_size=8).map(
        lambda pairs: tp.Meld(tuple(c for c, _ in pairs), tuple(f for _, f in pairs))
    )
    phases = st.none() | st.sampled_from(["1", "2", "10", "", "x"])
    return st.one_of(
        st.just(tp.DrawStock()),
        st.just(tp.DrawDiscard()),
        st.builds(tp.LayDown, st.lists(melds, max_size=3).map(tuple), phases),
        st.builds(tp.Hit, cards, seats, seats, labels),
        st.builds(tp.Discard, cards),
        st.builds(tp.PlayCard, cards, st.none() | seats),
        st.builds(tp.Swap, cards, seats, seats),
        st.builds(
            tp.Choose,
            st.sampled_from(["ask", "keep", "show", "take", "x"]),
            st.lists(cards, max_size=2).map(tuple),
            st.none() | seats,
        ),
    )


# -- looking at states -------------------------------------------------------------------------


def cards_of(state: State) -> bytes:
    """All cards of a state, wherever they are, sorted."""
    parts = [*state.hands, *state.front, state.stock, state.discard, *state.piles.values()]
    parts += [laid.cards for melds in state.table for laid in melds]
    return bytes(sorted(b"".join(parts)))
