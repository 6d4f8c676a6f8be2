"""The save piles: an own pile for each seat that lasts from round to round (ME-SAVE-1 to 8).

The cards are in the piles "save 0", "save 1" and so on. `state.memory["saved"]` holds by seat the
number of the last round in which it saved a card.
"""

from __future__ import annotations

from tenphase.actions import Action, Choose, Discard, PlayCard
from tenphase.errors import IllegalAction
from tenphase.flow import end_turn, hand_is_empty
from tenphase.options import Options
from tenphase.stages import DrawStage, PlayStage, held
from tenphase.state import State
from tenphase.zones import add_to_hand, know, remove_from_hand, without
from tenphase_rulesets.masters_edition.options import MastersOptions, options_of

__all__ = [
    "MastersDrawStage",
    "MastersPlayStage",
    "own_save_pile",
    "save_pile",
    "saves_fault",
    "score",
    "sees_save_pile",
]

SAVE, TAKE_BACK = "save", "take-back"


def save_pile(seat: int) -> str:
    """The name of a seat's pile."""
    return f"save {seat}"


def own_save_pile(options: Options, seat: int) -> tuple[str, ...]:
    """Each seat has one pile, which leaves the game with it."""
    return (save_pile(seat),)


def sees_save_pile(options: Options, name: str, seat: int | None) -> bool:
    """A save pile is for its owner, unless it lies open (ME-SAVE-4, C-M4)."""
    assert isinstance(options, MastersOptions)
    return options.save_pile_open or (seat is not None and name == save_pile(seat))


def score(state: State, seat: int) -> int:
    """The cards in hand; saved ones only if the option says so (ME-SAVE-7, C-M7)."""
    points = state.rules.hand_points(state.hands[seat])
    if options_of(state).saved_cards_score:
        points += state.rules.hand_points(_saved(state, seat))
    return points


def _saved(state: State, seat: int) -> bytes:
    return state.piles.get(save_pile(seat), b"")


def _put(state: State, seat: int, cards: bytes) -> None:
    """Make these the saved cards of a seat. A pile without cards is not there at all."""
    name = save_pile(seat)
    piles = {other: pile for other, pile in state.piles.items() if other != name}
    state.piles = {**piles, name: cards} if cards else piles


def _last_saves(state: State) -> tuple[int, ...]:
    saves: tuple[int, ...] = state.memory.get("saved", (0,) * state.rules.seats)
    return saves


def saves_fault(state: State) -> str:
    """What is wrong with the memory of a state that is set up, or an empty text."""
    saves = state.memory.get("saved", (0,) * state.rules.seats)
    right = isinstance(saves, tuple) and len(saves) == state.rules.seats
    if right and all(isinstance(number, int) for number in saves):
        return ""
    return "'saved' in the memory is a number for each seat"


class MastersDrawStage(DrawStage):
    """Draw from the stock, from the discard pile, or a card of the own save pile (ME-DRAW-1)."""

    def check_pending(self, state: State) -> str:
        """Nothing is pending, but the memory is to be right."""
        return saves_fault(state)

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        """The ordinary draws, then the saved cards."""
        draws = super().legal(state, seat)
        saved = _saved(state, seat)
        if not saved or not state.hands[seat]:
            return draws  # a seat that floats draws from the common piles
        kinds = state.rules.deck.kinds
        return draws + tuple([Choose(TAKE_BACK, (kinds[code],)) for code in sorted(set(saved))])

    def apply(self, state: State, seat: int, action: Action) -> None:
        """Draw, and go on to the play stage."""
        if not (isinstance(action, Choose) and action.choice == TAKE_BACK):
            super().apply(state, seat, action)
            return
        if action not in self.legal(state, seat):
            card = " ".join(str(card) for card in action.cards) or "nothing"
            message = f"{card} cannot be taken back: it is not one of the own saved cards"
            raise state.rules.refusal("not-saved", message)
        code = state.rules.deck.code(action.cards[0])
        cards = bytes([code])
        _put(state, seat, without(_saved(state, seat), cards))
        is_open = options_of(state).save_pile_open
        if is_open:
            know(state, seat, cards)
        add_to_hand(state, seat, cards)
        state.note("drew", seat, cards, "save", not is_open)
        state.stage = self.following
        state.rules.stages[self.following].enter(state)


class MastersPlayStage(PlayStage):
    """The rest of a turn, which may also be ended by saving a card (ME-SAVE-1)."""

    def check_pending(self, state: State) -> str:
        """Nothing is pending, but the memory is to be right."""
        return saves_fault(state)

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        """What the classic game allows, then the cards that may be saved."""
        actions = super().legal(state, seat)
        if not isinstance(actions[-1], Discard | PlayCard):
            return actions  # the turn cannot be ended yet
        kinds = state.rules.deck.kinds
        return actions + tuple(
            [
                Choose(SAVE, (kinds[code],))
                for code in dict.fromkeys(state.hands[seat])
                if self._refusal(state, seat, code) is None
            ]
        )

    def apply(self, state: State, seat: int, action: Action) -> None:
        """Save a card, or do what the classic game allows."""
        if not (isinstance(action, Choose) and action.choice == SAVE and len(action.cards) == 1):
            super().apply(state, seat, action)
            return
        code = held(state, seat, action.cards[0])
        refusal = self._refusal(state, seat, code)
        if refusal is not None:
            raise refusal
        if action not in self.legal(state, seat):
            raise self.wrong_action(state, action)
        self._save(state, seat, code)

    def _refusal(self, state: State, seat: int, code: int) -> IllegalAction | None:
        """Why a card in hand may not be saved (ME-SAVE-2, 5, 6, 8)."""
        rules, options = state.rules, options_of(state)
        card = rules.deck.kinds[code]
        cards = bytes([code])
        if _last_saves(state)[seat] == state.round:
            message = "one card may be saved in a round, and that has been done"
            return rules.refusal("already-saved", message, cards=cards)
        if len(state.hands[seat]) == 1 and not options.save_last_card:
            message = f"{card} is the last card, which is discarded, not saved"
            return rules.refusal("save-last-card", message, cards=cards)
        if card.is_action and not options.save_skips:
            return rules.refusal("save-skip", f"{card} may not be saved", cards=cards)
        if sum(map(len, state.piles.values())) >= _most_saved(state):
            message = "so many cards are saved that the next deal would lack them"
            return rules.refusal("save-piles-full", message, cards=cards)
        return None

    def _save(self, state: State, seat: int, code: int) -> None:
        cards = bytes([code])
        is_open = options_of(state).save_pile_open
        remove_from_hand(state, seat, code)
        if not is_open and state.known[seat]:
            # which card it was nobody knows, so nobody is sure of the others any more either
            known = list(state.known)
            known[seat] = b""
            state.known = tuple(known)
        _put(state, seat, _saved(state, seat) + cards)
        saves = list(_last_saves(state))
        saves[seat] = state.round
        state.memory = {**state.memory, "saved": tuple(saves)}
        state.note("saved", seat, cards, None, not is_open)
        if state.hands[seat]:
            end_turn(state)
        else:
            hand_is_empty(state, seat, by_discard=True)


def _most_saved(state: State) -> int:
    """How many cards may be saved in all: a full deal, and a card in the stock for each seat."""
    rules = state.rules
    return len(rules.deck) - rules.seats * (rules.hand_size + 1) - 1
