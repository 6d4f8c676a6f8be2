"""The tables of the quick answers, against counting them out mask by mask."""

from __future__ import annotations

import pytest

from tenphase.solver.quick import NEVER, run_table


def counted(mask: int, faces: int, size: int, naturals: int, *, cyclic: bool) -> tuple[int, int]:
    """The least gaps of a stretch, and where the first such stretch starts."""
    best = (NEVER, 0)
    for start in range(faces if cyclic else faces - size + 1):
        held = sum([mask >> (start + step) % faces & 1 for step in range(size)])
        if held >= naturals and size - held < best[0]:
            best = (size - held, start)
    return best


@pytest.mark.parametrize("cyclic", [False, True])
@pytest.mark.parametrize("naturals", [0, 1, 2])
@pytest.mark.parametrize(("faces", "size"), [(1, 1), (4, 3), (5, 5), (9, 4), (10, 7), (12, 3)])
def test_run_tables(faces: int, size: int, naturals: int, cyclic: bool) -> None:
    gaps, starts = run_table(faces, size, naturals, cyclic)
    assert len(gaps) == len(starts) == 1 << faces
    for mask in range(1 << faces):
        expected = counted(mask, faces, size, naturals, cyclic=cyclic)
        assert (gaps[mask], starts[mask]) == expected, f"{mask:b}"
