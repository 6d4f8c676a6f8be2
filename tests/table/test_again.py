"""The same command sent again: the same answer, and it has happened once."""

from __future__ import annotations

import pytest

from tenphase.table import MemoryJournal, SQLiteJournal, TableHost
from tests.table.tools import People

SECRET = "0123456789abcdef"


@pytest.fixture(params=["memory", "sqlite"])
def journal(request, tmp_path):
    made = MemoryJournal() if request.param == "memory" else SQLiteJournal(tmp_path / "j.db")
    yield made
    made.close()


def test_each_command(journal):
    """Also by a host that was started afterwards, and with bots who played on at once."""
    host = TableHost(journal)
    create = {"do": "create", "table": "t", "seats": 3, "seed": "7", "id": SECRET + "create"}
    made = host.command(create)
    join = {"do": "join", "table": "t", "seat": 0, "name": "Ann", "id": SECRET + "join"}
    ann = host.command(join)
    done = [(create, made), (join, ann)]
    for seat in (1, 2):
        bot = {
            "do": "seat bot",
            "table": "t",
            "token": made["owner"],
            "seat": seat,
            "id": f"b{seat}",
        }
        done.append((bot, host.command(bot)))
    for number in range(8):
        view = host.command({"do": "view", "table": "t", "token": ann["token"]})
        act = {"do": "act", "table": "t", "token": ann["token"], "action": view["actions"][-1]}
        act |= {"version": view["version"], "id": f"a{number}"}
        done.append((act, host.command(act)))
    leave = {"do": "leave", "table": "t", "token": ann["token"], "id": "bye"}
    done.append((leave, host.command(leave)))
    entries = journal.read("t")
    for again in (host, TableHost(journal)):
        for command, reply in done:
            assert reply["ok"]
            assert again.command(command) == reply
    assert journal.read("t") == entries


def test_an_id_is_for_one_command():
    people = People()
    seat = people.to_act
    assert people.act(seat, "draw stock", id="one")["ok"]
    people.refused("id-reused", "act", token=people.tokens[seat], action="draw discard", id="one")
    people.refused("id-reused", "leave", token=people.tokens[seat], id="one")


def test_ids_of_others_are_their_own():
    people = People(seats=2)
    seat = people.to_act
    assert people.act(seat, "draw stock", id="1")["ok"]
    assert people.act(1 - seat, "draw stock", id="1")["code"] == "not-your-turn"
    while people.to_act == seat:
        people.step()
    assert people.act(1 - seat, "draw stock", id="1")["seat"] == 1 - seat


def test_a_refused_command_may_be_sent_again():
    people = People()
    seat = people.to_act
    for _ in range(2):
        people.refused("draw-first", "act", token=people.tokens[seat], action="discard R1", id="x")
    assert people.act(seat, "draw stock", id="x")["ok"], "a refusal uses no id up"


def test_the_version_may_differ():
    """Who did not get the answer may have a newer version by now."""
    people = People()
    seat = people.to_act
    first = people.act(seat, "draw stock", id="x", version=people.do("view")["version"])
    assert first["ok"]
    assert people.act(seat, "draw stock", id="x", version=first["version"]) == first
    assert people.act(seat, "draw stock", id="x") == first
    without = people.act(seat, "draw stock")
    assert without["code"] == "already-drawn"


def test_who_has_left_may_ask_for_the_answer():
    people = People()
    token = people.tokens[1]
    first = people.do("leave", token=token, id="bye")
    assert first["ok"]
    people.refused("bad-token", "leave", token=token)
    people.refused("bad-token", "leave", token=token, id="other")
    assert people.do("leave", token=token, id="bye") == first


def test_ids_that_give_tokens_cannot_be_guessed():
    """Two players whose clients count their commands must not get one seat."""
    host = TableHost(MemoryJournal())
    host.command({"do": "create", "table": "t", "seats": 2})
    assert host.command({"do": "join", "table": "t", "id": "1"})["code"] == "bad-command"
    one = host.command({"do": "join", "table": "t", "id": SECRET + "1"})
    two = host.command({"do": "join", "table": "t", "id": SECRET + "2"})
    assert (one["seat"], two["seat"]) == (0, 1)
    assert host.command({"do": "join", "table": "t", "id": SECRET + "1"}) == one


def test_the_journal_gives_everything_back(journal):
    people = People(journal, options={"phases": "first 1"}, people=[0, 2])
    people.play(60)
    again = TableHost(journal)
    for token in (None, people.tokens[0], people.tokens[2]):
        for what in ("view", "events"):
            ask = {"do": what, "table": "t", "token": token}
            assert again.command(ask) == people.do(what, token=token)
    people.host = again
    people.play()
    assert people.do("record")["ok"]
