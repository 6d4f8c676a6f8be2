"""Decks and phase lists for tests that must not depend on any ruleset."""

from __future__ import annotations

from tenphase.cards import Card, Deck, colour_bit, rank_bit
from tenphase.melds import LeastNaturals
from tenphase.phases import Phase, parse_phase

ALL_RANKS = sum(rank_bit(r) for r in range(1, 13))
LOW, HIGH = sum(rank_bit(r) for r in range(1, 7)), sum(rank_bit(r) for r in range(7, 13))


def _naturals(ranks: list[str], colours: str, form: str, copies: int) -> list[tuple[Card, int]]:
    return [
        (
            Card(form.format(rank=rank, colour=colour), ranks=rank_bit(r), colours=colour_bit(c)),
            copies,
        )
        for c, colour in enumerate(colours)
        for r, rank in enumerate(ranks, 1)
    ]


def classic(wilds: int = 8, skips: int = 4) -> Deck:
    """R, B, G, Y x 1..12 x 2, then the wilds, then the Skips."""
    ranks = [str(r) for r in range(1, 13)]
    cards = _naturals(ranks, "RBGY", "{colour}{rank}", 2)
    if wilds:
        cards.append((Card("W", ranks=ALL_RANKS, colours=0b1111), wilds))
    if skips:
        cards.append((Card("S"), skips))
    return Deck(cards, ranks=ranks, colours="RBGY")


def coloured_wilds() -> Deck:
    """The classic deck with wilds printed in two colours, which means nothing (A07)."""
    ranks = [str(r) for r in range(1, 13)]
    cards = _naturals(ranks, "RBGY", "{colour}{rank}", 2)
    cards += [(Card(text, ranks=ALL_RANKS, colours=0b1111), 4) for text in ("WR", "WB")]
    cards.append((Card("S"), 4))
    return Deck(cards, ranks=ranks, colours="RBGY")


def master() -> Deck:
    """R, Y, G, V x 1..12 x 2, fourteen partial jokers, eighteen action cards."""
    ranks = [str(r) for r in range(1, 13)]
    cards = _naturals(ranks, "RYGV", "{colour}{rank}", 2)
    for name, mask in (("1-6", LOW), ("7-12", HIGH)):
        for pair in ("RY", "RG", "RV", "YG", "YV", "GV", "RYGV"):
            colours = sum(colour_bit("RYGV".index(colour)) for colour in pair)
            cards.append((Card(f"J[{name}|{pair}]", ranks=mask, colours=colours), 1))
    for name, count in (("A:TWO", 4), ("A:KEEP", 4), ("A:SKIP", 6), ("A:FIVE", 4)):
        cards.append((Card(name), count))
    return Deck(cards, ranks=ranks, colours="RYGV")


def standard(packs: int = 2, jokers: int = 4) -> Deck:
    """Packs of 52 with full jokers; hearts and diamonds are red."""
    ranks = [*"A23456789", "10", *"JQK"]
    cards = _naturals(ranks, "HDSC", "{rank}{colour}", packs)
    every = sum(rank_bit(r) for r in range(1, 14))
    cards.append((Card("JK", ranks=every, colours=0b1111), jokers))
    groups = {"red": "HD", "black": "SC"}
    return Deck(cards, ranks=ranks, colours="HDSC", colour_groups=groups)


CLASSIC_PHASES = "S3+S3 S3+R4 S4+R4 R7 R8 R9 S4+S4 C7 S5+S2 S5+S3"
MASTER_PHASES = "S2+S2+S2+S2 C6 S4+R4 R8 C7 R9 S4+S4 CR4+S3 S5+S3 S5+CR3"
STANDARD_PHASES = "S3+R3,S3+R4,S3+S3,R6,R7,R8,C8,F4+F4,F5+F3 distinct,F5+F4 distinct"
MASTER_NATURALS = LeastNaturals(by_kind={"R": 2, "CR": 2})


def phases(text: str) -> list[Phase]:
    """Phases from their texts, labelled from 1."""
    parts = text.split(",") if "," in text else text.split()
    return [parse_phase(part, label=str(n)) for n, part in enumerate(parts, 1)]
