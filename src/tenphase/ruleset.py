"""The contract between the core and an edition: a ruleset is a few tables.

A `Ruleset` is a frozen value. An edition that is another one with a part changed is
`attrs.evolve(other, id=..., ...)`. Six small policies are kept apart because editions mix them:
when a seat is out, when the round is over, what it costs, who advances, when the game is over, and
how the standings are ranked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from tenphase import policies
from tenphase.cards import Deck
from tenphase.errors import DefinitionError, brief
from tenphase.melds import CORE_KINDS, LeastNaturals, MeldKind
from tenphase.options import Options
from tenphase.phases import CORE_CONSTRAINTS, Constraint, Phase

if TYPE_CHECKING:
    from tenphase.action_cards import ActionCard
    from tenphase.stages import Stage
    from tenphase.state import State

__all__ = [
    "RULESET_ID",
    "Policies",
    "Ruleset",
    "as_many_as_dealt",
    "every_pile_is_open",
    "least_naturals",
    "no_action_cards",
    "no_own_piles",
    "only_known_parts",
    "turn_stages",
]

#: How the id of a ruleset looks: it is typed, is a file's name, and with underscores a module's.
RULESET_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@attrs.frozen(kw_only=True)
class Policies:
    """The six decisions about ends, points and winners, each a function of a state.

    - `is_out(state, seat, by_discard)`: the hand of a seat has become empty; is it out (the
      round may end), or does it float on without cards?
    - `round_over(state)`: asked when somebody has gone out and whenever a turn would begin;
    - `score(state, seat)`: the penalty points of a seat for the round;
    - `advance(state, seat)`: after a round, the completed phases of a seat (a bit mask) and the
      phase it tries next (an index, -1 for "not chosen yet");
    - `finish(state)`: after a round, a `Finish` when the game is over or to be played off;
    - `rank(state)`: the seats in groups that share a place, best first.

    The ready-made ones are in `tenphase.policies`; the defaults follow MC-OUT-1, MC-ROUND-1 and
    MC-WIN-1 to 3.

    >>> Policies().finish.__name__
    'when_all_phases_are_done'
    """

    is_out: Callable[..., bool] = policies.by_going_out_option
    round_over: Callable[..., bool] = policies.when_somebody_is_out
    score: Callable[..., int] = policies.cards_in_hand
    advance: Callable[..., tuple[int, int]] = policies.one_phase_when_down
    finish: Callable[..., policies.Finish | None] = policies.when_all_phases_are_done
    rank: Callable[..., list[list[int]]] = policies.winners_then_phases_then_points


def least_naturals(options: Options) -> LeastNaturals:
    """The rule on natural cards that the option `wild_min_natural` names (C-07)."""
    if options.wild_min_natural == "per_meld":
        return LeastNaturals(per_meld=1)
    return LeastNaturals(per_meld=0, per_phase=int(options.wild_min_natural == "per_phase"))


def no_action_cards(options: Options) -> Mapping[str, ActionCard]:
    """For games without action cards."""
    return {}


def every_pile_is_open(options: Options, name: str, seat: int | None) -> bool:
    """For games whose piles lie face up."""
    return True


def no_own_piles(options: Options, seat: int) -> Sequence[str]:
    """For games whose piles belong to nobody."""
    return ()


def only_known_parts(state: State, *own: object) -> bool:
    """Whether nothing but the core's own parts, and `own`, moves cards between hands and charges.

    These parts are the stages and the action cards, looked at by their very class, since a subclass
    may do anything, and `Policies.score`. `own` are classes and a function of the edition itself.

    >>> import tenphase as tp
    >>> only_known_parts(tp.new_game("mattel-classic", seed=1).state)
    True
    >>> only_known_parts(tp.new_game("ravensburger-master", seed=1).state)
    False
    """
    from tenphase.action_cards import ActionCard, Skip
    from tenphase.stages import DrawStage, PlayStage

    rules = state.rules
    cards = [card for card in rules.action_card if card is not None]
    parts = {part.__class__ for part in (*rules.stages.values(), *cards)}
    charged = rules.policies.score is policies.cards_in_hand or rules.policies.score in own
    return charged and parts <= {DrawStage, PlayStage, ActionCard, Skip, *own}


def as_many_as_dealt(state: State) -> int | None:
    """A hand is never larger than it was dealt where every turn draws one card and ends with one.

    That is so in a game of the core's own stages, action cards and scoring. Of any other, also one
    that is made from such a game, nothing is known: None.

    >>> import tenphase as tp
    >>> as_many_as_dealt(tp.new_game("mattel-classic", seed=1).state)
    10
    """
    return state.rules.hand_size if only_known_parts(state) else None


def turn_stages(options: Options) -> Sequence[Stage]:
    """The two stages of an ordinary turn: draw, then play."""
    from tenphase.stages import DrawStage, PlayStage

    return (DrawStage(), PlayStage())


def _two_numbers(_: object, field: attrs.Attribute[tuple[int, int]], value: object) -> None:
    match value:
        case (int(least), int(most)) if 1 < least <= most:
            return
    raise DefinitionError(f"{field.name} is a pair (least, most) of at least 2; not {brief(value)}")


def _word(_: object, field: attrs.Attribute[str], value: object) -> None:
    if not (isinstance(value, str) and value.strip()):
        raise DefinitionError(f"{field.name} is a text; not {brief(value)}")


def _id(_: object, field: attrs.Attribute[str], value: object) -> None:
    if not (isinstance(value, str) and RULESET_ID.fullmatch(value)):
        raise DefinitionError(
            f"a ruleset's {field.name} is made of small letters, digits and single hyphens, "
            f"a letter first; not {brief(value)}"
        )


def _named_values(_: object, field: attrs.Attribute[object], value: object) -> None:
    named = value if isinstance(value, Mapping) else {}
    if named and all(isinstance(values, Mapping) for values in named.values()):
        return
    raise DefinitionError(
        f"{field.name} maps names to option values, those of the default at least; "
        f"not {brief(value)}"
    )


@attrs.frozen(kw_only=True, eq=False)
class Ruleset:
    """Everything that makes an edition. Functions get the options, an `options` class instance.

    - `id`: what players type ("mattel-classic", see `RULESET_ID`); `title`: what they read;
      `version`: goes into records, to be raised when a change of the rules makes old ones invalid;
    - `seats`: least and most players; `most_seats` with the option `more_seats`;
    - `options`: the class of its options; `presets`: named sets of option values, the first
      one being the default;
    - `deck(options, seats)`, `phases(options)`, `points(options, deck)` (points by card text),
      `naturals(options)`, `action_cards(options)` (by card text);
    - `kinds`, `constraints`: meld kinds and constraints that its phase notation knows;
    - `stages(options)`: the stages of a turn; the first one begins it;
    - `round_start`: names of stages that run after the deal and before the first turn;
      `round_end`: after scoring, before the next deal;
    - `policies`: see `Policies`;
    - `lasting_piles`: names of piles that survive from round to round;
    - `sees_pile(options, name, seat)`: whether a seat (None: the public) may look into a pile of
      the ruleset; how many cards lie there everybody sees, unless its name begins with `_`;
    - `own_piles(options, seat)`: names of the piles that belong to a seat; when it leaves the game,
      they go back into the stock as its hand does;
    - `most_cards(state)`: how many cards a seat can be charged for at most when the running round
      ends, None if that cannot be said; a score sheet asks with a state that has no cards dealt;
    - `citations`: which rule of the ledger stands behind a refusal code;
    - `ledger`: the package (dotted) that holds its `ledger.toml`, if it has one.

    >>> import tenphase as tp
    >>> classic = tp.ruleset("mattel-classic")
    >>> short = attrs.evolve(classic, id="house", presets={"short": {"phases": "first 5"}})
    >>> len(tp.new_game(short, seed=1).rules.phases)
    5
    """

    id: str = attrs.field(validator=_id)
    title: str = attrs.field(validator=_word)
    version: str = attrs.field(default="1", validator=_word)
    seats: tuple[int, int] = attrs.field(default=(2, 6), validator=_two_numbers)
    most_seats: int | None = None
    options: type[Options] = Options
    presets: Mapping[str, Mapping[str, object]] = attrs.field(
        factory=lambda: {"default": {}}, validator=_named_values
    )
    deck: Callable[..., Deck]
    phases: Callable[..., Sequence[Phase]]
    points: Callable[..., Mapping[str, int]]
    naturals: Callable[..., LeastNaturals] = least_naturals
    action_cards: Callable[..., Mapping[str, ActionCard]] = no_action_cards
    kinds: Mapping[str, MeldKind] = attrs.field(factory=lambda: dict(CORE_KINDS))
    constraints: Mapping[str, Constraint] = attrs.field(factory=lambda: dict(CORE_CONSTRAINTS))
    stages: Callable[..., Sequence[Stage]] = turn_stages
    round_start: tuple[str, ...] = ()
    round_end: tuple[str, ...] = ()
    policies: Policies = attrs.field(factory=Policies)
    lasting_piles: tuple[str, ...] = ()
    sees_pile: Callable[..., bool] = every_pile_is_open
    own_piles: Callable[..., Sequence[str]] = no_own_piles
    most_cards: Callable[..., int | None] = as_many_as_dealt
    citations: Mapping[str, str] = attrs.field(factory=dict)
    ledger: str | None = None

    @property
    def default_preset(self) -> str:
        """The preset that is used when none is named."""
        return next(iter(self.presets))
