"""Lay-downs that need not be looked at when the one is wanted after which the least weight stays.

`PassedOver` knows of cards that must stay in hand. `Thrift` knows of wilds laid where a natural
would do: the lay-down with that natural leaves no more, and it is in the list as well.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from tenphase.solver.reach import Reach, lost, most_shed, not_accepted, reach_of, together
from tenphase.solver.shed import LaidMade, best_shed
from tenphase.solver.spell import subtract

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tenphase.solver.matcher import LayDownMade
    from tenphase.solver.shed import OnTable
    from tenphase.solver.spell_join import Joined
    from tenphase.tables import Made, MeldTable

__all__ = ["PassedOver", "Thrift", "weight_of"]


def weight_of(cards: Iterable[int], weights: Sequence[int]) -> int:
    """What some cards weigh together."""
    return sum([weights[code] for code in cards])


class PassedOver:
    """Tells which lay-downs of a list need not be looked at."""

    __slots__ = ("_bound", "_hand", "_joined", "_twins")

    def __init__(
        self,
        hand: bytes,
        melds: Sequence[OnTable],
        tables: Sequence[MeldTable],
        weights: Sequence[int],
        kept: bytes,
        joined: Joined | None,
        *,
        may_hit: bool,
    ) -> None:
        self._hand = hand
        self._bound = _Bound(hand, melds, tables, weights, kept, may_hit=may_hit)
        self._joined = joined
        #: whether two melds are of one kind
        self._twins = len(set(tables)) < len(tables)

    def left(self, made: LayDownMade, least: int | None) -> tuple[bytes, int] | None:
        """What a lay-down leaves in hand, and the weight of it that stays whatever hits follow.

        None if it need not be looked at. `least` is the weight that the best one so far leaves.
        """
        bound = self._bound
        laid = b"".join([cards for cards, _ in made])
        wilds = laid.translate(None, bound.naturals)
        if self._twins and _split_otherwise(made, wilds):
            return None
        if least is None:
            left = subtract(self._hand, laid)
            return left, bound.of_left(made, left)
        group = bound.group(wilds, made)
        if group is not None:
            if bound.of_all(group, made, least) >= least:
                if self._joined is not None:
                    self._joined.pass_over(made)
                return None
            if bound.of_one(group, laid) >= least:
                return None
        left = subtract(self._hand, laid)
        stays = bound.of_left(made, left)
        if stays < least:
            stays = bound.of_places(made, left)
        return None if stays >= least else (left, stays)


def _split_otherwise(made: LayDownMade, wilds: bytes) -> bool:
    """Whether two melds of one face hold the cards that they hold after another lay-down too.

    That one comes earlier in the list: its first meld has the lower naturals. Wilds stay where they
    are, since each meld may need so many naturals.
    """
    for (cards, shown), (more, shown_too) in pairwise(made):
        if shown == shown_too and shown.count(shown[0]) == len(shown):
            mine, others = cards.translate(None, wilds), more.translate(None, wilds)
            if mine and others and max(mine) > min(others):
                return True
    return False


class _Group:
    """The lay-downs that show the same and spend the same wilds."""

    __slots__ = ("close", "floor", "stays", "weight")

    def __init__(self, stays: bytes, weight: int, floor: int) -> None:
        #: the cards that can go nowhere but into the lay-down, and their weight
        self.stays = stays
        self.weight = weight
        #: the weight that stays after each of them at least
        self.floor = floor
        #: whether it has been looked at closely
        self.close = False


class _Bound:
    """What stays in hand whatever hits follow a lay-down."""

    __slots__ = (
        "_groups", "_hand", "_kept", "_may_hit", "_melds", "_others", "_plain", "_reached",
        "_table", "_tables", "_weights", "naturals",
    )  # fmt: skip

    def __init__(
        self,
        hand: bytes,
        melds: Sequence[OnTable],
        tables: Sequence[MeldTable],
        weights: Sequence[int],
        kept: bytes,
        *,
        may_hit: bool,
    ) -> None:
        self._may_hit = may_hit
        self._hand, self._melds, self._tables, self._weights = hand, melds, tables, weights
        self._kept = kept
        self._others = not_accepted(tables[0].faces)
        wild = hand.translate(None, self._others[-1])
        #: the codes of all naturals of the hand
        self.naturals = hand.translate(None, wild)
        self._plain = all(table.plain for table in [*tables, *[meld.table for meld in melds]])
        #: what can go to the table, as soon as somebody asks
        self._table: Reach | None = None
        #: what can go to a meld of the lay-down, by its place and what it shows
        self._reached: dict[tuple[int, bytes], Reach] = {}
        #: by the wilds spent and what all melds show
        self._groups: dict[tuple[bytes, ...], _Group | None] = {}

    def of_one(self, group: _Group, laid: bytes) -> int:
        """The weight that stays at least, by what the melds show and the wilds in them."""
        # a card out of reach may lie in a run that was just laid
        return group.weight - weight_of([c for c in laid if c in group.stays], self._weights)

    def of_all(self, group: _Group, made: LayDownMade, least: int) -> int:
        """The same for all lay-downs of a group, which is looked at more closely if need be."""
        if group.floor < least and not group.close and self._like_faces(made):
            group.floor = self._best_of_all(made)
        group.close = True
        return group.floor

    def of_left(self, made: LayDownMade, left: bytes) -> int:
        """The same once it is known which cards are left."""
        stays, kept = self._stays(made, left)
        return weight_of(stays, self._weights) + kept

    def of_places(self, made: LayDownMade, left: bytes) -> int:
        """The same if each place beyond the end of a run takes one card."""
        weights = self._weights
        usable = left.translate(None, self._kept)
        most = most_shed(usable, self._reaches(made), self._others, weights)
        return weight_of(left, weights) - most

    def _stays(self, made: LayDownMade, left: bytes) -> tuple[bytes, int]:
        """The cards that no hits can shed, but those that are kept; and what these weigh."""
        usable = left.translate(None, self._kept)
        kept = 0
        if len(usable) < len(left):
            kept = weight_of([code for code in left if code in self._kept], self._weights)
        return lost(usable, self._reaches(made), self._others), kept

    def group(self, wilds: bytes, made: LayDownMade) -> _Group | None:
        """The group of a lay-down, if it is not the first of it."""
        key = (wilds, *[shown for _, shown in made])
        if key not in self._groups:
            self._groups[key] = None
            return None
        group = self._groups[key]
        if group is None:
            group = self._groups[key] = self._new_group(wilds, made)
        return group

    def _new_group(self, wilds: bytes, made: LayDownMade) -> _Group:
        stays, kept = self._stays(made, subtract(self._hand, wilds))
        weight = floor = weight_of(stays, self._weights) + kept
        if stays:
            # at best each place of the lay-down has the dearest card of those that would stay
            naturals = sum([len(shown) for _, shown in made]) - len(wilds)
            floor -= sum(sorted(self._dearest(made, stays))[-naturals:]) if naturals else 0
        return _Group(stays, weight, floor)

    def _dearest(self, made: LayDownMade, stays: bytes) -> list[int]:
        """By place of the melds: the most that a card which would stay and fits there weighs."""
        weights = self._weights
        found: list[int] = []
        for table, (_, shown) in zip(self._tables, made, strict=True):
            if not table.plain:
                found += [max([weights[code] for code in stays])] * len(shown)
            elif not self._may_hit or table.ends(shown) is not None:
                for accepts in [table.faces.accepts[face] for face in shown]:
                    found.append(max([weights[c] for c in stays if c in accepts], default=0))
        return found

    def _like_faces(self, made: LayDownMade) -> bool:
        """Whether hits may bring each meld any cards that it could have been made of."""
        return (
            self._may_hit
            and self._plain
            and all(
                table.ends(shown) is None
                for table, (_, shown) in zip(self._tables, made, strict=True)
            )
        )

    def _best_of_all(self, made: LayDownMade) -> int:
        """What stays if all naturals could be hit, and none had to be laid down.

        Those that were laid find a home in their meld, so it is no more than what stays when they
        were laid.
        """
        rest = subtract(self._hand, b"".join([m[0] for m in made]).translate(None, self.naturals))
        laid = [LaidMade(t, *m) for t, m in zip(self._tables, made, strict=True)]
        hits = best_shed(rest.translate(None, self._kept), [*self._melds, *laid], self._weights)
        return weight_of(rest, self._weights) - weight_of([hit[0] for hit in hits], self._weights)

    def _reaches(self, made: LayDownMade) -> list[Reach]:
        if not self._may_hit:
            return []
        if self._table is None:
            self._table = together([reach_of(meld.table, meld.shown) for meld in self._melds])
        found = [self._table]
        for place, (_, shown) in enumerate(made):
            key = (place, shown)
            if key not in self._reached:
                self._reached[key] = reach_of(self._tables[place], shown)
            found.append(self._reached[key])
        return found


class Thrift:
    """Knows the naturals that should lie where a meld has a wild.

    Let a wild of a lay-down and a natural left in hand change places. Each hit with the natural
    can then be made with the wild, if that fits wherever the natural does. And where the natural
    would have stayed in hand, the wild goes to a meld of like faces, if there is one for it. So no
    more is left than before, and the lay-down with the wild need not be looked at. The other one
    comes earlier in the list if the natural has the lower code. Where wilds are to be `kept`,
    laying one in place of a natural is always worse.
    """

    __slots__ = (
        "_accepts",
        "_homes",
        "_instead",
        "_kept",
        "_known",
        "_naturals",
        "_plain",
        "_shown",
        "_wilds",
    )

    def __init__(
        self, hand: bytes, melds: Sequence[OnTable], tables: Sequence[MeldTable], kept: bytes
    ) -> None:
        self._kept = kept
        faces = tables[0].faces
        self._accepts = accepts = faces.accepts
        every = [*tables, *[meld.table for meld in melds]]
        #: whether faces alone tell what fits
        self._plain = all(table.plain for table in every)
        self._wilds = hand.translate(None, not_accepted(faces)[-1])
        self._naturals = bytes(sorted(set(hand.translate(None, self._wilds))))
        self._shown = {face for table in every for face in table.numbers.values()}
        homes = [m.shown[0] for m in melds if m.table.plain and m.table.ends(m.shown) is None]
        #: the wilds that find a home whatever is laid down
        self._homes = {
            wild
            for wild in self._wilds
            if any(wild in accepts[face] for face in homes)
            or any(
                not table.ladders and all(wild in accepts[face] for face in table.uniforms)
                for table in tables
            )
        }
        #: by wild and face: the naturals that show it, and no face that the wild does not
        self._instead: dict[tuple[int, int], bytes] = {}
        self._known: dict[Made, bytes] = {}

    def missed(self, made: Made) -> bytes:
        """The naturals that should lie in a meld instead of its wilds, if they are in hand."""
        known = self._known.get(made)
        if known is None:
            known = self._known[made] = self._missed(made)
        return known

    def _missed(self, made: Made) -> bytes:
        cards, shown = made
        wilds = self._wilds
        if not self._plain or len(cards.translate(None, wilds)) == len(cards):
            return b""
        # among like cards the wild has a home in the very meld
        alike = shown.count(shown[0]) == len(shown) > 1
        return b"".join(
            [
                self._likes(code, face)
                for code, face in zip(cards, shown, strict=True)
                if code in wilds and (alike or code in self._homes or code in self._kept)
            ]
        )

    def _likes(self, wild: int, face: int) -> bytes:
        key = (wild, face)
        if key not in self._instead:
            accepts = self._accepts
            self._instead[key] = bytes(
                [
                    code
                    for code in self._naturals
                    if code in accepts[face]
                    and (wild in self._kept or self._does_as_well(wild, code))
                ]
            )
        return self._instead[key]

    def _does_as_well(self, wild: int, natural: int) -> bool:
        """Whether the wild fits wherever the natural does, and comes later in the list."""
        accepts = self._accepts
        return natural < wild and all(
            wild in accepts[face] for face in self._shown if natural in accepts[face]
        )
