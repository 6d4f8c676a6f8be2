"""Rulesets that are wrong in one way each, and a sound one that they are made of.

The sound one is a small, quick game: one phase of two pairs, thirty-odd cards, one action card.
"""

from __future__ import annotations

import random
from typing import Any

import attrs

from tenphase.action_cards import ActionCard, Skip
from tenphase.actions import Action, Choose
from tenphase.cards import Card, Deck, colour_bit, rank_bit
from tenphase.flow import end_turn
from tenphase.options import Options, flag
from tenphase.phases import parse_phase
from tenphase.policies import Finish, one_phase_when_down
from tenphase.ruleset import Policies, Ruleset
from tenphase.stages import DrawStage, PlayStage, Stage
from tenphase.state import State
from tenphase.zones import add_to_hand, remove_from_hand

RANKS = [str(rank) for rank in range(1, 6)]
RED, BLUE = "R", "B"


@attrs.frozen(kw_only=True)
class ToyOptions(Options):
    hand_size: int = attrs.field(
        default=5, metadata={"values": (4, 8), "doc": "cards dealt to each seat"}
    )

    @hand_size.validator
    def _size(self, _: object, value: object) -> None:
        from tenphase.errors import OptionError

        if not isinstance(value, int) or not 4 <= value <= 8:
            raise OptionError(f"hand_size is 4 to 8, not {value!r}", options=("hand_size",))


def deck(options: Options, seats: int, *, skips: int = 2) -> Deck:
    everything = {"ranks": sum(rank_bit(r) for r in range(1, 6)), "colours": 3}
    cards = [
        (Card(f"{colour}{rank}", ranks=rank_bit(r), colours=colour_bit(c)), 3)
        for c, colour in enumerate((RED, BLUE))
        for r, rank in enumerate(RANKS, 1)
    ]
    return Deck(
        [*cards, (Card("W", **everything), 3), (Card("S"), skips)], ranks=RANKS, colours=(RED, BLUE)
    )


def points(options: Options, deck: Deck) -> dict[str, int]:
    return dict.fromkeys(deck.codes, 1)


SOUND = Ruleset(
    id="toy",
    title="Toy",
    seats=(2, 3),
    options=ToyOptions,
    deck=deck,
    phases=lambda options: [parse_phase("S2+S2"), parse_phase("S3")],
    points=points,
    action_cards=lambda options: {"S": Skip()},
)


def toy(name: str, **changes: Any) -> Ruleset:
    return attrs.evolve(SOUND, id=f"toy-{name}", **changes)


def with_play(name: str, stage: type[PlayStage], **changes: Any) -> Ruleset:
    return toy(name, stages=lambda options: (DrawStage(), stage()), **changes)


def with_draw(name: str, stage: type[DrawStage], **changes: Any) -> Ruleset:
    return toy(name, stages=lambda options: (stage(), PlayStage()), **changes)


def with_card(name: str, card: ActionCard) -> Ruleset:
    return toy(name, action_cards=lambda options: {"S": card})


# -- play: nobody can go on ---------------------------------------------------------------------


class WaitsForNobody(PlayStage):
    """After some turns nobody may act."""

    def actors(self, state: State) -> tuple[int, ...]:
        return () if state.turn > 3 else super().actors(state)


class BreaksDown(PlayStage):
    """A mistake of the programmer, in a branch that is rarely taken."""

    def apply(self, state: State, seat: int, action: Action) -> None:
        if state.turn == 5:
            raise KeyError("turn 5")
        super().apply(state, seat, action)


# -- legal --------------------------------------------------------------------------------------


class ListsTwice(PlayStage):
    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        actions = super().legal(state, seat)
        return (*actions, actions[-1])


class ListsTooMuch(DrawStage):
    """Lists what it refuses."""

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        return (*super().legal(state, seat), Choose("peek"))


class TwoWords(PlayStage):
    """Two words for one thing."""

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        return (*super().legal(state, seat), Choose("pass"), Choose("skip"))

    def apply(self, state: State, seat: int, action: Action) -> None:
        if isinstance(action, Choose) and action.choice in ("pass", "skip"):
            end_turn(state)
        else:
            super().apply(state, seat, action)


# -- refusals -----------------------------------------------------------------------------------


class ChangesFirst(PlayStage):
    """Takes the card out of the hand before it is known whether that is legal."""

    def apply(self, state: State, seat: int, action: Action) -> None:
        if not isinstance(action, Choose):
            state.turn += 1
            try:
                super().apply(state, seat, action)
            except BaseException:
                raise
            else:
                state.turn -= 1
        else:
            super().apply(state, seat, action)


class RaisesKeyError(DrawStage):
    """An action that it does not know is looked up all the same."""

    def apply(self, state: State, seat: int, action: Action) -> None:
        known = {"draw stock": "stock", "draw discard": "discard"}
        assert known[str(action)]
        super().apply(state, seat, action)


class KnowsMore(DrawStage):
    """Carries out what it does not list."""

    def apply(self, state: State, seat: int, action: Action) -> None:
        if isinstance(action, Choose):
            end_turn(state)
        else:
            super().apply(state, seat, action)


# -- conservation -------------------------------------------------------------------------------


class Vanishing(Skip):
    """The card is laid nowhere."""

    def play(self, state: State, seat: int, code: int, target: int | None) -> None:
        assert target is not None
        state.skips = tuple([n + (s == target) for s, n in enumerate(state.skips)])


# -- copies -------------------------------------------------------------------------------------


class WritesInPlace(Skip):
    """Writes into a dictionary that copies share."""

    def play(self, state: State, seat: int, code: int, target: int | None) -> None:
        state.memory["skips"] = state.memory.get("skips", 0) + 1
        super().play(state, seat, code, target)


# -- views --------------------------------------------------------------------------------------


class ShowsNextCard(PlayStage):
    """Puts a hidden card into a memory that everybody sees."""

    def enter(self, state: State) -> None:
        state.memory = {**state.memory, "top": state.stock[-1] if state.stock else -1}


class TellsTheDraw(DrawStage):
    """Tells everybody which card was drawn."""

    def apply(self, state: State, seat: int, action: Action) -> None:
        stock = state.stock
        super().apply(state, seat, action)
        if len(state.stock) < len(stock):
            state.note("drew secretly", seat, stock[-1:])


class KnowsOtherHands(DrawStage):
    """What is legal for a seat depends on a hand that it does not see."""

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        other = state.hands[state.rules.next_seat(state, seat)]
        actions = super().legal(state, seat)
        return actions[:1] if state.rules.deck.codes["W"] in other else actions

    def apply(self, state: State, seat: int, action: Action) -> None:
        if action not in self.legal(state, seat):
            raise state.rules.refusal("not-now", "not now")
        super().apply(state, seat, action)


class BuriesOpenly(PlayStage):
    """Ends a turn with a card face down, and says it aloud: no event keeps it secret."""

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        kinds = state.rules.deck.kinds
        buries = tuple(
            [Choose("bury", (kinds[code],)) for code in dict.fromkeys(state.hands[seat])]
        )
        return super().legal(state, seat) + (buries if len(state.hands[seat]) > 1 else ())

    def apply(self, state: State, seat: int, action: Action) -> None:
        if not isinstance(action, Choose):
            super().apply(state, seat, action)
            return
        if action not in self.legal(state, seat):
            raise self.wrong_action(state, action)
        card = bytes([state.rules.deck.code(action.cards[0])])
        remove_from_hand(state, seat, card[0])
        state.known = tuple([b"" if s == seat else cards for s, cards in enumerate(state.known)])
        state.piles = {**state.piles, "_buried": state.piles.get("_buried", b"") + card}
        state.note("buried", seat, b"")
        end_turn(state)


# -- texts, records, determinism ----------------------------------------------------------------


class OddMemory(Skip):
    """Keeps something that neither text nor JSON can hold."""

    def play(self, state: State, seat: int, code: int, target: int | None) -> None:
        state.memory = {**state.memory, "seats": frozenset([seat])}
        super().play(state, seat, code, target)


class OwnDice(DrawStage):
    """Throws a die that no seed governs."""

    def enter(self, state: State) -> None:
        super().enter(state)
        state.memory = {**state.memory, "die": random.randrange(10**6)}


COUNTER = [0]


class CountsOutside(Skip):
    """Keeps its data outside of the state."""

    def play(self, state: State, seat: int, code: int, target: int | None) -> None:
        COUNTER[0] += 1
        state.memory = {**state.memory, "count": COUNTER[0]}
        super().play(state, seat, code, target)


class ReadsTheKey(DrawStage):
    """Takes its chance from the key past the shuffles, which alone are recorded."""

    def enter(self, state: State) -> None:
        super().enter(state)
        state.memory = {**state.memory, "die": state.key[state.turn % 32] % 6}


# -- progress and bots --------------------------------------------------------------------------


def forgets(state: State, seat: int) -> tuple[int, int]:
    """Who is not down loses what it had."""
    if state.table[seat]:
        return one_phase_when_down(state, seat)
    return 0, 0


def nobody_wins(state: State) -> Finish | None:
    return None


class Steals(DrawStage):
    """Draws from the next seat's hand and gives a card back: no card is lost, nobody gets on."""

    def apply(self, state: State, seat: int, action: Action) -> None:
        super().apply(state, seat, action)
        other = state.rules.next_seat(state, seat)
        code = state.hands[seat][0]
        remove_from_hand(state, seat, code)
        add_to_hand(state, other, bytes([code]))


@attrs.frozen(kw_only=True)
class TakesAnything(ToyOptions):
    colour: str = attrs.field(default="red", metadata={"doc": "a colour", "values": ("red",)})


@attrs.frozen(kw_only=True)
class Wordless(ToyOptions):
    colour: bool = flag(True)


@attrs.frozen(kw_only=True)
class Grumpy(ToyOptions):
    mood: bool = flag(False, doc="breaks down when it is set")

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        if self.mood is True:
            raise RuntimeError("grumpy")


class NoName(Stage):
    pass


#: By check: rulesets that must fail it, and words of the message.
BROKEN: list[tuple[str, Ruleset, str]] = [
    ("tables", toy("no-points", points=lambda options, deck: {"W": 1}), "no points are given"),
    ("tables", toy("no-deck", deck=lambda options, seats: None), "NoneType"),
    ("tables", toy("not-callable", phases=7), "'int' object is not callable"),
    ("tables", toy("no-card", action_cards=lambda options: {}), "nothing says what S does"),
    ("tables", toy("other-card", action_cards=lambda o: {"S": Skip(), "X": Skip()}), "['X']"),
    ("tables", toy("phases-as-texts", phases=lambda o: ["S2+S2"]), "parse_phase makes one of"),
    ("tables", toy("too-large", phases=lambda o: [parse_phase("S7")]), "asks for 7 cards"),
    (
        "tables",
        toy("no-such-stage", round_start=("choose",)),
        "there is no stage 'choose'",
    ),
    (
        "tables",
        toy("same-name", stages=lambda options: (DrawStage(), PlayStage(), PlayStage())),
        "the same name",
    ),
    ("tables", toy("no-name", stages=lambda o: (DrawStage(), PlayStage(), NoName())), "a name"),
    ("options", toy("preset", presets={"a": {}, "b": {"hand_size": 99}}), "hand_size is 4 to 8"),
    ("options", toy("anything", options=TakesAnything), "colour=1.5 is accepted"),
    ("options", toy("wordless", options=Wordless), "colour does not say what it is for"),
    ("options", toy("grumpy", options=Grumpy), "mood=True raises RuntimeError"),
    ("ledger", toy("cites", citations={"draw-first": "TOY-1"}), "'TOY-1', which is not in"),
    ("ledger", toy("no-ledger", ledger="tenphase.solver"), "has no ledger.toml"),
    ("play", with_play("waits", WaitsForNobody), "may act"),
    ("play", with_play("breaks", BreaksDown), "KeyError: 'turn 5' (toys.py, line "),
    ("legal", with_play("twice", ListsTwice), "listed twice"),
    ("legal", with_draw("too-much", ListsTooMuch), "'choose peek' is listed as legal and refused"),
    ("legal", with_play("two-words", TwoWords), "'choose pass' and 'choose skip' have the same"),
    ("refusals", with_play("changes", ChangesFirst), "but has changed the state"),
    ("refusals", with_draw("raises", RaisesKeyError), "raises KeyError instead of IllegalAction"),
    ("refusals", with_draw("knows", KnowsMore), "is not listed as legal, but carried out"),
    (
        "conservation",
        with_card("vanishing", Vanishing()),
        "the cards are not the deck: 1 S missing",
    ),
    ("copies", with_card("in-place", WritesInPlace()), "has changed the state it started from"),
    ("views", with_play("shows", ShowsNextCard), "gives a hidden card away to"),
    ("views", with_draw("tells", TellsTheDraw), "event 'drew secretly' shows"),
    ("views", with_play("buries", BuriesOpenly), "must note a secret event"),
    ("views", with_draw("knows-hands", KnowsOtherHands), "what is legal for seat"),
    ("texts", with_card("odd-memory", OddMemory()), "frozenset"),
    ("determinism", with_draw("dice", OwnDice), "it ends in another state"),
    ("determinism", with_card("outside", CountsOutside()), "in another state"),
    ("records", with_draw("key", ReadsTheKey), "its record"),
    ("progress", toy("forgets", policies=Policies(advance=forgets)), "has lost a completed phase"),
    ("bots", toy("endless", policies=Policies(finish=nobody_wins)), "the game has no end"),
]
