"""From what people say about a round to what is written down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import attrs

from tenphase.errors import NotationError, ScoreError, brief
from tenphase.position_text import MOST
from tenphase.scoresheet.checks import RoundEntry, check_entry
from tenphase.scoresheet.sums import least_unlaid, most_cards
from tenphase.state import GAME_OVER, State

if TYPE_CHECKING:
    from tenphase.rules import Rules

__all__ = ["Said", "amended_entry", "new_entry", "seat_of"]


@attrs.frozen
class Said:
    """What was said about a round, by name. It may be everything or a single fact."""

    points: Mapping[str, int | str]
    laid: Iterable[str] | None = None
    not_laid: Iterable[str] | None = None
    phases: Mapping[str, str] | None = None
    out: str | None = None


def new_entry(state: State, names: tuple[str, ...], said: Said) -> RoundEntry:
    """The next round. Everybody who plays must be named."""
    if state.stage == GAME_OVER:
        raise ScoreError("the game is over", round=state.round)
    _check_kinds(said, state.round)
    seats = {seat_of(names, player) for player in said.points}
    missing = [names[seat] for seat in state.active if seat not in seats]
    if missing:
        raise ScoreError(
            f"missing: {', '.join(missing)} (who has no card left has 0)", round=state.round
        )
    nothing: tuple[None, ...] = (None,) * len(names)
    empty = RoundEntry((0,) * len(names), (False,) * len(names), nothing, None)
    return _with_facts(state, names, empty, said)


def amended_entry(
    state: State, names: tuple[str, ...], entry: RoundEntry, said: Said
) -> RoundEntry:
    """A round with some facts put right; what is not named stays."""
    return _with_facts(state, names, entry, said)


def _with_facts(state: State, names: tuple[str, ...], entry: RoundEntry, said: Said) -> RoundEntry:
    rules, number = state.rules, state.round
    _check_kinds(said, number)
    most = most_cards(state)
    points, few = list(entry.points), dict[int, str]()
    for player, given in said.points.items():
        seat = seat_of(names, player)
        points[seat], cards = _points(rules, player, given, most)
        if cards is not None and cards < rules.hand_size:
            few[seat] = f"{cards} card{' is' if cards == 1 else 's are'}"
    labels = {seat_of(names, player): label for player, label in (said.phases or {}).items()}
    for label in labels.values():
        if not isinstance(label, str):
            raise ScoreError(
                f"a phase is named by its label, a text; not {brief(label)}", round=number
            )
    down = {seat_of(names, player) for player in said.laid or ()} | set(labels)
    up = {seat_of(names, player) for player in said.not_laid or ()}
    both = [names[seat] for seat in sorted(down & up)]
    if both:
        raise ScoreError(f"{both[0]} has laid the phase and has not?", round=number)
    extra = [
        names[seat]
        for seat in range(len(names))
        if seat not in state.active and (names[seat] in said.points or seat in down or seat in up)
    ]
    if extra:
        raise ScoreError(f"does not play in this round: {', '.join(extra)}", round=number)
    least = least_unlaid(rules, most)
    few = {s: f"{points[s]} points are" for s in state.active if points[s] < least} | few
    for seat in sorted(up & few.keys()):
        raise ScoreError(
            f"{names[seat]}: {few[seat]} less than a full hand, so the phase was laid",
            round=number,
        )
    laid = [
        seat not in up and (seat in down or entry.laid[seat] or seat in few)
        for seat in range(len(names))
    ]
    phases = [
        labels.get(seat, entry.phases[seat]) if laid[seat] else None for seat in range(len(names))
    ]
    out = _out(state, names, entry, points, laid, said)
    made = RoundEntry(tuple(points), tuple(laid), tuple(phases), out)
    check_entry(state, made, names, number)
    return _without_needless_labels(state, made)


def _check_kinds(said: Said, number: int) -> None:
    """Refuse a single name where several are wanted, which would be read letter by letter."""
    for what, given in (("points", said.points), ("phases", said.phases or {})):
        if not isinstance(given, Mapping):
            raise ScoreError(f"{what} are given by player, not as {brief(given)}", round=number)
    for what, named in (("laid", said.laid), ("not_laid", said.not_laid)):
        if isinstance(named, str):
            raise ScoreError(f"{what} is a list of names: [{brief(named)}]", round=number)
        if named is not None and not isinstance(named, Iterable):
            raise ScoreError(f"{what} is a list of names, not {brief(named)}", round=number)


def _out(
    state: State,
    names: tuple[str, ...],
    entry: RoundEntry,
    points: list[int],
    laid: list[bool],
    said: Said,
) -> int | None:
    """Who went out first: who is named, else who it was before, else the only one without cards."""
    if said.out is not None:
        return seat_of(names, said.out)
    first = entry.out
    if first is not None and laid[first] and (not points[first] or names[first] not in said.points):
        return first
    empty = [seat for seat in state.active if points[seat] == 0 and laid[seat]]
    return empty[0] if len(empty) == 1 else None


def _without_needless_labels(state: State, entry: RoundEntry) -> RoundEntry:
    """Where phases follow an order, a label that was named is right, and need not be kept.

    Kept, it would be in the way when an earlier round is put right.
    """
    labels = [
        None if phase >= 0 else label
        for phase, label in zip(state.phase, entry.phases, strict=True)
    ]
    return attrs.evolve(entry, phases=tuple(labels))


def _points(rules: Rules, name: str, given: object, most: int | None) -> tuple[int, int | None]:
    """Penalty points as given, or counted from cards; and how many cards, None if not told."""
    if isinstance(given, str):
        return _of_cards(rules, name, given, most)
    if not isinstance(given, int) or isinstance(given, bool):
        raise ScoreError(f"{name}: points are a whole number, not {brief(given)}", round=None)
    if abs(given) > MOST:
        raise ScoreError(f"{name}: nobody can have that many points", round=None)
    return given, None


def _of_cards(rules: Rules, name: str, given: str, most: int | None) -> tuple[int, int]:
    try:
        hand = rules.deck.encode(given)
    except NotationError as error:
        if given.strip().removeprefix("-").isdecimal():
            raise ScoreError(
                f"{name}: points are a number, not the text {brief(given)}", round=None
            ) from error
        raise ScoreError(f"{name}: {error}", round=None) from error
    if surplus := rules.deck.missing(hand):
        raise ScoreError(f"{name}: the deck has no {next(iter(surplus))} more", round=None)
    if most is not None and len(hand) > most:
        raise ScoreError(
            f"{name}: {len(hand)} cards are too many, nobody has more than {most}", round=None
        )
    return rules.hand_points(hand), len(hand)


def seat_of(names: tuple[str, ...], player: object) -> int:
    """The seat of somebody by name."""
    for seat, name in enumerate(names):
        if name == player:
            return seat
    known = ", ".join(names)
    raise ScoreError(f"nobody is called {brief(player)} (players are: {known})", round=None)
