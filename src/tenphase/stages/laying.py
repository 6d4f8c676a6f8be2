"""Laying the phase down: which lay-downs there are, and checking one that is proposed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenphase.actions import LayDown, Meld
from tenphase.cards import remove_cards
from tenphase.errors import IllegalAction, NotationError, brief
from tenphase.laid import Laid
from tenphase.policies import open_phases
from tenphase.solver.matcher import Refusal
from tenphase.stages.ending import stuck
from tenphase.state import State, replaced

if TYPE_CHECKING:
    from tenphase.rules import Rules
    from tenphase.tables import Made

__all__ = ["check_melds", "codes_of", "lay", "lay_downs"]


def _candidates(state: State, seat: int) -> list[int]:
    """The phases, by index, that a seat may lay now (MC-LAY-4, C-15)."""
    phase = state.phase[seat]
    return [phase] if phase >= 0 else open_phases(state, seat)


def lay_downs(state: State, seat: int, *, exact: bool = False) -> list[LayDown]:
    """All lay-downs, as actions. Follows MC-LAY-2 to MC-LAY-6.

    More cards than the phase asks for are listed only where they could not follow as hits, and
    with `exact` not at all.
    """
    rules = state.rules
    options = rules.options
    more = options.lay_down_extras and not exact
    hand = state.hands[seat]
    found: list[LayDown] = []
    for index in _candidates(state, seat):
        matcher = rules.matchers[index]
        if not matcher.can_lay(hand, more):
            continue
        label = rules.phases[index].label if state.phase[seat] < 0 else None
        extras = more and (not options.hit_same_turn or _needs_extras(rules, index))
        for melds in matcher.lay_downs(hand, extras=extras):
            rest = _without(hand, melds)
            if len(rest) > 1 or stuck(state, rest) is None:
                found.append(rules.lay_down(melds, label))
    return found


def _needs_extras(rules: Rules, index: int) -> bool:
    """Whether some lay-downs cannot be reached by a smaller one and hits.

    Two naturals at the ends of a long run make a run only together, so with two naturals asked
    for, the longer run is a lay-down of its own.
    """
    return any(spec.naturals > 1 and spec.table.ladders for spec in rules.phase_tables[index].specs)


def _without(hand: bytes, melds: tuple[Made, ...]) -> bytes:
    rest = remove_cards(hand, b"".join(cards for cards, _ in melds))
    assert rest is not None
    return rest


def lay(state: State, seat: int, action: LayDown, *, exact: bool = False) -> None:
    """Lay a phase down. Accepts any order of melds and cards. Follows MC-LAY-1 to MC-LAY-7.

    With `exact` no more cards may be laid than the phase asks for, whatever the options say.
    An empty hand is left to the stage that calls.
    """
    rules = state.rules
    if state.table[seat]:
        raise rules.refusal("already-down", "one phase in a round, and it lies already")
    index = _phase_index(state, seat, action.phase)
    if not isinstance(action.melds, tuple | list):
        raise rules.refusal("not-an-action", f"a lay-down has melds, not {brief(action.melds)}")
    groups = [codes_of(rules, meld) for meld in action.melds]
    hand = state.hands[seat]
    rest = remove_cards(hand, b"".join(cards for cards, _ in groups))
    if rest is None:
        raise _not_held(rules, hand, b"".join(cards for cards, _ in groups))
    extras = rules.options.lay_down_extras and not exact
    melds = check_melds(rules, index, groups, extras=extras)
    why = stuck(state, rest)
    if why is not None:
        raise rules.refusal(*why, cards=rest)
    tables = [spec.table for spec in rules.phase_tables[index].specs]
    laid = tuple(
        Laid(table, cards, shown) for table, (cards, shown) in zip(tables, melds, strict=True)
    )
    state.set_hand(seat, rest)
    state.table = replaced(state.table, seat, laid)
    state.phase = replaced(state.phase, seat, index)
    state.laid_now = True
    state._hits = None
    cards = b"".join(cards for cards, _ in melds)
    if state.known[seat]:
        for code in cards:
            state.forget(seat, code)
    state.note("laid", seat, cards, index)


def check_melds(
    rules: Rules,
    index: int,
    groups: list[tuple[bytes, list[int | None]]],
    *,
    extras: bool,
) -> tuple[Made, ...]:
    """The melds in the order of the phase, or the refusal of the matcher raised."""
    answer = rules.matchers[index].check(groups, extras)
    if isinstance(answer, Refusal):
        raise rules.refusal(answer.code, answer.message, kind=answer.kind, cards=answer.cards)
    return answer


def _phase_index(state: State, seat: int, label: str | None) -> int:
    rules = state.rules
    allowed = _candidates(state, seat)
    if label is None:
        if len(allowed) == 1:
            return allowed[0]
        raise rules.refusal("wrong-phase", "say which phase it is: 'lay 4: ...'")
    index = rules.labels.get(label, -1) if isinstance(label, str) else -1
    if index not in allowed:
        names = ", ".join(rules.phases[phase].label for phase in allowed)
        raise rules.refusal("wrong-phase", f"phase {label} cannot be laid now, only {names}")
    return index


def codes_of(rules: Rules, meld: Meld) -> tuple[bytes, list[int | None]]:
    """A meld in codes; a declaration that no kind understands is refused."""
    if not isinstance(meld, Meld):
        raise rules.refusal(
            "not-an-action", f"a lay-down is made of Meld values, not {brief(meld)}"
        )
    try:
        cards = rules.deck.encode(meld.cards)
    except NotationError as error:
        raise rules.refusal("card-unknown", str(error)) from None
    declared: list[int | None] = []
    for card, label in zip(meld.cards, meld.shows, strict=True):
        # what a natural card stands for is no choice, so it is not looked at
        declared.append(
            None if label is None or card.is_natural else _face(rules, card.text, label)
        )
    return cards, declared


def _face(rules: Rules, card: str, label: str) -> int:
    for table in rules.kinds.values():
        face = table.numbers.get(label)
        if face is not None:
            return face
    raise rules.refusal(
        "wild-mismatch", f"{card} cannot stand for {brief(label)}: there is no such face"
    )


def _not_held(rules: Rules, hand: bytes, cards: bytes) -> IllegalAction:
    lacking = bytes(sorted({code for code in cards if cards.count(code) > hand.count(code)}))
    words = ", ".join(
        f"{rules.deck.kinds[code]} ({hand.count(code)} held, {cards.count(code)} laid)"
        for code in lacking
    )
    return rules.refusal("card-not-held", f"not in the hand: {words}", cards=lacking)
