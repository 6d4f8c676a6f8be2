"""Counting choices of cards, as polynomials: how many choices there are of so many cards."""

from __future__ import annotations

from math import comb

__all__ = ["Ways", "add", "by_mask", "some", "times"]

#: By number of cards: how many choices of them there are.
Ways = list[int]


def some(size: int, least: int, most: int) -> Ways:
    """The choices of `least` to `most` of so many cards."""
    return [0] * least + [comb(size, n) for n in range(least, min(size, most) + 1)]


def add(one: Ways, two: Ways) -> Ways:
    """The choices of the one or the other."""
    if len(one) < len(two):
        one, two = two, one
    return [x + y for x, y in zip(one, two, strict=False)] + one[len(two) :]


def times(one: Ways, two: Ways, most: int) -> Ways:
    """The choices of both together, up to so many cards."""
    product = [0] * min(len(one) + len(two) - 1, most + 1)
    for i, x in enumerate(one):
        if x:
            for j, y in enumerate(two[: most + 1 - i]):
                product[i + j] += x * y
    return product


def by_mask(sizes: list[int], cards: int) -> dict[int, Ways]:
    """By mask of the faces held at all: the choices of naturals, of which each face has so many."""
    masks: dict[int, Ways] = {0: [1]}
    for face, size in enumerate(sizes):
        if not size:
            continue
        held = some(size, 1, cards)
        after = dict(masks)
        for mask, ways in masks.items():
            if mask.bit_count() < cards:
                after[mask | 1 << face] = times(ways, held, cards)
        masks = after
    return masks
