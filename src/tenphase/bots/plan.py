"""How near a hand is to a phase, and which of its cards the phase needs.

This is a bot's estimate, made to be quick: the wilds of a hand are counted, not placed. Whether a
phase can be laid is for the engine to say, which is exact.

Cards that can stand for the same faces of a phase are of one class, as all fives are for sets and
runs in which colours do not count. A hand is then a list of counts, and a meld asks for a class
several times (a set), or for neighbouring classes once (a run).
"""

from __future__ import annotations

from collections.abc import Sequence

from tenphase.cards import Deck
from tenphase.melds import Face, Ladder, MeldSpec
from tenphase.phases import Phase

__all__ = ["Plan", "Planner"]

#: Ways to build one meld that are followed up when another meld competes for the cards.
_WIDTH = 4
#: A class has to be a byte, as have the numbers for wilds and for useless cards.
_MOST_CLASSES = 254
#: Plans kept by each planner; they are dropped together when there are more.
_KEPT = 50_000


class Plan:
    """What a hand lacks, and what it uses.

    - `missing`: the number of cards still to come, 0 when the phase seems to be complete;
    - `used`: by class, the number of naturals that the plan takes;
    - `near`: the classes, as a bit mask, that an equally good plan could take.
    """

    __slots__ = ("missing", "near", "used")

    def __init__(self, missing: int, used: dict[int, int], near: int) -> None:
        self.missing = missing
        self.used = used
        self.near = near


class _Part:
    """One meld of the phase, in classes."""

    __slots__ = ("faces", "groups", "known", "size", "stretches")

    def __init__(self, spec: MeldSpec, deck: Deck, *, wrap: bool) -> None:
        self.size = spec.size
        #: uniform patterns: each a face
        self.groups: list[Face] = []
        #: stretches of ladders: each as many faces as the meld has cards
        self.stretches: list[tuple[Face, ...]] = []
        for pattern in spec.kind.patterns(deck, wrap=wrap):
            if isinstance(pattern, Ladder):
                faces = pattern.faces * 2 if pattern.cyclic else pattern.faces
                last = len(pattern.faces) if pattern.cyclic else len(faces) - spec.size + 1
                self.stretches += [faces[i : i + spec.size] for i in range(last)]
            else:
                self.groups.append(pattern.face)
        self.faces = list(dict.fromkeys([*self.groups, *(f for s in self.stretches for f in s)]))
        #: by mask of classes at hand: the best stretch of each sort, with what it takes
        self.known: dict[int, list[tuple[int, int, int]]] = {}


class Planner:
    """Answers for one phase of a game. `plan` is what bots call.

    >>> import tenphase as tp
    >>> deck = tp.new_game(seed=1).rules.deck
    >>> planner = Planner(tp.parse_phase("S3+R4"), deck, naturals=2)
    >>> planner.plan(deck.hand("R5 B5 G5 R9 B10 W S Y1 Y1 R3")).missing
    1
    """

    def __init__(self, phase: Phase, deck: Deck, *, naturals: int = 0, wrap: bool = False) -> None:
        self.phase = phase
        self.size = phase.size
        self.naturals = naturals
        #: melds of many alike cards first, since runs find their way round a card that is gone
        parts = [_Part(spec, deck, wrap=wrap) for spec in phase.melds]
        self._parts = sorted(parts, key=lambda part: (bool(part.stretches), -part.size))
        faces = list(dict.fromkeys(face for part in self._parts for face in part.faces))
        self._classes(deck, faces)
        alone = all(len(self._of_face[face]) == 1 for face in faces)
        runs = [part for part in self._parts if part.stretches]
        self._stretch_masks = [
            [self._masks(stretch) for stretch in part.stretches] for part in self._parts
        ]
        groups = [part for part in self._parts if part.groups]
        self._search = self._search_any
        if alone and len(groups) == len(parts) and not runs:
            self._search = self._search_groups
        elif alone and len(runs) == 1 and len(parts) - len(groups) == 1 and len(parts) <= 2:
            self._search = self._search_run
        self._plans: dict[bytes, Plan] = {}

    def _classes(self, deck: Deck, faces: list[Face]) -> None:
        """Sort the cards into classes by the faces that they can stand for."""
        found: dict[tuple[Face, ...], int] = {}
        wild: set[int] = set()
        accepted: list[tuple[Face, ...]] = []
        for code, card in enumerate(deck.kinds):
            good = tuple([face for face in faces if face.accepts(card)])
            accepted.append(good)
            if good and card.is_natural and len(found) < _MOST_CLASSES:
                found.setdefault(good, len(found))
            elif good:
                wild.add(code)
        #: how many classes there are; the next number stands for wilds, then comes the rest
        self.classes = n = len(found)
        by_code = [n + 1] * 256
        for code, good in enumerate(accepted):
            by_code[code] = n if code in wild else found.get(good, n + 1)
        #: by card code
        self.of_card = bytes(by_code)
        self._of_face = {face: [c for good, c in found.items() if face in good] for face in faces}

    def _masks(self, stretch: tuple[Face, ...]) -> tuple[int, tuple[int, ...]]:
        """A stretch as a mask of all its classes, and by place."""
        places = tuple([sum(1 << c for c in self._of_face[face]) for face in stretch])
        every = 0
        for place in places:
            every |= place
        return every, places

    # -- the answer ----------------------------------------------------------------------------

    def plan(self, hand: bytes) -> Plan:
        """The plan for a sorted hand; it is kept, since hands change by single cards."""
        known = self._plans.get(hand)
        if known is None:
            if len(self._plans) >= _KEPT:
                self._plans.clear()
            known = self._plans[hand] = self._make(hand)
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
        by_class: dict[int, int] = {}
        for c, n in used:
            by_class[c] = by_class.get(c, 0) + n
        return Plan(missing, by_class, near)

    # -- searches: how many naturals, of which classes, and the classes of equal plans -----------

    def _search_groups(self, counts: list[int]) -> tuple[int, list[tuple[int, int]], int]:
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

    def _search_run(self, counts: list[int]) -> tuple[int, list[tuple[int, int]], int]:
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
            for every, _ in self._stretch_masks[part]:
                got = (mask & every).bit_count()
                if got > best:
                    best, chosen, near = got, mask & every, mask & every
                elif got == best:
                    near |= mask & every
            found = known[mask] = [(best, chosen, near)]
        return found[0]

    def _search_any(self, counts: list[int]) -> tuple[int, list[tuple[int, int]], int]:
        """Any melds: a few good ways for each, and the best of their combinations."""
        got, used = self._combine(0, counts)
        near = 0
        for part in self._parts:
            for face in part.faces:
                held = sum([counts[c] for c in self._of_face[face]])
                if held > 1 or part.stretches:
                    for c in self._of_face[face]:
                        near |= (counts[c] > 0) << c
        return got, used, near

    def _combine(self, number: int, counts: list[int]) -> tuple[int, list[tuple[int, int]]]:
        if number == len(self._parts):
            return 0, []
        best, best_used = -1, []
        for got, used in self._ways(number, counts):
            for c, n in used:
                counts[c] -= n
            more, also = self._combine(number + 1, counts)
            for c, n in used:
                counts[c] += n
            if got + more > best:
                best, best_used = got + more, used + also
        if best < 0:
            return self._combine(number + 1, counts)
        return best, best_used

    def _ways(self, number: int, counts: list[int]) -> list[tuple[int, list[tuple[int, int]]]]:
        """Good ways to fill one meld, the best ones first."""
        part = self._parts[number]
        ways: list[tuple[int, list[tuple[int, int]]]] = []
        for face in part.groups:
            room, used = part.size, []
            for c in self._of_face[face]:
                n = min(room, counts[c])
                if n:
                    used.append((c, n))
                    room -= n
            if used:
                ways.append((part.size - room, used))
        for _, places in self._stretch_masks[number]:
            used = []
            for place in places:
                for c in _bits(place):
                    if counts[c]:
                        used.append((c, 1))
                        break
            if used:
                ways.append((len(used), used))
        ways.sort(key=lambda way: -way[0])
        return ways[:_WIDTH]


def _bits(mask: int) -> Sequence[int]:
    return [c for c in range(mask.bit_length()) if mask >> c & 1]


_known_singles: dict[int, list[tuple[int, int]]] = {}


def _singles(mask: int) -> list[tuple[int, int]]:
    """One card of each class of a mask."""
    known = _known_singles.get(mask)
    if known is None:
        known = _known_singles[mask] = [(c, 1) for c in _bits(mask)]
    return known
