"""Actions as JSON: an object with the action's name and its parts; cards are texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenphase.actions import (
    DRAW_DISCARD,
    DRAW_STOCK,
    Action,
    Choose,
    Discard,
    DrawDiscard,
    DrawStock,
    Hit,
    LayDown,
    Leave,
    Meld,
    PlayCard,
    Swap,
)
from tenphase.errors import JsonError, brief
from tenphase.json_io.reading import MOST, card_code, list_in, only_fields, text_of, whole

if TYPE_CHECKING:
    from tenphase.cards import Card, Deck

__all__ = ["action_data", "read_action"]

#: The fields of each action, besides "action".
FIELDS: dict[str, tuple[str, ...]] = {
    "draw stock": (),
    "draw discard": (),
    "leave": (),
    "lay": ("melds", "phase"),
    "hit": ("card", "owner", "meld", "shows"),
    "discard": ("card",),
    "play": ("card", "target"),
    "swap": ("card", "owner", "meld"),
    "choose": ("choice", "cards", "target"),
}


def action_data(action: Action) -> dict[str, Any]:
    """An action as plain data."""
    match action:
        case DrawStock():
            return {"action": "draw stock"}
        case DrawDiscard():
            return {"action": "draw discard"}
        case Leave():
            return {"action": "leave"}
        case LayDown(melds, phase):
            return {"action": "lay", "melds": [_meld_data(m) for m in melds], "phase": phase}
        case Hit(card, owner, meld, shows):
            parts = {"card": card.text, "owner": owner, "meld": meld, "shows": shows}
            return {"action": "hit", **parts}
        case Discard(card):
            return {"action": "discard", "card": card.text}
        case PlayCard(card, target):
            return {"action": "play", "card": card.text, "target": target}
        case Swap(card, owner, meld):
            return {"action": "swap", "card": card.text, "owner": owner, "meld": meld}
        case Choose(choice, cards, target):
            texts = [card.text for card in cards]
            return {"action": "choose", "choice": choice, "cards": texts, "target": target}
    raise JsonError(f"{type(action).__name__} has no JSON form", path="$")


def _meld_data(meld: Meld) -> dict[str, Any]:
    return {"cards": [card.text for card in meld.cards], "shows": list(meld.shows)}


def read_action(data: object, deck: Deck, path: str) -> Action:
    """The action that some data stands for. Whether it is legal is not looked at."""
    if data.__class__ is not dict:
        raise JsonError("an object is wanted", path=path)
    assert isinstance(data, dict)
    name = text_of(data, "action", path)
    if name not in FIELDS:
        raise JsonError(f"there is no action {brief(name)}", path=f"{path}.action")
    only_fields(data, ("action", *FIELDS[name]), path)
    if name == "draw stock":
        return DRAW_STOCK
    if name == "draw discard":
        return DRAW_DISCARD
    if name == "leave":
        return Leave()
    if name == "lay":
        melds = list_in(data, "melds", path)
        read = [_read_meld(meld, deck, f"{path}.melds[{n}]") for n, meld in enumerate(melds)]
        return LayDown(tuple(read), _text_or_none(data["phase"], f"{path}.phase"))
    if name == "choose":
        texts = list_in(data, "cards", path)
        cards = [_card(text, deck, f"{path}.cards[{n}]") for n, text in enumerate(texts)]
        return Choose(text_of(data, "choice", path), tuple(cards), _target(data, path))
    card = _card(data["card"], deck, f"{path}.card")
    if name == "discard":
        return Discard(card)
    if name == "play":
        return PlayCard(card, _target(data, path))
    owner = whole(data["owner"], f"{path}.owner", 0)
    meld = whole(data["meld"], f"{path}.meld", 0)
    if name == "swap":
        return Swap(card, owner, meld)
    return Hit(card, owner, meld, _text_or_none(data["shows"], f"{path}.shows"))


def _read_meld(data: object, deck: Deck, path: str) -> Meld:
    if data.__class__ is not dict:
        raise JsonError("an object is wanted", path=path)
    assert isinstance(data, dict)
    only_fields(data, ("cards", "shows"), path)
    texts, shows = list_in(data, "cards", path), list_in(data, "shows", path)
    if len(texts) != len(shows):
        raise JsonError("as many as there are cards", path=f"{path}.shows")
    cards = [_card(text, deck, f"{path}.cards[{n}]") for n, text in enumerate(texts)]
    faces = [_text_or_none(face, f"{path}.shows[{n}]") for n, face in enumerate(shows)]
    return Meld(tuple(cards), tuple(faces))


def _card(text: object, deck: Deck, path: str) -> Card:
    return deck.kinds[card_code(text, deck, path)]


def _target(data: dict[str, Any], path: str) -> int | None:
    target = data["target"]
    return None if target is None else whole(target, f"{path}.target", 0, MOST)


def _text_or_none(value: object, path: str) -> str | None:
    if value is None or value.__class__ is str:
        return value
    raise JsonError("a text or null is wanted", path=path)
