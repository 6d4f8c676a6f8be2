"""Many at once: threads on one host, and hosts on one journal."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from tenphase.bots import GreedyBot
from tenphase.table import JournalError, MemoryJournal, SQLiteJournal, TableHost
from tests.strategies import cards_of
from tests.table.tools import SHORT, People

SECRET = "0123456789abcdef"


def together(count, job):
    """Let a job be done by threads that start at the same moment."""
    gate = threading.Barrier(count)

    def start(number):
        gate.wait()
        return job(number)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(start, range(count)))


@pytest.mark.parametrize("shared", [False, True])
def test_two_requests_at_once(shared):
    """A46: all draw for one version of the game; one draws, the others hear that it is stale."""
    people = People(host=TableHost(MemoryJournal(), shared=shared))
    people.journal = people.host._journal
    seat, version = people.to_act, people.do("view")["version"]

    def draw(_):
        return people.act(seat, "draw stock", version=version)

    replies = together(8, draw)
    assert sorted(reply.get("code", "ok") for reply in replies) == ["ok"] + ["stale"] * 7
    assert cards_of(people.game.state) == people.game.rules.deck.full
    assert len(people.entries) == version + 1


def test_one_id_at_once():
    people = People()
    seat = people.to_act
    replies = together(8, lambda _: people.act(seat, "draw stock", id="draw"))
    assert all(reply == replies[0] for reply in replies)
    assert replies[0]["ok"]


def test_seats_at_once():
    host = TableHost(MemoryJournal())
    made = together(8, lambda n: host.command({"do": "create", "table": "t", "seats": 6}))
    assert sorted(reply.get("code", "ok") for reply in made) == ["ok"] + ["table-exists"] * 7
    joined = together(8, lambda n: host.command({"do": "join", "table": "t"}))
    assert sorted(r["seat"] for r in joined if r["ok"]) == list(range(6))
    assert len({r["token"] for r in joined if r["ok"]}) == 6


def play_by_view(host, table, token, seat):
    """A client: it knows its token, and asks until the game is over."""
    bot = GreedyBot()
    while True:
        view = host.command({"do": "view", "table": table, "token": token})
        if view["view"]["stage"] == "game over":
            return
        if not view["actions"]:
            continue
        game = host._tables[table].game
        choice = bot.choose(game.view(seat), game.legal_actions(seat)) if game.to_act == seat else 0
        act = {"do": "act", "table": table, "token": token, "version": view["version"]}
        host.command({**act, "action": str(choice or view["actions"][0])})


def test_games_in_threads_are_the_games_one_after_another(tmp_path):
    """A46: eight tables in eight threads, by one host."""
    journal = SQLiteJournal(":memory:")
    host = TableHost(journal)

    def play(number):
        one = People(journal, host=host, table=f"t{number}", seed=str(number), options=SHORT)
        one.play()
        return one.game.events

    at_once = together(8, play)
    for number, events in enumerate(at_once):
        alone = People(table=f"t{number}", seed=str(number), options=SHORT)
        dealer = alone.game.start.dealer
        other: Any = host._tables[f"t{number}"].game
        if dealer == other.start.dealer:
            alone.play()
            assert alone.game.events == events


def test_players_in_threads():
    people = People(options=SHORT, seats=4)
    together(4, lambda seat: play_by_view(people.host, "t", people.tokens[seat], seat))
    assert people.game.over
    people.host = TableHost(people.journal)
    assert people.game.over


# -- hosts --------------------------------------------------------------------------------------


@pytest.fixture(params=["memory", "sqlite", "two files"])
def journals(request, tmp_path):
    """Two journals in one place."""
    made: list[Any]
    if request.param == "memory":
        made = [MemoryJournal()] * 2
    elif request.param == "sqlite":
        made = [SQLiteJournal(tmp_path / "j.db")] * 2
    else:
        made = [SQLiteJournal(tmp_path / "j.db"), SQLiteJournal(tmp_path / "j.db")]
    yield made
    for journal in made:
        journal.close()


@pytest.mark.parametrize("shared", [False, True])
def test_hosts_on_one_journal(journals, shared):
    """Whichever host is asked, commands are carried out once, and illegal ones not at all."""
    hosts = [TableHost(journal, shared=shared) for journal in journals]
    people = People(journals[0], host=hosts[0], options=SHORT)
    other = hosts[1]
    dice = Random(2)
    for number in range(60):
        if people.game.over:
            break
        seat = people.to_act
        command = {
            "do": "act", "table": "t", "token": people.tokens[seat], "id": f"c{number}",
            "action": str(people.choose(seat)),
        }  # fmt: skip
        first, second = dice.sample(hosts, 2)
        reply = first.command(command)
        assert reply["ok"], reply
        assert second.command(command) == reply
        if shared:
            views = [host.command({"do": "view", "table": "t"}) for host in hosts]
            assert views[0] == views[1]
        else:
            people.host = first
    assert journals[0].read("t") == journals[1].read("t")
    fresh = TableHost(journals[0]).command({"do": "view", "table": "t"})
    assert fresh["version"] == len(journals[0].read("t"))
    assert other.command({"do": "create", "table": "t"})["code"] == "table-exists"


@pytest.mark.parametrize("shared", [False, True])
def test_hosts_at_once(journals, shared):
    hosts = [TableHost(journal, shared=shared) for journal in journals]
    people = People(journals[0], host=hosts[0])
    for host in hosts:
        host.command({"do": "view", "table": "t"})
    seat, version = people.to_act, people.do("view")["version"]
    act = {"do": "act", "table": "t", "token": people.tokens[seat], "action": "draw stock"}

    def draw(number):
        return hosts[number % 2].command({**act, "version": version})

    replies = together(6, draw)
    assert sorted(reply.get("code", "ok") for reply in replies) == ["ok"] + ["stale"] * 5
    assert len(journals[0].read("t")) == version + 1
    made = together(6, lambda n: hosts[n % 2].command({"do": "create", "table": "u"}))
    assert sorted(reply.get("code", "ok") for reply in made) == ["ok"] + ["table-exists"] * 5


def test_few_tables_are_kept_in_memory():
    journal = MemoryJournal()
    host = TableHost(journal, kept=2)
    tables = [People(journal, host=host, table=f"t{n}", seats=2) for n in range(5)]
    assert len(host._tables) == 2
    for _ in range(3):
        for people in tables:
            assert people.step()["ok"]
    assert len(host._tables) == 2


# -- a journal that fails -----------------------------------------------------------------------


class Flaky(MemoryJournal):
    """Fails when told to, before or after it has written."""

    fails = ""

    def append(self, table, number, entries):
        if self.fails == "before":
            raise JournalError("the disk is full")
        super().append(table, number, entries)
        if self.fails == "after":
            raise JournalError("the line went dead")


@pytest.mark.parametrize("when", ["before", "after"])
def test_trouble_with_the_journal(when):
    """Whether it was written shows when the command is sent again."""
    journal = Flaky()
    people = People(journal)
    seat, before = people.to_act, len(people.entries)
    journal.fails = when
    with pytest.raises(JournalError):
        people.act(seat, "draw stock", id="x")
    journal.fails = ""
    reply = people.act(seat, "draw stock", id="x")
    assert reply == {"ok": True, "seat": seat, "version": before + 1}
    assert len(people.entries) == before + 1
