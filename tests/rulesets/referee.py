"""A second opinion on the classic game, from the rules alone.

It knows nothing of the engine: it reads the text of a position and says which actions are legal
there, in words. Sets, runs and colours are done with plain counting, one rule after the other.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

from tenphase.position_text import read_fields

PHASES = ["S3+S3", "S3+R4", "S4+R4", "R7", "R8", "R9", "S4+S4", "C7", "S5+S2", "S5+S3"]
COLOURS = "RBGY"


class Referee:
    """Looks at one position of the classic game under given options."""

    def __init__(self, text: str, options: dict[str, Any]) -> None:
        fields = read_fields(text)
        self.options = options
        self.seats = fields["seats"]
        self.seat = fields["to_act"]
        self.stage = fields["stage"]
        self.hand = [c for c in fields["hands"].get(self.seat, "").split() if c != "-"]
        self.melds = {
            (seat, number): meld.split()
            for seat, melds in fields.get("table", {}).items()
            for number, meld in enumerate(melds.split("/"))
        }
        self.phase = PHASES[int(fields["phases"][self.seat]) - 1]
        self.phases = fields["phases"]
        self.skips = fields.get("skips", [0] * self.seats)
        self.discard = fields.get("discard", "-").replace("-", "").split()
        self.stock = fields.get("stock", "-").replace("-", "").split()
        self.taken = fields.get("taken", "")
        self.laid_now = fields.get("laid_now", False)
        self.down = any(seat == self.seat for seat, _ in self.melds)

    def legal(self) -> set[str]:
        """All legal actions but lay-downs."""
        if self.stage == "draw":
            return self.draws()
        return self.hits() | self.ends()

    # -- draw ------------------------------------------------------------------------------------

    def draws(self) -> set[str]:
        found = set()
        if self.stock or len(self.discard) > 1:  # MC-STOCK-1
            found.add("draw stock")
        top = self.discard[-1] if self.discard else "S"
        if top != "S" and (top != "W" or self.options["draw_discarded_wild"]):  # MC-TURN-3
            found.add("draw discard")
        return found

    # -- hit -------------------------------------------------------------------------------------

    def kind(self, owner: int, number: int) -> str:
        phase = PHASES[int(self.phases[owner]) - 1]
        return phase.split("+")[number][0]

    def hits(self) -> set[str]:
        if not self.down:  # MC-HIT-1
            return set()
        if self.laid_now and not self.options["hit_same_turn"]:  # MC-HIT-2
            return set()
        keep = self.options["going_out"] == "must_keep_discard"
        if keep and len(self.hand) == 1:  # C-06
            return set()
        found = set()
        for (owner, number), meld in self.melds.items():
            where = f"on {owner}.{number}"
            places = [card.rpartition("=")[2] for card in meld]
            for card in set(self.hand) - {"S"}:  # MC-SKIP-6
                kind = self.kind(owner, number)
                if kind == "R":
                    numbers = [int(p if p.isdigit() else p[1:]) for p in places]
                    ends = [n for n in (min(numbers) - 1, max(numbers) + 1) if 1 <= n <= 12]
                    if card == "W":  # MC-WILD-4
                        found |= {f"hit W={n} {where}" for n in ends}
                    elif int(card[1:]) in ends:  # MC-HIT-5
                        found.add(f"hit {card} {where}")
                    continue
                natural = next(c for c in meld if c[0] != "W")
                shows = natural[1:] if kind == "S" else natural[0]
                if card == "W":
                    found.add(f"hit W={shows} {where}")
                elif shows == (card[1:] if kind == "S" else card[0]):  # MC-HIT-4, MC-HIT-7
                    found.add(f"hit {card} {where}")
        return found

    # -- end of the turn ---------------------------------------------------------------------------

    def ends(self) -> set[str]:
        targets = [s for s in range(self.seats) if s != self.seat and not self.skips[s]]
        if self.options["skip_target"] == "next":
            targets = [s for s in targets if s == (self.seat + 1) % self.seats]
        found = set()
        for card in set(self.hand) - {"S"}:
            redrawn = card == self.taken and self.hand.count(card) == 1
            if self.options["discard_redraw"] or not redrawn:
                found.add(f"discard {card}")
        if "S" in self.hand:
            found |= {f"play S on {seat}" for seat in targets}  # MC-SKIP-2, MC-SKIP-3
            if self.options["skip_plain_discard"] == "always" or not targets:  # MC-SKIP-10
                found.add("discard S")
        return found or {f"discard {card}" for card in self.hand}

    # -- lay-downs ---------------------------------------------------------------------------------

    def can_lay(self) -> bool:
        """Whether the hand holds the phase, by trying all ranks, stretches and colours."""
        if self.down:
            return False
        if self.options["going_out"] == "must_keep_discard" and len(self.hand) <= 7:
            raise NotImplementedError("hands of ten are large enough not to ask")
        wilds = self.hand.count("W")
        naturals = Counter(c for c in self.hand if c not in ("W", "S"))
        melds = [(piece[0], int(piece[1:])) for piece in self.phase.split("+")]
        ways = [list(self.shapes(kind, size)) for kind, size in melds]
        return any(self.covers(shape, naturals, wilds) for shape in product(*ways))

    @staticmethod
    def shapes(kind: str, size: int) -> Any:
        """Every list of numbers or colours that a meld of this size can have."""
        if kind == "S":
            return [[str(n)] * size for n in range(1, 13)]
        if kind == "C":
            return [[colour] * size for colour in COLOURS]
        return [[str(n) for n in range(s, s + size)] for s in range(1, 14 - size)]

    @staticmethod
    def covers(shape: tuple[list[str], ...], naturals: Counter[str], wilds: int) -> bool:
        """Whether the cards can lie like this, with a natural in each meld (MC-WILD-2)."""
        held: Counter[str] = Counter()
        for card, count in naturals.items():
            held[card[1:]] += count
            held[card[0]] += count
        need = Counter(face for meld in shape for face in meld)
        missing = sum(max(0, count - held[face]) for face, count in need.items())
        if missing > wilds:
            return False
        # a natural for each meld: melds that share their only face must share its cards
        if len(shape) == 1:
            return any(held[face] for face in shape[0])
        one, other = ({face for face in meld if held[face]} for meld in shape)
        if not one or not other:
            return False
        short = len(one | other) == 1 and held[next(iter(one))] < 2
        return not short
