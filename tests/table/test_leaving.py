"""Who leaves: a bot plays on, or the seat is dropped and turn order, Skips and deck stay right."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tenphase as tp
from tenphase.bots import register_bot
from tenphase.table import MemoryJournal, TableHost
from tests.strategies import RULESETS, cards_of
from tests.table.tools import SHORT, People


def test_a_bot_takes_over():
    people = People(options=SHORT)
    leaver = people.to_act
    hand = people.game.view(leaver).hand
    reply = people.do("leave", token=people.tokens[leaver])
    assert reply["ok"]
    assert people.to_act != leaver, "the bot has played its turn"
    assert people.game.at(1).view(leaver).hand == hand, "with the same cards"
    people.refused("bad-token", "act", token=people.tokens[leaver], action="draw stock")
    people.play()
    assert people.game.over


def test_before_the_start_the_seat_is_free_again():
    host = TableHost(MemoryJournal())
    host.command({"do": "create", "table": "t", "seats": 2, "on_leave": "drop"})
    ann = host.command({"do": "join", "table": "t", "name": "Ann"})
    host.command({"do": "leave", "table": "t", "token": ann["token"]})
    ben = host.command({"do": "join", "table": "t", "name": "Ben"})
    assert ben["seat"] == 0
    seats = host.command({"do": "view", "table": "t"})["seats"]
    assert seats == [{"who": "person", "name": "Ben"}, {"who": "free", "name": ""}]


def test_the_owner_may_replace_a_person_by_a_bot():
    """Somebody who does not come back must not hold the others up."""
    people = People(options=SHORT)
    gone = people.to_act
    people.refused("seat-taken", "seat bot", token=people.owner, seat=3)
    people.refused("bad-command", "seat bot", token=people.owner, seat=gone, bot="nobody")
    assert people.do("seat bot", token=people.owner, seat=gone, bot="random")["ok"]
    assert people.to_act != gone
    people.refused("bad-token", "act", token=people.tokens[gone], action="draw stock")
    people.refused("seat-taken", "seat bot", token=people.owner, seat=gone)
    people.refused("full", "seat bot", token=people.owner)


def test_bots_alone_come_to_an_end():
    """All leave: bots play a bounded number of actions for one command, then on demand."""
    journal = MemoryJournal()
    people = People(journal, host=TableHost(journal, bot_actions=50), bot="greedy", seats=2)
    for token in people.tokens:
        reply = people.do("leave", token=token)
    assert reply["go_on"] is True
    assert not people.game.over
    people.refused("bad-token", "go on", token=people.tokens[0])
    rounds = 0
    while reply.get("go_on"):
        before = len(people.entries)
        reply = people.do("go on", token=people.owner)
        assert 0 < len(people.entries) - before <= 51
        rounds += 1
    assert rounds > 3
    assert people.game.over
    people.refused("nothing-to-do", "go on", token=people.owner)
    again = TableHost(journal).command({"do": "view", "table": "t"})
    assert again == people.do("view")


def test_a_table_where_bots_wait_goes_on_after_a_restart():
    journal = MemoryJournal()
    people = People(journal, host=TableHost(journal, bot_actions=3), seats=3, people=[0])
    people.host = TableHost(journal)
    while people.to_act != 0:
        assert people.do("go on", token=people.tokens[0])["ok"]
    people.refused("nothing-to-do", "go on", token=people.tokens[0])
    assert people.step()["ok"]


def test_a_bot_that_fails_does_not_stop_the_table(caplog):
    class Broken:
        def choose(self, view, actions):
            raise RuntimeError("no idea")

    class Cheat:
        def choose(self, view, actions):
            return tp.parse_phase("S3")

    register_bot("broken", lambda seed: Broken())
    register_bot("cheat", lambda seed: Cheat())
    for bot in ("broken", "cheat"):
        people = People(people=[0], seats=2, bot=bot, options={"max_turns": 20})
        people.play()
        assert people.game.over
        assert bot in caplog.text


# -- dropped ------------------------------------------------------------------------------------


def test_a_dropped_seat():
    people = People(on_leave="drop", seats=4, options=SHORT)
    game = people.game
    first = people.to_act
    order = [(first + n) % 4 for n in range(4)]
    leaver = order[1]
    before = game.state
    people.do("leave", token=people.tokens[leaver])
    after = people.game.state
    assert after.active == tuple(sorted({0, 1, 2, 3} - {leaver}))
    assert after.hands[leaver] == b""
    assert len(after.stock) == len(before.stock) + 10
    assert cards_of(after) == after.rules.deck.full
    assert after.to_act == first
    people.play(40)
    turns = [move.seat for move in people.game.moves if move.action is not None]
    turns = [seat for seat in turns if seat != leaver or turns.index(seat) == 0]
    assert leaver not in {move.seat for move in people.game.moves[2:]}
    laps = [seat for n, seat in enumerate(turns) if n == 0 or turns[n - 1] != seat]
    if people.game.state.round == 1:
        expected = [order[0], order[2], order[3]]
        assert [s for s in laps if s != leaver][:6] == [expected[n % 3] for n in range(6)]
    people.play()
    assert leaver not in people.game.winners


def test_the_seat_to_act_is_dropped_and_its_skip_lapses():
    state = tp.position(
        "mattel-classic",
        seats=4,
        hands={0: "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10", 2: "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 S"},
        front={1: "S"},
        skips=[0, 1, 0, 0],
        to_act=2,
        stage="play",
        dealer=1,
    )
    before = cards_of(state)
    state.apply("leave", 1)
    assert (state.to_act, state.skips, state.front[1]) == (2, (0, 0, 0, 0), b"")
    state.apply("leave", 2)
    assert (state.to_act, state.stage) == (3, "draw")
    assert cards_of(state) == before
    state.apply("leave", 0)
    assert state.over
    assert state.winners == (3,)
    assert tp.from_json(tp.to_json(state)) == state
    assert tp.position(state.position()) == state


@pytest.mark.parametrize("is_open", [False, True])
def test_a_save_pile_leaves_with_its_owner(is_open):
    state = tp.position(
        "masters-edition",
        seats=3,
        options={"save_pile_open": is_open},
        phases=["1", "2", "3"],
        hands={1: "R1 R2 R3"},
        piles={"save 1": "B2 W", "save 2": "G7"},
        stage="draw",
        to_act=1,
    )
    game = tp.Game(state)
    game.play("leave", 1)
    after = game.state
    assert after.piles == {"save 2": state.piles["save 2"]}
    assert len(after.stock) == len(state.stock) + 3 + 2
    assert cards_of(after) == after.rules.deck.full
    assert after.view(0).pile_sizes == (("save 2", 1),)
    told = {card.text for event in game.events for card in event.seen_by(0).cards}
    assert told == set(), "what was in the pile stays a secret"
    assert tp.replay(game.record()).state.same_position(after)
    again = tp.from_json(tp.to_json(after))
    assert again == tp.position(after.position()) == after


def test_the_saved_cards_of_a_dropped_seat_are_dealt_again():
    """Else the next round would be played with a smaller deck."""
    people = People(
        on_leave="drop", ruleset="masters-edition", seats=3, options={"max_turns": 400}, seed="4"
    )
    saver = None
    for _ in range(400):
        seat = people.game.actors[0]
        saves = [a for a in people.game.legal_actions(seat) if str(a).startswith("choose save")]
        people.act(seat, saves[0] if saves else people.choose(seat))
        if saves:
            saver = seat
            break
    assert saver is not None
    assert people.do("leave", token=people.tokens[saver])["ok"]
    people.step()
    state = people.game.state
    assert saver not in state.active
    assert f"save {saver}" not in state.piles
    assert cards_of(state) == state.rules.deck.full
    people.play(300)
    state = people.game.state
    assert state.round > 1
    lying = sum(len(cards) for cards in state.piles.values())
    assert cards_of(state) == state.rules.deck.full
    assert set(state.piles) <= {f"save {seat}" for seat in state.active}
    assert lying <= len(state.active) * state.round


def test_the_deal_passes_over_a_dropped_seat():
    people = People(on_leave="drop", seats=4, options={"phases": "first 3"}, seed="12")
    next_dealer = (people.game.state.dealer + 1) % 4
    people.do("leave", token=people.tokens[next_dealer])
    while people.game.state.round == 1:
        people.step()
    state = people.game.state
    assert state.dealer == (next_dealer + 1) % 4
    assert [len(hand) for seat, hand in enumerate(state.hands) if seat != next_dealer] == [10] * 3
    assert state.hands[next_dealer] == b""
    assert state.totals[next_dealer] == 0


def test_while_a_decision_is_pending_a_bot_decides():
    people = People(on_leave="drop", ruleset="masters-edition", seats=3)
    assert people.game.state.stage not in ("draw", "play")
    leaver = people.game.actors[0]
    assert "leave-later" in str(people.game.check("leave", leaver))
    people.do("leave", token=people.tokens[leaver])
    people.play(30)
    assert leaver not in people.game.active


def test_the_last_one_wins():
    people = People(on_leave="drop", seats=3)
    for seat in (0, 1):
        people.do("leave", token=people.tokens[seat])
    view = people.do("view")["view"]
    assert view["winners"] == [2]
    assert tp.replay(people.do("record")["record"]).winners == (2,)


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=15)
@given(
    seats=st.integers(3, 4),
    on_leave=st.sampled_from(["bot", "drop"]),
    leaves=st.lists(st.integers(0, 80), min_size=1, max_size=3),
    seed=st.integers(0, 999),
)
def test_leaving_at_any_moment(ruleset, seats, on_leave, leaves, seed):
    """The cards stay together, the game goes on, and the journal tells the same story."""
    people = People(
        ruleset=ruleset, seats=seats, on_leave=on_leave, seed=str(seed),
        options={"max_turns": 60, "phases": [1]},
    )  # fmt: skip
    dice = Random(seed)
    leavers = dice.sample(range(seats), len(leaves))
    for step in range(600):
        for when, seat in zip(leaves, leavers, strict=True):
            if when == step and not people.game.over:
                assert people.do("leave", token=people.tokens[seat])["ok"]
        game = people.game
        if game.over:
            break
        state = game.state
        assert cards_of(state) == state.rules.deck.full
        seat = game.actors[0]
        assert seat not in [s for w, s in zip(leaves, leavers, strict=True) if w <= step]
        gone = [other for other in range(seats) if other not in state.active]
        assert not any(f"save {other}" in state.piles for other in gone)
        people.step(dice if dice.random() < 0.5 else None)
    assert people.game.over
    assert TableHost(people.journal).command({"do": "view", "table": "t"}) == people.do("view")
    again = tp.replay(people.do("record")["record"])
    assert again.state == people.game.state
