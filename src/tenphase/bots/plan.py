"""How near a hand is to a phase, and which of its cards the phase needs.

This is a bot's estimate, made to be quick: where every wild can be anything, wilds are counted and
not placed. Whether a phase can be laid is for the engine to say, which is exact.

Cards that can stand for the same faces of a phase are of one class, as all fives are for sets and
runs in which colours do not count. A hand is then a list of counts, and a meld asks for a class
several times (a set), or for neighbouring classes once (a run).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tenphase.cards import Deck
from tenphase.melds import Face, Ladder, MeldSpec
from tenphase.phases import Phase

__all__ = ["Plan", "Planner"]

#: Ways to build one meld that are followed up when another meld competes for the cards.
_WIDTH = 4
#: What a search finds: how many naturals, of which classes, and the classes of equal plans.
Found = tuple[int, list[tuple[int, int]], int]
#: A way to fill melds: how many naturals, of which classes, the faces left to wilds, how many of
#: these have to be naturals all the same, and the faces of the meld.
Way = tuple[int, list[tuple[int, int]], list[int], int, Sequence[int]]
#: A class has to be a byte, as have the numbers for wilds and for useless cards.
_MOST_CLASSES = 254
#: Plans kept by each planner; they are dropped together when there are more.
_KEPT = 50_000


class Plan:
    """What a hand lacks, and what it uses.

    - `missing`: the number of cards still to come, 0 when the phase seems to be complete;
    - `used`: the naturals that it takes;
    - `near`: the classes, as a bit mask, that an equally good plan could take;
    - `idle`: the codes of wilds that stand for nothing that is lacking.
    """

    __slots__ = ("_taken", "_used", "idle", "missing", "near")

    def __init__(
        self, missing: int, taken: list[tuple[int, int]], near: int, idle: bytes = b""
    ) -> None:
        self.missing = missing
        self.near = near
        self.idle = idle
        self._taken = taken
        self._used: dict[int, int] | None = None

    @property
    def used(self) -> dict[int, int]:
        """By class, the number of naturals that the plan takes."""
        used = self._used
        if used is None:
            used = self._used = {}
            for c, n in self._taken:
                used[c] = used.get(c, 0) + n
        return used


class _Part:
    """One meld of the phase. Its faces are numbers: places in the planner's list of faces."""

    __slots__ = ("faces", "groups", "known", "naturals", "size", "stretches")

    def __init__(
        self, spec: MeldSpec, deck: Deck, faces: list[Face], naturals: int, *, wrap: bool
    ) -> None:
        self.size = spec.size
        self.naturals = naturals
        #: uniform patterns: each a face
        self.groups: list[int] = []
        #: stretches of ladders: each as many faces as the meld has cards
        self.stretches: list[list[int]] = []
        for pattern in spec.kind.patterns(deck, wrap=wrap):
            if isinstance(pattern, Ladder):
                steps = [_number(faces, face) for face in pattern.faces]
                last = len(steps) if pattern.cyclic else len(steps) - spec.size + 1
                steps += steps if pattern.cyclic else []
                self.stretches += [steps[i : i + spec.size] for i in range(last)]
            else:
                self.groups.append(_number(faces, pattern.face))
        in_runs = [face for stretch in self.stretches for face in stretch]
        self.faces = list(dict.fromkeys([*self.groups, *in_runs]))
        #: by mask of classes at hand: see `Planner._run`
        self.known: dict[int, tuple[int, int, int]] = {}


def _number(faces: list[Face], face: Face) -> int:
    """The place of a face in a list, to whose end it is put if it is new."""
    if face not in faces:
        faces.append(face)
    return faces.index(face)


class Planner:
    """Answers for one phase of a game. `plan` is what bots call.

    `naturals` is, by meld, the least number of naturals, `in_all` that of the whole lay-down.

    >>> import tenphase as tp
    >>> deck = tp.new_game(seed=1).rules.deck
    >>> planner = Planner(tp.parse_phase("S3+R4"), deck, naturals=[1, 1])
    >>> planner.plan(deck.hand("R5 B5 G5 R9 B10 W S Y1 Y1 R3")).missing
    1
    """

    def __init__(
        self,
        phase: Phase,
        deck: Deck,
        *,
        naturals: Sequence[int] = (),
        in_all: int = 0,
        wrap: bool = False,
    ) -> None:
        self.phase = phase
        self.size = phase.size
        least = list(naturals) or [0] * len(phase.melds)
        #: the least number of naturals in the whole lay-down
        self.naturals = max(in_all, sum(least))
        #: melds of many alike cards first, since runs find their way round a card that is gone
        faces: list[Face] = []
        parts = [
            _Part(spec, deck, faces, n, wrap=wrap)
            for spec, n in zip(phase.melds, least, strict=True)
        ]
        order = sorted(range(len(parts)), key=lambda i: (bool(parts[i].stretches), -parts[i].size))
        self._parts = [parts[i] for i in order]
        #: by meld of the phase: the place of its part
        self._places = [order.index(i) for i in range(len(parts))]
        self._faces = faces
        self._end: Way = (0, [], [], 0, ())
        self._nothing: Way = (0, [], [], self.naturals, ())
        self._sort_cards(deck, faces)
        alone = all(len(classes) == 1 for classes in self._of_face)
        runs = [part for part in self._parts if part.stretches]
        self._stretch_masks = [
            [sum({1 << c for face in s for c in self._of_face[face]}) for s in part.stretches]
            for part in self._parts
        ]
        groups = [part for part in self._parts if part.groups]
        self._search: Callable[[list[int]], Found] = self._search_any
        if phase.constraints:
            pass
        elif alone and len(groups) == len(parts) and not runs:
            self._search = self._search_groups
        elif alone and len(runs) == 1 and len(parts) - len(groups) == 1 and len(parts) <= 2:
            self._search = self._search_run
        self._plans: dict[bytes, Plan] = {}

    def _sort_cards(self, deck: Deck, faces: list[Face]) -> None:
        """Sort the cards into classes by the faces that they can stand for."""
        found: dict[tuple[int, ...], int] = {}
        wild: set[int] = set()
        self._placed = False
        accepted: list[tuple[int, ...]] = []
        for code, card in enumerate(deck.kinds):
            good = tuple([number for number, face in enumerate(faces) if face.accepts(card)])
            accepted.append(good)
            if good and card.is_natural and len(found) < _MOST_CLASSES:
                found.setdefault(good, len(found))
            elif good and card.is_wild:
                wild.add(code)
                self._placed |= len(good) < len(faces)
        #: how many classes there are; the next number stands for wilds, then comes the rest
        self.classes = n = len(found)
        by_code = [n + 1] * 256
        for code, good in enumerate(accepted):
            by_code[code] = n if code in wild else found.get(good, n + 1)
        #: by card code
        self.of_card = bytes(by_code)
        #: by face: the classes, and the codes of wilds, that can stand for it
        self._of_face = [[c for good, c in found.items() if f in good] for f in range(len(faces))]
        self._wilds_of = [{w for w in wild if face.accepts(deck.kinds[w])} for face in faces]

    # -- the answer ----------------------------------------------------------------------------

    def plan(self, hand: bytes) -> Plan:
        """The plan for a sorted hand; it is kept, since hands change by single cards."""
        known = self._plans.get(hand)
        if known is None:
            if len(self._plans) >= _KEPT:
                self._plans.clear()
            known = self._plans[hand] = (self._make_placed if self._placed else self._make)(hand)
        return known

    def keep(self, hand: bytes, plan: Plan) -> None:
        """Note that a plan holds for another hand as well: a card it did not use has gone."""
        self._plans[hand] = plan

    def _make(self, hand: bytes) -> Plan:
        counts = [0] * (self.classes + 2)
        for c in hand.translate(self.of_card):
            counts[c] += 1
        got, used, near = self._search(counts)
        missing = max(self.size - got - counts[self.classes], self.naturals - got, 0)
        return Plan(missing, used, near)

    # -- searches -------------------------------------------------------------------------------

    def _search_groups(self, counts: list[int]) -> Found:
        """Only sets, colour groups and the like: the largest meld takes the largest group."""
        ranked = sorted([(n, c) for c, n in enumerate(counts[: self.classes]) if n], reverse=True)
        used = []
        got = least = 0
        for part in self._parts:
            if not ranked:
                break
            n, c = ranked[0]
            least = min(n, part.size)
            got += least
            used.append((c, least))
            if n > least:
                ranked[0] = (n - least, c)
                ranked.sort(reverse=True)
            else:
                del ranked[0]
        near = 0
        for n, c in ranked:
            if n >= least:
                near |= 1 << c
        return got, used, near

    def _search_run(self, counts: list[int]) -> Found:
        """One run, and at most one meld of alike cards besides."""
        n = self.classes
        mask = 0
        bit = 1
        for count in counts[:n]:
            if count:
                mask |= bit
            bit <<= 1
        if len(self._parts) == 1:
            got, chosen, near = self._run(0, mask)
            return got, _singles(chosen), near
        size = self._parts[0].size
        best, best_class, best_n, best_run = -1, 0, 0, 0
        best_near = 0
        bit = 1
        for c in range(n):
            count = counts[c]
            if count:
                take = min(count, size)
                got, chosen, near = self._run(1, mask if count > take else mask & ~bit)
                if got + take > best:
                    best, best_class, best_n, best_run = got + take, c, take, chosen
                    best_near = near | bit
                elif got + take == best:
                    best_near |= near | bit
            bit <<= 1
        if best < 0:
            return 0, [], 0
        return best, [(best_class, best_n), *_singles(best_run)], best_near

    def _run(self, part: int, mask: int) -> tuple[int, int, int]:
        """The best stretch for some classes: how many, which of them, and those of its equals."""
        known = self._parts[part].known
        found = known.get(mask)
        if found is None:
            best, chosen, near = 0, 0, 0
            for every in self._stretch_masks[part]:
                got = (mask & every).bit_count()
                if got > best:
                    best, chosen, near = got, mask & every, mask & every
                elif got == best:
                    near |= mask & every
            found = known[mask] = (best, chosen, near)
        return found

    def _search_any(self, counts: list[int]) -> Found:
        """Any melds: a few good ways for each, and the best of their combinations."""
        got, used, _, _, _ = self._combine(0, counts, []) or self._nothing
        return got, used, self._near_any(counts)

    def _near_any(self, counts: list[int]) -> int:
        """The classes that have company in some meld."""
        near = 0
        for part in self._parts:
            for face in part.faces:
                held = [c for c in self._of_face[face] if counts[c]]
                if part.stretches or sum([counts[c] for c in held]) > 1:
                    for c in held:
                        near |= 1 << c
        return near

    def _combine(self, number: int, counts: list[int], melds: list[Sequence[int]]) -> Way | None:
        """The best way to fill the melds from this one on, or None if the phase forbids it."""
        if number == len(self._parts):
            return self._end if not self.phase.constraints or self._allowed(melds) else None
        best: Way | None = None
        for got, used, lacking, bare, faces in self._ways(number, counts):
            for c, n in used:
                counts[c] -= n
            rest = self._combine(number + 1, counts, [*melds, faces])
            for c, n in used:
                counts[c] += n
            if rest is not None and (best is None or got + rest[0] > best[0]):
                best = (got + rest[0], used + rest[1], lacking + rest[2], bare + rest[3], ())
        return best

    def _allowed(self, melds: list[Sequence[int]]) -> bool:
        faces = [[self._faces[face] for face in melds[place]] for place in self._places]
        return all(constraint.allows(faces) for constraint in self.phase.constraints)

    def _ways(self, number: int, counts: list[int]) -> list[Way]:
        """Good ways to fill one meld, the best ones first; at least one."""
        part = self._parts[number]
        ways: list[Way] = []
        for face in part.groups:
            room, used = part.size, []
            for c in self._of_face[face]:
                n = min(room, counts[c])
                if n:
                    used.append((c, n))
                    room -= n
            bare = max(part.naturals - part.size + room, 0)
            ways.append((part.size - room, used, [face] * room, bare, [face] * part.size))
        if part.stretches:
            ways += self._run_ways(part, counts)
        ways.sort(key=_most_naturals, reverse=True)
        return ways[:_WIDTH] or [(0, [], [], 0, ())]

    def _run_ways(self, part: _Part, counts: list[int]) -> list[Way]:
        held = [-1] * len(self._of_face)
        for face in part.faces:
            for c in self._of_face[face]:
                if counts[c]:
                    held[face] = c
                    break
        filled = [[held[face] for face in stretch] for stretch in part.stretches]
        ranked = sorted(range(len(filled)), key=lambda i: filled[i].count(-1))
        return [
            (
                part.size - filled[i].count(-1),
                [(c, 1) for c in filled[i] if c >= 0],
                [face for face in part.stretches[i] if held[face] < 0],
                max(part.naturals - part.size + filled[i].count(-1), 0),
                part.stretches[i],
            )
            for i in ranked[:_WIDTH]
        ]

    # -- wilds that can be some things only -------------------------------------------------------

    def _make_placed(self, hand: bytes) -> Plan:
        """A plan in which every wild has its place."""
        counts = [0] * (self.classes + 2)
        wilds = []
        for code in hand:
            c = self.of_card[code]
            counts[c] += 1
            if c == self.classes:
                wilds.append(code)
        got, used, lacking, bare, _ = self._combine(0, counts, []) or self._nothing
        idle = self._idle(wilds, lacking)
        free = self.size - got - (len(wilds) - len(idle))
        return Plan(max(free, self.naturals - got, bare), used, self._near_any(counts), idle)

    def _idle(self, wilds: list[int], lacking: list[int]) -> bytes:
        """The wilds that are left when as many as possible stand for what is lacking."""
        holders: dict[int, int] = {}

        def place(wild: int, seen: set[int]) -> bool:
            for spot, face in enumerate(lacking):
                if spot in seen or wilds[wild] not in self._wilds_of[face]:
                    continue
                seen.add(spot)
                if spot not in holders or place(holders[spot], seen):
                    holders[spot] = wild
                    return True
            return False

        return bytes([code for wild, code in enumerate(wilds) if not place(wild, set())])


def _most_naturals(way: Way) -> int:
    return way[0]


def _bits(mask: int) -> Sequence[int]:
    return [c for c in range(mask.bit_length()) if mask >> c & 1]


_known_singles: dict[int, list[tuple[int, int]]] = {}


def _singles(mask: int) -> list[tuple[int, int]]:
    """One card of each class of a mask."""
    known = _known_singles.get(mask)
    if known is None:
        known = _known_singles[mask] = [(c, 1) for c in _bits(mask)]
    return known
