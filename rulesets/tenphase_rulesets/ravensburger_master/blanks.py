"""Blank cards: action cards that a plug-in writes on them (PM-DECK-5).

A plug-in names an `ActionCard` value in the entry-point group `tenphase.master_blanks`, or calls
`register_blank`. The option `blanks` then puts it into the deck by that name.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import entry_points

from tenphase.action_cards import ActionCard
from tenphase.errors import DefinitionError, brief

__all__ = ["blank_cards", "blank_text", "register_blank"]

GROUP = "tenphase.master_blanks"

#: What is printed on the other blue cards.
TAKEN = ("two", "keep", "skip", "five")

_registered: dict[str, ActionCard] = {}


def blank_text(name: str) -> str:
    """The notation of a card written on a blank.

    >>> blank_text("reverse")
    'A:REVERSE'
    """
    return f"A:{name.upper()}"


def register_blank(name: str, card: ActionCard) -> None:
    """Supply an action card for the blanks, for this process.

    The name is one word in lower case, and not that of a printed card.

    >>> register_blank("skip", ActionCard())
    Traceback (most recent call last):
    tenphase.errors.DefinitionError: a blank card cannot be called 'skip'
    """
    if not _is_name(name):
        raise DefinitionError(f"a blank card cannot be called {brief(name)}")
    if not isinstance(card, ActionCard):
        raise DefinitionError(f"blank {brief(name)} is not an ActionCard: {brief(card)}")
    _registered[name] = card


def _is_name(name: object) -> bool:
    return isinstance(name, str) and name.isidentifier() and name.islower() and name not in TAKEN


@lru_cache(maxsize=1)
def _installed() -> dict[str, ActionCard]:
    found = {}
    for entry in entry_points(group=GROUP):
        try:
            card = entry.load()
        except Exception:  # noqa: BLE001, S112 - a broken plug-in must not take others down
            continue
        if isinstance(card, ActionCard) and _is_name(entry.name):
            found[entry.name] = card
    return found


def blank_cards() -> dict[str, ActionCard]:
    """All action cards that are there for the blanks, by name."""
    return {**_installed(), **_registered}
