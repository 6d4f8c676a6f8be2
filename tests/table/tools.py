"""What tests of the table host share: a table with people, and how they play."""

from __future__ import annotations

import json
from random import Random

import tenphase as tp
from tenphase.bots import GreedyBot
from tenphase.table import MemoryJournal, TableHost

#: Options that make a game short.
SHORT = {"phases": "first 1"}


class People:
    """A table where all seats are taken by people, each with a token."""

    def __init__(
        self, journal=None, *, host=None, table="t", seats=3, seed="7", people=None, **more
    ):
        self.journal = journal or MemoryJournal()
        self.host = host or TableHost(self.journal)
        self.table = table
        made = self.do("create", seats=seats, seed=seed, **more)
        assert made["ok"], made
        self.owner = made["owner"]
        self.tokens = []
        for seat in range(seats):
            if people is None or seat in people:
                self.tokens.append(self.do("join", seat=seat, name=f"P{seat}")["token"])
            else:
                assert self.do("seat bot", token=self.owner, seat=seat)["ok"]
                self.tokens.append(None)

    def do(self, what, **fields):
        """A command, as it comes out of JSON; the reply must be plain data too."""
        data = {"do": what, "table": self.table, **fields}
        reply = self.host.command(json.loads(json.dumps(data)))
        assert json.loads(json.dumps(reply)) == reply
        return reply

    def act(self, seat, action, **more):
        return self.do("act", token=self.tokens[seat], action=str(action), **more)

    @property
    def to_act(self) -> int:
        return self.game.state.to_act

    @property
    def game(self) -> tp.Game:
        """The game inside, for tests to look at."""
        return self.seating.game

    @property
    def seating(self):
        self.do("events", since=10**9)
        return self.host._tables[self.table]

    @property
    def entries(self):
        return self.journal.read(self.table)

    def choose(self, seat, dice=None):
        legal = self.game.legal_actions(seat)
        if dice is not None:
            return dice.choice(legal)
        return GreedyBot().choose(self.game.view(seat), legal)

    def step(self, dice=None, **more):
        """Whoever may act does something legal, greedily or by chance."""
        seat = self.game.actors[0]
        return self.act(seat, self.choose(seat, dice), **more)

    def play(self, steps=10_000, dice: Random | None = None):
        for _ in range(steps):
            if self.game.over:
                break
            reply = self.step(dice)
            assert reply["ok"], reply

    def refused(self, code, what, **fields):
        """The command is refused with this code, and nothing has changed."""
        before, state = self.entries, None if self.game is None else self.game.state
        events = len(self.seating.events)
        reply = self.do(what, **fields)
        assert reply["ok"] is False
        assert reply["code"] == code, reply
        assert reply["message"]
        assert self.entries == before
        assert len(self.seating.events) == events
        assert state is None or self.game.state == state
        return reply
