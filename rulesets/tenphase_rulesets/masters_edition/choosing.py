"""The round's start: everybody chooses a phase, openly and in turn (ME-PHASE-1 to 3)."""

from __future__ import annotations

from tenphase.actions import Action, Choose
from tenphase.flow import next_start_stage
from tenphase.policies import open_phases
from tenphase.stages import Stage
from tenphase.state import State
from tenphase_rulesets.masters_edition.options import options_of
from tenphase_rulesets.masters_edition.saving import saves_fault

__all__ = ["ChoosePhaseStage"]

PREFIX = "phase-"


class ChoosePhaseStage(Stage):
    """Each seat without a phase chooses one that it has not completed, from the dealer's left on.

    Where phases come in order, or are named when they are laid, nobody has to choose.
    """

    name = "choose phase"

    def enter(self, state: State) -> None:
        """Ask the first seat."""
        self._ask(state, state.rules.next_seat(state, state.dealer))

    def _ask(self, state: State, seat: int) -> None:
        """Ask the next seat that has not chosen, or begin the first turn."""
        first = state.rules.next_seat(state, state.dealer)
        if options_of(state).phase_choice == "round_start":
            for _ in state.active:
                if state.phase[seat] < 0:
                    state.to_act = seat
                    return
                seat = state.rules.next_seat(state, seat)
        state.to_act = first
        next_start_stage(state, self.name)

    def check_pending(self, state: State) -> str:
        """Nothing is pending, but the memory is to be right."""
        return saves_fault(state)

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        """The phases that the seat has not completed."""
        phases = state.rules.phases
        return tuple(
            [Choose(f"{PREFIX}{phases[index].label}") for index in open_phases(state, seat)]
        )

    def apply(self, state: State, seat: int, action: Action) -> None:
        """Put the phase down as the one to be tried in this round."""
        rules = state.rules
        if not (isinstance(action, Choose) and action.choice.startswith(PREFIX)):
            raise self.wrong_action(state, action)
        index = rules.labels.get(action.choice.removeprefix(PREFIX), -1)
        if index < 0 or action.cards or action.target is not None:
            raise rules.refusal("no-such-phase", f"'{action}' names no phase")
        if index not in open_phases(state, seat):
            label = rules.phases[index].label
            raise rules.refusal("phase-done", f"phase {label} has been completed before")
        phase = list(state.phase)
        phase[seat] = index
        state.phase = tuple(phase)
        state.note("chose", seat, b"", index)
        self._ask(state, rules.next_seat(state, seat))
