"""Values that cannot even be written down get the library's own errors, like any bad input."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import tenphase as tp
from tenphase.json_io import from_json, to_json
from tenphase.scoresheet import ScoreSheet


class _Unprintable:
    def __repr__(self) -> str:
        raise RuntimeError("no text for this")


#: A number with more digits than Python turns into text, and a thing without a repr.
HOSTILE = [pytest.param(10**5000, id="huge"), pytest.param(_Unprintable(), id="unprintable")]

GAME = tp.new_game(seats=2, seed=1)
SOLVER = tp.solver_for("mattel-classic")
STATE = to_json(GAME.state)

SHEET = ScoreSheet(["Ann", "Ben"])
SHEET.enter({"Ann": 0, "Ben": 100})

CALLS: dict[str, Callable[[Any], object]] = {
    "game.view": lambda value: GAME.view(value),
    "game.play": lambda value: GAME.play(value),
    "game.play, seat": lambda value: GAME.play("draw stock", value),
    "new_game, seats": lambda value: tp.new_game(seats=value, seed=1),
    "new_game, option": lambda value: tp.new_game(seats=2, seed=1, options={"hand_size": value}),
    "new_game, phases": lambda value: tp.new_game(seats=2, seed=1, phases=[value]),
    "new_game, seed": lambda value: tp.new_game(seats=2, seed=[value]),  # type: ignore[arg-type]
    "ruleset": lambda value: tp.ruleset(value),
    "position": lambda value: tp.position(value),
    "position, fact": lambda value: tp.position("mattel-classic", seats=2, hands={1: value}),
    "parse_phase": lambda value: tp.parse_phase(value),
    "deck.encode": lambda value: SOLVER.deck.encode([value]),
    "from_json": lambda value: from_json(value),
    "from_json, format": lambda value: from_json({**STATE, "format": value}),
    "from_json, seats": lambda value: from_json({**STATE, "seats": value}),
    "from_json, key": lambda value: from_json({**STATE, "key": value}),
    "solver.can_lay, phase": lambda value: SOLVER.can_lay("R1", value),
    "solver.can_lay, hand": lambda value: SOLVER.can_lay(value, 1),
    "solver.check": lambda value: SOLVER.check(value, 1),
    "solver.hits, table": lambda value: SOLVER.hits("R1", value),
    "solver.hits, meld": lambda value: SOLVER.hits("R1", [value]),
    "solver.best_shed": lambda value: SOLVER.best_shed("R1", "S: R1 B1 G1", value),
    "solver.best_lay_down": lambda value: SOLVER.best_lay_down("R1", 1, value),
    "solver.distance": lambda value: SOLVER.distance("R1", 1, visible=value),
    "solver.probability": lambda value: SOLVER.probability(1, value),
    "solver.estimate": lambda value: SOLVER.estimate(
        1, 10, trials=-1 if value == 10**5000 else value
    ),
    "sheet, players": lambda value: ScoreSheet(["Ann", value]),
    "sheet, dealer": lambda value: ScoreSheet(["Ann", "Ben"], dealer=value),
    "sheet.enter": lambda value: SHEET.enter(value),
    "sheet.enter, points": lambda value: SHEET.enter({"Ann": value, "Ben": 0}),
    "sheet.enter, player": lambda value: SHEET.enter({"Ann": 0, value: 0}),
    "sheet.enter, laid": lambda value: SHEET.enter({"Ann": 0, "Ben": 100}, laid=value),
    "sheet.enter, who laid": lambda value: SHEET.enter({"Ann": 0, "Ben": 100}, laid=[value]),
    "sheet.enter, phases": lambda value: SHEET.enter({"Ann": 0, "Ben": 9}, phases={"Ann": value}),
    "sheet.enter, out": lambda value: SHEET.enter({"Ann": 0, "Ben": 100}, out=value),
    "sheet.amend": lambda value: SHEET.amend(value, {}),
    "sheet.rows": lambda value: SHEET.rows(value),
    "sheet.join": lambda value: SHEET.join(value),
    "sheet.join, points": lambda value: SHEET.join("Eve", points=value),
    "sheet.leave": lambda value: SHEET.leave(value),
    "sheet.rename": lambda value: SHEET.rename("Ann", value),
    "sheet.from_json": lambda value: ScoreSheet.from_json({"tenphase": value}),
}


@pytest.mark.parametrize("value", HOSTILE)
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_hostile_values_get_a_typed_error(call: Callable[[Any], object], value: Any) -> None:
    with pytest.raises(tp.TenphaseError):
        call(value)


@pytest.mark.parametrize("value", HOSTILE)
def test_check_refuses_them(value: Any) -> None:
    refusal = GAME.check(value)
    assert refusal is not None
    assert refusal.code == "not-an-action"
