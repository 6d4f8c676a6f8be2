"""Hits: which cards fit melds on the table, and the best way to get rid of many.

A uniform meld takes any number of cards that show its face, so a card that fits one has a *home*
and can always be shed in the end. Cards without a home can only go to the ends of runs. Which
wilds and which other cards fill the places before them is what has to be found: a search over the
ends of all runs, place by place, that stops as soon as every card that can be reached at
all is shed, which its first try nearly always does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from tenphase.melds import FreeKind
from tenphase.solver.shed_free import best_shed_free

if TYPE_CHECKING:
    from tenphase.tables import FaceTable, MeldTable

__all__ = ["OnTable", "best_shed", "hits"]

#: A hit: card code, place of the meld among those given, face, and whether at the low end.
HitMade = tuple[int, int, int, bool]


class OnTable(Protocol):
    """A meld on the table, as the solver needs it."""

    @property
    def table(self) -> MeldTable:
        """Its kind, compiled."""

    @property
    def cards(self) -> bytes:
        """The codes of its cards."""

    @property
    def shown(self) -> bytes:
        """What each stands for."""


def hits(hand: bytes, melds: Sequence[OnTable]) -> list[HitMade]:
    """Every single hit, by meld and card."""
    found = []
    distinct = sorted(set(hand))
    for place, meld in enumerate(melds):
        open_to = meld.table.openings(meld.cards, meld.shown)
        for code in distinct:
            for face, low in open_to.get(code, ()):
                found.append((code, place, face, low))
    return found


def best_shed(hand: bytes, melds: Sequence[OnTable], weights: Sequence[int]) -> list[HitMade]:
    """The hits, in an order in which they can be played, that shed the most weight.

    `weights` says by card code what shedding such a card is worth, at least 1 each.
    """
    if any(isinstance(meld.table.kind, FreeKind) for meld in melds):
        return best_shed_free(hand, melds, weights)
    homes: dict[int, tuple[int, int]] = {}
    ladders: list[tuple[int, bytes, bytes, int]] = []
    for place, meld in enumerate(melds):
        table, shown = meld.table, meld.shown
        if shown[0] in table.uniforms:
            for code in hand.translate(None, _not_accepted(table.faces)[shown[0]]):
                homes.setdefault(code, (place, shown[0]))
        else:
            ladders.append((place, *_ends(table, shown)))
    laid: list[HitMade] = []
    rest = hand
    if ladders and len(homes) < len(set(hand)):
        laid = _Ladders(hand, melds, ladders, homes, weights).best()
        for code, _, _, _ in laid:
            at = rest.index(code)
            rest = rest[:at] + rest[at + 1 :]
    for code in rest:
        home = homes.get(code)
        if home is not None:
            laid.append((code, home[0], home[1], False))
    return laid


def _not_accepted(faces: FaceTable) -> list[bytes]:
    """By face: the codes of all cards that cannot stand for it, to be deleted from a hand.

    The last entry has the codes of all cards that are not wild.
    """
    known = faces.shared.get("not accepted")
    if isinstance(known, list) and len(known) == len(faces.accepts) + 1:
        return known
    kinds = faces.deck.kinds
    every = bytes(range(len(kinds)))
    made = [every.translate(None, good) for good in faces.accepts]
    made.append(bytes([c for c in every if not kinds[c].is_wild]))
    faces.shared["not accepted"] = made
    return made


def _ends(table: MeldTable, shown: bytes) -> tuple[bytes, bytes, int]:
    """The faces beyond the low and the high end of a run, outwards, and the room for both."""
    for steps, cyclic in table.ladders:
        first = steps.find(shown[0])
        if first < 0:
            continue
        room = len(steps) - len(shown)
        if cyclic:
            twice = steps + steps
            return (
                twice[first + len(shown) : first + len(steps)][::-1],
                twice[first + len(shown) : first + len(steps)],
                room,
            )
        return steps[:first][::-1], steps[first + len(shown) :], room
    raise AssertionError("a meld lies on one of its kind's ladders")


class _Ladders:
    """The search over the ends of all runs."""

    __slots__ = (
        "accepts", "best_value", "best_way", "bound", "ends", "hand", "homes", "others", "seen",
        "settled",
        "sort", "way", "wilds", "worth",
    )  # fmt: skip

    def __init__(
        self,
        hand: bytes,
        melds: Sequence[OnTable],
        ladders: Sequence[tuple[int, bytes, bytes, int]],
        homes: dict[int, tuple[int, int]],
        weights: Sequence[int],
    ) -> None:
        self.hand = hand
        self.homes = homes
        faces = melds[0].table.faces
        self.accepts = faces.accepts
        self.others = _not_accepted(faces)
        #: the wilds of the hand
        self.wilds = hand.translate(None, self.others[-1])
        #: what each card is worth here: nothing if it has a home or cannot get anywhere
        self.worth: dict[int, int] = dict.fromkeys(hand, 0)
        #: each end: the meld, its faces outwards, whether it is the low end, the room that it
        #: shares with the other end (or -1), and the number of that end if it comes before
        self.ends: list[tuple[int, bytes, bool, int, int]] = []
        for place, low, high, room in ladders:
            shared = room if len(low) + len(high) > room else -1
            before = len(self.ends)
            for faces_out, at_low in ((low, True), (high, False)):
                out = self._within_reach(faces_out, weights)
                if out:
                    other = before if len(self.ends) > before else -1
                    self.ends.append((place, out, at_low, shared, other))
        # what could be shed if every card had all the help of the others
        self.bound = sum([self.worth[c] for c in hand])
        self.settled = False
        self.sort: dict[int, tuple[object, ...]] = {}
        self.best_value = 0
        self.best_way: list[HitMade] = []
        self.way: list[HitMade] = []
        self.seen: set[tuple[int, int, int, bytes]] = set()

    def _within_reach(self, faces: bytes, weights: Sequence[int]) -> bytes:
        """The faces outwards up to the last that a card without a home can get to."""
        last = gaps = 0
        hand, homes, wilds, others = self.hand, self.homes, self.wilds, self.others
        for place, face in enumerate(faces):
            fits = hand.translate(None, others[face])
            if not fits.translate(None, wilds):
                gaps += 1
                if gaps > len(wilds):
                    break
            for code in fits:
                if code not in homes:
                    self.worth[code] = weights[code]
                    last = place + 1
        return faces[:last]

    def _sort_out(self) -> None:
        """Find which cards are alike, and whether a natural is always the best for a place.

        A natural without a home is, if any other card there could change places with it: a wild
        that has a home and fits everywhere, or a natural that fits the same places.
        """
        faces = sorted(set().union(*[out for _, out, *_ in self.ends]))
        self.settled = True
        for code in set(self.hand):
            fits = tuple([code in self.accepts[face] for face in faces])
            self.sort[code] = (self.worth[code], code in self.homes, fits)
            if code in self.wilds:
                self.settled = self.settled and all(fits) and code in self.homes
            elif sum(fits) > 1:
                self.settled = False

    def best(self) -> list[HitMade]:
        """The best hits on runs for cards that have no other place to go."""
        if self.bound:
            self._sort_out()
            self._go(0, 0, self.hand, 0, 0)
        return self.best_way

    def _go(self, end: int, depth: int, rest: bytes, value: int, used: int) -> bool:
        """Try every way to go on; true when nothing better can exist."""
        if value > self.best_value:
            self.best_value = value
            self.best_way = self.way.copy()
            if value == self.bound:
                return True
        if end == len(self.ends):
            return False
        key = (end, depth, used, rest)
        if key in self.seen:
            return False
        self.seen.add(key)
        worth = self.worth
        if value + sum([worth[c] for c in rest]) <= self.best_value:
            return False
        place, faces, low, shared, other = self.ends[end]
        if depth < len(faces) and (shared < 0 or other < 0 or depth + used < shared):
            face = faces[depth]
            for code in self._choices(face, rest):
                at = rest.index(code)
                self.way.append((code, place, face, low))
                left = rest[:at] + rest[at + 1 :]
                if self._go(end, depth + 1, left, value + worth[code], used):
                    return True
                self.way.pop()
        if depth and not worth[self.way[-1][0]]:
            return False  # it was no use to come this far
        follows = end + 1 < len(self.ends) and self.ends[end + 1][4] == end
        return self._go(end + 1, 0, rest, value, depth if follows else 0)

    def _choices(self, face: int, rest: bytes) -> list[int]:
        """The cards for a place, those first that have nowhere else to go; one of each sort."""
        fits = rest.translate(None, self.others[face])
        if len(fits) < 2:
            return list(fits)
        worth, wilds = self.worth, self.wilds
        if self.settled:
            # a natural without a home, else one with a home, else a wild: never anything else
            return [max(fits, key=lambda c: (worth[c], c not in wilds))]
        found = {self.sort[c]: c for c in reversed(fits)}
        return sorted(found.values(), key=lambda c: (-worth[c], c in wilds))
