"""`python -m tenphase.bench [TOPIC ...] [--quick]`: prints what was measured."""

from __future__ import annotations

import sys
from collections.abc import Callable

from tenphase.bench import finding, hosting, playing, questions
from tenphase.bench.timing import Row, machine, measure

#: Topics of rows. To add one, write a module with `rows()` and name it here.
TOPICS: dict[str, Callable[[], list[Row]]] = {
    "finding": finding.rows,
    "playing": playing.rows,
    "hosting": hosting.rows,
}


def main(arguments: list[str]) -> None:
    """Measure all topics, or those named."""
    quick = "--quick" in arguments
    wanted = [name for name in arguments if not name.startswith("-")]
    print(machine())
    for name, rows in TOPICS.items():
        if wanted and name not in wanted:
            continue
        print(f"\n{name:52}{'measured':>14}{'goal':>12}{'loop turns':>13}")
        for row in rows():
            figure = measure(row, runs=1 if quick else 7)
            goal = "" if row.goal is None else f"{row.goal:,g}"
            mark = "" if figure.met in (True, None) else "  missed"
            value = f"{figure.value:,.0f}" if row.unit == "1/s" else f"{figure.value:,.2f}"
            print(f"{row.name:52}{value:>9} {row.unit:4}{goal:>12}{figure.ratio:>13,.1f}{mark}")
    if not wanted or "questions" in wanted:
        print("\nquestions")
        for line in questions.table(300 if quick else questions.HANDS):
            print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
