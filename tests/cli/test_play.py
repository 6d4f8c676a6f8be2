"""`tenphase demo` and `tenphase play`."""

from __future__ import annotations

from importlib.metadata import entry_points

import tenphase as tp

SHORT = ("-o", "phases=first 2")


def test_the_demo_is_told_round_by_round(shell):
    out = shell("demo")
    assert out == shell("demo"), "it is seeded"
    assert out != shell("demo", "--seed", "8")
    for words in (
        "Round 1: seat 0 deals", "lays phase 1 (set of 3 + set of 3): ", "hits ", "plays S on ",
        "loses a turn", "goes out", "points: seat 0 +", "standings: 1. seat ",
        "the game is over, won by seat ", "Final standings", "10 of 10 phases", "verified",
    ):  # fmt: skip
        assert words in out


def test_the_demo_in_json(shell):
    told = shell.json("demo", "--seats", "3", "--seed", "x", *SHORT)
    assert told["verified"]
    assert told["seed"] == "x"
    assert tp.replay(told["record"]).winners == tuple(told["winners"])
    for number, one in enumerate(told["rounds"], 1):
        assert one["round"] == number
        assert len(one["points"]) == 3
        assert one["told"]
    assert [s["place"] for s in told["standings"]] == [1, 2, 3]


def test_the_demo_of_every_edition(shell):
    # what is installed, not what other tests have registered
    for entry in entry_points(group="tenphase.rulesets"):
        out = shell("demo", "--ruleset", entry.name, "--seats", 3, "-o", "max_turns=60")
        assert "the turn limit ends the game" in out
        assert "verified" in out


def test_the_demo_with_a_preset_and_random_bots(shell):
    out = shell("demo", "--preset", "fundex", "--bot", "random", "-o", "max_turns=30", "--seats", 2)
    assert "random bots" in out


def test_the_record_of_the_demo(shell, tmp_path):
    file = tmp_path / "game.txt"
    shell("demo", "--record", file, *SHORT)
    assert tp.replay(file.read_text()).over


def test_the_demo_refuses_what_does_not_go(shell):
    assert "2 to 6 seats" in shell("demo", "--seats", 7, code=2)
    assert "no bot 'clever'" in shell("demo", "--bot", "clever", code=2)
    assert "no ruleset 'chess'" in shell("demo", "--ruleset", "chess", code=2)
    assert "no preset 'x'" in shell("demo", "--preset", "x", code=2)
    assert "NAME=VALUE" in shell("demo", "-o", "phases", code=2)
    assert 'as in {"W": 50}' in shell("demo", "-o", "card_points=W:50", code=2)
    assert "twice" in shell("demo", "-o", "skips=1", "-o", "skips=2", code=2)
    assert "skips" in shell("demo", "-o", "skips=99", code=2)
    assert "contradict" in shell("demo", "-o", "win_requires_going_out=True", "-o",
                                 "final_lap=True", code=2)  # fmt: skip


# -- a person at the table ----------------------------------------------------------------------


def play(shell, *lines, seat=1, code=0):
    words = ("play", "--seats", 2, "--seat", seat, "--seed", 7, *SHORT)
    return shell(*words, stdin="".join(f"{line}\n" for line in lines), code=code)


def test_a_person_plays(shell):
    out = play(shell, "1", "1", "q")
    assert "seat 1 (you) draws" in out
    assert "seat 1 (you) discards" in out
    assert "seat 0 draws a card from the stock" in out
    assert "goal    phase 1 (set of 3 + set of 3)" in out
    assert "    1 draw stock" in out
    assert out.rstrip().endswith("points")
    assert "Good-bye." in out


def test_only_the_own_hand_is_shown(shell):
    out = play(shell, "q")
    game = tp.new_game(seats=2, seed=7, phases="first 2")
    own, other = (" ".join(card.text for card in game.view(seat).hand) for seat in (1, 0))
    assert f"hand    {own}" in out
    assert other not in out


def test_actions_may_be_written_out(shell):
    hand = tp.new_game(seats=2, seed=7, phases="first 2").view(1).hand
    out = play(shell, "draw stock", f"discard {hand[0]}", "q")
    assert f"seat 1 (you) discards {hand[0]}" in out


def test_a_refusal_names_the_rule(shell):
    out = play(shell, "discard W", "draw stock", "draw stock", "q")
    assert "[draw-first]" in out
    assert "MC-TURN-1, " in out
    assert "[already-drawn]" in out


def test_what_is_not_understood(shell):
    out = play(shell, "fly", "0", "99", "discard X9", "", "a", "quit")
    assert "'fly' is no action" in out
    assert "there are actions 1 to 2" in out
    assert "no card 'X9'" in out
    assert "an action    do it" in out


def test_the_end_of_the_input_is_the_end_of_the_game(shell):
    assert "Good-bye." in play(shell, "1")


def test_a_whole_game_through_a_pipe(shell):
    out = play(shell, *["1"] * 4000)
    assert "Final standings" in out
    assert "winner" in out


def test_a_wrong_seat(shell):
    assert "your seat is 0 to 1" in play(shell, seat=2, code=2)


def test_the_record_of_a_game_that_was_left(shell, tmp_path):
    file = tmp_path / "game.txt"
    shell("play", "--seed", "1", "--record", file, stdin="1\nq\n")
    assert not tp.replay(file.read_text()).over
