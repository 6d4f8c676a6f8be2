"""How long games of bots are: `python -m tenphase.testing [--games N] [RULESET ...]`.

Prints a table in Markdown, one row for each ruleset, by default for all that are installed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from tenphase.registry import ruleset, rulesets
from tenphase.ruleset import Ruleset
from tenphase.testing.bot_games import play_bots

__all__ = ["main"]

_HEAD = (
    "| ruleset | games | rounds | least | most | turns | turns in a round |\n"
    "|---|---:|---:|---:|---:|---:|---:|"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games and print the table; 1 if a game broke down or a plug-in is broken.

    >>> main(["--games", "1", "mattel-classic"])  # doctest: +ELLIPSIS
    | ruleset | games | rounds | least | most | turns | turns in a round |
    |---|---:|---:|---:|---:|---:|---:|
    | mattel-classic | 1 | ...
    0
    """
    parser = argparse.ArgumentParser(prog="python -m tenphase.testing", description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET")
    parser.add_argument("--games", type=int, default=100, help="games for each ruleset (100)")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game (0)")
    told = parser.parse_args(arguments)
    chosen = {name: ruleset(name) for name in told.rulesets} or rulesets()
    failed = 0
    print(_HEAD)
    for name, value in chosen.items():
        if not isinstance(value, Ruleset):
            print(value, file=sys.stderr)
            failed = 1
            continue
        lengths, failure = play_bots(value, told.games, first=told.first)
        print(lengths.row(name))
        if failure is not None:
            print(f"{name}: {failure}", file=sys.stderr)
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
