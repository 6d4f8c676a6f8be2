"""The options of the Masters Edition."""

from __future__ import annotations

import attrs

from tenphase.options import choice, flag, whole_number
from tenphase.state import State
from tenphase_rulesets.mattel_classic import ClassicOptions

__all__ = ["MastersOptions", "options_of"]


@attrs.frozen(kw_only=True)
class MastersOptions(ClassicOptions):
    """The options of the classic game with this edition's defaults, and those of the save piles.

    >>> MastersOptions().skips, MastersOptions().phase_order
    (2, 'free')
    """

    skips: int = whole_number(2, least=0, most=4, conflict="C-M1", doc="Skips in the deck")
    phase_order: str = choice(
        "free", "fixed", conflict="C-15", doc="any phase that is still open, or phases in order"
    )
    tie_break: str = choice(
        "shared",
        "replay_last_phase",
        conflict="C-17",
        doc="winners with equal totals share the place, or replay the last phase alone",
    )
    phase_choice: str = choice(
        "round_start",
        "laying",
        conflict="C-M3",
        doc="the phase is chosen before the first turn, or named when it is laid",
    )
    save_pile_open: bool = flag(
        False, conflict="C-M4", doc="saved cards lie face up, instead of for their owner only"
    )
    save_last_card: bool = flag(
        True, conflict="C-M5", doc="the last card of a hand may be saved, which goes out"
    )
    save_skips: bool = flag(True, conflict="C-M6", doc="Skips may be saved")
    saved_cards_score: bool = flag(
        False, conflict="C-M7", doc="saved cards cost points in every round, as cards in hand do"
    )


def options_of(state: State) -> MastersOptions:
    """The options of a game of this edition."""
    options = state.rules.options
    assert isinstance(options, MastersOptions)
    return options
