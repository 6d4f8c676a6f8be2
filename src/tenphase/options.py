"""The options that the family of games shares, and how a ruleset adds its own.

Wherever printed rules, reviews and kitchens disagree, the reading is an option with a name, a
type and a default; the field's `metadata` says which conflict of the ledger it settles. Wrong
values and contradictions are refused when the options are built, never changed in silence.
A ruleset with more options subclasses `Options` with `attrs.frozen(kw_only=True)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import attrs

from tenphase.errors import OptionError, brief

__all__ = ["Options", "build_options", "choice", "flag", "whole_number"]

OptionsClass = TypeVar("OptionsClass", bound="Options")

#: What one card is worth at most, so that totals stay numbers that every form can hold.
MOST_POINTS = 10**6


def choice(default: str, *others: str, conflict: str = "", doc: str = "") -> Any:
    """A field that takes one of several words."""
    words = (default, *others)

    def check(_: object, field: attrs.Attribute[str], value: object) -> None:
        if value not in words:
            raise OptionError(
                f"{field.name} is one of {', '.join(words)}; not {brief(value)}",
                options=(field.name,),
            )

    metadata = {"conflict": conflict, "doc": doc, "values": words}
    return attrs.field(default=default, validator=check, metadata=metadata)


def flag(default: bool, *, conflict: str = "", doc: str = "") -> Any:
    """A field that is True or False."""

    def check(_: object, field: attrs.Attribute[bool], value: object) -> None:
        if not isinstance(value, bool):
            raise OptionError(
                f"{field.name} is True or False; not {brief(value)}", options=(field.name,)
            )

    metadata = {"conflict": conflict, "doc": doc, "values": (False, True)}
    return attrs.field(default=default, validator=check, metadata=metadata)


def whole_number(
    default: int | None, *, least: int, most: int, conflict: str = "", doc: str = ""
) -> Any:
    """A field that takes a whole number of a range; None is allowed if it is the default."""

    def check(_: object, field: attrs.Attribute[int], value: object) -> None:
        if value is None and default is None:
            return
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise OptionError(
                f"{field.name} is a whole number from {least} to {most}; not {brief(value)}",
                options=(field.name,),
            )

    metadata = {"conflict": conflict, "doc": doc, "values": (least, most)}
    return attrs.field(default=default, validator=check, metadata=metadata)


def _as_items(points: Mapping[str, int] | Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    try:
        items = points.items() if isinstance(points, Mapping) else points
        pairs = tuple(sorted((str(card), value) for card, value in items))
    except (TypeError, ValueError):
        raise OptionError(
            f'card_points maps cards or ranks to points, as in {{"W": 50}}; not {brief(points)}',
            options=("card_points",),
        ) from None
    for card, value in pairs:
        if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MOST_POINTS:
            raise OptionError(
                f"card_points: {card} is worth a whole number, at most {MOST_POINTS}; "
                f"not {brief(value)}",
                options=("card_points",),
            )
    if len(dict(pairs)) != len(pairs):
        raise OptionError("card_points: a card or rank is there twice", options=("card_points",))
    return pairs


def _as_phases(phases: object) -> object:
    if phases is None or isinstance(phases, str):
        return phases
    if not isinstance(phases, list | tuple):
        raise OptionError(
            f"phases is a text or a sequence; not {brief(phases)}", options=("phases",)
        )
    for phase in phases:
        if not isinstance(phase, int | str) or isinstance(phase, bool):
            raise OptionError(
                f"phases lists numbers and phase texts; not {brief(phase)}", options=("phases",)
            )
    return tuple(phases)


PhaseChoice = str | tuple[int | str, ...] | None


@attrs.frozen(kw_only=True)
class Options:
    """Every reading that the core can play. The defaults are those of the 2010 print (S3).

    >>> Options(going_out="must_keep_discard").going_out
    'must_keep_discard'
    >>> Options(going_out="whenever")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    tenphase.errors.OptionError: going_out is one of hit_or_discard, must_keep_discard, ...
    """

    first_upturned_special: str = choice(
        "stays",
        "bury",
        "reshuffle",
        conflict="C-01",
        doc="a wild or action card turned up at the start stays, goes under the stock, "
        "or is shuffled in again",
    )
    skip_placement: str = choice(
        "in_front",
        "discard",
        conflict="C-02",
        doc="a played Skip lies before its target until the turn is lost, or on the discard pile",
    )
    skip_limit: str = choice(
        "one_pending",
        "once_per_lap",
        "turn_between",
        "none",
        conflict="C-03",
        doc="how soon a seat may be skipped again",
    )
    skip_target: str = choice(
        "any", "next", conflict="D4", doc="whom a Skip may hit: any other seat, or only the next"
    )
    skip_as_last_card: str = choice(
        "allowed",
        "draw_replacement",
        "forbidden",
        conflict="C-05",
        doc="what happens when the last card of a hand is a Skip",
    )
    skip_plain_discard: str = choice(
        "no_target",
        "always",
        "never",
        conflict="C-19",
        doc="when a Skip may be discarded without effect",
    )
    draw_discarded_wild: bool = flag(
        True, conflict="C-04", doc="a wild may be drawn from the discard pile"
    )
    discard_redraw: bool = flag(
        True, doc="a card just taken from the discard pile may be discarded in the same turn"
    )
    going_out: str = choice(
        "hit_or_discard",
        "must_keep_discard",
        "floating_active",
        "floating_passive",
        conflict="C-06",
        doc="whether a hand may be emptied without a discard, and what then",
    )
    wild_min_natural: str = choice(
        "per_meld",
        "per_phase",
        "none",
        conflict="C-07",
        doc="one natural card in each meld, in the whole lay-down, or not at all",
    )
    stock_exhausted: str = choice(
        "flip_all",
        "reshuffle_keep_top",
        conflict="C-08",
        doc="an empty stock is made of all discards (the top one is turned up), "
        "or of all but the top one",
    )
    shuffle_on_flip: bool = flag(
        True, conflict="C-08", doc="the discards are shuffled when they become the stock"
    )
    run_wraparound: bool = flag(False, conflict="C-09", doc="runs may go on from 12 to 1")
    winner_rule: str = choice(
        "lowest_completer",
        "lowest_total",
        conflict="C-10",
        doc="who wins: the lowest total of those who completed the last phase, or of all",
    )
    win_requires_going_out: bool = flag(
        False,
        conflict="C-10",
        doc="the game ends only when a seat that laid the last phase also goes out in that round",
    )
    final_lap: bool = flag(
        False,
        conflict="C-10",
        doc="after the last phase is laid and somebody is out, everybody else has one more turn",
    )
    card_points: tuple[tuple[str, int], ...] = attrs.field(
        default=(),
        converter=_as_items,
        metadata={
            "conflict": "C-11",
            "values": "mapping",
            "doc": "points of single cards or ranks that differ from the ruleset's",
        },
    )
    more_seats: bool = flag(
        False, conflict="C-13", doc="allow more seats than the printed rules, up to ten"
    )
    wild_replaceable: bool = flag(
        False,
        conflict="C-14",
        doc="the real card may be swapped for a wild on the table",
    )
    phase_order: str = choice(
        "fixed", "free", conflict="C-15", doc="phases in order, or any that is still open"
    )
    dealer_rotates: bool = flag(True, conflict="C-16", doc="the deal passes to the left")
    tie_break: str = choice(
        "replay_last_phase",
        "shared",
        conflict="C-17",
        doc="tied winners replay the last phase alone, or share the place",
    )
    hit_same_turn: bool = flag(
        True, conflict="C-18", doc="hits are allowed in the turn in which the phase was laid"
    )
    lay_down_extras: bool = flag(
        True, conflict="D10", doc="more cards than the phase asks for may go down with it"
    )
    phases: PhaseChoice = attrs.field(
        default=None,
        converter=_as_phases,
        metadata={
            "conflict": "C-36",
            "values": "phases",
            "doc": "which phases are played: 'first 5', 'odd', 'even', numbers, or phase texts",
        },
    )
    hand_size: int = whole_number(10, least=1, most=50, doc="cards dealt to each seat")
    max_turns: int | None = whole_number(
        None, least=1, most=10**9, doc="the game is aborted after so many turns"
    )

    def __attrs_post_init__(self) -> None:
        for names, why in self.contradictions():
            words = " and ".join(f"{name}={brief(getattr(self, name))}" for name in names)
            raise OptionError(f"{words} contradict each other: {why}", options=names)

    def contradictions(self) -> Iterable[tuple[tuple[str, ...], str]]:
        """Pairs of option names that cannot go together, each with the reason.

        A subclass adds its own to `super().contradictions()`.
        """
        if not self.shuffle_on_flip and self.stock_exhausted == "reshuffle_keep_top":
            yield (
                ("stock_exhausted", "shuffle_on_flip"),
                "to keep the top card is to shuffle the rest",
            )
        if self.win_requires_going_out and self.winner_rule == "lowest_total":
            yield (
                ("win_requires_going_out", "winner_rule"),
                "the winner is who went out, or who has the lowest total, not both",
            )
        if self.win_requires_going_out and self.final_lap:
            yield (
                ("win_requires_going_out", "final_lap"),
                "who goes out with the last phase wins at once, so there is no lap to play",
            )
        if self.winner_rule == "lowest_total" and self.tie_break == "replay_last_phase":
            yield (
                ("winner_rule", "tie_break"),
                "those with the lowest total need not have reached the last phase",
            )
        if self.going_out == "floating_active" and self.skip_as_last_card == "forbidden":
            yield (
                ("going_out", "skip_as_last_card"),
                "a floating seat that draws a Skip could not end its turn",
            )
        if self.skip_target == "next" and self.skip_limit == "turn_between":
            yield (
                ("skip_target", "skip_limit"),
                "the next seat is skipped before it can have had a turn in between",
            )


def build_options(cls: type[OptionsClass], *layers: Mapping[str, object]) -> OptionsClass:
    """Options from layers of named values, later ones going before earlier ones.

    Raises `OptionError` for an unknown name (with the nearest known ones) or a wrong value.
    """
    values: dict[str, Any] = {}
    for layer in layers:
        if not isinstance(layer, Mapping):
            raise OptionError(f"options are a mapping of names to values; not {brief(layer)}")
        values.update(layer)
    known = [field.name for field in attrs.fields(cls)]
    for name in values:
        if name not in known:
            from difflib import get_close_matches

            word = name if isinstance(name, str) else brief(name)
            near = get_close_matches(word, known, n=2)
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            raise OptionError(
                f"there is no option {brief(name)}{hint}",
                options=(name if isinstance(name, str) else brief(name),),
            )
    try:
        return cls(**values)
    except RecursionError:
        raise OptionError("the value of an option is nested too deeply") from None
