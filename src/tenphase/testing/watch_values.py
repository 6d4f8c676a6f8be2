"""Watchers of what a state looks like from outside: to a seat, as text, as JSON, as a record."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from random import Random

import attrs

from tenphase import from_json, to_json
from tenphase.actions import parse_action
from tenphase.errors import IllegalAction, PositionError, RecordError, TenphaseError
from tenphase.position import position
from tenphase.records import replay
from tenphase.state import State
from tenphase.testing.games import Play, Watcher
from tenphase.views import View, view_of

__all__ = ["Records", "Texts", "Views"]


class Views(Watcher):
    """A seat sees what it may, and nothing else."""

    name = "views"
    says = "other cards in other hands, stock and hidden piles make no difference to a seat"

    def __init__(self) -> None:
        self.twins = 0
        self._reason = ""

    def begin(self, play: Play) -> None:
        """A new game."""
        self.twins, self._reason = 0, ""

    def look(self, play: Play) -> None:
        """Change what the acting seat, some other one, and a spectator cannot see."""
        state = play.state
        for viewer in {play.seat, play.dice.randrange(state.rules.seats), None}:
            try:
                twin = hidden_twin(state, {viewer}, play.dice)
            except PositionError as error:
                self._reason = str(error)
                continue
            self.twins += 1
            view, other = view_of(state, viewer), view_of(twin, viewer)
            if view != other:
                who = "a spectator" if viewer is None else f"seat {viewer}"
                fields = ", ".join(_differing(view, other))
                raise self.fail(f"the view of {who} depends on hidden cards: {fields}")
            if viewer is not None and _legal(state, viewer) != _legal(twin, viewer):
                raise self.fail(f"what is legal for seat {viewer} depends on hidden cards")

    def moved(self, play: Play) -> None:
        """What follows from an action tells nobody more than the action itself."""
        before, state = play.before, play.state
        assert before is not None
        # a deal or a new stock takes cards out of sight that everybody has just seen
        if before.shuffles != state.shuffles or before.round != state.round or state.over:
            return
        others = [seat for seat in range(state.rules.seats) if seat != play.seat]
        viewer = play.dice.choice([None, *others])
        self._check_events(play, viewer)
        try:
            twin = hidden_twin(before, {viewer, play.seat}, play.dice)
            twin.apply(str(play.action), play.seat)
        except (PositionError, IllegalAction):
            return
        if twin.shuffles != state.shuffles or _in_the_open(twin) != _in_the_open(state):
            return  # a card that was hidden has been turned over
        if viewer is not None and twin.hands[viewer] != state.hands[viewer]:
            return  # or the viewer has got one
        view, other = view_of(state, viewer), view_of(twin, viewer)
        if view != other:
            fields = ", ".join(_differing(view, other))
            who = "a spectator" if viewer is None else f"seat {viewer}"
            raise self.fail(f"'{play.action}' gives a hidden card away to {who}: {fields}")

    def _check_events(self, play: Play, viewer: int | None) -> None:
        before, state, events = play.before, play.state, play.events
        assert before is not None
        assert events is not None
        if not any(event.kind in ("stock refilled", "left") for event in events):
            seen = {*_in_sight(before, viewer), *_in_sight(state, viewer)}
            for event in events:
                shown = event.seen_by(viewer).cards
                if secret := [card.text for card in shown if card.text not in seen]:
                    who = "a spectator" if viewer is None else f"seat {viewer}"
                    raise self.fail(f"event {event.kind!r} shows {who} hidden cards: {secret}")
            self._check_record(play, seen)

    def _check_record(self, play: Play, seen: AbstractSet[str]) -> None:
        """The text of an action stands in the records of running games, for all to read."""
        assert play.before is not None
        assert play.events is not None
        if len(play.before.actors) > 1:
            return  # answers that all give at once are not told
        if any(event.secret and event.seat == play.seat for event in play.events):
            return  # nor are cards where the ruleset says so
        if named := [card for card in _named(play.action) if card not in seen]:
            raise self.fail(
                f"'{play.action}' names hidden cards, so it must note a secret event: {named}"
            )

    def end(self, play: Play) -> None:
        """Some states at least must have been looked at."""
        if not self.twins and self._reason:
            raise self.fail(f"no state could be set up with other hidden cards: {self._reason}")


def hidden_twin(state: State, viewers: AbstractSet[int | None], dice: Random) -> State:
    """A state with other cards wherever none of some seats can see them.

    Cards that everybody knows to be in a hand stay there, and so do those that a pending decision
    speaks of, so that the decision keeps its sense.
    """
    deck = state.rules.deck
    pending = Counter(deck.codes[word] for word in _words(state.pending) if word in deck.codes)
    zones: dict[str, tuple[bytes, bytes]] = {"stock": (b"", state.stock)}
    for seat, hand in enumerate(state.hands):
        if seat not in viewers:
            stays = Counter(state.known[seat]) | (Counter(hand) & pending)
            kept = bytes(stays.elements())
            zones[f"hand {seat}"] = (kept, bytes((Counter(hand) - stays).elements()))
    for name, cards in state.piles.items():
        if not any(_may_look(state, name, viewer) for viewer in viewers):
            zones[f"pile {name}"] = (b"", cards)
    pool = list(b"".join(hidden for _, hidden in zones.values()))
    dice.shuffle(pool)
    lines = dict(line.split(": ", 1) for line in state.position().splitlines())
    for zone, (kept, hidden) in zones.items():
        dealt = bytes([pool.pop() for _ in hidden])
        lines[zone] = deck.text(sorted(kept + dealt) if zone != "stock" else dealt) or "-"
    lines["key"] = dice.randbytes(32).hex()
    return position("\n".join(f"{name}: {value}" for name, value in lines.items()))


def _named(action: object) -> list[str]:
    """The texts of the cards that an action names."""
    cards = [card for meld in getattr(action, "melds", ()) for card in meld.cards]
    cards += getattr(action, "cards", ())
    if hasattr(action, "card"):
        cards.append(action.card)
    return [card.text for card in cards]


def _may_look(state: State, pile: str, viewer: int | None) -> bool:
    rules = state.rules
    return not pile.startswith("_") and rules.ruleset.sees_pile(rules.options, pile, viewer)


def _words(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _words(item)


def _legal(state: State, seat: int) -> tuple[object, ...]:
    return (state.actors, state.legal_actions(seat))


def _differing(one: View, other: View) -> Iterable[str]:
    for field in attrs.fields(View):
        if getattr(one, field.name) != getattr(other, field.name):
            yield f"{field.name} ({getattr(one, field.name)!r} or {getattr(other, field.name)!r})"


def _in_sight(state: State, viewer: int | None) -> Iterator[str]:
    """The texts of the cards that a seat can see."""
    zones = [state.discard, *state.front, *state.known]
    zones += [cards for name, cards in state.piles.items() if _may_look(state, name, viewer)]
    zones += [laid.cards for melds in state.table for laid in melds]
    if viewer is not None:
        zones.append(state.hands[viewer])
    kinds = state.rules.deck.kinds
    return (kinds[code].text for code in set(b"".join(zones)))


def _in_the_open(state: State) -> tuple[object, ...]:
    piles = [cards for name, cards in state.piles.items() if _may_look(state, name, None)]
    return (state.discard, state.front, state.table, state.known, piles)


class Texts(Watcher):
    """States and actions survive being written down."""

    name = "texts"
    says = "positions, action texts, JSON and pickles read back to what they were"

    def look(self, play: Play) -> None:
        """Write and read the state and what is legal in it."""
        state = play.state
        text = state.position()
        try:
            again = position(text)
        except TenphaseError as error:
            raise self.fail(f"its position text cannot be read: {error}") from error
        if again != state:
            raise self.fail(f"its position text stands for another state: {again.position()}")
        if again.position() != text:
            raise self.fail("its position text changes when it is read and written again")
        deck = state.rules.deck
        for action in play.legal[:30]:
            if parse_action(str(action), deck) != action:
                raise self.fail(f"the text '{action}' stands for another action")
        if from_json(json.dumps(to_json(state))) != state:
            raise self.fail("its JSON stands for another state")
        if pickle.loads(pickle.dumps(state)) != state:  # noqa: S301 - our own
            raise self.fail("its pickle stands for another state")


class Records(Watcher):
    """Games survive being written down."""

    name = "records"
    says = "the record of a game replays to the same state"

    def end(self, play: Play) -> None:
        """Write the record and replay it."""
        text = play.game.record()
        try:
            again = replay(text)
        except (RecordError, IllegalAction) as error:
            raise self.fail(f"its record does not replay: {error}") from error
        if not again.state.same_position(play.state):
            raise self.fail("its record replays to another state")
        if again.record() != text:
            raise self.fail("the record of the replayed game is another one")
