"""Melds on the table, as texts or as the objects that games show."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tenphase.actions import Meld, parse_meld
from tenphase.errors import NotationError, brief
from tenphase.solver.shed import LaidMade

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from tenphase.cards import Deck
    from tenphase.solver.shed import OnTable
    from tenphase.tables import MeldTable

__all__ = ["as_melds", "read_meld", "read_table"]


def read_meld(text: str, deck: Deck) -> Meld:
    """A meld from its notation."""
    return parse_meld(text, deck)


def as_melds(melds: Iterable[Meld]) -> list[Meld]:
    """The same melds, looked at."""
    found = list(_items(melds))
    for meld in found:
        shows = meld.shows if isinstance(meld, Meld) else [0]
        if not all(label is None or isinstance(label, str) for label in shows):
            raise NotationError(f"{brief(meld)} is no Meld value", piece="")
    return found


def _items(melds: Any) -> Iterable[Any]:
    if isinstance(melds, Iterable):
        return melds
    raise NotationError(f"melds are a text or a list; not {brief(melds)}", piece="")


def read_table(
    table: str | Iterable[Any],
    deck: Deck,
    kinds: Mapping[str, MeldTable],
    asked: Container[str] = (),
) -> list[tuple[int, int, OnTable]]:
    """The melds on a table: owner, number among the owner's melds, and the meld.

    Where no owner is given, all melds belong to seat 0 and are numbered as they come. A text
    without a kind is of one of those `asked` for by the phases.
    """
    if isinstance(table, str):
        texts = [text for text in table.split("/") if text.strip()]
        return [(0, n, _from_text(text, deck, kinds, asked)) for n, text in enumerate(texts)]
    found: list[tuple[int, int, OnTable]] = []
    own = set(kinds.values())
    for n, item in enumerate(_items(table)):
        if hasattr(item, "shown"):
            found.append((0, n, item if item.table in own else _known(item, kinds)))
        elif isinstance(item, str):
            found.append((0, n, _from_text(item, deck, kinds, asked)))
        elif not hasattr(item, "meld"):
            raise NotationError(f"{brief(item)} is no meld on a table", piece="")
        else:
            laid = _arranged(item.meld, kinds[item.kind], deck, str(item))
            found.append((item.owner, item.number, laid))
    return found


def _known(laid: OnTable, kinds: Mapping[str, MeldTable]) -> OnTable:
    """The meld in the solver's own table of its kind, if that numbers faces alike."""
    table = laid.table
    own = kinds.get(table.kind.symbol)
    if own is None or own.faces is table.faces:
        return laid
    if own.numbers != table.numbers:
        raise NotationError(
            f"{brief(table.kind)} comes from another ruleset: give the meld as text", piece=""
        )
    return LaidMade(own, laid.cards, laid.shown)


def _from_text(
    text: str, deck: Deck, kinds: Mapping[str, MeldTable], asked: Container[str]
) -> LaidMade:
    """`S: R9 B9 G9`, or without the kind where only one fits."""
    symbol, colon, rest = text.partition(":")
    if colon:
        symbol = symbol.strip()
        if symbol not in kinds:
            raise NotationError(
                f"no meld kind {brief(symbol)} in {brief(text.strip())}", piece=symbol
            )
        return _arranged(parse_meld(rest, deck), kinds[symbol], deck, text)
    meld = parse_meld(text, deck)
    fits: dict[str, LaidMade] = {}
    for symbol, table in kinds.items():
        try:
            fits[symbol] = _arranged(meld, table, deck, text)
        except NotationError:
            continue
    usual = [symbol for symbol in fits if symbol in asked]
    if len(usual) == 1:
        return fits[usual[0]]
    why = "is no meld"
    if usual:
        why = f"may be of several kinds ({', '.join(usual)}): say which"
    elif fits:
        why = f"is no meld that the phases ask for (but {', '.join(fits)}): say its kind"
    raise NotationError(f"{brief(text.strip())} {why}, as in 'R: R3 B4 G5'", piece=text.strip())


def _arranged(meld: Meld, table: MeldTable, deck: Deck, text: str) -> LaidMade:
    cards = deck.encode(meld.cards)
    said = [
        None if label is None or card.is_natural else table.face(label)
        for card, label in zip(meld.cards, meld.shows, strict=True)
    ]
    ways = table.arrange(cards, said)
    if len(ways) != 1:
        why = "is no meld" if not ways else "can be read in two ways: declare the wilds"
        raise NotationError(f"{brief(text.strip())} {why}", piece=text.strip())
    return LaidMade(table, *ways[0])
