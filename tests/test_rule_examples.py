"""The worked examples of the rules, which are data: tests/data/examples/*.toml.

The form of the data is told at the top of mattel_classic.toml.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tenphase as tp
from tenphase.position_text import read_fields

EXAMPLES = Path(__file__).parent / "data" / "examples"
FILES = sorted(EXAMPLES.glob("*.toml"))

#: What a variant takes from its example when it does not say it itself.
INHERITED = ("position", "game", "start", "action", "actions", "offers", "lacks")

#: Every example that must be there: prefix, then first and last numbers of the stretches.
KNOWN = {
    "EX-MC": [(1, 42), (50, 76), (80, 105), (110, 128)],
    "EX-PM": [(1, 32), (40, 49), (60, 76), (80, 89), (100, 104)],
    "EX-ME": [(1, 15)],
    "EX-SB": [(1, 20), (101, 107)],
    "EX-SK": [(1, 6), (101, 101)],
}

Table = dict[str, Any]


def examples() -> list[Table]:
    return [
        {**example, "file": file.stem}
        for file in FILES
        for example in tomllib.loads(file.read_text(encoding="utf-8"))["example"]
    ]


def cases() -> Iterator[Any]:
    for example in examples():
        yield pytest.param(example, id=example["id"])
        for number, variant in enumerate(example.get("variant", ()), 1):
            inherited = {k: example[k] for k in INHERITED if k in example}
            if "action" in variant or "actions" in variant:
                inherited.pop("action", None)
                inherited.pop("actions", None)
            words = [f"{k}={v}" for k, v in variant.get("options", {}).items()]
            words += [variant["preset"]] if "preset" in variant else []
            name = f"{example['id']}-{number}" + "".join(f"-{word}" for word in words)
            yield pytest.param({**inherited, **variant, "id": name}, id=name.replace(" ", ""))


# -- the situation ---------------------------------------------------------------------------------


def find_upcard(upcard: str, arguments: Table) -> int:
    """The least seed with which this card is the first one turned up at the start."""
    options = {**arguments.get("options", {}), "first_upturned_special": "stays"}
    for seed in range(5000):
        state = tp.new_game(seed=seed, **{**arguments, "options": options}).state
        if read_fields(state.position())["discard"] == upcard:
            return seed
    raise AssertionError(f"no seed turns up {upcard}")


def situation(case: Table) -> tp.State:
    changes: Table = {}
    if "preset" in case:
        changes["preset"] = case["preset"]
    if "game" in case:
        arguments = dict(case["game"])
        upcard = arguments.pop("upcard", None)
        if upcard is not None:
            arguments["seed"] = find_upcard(upcard, arguments)
        if "options" in case:
            changes["options"] = case["options"]
        return tp.new_game(**arguments, **changes).state
    options = {**read_fields(case["position"]).get("options", {}), **case.get("options", {})}
    return tp.position(case["position"], options=options, **changes)


# -- comparing -------------------------------------------------------------------------------------


def meld(text: str) -> list[str]:
    """A meld's cards in some fixed order; wilds only say what they stand for in runs."""
    words = text.split()
    ranks = {word[1:] for word in words if "=" not in word and word[1:]}
    colours = {word[0] for word in words if "=" not in word and word[1:]}
    plain = []
    for word in words:
        card, _, shows = word.partition("=")
        needless = ranks == {shows} or colours == {shows} or not shows
        plain.append(card if needless else word)
    return sorted(plain)


def melds(text: str) -> list[list[str]]:
    return [meld(part) for part in text.split("/")] if text.strip("- ") else []


def cards(text: str) -> list[str]:
    return sorted(ordered(text))


def ordered(text: str) -> list[str]:
    """The words of a field of cards, in which a lone `-` stands for none."""
    return [word for word in text.split() if word != "-"]


def by_seat(value: Any, seats: int, usual: Any) -> Any:
    return [usual] * seats if value is None else value


def compare(state: tp.State, expected: str) -> None:
    """Compare the named fields with the state's position."""
    text = state.position()
    got = read_fields(text)
    seats = got["seats"]
    for line in expected.strip().splitlines():
        name, _, value = (part.strip() for part in line.partition(":"))
        word, _, which = name.partition(" ")
        message = f"{name} is not {value!r} in:\n{text}"
        if name.endswith(" count"):
            key = {"hand": f"hand {which.split()[0]}"}.get(word, word)
            assert len(cards(field(got, key))) == int(value), message
        elif word in ("hand", "front", "pile"):
            assert cards(field(got, name)) == cards(value), message
        elif word == "table":
            assert melds(field(got, name)) == melds(value), message
        elif word in ("discard", "stock"):
            assert ordered(field(got, name)) == ordered(value), message
        elif word == "over":
            assert state.over == (value == "yes"), message
        elif word in ("phases", "totals", "skips", "done", "winners", "active"):
            usual: Any = {"skips": [0] * seats, "active": list(range(seats)), "winners": []}
            found = [str(item) for item in got.get(word, usual.get(word))]
            wanted = value.split()
            assert len(found) == len(wanted), message
            pairs = zip(found, wanted, strict=True)
            assert all(w in ("*", f) for f, w in pairs), message
        else:
            assert str(got.get(word)) == value, message


def field(got: Table, name: str) -> str:
    """The cards of a field of the position, which is left out when there are none."""
    word, _, which = name.partition(" ")
    if not which:
        return str(got.get(word, ""))
    names = {"hand": "hands", "pile": "piles"}
    key = which if word == "pile" else int(which)
    return str(got.get(names.get(word, word), {}).get(key, ""))


def same(text: str) -> Any:
    """The text of an action in a form in which equal actions are equal."""
    verb, _, rest = text.partition(" ")
    if verb != "lay":
        return text
    label, colon, rest_of_it = rest.partition(": ")
    return verb, label if colon else "", sorted(melds(rest_of_it if colon else rest))


# -- the tests -------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", list(cases()))
def test_example(case: Table) -> None:
    state = situation(case)
    if "start" in case:
        compare(state, case["start"])
    actions = [step(item) for item in case.get("actions", [case.get("action")])]
    for seat, action in actions[:-1]:
        state.apply(action, seat)
    seat, action = actions[-1]
    legal = [str(other) for other in state.legal_actions()]
    for offered in case.get("offers", ()):
        assert same(offered) in [same(other) for other in legal], legal
    for prefix in case.get("lacks", ()):
        assert not [other for other in legal if other.startswith(prefix)]
    before = state.position()
    refusal = state.check(action, seat)
    assert state.position() == before
    if case["verdict"] == "illegal":
        assert refusal is not None, "it was taken for legal"
        assert (refusal.code, refusal.rule) == (case["code"], case.get("rule")), str(refusal)
        with pytest.raises(tp.IllegalAction) as caught:
            state.apply(action, seat)
        assert caught.value.code == case["code"]
        assert state.position() == before
    else:
        assert refusal is None, str(refusal)
        state.apply(action, seat)
        compare(state, case["after"])
        assert tp.position(state.position()) == state


def step(item: str | Table) -> tuple[int | None, str]:
    return (None, item) if isinstance(item, str) else (item["seat"], item["action"])


@pytest.mark.parametrize("prefix", list(KNOWN))
def test_every_known_example_is_there(prefix: str) -> None:
    wanted = {
        f"{prefix}-{number:03}"
        for first, last in KNOWN[prefix]
        for number in range(first, last + 1)
    }
    found = [example["id"] for example in examples() if example["id"].startswith(prefix)]
    assert sorted(found) == sorted(wanted)


def test_the_data_is_well_formed() -> None:
    keys = {"id", "rules", "says", "verdict", "code", "rule", "after", "variant", "file"}
    variant_keys = {"options", "preset", "verdict", "code", "rule", "after"}
    for example in examples():
        id = example["id"]
        assert example["rules"], id
        assert example["says"].endswith((".", ":")), id
        assert ("position" in example) != ("game" in example), id
        assert not set(example) - keys - set(INHERITED), id
        for one in [example, *example.get("variant", ())]:
            needed = ("after",) if one["verdict"] == "legal" else ("code",)
            assert all(one.get(name) for name in needed), id
        for variant in example.get("variant", ()):
            assert not set(variant) - variant_keys - set(INHERITED), id
