"""Quick answers for the phases that are played most: tables and bit masks instead of a search.

Three sorts of phases, on decks whose wilds can show every face: one run; one or two melds of like
cards (sets, or groups of a colour); a set and a run. What is asked is always the least number of
wilds that complete the phase, and a hand that holds as many can lay it.

Every meld has its least number of naturals here. For a run that is at most one, so a longer
lay-down never helps (see `extras_matter`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tenphase.cards import ONE
from tenphase.phases import DISTINCT
from tenphase.solver.family import TOPS, WILD_SHIFT, Family, Form, family_of
from tenphase.solver.shapes import extras_matter, is_free

if TYPE_CHECKING:
    from tenphase.tables import Made, PhaseTable, SpecTable

__all__ = ["NEVER", "Quick", "quick_for"]

#: More wilds than any phase has cards.
NEVER = 99
#: Packed counts end at fifteen.
MOST_CARDS = 15

LayDown = tuple["Made", ...]


@lru_cache(maxsize=32)
def run_table(faces: int, size: int, naturals: int, cyclic: bool) -> tuple[bytes, bytes]:
    """By mask of the faces held: the least number of gaps in a stretch, and where it starts.

    Only stretches with enough naturals count.
    """
    ring = (1 << size) - 1
    full = (1 << faces) - 1
    # one byte for each mask, all of them side by side in one int: `low` has a one in every byte,
    # `high` the bit that no gap reaches
    low = int.from_bytes(b"\x01" * (1 << faces))
    high = low << 7
    gaps, starts = NEVER * low, 0
    for start in range(faces if cyclic else faces - size + 1):
        window = (ring << start | ring << start >> faces) & full if cyclic else ring << start
        here = int.from_bytes(_gaps_of(window, faces, size, naturals), "little")
        # bytes do not borrow from each other, for what is subtracted from has its high bit set;
        # where it stays set there were more gaps than here
        more = ((gaps | high) - here - low & high) >> 7
        new = more * 0xFF
        gaps ^= (gaps ^ here) & new
        starts ^= (starts ^ start * low) & new
    return gaps.to_bytes(1 << faces, "little"), starts.to_bytes(1 << faces, "little")


def _gaps_of(window: int, faces: int, size: int, naturals: int) -> bytes:
    """By mask of the faces held: the gaps in one stretch, `NEVER` with too few naturals."""
    held = b"\x00"
    one_more = bytes([min(n + 1, 255) for n in range(256)])
    for face in range(faces):
        # the masks with this face come after all those without it
        held += held.translate(one_more) if window >> face & 1 else held
    gaps = [size - n if naturals <= n <= size else NEVER for n in range(256)]
    return held.translate(bytes(gaps))


class Quick:
    """What all quick answers have in common. They do not depend on `extras`."""

    __slots__ = ("family",)

    def __init__(self, family: Family) -> None:
        self.family = family

    def can_lay(self, hand: bytes) -> bool:
        """Whether the hand holds the phase."""
        raise NotImplementedError

    def find(self, hand: bytes) -> LayDown | None:
        """Some lay-down of the least sizes."""
        raise NotImplementedError

    # -- concrete cards ---------------------------------------------------------------------

    def _alike(self, naturals: bytes, wilds: bytes, face: int) -> Made:
        """A meld of cards that all show the same face of the family."""
        cards = naturals + wilds
        if wilds and not self.family.wilds_last:
            cards = bytes(sorted(cards))
        return cards, ONE[self.family.faces[face]] * len(cards)

    def _row(
        self, hand: bytes, mask: int, start: int, size: int, wilds: bytes, taken: tuple[int, int]
    ) -> Made:
        """A run: naturals where the mask has them, wilds elsewhere.

        `taken` is a face and how many naturals of it lie in another meld.
        """
        family = self.family
        cards = b""
        shown = b""
        used = 0
        for step in range(start, start + size):
            place = step % family.count
            shown += ONE[family.faces[place]]
            if mask >> place & 1:
                held = hand.translate(None, family.not_of[place])
                cards += ONE[held[taken[1] if place == taken[0] else 0]]
            else:
                cards += ONE[wilds[used]]
                used += 1
        return cards, shown


class QuickRun(Quick):
    """One run."""

    __slots__ = ("gaps", "naturals", "size", "starts")

    def __init__(self, family: Family, size: int, naturals: int, cyclic: bool) -> None:
        super().__init__(family)
        self.size = size
        self.naturals = naturals
        self.gaps, self.starts = run_table(family.count, size, naturals, cyclic)

    def can_lay(self, hand: bytes) -> bool:
        form = self.family.form(hand)
        return self.gaps[form[1]] <= form[0]

    def find(self, hand: bytes) -> LayDown | None:
        form = self.family.form(hand)
        mask = form[1]
        gaps = self.gaps[mask]
        if gaps > form[0]:
            return None
        wilds = hand.translate(None, self.family.not_wild) if gaps else b""
        return (self._row(hand, mask, self.starts[mask], self.size, wilds, (-1, 0)),)


class QuickAlike(Quick):
    """One or two melds of like cards, which may have to be of different faces.

    Only the two faces held most often matter, so a table answers: by the two counts, the least
    number of wilds, and who gets which face (0: the first meld the most frequent face, 1: the
    second meld, 2: both).
    """

    __slots__ = ("away", "distinct", "naturals", "sizes", "twins", "who", "wilds")

    def __init__(
        self, family: Family, sizes: list[int], naturals: list[int], distinct: bool
    ) -> None:
        super().__init__(family)
        self.sizes = sizes
        self.twins = len(sizes) == 2 and sizes[0] == sizes[1] and naturals[0] == naturals[1]
        wilds, who = bytearray([NEVER]) * 256, bytearray(256)
        for most in range(16):
            for second in range(most + 1):
                ways = []
                if len(sizes) == 1:
                    ways.append((_lack(sizes[0], naturals[0], most), 0))
                else:
                    for order in (0, 1):
                        lacks = [
                            _lack(sizes[i], naturals[i], n)
                            for i, n in ((order, most), (1 - order, second))
                        ]
                        ways.append((sum(lacks), order))
                    if not distinct:
                        ways.append((_lack(sum(sizes), sum(naturals), most), 2))
                least, order = min(ways)
                wilds[most << 4 | second] = min(least, NEVER)
                who[most << 4 | second] = order
        self.wilds, self.who = bytes(wilds), bytes(who)
        self.naturals = naturals
        self.distinct = distinct
        #: distances already worked out, by the two counts and the wilds
        self.away: dict[int, tuple[int, int]] = {}

    def can_lay(self, hand: bytes) -> bool:
        form = self.family.form(hand)
        return self.wilds[form[TOPS]] <= form[0]

    def find(self, hand: bytes) -> LayDown | None:
        family = self.family
        form = family.form(hand)
        tops = form[TOPS]
        lack = self.wilds[tops]
        if lack > form[0]:
            return None
        wilds = hand.translate(None, family.not_wild) if lack else b""
        first, second = _two_faces(form, family.count, tops)
        held = hand.translate(None, family.not_of[first])
        sizes = self.sizes
        if len(sizes) == 1:
            naturals = held[: sizes[0]]
            return (self._alike(naturals, wilds[: sizes[0] - len(naturals)], first),)
        order = self.who[tops]
        if order == 2:
            # the second meld keeps its least naturals, the first takes what it can
            one = held[: min(sizes[0], len(held) - self.naturals[1])]
            two = held[len(one) : len(one) + sizes[1]]
            faces = (first, first)
        else:
            other = hand.translate(None, family.not_of[second])
            one, two = (held, other) if order == 0 else (other, held)
            one, two = one[: sizes[0]], two[: sizes[1]]
            faces = (first, second) if order == 0 else (second, first)
        lack = sizes[0] - len(one)
        a = self._alike(one, wilds[:lack], faces[0])
        b = self._alike(two, wilds[lack : lack + sizes[1] - len(two)], faces[1])
        if self.twins and (b[1], b[0]) < (a[1], a[0]):
            return b, a
        return a, b


def _lack(size: int, naturals: int, held: int) -> int:
    """The wilds that so many naturals need to become a meld."""
    return NEVER if held < naturals else max(0, size - held)


def _two_faces(form: Form, count: int, tops: int) -> tuple[int, int]:
    """The faces held most often and second most often."""
    most, second = tops >> 4, tops & 15
    if 0 < most < 9 and second > 0:
        mask = form[most]
        first = mask.bit_length() - 1
        return first, (form[second] & ~(1 << first)).bit_length() - 1
    packed = form[10] & (1 << WILD_SHIFT) - 1
    ranked = sorted(range(count), key=lambda face: -(packed >> 4 * face & 15))
    return ranked[0], ranked[-1] if count == 1 else ranked[1]


class QuickSetAndRun(Quick):
    """A set and a run.

    They compete for the naturals of one rank only. If the hand holds more of it than the set takes,
    the run sees the hand's ranks; otherwise it sees them without that rank. So for
    every number of naturals in the set, from the most down to its least, and for every
    rank, one look-up tells what the run lacks. Taking as many as possible is not enough: 5 5 5 W W
    W W is a set 5 5 W and a run with the third 5.
    """

    __slots__ = ("first", "gaps", "least", "run", "run_least", "set", "starts")

    def __init__(
        self, family: Family, sizes: tuple[int, int], naturals: tuple[int, int], cyclic: bool,
        *, set_first: bool,
    ) -> None:  # fmt: skip
        super().__init__(family)
        self.set, self.run = sizes
        self.least, self.run_least = naturals
        self.first = set_first
        self.gaps, self.starts = run_table(family.count, self.run, naturals[1], cyclic)

    def can_lay(self, hand: bytes) -> bool:
        form = self.family.form(hand)
        left = form[0]
        gaps, held = self.gaps, form[1]
        size = self.set
        if gaps[held] > left:
            return False
        lowest = max(self.least, size - left, 1)
        left -= size
        for n in range(size, lowest - 1, -1):
            budget = left + n
            if gaps[held] > budget:
                return False
            more = form[n + 1]
            if more:
                return True
            exact = form[n]
            while exact:
                bit = exact & -exact
                if gaps[held ^ bit] <= budget:
                    return True
                exact ^= bit
        return self._bare(form) is not None

    def _bare(self, form: Form) -> tuple[int, int, int] | None:
        """A set of wilds only, where that is allowed."""
        budget = form[0] - self.set
        if self.least or budget < 0 or self.gaps[form[1]] > budget:
            return None
        return 0, 0, form[1]

    def _plan(self, form: Form) -> tuple[int, int, int] | None:
        """The set's face and number of naturals, and the mask that the run sees."""
        left, held = form[0], form[1]
        gaps = self.gaps
        size = self.set
        for n in range(size, max(self.least, size - left, 1) - 1, -1):
            budget = left - size + n
            if gaps[held] > budget:
                return None
            more = form[n + 1]
            if more:
                return more.bit_length() - 1, n, held
            exact = form[n]
            while exact:
                bit = exact & -exact
                if gaps[held ^ bit] <= budget:
                    return bit.bit_length() - 1, n, held ^ bit
                exact ^= bit
        return self._bare(form)

    def find(self, hand: bytes) -> LayDown | None:
        family = self.family
        form = family.form(hand)
        if self.gaps[form[1]] > form[0]:
            return None
        plan = self._plan(form)
        if plan is None:
            return None
        face, n, mask = plan
        wilds = hand.translate(None, family.not_wild) if form[0] else b""
        lack = self.set - n
        naturals = hand.translate(None, family.not_of[face])[:n]
        alike = self._alike(naturals, wilds[:lack], face)
        row = self._row(hand, mask, self.starts[mask], self.run, wilds[lack:], (face, n))
        return (alike, row) if self.first else (row, alike)


def quick_for(table: PhaseTable) -> list[Quick]:
    """The quick answers of which one must be yes; none if this phase needs the search."""
    specs = table.specs
    if any(is_free(spec) for spec in specs) or extras_matter(table) or table.size > MOST_CARDS:
        return []
    if any(len(steps) < spec.size for spec in specs for steps, _ in spec.table.ladders):
        return []
    naturals = [spec.naturals for spec in specs]
    if table.naturals and not any(naturals):
        # one natural somewhere in the phase: in this meld, or in that
        choices = [[int(i == j) for j in range(len(specs))] for i in range(len(specs))]
    else:
        choices = [naturals]
    found = [_one(table, choice) for choice in choices]
    return [quick for quick in found if quick is not None] if None not in found else []


def _one(table: PhaseTable, naturals: list[int]) -> Quick | None:
    specs = table.specs
    if len(specs) > 2:
        return None
    shapes = [_sort(spec) for spec in specs]
    if any(shape is None for shape in shapes) or len({s for s in shapes if s}) != 1:
        return None
    steps = shapes[0]
    assert steps is not None
    family = family_of(table.faces, steps)
    if family is None:
        return None
    ladders = [bool(spec.table.ladders) for spec in specs]
    sizes = [spec.size for spec in specs]
    if not any(ladders):
        if sum(sizes) > MOST_CARDS or family.count < len(specs):
            return None
        distinct = DISTINCT in table.phase.constraints
        return QuickAlike(family, sizes, naturals, distinct)
    cyclic = any(spec.table.ladders and spec.table.ladders[0][1] for spec in specs)
    if len(specs) == 1:
        return QuickRun(family, sizes[0], naturals[0], cyclic)
    if all(ladders):
        return None
    a = ladders.index(False)
    if sizes[a] > 7:
        return None
    return QuickSetAndRun(
        family, (sizes[a], sizes[1 - a]), (naturals[a], naturals[1 - a]), cyclic,
        set_first=a == 0,
    )  # fmt: skip


def _sort(spec: SpecTable) -> bytes | None:
    """The faces of a meld that is a set or a run of one ladder."""
    table = spec.table
    if table.uniforms and not table.ladders:
        return bytes(table.uniforms)
    if len(table.ladders) == 1 and not table.uniforms:
        return table.ladders[0][0]
    return None
