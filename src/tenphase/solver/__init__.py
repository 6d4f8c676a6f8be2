"""Every question about cards and phases, answered exactly and without a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenphase.solver.refusal import Refusal

if TYPE_CHECKING:
    from tenphase.solver.answers import BestLayDown, Shed
    from tenphase.solver.explain import Explanation
    from tenphase.solver.front import Solver
    from tenphase.solver.odds import Chance

__all__ = ["BestLayDown", "Chance", "Explanation", "Refusal", "Shed", "Solver"]

#: A game needs the matchers alone; the rest is imported when it is used first.
_LATER = {
    "BestLayDown": "answers",
    "Chance": "odds",
    "Explanation": "explain",
    "Shed": "answers",
    "Solver": "front",
}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module 'tenphase.solver' has no attribute {name!r}")
    from importlib import import_module

    module = import_module(f"tenphase.solver.{_LATER[name]}")
    value = globals()[name] = getattr(module, name)
    return value
