"""A fixed number of rounds: in round r everybody works on phase r, and the lowest total wins.

`fixed_rounds` makes such a game of any ruleset; `ruleset` is the one of the classic game. The rules
are in the ledger, `V10-*`; the game to a chosen phase, `VN-*`, needs no ruleset of its own, it is
the option `phases="first 5"` of any ruleset.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from tenphase.errors import DefinitionError, OptionError, brief
from tenphase.options import Options
from tenphase.phases import Phase
from tenphase.policies import after_a_round_for_each_phase, phase_of_the_round, winners_then_points
from tenphase.ruleset import Ruleset
from tenphase_rulesets.mattel_classic import ruleset as classic

__all__ = ["fixed_rounds", "ruleset"]

#: What presets of a base may not say otherwise: the phases are given points decide, ties are
#: shared (V10-1, V10-2, V10-5).
_SETTLED = {
    "phase_order": "fixed",
    "winner_rule": "lowest_completer",  # not asked: a rule about completers, and there are none
    "win_requires_going_out": False,
    "final_lap": False,
    "tie_break": "shared",
}

#: What a refusal cites if the ledger that it is looked up in has these rules.
_CITATIONS = {"wrong-phase": "V10-1"}


def fixed_rounds(
    base: Ruleset,
    rounds: int | None = None,
    *,
    id: str | None = None,
    title: str | None = None,
    ledger: str | None = None,
) -> Ruleset:
    """The game of another ruleset, played for a fixed number of rounds (V10-1 to V10-5).

    - `rounds`: how many of the base's phases are played, the first ones; None takes all of them.
      The option `phases` chooses among these, and there are always as many rounds as phases;
    - `id`, `title`: of the new ruleset, by default made from those of the base;
    - `ledger`: a package whose ledger knows the V10 rules; without it refusals cite the base's.

    Everything else stays as in the base (V10-3). Equal totals share the win unless the option
    `tie_break` says otherwise (C-35).

    Raises `DefinitionError` for a number of rounds that cannot be.

    >>> from tenphase import ruleset, new_game
    >>> short = fixed_rounds(ruleset("two-pack"), 5)
    >>> short.id, len(new_game(short, seats=2, seed=1).rules.phases)
    ('two-pack-in-fixed-rounds', 5)
    """
    if rounds is not None and (
        not isinstance(rounds, int) or isinstance(rounds, bool) or rounds < 1
    ):
        raise DefinitionError(f"the number of rounds is 1 or more; not {brief(rounds)}")

    def phases(options: Options) -> Sequence[Phase]:
        """The phases of the rounds, one for each."""
        _refuse(options)
        printed = base.phases(options)
        if rounds is not None and rounds > len(printed):
            raise DefinitionError(
                f"{base.id} has {len(printed)} phases, not enough for {rounds} rounds"
            )
        return printed[:rounds]

    presets = {name: {**values, **_SETTLED} for name, values in base.presets.items()}
    policies = attrs.evolve(
        base.policies,
        advance=phase_of_the_round,
        finish=after_a_round_for_each_phase,
        rank=winners_then_points,
    )
    return attrs.evolve(
        base,
        id=id or f"{base.id}-in-fixed-rounds",
        title=title or f"{base.title}, in fixed rounds",
        presets=presets,
        phases=phases,
        policies=policies,
        citations=base.citations if ledger is None else {**base.citations, **_CITATIONS},
        ledger=ledger or base.ledger,
    )


def _refuse(options: Options) -> None:
    """Refuse options that contradict fixed rounds."""
    if options.phase_order == "free":
        raise OptionError("in fixed rounds the phase is given", options=("phase_order",))
    if options.win_requires_going_out or options.final_lap:
        raise OptionError(
            "in fixed rounds the lowest total wins after the last round, however it ended",
            options=("win_requires_going_out", "final_lap"),
        )


ruleset = fixed_rounds(
    classic,
    10,
    id="fixed-ten-rounds",
    title="Ten fixed rounds",
    ledger="tenphase_rulesets.fixed_ten_rounds",
)
