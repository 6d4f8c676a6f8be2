"""The events of a table: in order, the same numbers for all, and from where one has left off."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest

from tenphase.table import AsyncTableHost, MemoryJournal, SQLiteJournal, TableHost
from tests.table.tools import SHORT, People


def told(people, token=None, since=0):
    """All events from a number on, however often one has to ask."""
    found: list[dict[str, Any]] = []
    while True:
        reply = people.do("events", token=token, since=since + len(found))
        assert reply["next"] == since + len(found) + len(reply["events"])
        if not reply["events"]:
            return found
        found += reply["events"]


def test_everybody_has_the_same_numbers():
    people = People(seats=6)
    people.play()
    public = told(people)
    assert len(public) > 1_000, "more than are told at once"
    for seat, token in enumerate(people.tokens):
        own = told(people, token)
        assert [(e["kind"], e["seat"], e["detail"]) for e in own] == [
            (e["kind"], e["seat"], e["detail"]) for e in public
        ]
        for mine, theirs in zip(own, public, strict=True):
            if mine != theirs:
                assert mine["seat"] == seat
                assert mine["kind"] == "drew"
                assert theirs["cards"] == []
    assert public[-1]["kind"] == "game over"


def test_resume_from_anywhere():
    people = People(options=SHORT)
    people.play()
    everything = told(people, people.tokens[0])
    for since in range(0, len(everything) + 3, 7):
        assert told(people, people.tokens[0], since) == everything[since:]


def test_events_tell_who_comes_and_goes():
    people = People(people=[0, 1])
    people.do("leave", token=people.tokens[1])
    kinds = [(e["kind"], e["seat"], e["detail"]) for e in told(people)]
    assert kinds[:3] == [("joined", 0, "P0"), ("joined", 1, "P1"), ("bot", 2, "greedy")]
    assert ("left table", 1, None) in kinds
    assert [seat["who"] for seat in people.do("view")["seats"]] == ["person", "bot", "bot"]


def test_listeners_hear_of_changes_only():
    people = People()
    heard: list[int] = []
    stop = people.host.listen("t", heard.append)
    people.do("view")
    people.act(0, "fly")
    assert heard == []
    people.step(id="x")
    assert len(heard) == 1
    stop()
    stop()
    people.step()
    assert len(heard) == 1
    assert people.host._listeners == {}


def test_a_listener_that_fails_harms_nobody(caplog):
    people = People()

    def fail(_):
        raise RuntimeError("gone")

    people.host.listen("t", fail)
    assert people.step()["ok"]
    assert "listener" in caplog.text


# -- asyncio ------------------------------------------------------------------------------------


async def follower(host, token, since=0, until="game over", most=10_000):
    found = []
    stream = host.follow("t", token=token, since=since)
    async for told in stream:
        found.append(told)
        if not told.get("ok", True) or told["event"]["kind"] == until or len(found) == most:
            break
    await stream.aclose()
    return found


def test_following():
    """People and a spectator follow a game while it is played; one of them reconnects."""
    people = People(options=SHORT)

    async def play(host):
        dealt = await host.command({"do": "view", "table": "t"})
        assert dealt["ok"]
        while not people.game.over:
            seat = people.game.actors[0]
            act = {"do": "act", "table": "t", "token": people.tokens[seat]}
            reply = await host.command({**act, "action": str(people.choose(seat))})
            assert reply["ok"], reply

    async def reconnects(host, token):
        first = await follower(host, token, most=20)
        return first + await follower(host, token, since=first[-1]["number"] + 1)

    async def main():
        host = AsyncTableHost(people.host)
        return await asyncio.gather(
            follower(host, people.tokens[0]),
            reconnects(host, people.tokens[1]),
            follower(host, None),
            play(host),
        )

    *streams, _ = asyncio.run(main())
    for stream, token in zip(streams, [*people.tokens[:2], None], strict=True):
        assert [event["number"] for event in stream] == list(range(len(stream)))
        assert [event["event"] for event in stream] == told(people, token)


def test_following_ends_with_a_refusal():
    people = People()

    async def main():
        host = AsyncTableHost(people.host)
        assert (await follower(host, "forged"))[-1]["code"] == "bad-token"
        listening = asyncio.create_task(follower(host, people.tokens[1]))
        await asyncio.sleep(0.05)
        await host.command({"do": "leave", "table": "t", "token": people.tokens[1]})
        assert (await asyncio.wait_for(listening, 5))[-1]["code"] == "bad-token"

    asyncio.run(main())
    assert people.host._listeners == {}


def test_followers_that_are_cancelled_leave_nothing():
    people = People()

    async def main():
        host = AsyncTableHost(people.host)
        tasks = [asyncio.create_task(follower(host, token)) for token in people.tokens]
        await asyncio.sleep(0.05)
        assert people.host._listeners
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(main())
    gc.collect()
    assert people.host._listeners == {}


@pytest.mark.parametrize("kind", [MemoryJournal, SQLiteJournal])
def test_following_what_another_host_does(kind, tmp_path):
    journal = kind() if kind is MemoryJournal else kind(tmp_path / "j.db")
    people = People(journal, options=SHORT, host=TableHost(journal, shared=True))

    async def main():
        host = AsyncTableHost(TableHost(journal, shared=True), look_every=0.01)
        following = asyncio.create_task(follower(host, None))
        await asyncio.to_thread(people.play)
        return await asyncio.wait_for(following, 20)

    assert [event["event"] for event in asyncio.run(main())] == told(people)
    journal.close()
