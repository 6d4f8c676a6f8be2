"""Shedding at the ends of runs: which cards go there, and which wilds open the way.

From each end a run grows place by place. A place is filled by a natural that shows its face or by
a wild. What a number of wilds can bring at one end alone is its *gain*; the best way to share the
wilds out among the ends brings as much as any way can. Where no two ends want the same natural
and every wild fits every place, it can be had as it is, so it is tried first. Else the ends fight
over cards, and all that each can do is compared (`shed_fights`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenphase.solver.shed_fights import fought_over

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["End", "HitMade", "Run", "best_at_ends"]

#: A hit: card code, place of the meld among those given, face, and whether at the low end.
HitMade = tuple[int, int, int, bool]
#: A run on the table: its place, the faces beyond its low and its high end, outwards, the room that
#: both ends share, and the face of such runs that each natural shows, if none shows several.
Run = tuple[int, bytes, bytes, int, bytes | None]
#: An end that naturals can reach: its meld, the faces as far as it goes, whether it is the low end,
#: and the faces that the cards of the hand show, and those of cards without homes.
Reached = tuple[int, bytes, bool, bytes, bytes]
#: A place beyond an end: its face, the naturals and the wilds of the hand that fit it, and the
#: most that such a natural, and any such card, is worth.
Place = tuple[int, bytes, bytes, int, int]


class End:
    """One end of a run, as far as a card that has no other place can get there."""

    __slots__ = ("gains", "gaps", "instead", "low", "meld", "places", "rival", "room")

    def __init__(
        self, meld: int, places: list[Place], low: bool, gains: list[int], instead: list[Place]
    ) -> None:
        self.meld = meld
        self.places = places
        self.low = low
        #: by number of wilds: the most worth that can be shed here with so many
        self.gains = gains
        #: the places where a wild brings more than a natural, the best first
        self.instead = instead
        #: how many places are open to wilds alone
        self.gaps = sum([not place[1] for place in places]) if instead else 0
        #: whether the end before this one shares with it less room than both could use
        self.rival = False
        self.room = len(places)


def best_at_ends(
    hand: bytes,
    homeless: bytes,
    runs: Sequence[Run],
    weights: Sequence[int],
    others: Sequence[bytes],
    beat: int = -1,
) -> list[HitMade]:
    """The best hits on runs, in an order in which they can be played.

    Only its `homeless` cards count: the others have another place to go, so that shedding them here
    is worth nothing. `others` has by face the cards that do not fit it, and last those that are not
    wild. If it is plain that nothing is worth more than `beat`, any hits will do.
    """
    wilds = hand.translate(None, others[-1])
    if not wilds:
        way = _by_naturals(hand, homeless, runs, weights)
        if way is not None:
            return way
    worth = {code: weights[code] if code in homeless else 0 for code in hand}
    walker = _Walker(hand, wilds, worth, others)
    ends: list[End] = []
    for meld, below, above, room, _ in runs:
        low = walker.walk(meld, below, True)
        high = walker.walk(meld, above, False)
        if low is not None:
            ends.append(low)
        if high is not None:
            ends.append(high)
            if low is not None and len(low.places) + len(high.places) > room:
                high.rival, high.room = True, room
    if not ends:
        return []
    shares = _best_shares(ends, len(wilds))
    goal = shares[0][-1]
    way, value = _shared_out(ends, shares, hand, worth)
    if value == goal or goal <= beat:
        return way
    goal = min(goal, _most_placed(ends, wilds, worth))
    if value == goal or goal <= beat:
        return way
    return fought_over(ends, shares, goal, hand, wilds, worth)


def _by_naturals(
    hand: bytes, homeless: bytes, runs: Sequence[Run], weights: Sequence[int]
) -> list[HitMade] | None:
    """Hits of a hand without wilds, or None if it is not plain that no others shed more."""
    #: by kind of run: the faces that the cards of the hand show, and those of cards without homes
    faces: dict[bytes, tuple[bytes, bytes]] = {}
    reached: list[Reached] = []
    for meld, below, above, room, steps_of in runs:
        if steps_of is None:
            return None
        if steps_of not in faces:
            faces[steps_of] = hand.translate(steps_of), homeless.translate(steps_of)
        shown, useful = faces[steps_of]
        down = up = 0
        if below and below[0] in shown:
            down = _reach(below, shown, useful)
            if down:
                reached.append((meld, below[:down], True, shown, useful))
        if above and above[0] in shown:
            up = _reach(above, shown, useful)
            if up:
                reached.append((meld, above[:up], False, shown, useful))
        if down + up > room:
            return None
    way = _in_turn(reached, hand, homeless, weights)
    if way is None:
        # an end that goes far may need cards that others took away
        reached.sort(key=lambda end: len(end[1]), reverse=True)
        way = _in_turn(reached, hand, homeless, weights)
    if way is not None and len(faces) > 1:
        # a card may fit places of two kinds of runs
        taken = bytes([hit[0] for hit in way])
        if any(taken.count(code) > hand.count(code) for code in set(taken)):
            return None
    return way


def _in_turn(
    reached: list[Reached],
    hand: bytes,
    homeless: bytes,
    weights: Sequence[int],
) -> list[HitMade] | None:
    """The hits if each end goes as far as it finds cards that the ends before it have left.

    No way brings more than every face getting its dearest cards, for all ends that could reach it
    if they were alone. If these hits bring less, None.
    """
    way: list[HitMade] = []
    placed = bytearray()
    stopped = False
    for meld, out, low, shown, useful in reached:
        for face in out:
            already, there = placed.count(face), useful.count(face)
            if not already and there == 1:
                code = homeless[useful.find(face)]
            elif already < there:
                code = _of_face(homeless, useful, face, weights)[already]
            elif already < shown.count(face):
                at_home = [c for c in _of_face(hand, shown, face, weights) if c not in homeless]
                code = at_home[already - there]
            else:
                stopped = True
                break
            placed.append(face)
            way.append((code, meld, face, low))
    if stopped:
        wanted = b"".join([end[1] for end in reached])
        for _, out, _, _, useful in reached:
            for face in out:
                if placed.count(face) < min(wanted.count(face), useful.count(face)):
                    return None
    return way


def _of_face(cards: bytes, faces: bytes, face: int, weights: Sequence[int]) -> list[int]:
    """The cards that show a face, the dearest first."""
    there = [code for code, shown in zip(cards, faces, strict=True) if shown == face]
    return sorted(there, key=weights.__getitem__, reverse=True)


def _reach(out: bytes, shown: bytes, useful: bytes) -> int:
    """How far an end can go with naturals to the last place that brings anything."""
    far = 0
    for step, face in enumerate(out, 1):
        if face not in shown:
            break
        if face in useful:
            far = step
    return far


class _Walker:
    """Looks at what a hand can do beyond the ends of runs."""

    __slots__ = ("best_wild", "known", "naturals", "others", "wilds", "worth")

    def __init__(
        self, hand: bytes, wilds: bytes, worth: dict[int, int], others: Sequence[bytes]
    ) -> None:
        self.naturals = hand.translate(None, wilds)
        self.wilds = wilds
        self.worth = worth
        self.others = others
        #: the most that a wild without a home is worth
        self.best_wild = max([worth[c] for c in wilds]) if wilds else 0
        #: the places by face, as they are the same at all ends
        self.known: dict[int, Place] = {}

    def look(self, face: int) -> Place:
        """What the hand has for a place of such a face."""
        worth, others = self.worth, self.others[face]
        naturals = self.naturals.translate(None, others)
        fits = self.wilds.translate(None, others)
        most = 0
        if naturals:
            most = worth[naturals[0]]
            if len(naturals) > 1:
                most = max([worth[c] for c in naturals])
        at_all = max([most, *[worth[c] for c in fits]]) if self.best_wild else most
        place = self.known[face] = (face, naturals, fits, most, at_all)
        return place

    def walk(self, meld: int, out: bytes, low: bool) -> End | None:
        """Go outwards as long as the wilds last, up to the last place that brings anything."""
        places: list[Place] = []
        gains = [0]
        value = useful = 0
        known, wilds = self.known, len(self.wilds)
        for face in out:
            place = known[face] if face in known else self.look(face)
            if place[1]:
                value += place[3]
                gains[-1] = value
            elif not place[2] or len(gains) > wilds:
                break
            else:
                gains.append(value)
            places.append(place)
            if place[4]:
                useful = len(places)
        if not useful:
            return None
        del places[useful:]
        instead: list[Place] = []
        best = self.best_wild
        if best:
            # a wild that has no home may also take the place of a natural, once no other is open
            gains = [gain + n * best for n, gain in enumerate(gains)]
            instead = [place for place in places if place[1] and place[3] < best]
            instead.sort(key=lambda place: place[3])
            for place in instead[: wilds + 1 - len(gains)]:
                gains.append(gains[-1] + best - place[3])
            gains += [gains[-1]] * (wilds + 1 - len(gains))
        return End(meld, places, low, gains, instead)


def _most_placed(ends: list[End], wilds: bytes, worth: dict[int, int]) -> int:
    """What would be shed if each card had the place it wants, as far as there are places."""
    wanted: dict[bytes, int] = {}
    for end in ends:
        for _, naturals, _, _, _ in end.places:
            wanted[naturals] = wanted.get(naturals, 0) + 1
    total = sum([worth[c] for c in wilds])
    for alike, places in wanted.items():
        values = [worth[c] for c in alike]
        total += sum(values if places >= len(values) else sorted(values)[-places:])
    return total


def _best_shares(ends: list[End], wilds: int) -> list[list[int]]:
    """By end and number of wilds: no way to use so many brings more at the ends from there on."""
    later = [0] * (wilds + 1)
    if len(ends) == 1:
        gains = ends[0].gains
        return [gains + gains[-1:] * (wilds + 1 - len(gains)), later]
    table = [later]
    for end in reversed(ends):
        gains = end.gains
        if len(gains) == 1:
            gain = gains[0]
            later = [gain + more for more in later]
        else:
            later = [
                max([gains[own] + later[n - own] for own in range(min(n + 1, len(gains)))])
                for n in range(wilds + 1)
            ]
        table.append(later)
    table.reverse()
    return table


def _shared_out(
    ends: list[End], shares: list[list[int]], hand: bytes, worth: dict[int, int]
) -> tuple[list[HitMade], int]:
    """The hits of the best shares, as far as an end does not find a card gone; and their worth."""
    way: list[HitMade] = []
    total = 0
    rest = hand
    left = len(shares[0]) - 1
    for number, end in enumerate(ends):
        if end.rival:
            break  # how much room is left for it is another question
        most, later = shares[number][left], shares[number + 1]
        own = 0
        while end.gains[own] + later[left - own] < most:
            own += 1
        left -= own
        goal = end.gains[own]
        replaced = end.instead[: own - end.gaps] if own > end.gaps else ()
        for place in end.places:
            face, naturals, fitting, _, _ = place
            there: Sequence[int] = fitting if place in replaced else naturals or fitting
            if len(there) > 1:
                there = [c for c in there if c in rest]
            if not goal or not there or there[0] not in rest:
                break
            code = there[0] if len(there) == 1 else max(there, key=worth.__getitem__)
            goal -= worth[code]
            total += worth[code]
            way.append((code, end.meld, face, end.low))
            at = rest.index(code)
            rest = rest[:at] + rest[at + 1 :]
    return way, total
