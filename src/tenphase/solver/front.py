"""The solver as people use it: texts and cards in, playable actions out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from tenphase.actions import Hit, LayDown, Meld
from tenphase.cards import Card, Deck
from tenphase.errors import DefinitionError, NotationError, OptionError, brief
from tenphase.melds import CORE_KINDS, LeastNaturals, MeldKind
from tenphase.phases import Phase, parse_phase
from tenphase.solver import best, odds, shed
from tenphase.solver.answers import BestLayDown, Shed
from tenphase.solver.explain import Explanation, explain_cards
from tenphase.solver.matcher import PhaseMatcher
from tenphase.solver.refusal import Refusal
from tenphase.solver.shed_ends import HitMade
from tenphase.solver.spell import subtract
from tenphase.solver.table_text import as_melds, read_meld, read_table
from tenphase.tables import FaceTable, Made, MeldTable, PhaseTable

__all__ = ["Solver"]

#: Cards as a text, as `Card` values or their texts, or as codes.
Cards = str | bytes | Iterable[Card | str]
#: A phase by its number in the list, its label, its notation, or itself.
PhaseName = int | str | Phase

#: Phases that are not in the solver's list are compiled when asked about; so many are kept.
_KEPT = 64


class Solver:
    """Answers questions about cards and phases of one deck, exactly and without a game.

    - `deck`: the cards there are;
    - `phases`: the phases by number, as values or in notation;
    - `naturals`: how many natural cards melds need;
    - `kinds`: meld kinds by symbol, for notation and for melds on the table;
    - `points`: what each card counts, by text, for objectives that ask for points;
    - `wrap`: whether runs go on from the last rank to the first;
    - `extras`: whether a lay-down may have more cards than the phase asks for.

    Cards are given as a text, as `Card` values, or as codes (`bytes`); a phase by its number or
    label, in notation, or as a `Phase`. Answers are `LayDown` and `Hit` actions.

    >>> from tenphase.cards import colour_bit, rank_bit
    >>> ranks = [str(r) for r in range(1, 13)]
    >>> naturals = [(Card(f"{c}{r}", ranks=rank_bit(r), colours=colour_bit(i)), 2)
    ...             for i, c in enumerate("RBGY") for r in range(1, 13)]
    >>> wild = Card("W", ranks=sum(map(rank_bit, range(1, 13))), colours=0b1111)
    >>> deck = Deck([*naturals, (wild, 8)], ranks=ranks, colours="RBGY")
    >>> solver = Solver(deck, ["S3+S3", "S3+R4"])
    >>> print(solver.find("R5 B5 R3 B4 Y6 W W", phase=2))
    lay R5 B5 W=5 / R3 B4 W=5 Y6
    >>> solver.distance("R3 B3 G3", "S3+S3")
    3
    """

    def __init__(
        self,
        deck: Deck,
        phases: Iterable[Phase | str] = (),
        *,
        naturals: LeastNaturals | None = None,
        kinds: Mapping[str, MeldKind] = CORE_KINDS,
        points: Mapping[str, int] | None = None,
        wrap: bool = False,
        extras: bool = True,
    ) -> None:
        self.deck = deck
        self.kinds = dict(kinds)
        self.naturals = LeastNaturals() if naturals is None else naturals
        self.extras = extras
        self._wrap = wrap
        self._faces = FaceTable(deck)
        self._tables: dict[MeldKind, MeldTable] = {}
        self._points = [1 if points is None else points.get(c.text, 0) for c in deck.kinds]
        #: by objective: what it weighs to be left with each card
        self._weights = best.objective_weights(self._points, [c.is_wild for c in deck.kinds])
        self.phases = tuple([self._parse(phase) for phase in phases])
        self._matchers = [self._compile(phase) for phase in self.phases]
        # all kinds get their faces now, so that no order depends on what was asked before
        self._by_symbol = {symbol: self._table(kind) for symbol, kind in self.kinds.items()}
        #: the symbols of the kinds that the phases ask for
        self._asked = {m.kind.symbol for phase in self.phases for m in phase.melds} or self.kinds
        self._labels = {phase.label: n for n, phase in enumerate(self.phases) if phase.label}
        self._others: dict[Phase, PhaseMatcher] = {}
        # hits are values, so equal ones may be one
        self._hit = lru_cache(4_096)(self._new_hit)

    def _parse(self, phase: Phase | str) -> Phase:
        return parse_phase(phase, kinds=self.kinds) if isinstance(phase, str) else phase

    def _compile(self, phase: Phase) -> PhaseMatcher:
        for meld in phase.melds:
            self._table(meld.kind)
        return PhaseMatcher(PhaseTable(phase, self._faces, self._tables, self.naturals))

    def _table(self, kind: MeldKind) -> MeldTable:
        if kind not in self._tables:
            self._tables[kind] = MeldTable(kind, self._faces, wrap=self._wrap)
        return self._tables[kind]

    # -- reading questions ----------------------------------------------------------------------

    def codes(self, cards: Cards) -> bytes:
        """Cards as sorted codes: the form that is quickest to ask about.

        Raises `NotationError` for cards that the deck does not have, or not as often. Codes are
        taken as they are, for hands that a game cannot have may be asked about, too.
        """
        if not isinstance(cards, bytes):
            return self._held(self.deck.hand(cards))
        codes = bytes(sorted(cards))
        if codes and codes[-1] >= len(self.deck.kinds):
            raise NotationError(f"this deck has no card of code {codes[-1]}", piece="")
        return codes

    def _held(self, codes: bytes) -> bytes:
        """Refuse cards that are there more often than in the deck."""
        for card, surplus in self.deck.missing(codes).items():
            there = self.deck.counts[self.deck.code(card)]
            raise NotationError(
                f"{there + surplus} times {card}: the deck has {there}", piece=card.text
            )
        return codes

    def matcher(self, phase: PhaseName) -> PhaseMatcher:
        """The compiled phase, for those who ask about it very often."""
        if not isinstance(phase, int | str | Phase) or isinstance(phase, bool):
            raise NotationError(f"no phase is called {brief(phase)}", piece=brief(phase))
        if isinstance(phase, int):
            place = self._labels.get(brief(phase), phase - 1)
            if 0 <= place < len(self._matchers):
                return self._matchers[place]
            raise NotationError(f"there is no phase {brief(phase)}", piece=brief(phase))
        if isinstance(phase, str) and phase in self._labels:
            return self._matchers[self._labels[phase]]
        wanted = self._parse(phase)
        known = self._others.get(wanted)
        if known is None:
            for meld in wanted.melds:
                if not isinstance(meld.kind, MeldKind):
                    raise DefinitionError(f"{brief(meld.kind)} is no meld kind")
            known = self._compile(wanted)
            while len(self._others) >= _KEPT:
                self._others.pop(next(iter(self._others)), None)
            self._others[wanted] = known
        return known

    def _lay_down(self, melds: Sequence[Made]) -> LayDown:
        return LayDown(tuple([self._meld(*made) for made in melds]))

    def _meld(self, cards: bytes, shown: bytes) -> Meld:
        return Meld(self.deck.decode(cards), self._faces.labels(shown))

    # -- laying down ----------------------------------------------------------------------------

    def can_lay(self, hand: Cards, phase: PhaseName) -> bool:
        """Whether the hand holds the phase."""
        return self.matcher(phase).can_lay(self.codes(hand), self.extras)

    def find(self, hand: Cards, phase: PhaseName) -> LayDown | None:
        """Some lay-down of the least size, or None."""
        made = self.matcher(phase).find(self.codes(hand), self.extras)
        return None if made is None else self._lay_down(made)

    def lay_downs(
        self, hand: Cards, phase: PhaseName, *, extras: bool = False
    ) -> Iterator[LayDown]:
        """Every distinct lay-down in a fixed order, made one by one as it is asked for.

        Two are distinct when other cards are used or a wild stands for something else.
        """
        for made in self.matcher(phase).lay_downs(self.codes(hand), extras=extras):
            yield self._lay_down(made)

    def check(self, melds: str | LayDown | Iterable[Meld], phase: PhaseName) -> LayDown | Refusal:
        """The lay-down in the phase's order with every wild declared, or why it is none.

        Groups and cards may come in any order: `"W R3 Y6 B4 / R9 B9 G9"`.
        """
        matcher = self.matcher(phase)
        if isinstance(melds, str):
            melds = [read_meld(text, self.deck) for text in melds.split("/")]
        elif isinstance(melds, LayDown):
            melds = melds.melds
        tables = [spec.table for spec in matcher.table.specs]
        groups = []
        for number, meld in enumerate(as_melds(melds)):
            cards = self.deck.encode(meld.cards)
            said: list[int | None] = []
            for card, label in zip(meld.cards, meld.shows, strict=True):
                faces = [t.numbers[label] for t in tables if label in t.numbers]
                if label is None or card.is_natural:
                    said.append(None)
                elif faces:
                    said.append(faces[0])
                else:
                    return Refusal(
                        "wild-mismatch",
                        f"{card} cannot stand for {brief(label)}",
                        meld=number,
                        cards=self.deck.encode([card]),
                    )
            groups.append((cards, said))
        self._held(b"".join([cards for cards, _ in groups]))
        answer = matcher.check(groups, self.extras)
        return answer if isinstance(answer, Refusal) else self._lay_down(answer)

    def arrange(self, cards: Cards, phase: PhaseName) -> list[LayDown]:
        """Every way to lay exactly these cards down as the phase."""
        found = self.matcher(phase).groupings(self.codes(cards))
        return [self._lay_down(made) for made in found]

    def explain(self, cards: Cards, phase: PhaseName) -> Explanation:
        """Why these cards are the phase, or why not. A bare rank is a card of any colour."""
        if isinstance(cards, str):
            cards = self._any_colour(cards.split())
        codes = self.codes(cards) if isinstance(cards, bytes) else self.deck.encode(cards)
        return explain_cards(self.matcher(phase), codes)

    def _any_colour(self, words: list[str]) -> list[str]:
        used: dict[str, int] = {}
        found = []
        for word in words:
            if word not in self.deck.codes and word in self.deck.ranks:
                rank = self.deck.ranks.index(word) + 1
                texts = [t for (r, _), t in self.deck.natural_texts.items() if r == rank]
                if texts:
                    turn = used[word] = used.get(word, -1) + 1
                    found.append(texts[turn % len(texts)])
                    continue
            found.append(word)
        return found

    # -- the table -------------------------------------------------------------------------------

    def _on_table(self, table: str | Iterable[Any]) -> list[tuple[int, int, shed.OnTable]]:
        return read_table(table, self.deck, self._by_symbol, self._asked)

    def _hits(self, made: Sequence[HitMade], named: Sequence[Sequence[Any]]) -> tuple[Hit, ...]:
        """`named` has by place the owner and the number of a meld, and what else comes after."""
        hit = self._hit
        return tuple(
            [hit(code, named[place][0], named[place][1], face) for code, place, face, _ in made]
        )

    def _new_hit(self, code: int, owner: int, meld: int, face: int) -> Hit:
        card = self.deck.kinds[code]
        return Hit(card, owner, meld, self._faces.faces[face].label if card.is_wild else None)

    def hits(self, hand: Cards, table: str | Iterable[Any]) -> list[Hit]:
        """Every single hit that a card of the hand allows.

        A table is a text (`"S: R9 B9 G9 / R: R3 B4 W=5 Y6"`), the melds of a view, or other
        objects with `table`, `cards` and `shown`.
        """
        melds = self._on_table(table)
        made = shed.hits(self.codes(hand), [laid for _, _, laid in melds])
        return list(self._hits(made, melds))

    def best_shed(
        self, hand: Cards, table: str | Iterable[Any], objective: str = "most_cards"
    ) -> Shed:
        """The hits that get rid of the most cards, or of the most points (`"fewest_points"`)."""
        melds = self._on_table(table)
        codes = self.codes(hand)
        weights = self._weights_of(objective, ("most_cards", "fewest_points"))
        made = shed.best_shed(codes, [laid for _, _, laid in melds], weights)
        left = subtract(codes, bytes([hit[0] for hit in made]))
        return Shed(self._hits(made, melds), self.deck.decode(left))

    def _weights_of(self, objective: object, known: Sequence[str]) -> list[int]:
        if not isinstance(objective, str) or objective not in known:
            raise NotationError(
                f"there is no objective {brief(objective)} (there are: {', '.join(known)})",
                piece=f"{brief(objective)}",
            )
        return self._weights[objective]

    def best_lay_down(
        self,
        hand: Cards,
        phase: PhaseName,
        objective: str | Callable[[BestLayDown], Any] = "most_cards",
        *,
        table: str | Iterable[Any] = (),
        seat: int = 0,
        hit_now: bool = True,
    ) -> BestLayDown | None:
        """The lay-down that serves an objective best, with the hits that follow it.

        Objectives are `"most_cards"` (out of the hand), `"fewest_points"` (left in it),
        `"keep_wilds"` (few in the melds, none hit), or a function of a `BestLayDown`, of
        which the largest value wins. `hit_now` says whether hits may follow in the same turn.
        """
        matcher = self.matcher(phase)
        melds = self._on_table(table)
        named = [(owner, number) for owner, number, _ in melds]
        named += [(seat, number) for number in range(len(matcher.table.specs))]

        def public(result: best.BestMade) -> BestLayDown:
            return BestLayDown(
                self._lay_down(result.melds),
                self._hits(result.hits, named),
                self.deck.decode(result.left),
            )

        codes, laid = self.codes(hand), [meld for _, _, meld in melds]
        found: best.BestMade | None
        if callable(objective):
            judge = objective
            found = best.best_by(
                matcher,
                codes,
                laid,
                self._weights["most_cards"],
                lambda result: judge(public(result)),
                may_hit=hit_now,
                larger=self.extras,
            )
        else:
            weights = self._weights_of(objective, (*self._weights, "or a function"))
            found = best.best_lay_down(
                matcher, codes, laid, weights, may_hit=hit_now, larger=self.extras
            )
        return None if found is None else public(found)

    # -- distance and chance ----------------------------------------------------------------------

    def _pool(self, hand: bytes, visible: Cards) -> bytes | None:
        seen = self.codes(visible)
        if seen and not isinstance(visible, bytes):
            self._held(hand + seen)
        return self.deck.rest(hand + seen) if seen else None

    def distance(self, hand: Cards, phase: PhaseName, *, visible: Cards = ()) -> int | None:
        """The least number of further cards with which the hand holds the phase.

        `visible` are cards known to be elsewhere. None: the cards that remain cannot do it.
        """
        codes = self.codes(hand)
        return self.matcher(phase).distance(codes, self._pool(codes, visible))

    def outs(self, hand: Cards, phase: PhaseName, *, visible: Cards = ()) -> dict[Card, int]:
        """The cards that bring the hand one card nearer, and how many of each are left."""
        codes = self.codes(hand)
        pool = self.deck.rest(codes + self.codes(visible))
        found = self.matcher(phase).outs(codes, self._pool(codes, visible))
        return {self.deck.kinds[c]: pool.count(c) for c in found if c in pool}

    def probability(
        self, phase: PhaseName, cards: int = 10, *, trials: int = 20_000, seed: int = 0
    ) -> odds.Chance:
        """The chance that a random deal of so many cards holds the phase.

        It is exact wherever hands can be counted, and otherwise estimated as by `estimate`;
        its `exact` says which.
        """
        found = odds.count(self.matcher(phase), self._dealt(cards))
        return self.estimate(phase, cards, trials=trials, seed=seed) if found is None else found

    def estimate(
        self, phase: PhaseName, cards: int = 10, *, trials: int = 20_000, seed: int = 0
    ) -> odds.Chance:
        """The same from random deals; equal seeds give equal answers."""
        if seed.__class__ is not int:
            raise OptionError(f"a seed is a whole number; not {brief(seed)}")
        if trials.__class__ is not int or trials < 1:
            raise OptionError(f"trials are a whole number from 1 on; not {brief(trials)}")
        return odds.sample(self.matcher(phase), self._dealt(cards), trials, seed)

    def _dealt(self, cards: int) -> int:
        if cards.__class__ is not int or not 0 <= cards <= len(self.deck):
            raise OptionError(f"0 to {len(self.deck)} cards can be dealt; not {brief(cards)}")
        return cards
