"""Full states that fit what a seat knows, for bots that search.

A search bot may not see the other hands, so it plays its thoughts out on states in which the
unseen cards are dealt anew: `sample(view, rng)`. What everybody saw going into a hand stays
there (`View.known`), so a card taken from the discard pile is where it was taken.
"""

from __future__ import annotations

from random import Random

from tenphase.cards import Deck
from tenphase.errors import OptionError, brief
from tenphase.state import State
from tenphase.views import View

__all__ = ["sample"]


def sample(view: View, rng: Random) -> State:
    """A full state that the owner of the view cannot tell from the true one.

    Everything in the view holds in it: `sample(view, rng).view(view.seat) == view`. All cards that
    the view does not place are dealt at random to the other hands and the stock, each
    possible dealing being equally likely; the key of the coming shuffles is drawn from
    `rng` too. The true state plays no part, so equal views and equal generators give equal
    samples. Raises `OptionError` if `view` is not a `View`.

    >>> import tenphase as tp
    >>> view = tp.new_game(seats=3, seed=7).view(1)
    >>> state = sample(view, Random(1))
    >>> state.view(1) == view, len(state.legal_actions()) > 0
    (True, True)
    >>> state == sample(view, Random(1))
    True
    """
    if not isinstance(view, View):
        raise OptionError(f"a sample is made from a View, not from {brief(view)}")
    rules = view.rules
    state = State(rules, rng.randbytes(32))
    for name in (
        "stage", "to_act", "round", "turn", "dealer", "direction", "active", "table", "phase",
        "upcoming", "done", "totals", "skips", "guard", "floating", "laid_now", "taken", "out",
        "playoff", "winners", "aborted",
    ):  # fmt: skip
        setattr(state, name, getattr(view, name))
    state.discard = view.discard_codes
    state.front = view.front_codes
    state.known = view.known_codes
    state.piles = dict(view.piles)
    state.memory = dict(view.memory)
    unseen = _unseen(view, rules.deck)
    rng.shuffle(unseen)
    hands = []
    for seat, size in enumerate(view.hand_sizes):
        if seat == view.seat:
            hands.append(view.hand_codes)
            continue
        known = view.known_codes[seat]
        dealt = [unseen.pop() for _ in range(size - len(known))]
        hands.append(bytes(sorted([*known, *dealt])))
    state.hands = tuple(hands)
    for name, size in view.pile_sizes:
        if name not in state.piles:
            state.piles[name] = bytes([unseen.pop() for _ in range(size)])
    state.stock = bytes(unseen)
    state.pending = view.pending
    if view.has_hidden_pending:
        state.pending = rules.stages[state.stage].imagine(state, view, rng)
    return state


def _unseen(view: View, deck: Deck) -> list[int]:
    """The cards that the view does not place anywhere, sorted."""
    placed = [view.hand_codes, view.discard_codes, *view.front_codes]
    placed += [known for seat, known in enumerate(view.known_codes) if seat != view.seat]
    placed += [laid.cards for melds in view.table for laid in melds]
    placed += [cards for _, cards in view.piles]
    left = bytearray(deck.full)
    for cards in placed:
        for code in cards:
            left.remove(code)
    return list(left)
