"""The Masters Edition of the US publishers: phases in any order, and a pile of saved cards.

Everybody chooses the phase to be tried at the start of a round, openly and in turn, and may end
one turn of a round by saving a card for later, also for later rounds. Everything else is the
classic game. The rules, and what was decided where the sheet is silent, are in the ledger, `ME-*`.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from tenphase.ruleset import Policies, only_known_parts
from tenphase.stages import Stage
from tenphase.state import State
from tenphase_rulesets.masters_edition.choosing import ChoosePhaseStage
from tenphase_rulesets.masters_edition.options import MastersOptions
from tenphase_rulesets.masters_edition.saving import (
    MastersDrawStage,
    MastersPlayStage,
    own_save_pile,
    save_pile,
    score,
    sees_save_pile,
)
from tenphase_rulesets.mattel_classic import ruleset as classic

__all__ = ["MastersOptions", "ruleset"]

MOST_SEATS = 6


def masters_stages(options: MastersOptions) -> Sequence[Stage]:
    """The two stages of a turn, and the choice before the first one."""
    return (MastersDrawStage(), MastersPlayStage(), ChoosePhaseStage())


def masters_most_cards(state: State) -> int | None:
    """A hand is never larger than it was dealt; of cards one is saved in a round (ME-SAVE-2, C-M7).

    >>> import tenphase as tp
    >>> state = tp.position("masters-edition", round=3, options={"saved_cards_score": True})
    >>> masters_most_cards(state)
    13
    """
    if not only_known_parts(state, MastersDrawStage, MastersPlayStage, ChoosePhaseStage, score):
        return None
    options = state.rules.options
    assert isinstance(options, MastersOptions)
    return state.rules.hand_size + (state.round if options.saved_cards_score else 0)


#: What this edition says itself; the rest is said by the classic game (ME-OTHER-1).
CITATIONS = {
    **classic.citations,
    "already-saved": "ME-SAVE-2",
    "no-such-phase": "ME-PHASE-1",
    "not-saved": "ME-DRAW-1",
    "phase-done": "ME-PHASE-1",
    "save-last-card": "ME-SAVE-5",
    "save-piles-full": "ME-SAVE-8",
    "save-skip": "ME-SAVE-6",
    "wrong-phase": "ME-PHASE-3",
}

ruleset = attrs.evolve(
    classic,
    id="masters-edition",
    title="Masters Edition",
    version="1",
    seats=(2, 4),
    most_seats=MOST_SEATS,
    options=MastersOptions,
    presets={"tin": {}, "late-choice": {"phase_choice": "laying"}},
    stages=masters_stages,
    round_start=(ChoosePhaseStage.name,),
    policies=Policies(score=score),
    lasting_piles=tuple(save_pile(seat) for seat in range(MOST_SEATS)),
    sees_pile=sees_save_pile,
    own_piles=own_save_pile,
    most_cards=masters_most_cards,
    citations=CITATIONS,
    ledger="tenphase_rulesets.masters_edition",
)
