"""What a seat may know of a game, and nothing else.

A view is built from public facts and the seat's own hand. Two states that differ only in what is
hidden from a seat give it equal views.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from tenphase.actions import Meld
from tenphase.cards import Card
from tenphase.errors import OptionError, brief
from tenphase.phases import Phase
from tenphase.rules import Rules

if TYPE_CHECKING:
    from tenphase.state import State

__all__ = ["TableMeld", "View", "view_of"]


@attrs.frozen
class TableMeld:
    """A meld on the table: `owner` and `number` name it in actions ("hit R5 on 2.0")."""

    owner: int
    number: int
    kind: str
    meld: Meld

    def __str__(self) -> str:
        return f"{self.owner}.{self.number}: {self.meld}"


@attrs.frozen(repr=False)
class View:
    """The game as one seat sees it, or as a spectator does (`seat` None, and no hand).

    Fields by seat are tuples. `known` are cards that everybody saw going into a hand and that are
    not known to have left it; `front` are cards lying before a seat, `skips` turns that it is
    going to lose. `discard` is the pile from bottom to top. `piles` are further piles of the
    ruleset that the seat may look into, `pile_sizes` how many cards lie in each.

    >>> import tenphase as tp
    >>> view = tp.new_game(seats=3, seed=7).view(1)
    >>> len(view.hand), view.hand_sizes, view.stage, view.phases[1].label
    (10, (10, 10, 10), 'draw', '1')
    """

    rules: Rules = attrs.field(eq=lambda rules: (rules.ruleset.id, rules.options, rules.seats))
    seat: int | None
    stage: str
    to_act: int
    actors: tuple[int, ...]
    round: int
    turn: int
    dealer: int
    direction: int
    active: tuple[int, ...]
    hand_codes: bytes
    hand_sizes: tuple[int, ...]
    stock_size: int
    discard_codes: bytes
    table: tuple[tuple[Any, ...], ...]
    front_codes: tuple[bytes, ...]
    phase: tuple[int, ...]
    upcoming: tuple[int, ...]
    done: tuple[int, ...]
    totals: tuple[int, ...]
    skips: tuple[int, ...]
    guard: tuple[int, ...]
    known_codes: tuple[bytes, ...]
    floating: bool
    laid_now: bool
    taken: int
    out: int
    playoff: bool
    winners: tuple[int, ...]
    aborted: bool
    pending: tuple[Any, ...]
    has_hidden_pending: bool
    piles: tuple[tuple[str, bytes], ...]
    pile_sizes: tuple[tuple[str, int], ...]
    memory: tuple[tuple[str, Any], ...]

    @property
    def hand(self) -> tuple[Card, ...]:
        """The own cards, sorted; empty for a spectator."""
        return self.rules.deck.decode(self.hand_codes)

    @property
    def discard(self) -> tuple[Card, ...]:
        """The discard pile from bottom to top."""
        return self.rules.deck.decode(self.discard_codes)

    @property
    def discard_top(self) -> Card | None:
        """The card that could be drawn from the discard pile, None if the pile is empty."""
        return self.rules.deck.kinds[self.discard_codes[-1]] if self.discard_codes else None

    @property
    def melds(self) -> tuple[TableMeld, ...]:
        """All melds on the table, by owner."""
        rules = self.rules
        return tuple(
            TableMeld(owner, n, laid.table.kind.symbol, rules.meld(laid.cards, laid.shown))
            for owner, melds in enumerate(self.table)
            for n, laid in enumerate(melds)
        )

    @property
    def is_down(self) -> bool:
        """Whether the own phase lies on the table in this round."""
        return self.seat is not None and bool(self.table[self.seat])

    @property
    def phases(self) -> tuple[Phase | None, ...]:
        """By seat: the phase it tries, None when it has not chosen yet."""
        phases = self.rules.phases
        return tuple(phases[index] if index >= 0 else None for index in self.phase)

    @property
    def front(self) -> tuple[tuple[Card, ...], ...]:
        """By seat: the cards that lie before it."""
        return tuple(self.rules.deck.decode(codes) for codes in self.front_codes)

    @property
    def known(self) -> tuple[tuple[Card, ...], ...]:
        """By seat: cards that everybody knows to be in its hand."""
        return tuple(self.rules.deck.decode(codes) for codes in self.known_codes)

    def __repr__(self) -> str:
        who = "spectator" if self.seat is None else f"seat {self.seat}"
        return f"<View of {who}, round {self.round}, seat {self.to_act} to {self.stage}>"


def view_of(state: State, seat: int | None) -> View:
    """The view of a seat, or of a spectator (None). Raises `OptionError` for no seat at all.

    Piles and memory of a ruleset whose name begins with `_` stay hidden; of other piles the
    ruleset says who may look into them.
    """
    rules = state.rules
    piles = _open(state.piles)
    sees = rules.ruleset.sees_pile
    if seat is None:
        hand = b""
    elif isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < rules.seats:
        hand = state.hands[seat]
    else:
        raise OptionError(
            f"a seat is 0 to {rules.seats - 1}, or None for a spectator; not {brief(seat)}"
        )
    pending: tuple[Any, ...] = ()
    if state.pending:
        pending = rules.stages[state.stage].visible(state, seat)
    return View(
        rules,
        seat,
        state.stage,
        state.to_act,
        state.actors,
        state.round,
        state.turn,
        state.dealer,
        state.direction,
        state.active,
        hand,
        tuple([len(held) for held in state.hands]),
        len(state.stock),
        state.discard,
        state.table,
        state.front,
        state.phase,
        state.upcoming,
        state.done,
        state.totals,
        state.skips,
        state.guard,
        state.known,
        state.floating,
        state.laid_now,
        state.taken,
        state.out,
        state.playoff,
        state.winners,
        state.aborted,
        pending,
        pending != state.pending,
        tuple([(name, cards) for name, cards in piles if sees(rules.options, name, seat)]),
        tuple([(name, len(cards)) for name, cards in piles]),
        _open(state.memory),
    )


def _open(named: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    if not named:
        return ()
    return tuple(sorted((name, value) for name, value in named.items() if name[0] != "_"))
