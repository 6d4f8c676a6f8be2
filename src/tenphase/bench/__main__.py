"""`python -m tenphase.bench [TOPIC ...] [--quick]`: prints what was measured."""

from __future__ import annotations

import argparse
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
#: The topic that is a table of its own.
TABLE = "questions"
HELP = (
    "Measures the library on this machine: the solver (finding), games, views and JSON (playing), "
    "the table host (hosting), and every question to the solver by size of hand (questions)."
)


def main(arguments: list[str]) -> None:
    """Measure all topics, or those named."""
    parser = argparse.ArgumentParser(prog="python -m tenphase.bench", description=HELP)
    parser.add_argument("topic", nargs="*", help=f"any of {', '.join([*TOPICS, TABLE])}; else all")
    parser.add_argument("--quick", action="store_true", help="one run instead of seven, few hands")
    given = parser.parse_args(arguments)
    wanted, quick = given.topic, given.quick
    if unknown := [name for name in wanted if name not in (*TOPICS, TABLE)]:
        parser.error(f"there is no topic {unknown[0]}")
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
    if not wanted or TABLE in wanted:
        print("\nquestions")
        for line in questions.table(*((300, 1) if quick else ())):
            print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
