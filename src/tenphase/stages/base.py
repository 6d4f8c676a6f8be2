"""What every stage answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenphase.actions import Action
from tenphase.errors import brief

if TYPE_CHECKING:
    from random import Random

    from tenphase.errors import IllegalAction
    from tenphase.state import State
    from tenphase.views import View

__all__ = ["Stage"]


class Stage:
    """One step of the turn machine. A stage has no data of its own; all data is in the state.

    - `enter(state)` is called when the state gets into the stage;
    - `actors(state)` are the seats that may act, `state.to_act` among them;
    - `legal(state, seat)` lists what one of them may do, in a fixed order, never nothing;
    - `apply(state, seat, action)` carries an action out, or raises `IllegalAction` before it has
      changed anything.
    """

    #: The name under which the state holds it: a word for the player, "draw".
    name: str = ""

    def enter(self, state: State) -> None:
        """Prepare the stage; by default nothing is to be done."""

    def actors(self, state: State) -> tuple[int, ...]:
        """By default the one seat whose turn it is."""
        return (state.to_act,)

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        """Every legal action of a seat that may act."""
        raise NotImplementedError

    def apply(self, state: State, seat: int, action: Action) -> None:
        """Carry out an action of a seat that may act."""
        raise NotImplementedError

    def visible(self, state: State, seat: int | None) -> tuple[Any, ...]:
        """What a seat (None: everybody) may know of `state.pending`; by default nothing."""
        return ()

    def imagine(self, state: State, view: View, rng: Random) -> tuple[Any, ...]:
        """A full `pending` that fits what a view shows of it, for `tenphase.sampling`.

        It is asked only where `visible` keeps something back; `state` has its hands dealt
        already.
        """
        return view.pending

    def check_pending(self, state: State) -> str:
        """What is wrong with `state.pending` when a position is set up, or an empty text.

        A stage that reads `pending` overrides it, so that no wrong position comes into being.
        """
        return ""

    def wrong_action(self, state: State, action: object) -> IllegalAction:
        """The refusal of an action that has no place in this stage."""
        if not isinstance(action, Action):
            return state.rules.refusal("not-an-action", f"{brief(action)} is not an action")
        return state.rules.refusal(
            "wrong-stage", f"'{said(action)}' is not possible now, the stage is: {self.name}"
        )


def said(action: Action) -> str:
    """An action in a sentence, also one whose parts are no cards and so have no text."""
    try:
        return str(action)
    except (AttributeError, TypeError):
        return type(action).__name__
