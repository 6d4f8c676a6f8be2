"""The stages of a turn: each says who may act, what is legal, and what happens.

`DrawStage` and `PlayStage` make the ordinary turn. An edition subclasses one of them, or `Stage`,
where its turn differs, and names its stages in `Ruleset.stages`. `held` finds a card in a hand, or
refuses it.
"""

from tenphase.stages.base import Stage
from tenphase.stages.draw import DrawStage
from tenphase.stages.laying import lay, lay_downs
from tenphase.stages.play import PlayStage, held

__all__ = ["DrawStage", "PlayStage", "Stage", "held", "lay", "lay_downs"]
