"""`tenphase check`: is this lay-down, hit or action legal, and why not?"""

from __future__ import annotations

from collections import Counter

import click

import tenphase as tp
from tenphase.actions import parse_action
from tenphase.cli.asking import (
    COLOURS_FREE,
    Question,
    any_colour,
    as_cards,
    cards_of,
    hand_of,
    one_more,
)
from tenphase.cli.common import (
    NO,
    OK,
    cited,
    emit,
    game_options,
    given_options,
    json_option,
    refusal_data,
)

__all__ = ["command"]


@click.command("check")
@click.argument("what", required=False)
@click.option("--phase", metavar="PHASE", help="The phase: its label, or written out (S3+R4).")
@click.option("--hand", metavar="CARDS", help="The whole hand; by default just the cards needed.")
@click.option("--hit", metavar="CARD", help="Ask about a hit with this card (W=7 for a wild).")
@click.option("--on", metavar="MELD", help="The meld on the table that is to be hit.")
@click.option("--kind", metavar="KIND", help="The kind of that meld, if it could be several.")
@click.option("--position", "text", metavar="TEXT", help="A position in which WHAT is an action.")
@game_options
@json_option
def command(
    what: str | None,
    phase: str | None,
    hand: str | None,
    hit: str | None,
    on: str | None,
    kind: str | None,
    text: str | None,
    ruleset: str,
    preset: str | None,
    options: tuple[str, ...],
    to_json: bool,
) -> int:
    """Say whether something is legal, and which rule says so.

    WHAT is a lay-down ("R5 B5 W / R3 B4 G5 Y6", with --phase), or an action ("play S on 2", with
    --position). A hit is asked for with --hit and --on.
    """
    if text is not None:
        if what is None:
            raise click.UsageError("say which action: tenphase check 'play S on 2' --position ...")
        answer = _in_position(text, what)
    else:
        question = Question(ruleset, preset, given_options(options))
        if hit is not None or on is not None:
            if hit is None or on is None or what is not None:
                raise click.UsageError("a hit is asked for with both --hit and --on, and no more")
            answer = _hit(question, hit, on, kind)
        elif what is None or phase is None:
            raise click.UsageError(
                "give a lay-down and --phase, or --hit and --on, or an action and --position"
            )
        else:
            answer = _lay_down(question, what, phase, hand)
    emit(*answer.told(), to_json=to_json)
    return OK if answer.refusal is None else NO


class _Answer:
    """Yes or no, and why."""

    def __init__(
        self, ruleset: tp.Ruleset, asked: str, refusal: tp.IllegalAction | None, yes: str = ""
    ) -> None:
        self.ruleset = ruleset
        self.asked = asked
        self.refusal = refusal
        self.yes = yes
        self.more: dict[str, object] = {}
        self.hint = ""

    def told(self) -> tuple[dict[str, object], list[str]]:
        """The answer as data and in words."""
        data: dict[str, object] = {
            "legal": self.refusal is None,
            "action": self.asked,
            "ruleset": self.ruleset.id,
            **self.more,
        }
        if self.refusal is None:
            return data, [f"yes: {self.yes or self.asked}"]
        rule, lines = cited(self.ruleset, self.refusal.rule)
        data |= {**refusal_data(self.refusal), "rule": rule}
        lines = [f"no: {self.refusal.message} [{self.refusal.code}]", *lines]
        return data, [*lines, self.hint] if self.hint else lines


def _in_position(text: str, action: str) -> _Answer:
    state = tp.position(text)
    read = parse_action(action, state.rules.deck)
    return _Answer(state.rules.ruleset, action, state.check(read))


# -- lay-downs ----------------------------------------------------------------------------------


def _lay_down(question: Question, what: str, wish: str, hand: str | None) -> _Answer:
    phase = question.phase(wish)
    melds = as_cards(what.removeprefix("lay ").strip(), phase, question.rules.deck)
    cards = hand_of(melds, question.rules.deck)
    held = f"{cards} {question.besides(cards)}" if hand is None else hand
    state = question.state(hand_of(held, question.rules.deck), phase=phase)
    action = f"lay {melds}"
    refusal = state.check(parse_action(action, state.rules.deck))
    printed = phase.label == wish.strip()
    name = f"phase {phase.label}, {phase.describe()}" if printed else phase.describe()
    if refusal is None:
        lies = tp.Game(state.after(action)).view(None).table
        laid = " / ".join(str(state.rules.meld(on.cards, on.shown)) for on in lies[question.seat])
        answer = _Answer(question.ruleset, action, None, f"{laid or melds} is {name}")
        answer.more["laid"] = laid or melds
    else:
        answer = _Answer(question.ruleset, action, refusal)
        other = _of_these(state, Counter(cards.split()) if hand is None else None)
        if other is not None:
            answer.hint = f"But this would be {name}: {str(other).removeprefix('lay ')}"
            answer.more["instead"] = str(other)
    answer.more["phase"] = str(phase)
    return answer


def _of_these(state: tp.State, cards: Counter[str] | None) -> tp.LayDown | None:
    """A lay-down that is legal, made of these cards (None: of the whole hand)."""
    for action in state.legal_actions():
        if isinstance(action, tp.LayDown):
            laid = Counter(card.text for meld in action.melds for card in meld.cards)
            if cards is None or laid <= cards:
                return action
    return None


# -- hits ---------------------------------------------------------------------------------------


def _hit(question: Question, card: str, meld: str, kind: str | None) -> _Answer:
    deck = question.rules.deck
    symbol, colon, rest = meld.partition(":")
    if colon and kind is None:
        kind, meld = symbol.strip(), rest
    meld = any_colour(meld, deck)
    bare = card in deck.ranks and card not in deck.codes
    if bare:
        card = one_more(card, meld, deck)
    if len(card.split()) != 1:
        raise click.BadParameter(f"a hit is made with one card, not with {card!r}")
    cards = hand_of(f"{card} {meld}", deck)
    state = _with_meld(question, cards_of(card), meld, question.besides(cards), kind)
    on = tp.Game(state).view(None).melds[0]
    if bare and on.kind not in COLOURS_FREE:
        raise click.BadParameter(f"say the colour of the card: there it matters ({on.meld})")
    title = question.ruleset.kinds[on.kind].describe(len(on.meld))
    where = f"{on.meld} ({title})"
    action = f"hit {card} on {on.owner}.{on.number}"
    refusal = state.check(action)
    asked = f"hit {card} on {where}"
    fitting = [
        a.shows
        for a in state.legal_actions()
        if isinstance(a, tp.Hit) and a.card.text == cards_of(card) and a.shows is not None
    ]
    if refusal is not None and refusal.code == "hit-undeclared":
        refusal = None  # it may be hit, but not without saying as what
    answer = _Answer(question.ruleset, asked, refusal)
    if refusal is None:
        as_what = f", as {' or as '.join(fitting)}" if fitting and "=" not in card else ""
        answer.yes = f"{card} may be hit on {where}{as_what}"
        answer.more["as"] = fitting
    answer.more |= {"meld": str(on.meld), "kind": on.kind}
    return answer


def _with_meld(
    question: Question, card: str, meld: str, besides: str, kind: str | None
) -> tp.State:
    """A position in which the seat itself has laid this meld, and nothing else."""
    known = question.ruleset.kinds
    if kind is not None and kind.upper() not in known:
        raise click.BadParameter(f"there is no meld kind {kind!r} (there are: {', '.join(known)})")
    size = len(meld.split())
    symbols = question.kinds() if kind is None else [kind.upper()]
    reasons: list[str] = []
    for symbol in symbols:
        # a long run is more than a phase may ask for, but may lie there all the same
        for least in (min(size, 3), size):
            try:
                options = {**question.options, "phases": [f"{symbol}{least}"]}
                asked = Question(question.ruleset.id, question.preset, options)
                return asked.state(f"{card} {besides}", phase=asked.rules.phases[0], table=meld)
            except (tp.PositionError, tp.OptionError) as error:
                why = error.__cause__
                if isinstance(why, tp.IllegalAction):
                    if why.code == "wild-undeclared":
                        raise click.BadParameter(why.message) from error
                    reasons.append(why.message)
                elif isinstance(error, tp.PositionError):
                    reasons.append(str(error))
    if kind is not None or len(set(reasons)) == 1:
        raise click.BadParameter(f"{meld} is no such meld: {reasons[0]}")
    names = ", ".join(known[symbol].describe(size) for symbol in symbols)
    others = ", ".join(symbol for symbol in known if symbol not in symbols)
    more = f" (or name its kind with --kind: {others})" if others else ""
    raise click.BadParameter(f"{meld} is no meld that the phases ask for: {names}{more}")
