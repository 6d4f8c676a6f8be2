"""Keeping score for people who play with real cards.

A `ScoreSheet` takes rounds, amendments, and who comes and goes; each is a `Change` that can be
taken back. The last `MOST_CHANGES` (100) of them are kept, also as JSON; older ones stand for good.

>>> from tenphase.scoresheet import ScoreSheet
>>> sheet = ScoreSheet(["Ann", "Ben"], preset="fundex")
>>> sheet.enter({"Ann": 0, "Ben": "R5 W"}, laid=["Ben"])
>>> sheet.totals
{'Ann': 0, 'Ben': 30}
"""

from tenphase.scoresheet.checks import RoundEntry, ScoreRow
from tenphase.scoresheet.history import MOST_CHANGES, Change, Player
from tenphase.scoresheet.sheet import ScoreSheet

__all__ = ["MOST_CHANGES", "Change", "Player", "RoundEntry", "ScoreRow", "ScoreSheet"]
