"""`tenphase find`: what can this hand lay?"""

from __future__ import annotations

import click

import tenphase as tp
from tenphase.cli.asking import Question, hand_of
from tenphase.cli.common import NO, OK, emit, game_options, given_options, json_option

__all__ = ["command"]


@click.command("find")
@click.argument("hand")
@click.option("--phase", metavar="PHASE", help="The phase: its label, or written out (S3+R4).")
@click.option("--limit", default=10, show_default=True, help="How many lay-downs are listed.")
@game_options
@json_option
def command(
    hand: str,
    phase: str | None,
    limit: int,
    ruleset: str,
    preset: str | None,
    options: tuple[str, ...],
    to_json: bool,
) -> int:
    """List what HAND can lay, the best first, or say how many cards are lacking.

    Without --phase every phase of the edition is tried. The best lay-down is the one that leaves
    the fewest points in the hand.
    """
    question = Question(ruleset, preset, given_options(options))
    phases = list(question.rules.phases) if phase is None else [question.phase(phase)]
    cards = hand_of(hand, question.rules.deck)
    found = [_Found(question, one, cards) for one in phases]
    data: dict[str, object] = {
        "ruleset": question.ruleset.id,
        "hand": cards,
        "phases": [one.data(limit) for one in found],
    }
    lines = [line for one in found for line in one.lines(limit if phase else 1)]
    emit(data, lines, to_json=to_json)
    return OK if any(one.lay_downs for one in found) else NO


class _Found:
    """What a hand can do about one phase."""

    def __init__(self, question: Question, phase: tp.Phase, cards: str) -> None:
        self.phase = phase
        rules = question.rules
        hand = rules.deck.hand(cards)
        total = rules.hand_points(hand)
        state = question.state(cards, phase=phase)
        #: points left in the hand, and the lay-down
        self.lay_downs: list[tuple[int, tp.LayDown]] = []
        for action in state.legal_actions():
            if isinstance(action, tp.LayDown):
                laid = rules.deck.encode([card for meld in action.melds for card in meld.cards])
                self.lay_downs.append((total - rules.hand_points(laid), action))
        self.lay_downs.sort(key=lambda pair: pair[0])

    def data(self, limit: int) -> dict[str, object]:
        """As data."""
        return {
            "label": self.phase.label,
            "phase": str(self.phase),
            "count": len(self.lay_downs),
            "lay_downs": [
                {"action": str(action), "points_left": points}
                for points, action in self.lay_downs[:limit]
            ],
        }

    def lines(self, limit: int) -> list[str]:
        """In words."""
        name = f"phase {self.phase.label}, {self.phase.describe()}"
        if not self.lay_downs:
            return [f"{name}: no"]
        count = len(self.lay_downs)
        lines = [f"{name}: {count} way{'s' if count > 1 else ''}"]
        for points, action in self.lay_downs[:limit]:
            lines.append(f"  {str(action).removeprefix('lay ')}  ({points} points left)")
        if count > limit:
            lines.append(f"  and {count - limit} more")
        return lines
