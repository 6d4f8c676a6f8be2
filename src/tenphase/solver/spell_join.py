"""Joining melds to lay-downs: which melds of a hand can lie beside each other.

The melds for each place of a phase are listed once for the whole hand, in order, and each is a bit.
By card, one int has the bits of all melds that hold more than so many of it. With some cards used
up, the melds that no longer fit are those of a few such ints together; what remains are the melds
that the rest of the hand holds, in the same order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from tenphase.cards import remove_cards
from tenphase.phases import DISTINCT

if TYPE_CHECKING:
    from tenphase.solver.spell import Spelling
    from tenphase.tables import Made

__all__ = ["MOST_LISTED", "Joined", "Missed"]

#: So many melds are listed for one place; those after them are looked for one by one.
MOST_LISTED = 2_000
#: So many melds are listed at a time, so that the first lay-down need not wait for all.
BATCH = 50

#: What like melds have in common: the faces they show, and the wilds spent.
Likeness = tuple[bytes, bytes]
#: Tells of a meld the naturals that should lie where it has wilds.
Missed = Callable[["Made"], bytes]


class _Listed:
    """The melds for one place that the hand holds, listed as they are needed."""

    __slots__ = (
        "_alike", "_alone", "_compared", "_missed", "_naturals", "_source", "complete", "cut",
        "labels", "melds", "missing", "more_than", "most",
    )  # fmt: skip

    def __init__(
        self,
        source: Iterator[Made],
        most: int,
        naturals: bytes,
        missed: Missed | None,
        *,
        alone: bool,
    ) -> None:
        self._source = source
        self._missed = missed
        #: by card and number: the bits of the melds that miss such cards, and hold so many
        self.missing: dict[int, dict[int, int]] = {}
        #: whether the phase has no other meld, so that it does not matter which cards are used
        self._alone = alone
        self._naturals = naturals
        #: by likeness: the bits of the melds that have it, as far as they have been compared
        self._alike: dict[Likeness, int] = {}
        self._compared = 0
        #: the largest size
        self.most = most
        self.melds: list[Made] = []
        #: by card and number: the bits of the melds that hold more than so many of it
        self.more_than: dict[int, list[int]] = {}
        #: by first face: the bits of the melds that start with it
        self.labels: dict[int, int] = {}
        #: whether all melds are listed, and whether there are too many
        self.complete = False
        self.cut = False

    def list_more(self) -> bool:
        """List some more melds; False if there are none, or too many."""
        if self.cut:
            return False
        batch = list(islice(self._source, BATCH))
        self.cut = len(self.melds) + len(batch) > MOST_LISTED
        self.complete = not batch
        if self.cut or self.complete:
            return False
        first = len(self.melds)
        self.melds += batch
        if not self._alone:
            self._index(first)
        if self._missed is not None:
            self._index_missing(first, self._missed)
        return True

    def _index(self, first: int) -> None:
        bit = 1 << first
        for cards, shown in self.melds[first:]:
            for code in set(cards):
                more_than = self.more_than.setdefault(code, [])
                for n in range(cards.count(code)):
                    if n < len(more_than):
                        more_than[n] |= bit
                    else:
                        more_than.append(bit)
            self.labels[shown[0]] = self.labels.get(shown[0], 0) | bit
            bit <<= 1

    def _index_missing(self, first: int, missed: Missed) -> None:
        bit = 1 << first
        for made in self.melds[first:]:
            for code in missed(made):
                missing, own = self.missing.setdefault(code, {}), made[0].count(code)
                missing[own] = missing.get(own, 0) | bit
            bit <<= 1

    def likeness(self, made: Made) -> Likeness:
        """What a meld has in common with those that are like it."""
        cards, shown = made
        return shown, cards.translate(None, self._naturals)

    def like(self, likeness: Likeness) -> int:
        """The bits of all melds listed so far that are like each other."""
        while self._compared < len(self.melds):
            key = self.likeness(self.melds[self._compared])
            self._alike[key] = self._alike.get(key, 0) | 1 << self._compared
            self._compared += 1
        return self._alike.get(likeness, 0)


class Joined:
    """Every lay-down of a phase that a hand holds, in the order of `Spelling`.

    Those are left out after which a natural is left in hand that one of the melds has `missed`.
    """

    __slots__ = (
        "_checked", "_counts", "_distinct", "_extras", "_hand", "_listed", "_missed", "_news",
        "_over", "_spelling",
    )  # fmt: skip

    def __init__(
        self, spelling: Spelling, hand: bytes, *, extras: bool, missed: Missed | None = None
    ) -> None:
        self._spelling = spelling
        self._hand = hand
        self._extras = extras
        self._missed = missed
        self._counts = Counter(hand)
        self._checked = spelling.must_check(extras)
        table = spelling.table
        self._distinct = DISTINCT in table.phase.constraints
        #: by likeness of the other melds: those of the last meld that are passed over
        self._over: dict[tuple[Likeness, ...], list[Likeness]] = {}
        #: whether more are passed over than the list in the making knows of
        self._news = False
        #: by place of the phase; places that ask for the same share theirs
        self._listed: list[_Listed] = []
        for i, spec in enumerate(table.specs):
            twin = spelling.twin_of[i]
            if twin >= 0:
                self._listed.append(self._listed[twin])
                continue
            most = len(hand) - table.size + spec.size if extras else spec.size
            melds = spelling.melds(i, hand, spec.size, most)
            alone = len(table.specs) == 1
            self._listed.append(_Listed(melds, most, spelling.naturals, missed, alone=alone))

    def __iter__(self) -> Iterator[tuple[Made, ...]]:
        return self._lay_downs((), (), b"")

    def pass_over(self, melds: tuple[Made, ...]) -> None:
        """Leave out all further lay-downs that show the same as this, and spend the same wilds."""
        likes = [listed.likeness(m) for listed, m in zip(self._listed, melds, strict=True)]
        self._over.setdefault(tuple(likes[:-1]), []).append(likes[-1])
        self._news = True

    def _lay_downs(
        self, done: tuple[Made, ...], places: tuple[int, ...], used: bytes, within: int = 0
    ) -> Iterator[tuple[Made, ...]]:
        """All ways to go on after some melds, of which the places in their lists are given.

        `within` are the bits that fitted beside all but the newest meld, if they are known.
        """
        i = len(done)
        spelling, listed = self._spelling, self._listed[i]
        last = i == len(self._listed) - 1
        twin = spelling.twin_of[i]
        start = places[twin] if twin >= 0 else 0
        if within:
            within = fitting = within & ~self._blocked(listed, done[-1:], used)
            if not fitting:
                return
        if (not last or not done) and not spelling.can_go_on(i, self._rest(used), self._extras):
            return
        heir = not last and spelling.twin_of[i + 1] == i
        melds = listed.melds
        while True:
            # places of the same list that come later may list more melds meanwhile
            known, complete = len(melds), listed.complete
            if not within:
                fitting = (1 << known) - 1 & ~self._blocked(listed, done, used)
                fitting = fitting >> start << start
            if last:
                yield from self._last(listed, done, used, fitting)
            else:
                for place, later in _each(fitting):
                    yield from self._lay_downs(
                        (*done, melds[place]),
                        (*places, place),
                        used + melds[place][0],
                        later if heir and complete else 0,
                    )
            start = max(start, known)
            if known == len(melds) and (complete or not listed.list_more()):
                break
        if listed.cut:
            yield from self._beyond(done, places, used)

    def _last(
        self, listed: _Listed, done: tuple[Made, ...], used: bytes, fitting: int
    ) -> Iterator[tuple[Made, ...]]:
        """The lay-downs that are done with one more meld."""
        if self._missed is not None:
            fitting &= self._missing_nothing(self._missed, listed, done, used)
        if self._over:
            fitting &= ~self._passed_over(listed, done)
        while fitting:
            bit = fitting & -fitting
            fitting ^= bit
            whole = (*done, listed.melds[bit.bit_length() - 1])
            if not self._checked or self._spelling.is_listed(whole):
                yield whole
                if self._news:
                    self._news = False
                    fitting &= ~self._passed_over(listed, done)

    def _missing_nothing(
        self, missed: Missed, listed: _Listed, done: tuple[Made, ...], used: bytes
    ) -> int:
        """The bits of last melds after which nothing is left that they or those before missed."""
        bits = -1
        for code, missing in listed.missing.items():
            left = self._counts[code] - used.count(code)
            for own, melds in missing.items():
                if own < left:
                    bits &= ~melds
        for made in done:
            for code in missed(made):
                left = self._counts[code] - used.count(code)
                if left:
                    more_than = listed.more_than.get(code, ())
                    bits &= more_than[left - 1] if left <= len(more_than) else 0
        return bits

    def _blocked(self, listed: _Listed, beside: tuple[Made, ...], used: bytes) -> int:
        """The bits of melds that do not fit beside some others, when so many cards are used."""
        blocked = 0
        for code in set(b"".join([cards for cards, _ in beside])):
            more_than = listed.more_than.get(code, ())
            left = self._counts[code] - used.count(code)
            if left < len(more_than):
                blocked |= more_than[left]
        if self._distinct:
            for face in self._spelling.taken(beside):
                blocked |= listed.labels.get(face, 0)
        return blocked

    def _passed_over(self, listed: _Listed, done: tuple[Made, ...]) -> int:
        """The bits of last melds that are passed over beside these."""
        likes = tuple([self._listed[i].likeness(made) for i, made in enumerate(done)])
        bits = 0
        for likeness in self._over.get(likes, ()):
            bits |= listed.like(likeness)
        return bits

    def _beyond(
        self, done: tuple[Made, ...], places: tuple[int, ...], used: bytes
    ) -> Iterator[tuple[Made, ...]]:
        """The same for melds that come after the listed ones."""
        i = len(done)
        spelling, listed = self._spelling, self._listed[i]
        rest, spec = self._rest(used), spelling.table.specs[i]
        end, beyond = spelling.key(listed.melds[-1]), len(listed.melds)
        twin = spelling.twin_of[i]
        floor = spelling.key(done[twin]) if twin >= 0 and places[twin] == beyond else end
        most = min(listed.most, len(rest))
        for made in spelling.melds(i, rest, spec.size, most, floor, spelling.taken(done)):
            if spelling.key(made) == end:
                continue
            whole = (*done, made)
            if i < len(self._listed) - 1:
                yield from self._lay_downs(whole, (*places, beyond), used + made[0])
            elif not self._checked or spelling.is_listed(whole):
                yield whole

    def _rest(self, used: bytes) -> bytes:
        rest = remove_cards(self._hand, used)
        assert rest is not None
        return rest


def _each(bits: int) -> Iterator[tuple[int, int]]:
    """The places of all bits, the lowest first, and that bit with all later ones."""
    while bits:
        bit = bits & -bits
        yield bit.bit_length() - 1, bits
        bits ^= bit
