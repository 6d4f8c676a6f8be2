"""`tenphase find`: what can this hand lay?"""

from __future__ import annotations

from itertools import islice

import click

import tenphase as tp
from tenphase.cli.asking import Question, hand_of
from tenphase.cli.common import NO, OK, emit, game_options, given_options, json_option
from tenphase.cli.telling import counted
from tenphase.solver import Solver

__all__ = ["command"]

#: Nobody reads on after so many ways, and nine wilds have very many.
_COUNTED = 10_000


@click.command("find")
@click.argument("hand")
@click.option("--phase", metavar="PHASE", help="The phase: its label, or written out (S3+R4).")
@click.option(
    "--limit", type=click.IntRange(0), default=10, show_default=True,
    help="How many lay-downs are listed.",
)  # fmt: skip
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
    """Say what HAND can lay, what is best, or how many cards are lacking.

    Without --phase every phase of the edition is tried. The best lay-down is the one that, with
    the hits that can follow it, leaves the fewest points in the hand.
    """
    question = Question(ruleset, preset, given_options(options))
    phases = list(question.rules.phases) if phase is None else [question.phase(phase)]
    deck = question.rules.deck
    codes = deck.hand(hand_of(hand, deck))
    if surplus := deck.missing(codes):
        too_many = ", ".join(f"{card} ({n} too many)" for card, n in surplus.items())
        raise click.BadParameter(f"the deck does not have all of these cards: {too_many}")
    solver = question.solver()
    found = [_Found(question, solver, one, codes) for one in phases]
    data: dict[str, object] = {
        "ruleset": question.ruleset.id,
        "hand": deck.text(codes),
        "phases": [one.data(limit) for one in found],
    }
    lines = [line for one in found for line in one.lines(limit, brief=phase is None)]
    emit(data, lines, to_json=to_json)
    return OK if any(one.lay_downs for one in found) else NO


class _Found:
    """What a hand can do about one phase."""

    def __init__(self, question: Question, solver: Solver, phase: tp.Phase, hand: bytes) -> None:
        rules = question.rules
        self.phase = phase
        self.lay_downs = list(islice(solver.lay_downs(hand, phase), _COUNTED))
        if not self.lay_downs and (larger := solver.find(hand, phase)) is not None:
            self.lay_downs = [larger]  # there is one with more cards than the least only
        self.best = solver.best_lay_down(
            hand, phase, "fewest_points", hit_now=rules.options.hit_same_turn
        )
        self.points = 0 if self.best is None else rules.hand_points(rules.deck.hand(self.best.left))
        self.distance: int | None = 0
        self.outs: dict[tp.Card, int] = {}
        if not self.lay_downs:
            self.distance = solver.distance(hand, phase)
            self.outs = solver.outs(hand, phase)

    def data(self, limit: int) -> dict[str, object]:
        """As data."""
        best = self.best
        return {
            "label": self.phase.label,
            "phase": str(self.phase),
            "count": len(self.lay_downs),
            "lay_downs": [str(action) for action in self.lay_downs[:limit]],
            "best": None
            if best is None
            else {
                "actions": [str(action) for action in (best.lay_down, *best.hits)],
                "left": [card.text for card in best.left],
                "points": self.points,
            },
            "distance": self.distance,
            "outs": {card.text: n for card, n in self.outs.items()},
        }

    def lines(self, limit: int, *, brief: bool) -> list[str]:
        """In words, on one line or in full."""
        name = f"phase {self.phase.label}, {self.phase.describe()}"
        if not self.lay_downs:
            return [f"{name}: {self._lacking()}", *([] if brief else self._out_lines())]
        count = len(self.lay_downs)
        many = f"{count} or more ways" if count == _COUNTED else counted(count, "way")
        if brief:
            return [f"{name}: {many}, such as {_melds(self.lay_downs[0])}"]
        lines = [f"{name}: {many}", *self._best_lines()]
        lines += [f"  {_melds(action)}" for action in self.lay_downs[:limit]]
        if count > limit:
            lines.append(f"  and {count - limit} more")
        return lines

    def _lacking(self) -> str:
        if self.distance is None:
            return "no, and no cards can be drawn that would make it"
        return f"no, {counted(self.distance, 'card')} short"

    def _out_lines(self) -> list[str]:
        if not self.outs:
            return []
        cards = " ".join(card.text for card in self.outs)
        return [f"  nearer with any of {sum(self.outs.values())} cards: {cards}"]

    def _best_lines(self) -> list[str]:
        if self.best is None:
            return []
        hits = "".join(f", then {hit}" for hit in self.best.hits)
        left = " ".join(card.text for card in self.best.left) or "nothing"
        return [
            f"  best: {_melds(self.best.lay_down)}{hits}",
            f"  which leaves {left} ({counted(self.points, 'point')})",
        ]


def _melds(action: tp.LayDown) -> str:
    return str(action).removeprefix("lay ")
