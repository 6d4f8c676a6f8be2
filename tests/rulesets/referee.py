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
        self.floating = fields.get("floating", False)
        self.down = any(seat == self.seat for seat, _ in self.melds)

    def legal(self) -> set[str]:
        """All legal actions but lay-downs."""
        if self.stage == "draw":
            return self.draws()
        hits = self.hits() | self.swaps()
        if self.floating and hits and self.options["going_out"] == "floating_active":
            return hits  # MC-FLOAT-A
        return hits | self.ends()

    # -- draw ------------------------------------------------------------------------------------

    def draws(self) -> set[str]:
        found = set()
        if self.stock or len(self.discard) > 1:  # MC-STOCK-1
            found.add("draw stock")
        top = self.discard[-1] if self.discard else "S"
        if top != "S" and (top != "W" or self.options["draw_discarded_wild"]):  # MC-TURN-3
            found.add("draw discard")
            if not self.hand and any(self.fits(top, *where) for where in self.melds):
                return {"draw discard"}  # MC-FLOAT-A
        return found

    # -- hit -------------------------------------------------------------------------------------

    def kind(self, owner: int, number: int) -> str:
        phase = PHASES[int(self.phases[owner]) - 1]
        return phase.split("+")[number][0]

    def may_touch_melds(self) -> bool:
        """MC-HIT-1, MC-HIT-2."""
        return self.down and (self.options["hit_same_turn"] or not self.laid_now)

    def hits(self) -> set[str]:
        found: set[str] = set()
        for card in set(self.hand) if self.may_touch_melds() else ():
            rest = [*self.hand]
            rest.remove(card)
            if not rest and self.options["going_out"] == "must_keep_discard":
                continue  # C-06
            if rest == ["S"] and self.options["skip_as_last_card"] == "forbidden":
                continue  # C-05
            for owner, number in self.melds:
                for shows in self.fits(card, owner, number):
                    declared = f"{card}={shows}" if card == "W" else card
                    found.add(f"hit {declared} on {owner}.{number}")
        return found

    def fits(self, card: str, owner: int, number: int) -> list[str]:
        """What a card would stand for on a meld; nothing if it does not fit."""
        meld = self.melds[owner, number]
        if card == "S":  # MC-SKIP-6
            return []
        places = self.places(meld, self.kind(owner, number))
        if self.kind(owner, number) != "R":
            return [places[0]] if card == "W" or places[0] in (card[1:], card[0]) else []
        low, high = int(places[0]) - 1, int(places[-1]) + 1
        if self.options["run_wraparound"]:
            low, high = low or 12, (high - 1) % 12 + 1
        ends = [str(n) for n in dict.fromkeys((low, high)) if 1 <= n <= 12]
        if len(meld) == 12:  # MC-HIT-6
            return []
        return [end for end in ends if card in ("W", f"{card[0]}{end}")]

    @staticmethod
    def places(meld: list[str], kind: str) -> list[str]:
        """What the cards of a meld stand for, from its low end to its high one."""
        if kind == "R":
            return [c.partition("=")[2] or c[1:] for c in meld]
        shown = meld[0].partition("=")[2] or (meld[0][1:] if kind == "S" else meld[0][0])
        return [shown] * len(meld)

    def swaps(self) -> set[str]:
        """C-14."""
        if not self.options["wild_replaceable"] or not self.may_touch_melds():
            return set()
        return {
            f"swap {card} on {owner}.{number}"
            for card in set(self.hand) - {"W", "S"}
            for (owner, number), meld in self.melds.items()
            for laid in meld
            if laid[0] == "W" and laid.partition("=")[2] in (card[1:], card[0])
        }

    # -- end of the turn ---------------------------------------------------------------------------

    def ends(self) -> set[str]:
        targets = [s for s in range(self.seats) if s != self.seat and not self.skips[s]]
        if self.options["skip_target"] == "next":
            targets = [s for s in targets if s == (self.seat + 1) % self.seats]
        found: set[str] = set()
        if self.hand == ["S"] and self.options["skip_as_last_card"] == "forbidden":
            return {"discard S"}  # there is nothing else to do
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
        wilds = self.hand.count("W")
        naturals = Counter(c for c in self.hand if c not in ("W", "S"))
        melds = [(piece[0], int(piece[1:])) for piece in self.phase.split("+")]
        ways = [list(self.shapes(kind, size)) for kind, size in melds]
        return any(self.covers(shape, naturals, wilds) for shape in product(*ways))

    def shapes(self, kind: str, size: int) -> list[list[str]]:
        """Every list of numbers or colours that a meld of this size can have."""
        if kind == "S":
            return [[str(n)] * size for n in range(1, 13)]
        if kind == "C":
            return [[colour] * size for colour in COLOURS]
        starts = range(1, 13) if self.options["run_wraparound"] else range(1, 14 - size)
        return [[str((n - 1) % 12 + 1) for n in range(s, s + size)] for s in starts]

    def covers(self, shape: tuple[list[str], ...], naturals: Counter[str], wilds: int) -> bool:
        """Whether the cards can lie like this, with the naturals that are needed (MC-WILD-2)."""
        held: Counter[str] = Counter()
        for card, count in naturals.items():
            held[card[1:]] += count
            held[card[0]] += count
        need = Counter(face for meld in shape for face in meld)
        missing = sum(max(0, count - held[face]) for face, count in need.items())
        if missing > wilds:
            return False
        have = [{face for face in meld if held[face]} for meld in shape]
        if self.options["wild_min_natural"] == "none":
            return True
        if self.options["wild_min_natural"] == "per_phase":
            return any(have)
        if len(have) == 1 or not all(have):
            return all(have)
        # two melds that live by the same single face share its cards
        one, other = have
        return len(one | other) > 1 or held[next(iter(one))] > 1
