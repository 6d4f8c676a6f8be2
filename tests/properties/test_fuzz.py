"""Damaged documents, a million of them in the deep profile: read, or refused with one typed error.

Sound documents of every kind and ruleset are damaged (`damage.py`), in their data or in their text,
or there was never a form in them. An example of hypothesis is a number from which so many inputs
follow. Of some inputs the work is measured: it is bounded by their length.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tenphase as tp
from tenphase.table import MemoryJournal, TableHost
from tenphase.table.commands import COMMANDS
from tests.properties import damage
from tests.properties.damage import ODD, RULESETS, Work, damaged, damaged_text, documents, games
from tests.solver.worlds import DEEP
from tests.strategies import cards_of
from tests.table.tools import People

#: Inputs in all; the deep profile has 5,000 examples for each test, the ordinary one 100.
INPUTS = 1_100_000 if DEEP else 40_000
EXAMPLES = 5_000 if DEEP else 100
#: Which part of them each test has.
SHARES = {"json": 0.5, "raw": 0.1, "records": 0.15, "positions": 0.1, "actions": 0.05, "host": 0.1}
#: One input in so many is measured.
MEASURED = 50

Tried = Callable[[Random], str]


def many(what: str, try_one: Tried) -> Counter[str]:
    """Run an input after the other, and count what became of them."""
    found: Counter[str] = Counter()
    each = -(-INPUTS * SHARES[what] // EXAMPLES)

    @given(st.integers(0, 2**63))
    def run(number: int) -> None:
        dice = Random(number)
        for _ in range(int(each)):
            found[try_one(dice)] += 1

    run()
    assert found.total() >= INPUTS * SHARES[what]
    return found


def measured(dice: Random, size: int) -> Any:
    """Bounds the work on some inputs: so many calls for each character, and to compile rules."""
    return Work(400_000 + 200 * size) if dice.randrange(MEASURED) == 0 else nullcontext()


def test_a_million_in_all() -> None:
    assert sum(SHARES.values()) >= 1 - 1e-9
    assert not DEEP or INPUTS >= 1_000_000


# -- JSON --------------------------------------------------------------------------------------


def test_damaged_json() -> None:
    kinds = sorted(documents())

    def try_one(dice: Random) -> str:
        kind = dice.choice(kinds)
        (data, game), (other, _) = dice.choice(documents()[kind]), dice.choice(documents()[kind])
        text = json.dumps(damaged(data, other, dice))
        if dice.random() < 0.2:
            text = damaged_text(text, dice)
        return f"{kind} {read(text, game, dice)}"

    found = many("json", try_one)
    assert set(found) == {f"{kind} {word}" for kind in kinds for word in ("refused", "read")}
    assert {"state", "view", "action", "record", "options", "position", "event", "move"} < {*kinds}


def read(text: str | bytes, game: tp.Game, dice: Random) -> str:
    """Read a document: one typed error, or a value that reads back."""
    with measured(dice, len(text)):
        refusal: tp.JsonError | None = None
        try:
            value = tp.from_json(text, within=game)
        except tp.JsonError as error:
            refusal = error
    if refusal is not None:
        assert refusal.path.startswith("$")
        assert str(refusal).startswith(refusal.path)
        assert len(str(refusal)) < 1_000
        return "refused"
    data = tp.to_json(value)
    assert tp.from_json(json.loads(json.dumps(data)), within=game) == value, text
    if isinstance(value, tp.State):
        assert cards_of(value) == value.rules.deck.full
        assert value.over or value.actors
        assert dice.random() < 0.9 or tp.position(value.position()) == value
    if isinstance(value, tp.Record | tp.Position):
        assert type(value).parse(str(value)) == value
    return "read"


def test_raw_json() -> None:
    def try_one(dice: Random) -> str:
        return read(damage.raw(dice), games()[0], dice)

    found = many("raw", try_one)
    assert found["refused"] > found["read"] > 0


@pytest.mark.parametrize("kind", sorted(documents()))
def test_undamaged_documents_are_read(kind: str) -> None:
    """Else everything would be refused for a reason that is not the damage."""
    for data, within in documents()[kind]:
        text = json.dumps(data)
        assert json.dumps(tp.to_json(tp.from_json(text, within=within))) == text
    assert {within.rules.ruleset.id for _, within in documents()[kind]} == set(RULESETS)


# -- texts -------------------------------------------------------------------------------------


def test_damaged_records() -> None:
    long = [text for game in games() for text in (game.record(), game.seen_record(1))]
    short = [game.record() for game in games() if len(game.moves) < 12]

    def try_one(dice: Random) -> str:
        text = damaged_text(dice.choice(short if dice.random() < 0.7 else long), dice)
        with measured(dice, len(text)):
            try:
                record = tp.Record.parse(text)
            except tp.RecordError:
                return "refused"
        assert tp.Record.parse(str(record)) == record, text
        assert dice.random() < 0.9 or tp.from_json(tp.to_json(record)) == record
        if dice.random() < 0.05:
            with measured(dice, 50 * len(text)):
                try:
                    assert record.replay().record()
                except tp.RecordError:
                    return "not borne out"
            return "replayed"
        return "read"

    found = many("records", try_one)
    assert set(found) == {"refused", "read", "not borne out", "replayed"}


def test_damaged_positions() -> None:
    texts = [game.state.position() for game in games()]
    texts += [str(damage.puzzle(game)) for game in games()]

    def try_one(dice: Random) -> str:
        text = damaged_text(dice.choice(texts), dice)
        with measured(dice, len(text)):
            try:
                state = tp.position(text)
            except (tp.NotationError, tp.PositionError, tp.OptionError, tp.UnknownRuleset):
                return "refused"
        assert tp.position(state.position()) == state
        assert tp.from_json(tp.to_json(state)) == state
        assert cards_of(state) == state.rules.deck.full
        return "read"

    found = many("positions", try_one)
    assert set(found) == {"refused", "read"}


def test_damaged_actions() -> None:
    running = [game for game in games() if not game.over]

    def try_one(dice: Random) -> str:
        game = dice.choice(running)
        text = damaged_text(str(dice.choice(game.legal_actions())), dice)
        before = game.state
        state = before.copy()
        with measured(dice, len(text)):
            try:
                action = tp.parse_action(text, state.rules.deck)
                assert tp.parse_action(str(action), state.rules.deck) == action
                state.apply(action)
            except tp.NotationError:
                assert state == before
                return "not read"
            except tp.IllegalAction:
                assert state == before, text
                return "refused"
        return "played"

    found = many("actions", try_one)
    assert set(found) == {"not read", "refused", "played"}


# -- commands of a table host ------------------------------------------------------------------


class Tables:
    """A table for each ruleset, with people who send damaged commands."""

    def __init__(self) -> None:
        self.tables: dict[str, People] = {}

    def sound(self, ruleset: str, dice: Random) -> tuple[People, dict[str, Any]]:
        """A command that could be sent to a table that is being played."""
        people = self.tables.get(ruleset)
        if people is None or people.game.over or len(people.entries) > 150:
            people = self.tables[ruleset] = People(
                ruleset=ruleset, host=TableHost(MemoryJournal()), seed=str(dice.random()),
                options={"max_turns": 40}, on_leave=dice.choice(["bot", "drop"]), bot="random",
            )  # fmt: skip
        seat = people.game.actors[0]
        values: dict[str, Any] = {
            "token": dice.choice([people.tokens[seat], people.tokens[seat], people.owner]),
            "action": str(dice.choice(people.game.legal_actions(seat))), "ruleset": ruleset,
            "options": {"max_turns": 9}, "seats": 3, "seat": 1, "since": dice.randrange(50),
            "version": people.seating.version, "name": "Ann", "bot": "random", "seed": "1",
            "on_leave": "bot", "preset": None,
        }  # fmt: skip
        do = dice.choice([*COMMANDS, "act", "act"])
        fields = {field.rstrip("?"): values[field.rstrip("?")] for field in COMMANDS[do]}
        return people, {"do": do, "table": "t", "id": "x" * dice.randrange(1, 40), **fields}


def test_damaged_commands() -> None:
    tables = Tables()

    def try_one(dice: Random) -> str:
        people, command = tables.sound(dice.choice(RULESETS), dice)
        _, other = tables.sound(dice.choice(RULESETS), dice)
        sent: Any = command if dice.random() < 0.2 else damaged(command, other, dice)
        if dice.random() < 0.02:
            sent = dice.choice([*copy.deepcopy(ODD), object(), b"\x00"])
        before = people.seating.version, people.game.state, len(people.seating.events)
        size = len(json.dumps(sent)) if isinstance(sent, dict) else 0
        reply = people.host.command(sent)
        assert json.loads(json.dumps(reply)) == reply
        if reply["ok"]:
            return f"{sent['do']} done"
        assert reply["code"]
        assert 0 < len(reply["message"]) < 1_000 + size
        after = people.seating.version, people.game.state, len(people.seating.events)
        assert after == before, "a refused command changes nothing"
        assert people.game.state.key.hex() not in json.dumps(reply)
        return f"{command['do']} refused"

    found = many("host", try_one)
    assert {f"{do} refused" for do in COMMANDS} <= set(found)
    assert {f"{do} done" for do in ("act", "leave", "view", "events", "record")} <= set(found)
