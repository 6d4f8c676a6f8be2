"""Whatever is entered, amended, taken back and made again: the sheet is that of its rounds."""

from __future__ import annotations

import copy
import json
from collections import Counter
from itertools import takewhile
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import tenphase as tp
from tenphase.errors import ScoreError
from tenphase.scoresheet import ScoreSheet
from tests.properties.damage import Work, damaged
from tests.scoresheet.test_history import long_sheet, seen
from tests.strategies import RULESETS, rules

NAMES = ["Ann", "Ben", "Cem", "Dora", "Eve", "Finn", "Gus", "Hana", "Ida", "Jon"]
POINTS = [5, 10, 20, 45, 50, 60, 65, 75, 90]


# -- entered right from scratch -----------------------------------------------------------------


def from_scratch(sheet: ScoreSheet, dealer: int) -> ScoreSheet:
    """A sheet on which the same was written at once, by the public names alone."""
    written = sheet._books.written
    began = list(takewhile(lambda p: p.joined == p.points == 0, written.players))
    made = ScoreSheet([p.name for p in began], sheet.rules.ruleset, options=sheet.rules.options,
                      dealer=written.names[dealer])  # fmt: skip
    for number in range(len(written.rounds) + 1):
        for player in written.players[len(began) :]:
            if player.joined == number:
                made.join(player.name, points=player.points)
        for player in written.players:
            if player.left == number:
                made.leave(player.name)
        if number < len(written.rounds):
            entry = written.rounds[number]
            playing = [written.names.index(name) for name in made.playing]
            made.enter(
                {written.names[seat]: entry.points[seat] for seat in playing},
                laid=[written.names[seat] for seat in playing if entry.laid[seat]],
                phases={written.names[s]: label for s in playing if (label := entry.phases[s])},
                out=None if entry.out is None else written.names[entry.out],
            )
    return made


def facts(sheet: ScoreSheet, playing: list[str], dice: Random, *, all_of_them: bool) -> Any:
    """Something that could be said of a round, now and then nothing that could be."""
    named = [name for name in playing if all_of_them or dice.random() < 0.4]
    points = {name: 3 if dice.random() < 0.02 else dice.choice(POINTS) for name in named}
    if points and (all_of_them or dice.random() < 0.1):
        points[dice.choice(named)] = 0
    down = [name for name in playing if dice.random() < 0.3]
    said: dict[str, Any] = {"points": points, "laid": down}
    if "-" in sheet.next_phases.values() or dice.random() < 0.03:
        down += [name for name in points if points[name] < 50 and name not in down]
        labels = [phase.label for phase in sheet.rules.phases]
        said["phases"] = {name: dice.choice(labels) for name in down}
    if not all_of_them:
        said["not_laid"] = [n for n in playing if n not in down and dice.random() < 0.3]
    if dice.random() < 0.05:
        said["out"] = dice.choice(playing)
    return said


def one_change(sheet: ScoreSheet, dice: Random) -> str:
    """Try some change, and say which one."""
    kind = dice.choice(["enter"] * 9 + ["amend"] * 6 + ["undo"] * 3 + ["redo"] * 2
                       + ["join", "leave", "rename", "strike"])  # fmt: skip
    count = len(sheet.rounds)
    if kind == "enter" and sheet.playing:
        sheet.enter(**facts(sheet, list(sheet.playing), dice, all_of_them=True))
    elif kind == "amend" and count:
        number = dice.randrange(1, count + 1)
        playing = [row.player for row in sheet.rows(number)]
        sheet.amend(number, **facts(sheet, playing, dice, all_of_them=False))
    elif kind == "join" and dice.random() < 0.5:
        sheet.join(f"P{dice.randrange(99)}", points=dice.choice([0, 30]))
    elif kind == "leave" and dice.random() < 0.3:
        sheet.leave(dice.choice(sheet.players))
    elif kind == "rename":
        sheet.rename(dice.choice(sheet.players), f"P{dice.randrange(99)}")
    elif kind == "strike":
        sheet.strike()
    elif kind == "undo":
        sheet.undo()
    elif kind == "redo":
        sheet.redo()
    return kind


@settings(max_examples=60)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_any_changes(data: st.DataObject, seed: int) -> None:
    chosen = data.draw(st.sampled_from(RULESETS).flatmap(rules))
    dice = Random(seed)
    dealer = dice.randrange(chosen.seats)
    names = NAMES[: chosen.seats]
    sheet = ScoreSheet(names, chosen.ruleset, options=chosen.options, dealer=names[dealer])
    done, undone = [seen(sheet)], []
    for _ in range(25):
        before = sheet.to_json()
        try:
            kind = one_change(sheet, dice)
        except (ScoreError, tp.OptionError):
            assert sheet.to_json() == before, "what is refused changes nothing"
            continue
        after = sheet.to_json()
        if kind == "undo":
            undone.append(done.pop())
        elif kind == "redo":
            done.append(undone.pop())
        elif after != before:
            done.append(seen(sheet))
            undone.clear()
        assert seen(sheet) == done[-1]
        assert seen(from_scratch(sheet, dealer)) == done[-1]
        again = ScoreSheet.from_json(json.loads(json.dumps(after)))
        assert again.to_json() == after
        assert seen(again) == done[-1]
        sheet = again if dice.random() < 0.5 else sheet


def test_the_changes_are_not_all_refused() -> None:
    """Else the property above would say nothing."""
    made: Counter[str] = Counter()
    for seed in range(60):
        dice, few = Random(seed), {"phases": "first 3"} if seed % 4 else None
        sheet = ScoreSheet(NAMES[:3], options=few)
        for _ in range(60):
            before = sheet.to_json()
            try:
                kind = one_change(sheet, dice)
            except (ScoreError, tp.OptionError) as error:
                late = "would not fit" in str(error)
                made["a later round is in the way" if late else "refused"] += 1
                continue
            made[kind] += sheet.to_json() != before
    for kind in ("enter", "amend", "undo", "redo", "join", "leave", "rename", "strike"):
        assert made[kind] > 9, kind
    assert made["a later round is in the way"] > 3


# -- hostile JSON -------------------------------------------------------------------------------


def sheets() -> list[dict[str, Any]]:
    """Sound sheets with a history, of every ruleset."""
    found = [long_sheet().to_json()]
    for number, ruleset in enumerate(RULESETS):
        dice, sheet = Random(number), ScoreSheet(NAMES[:3], ruleset)
        for _ in range(60):
            try:
                one_change(sheet, dice)
            except (ScoreError, tp.OptionError):
                continue
        found.append(sheet.to_json())
    return found


def test_damaged_sheets() -> None:
    sound = sheets()
    found: Counter[str] = Counter()

    @given(st.integers(0, 2**63))
    def run(number: int) -> None:
        dice = Random(number)
        for _ in range(20):
            document = damaged(dice.choice(sound), dice.choice(sound), dice)
            if dice.random() < 0.5:
                # in the history alone
                rest = copy.deepcopy(dice.choice(sound))
                field = dice.choice(["undo", "redo"])
                document = {**rest, field: damaged({"x": rest[field]}, {}, dice).get("x")}
            found[read(document)] += 1

    run()
    assert found["read"] > 20
    assert found["refused in undo"] > 20
    assert found["refused in redo"] > 20


def read(document: Any) -> str:
    """Read a sheet: one typed error that names the place, or a sheet that can be gone through."""
    size = len(json.dumps(document))
    refusal: tp.JsonError | None = None
    with Work(400_000 + 200 * size):
        try:
            sheet = ScoreSheet.from_json(document)
        except tp.JsonError as error:
            refusal = error
    if refusal is not None:
        assert refusal.path.startswith("$")
        assert str(refusal).startswith(refusal.path)
        assert len(str(refusal)) < 1_000
        inside = [field for field in ("undo", "redo") if refusal.path.startswith(f"$.{field}")]
        return f"refused in {inside[0]}" if inside else "refused"
    data, stages = sheet.to_json(), []
    assert ScoreSheet.from_json(json.loads(json.dumps(data))).to_json() == data
    while sheet.next_redo:
        sheet.redo()
    while sheet.next_undo:
        stages.append(seen(sheet))
        sheet.undo()
    for stage in stages[::-1]:
        sheet.redo()
        assert seen(sheet) == stage
    return "read"
