"""Which cards hits might shed at all: a quick look that never says no where yes is right.

A card of a uniform meld's face has a home there. A run is thought to grow at each end as far as the
naturals and the wilds of the whole hand allow, as if no other end wanted any of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tenphase.tables import FaceTable, MeldTable

__all__ = ["Reach", "lost", "most_shed", "not_accepted", "reach_of", "together", "within_reach"]


class Reach(NamedTuple):
    """What can be added to some melds."""

    #: all cards that have a home there
    homes: bytes
    #: the faces beyond each end of a run, outwards, and the face that a natural shows there
    ends: tuple[tuple[bytes, bytes], ...]


def together(reaches: Iterable[Reach]) -> Reach:
    """What can be added to one or another of these."""
    parts = list(reaches)
    homes = b"".join([part.homes for part in parts])
    return Reach(homes, tuple([end for part in parts for end in part.ends]))


def reach_of(table: MeldTable, shown: bytes) -> Reach:
    """What can be added to one meld."""
    faces = table.faces
    if not table.plain:
        return Reach(bytes(range(len(faces.deck.kinds))), ())
    ends = table.ends(shown)
    if ends is None:
        return Reach(faces.accepts[shown[0]], ())
    outs = [out for out in ends[:2] if out]
    if table.steps_of is None:
        # a natural that shows several faces is thought to fit wherever the run could grow
        return Reach(b"".join([faces.accepts[face] for out in outs for face in out]), ())
    return Reach(b"", tuple([(out, table.steps_of) for out in outs]))


def lost(hand: bytes, reaches: Iterable[Reach], others: Sequence[bytes]) -> bytes:
    """Cards of the hand that no hits can shed, whatever else is done with the hand.

    `others` is what `not_accepted` tells of the faces.
    """
    rest = hand
    ends: list[tuple[bytes, bytes]] = []
    for reach in reaches:
        rest = rest.translate(None, reach.homes)
        ends += reach.ends
    wilds = hand.translate(None, others[-1])
    seen, shown = None, b""
    for out, steps_of in ends:
        if not rest:
            break
        if steps_of is not seen:
            seen, shown = steps_of, hand.translate(steps_of)
        grown = out[: _far(out, shown, wilds, others)]
        if grown:
            rest = bytes([code for code in rest if steps_of[code] not in grown])
            for face in grown if rest.translate(None, others[-1]) else b"":
                rest = rest.translate(None, wilds.translate(None, others[face]))
    return rest


def most_shed(
    left: bytes, reaches: Iterable[Reach], others: Sequence[bytes], weights: Sequence[int]
) -> int:
    """No hits shed more weight of these cards: each place beyond an end takes one of them."""
    rest = left
    ends: list[tuple[bytes, bytes]] = []
    for reach in reaches:
        rest = rest.translate(None, reach.homes)
        ends += reach.ends
    most = sum([weights[code] for code in left]) - sum([weights[code] for code in rest])
    if not rest or not ends:
        return most
    wilds = left.translate(None, others[-1])
    places = b""
    for out, steps_of in ends:
        places += out[: _far(out, left.translate(steps_of), wilds, others)]
    useful = [weights[code] for code in rest if code in wilds]
    kinds = {steps_of for _, steps_of in ends}
    for steps_of in kinds:
        shown = rest.translate(steps_of)
        for face in set(shown).intersection(places):
            fits = [weights[code] for code, its in zip(rest, shown, strict=True) if its == face]
            if len(kinds) == 1 and len(fits) > places.count(face):
                fits = sorted(fits)[-places.count(face) :]
            useful += fits
    if len(useful) > len(places):
        useful = sorted(useful)[-len(places) :] if places else []
    return most + sum(useful)


def within_reach(hand: bytes, reaches: Iterable[Reach], others: Sequence[bytes]) -> set[int]:
    """The faces at ends of runs at which some card of the hand might come to lie."""
    wilds = hand.translate(None, others[-1])
    found: set[int] = set()
    for reach in reaches:
        for out, steps_of in reach.ends:
            found.update(out[: _far(out, hand.translate(steps_of), wilds, others)])
    return found


def _far(out: bytes, shown: bytes, wilds: bytes, others: Sequence[bytes]) -> int:
    """How far an end may grow, given the faces that naturals of the hand show, and its wilds."""
    left = len(wilds)
    for far, face in enumerate(out):
        if face not in shown:
            if not left or not wilds.translate(None, others[face]):
                return far
            left -= 1
    return len(out)


def not_accepted(faces: FaceTable) -> list[bytes]:
    """By face: the codes of all cards that cannot stand for it, to be deleted from a hand.

    The last entry has the codes of all cards that are not wild.
    """
    known = faces.shared.get("not accepted")
    if isinstance(known, list) and len(known) == len(faces.accepts) + 1:
        return known
    kinds = faces.deck.kinds
    every = bytes(range(len(kinds)))
    made = [every.translate(None, good) for good in faces.accepts]
    made.append(bytes([c for c in every if not kinds[c].is_wild]))
    faces.shared["not accepted"] = made
    return made
