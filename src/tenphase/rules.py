"""A ruleset compiled for given options and a number of seats: the tables a game runs on.

`Rules` is built once, never changes, and is shared by all states of all games played by it.
Everything that the turn loop needs often is laid out here by card code: points, action objects,
what a card is. Actions are interned, so a list of legal actions costs no construction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from tenphase.actions import Discard, Hit, LayDown, Meld, PlayCard
from tenphase.cards import Deck
from tenphase.errors import DefinitionError, IllegalAction, NotationError, OptionError, brief
from tenphase.melds import MeldKind
from tenphase.options import Options
from tenphase.phases import Phase, parse_phase
from tenphase.ruleset import Ruleset
from tenphase.solver.matcher import PhaseMatcher
from tenphase.tables import FaceTable, Made, MeldTable, PhaseTable

if TYPE_CHECKING:
    from tenphase.action_cards import ActionCard
    from tenphase.stages import Stage
    from tenphase.state import State

__all__ = ["Rules", "choose_phases", "compile_rules"]

#: Compiled rules are kept for reuse; a server rarely runs more different tables than this.
_KEPT = 64
_compiled: dict[tuple[object, ...], Rules] = {}


def compile_rules(ruleset: Ruleset, options: Options, seats: int) -> Rules:
    """The rules of a game, from the cache where these have been compiled before.

    Raises `OptionError` when options, seats and deck do not fit together, and `DefinitionError`
    when the ruleset itself is broken.
    """
    _check_seats(ruleset, options, seats)  # before 2.0 is found where 2 was compiled
    key = (id(ruleset), options, seats)
    rules = _compiled.get(key)
    if rules is None:
        rules = Rules(ruleset, options, seats)
        while len(_compiled) >= _KEPT:
            _compiled.pop(next(iter(_compiled)), None)
        _compiled[key] = rules
    return rules


class Rules:
    """What a game is played by: `game.rules`, `view.rules` and `state.rules` give it.

    For everybody: `ruleset`, `options`, `seats`, `deck`, `phases` (their labels give the index in
    `labels`), `hand_size`, `hand_points(hand)`. By card code: `points`, `is_wild`,
    `action_card` (None for other cards). `matchers` answer by phase what a hand can lay.
    Everything is read-only by convention.

    >>> import tenphase as tp
    >>> rules = tp.new_game(seats=3, seed=7, phases="even").rules
    >>> [phase.label for phase in rules.phases], rules.hand_points(rules.deck.hand("R5 W"))
    (['2', '4', '6', '8', '10'], 30)
    """

    __slots__ = (
        "_hits",
        "action_card",
        "deck",
        "discards",
        "faces",
        "first_stage",
        "floats",
        "hand_size",
        "is_wild",
        "kinds",
        "labels",
        "matchers",
        "must_keep",
        "options",
        "phase_tables",
        "phases",
        "plays",
        "points",
        "policies",
        "ruleset",
        "seats",
        "stages",
    )

    def __init__(self, ruleset: Ruleset, options: Options, seats: int) -> None:
        self.ruleset = ruleset
        self.options = options
        self.seats = seats
        self.deck: Deck = ruleset.deck(options, seats)
        self.policies = ruleset.policies
        self.hand_size = options.hand_size
        if seats * self.hand_size >= len(self.deck):
            raise OptionError(
                f"{seats} hands of {self.hand_size} leave nothing of a deck of {len(self.deck)}",
                options=("seats", "hand_size"),
            )
        self.floats = options.going_out.startswith("floating")
        self.must_keep = options.going_out == "must_keep_discard"
        self._compile_phases()
        self._compile_cards()
        self._hits: dict[int, Hit] = {}
        stages: Sequence[Stage] = ruleset.stages(options)
        self.first_stage = stages[0].name
        self.stages: dict[str, Stage] = {stage.name: stage for stage in stages}
        for name in (*ruleset.round_start, *ruleset.round_end):
            if name not in self.stages:
                raise DefinitionError(f"{ruleset.id}: there is no stage {brief(name)}")

    def _compile_phases(self) -> None:
        ruleset, options = self.ruleset, self.options
        wrap = options.run_wraparound
        self.faces = FaceTable(self.deck)
        self.phases = choose_phases(ruleset, options)
        self.labels = {phase.label: index for index, phase in enumerate(self.phases)}
        most = self.hand_size + (0 if self.must_keep else 1)
        for phase in self.phases:
            try:
                phase.check(self.deck, most, wrap=wrap)
            except DefinitionError as error:
                raise OptionError(
                    f"phase {phase.label}: {error}", options=("phases", "hand_size")
                ) from error
        kinds = {**dict.fromkeys(ruleset.kinds.values())}
        for phase in self.phases:
            kinds.update({meld.kind: None for meld in phase.melds})
        self.kinds: dict[MeldKind, MeldTable] = {
            kind: MeldTable(kind, self.faces, wrap=wrap) for kind in kinds
        }
        least = ruleset.naturals(options)
        self.phase_tables = tuple(
            PhaseTable(phase, self.faces, self.kinds, least) for phase in self.phases
        )
        self.matchers = tuple(PhaseMatcher(table) for table in self.phase_tables)

    def _compile_cards(self) -> None:
        deck, options = self.deck, self.options
        points = _points(self.ruleset.points(options, deck), options, deck)
        self.points = [points[card.text] for card in deck.kinds]
        self.is_wild = [card.is_wild for card in deck.kinds]
        cards: Mapping[str, ActionCard] = self.ruleset.action_cards(options)
        self.action_card: list[ActionCard | None] = [cards.get(c.text) for c in deck.kinds]
        for card, action_card in zip(deck.kinds, self.action_card, strict=True):
            if card.is_action and action_card is None:
                raise DefinitionError(f"{self.ruleset.id}: nothing says what {card} does")
        self.discards = [Discard(card) for card in deck.kinds]
        targets = [None, *range(self.seats)]
        self.plays = [{t: PlayCard(card, t) for t in targets} for card in deck.kinds]

    # -- refusals ------------------------------------------------------------------------------

    def refusal(
        self,
        code: str,
        message: str,
        *,
        kind: str = "",
        cards: bytes = b"",
        seats: tuple[int, ...] = (),
    ) -> IllegalAction:
        """An `IllegalAction` that cites the rule which this ruleset has behind the code.

        Where a rule speaks of one kind of meld (by symbol) it is listed as "code:kind".
        """
        citations = self.ruleset.citations
        return IllegalAction(
            message,
            code=code,
            rule=citations.get(f"{code}:{kind}") or citations.get(code),
            cards=self.deck.decode(cards),
            seats=seats,
        )

    # -- seats ---------------------------------------------------------------------------------

    def next_seat(self, state: State, seat: int) -> int:
        """The next seat that plays in this round, in the direction of play."""
        seats = self.seats
        active = state.active
        while True:
            seat = (seat + state.direction) % seats
            if seat in active:
                return seat

    # -- interned actions ----------------------------------------------------------------------

    def hit(self, code: int, owner: int, meld: int, face: int) -> Hit:
        """The hit of a card on a meld; what it stands for is said only where it is a wild."""
        key = ((code * 16 + owner) * 16 + meld) * 256 + face
        action = self._hits.get(key)
        if action is None:
            shows = self.faces.faces[face].label if self.is_wild[code] else None
            action = self._hits[key] = Hit(self.deck.kinds[code], owner, meld, shows)
        return action

    def lay_down(self, melds: Sequence[Made], phase: str | None) -> LayDown:
        """The public form of a lay-down: cards, and what they stand for."""
        return LayDown(tuple(self.meld(*made) for made in melds), phase)

    def meld(self, cards: bytes, shown: bytes) -> Meld:
        """The public form of a meld."""
        return Meld(self.deck.decode(cards), self.faces.labels(shown))

    def hand_points(self, hand: bytes) -> int:
        """The penalty points of the cards of a hand. Follows MC-SCORE-1."""
        points = self.points
        return sum([points[code] for code in hand])

    def __reduce__(self) -> tuple[object, ...]:
        from tenphase.registry import rules_by_id

        # by name and value, so that whoever reads it needs the ruleset and nothing else
        values = attrs.asdict(self.options, recurse=False)
        return rules_by_id, (self.ruleset.id, values, self.seats)


def _check_seats(ruleset: Ruleset, options: Options, seats: object) -> None:
    least, most = ruleset.seats
    if options.more_seats and ruleset.most_seats:
        most = ruleset.most_seats
    if not isinstance(seats, int) or isinstance(seats, bool) or not least <= seats <= most:
        more = ""
        if ruleset.most_seats and not options.more_seats:
            more = f" (up to {ruleset.most_seats} with the option more_seats)"
        raise OptionError(
            f"{ruleset.title} is for {least} to {most} seats{more}; not {brief(seats)}",
            options=("seats",),
        )


def _points(base: Mapping[str, int], options: Options, deck: Deck) -> dict[str, int]:
    points = dict(base)
    for card in deck.kinds:
        if card.text not in points:
            raise DefinitionError(f"no points are given for {card}")
    for name, value in options.card_points:
        if name in points:
            points[name] = value
        elif name in deck.ranks:
            rank = 1 << deck.ranks.index(name) + 1
            points.update({c.text: value for c in deck.kinds if c.is_natural and c.ranks == rank})
        else:
            raise OptionError(
                f"card_points: {brief(name)} is neither a card nor a rank of this deck",
                options=("card_points",),
            )
    return points


def choose_phases(ruleset: Ruleset, options: Options) -> tuple[Phase, ...]:
    """The phases that the option `phases` selects, labelled (VN-1, VN-2, C-36).

    None takes all of the ruleset; "first 5", "odd" and "even" take some of them, and a
    sequence takes single ones by number or phases written out, in its own order.
    """
    listed = tuple(ruleset.phases(options))
    for phase in listed:
        if not isinstance(phase, Phase):
            raise DefinitionError(
                f"phases returns Phase values, not {brief(phase)}; parse_phase makes one of a text"
            )
    printed = tuple(
        phase if phase.label else phase.labelled(str(number))
        for number, phase in enumerate(listed, start=1)
    )
    chosen = _choose(printed, ruleset, options.phases)
    if not chosen:
        raise OptionError("phases: no phase is left to play", options=("phases",))
    labels = [phase.label for phase in chosen]
    if len(set(labels)) != len(labels):
        raise OptionError(f"phases: one is there twice in {labels}", options=("phases",))
    return chosen


def _choose(printed: tuple[Phase, ...], ruleset: Ruleset, wish: object) -> tuple[Phase, ...]:
    match wish:
        case None:
            return printed
        case "odd":
            return printed[0::2]
        case "even":
            return printed[1::2]
        case str(text) if text.startswith("first "):
            number = text.removeprefix("first ")
            if number.isdecimal() and len(number) < 5 and 1 <= int(number) <= len(printed):
                return printed[: int(number)]
        case str(text) if text:
            return _choose(printed, ruleset, tuple(text.split(",")))
        case tuple(items):
            chosen = [_one_phase(printed, ruleset, item) for item in items]
            taken = {phase.label for phase in chosen if phase.label}
            return tuple(
                phase if phase.label else phase.labelled(_free_label(number, taken))
                for number, phase in enumerate(chosen, start=1)
            )
    raise OptionError(
        f"phases is 'odd', 'even', 'first N' (N up to {len(printed)}), or a sequence of numbers "
        f"and phases like 'S3+R4'; not {brief(wish)}",
        options=("phases",),
    )


def _free_label(number: int, taken: set[str]) -> str:
    """The label of a phase that is written out: its place, or "2a" if a printed phase is "2"."""
    label = str(number)
    while label in taken:
        label += "a"
    return label


def _one_phase(printed: Sequence[Phase], ruleset: Ruleset, item: object) -> Phase:
    """A phase of the list by its number, or one that is written out, without a label."""
    if isinstance(item, str) and not item.strip().isdecimal():
        try:
            return parse_phase(item.strip(), kinds=ruleset.kinds, constraints=ruleset.constraints)
        except (NotationError, DefinitionError) as error:
            raise OptionError(f"phases: {error}", options=("phases",)) from error
    if isinstance(item, str | int) and not isinstance(item, bool):
        for phase in printed:
            if phase.label == str(item).strip():
                return phase
    raise OptionError(f"phases: there is no phase {brief(item)}", options=("phases",))


def with_options(rules: Rules, **changes: Any) -> Rules:
    """The same ruleset and seats under other options."""
    return compile_rules(rules.ruleset, attrs.evolve(rules.options, **changes), rules.seats)
