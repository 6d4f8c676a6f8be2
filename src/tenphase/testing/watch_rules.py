"""Watchers of what is legal, what happens, and where the cards are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tenphase.actions import (
    Action,
    Choose,
    Discard,
    DrawDiscard,
    DrawStock,
    Hit,
    LayDown,
    Leave,
    Meld,
    PlayCard,
    Swap,
)
from tenphase.cards import Card
from tenphase.errors import IllegalAction
from tenphase.game import new_game
from tenphase.ledger import ledger_of
from tenphase.state import State
from tenphase.testing.games import Play, Watcher

__all__ = ["Conserved", "Copies", "Determined", "Legal", "Progress", "Refused", "cards_of"]

#: Of a long list of legal actions so many are tried, and so many that are made up.
_TRIED = 24
_MADE_UP = 8


def cards_of(state: State) -> bytes:
    """All cards of a state, in whatever zone, sorted."""
    zones = [*state.hands, state.stock, state.discard, *state.front, *state.piles.values()]
    zones += [laid.cards for melds in state.table for laid in melds]
    return bytes(sorted(b"".join(zones)))


class Conserved(Watcher):
    """No card is lost and none appears."""

    name = "conservation"
    says = "hands, stock, discards, table, front and piles hold the deck, no more and no less"
    quick = True

    def begin(self, play: Play) -> None:
        """After the deal."""
        self.count(play.state)

    def moved(self, play: Play) -> None:
        """After every action."""
        self.count(play.state)

    def count(self, state: State) -> None:
        """Count the cards of a state."""
        deck = state.rules.deck
        held = cards_of(state)
        if held != deck.full:
            missing = Counter(deck.full) - Counter(held)
            surplus = Counter(held) - Counter(deck.full)
            words = [f"{n} {deck.kinds[code]} missing" for code, n in missing.items()]
            words += [f"{n} {deck.kinds[code]} too many" for code, n in surplus.items()]
            raise self.fail(f"the cards are not the deck: {', '.join(words)}")
        for seat, hand in enumerate(state.hands):
            if len(hand) > 1 and hand != bytes(sorted(hand)):
                raise self.fail(f"the hand of seat {seat} is not sorted")
            known = state.known[seat]
            if known and Counter(known) - Counter(hand):
                text = deck.text(known)
                raise self.fail(f"seat {seat} is known to hold {text}, and does not hold all of it")


class Legal(Watcher):
    """The list of legal actions is a promise."""

    name = "legal"
    says = "who may act has legal actions, each once, each with a result of its own, and all work"

    def look(self, play: Play) -> None:
        """Try them on copies."""
        state, legal = play.state, play.legal
        seats = range(state.rules.seats)
        if len(set(state.actors)) != len(state.actors) or any(s not in seats for s in state.actors):
            raise self.fail(f"the seats that may act are {state.actors}")
        for seat in seats:
            actions = state.legal_actions(seat)
            if seat in state.actors:
                if not actions:
                    raise self.fail(f"seat {seat} may act, but nothing is legal")
            elif actions:
                raise self.fail(f"seat {seat} may not act, but {actions[0]} is legal for it")
        if len(set(legal)) != len(legal):
            twice = [str(action) for action, n in Counter(legal).items() if n > 1]
            raise self.fail(f"listed twice: {', '.join(twice)}")
        self._try(play, legal)

    def _try(self, play: Play, legal: tuple[Action, ...]) -> None:
        state = play.state
        # where answers are secret, one may turn out to make no difference; and when a round has
        # ended, it does not matter any more with which card
        secret = state.rules.stages[state.stage].visible(state, play.seat) != state.pending
        results: dict[State, Action] = {}
        for action in legal if len(legal) <= _TRIED else play.dice.sample(legal, _TRIED):
            try:
                after = state.after(action, play.seat)
            except IllegalAction as error:
                raise self.fail(f"'{action}' is listed as legal and refused: {error}") from error
            if after == state:
                raise self.fail(f"'{action}' changes nothing")
            if secret or after.round != state.round or after.over:
                continue
            if after in results:
                raise self.fail(f"'{results[after]}' and '{action}' have the same result")
            results[after] = action

    def end(self, play: Play) -> None:
        """After the game nobody may do anything."""
        state = play.state
        if state.over and (state.actors or any(map(state.legal_actions, range(state.rules.seats)))):
            raise self.fail("the game is over, and somebody may still act")


class Unheard(Action):
    """An action that no ruleset knows."""

    def __str__(self) -> str:
        return "unheard of"


class Refused(Watcher):
    """Whatever is not legal is refused with a reason, and nothing has changed."""

    name = "refusals"
    says = "actions that are not legal raise IllegalAction with a code, and leave the state alone"

    def look(self, play: Play) -> None:
        """Try actions that are made up."""
        state = play.state
        results: set[State] | None = None
        for action in self._made_up(play):
            after = self._outcome(play, action, play.seat)
            if after is None or isinstance(action, LayDown | Leave):
                continue
            if results is None:
                results = {state.after(legal, play.seat) for legal in play.legal}
            if after not in results:
                raise self.fail(f"'{action}' is not listed as legal, but carried out")
        others = [seat for seat in range(state.rules.seats) if seat not in state.actors]
        if others:
            seat = play.dice.choice(others)
            if self._outcome(play, play.dice.choice(play.legal), seat) is not None:
                raise self.fail(f"seat {seat} may not act, but its action is carried out")

    def end(self, play: Play) -> None:
        """After the game everything is refused."""
        if play.state.over and self._outcome(play, DrawStock(), play.state.to_act) is not None:
            raise self.fail("the game is over, but one may still draw")

    def _outcome(self, play: Play, action: Action, seat: int) -> State | None:
        """The state after an action, None if it is refused as it should be."""
        state = play.state
        after = state.copy()
        try:
            after.apply(action, seat)
        except IllegalAction as error:
            if after != state or hash(after) != hash(state):
                raise self.fail(f"'{action}' is refused, but has changed the state") from error
            self._check_reason(play, action, error)
            return None
        except Exception as error:
            what = f"'{action}' of seat {seat} raises {type(error).__name__} instead of"
            raise self.fail(f"{what} IllegalAction: {error}") from error
        if cards_of(after) != state.rules.deck.full:
            raise self.fail(f"'{action}' of seat {seat} is carried out, and cards are lost or made")
        return after

    def _check_reason(self, play: Play, action: Action, error: IllegalAction) -> None:
        if not (isinstance(error.code, str) and error.code and error.message):
            raise self.fail(f"the refusal of '{action}' has no code or no sentence")
        ledger = ledger_of(play.ruleset)
        if error.rule is not None and error.rule not in ledger.rules:
            raise self.fail(f"the refusal of '{action}' cites {error.rule!r}, not in the ledger")

    def _made_up(self, play: Play) -> Iterator[Action]:
        dice, state = play.dice, play.state
        deck, seats = state.rules.deck, state.rules.seats
        hand = deck.decode(state.hands[play.seat])
        foreign = Card("no-such-card")
        targets = [None, -1, seats, *range(seats)]

        def card() -> Card:
            return dice.choice([*deck.kinds, *hand, *hand, foreign])

        listed = [action for action in play.legal if isinstance(action, Choose)]
        words = [action.choice for action in listed] or ["no-such-choice"]
        for _ in range(_MADE_UP):
            melds = [dice.choices(hand or deck.kinds, k=dice.randint(1, 4)) for _ in range(2)]
            lay = LayDown(tuple([Meld(tuple(meld)) for meld in melds[: dice.randint(1, 2)]]))
            yield dice.choice(
                [
                    DrawStock(),
                    DrawDiscard(),
                    Discard(card()),
                    PlayCard(card(), dice.choice(targets)),
                    Hit(card(), dice.randint(-1, seats), dice.randint(-1, 3)),
                    Swap(card(), dice.randint(-1, seats), dice.randint(-1, 3)),
                    Choose(dice.choice([*words, "no-such-choice"])),
                    Choose(dice.choice(words), (card(),), dice.choice(targets)),
                    Leave(),
                    Unheard(),
                    lay,
                ]
            )


class Copies(Watcher):
    """Copies share nothing that changes."""

    name = "copies"
    says = "a state that was copied stays as it is when the other one plays on"

    def __init__(self) -> None:
        self._text = ""

    def look(self, play: Play) -> None:
        """Remember how the state looks; to print it changes nothing."""
        self._text = play.state.position()
        if play.state.copy() != play.state:
            raise self.fail("a copy is not equal")

    def moved(self, play: Play) -> None:
        """The state before the action is as it was, though the game went on from a copy."""
        assert play.before is not None
        assert play.action is not None
        text = play.before.position()
        if text != self._text:
            was, now = _first_difference(self._text, text)
            raise self.fail(
                f"'{play.action}' has changed the state it started from, of which the game "
                f"has a copy (replace dictionaries, do not write into them): {was!r} is now {now!r}"
            )
        if play.before.after(play.action, play.seat) != play.state:
            raise self.fail(f"'{play.action}' does one thing to a state and another to its copy")


def _first_difference(one: str, other: str) -> tuple[str, str]:
    lines, others = one.splitlines(), other.splitlines()
    for a, b in zip(lines, others, strict=False):
        if a != b:
            return a, b
    return "", (lines + others)[min(len(lines), len(others))]


class Determined(Watcher):
    """The same key and the same actions make the same game."""

    name = "determinism"
    says = "the same seed and actions give the same lists of legal actions and the same states"

    def __init__(self) -> None:
        self._seen: dict[int, tuple[Action, ...]] = {}

    def begin(self, play: Play) -> None:
        """A new game."""
        self._seen = {}

    def look(self, play: Play) -> None:
        """Remember what was legal."""
        self._seen[len(play.actions)] = play.legal

    def end(self, play: Play) -> None:
        """Play it again."""
        game = new_game(play.ruleset, **play.arguments)  # type: ignore[arg-type]
        moves = [move for move, _ in play.game.history if move.action is not None]
        for number, move in enumerate(moves):
            legal = self._seen.get(number)
            if legal is not None and legal != game.legal_actions(move.seat):
                raise self.fail(f"when it is played again, other actions are legal at {number}")
            assert move.action is not None
            try:
                game.play(move.action, move.seat)
            except IllegalAction as error:
                again = f"when it is played again, action {number + 1}, '{move.action}',"
                raise self.fail(f"{again} is refused: {error}") from error
        if game.state != play.state:
            raise self.fail("when it is played again, it ends in another state")


class Progress(Watcher):
    """Phases, points and places are what they can be."""

    name = "progress"
    says = "completed phases only grow, points and places are numbers, and an end has winners"
    quick = True

    def moved(self, play: Play) -> None:
        """After every action."""
        before, state = play.before, play.state
        assert before is not None
        if state.totals is before.totals and state.done is before.done and not state.over:
            return
        seats, phases = state.rules.seats, len(state.rules.phases)
        for name in ("totals", "done", "phase"):
            values = getattr(state, name)
            if len(values) != seats or not all(type(value) is int for value in values):
                raise self.fail(f"{name} is not one whole number for each seat: {values!r}")
        for seat in range(seats):
            if before.done[seat] & ~state.done[seat]:
                raise self.fail(f"seat {seat} has lost a completed phase")
            if state.done[seat] >> phases or not -1 <= state.phase[seat] < phases:
                raise self.fail(f"seat {seat} has, or tries, a phase that there is not")
        self._check_places(play)

    def _check_places(self, play: Play) -> None:
        state = play.state
        standings = play.game.standings
        if sorted(standing.seat for standing in standings) != list(range(state.rules.seats)):
            raise self.fail(f"the standings do not have each seat once: {standings}")
        if not state.over:
            return
        if bool(state.winners) == state.aborted:
            raise self.fail(f"the game is over with winners {state.winners}, {state.aborted=}")
        first = {standing.seat for standing in standings if standing.place == 1}
        if state.winners and first != set(state.winners):
            raise self.fail(f"the winners are {state.winners}, but first in the standings {first}")
