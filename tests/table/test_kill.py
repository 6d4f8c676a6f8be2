"""A process is killed at random moments: what it had acknowledged is there, once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tenphase.table import PostgresJournal, SQLiteJournal, TableHost
from tests.table.postgres import database, needs_postgres

PLAYER = Path(__file__).parent / "player.py"
DEEP = os.environ.get("TENPHASE_PROFILE") == "deep"

pytestmark = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="the player that is killed is forked"
)


class Players:
    """The process that forks players, and what they have said."""

    def __init__(self, place):
        self.process: Any = subprocess.Popen(
            [sys.executable, PLAYER, place],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        assert self.read() == "ready"

    def read(self):
        return self.process.stdout.readline().rstrip("\n")

    def kill_one(self, run, table, dice):
        """Let a player play and kill it at some moment; returns sent and acknowledged commands."""
        self.process.stdin.write(f"{run} {table}\n")
        self.process.stdin.flush()
        word, pid = self.read().split()
        assert word == "start"
        lines = []
        # the moment is after some lines and then some microseconds, in which it works on
        for _ in range(dice.choice([0, 0, 1, 2, 5, 20, 60])):
            lines.append(self.read())
            assert not lines[-1].startswith("gone"), "the player has failed"
        time.sleep(dice.choice([0, dice.random() / 1000, dice.random() / 50]))
        os.kill(int(pid), signal.SIGKILL)
        while not (lines and lines[-1] == "gone"):
            lines.append(self.read())
        sent, done = [], []
        for line in lines[:-1]:
            word, data = line.split(" ", 1)
            parts = list(_parts(data))
            if word == "send":
                sent += parts
            else:
                done.append(tuple(parts))
        return sent, done

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()


def _parts(text):
    decoder = json.JSONDecoder()
    place = 0
    while place < len(text):
        value, place = decoder.raw_decode(text, place)
        yield value
        place += 1


def check(open_journal, sent, done, acknowledged, ever_sent):
    """Look at the journal as a process that is started afterwards does.

    `ever_sent` are the commands of all players. A database server may still carry out what a
    player sent just before it was killed, so that it turns up a little later.
    """
    ever_sent.update((command["table"], command["id"]) for command in sent)
    journal = open_journal()
    try:
        host = TableHost(journal)
        for command, reply in done:
            acknowledged.setdefault((command["table"], command["id"]), (command, reply))
        tables = {command["table"] for command in sent}
        before = {table: journal.read(table) for table in tables}
        for table, texts in before.items():
            ids = [json.loads(text).get("id") for text in texts]
            there = {key for key in ids if key is not None}
            assert len(there) == sum(key is not None for key in ids), "something is there twice"
            wanted = {key for place, key in acknowledged if place == table}
            assert wanted <= there, "something acknowledged is not there"
            # all of it can be played
            view = host.command({"do": "view", "table": table})
            assert view.get("version", 0) == len(texts)
        for command, reply in done:
            assert host.command(command) == reply, "sent again, it has the answer that it had"
        assert {table: journal.read(table) for table in tables} == before
        for table, texts in before.items():
            # nothing was written but what was sent
            there = {json.loads(text)["id"] for text in texts if "id" in json.loads(text)}
            assert there <= {key for place, key in ever_sent if place == table}
        # what was sent last and not acknowledged: it is there or it is not; now it is known
        if len(sent) > len(done):
            last = sent[-1]
            known = last["id"] in {json.loads(t).get("id") for t in before[last["table"]]}
            if known:
                acknowledged[last["table"], last["id"]] = (last, None)
            return known
        return None
    finally:
        journal.close()


def kill_often(place, open_journal, kills):
    dice = Random(kills)
    acknowledged: dict = {}
    ever_sent: set = set()
    players = Players(place)
    between = {True: 0, False: 0, None: 0}
    table = 0
    try:
        for run in range(kills):
            sent, done = players.kill_one(run, table, dice)
            between[check(open_journal, sent, done, acknowledged, ever_sent)] += 1
            table = max([table, *(int(command["table"].split()[1]) for command in sent)])
    finally:
        players.close()
    journal = open_journal()
    for name, key in acknowledged:
        found = [text for text in journal.read(name) if json.loads(text).get("id") == key]
        assert len(found) == 1
    journal.close()
    return between, len(acknowledged)


def test_sqlite(tmp_path):
    path = tmp_path / "journal.db"
    between, count = kill_often(
        f"sqlite:{path}", lambda: SQLiteJournal(path), 2_000 if DEEP else 200
    )
    assert count > 200
    assert between[True] + between[False] > 20, "some were hit in the middle of a command"


def settled(conninfo):
    """A journal, a moment later: the server finishes what the killed player had sent."""
    time.sleep(0.05)
    return PostgresJournal(conninfo)


@needs_postgres
def test_postgres():
    with database() as conninfo:
        between, count = kill_often(
            f"postgres:{conninfo}", lambda: settled(conninfo), 300 if DEEP else 40
        )
    assert count > 40
    assert sum(between.values()) >= 40
