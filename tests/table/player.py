"""A process that plays at a table until it is killed. Run by test_kill.py, never imported.

`python player.py JOURNAL` reads lines "RUN TABLE" and forks a player for each, which writes what it
does to standard output: "start PID", "send ID" before a command, and "done ID REPLY" when it has
been acknowledged. When the player is gone, however it went, the line is "gone".

A player takes every seat, with the same ids each time, so it finds its seats again after a kill;
when the game is over it goes on at the next table.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from random import Random

from tenphase.table import PostgresJournal, SQLiteJournal, TableHost


def say(*words):
    os.write(1, (" ".join(str(word) for word in words) + "\n").encode())


def open_journal(place):
    if place.startswith("sqlite:"):
        return SQLiteJournal(place.removeprefix("sqlite:"))
    return PostgresJournal(place.removeprefix("postgres:"))


class Player:
    def __init__(self, host, run, table):
        self.host, self.run, self.table = host, run, table
        self.count = 0

    def send(self, do, key, **fields):
        command = {"do": do, "table": self.table, "id": key, **fields}
        say("send", json.dumps(command))
        reply = self.host.command(command)
        assert reply["ok"], reply
        say("done", json.dumps(command), json.dumps(reply))
        return reply

    def play(self):
        seats = 3
        secret = f"{self.table} 0123456789abcdef"
        options = {"phases": "first 1"}
        self.send("create", secret, seats=seats, on_leave="drop", options=options)
        tokens = [
            self.send("join", f"{secret} {seat}", seat=seat)["token"] for seat in range(seats)
        ]
        dice = Random(self.run)
        while True:
            views = [
                self.host.command({"do": "view", "table": self.table, "token": token})
                for token in tokens
            ]
            acting = [(v, t) for v, t in zip(views, tokens, strict=True) if v.get("actions")]
            if not acting:
                return
            view, token = acting[0]
            self.count += 1
            key = f"{self.run} {self.count}"
            actions = view["actions"]
            lays = [action for action in actions if action.startswith(("lay", "hit"))]
            action = lays[0] if lays else dice.choice(actions)
            self.send("act", key, token=token, action=action, version=view["version"])


def play(place, run, table):
    say("start", os.getpid())
    host = TableHost(open_journal(place))
    while True:
        Player(host, run, f"table {table}").play()
        table += 1


def main(place):
    say("ready")
    for line in sys.stdin:
        run, table = (int(word) for word in line.split())
        pid = os.fork()
        if pid == 0:
            try:
                play(place, run, table)
            except Exception:  # noqa: BLE001 - the test sees that the player is gone
                traceback.print_exc()
            os._exit(1)
        os.waitpid(pid, 0)
        say("gone")


if __name__ == "__main__":
    main(sys.argv[1])
