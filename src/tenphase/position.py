"""Positions: any moment of a game, set up from what matters and validated.

A position is to this game what FEN is to chess: rule examples, tests, puzzles and bug reports are
written in it. What is not said is filled in: hands are dealt from the cards left, and the
rest of the deck is the stock. `State.position` prints a state, `position` reads it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tenphase.actions import parse_meld
from tenphase.chance import key_from_seed, shuffled
from tenphase.errors import IllegalAction, NotationError, PositionError, brief
from tenphase.laid import Laid, as_given
from tenphase.position_text import (
    MOST_COUNTED,
    MOST_POINTS,
    MOST_SKIPS,
    Position,
    plain_data,
    position_text,
    read_fields,
)
from tenphase.registry import find_rules
from tenphase.ruleset import Ruleset
from tenphase.stages.laying import check_melds, codes_of
from tenphase.state import GAME_OVER, State

if TYPE_CHECKING:
    from tenphase.rules import Rules

__all__ = ["Position", "position", "position_text"]

#: Stands for "all cards that are nowhere else" in the stock or in the discard pile.
REST = "*"

_RULES = ("seats", "preset", "options")


def position(text: str | Ruleset, /, **fields: Any) -> State:
    """Set up a state from a position text, or from a ruleset and keywords.

    Keywords, all of them optional: `seats`, `preset`, `options`; `hands`, `table`, `front`,
    `known` (mappings from a seat to cards; the table's melds are joined by ` / `); `discard` and
    `stock` from bottom to top, where `*` stands for the cards left over; `piles` by name;
    `to_act` (the seat left of the dealer), `stage` ("draw"), `dealer` (0), `round`, `turn`;
    `phases` (labels, one for each seat), `done` (completed phases, "1,2" for each seat; by
    default those before the current one), `totals`, `skips`, `guard`, `active`, `out`,
    `laid_now`, `floating`, `taken`, `playoff`, `winners`, `aborted`, `direction`, `pending`,
    `memory`; `seed` or `key`, `shuffles`.

    Raises `NotationError` for what cannot be read, and `PositionError` naming the field for
    what cannot be: cards that the deck does not have, melds that do not make the phase, a stage
    that does not exist.

    >>> state = position("mattel-classic", seats=3, hands={1: "R5 W S"}, table={1: "R3 B3 G3 / "
    ...     "R7 B7 G7", 2: "R9 B9 G9 / Y4 B4 G4"}, stage="play", discard="R1")
    >>> [str(action) for action in state.legal_actions()][:3]
    ['hit W=3 on 1.0', 'hit W=7 on 1.1', 'hit W=9 on 2.0']
    >>> position(state.position()) == state
    True
    """
    if isinstance(text, str) and (":" in text or "\n" in text):
        fields = {**read_fields(text), **fields}
        if "ruleset" not in fields:
            raise NotationError("a position text begins with 'ruleset: NAME'", piece="ruleset")
        ruleset = fields.pop("ruleset")
    else:
        ruleset = text
    chosen = {name: fields.pop(name) for name in _RULES if name in fields}
    rules = find_rules(ruleset, **chosen)
    return _Builder(rules, fields).build()


class _Builder:
    """Puts a state together field by field. Every field is looked at once and ticked off."""

    def __init__(self, rules: Rules, fields: dict[str, Any]) -> None:
        self.rules = rules
        self.fields = dict(fields)
        self.state = State(rules, self._key())

    def _take(self, name: str, default: Any) -> Any:
        value = self.fields.pop(name, None)
        return default if value is None else value

    def build(self) -> State:
        state = self.state
        self._seats_and_stage()
        self._progress()
        self._cards()
        self._flags()
        if self.fields:
            name = next(iter(self.fields))
            raise PositionError(f"a position has no field {brief(name)}", field=name)
        self._check_playable()
        return state

    def _key(self) -> bytes:
        key, seed = self.fields.pop("key", None), self._take("seed", 0)
        if key is None:
            return key_from_seed(seed)
        try:
            found = bytes.fromhex(key) if isinstance(key, str) else bytes(memoryview(key))
        except (ValueError, TypeError):
            found = b""
        if len(found) != 32:
            raise PositionError("the key is 32 bytes, written as 64 hex digits", field="key")
        return found

    # -- numbers -------------------------------------------------------------------------------

    def _list(self, name: str, default: Sequence[Any]) -> Sequence[Any]:
        values = self._take(name, default)
        if not isinstance(values, list | tuple):
            raise PositionError(f"{name} is a list; not {brief(values)}", field=name)
        return values

    def _number(self, name: str, default: int, least: int, most: int) -> int:
        value = self._take(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise PositionError(f"{name} is {least} to {most}; not {brief(value)}", field=name)
        return value

    def _numbers(
        self, name: str, default: tuple[int, ...], least: int, most: int
    ) -> tuple[int, ...]:
        values = tuple(self._list(name, default))
        if len(values) != len(default):
            raise PositionError(f"{name} has one number for each seat: {brief(values)}", field=name)
        for value in values:
            if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
                raise PositionError(f"{name}: {brief(value)} is not {least} to {most}", field=name)
        return values

    def _seat_set(self, name: str, default: tuple[int, ...]) -> tuple[int, ...]:
        values = self._list(name, default)
        seats = range(self.rules.seats)
        if any(seat.__class__ is not int or seat not in seats for seat in values):
            raise PositionError(f"{name} lists seats; not {brief(values)}", field=name)
        if len(set(values)) < len(values):
            raise PositionError(f"{name} lists a seat twice: {brief(values)}", field=name)
        return tuple(sorted(values))

    def _seats_and_stage(self) -> None:
        state, rules = self.state, self.rules
        seats = rules.seats
        state.active = self._seat_set("active", tuple(range(seats)))
        if not state.active:
            raise PositionError("active: nobody plays", field="active")
        state.dealer = self._number("dealer", 0, 0, seats - 1)
        state.direction = self._number("direction", 1, -1, 1)
        if not state.direction:
            raise PositionError("direction is 1 (to the left) or -1; not 0", field="direction")
        left = rules.next_seat(state, state.dealer)
        state.to_act = self._number("to_act", left, 0, seats - 1)
        state.round = self._number("round", 1, 1, MOST_COUNTED)
        state.turn = self._number("turn", 1, 0, MOST_COUNTED)
        state.shuffles = self._number("shuffles", 1, 0, MOST_COUNTED)
        state.out = self._number("out", -1, -1, seats - 1)
        stage = str(self._take("stage", rules.first_stage)).replace("_", " ")
        if stage != GAME_OVER and stage not in rules.stages:
            known = ", ".join([*rules.stages, GAME_OVER])
            raise PositionError(
                f"there is no stage {brief(stage)} (there are: {known})", field="stage"
            )
        if len(state.active) == 1 and stage != GAME_OVER:
            raise PositionError("active: one seat alone does not play", field="active")
        state.stage = stage
        state.winners = self._seat_set("winners", ())

    def _progress(self) -> None:
        state, rules = self.state, self.rules
        seats, count = rules.seats, len(rules.phases)
        state.phase = self._phases("phases", [None] * seats)
        state.upcoming = self._phases("upcoming", [])
        done = self._list("done", ())
        if not done:
            state.done = tuple((1 << max(index, 0)) - 1 for index in state.phase)
        else:
            state.done = tuple(self._mask(word) for word in done)
            if len(state.done) != seats:
                raise PositionError("done has one list for each seat", field="done")
        if any(mask >> count for mask in state.done):
            raise PositionError("done names a phase that is not played", field="done")
        state.totals = self._numbers("totals", (0,) * seats, -MOST_POINTS, MOST_POINTS)
        state.skips = self._numbers("skips", (0,) * seats, 0, MOST_SKIPS)
        state.guard = self._numbers("guard", (-1,) * seats, -1, seats - 1)

    def _phases(self, name: str, default: Sequence[object]) -> tuple[int, ...]:
        labels = self._list(name, default)
        if len(labels) != self.rules.seats and (labels or default):
            raise PositionError(
                f"{name} has one label for each seat; not {brief(labels)}", field=name
            )
        return tuple([self._phase(label) for label in labels])

    def _phase(self, label: object) -> int:
        rules = self.rules
        if label is None:
            return -1 if rules.options.phase_order == "free" else 0
        if label == "-":
            return -1
        index = rules.labels.get(str(label))
        if index is None:
            known = ", ".join(rules.labels)
            raise PositionError(
                f"there is no phase {brief(label)} (there are: {known})", field="phases"
            )
        return index

    def _mask(self, word: object) -> int:
        labels = word.split(",") if isinstance(word, str) else word
        if labels in (["-"], [""]):
            return 0
        if not isinstance(labels, list | tuple):
            raise PositionError(f"done lists phases; not {brief(labels)}", field="done")
        indices = {self._phase(label) for label in labels}
        if -1 in indices:
            raise PositionError(f"done lists phases, or is '-'; not {brief(word)}", field="done")
        return sum([1 << index for index in indices])

    # -- cards ---------------------------------------------------------------------------------

    def _codes(self, field: str, cards: str | Sequence[Any]) -> bytes:
        if isinstance(cards, str) and cards.strip() == "-":
            return b""
        try:
            return self.rules.deck.encode(cards)
        except NotationError as error:
            raise PositionError(f"{field}: {error}", field=field) from error
        except TypeError:
            raise PositionError(
                f"{field}: {brief(cards)} is no list of cards", field=field
            ) from None

    def _named(self, name: str) -> dict[str, Any]:
        given = self._take(name, {})
        if not isinstance(given, Mapping) or not all(isinstance(key, str) for key in given):
            raise PositionError(f"{name} maps names to values; not {brief(given)}", field=name)
        return dict(given)

    def _by_seat(self, name: str, field: str) -> dict[int, Any]:
        given = self._take(name, {})
        if not isinstance(given, Mapping):
            raise PositionError(f"{name} maps seats to cards; not {brief(given)}", field=name)
        for seat in given:
            if seat.__class__ is not int or seat not in range(self.rules.seats):
                raise PositionError(f"there is no seat {brief(seat)}", field=f"{field} {seat}")
        return dict(given)

    def _cards(self) -> None:
        state, rules = self.state, self.rules
        seats = range(rules.seats)
        hands = {s: self._codes(f"hand {s}", c) for s, c in self._by_seat("hands", "hand").items()}
        fronts = {
            s: self._codes(f"front {s}", c) for s, c in self._by_seat("front", "front").items()
        }
        state.front = tuple(fronts.get(seat, b"") for seat in seats)
        tables = self._by_seat("table", "table")
        state.table = tuple(self._melds(seat, tables.get(seat, "")) for seat in seats)
        piles = self._named("piles")
        state.piles = {name: self._codes(f"pile {name}", cards) for name, cards in piles.items()}
        discard, discard_rest = self._pile("discard", "-")
        stock, stock_rest = self._pile("stock", REST)
        used = b"".join([*hands.values(), *state.front, *state.piles.values(), discard, stock])
        used += b"".join(laid.cards for melds in state.table for laid in melds)
        self._refuse_surplus(used)
        left = list(shuffled(rules.deck.rest(used), state.key, 2**63))
        for seat in seats:
            if seat not in hands:
                size = rules.hand_size if seat in state.active and not state.over else 0
                if state.table[seat]:
                    size = max(0, size - sum(len(laid.cards) for laid in state.table[seat]))
                size += state.stage == "play" and seat == state.to_act
                hands[seat] = bytes([left.pop() for _ in range(min(size, len(left)))])
        state.hands = tuple(bytes(sorted(hands[seat])) for seat in seats)
        if left and not (discard_rest or stock_rest):
            cards = rules.deck.text(sorted(left))
            raise PositionError(
                f"{len(left)} cards are nowhere (write * in the stock for the rest): {cards}",
                field="stock",
            )
        rest = bytes(left)
        state.stock = (rest if stock_rest else b"") + stock
        state.discard = (rest if discard_rest and not stock_rest else b"") + discard
        known = {
            s: self._codes(f"known {s}", c) for s, c in self._by_seat("known", "known").items()
        }
        state.known = tuple(bytes(sorted(known.get(seat, b""))) for seat in seats)
        for seat in seats:
            if Counter(state.known[seat]) - Counter(state.hands[seat]):
                raise PositionError(f"known {seat}: not in that hand", field=f"known {seat}")

    def _pile(self, name: str, default: str) -> tuple[bytes, bool]:
        cards = self._take(name, default)
        if not isinstance(cards, str):
            return self._codes(name, cards), False
        words = cards.split()
        return self._codes(name, [w for w in words if w not in (REST, "-")]), REST in words

    def _refuse_surplus(self, used: bytes) -> None:
        surplus = self.rules.deck.missing(used)
        if surplus:
            words = ", ".join(f"{n} {card} too many" for card, n in surplus.items())
            raise PositionError(
                f"the deck does not have all of these cards: {words}", field="cards"
            )

    def _melds(self, seat: int, text: object) -> tuple[Laid, ...]:
        rules, field = self.rules, f"table {seat}"
        if not text or text == "-":
            return ()
        parts = text.split("/") if isinstance(text, str) else text
        if not isinstance(parts, list | tuple):
            raise PositionError(f"{field}: {brief(text)} is no list of melds", field=field)
        index = self.state.phase[seat]
        if index < 0:
            raise PositionError(f"{field}: say which phase lies there", field="phases")
        try:
            melds = [parse_meld(p, rules.deck) if isinstance(p, str) else p for p in parts]
            groups = [codes_of(rules, meld) for meld in melds]
            lying = check_melds(rules, index, groups, extras=True)
        except (NotationError, IllegalAction) as error:
            raise PositionError(f"{field}: {error}", field=field) from error
        specs = rules.phase_tables[index].specs
        made = as_given(groups, lying, specs)
        return tuple(
            Laid(spec.table, cards, shown) for spec, (cards, shown) in zip(specs, made, strict=True)
        )

    # -- the rest ------------------------------------------------------------------------------

    def _flags(self) -> None:
        state, rules = self.state, self.rules
        begins_empty = state.stage == rules.first_stage and not state.hands[state.to_act]
        for name in ("laid_now", "playoff", "aborted", "floating"):
            flag = self._take(name, begins_empty if name == "floating" else False)
            if not isinstance(flag, bool):
                raise PositionError(f"{name} is True or False; not {brief(flag)}", field=name)
            setattr(state, name, flag)
        taken = self._take("taken", None)
        state.taken = -1 if taken is None else self._codes("taken", [taken])[0]
        state.pending = plain_data(self._list("pending", ()), "pending")
        state.memory = {k: plain_data(v, "memory") for k, v in self._named("memory").items()}
        state.script = tuple(self._codes("script", order) for order in self._list("script", ()))
        if (state.stage == GAME_OVER) != bool(state.winners or state.aborted):
            raise PositionError(
                "a game that is over has winners or was aborted, and no other game", field="winners"
            )
        if state.to_act not in state.active and state.stage != GAME_OVER:
            raise PositionError(f"seat {state.to_act} does not play", field="to_act")
        for seat in range(rules.seats):
            turns = sum(
                1
                for code in state.front[seat]
                if (card := rules.action_card[code]) is not None and card.costs_a_turn
            )
            if turns > state.skips[seat]:
                state.skips = (*state.skips[:seat], turns, *state.skips[seat + 1 :])

    def _check_playable(self) -> None:
        state = self.state
        if state.stage == "play" and not state.hands[state.to_act]:
            raise PositionError("the seat to act has no card to play", field=f"hand {state.to_act}")
        if state.stage == GAME_OVER:
            return
        if why := self.rules.stages[state.stage].check_pending(state):
            raise PositionError(f"pending: {why}", field="pending")
        # with a card in hand a turn can be ended; to list all lay-downs would be a long answer
        if state.stage != "play" and not state.legal_actions():
            raise PositionError(
                f"nobody can do anything in stage {brief(state.stage)}", field="stage"
            )
