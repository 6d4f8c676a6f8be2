"""The options of the Master edition."""

from __future__ import annotations

from typing import cast

import attrs

from tenphase.errors import OptionError, brief
from tenphase.options import Options, choice, flag, whole_number
from tenphase.state import State
from tenphase_rulesets.ravensburger_master.blanks import blank_cards

__all__ = ["MasterOptions", "options_of"]


def _least(default: int, kind: str) -> int:
    doc = f"least number cards in a {kind}"
    number: int = whole_number(default, least=0, most=5, conflict="C-27", doc=doc)
    return number


def _names(value: object) -> tuple[str, ...]:
    names = (value,) if isinstance(value, str) else value
    if isinstance(names, list | tuple) and all(isinstance(name, str) for name in names):
        return tuple(names)
    raise OptionError(f"blanks is a list of names; not {brief(value)}", options=("blanks",))


@attrs.frozen(kw_only=True)
class MasterOptions(Options):
    """The options of the family, and those of the jokers and the blue cards.

    >>> MasterOptions(draw_two="one_shot").draw_two
    'one_shot'
    """

    draw_two: str = choice(
        "persistent",
        "one_shot",
        conflict="C-21",
        doc="a laid Take two works until the round ends, or once",
    )
    draw_two_optional: bool = flag(True, conflict="C-22", doc="its use is free")
    draw_two_stock_only: bool = flag(False, conflict="C-22", doc="only from the stock")
    joker_min_natural_set: int = _least(1, "set")
    joker_min_natural_run: int = _least(2, "run")
    joker_min_natural_colour: int = _least(1, "colour group")
    joker_min_natural_colour_run: int = _least(2, "colour run")
    blanks: tuple[str, ...] = attrs.field(
        default=(),
        converter=_names,
        metadata={
            "conflict": "",
            "values": "names",
            "doc": "names of own action cards written on the blank cards, up to three (PM-DECK-5)",
        },
    )

    @blanks.validator
    def _known_blanks(self, _: object, names: tuple[str, ...]) -> None:
        if len(names) > 3:
            raise OptionError("blanks: there are three blank cards", options=("blanks",))
        known = blank_cards()
        for name in names:
            if name not in known:
                there = ", ".join(sorted(known)) or "none is installed"
                raise OptionError(
                    f"blanks: nobody has supplied a card {brief(name)} ({there})",
                    options=("blanks",),
                )


def options_of(state: State) -> MasterOptions:
    """The options of a game of this edition."""
    return cast("MasterOptions", state.rules.options)
