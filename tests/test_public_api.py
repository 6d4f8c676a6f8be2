"""The public face: listed once, explained with an example, and in the reference."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path

import pytest

import tenphase
from tests.test_architecture import INTERNAL, PUBLIC

ROOT = Path(__file__).parent.parent
REFERENCE = ROOT / "docs" / "reference"
PAGES = {page: page.read_text(encoding="utf-8") for page in sorted(REFERENCE.glob("*.md"))}
DOCUMENTED = {"tenphase"} | {
    name
    for text in PAGES.values()
    for name in re.findall(r"^\.\. automodule:: ([\w.]+)$", text, re.MULTILINE)
}

NAMES = [name for name in tenphase.__all__ if not name.startswith("__")]


def test_names_are_listed_once():
    assert len(tenphase.__all__) == len(set(tenphase.__all__))
    assert all(hasattr(tenphase, name) for name in tenphase.__all__)


def test_names_that_come_later_are_shown_too():
    assert set(tenphase.__all__) <= set(dir(tenphase))


def test_nothing_else_is_public():
    """What `tenphase` shows besides is a module of the package, a dunder or private."""
    extra = [
        name
        for name, value in vars(tenphase).items()
        if name not in tenphase.__all__ and not name.startswith("_")
        if not inspect.ismodule(value) and name not in {"annotations", "TYPE_CHECKING"}
    ]
    assert not extra


@pytest.mark.parametrize("name", NAMES)
def test_it_is_explained(name):
    thing = getattr(tenphase, name)
    if not (inspect.isclass(thing) or inspect.isroutine(thing)):
        return
    text = inspect.getdoc(thing) or ""
    assert text.strip()
    assert text.split("\n\n")[0].rstrip().endswith((".", ":")), "begins with a sentence"
    assert ">>>" in text, "has an example"


@pytest.mark.parametrize("name", NAMES)
def test_it_is_in_the_reference(name):
    thing = getattr(tenphase, name)
    if inspect.isclass(thing) or inspect.isroutine(thing):
        assert thing.__module__ in DOCUMENTED


@pytest.mark.parametrize("module", PUBLIC)
def test_public_modules(module):
    loaded = importlib.import_module(module)
    assert module in DOCUMENTED
    assert loaded.__all__, "says what is public"
    for name in loaded.__all__:
        assert hasattr(loaded, name)
    undocumented = [
        name
        for name in loaded.__all__
        if inspect.isclass(thing := getattr(loaded, name)) or inspect.isroutine(thing)
        if thing.__module__.split(".")[0] == "tenphase" and not inspect.getdoc(thing)
    ]
    assert not undocumented


def test_internals_are_not_in_the_reference():
    assert not DOCUMENTED & set(INTERNAL)
