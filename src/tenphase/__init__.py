"""tenphase: a rules engine for the ten-phase rummy family.

>>> import tenphase as tp
>>> game = tp.new_game("mattel-classic", seats=4, seed=7)
>>> game.play("draw stock")[0].kind
'drew'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenphase.actions import (
    Action,
    Choose,
    Discard,
    DrawDiscard,
    DrawStock,
    Hit,
    LayDown,
    Meld,
    PlayCard,
    Swap,
    parse_action,
)
from tenphase.cards import Card, Deck
from tenphase.errors import (
    DefinitionError,
    IllegalAction,
    JsonError,
    NotationError,
    OptionError,
    PositionError,
    RecordError,
    RulesetError,
    TenphaseError,
    UnknownRuleset,
)
from tenphase.events import Event, Events
from tenphase.game import Game, Standing, new_game, standings
from tenphase.options import Options
from tenphase.phases import Phase, parse_phase
from tenphase.position import Position, position
from tenphase.registry import register, ruleset, rulesets
from tenphase.rules import Rules
from tenphase.ruleset import Policies, Ruleset
from tenphase.state import State
from tenphase.views import View

if TYPE_CHECKING:
    from tenphase.json_io import from_json, to_json
    from tenphase.questions import explain, solver_for
    from tenphase.records import Record, replay

__all__ = [
    "Action",
    "Card",
    "Choose",
    "Deck",
    "DefinitionError",
    "Discard",
    "DrawDiscard",
    "DrawStock",
    "Event",
    "Events",
    "Game",
    "Hit",
    "IllegalAction",
    "JsonError",
    "LayDown",
    "Meld",
    "NotationError",
    "OptionError",
    "Options",
    "Phase",
    "PlayCard",
    "Policies",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "Rules",
    "Ruleset",
    "RulesetError",
    "Standing",
    "State",
    "Swap",
    "TenphaseError",
    "UnknownRuleset",
    "View",
    "explain",
    "from_json",
    "new_game",
    "parse_action",
    "parse_phase",
    "position",
    "register",
    "replay",
    "ruleset",
    "rulesets",
    "solver_for",
    "standings",
    "to_json",
]

#: Names that not every program needs, by the module that is imported when they are used first.
_LATER = {
    "explain": "tenphase.questions",
    "solver_for": "tenphase.questions",
    "Record": "tenphase.records",
    "replay": "tenphase.records",
    "from_json": "tenphase.json_io",
    "to_json": "tenphase.json_io",
}


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module 'tenphase' has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(_LATER[name]), name)
    return value
