"""Commands that are carried out, and commands that are refused and change nothing."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tenphase as tp
from tenphase.table import MemoryJournal, TableHost
from tenphase.table.commands import COMMANDS
from tests.table.tools import SHORT, People


def test_a_whole_game():
    people = People(options=SHORT)
    people.play()
    view = people.do("view")
    assert view["view"]["winners"]
    assert view["actions"] == []
    assert view["version"] == len(people.entries)
    for _ in range(3):
        people.refused("game-over", "act", token=people.tokens[0], action="draw stock")


def test_versions_count_what_has_happened():
    people = People()
    reply = people.step()
    assert reply["version"] == len(people.entries) == people.do("view")["version"]


# -- who may do what ----------------------------------------------------------------------------


def test_seats():
    host = TableHost(MemoryJournal())
    host.command({"do": "create", "table": "t", "seats": 3})
    join = {"do": "join", "table": "t"}
    assert host.command({**join, "seat": 1})["seat"] == 1
    assert host.command({**join, "seat": 1})["code"] == "seat-taken"
    assert host.command({**join, "seat": 3})["code"] == "seat-taken"
    assert host.command(join)["seat"] == 0
    assert host.command({"do": "view", "table": "t"})["view"] is None
    assert host.command(join)["seat"] == 2
    assert host.command(join)["code"] == "full"
    assert host.command({"do": "view", "table": "t"})["view"]["stage"] == "draw"


def test_nothing_to_act_on_before_the_start():
    host = TableHost(MemoryJournal())
    host.command({"do": "create", "table": "t", "seats": 2})
    token = host.command({"do": "join", "table": "t"})["token"]
    ask = {"do": "act", "table": "t", "token": token, "action": "draw stock"}
    assert host.command(ask)["code"] == "not-started"
    assert host.command({"do": "record", "table": "t"})["code"] == "not-started"


def test_tokens():
    people = People()
    seat = people.to_act
    other = (seat + 1) % 3
    assert len({*people.tokens, people.owner}) == 4
    people.refused("not-your-turn", "act", token=people.tokens[other], action="draw stock")
    for forged in (
        "x",
        people.tokens[seat][:-1],
        people.tokens[seat].upper(),
        people.owner,
        "ö" * 64,
    ):
        people.refused("bad-token", "act", token=forged, action="draw stock")
        people.refused("bad-token", "leave", token=forged)
        people.refused("bad-token", "view", token=forged)
        people.refused("bad-token", "events", token=forged)
    people.refused("bad-token", "seat bot", token=people.tokens[0], seat=1)
    strangers = People(table="other")
    people.refused("bad-token", "act", token=strangers.tokens[seat], action="draw stock")


def test_a_token_is_for_one_person():
    """Who leaves before the start cannot see the cards of who comes next."""
    host = TableHost(MemoryJournal())
    host.command({"do": "create", "table": "t", "seats": 2})
    join = {"do": "join", "table": "t", "seat": 0, "id": "0123456789abcdef"}
    first = host.command(join)
    assert host.command({"do": "leave", "table": "t", "token": first["token"]})["ok"]
    second = host.command({"do": "join", "table": "t", "seat": 0})
    host.command({"do": "join", "table": "t"})
    assert second["token"] != first["token"]
    assert (
        host.command({"do": "view", "table": "t", "token": first["token"]})["code"] == "bad-token"
    )
    assert host.command(join) == first, "the old answer, with the old token"
    names = [seat["name"] for seat in host.command({"do": "view", "table": "t"})["seats"]]
    assert names == ["", ""]


def test_tables():
    host = TableHost(MemoryJournal())
    assert host.command({"do": "view", "table": "t"})["code"] == "unknown-table"
    assert host.tables() == []
    assert host.command({"do": "create", "table": "t"})["ok"]
    assert host.command({"do": "create", "table": "t"})["code"] == "table-exists"
    assert host.tables() == ["t"]


@pytest.mark.parametrize(
    ("code", "fields"),
    [
        ("bad-options", {"ruleset": "chess"}),
        ("bad-options", {"seats": 1}),
        ("bad-options", {"seats": 11}),
        ("bad-options", {"preset": "none"}),
        ("bad-options", {"options": {"colour": 1}}),
        ("bad-options", {"options": {"skip_limit": ["a", {"b": None}]}}),
        ("bad-command", {"options": "none"}),
        ("bad-command", {"options": {"phases": "x" * 5000}}),
        ("bad-command", {"on_leave": "cry"}),
        ("bad-command", {"bot": "nobody"}),
        ("bad-command", {"seats": "4"}),
        ("bad-command", {"seats": True}),
        ("bad-command", {"seed": 7}),
        ("bad-command", {"colour": "red"}),
        ("bad-command", {"id": "short"}),
    ],
)
def test_tables_that_cannot_be(code, fields):
    journal = MemoryJournal()
    reply = TableHost(journal).command({"do": "create", "table": "t", **fields})
    assert reply["code"] == code
    assert journal.tables() == []


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "act",
        {},
        {"do": "fly", "table": "t"},
        {"do": ["act"], "table": "t"},
        {"do": "view"},
        {"do": "view", "table": ""},
        {"do": "view", "table": "a\nb"},
        {"do": "view", "table": "a" * 201},
        {"do": "view", "table": 4},
        {"do": "act", "table": "t", "token": "x"},
        {"do": "act", "table": "t", "action": "draw stock"},
        {"do": "act", "table": "t", "token": "x", "action": "a" * 2001},
        {"do": "act", "table": "t", "token": "x", "action": ["draw stock"]},
        {"do": "act", "table": "t", "token": "x", "action": "draw stock", "version": -1},
        {"do": "act", "table": "t", "token": "x", "action": "draw stock", "version": 1.0},
        {"do": "act", "table": "t", "token": "x", "action": "draw stock", "version": 2**60},
        {"do": "events", "table": "t", "since": "0"},
        {"do": "join", "table": "t", "id": "1"},
        {"do": "join", "table": "t", "token": "x"},
    ],
)
def test_commands_that_cannot_be(data):
    people = People()
    before = people.entries
    reply = people.host.command(data)
    assert reply["code"] == "bad-command"
    assert people.entries == before


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda parts: (
        st.lists(parts, max_size=4) | st.dictionaries(st.text(max_size=9), parts, max_size=4)
    ),
    max_leaves=8,
)
NAMES = sorted({field.rstrip("?") for fields in COMMANDS.values() for field in fields})
COMMAND = st.fixed_dictionaries(
    {"do": st.sampled_from(sorted(COMMANDS)) | JSON, "table": st.just("t") | JSON},
    optional={
        **dict.fromkeys(NAMES, JSON),
        "seats": st.integers(0, 12),
        "action": st.sampled_from(["draw stock", "leave", "discard R1", "lay R1 / W"]) | JSON,
        "id": JSON,
    },
)


@given(data=JSON | COMMAND)
def test_nothing_from_outside_raises(data):
    people = People()
    before = people.entries
    reply = people.host.command(data)
    json.dumps(reply)
    if not reply["ok"]:
        assert {"code", "message"} <= reply.keys()
        assert people.entries == before


def test_deeply_nested_options():
    deep: dict = {}
    for _ in range(5000):
        deep = {"a": deep}
    host = TableHost(MemoryJournal())
    assert host.command({"do": "create", "table": "t", "options": deep})["code"] == "bad-command"
    assert host.command({"do": deep, "table": "t"})["code"] == "bad-command"
    cards = {"card_points": {"7": float("nan")}}
    assert host.command({"do": "create", "table": "t", "options": cards})["code"] == "bad-command"


# -- actions ------------------------------------------------------------------------------------


def test_illegal_actions_cite_the_rule():
    people = People()
    token = people.tokens[people.to_act]
    reply = people.refused("draw-first", "act", token=token, action="discard R7")
    assert reply["rule"] == "MC-TURN-1"
    for text in ("fly", "", "discard R77", "discard", "lay /", "hit R1 on 9", "leave"):
        people.refused("bad-action", "act", token=token, action=text)


def test_a_late_action():
    """A47: made for an earlier turn, it is refused if it says so; else it is legal now."""
    people = People(seats=2)
    me = people.to_act
    version = people.do("view", token=people.tokens[me])["version"]
    held = None
    for _ in range(40):
        if people.to_act == me and people.game.state.stage == "play":
            held = people.game.view(me).hand[0] if version < len(people.entries) - 4 else None
            if held is not None:
                break
        people.step()
    late = {"token": people.tokens[me], "action": f"discard {held}"}
    reply = people.refused("stale", "act", **late, version=version)
    assert reply["version"] == len(people.entries)
    assert people.do("act", **late)["ok"]


def test_a_table_of_rules_that_have_changed():
    people, others = People(), People(table="other")
    texts = people.journal._entries["t"]
    texts[0] = json.dumps({**json.loads(texts[0]), "ruleset_version": "0"})
    people.journal._entries["other"] = others.journal._entries["other"]
    host = TableHost(people.journal)
    assert host.command({"do": "view", "table": "t"})["code"] == "table-unreadable"
    assert host.command({"do": "create", "table": "t"})["code"] == "table-unreadable"
    assert host.command({"do": "view", "table": "other"})["ok"]


def test_the_record_of_a_finished_game():
    people = People(options=SHORT, seats=2)
    for token, reader in ((None, "everybody"), (people.tokens[0], "seat 0")):
        before = people.do("record", **({} if token is None else {"token": token}))["record"]
        assert f"seen by: {reader}" in before
        assert "key:" not in before
    people.play()
    told = people.do("record")
    again = tp.replay(told["record"])
    assert again.state == people.game.state
    from tenphase.chance import commitment

    assert commitment(again.state.key) == people.do("view")["commitment"]


def test_a_commitment_fixes_the_deal():
    from tenphase.chance import commitment

    people = People(options=SHORT, seats=2, seed=None)
    before = people.do("view")
    assert "key" not in before
    people.play()
    after = people.do("view")
    assert commitment(bytes.fromhex(after["key"])) == before["commitment"] == after["commitment"]
    dealer = people.game.start.dealer
    dealt = tp.Game.dealt(people.game.rules, bytes.fromhex(after["key"]), dealer)
    assert dealt.state == people.game.at(1).state
