"""The solver of a ruleset, by name."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tenphase.registry import find_rules
from tenphase.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tenphase.cards import Card
    from tenphase.options import Options
    from tenphase.phases import Phase
    from tenphase.rules import Rules
    from tenphase.ruleset import Ruleset
    from tenphase.solver import Explanation

__all__ = ["explain", "solver_for"]


def solver_for(
    name: str | Ruleset = "mattel-classic",
    *,
    seats: int | None = None,
    preset: str | None = None,
    options: Options | Mapping[str, object] | None = None,
    **more: object,
) -> Solver:
    """The solver for the deck, the phases and the options of a ruleset.

    Asked again for the same rules it gives the same solver.

    >>> solver_for("mattel-classic").can_lay("R5 B5 G5 R3 B4 G6 Y9 W R11 B12", phase=2)
    True
    """
    if seats is None:
        from tenphase.registry import ruleset

        seats = ruleset(name).seats[0]
    return _solver(find_rules(name, seats=seats, preset=preset, options=options, **more))


@lru_cache(maxsize=32)
def _solver(rules: Rules) -> Solver:
    options, deck = rules.options, rules.deck
    chosen = rules.ruleset
    return Solver(
        deck,
        rules.phases,
        naturals=chosen.naturals(options),
        kinds=chosen.kinds,
        points={card.text: rules.points[code] for code, card in enumerate(deck.kinds)},
        wrap=options.run_wraparound,
        extras=options.lay_down_extras,
    )


def explain(
    cards: str | Iterable[Card | str],
    phase: int | str | Phase,
    ruleset: str | Ruleset = "mattel-classic",
    **options: object,
) -> Explanation:
    """Why some cards are a phase, or why not. A bare rank is a card of any colour.

    >>> print(explain("12 1 2 3", "R4"))
    no run of 4: a run does not go on from 12 to 1; it takes 1 more card
    >>> explain("9 10 11 12", "R4").ok
    True
    """
    return solver_for(ruleset, **options).explain(cards, phase)  # type: ignore[arg-type]
