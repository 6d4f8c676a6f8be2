"""A score sheet for people who play with real cards.

It keeps what was entered, round by round, and computes everything else from that each time:
totals, phases, dealer, places, winner. So an earlier round can be corrected, and all later ones
follow. What cannot be (3 points in the classic game, a round with two empty hands, a player
forgotten) is refused by the ruleset's own tables and policies.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from tenphase import flow
from tenphase.errors import NotationError, ScoreError, TenphaseError
from tenphase.game import Standing, standings
from tenphase.options import Options
from tenphase.registry import find_rules
from tenphase.ruleset import Ruleset
from tenphase.scoresheet.checks import (
    RoundEntry,
    check_entry,
    check_players,
    check_sheet_data,
    entry_data,
    least_unlaid,
    read_entry,
)
from tenphase.state import GAME_OVER, State

if TYPE_CHECKING:
    from tenphase.rules import Rules

__all__ = ["ScoreRow", "ScoreSheet"]


@attrs.frozen
class ScoreRow:
    """One player's line of one round: the phase tried ("-" if none), what came of it, the total.

    >>> ScoreRow("Ann", "1", laid=True, points=0, total=0).player
    'Ann'
    """

    player: str
    phase: str
    laid: bool
    points: int
    total: int


class ScoreSheet:
    """The sheet of one game. Players sit in the order in which they are named.

    Raises `OptionError` and `UnknownRuleset` like `new_game`, and `ScoreError` for players that
    cannot be.

    >>> sheet = ScoreSheet(["Ann", "Ben", "Cem"])
    >>> hands = {"Ann": 0, "Ben": 35, "Cem": "R1 R1 B2 B3 B4 G5 G6 G7 W S"}
    >>> sheet.enter(hands, laid=["Ann", "Ben"])
    >>> sheet.totals, sheet.next_phases, sheet.dealer
    ({'Ann': 0, 'Ben': 35, 'Cem': 80}, {'Ann': '2', 'Ben': '2', 'Cem': '1'}, 'Ben')
    >>> sheet.enter({"Ann": 3, "Ben": 0, "Cem": 50}, laid=["Ben"])
    Traceback (most recent call last):
    tenphase.errors.ScoreError: Ann: 3 points are no sum of cards in Classic
    """

    def __init__(
        self,
        players: Sequence[str],
        ruleset: str | Ruleset = "mattel-classic",
        *,
        preset: str | None = None,
        options: Options | Mapping[str, object] | None = None,
        dealer: str | None = None,
    ) -> None:
        self.players = check_players(players)
        self.rules: Rules = find_rules(
            ruleset, seats=len(self.players), preset=preset, options=options
        )
        self._dealer = 0 if dealer is None else self._seat(dealer)
        self._entries: list[RoundEntry] = []
        self._undone: list[RoundEntry] = []
        self._states = [self._begin()]

    # -- entering ------------------------------------------------------------------------------

    def enter(
        self,
        points: Mapping[str, int | str],
        *,
        laid: Iterable[str] | None = None,
        phases: Mapping[str, str] | None = None,
        out: str | None = None,
    ) -> None:
        """Write down the next round.

        - `points`: for every player who takes part, penalty points, or the cards left in hand
          as text ("" for none), which are then counted;
        - `laid`: who laid the phase. Who has fewer points than a full hand can cost must have
          laid it, and need not be named; None names nobody;
        - `phases`: the phase that was laid, by player, where players choose (`phase_order=free`);
          who is named here has laid it;
        - `out`: who went out first, where several have no card left (in a final lap, or when
          players float).

        Raises `ScoreError` and leaves the sheet as it was if something is missing or impossible.
        """
        entry = self._entry(self._states[-1], points, laid, phases, out)
        after = self._after(self._states[-1], entry)
        self._entries.append(entry)
        self._states.append(after)
        self._undone.clear()

    def amend(
        self,
        number: int,
        points: Mapping[str, int | str],
        *,
        laid: Iterable[str] | None = None,
        phases: Mapping[str, str] | None = None,
        out: str | None = None,
    ) -> None:
        """Enter round `number` (from 1) anew; everything after it is computed again.

        Raises `ScoreError`, with the sheet as it was, if a later round does not fit any more.
        """
        place = self._place(number)
        entry = self._entry(self._states[place], points, laid, phases, out)
        entries = [*self._entries[:place], entry, *self._entries[place + 1 :]]
        self._states = self._compute(entries)
        self._entries = entries
        self._undone.clear()

    def undo(self) -> RoundEntry:
        """Take the last round back. `redo` brings it again until another one is entered."""
        if not self._entries:
            raise ScoreError("there is no round to take back", round=None)
        self._states.pop()
        self._undone.append(self._entries.pop())
        return self._undone[-1]

    def redo(self) -> RoundEntry:
        """Bring the round back that was taken back last."""
        if not self._undone:
            raise ScoreError("no round was taken back", round=None)
        entry = self._undone[-1]
        self._states.append(self._after(self._states[-1], entry))
        self._entries.append(self._undone.pop())
        return entry

    # -- asking --------------------------------------------------------------------------------

    @property
    def rounds(self) -> tuple[RoundEntry, ...]:
        """Everything that was entered."""
        return tuple(self._entries)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._states[-1].over

    @property
    def winners(self) -> tuple[str, ...]:
        """The winner, or the winners if they share the place; empty before the end."""
        return tuple(self.players[seat] for seat in self._states[-1].winners)

    @property
    def totals(self) -> dict[str, int]:
        """The penalty points of every player so far."""
        return dict(zip(self.players, self._states[-1].totals, strict=True))

    @property
    def dealer(self) -> str:
        """Who deals the next round."""
        return self.players[self._states[-1].dealer]

    @property
    def playing(self) -> tuple[str, ...]:
        """Who takes part in the next round: everybody, or the tied in a play-off."""
        state = self._states[-1]
        return () if state.over else tuple(self.players[seat] for seat in state.active)

    @property
    def next_phases(self) -> dict[str, str]:
        """The phase that every player tries next, by label; "-" if it is chosen freely."""
        return {
            p: self._label(i) for p, i in zip(self.players, self._states[-1].phase, strict=True)
        }

    @property
    def standings(self) -> tuple[Standing, ...]:
        """All players in the order of their places; equals share a place."""
        return standings(self._states[-1])

    def rows(self, number: int) -> tuple[ScoreRow, ...]:
        """The lines of round `number`, from 1."""
        place = self._place(number)
        entry, before, after = self._entries[place], self._states[place], self._states[place + 1]
        return tuple(
            ScoreRow(
                player,
                entry.phases[seat] or self._label(before.phase[seat]),
                entry.laid[seat],
                entry.points[seat],
                after.totals[seat],
            )
            for seat, player in enumerate(self.players)
            if seat in before.active
        )

    # -- keeping -------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """The sheet as plain data for `json.dumps`; `from_json` reads it."""
        from tenphase.json_io.state import options_data

        return {
            "tenphase": "score sheet",
            "format": 1,
            "ruleset": self.rules.ruleset.id,
            "version": self.rules.ruleset.version,
            "options": options_data(self.rules.options),
            "players": list(self.players),
            "dealer": self.players[self._dealer],
            "rounds": [entry_data(entry) for entry in self._entries],
            "undone": [entry_data(entry) for entry in self._undone],
        }

    @classmethod
    def from_json(cls, data: Any) -> ScoreSheet:
        """Read a sheet again, checking every round. Raises `ScoreError` for anything else."""
        fields = check_sheet_data(data)
        try:
            sheet = cls(
                fields["players"],
                fields["ruleset"],
                options=fields["options"],
                dealer=fields["dealer"],
            )
        except ScoreError:
            raise
        except (TenphaseError, TypeError, ValueError, RecursionError) as error:
            raise ScoreError(
                f"the rules of the sheet cannot be had: {error}", round=None
            ) from error
        if fields["version"] != sheet.rules.ruleset.version:
            raise ScoreError("the sheet is of another version of the rules", round=None)
        seats, count = len(sheet.players), len(fields["rounds"])
        entries = [read_entry(entry, seats, n) for n, entry in enumerate(fields["rounds"], 1)]
        undone = [
            read_entry(entry, seats, count + n)
            for n, entry in enumerate(reversed(fields["undone"]), 1)
        ]
        # what was taken back must fit on to what is there, for it may be brought back
        sheet._compute([*entries, *undone])
        sheet._states = sheet._compute(entries)
        sheet._entries, sheet._undone = entries, undone[::-1]
        return sheet

    def to_csv(self) -> str:
        """The rounds as a table for a spreadsheet: a line for each player and round.

        >>> sheet = ScoreSheet(["Ann", "Ben"])
        >>> sheet.enter({"Ann": 0, "Ben": 75})
        >>> print(sheet.to_csv(), end="")
        round,player,phase,laid,points,total
        1,Ann,1,yes,0,0
        1,Ben,1,no,75,75
        """
        out = io.StringIO()
        write = csv.writer(out, lineterminator="\n").writerow
        write(["round", "player", "phase", "laid", "points", "total"])
        for number in range(1, len(self._entries) + 1):
            for row in self.rows(number):
                laid = "yes" if row.laid else "no"
                write([number, row.player, row.phase, laid, row.points, row.total])
        return out.getvalue()

    # -- computing -----------------------------------------------------------------------------

    def _place(self, number: int) -> int:
        """The index of a round by its number."""
        count = len(self._entries)
        if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= count:
            there = f"there are 1 to {count}" if count else "none has been entered"
            raise ScoreError(f"there is no round {number!r:.40} ({there})", round=None)
        return number - 1

    def _begin(self) -> State:
        """A state before the first round; only its books are used, it has no cards."""
        state = State(self.rules, bytes(32))
        state.dealer, state.round, state.stage = self._dealer, 1, self.rules.first_stage
        free = self.rules.options.phase_order == "free" and len(self.rules.phases) > 1
        state.phase = (-1 if free else 0,) * self.rules.seats
        return state

    def _compute(self, entries: Sequence[RoundEntry]) -> list[State]:
        states = [self._begin()]
        for number, entry in enumerate(entries, 1):
            if states[-1].over:
                raise ScoreError(f"round {number} is after the end of the game", round=number)
            check_entry(states[-1], entry, self.players, number)
            states.append(self._after(states[-1], entry))
        return states

    def _after(self, before: State, entry: RoundEntry) -> State:
        """The books after a round, by the ruleset's own policies."""
        state = before.copy()
        state.out = -1 if entry.out is None else entry.out
        # what lies on the table does not matter here, only that something does
        lying: Any = (None,)
        state.table = tuple([lying if laid else () for laid in entry.laid])
        state.phase = tuple(
            [
                index if label is None else self.rules.labels[label]
                for index, label in zip(state.phase, entry.phases, strict=True)
            ]
        )
        flow.settle_round(state, entry.points)
        if not state.over:
            flow.pass_the_deal(state)
            state.round += 1
        return state

    def _entry(
        self,
        state: State,
        points: Mapping[str, int | str],
        laid: Iterable[str] | None,
        phases: Mapping[str, str] | None,
        out: str | None,
    ) -> RoundEntry:
        number = state.round
        if state.stage == GAME_OVER:
            raise ScoreError("the game is over", round=number)
        seats = {self._seat(player): given for player, given in points.items()}
        missing = [self.players[seat] for seat in state.active if seat not in seats]
        if missing:
            raise ScoreError(
                f"missing: {', '.join(missing)} (who has no card left has 0)", round=number
            )
        extra = [self.players[seat] for seat in seats if seat not in state.active]
        if extra:
            raise ScoreError(f"does not play in this round: {', '.join(extra)}", round=number)
        everybody = range(len(self.players))
        counted = [self._points(seat, seats.get(seat, 0)) for seat in everybody]
        chosen = {self._seat(player): label for player, label in (phases or {}).items()}
        down = {self._seat(player) for player in laid or ()} | set(chosen)
        least = least_unlaid(self.rules)
        down |= {seat for seat in state.active if counted[seat] < least}
        first = None if out is None else self._seat(out)
        if first is None:
            empty = [seat for seat in state.active if counted[seat] == 0 and seat in down]
            first = empty[0] if len(empty) == 1 else None
        entry = RoundEntry(
            tuple(counted),
            tuple([seat in down for seat in everybody]),
            tuple([chosen.get(seat) for seat in everybody]),
            first,
        )
        check_entry(state, entry, self.players, number)
        return entry

    def _points(self, seat: int, given: object) -> int:
        """Penalty points as given, or counted from cards."""
        name = self.players[seat]
        if isinstance(given, str):
            try:
                hand = self.rules.deck.encode(given)
            except NotationError as error:
                raise ScoreError(f"{name}: {error}", round=None) from error
            if surplus := self.rules.deck.missing(hand):
                raise ScoreError(f"{name}: the deck has no {next(iter(surplus))} more", round=None)
            return self.rules.hand_points(hand)
        if not isinstance(given, int) or isinstance(given, bool):
            raise ScoreError(f"{name}: points are a whole number, not {given!r}", round=None)
        return given

    def _seat(self, player: str) -> int:
        try:
            return self.players.index(player)
        except ValueError:
            known = ", ".join(self.players)
            raise ScoreError(
                f"nobody is called {player!r} (there are: {known})", round=None
            ) from None

    def _label(self, index: int) -> str:
        return self.rules.phases[index].label if index >= 0 else "-"
