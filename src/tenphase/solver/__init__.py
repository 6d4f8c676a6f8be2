"""Every question about cards and phases, answered exactly and without a game."""

from tenphase.solver.explain import Explanation
from tenphase.solver.front import BestLayDown, Shed, Solver
from tenphase.solver.odds import Chance
from tenphase.solver.refusal import Refusal

__all__ = ["BestLayDown", "Chance", "Explanation", "Refusal", "Shed", "Solver"]
