"""tenphase: a rules engine for the ten-phase rummy family.

>>> import tenphase as tp
>>> game = tp.new_game("mattel-classic", seats=4, seed=7)
>>> game.play("draw stock")[0].kind
'drew'
"""

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
from tenphase.json_io import from_json, to_json
from tenphase.options import Options
from tenphase.phases import Phase, parse_phase
from tenphase.position import position
from tenphase.records import Record, replay
from tenphase.registry import register, ruleset, rulesets
from tenphase.ruleset import Policies, Ruleset
from tenphase.state import State
from tenphase.views import View

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
    "PositionError",
    "Record",
    "RecordError",
    "Ruleset",
    "RulesetError",
    "Standing",
    "State",
    "Swap",
    "TenphaseError",
    "UnknownRuleset",
    "View",
    "from_json",
    "new_game",
    "parse_phase",
    "position",
    "register",
    "replay",
    "ruleset",
    "rulesets",
    "standings",
    "to_json",
]
