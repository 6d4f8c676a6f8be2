"""A score sheet for people who play with real cards.

It keeps what was entered, round by round, and computes everything else from that each time:
totals, phases, dealer, places, winner. So an earlier round can be corrected, and all later ones
follow. What cannot be (3 points in the classic game, a round with two empty hands, a player
forgotten) is refused by the ruleset's own tables and policies. Every change can be taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from tenphase.errors import ScoreError, brief
from tenphase.game import Standing, standings
from tenphase.options import Options
from tenphase.policies import open_phases
from tenphase.position_text import MOST
from tenphase.registry import find_rules
from tenphase.ruleset import Ruleset
from tenphase.scoresheet.books import Books, check_written
from tenphase.scoresheet.checks import RoundEntry, ScoreRow, check_players
from tenphase.scoresheet.entering import Said, amended_entry, new_entry, seat_of
from tenphase.scoresheet.history import Change, History, Player, Written

if TYPE_CHECKING:
    from tenphase.rules import Rules
    from tenphase.state import State

__all__ = ["ScoreSheet"]


class ScoreSheet:
    """The sheet of one game. Players sit in the order in which they are named.

    Raises `OptionError` and `UnknownRuleset` like `new_game`, and `ScoreError` for players that
    cannot be.

    >>> sheet = ScoreSheet(["Ann", "Ben", "Cem"])
    >>> hands = {"Ann": 0, "Ben": 35, "Cem": "R1 R1 B2 B3 B4 G5 G6 G7 W S"}
    >>> sheet.enter(hands, laid=["Ann", "Ben"])
    >>> sheet.totals, sheet.next_phases, sheet.dealer
    ({'Ann': 0, 'Ben': 35, 'Cem': 80}, {'Ann': '2', 'Ben': '2', 'Cem': '1'}, 'Ben')
    >>> sheet.enter({"Ann": 3, "Ben": 0, "Cem": 50}, laid=["Ben"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    tenphase.errors.ScoreError: Ann: 3 points are no sum of cards in Classic, where a card ...
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
        names = check_players(players)
        rules = find_rules(ruleset, seats=len(names), preset=preset, options=options)
        self._dealer = 0 if dealer is None else seat_of(names, dealer)
        self._books = Books(rules, self._dealer, Written(tuple([Player(n) for n in names])))
        self._history = History()

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
        said = Said(points, laid=laid, phases=phases, out=out)
        entry = new_entry(self._state, self.players, said)
        self._make(Change(len(self.rounds), None, entry))

    def amend(
        self,
        number: int,
        points: Mapping[str, int | str] | None = None,
        *,
        laid: Iterable[str] | None = None,
        not_laid: Iterable[str] | None = None,
        phases: Mapping[str, str] | None = None,
        out: str | None = None,
    ) -> None:
        """Put single facts of round `number` (from 1) right; all others stay as they are.

        The facts are those of `enter`; `not_laid` names who had not laid the phase after all.
        Everything after the round is computed and checked again. Raises `ScoreError`, with the
        sheet as it was, if the round cannot have been so, or a later one does not fit any more;
        its `round` says which.

        >>> sheet = ScoreSheet(["Ann", "Bea"])
        >>> sheet.enter({"Ann": 0, "Bea": 65})
        >>> sheet.amend(1, {"Bea": 60}, laid=["Bea"])
        >>> sheet.totals, sheet.next_phases
        ({'Ann': 0, 'Bea': 60}, {'Ann': '2', 'Bea': '2'})
        """
        place = self._place(number)
        said = Said(points or {}, laid=laid, not_laid=not_laid, phases=phases, out=out)
        before = self.rounds[place]
        after = amended_entry(self._books.states[place], self.players, before, said)
        if after == before:
            return
        try:
            self._make(Change(place, before, after))
        except ScoreError as error:
            if error.round is None:
                raise
            raise ScoreError(
                f"round {number} cannot be amended so, for round {error.round} would not fit "
                f"any more: {error}",
                round=error.round,
            ) from None

    def strike(self) -> None:
        """Strike the last round out, whatever was changed since; `undo` brings it again.

        Raises `ScoreError` if there is none, or if somebody joined or left after it.
        """
        place = self._place(len(self.rounds))
        self._make(Change(place, self.rounds[place], None))

    # -- coming and going ----------------------------------------------------------------------

    def join(self, player: str, *, points: int = 0) -> None:
        """Somebody joins the running game and sits down last, from the next round on.

        They begin with the first phase (or the round's, where a round has one) and with `points`,
        as the table agrees. No printed rule speaks of it. Raises `OptionError` if that are more
        than can play, and `ScoreError` when the game is over or in a play-off.

        >>> sheet = ScoreSheet(["Ann", "Ben"])
        >>> sheet.enter({"Ann": 0, "Ben": 75})
        >>> sheet.join("Eve")
        >>> sheet.next_phases
        {'Ann': '2', 'Ben': '1', 'Eve': '1'}
        """
        if not isinstance(points, int) or isinstance(points, bool) or abs(points) > MOST:
            raise ScoreError(f"points are a whole number, not {brief(points)}", round=None)
        if self.over:
            raise ScoreError("the game is over", round=None)
        newcomer = Player(player, joined=len(self.rounds), points=points)
        self._make(Change(len(self.players), None, newcomer))

    def leave(self, player: str) -> None:
        """Somebody leaves for good, before the next round. Their points and phases stay.

        The others go on; who is left alone has won. Raises `ScoreError` for somebody who has left
        already, and when the game is over.

        >>> sheet = ScoreSheet(["Ann", "Ben", "Cem"])
        >>> sheet.leave("Ann")
        >>> sheet.playing, sheet.dealer
        (('Ben', 'Cem'), 'Ben')
        """
        seat = seat_of(self.players, player)
        before = self._books.written.players[seat]
        if self.over:
            raise ScoreError("the game is over", round=None)
        if before.left is not None:
            raise ScoreError(f"{player} has left already", round=None)
        self._make(Change(seat, before, attrs.evolve(before, left=len(self.rounds))))

    def rename(self, player: str, name: str) -> None:
        """Put a name right.

        >>> sheet = ScoreSheet(["Ann", "Bne"])
        >>> sheet.rename("Bne", "Ben")
        >>> sheet.players
        ('Ann', 'Ben')
        """
        seat = seat_of(self.players, player)
        before = self._books.written.players[seat]
        if name != before.name:
            self._make(Change(seat, before, attrs.evolve(before, name=name)))

    # -- back and forth ------------------------------------------------------------------------

    def undo(self) -> Change:
        """Take back the last change, whatever it was: a round, an amendment, who came or went.

        The last `MOST_CHANGES` changes can be taken back, also after `from_json`. Raises
        `ScoreError` if there is none.

        >>> sheet = ScoreSheet(["Ann", "Ben"])
        >>> sheet.enter({"Ann": 0, "Ben": 75})
        >>> sheet.amend(1, {"Ben": 65})
        >>> print(sheet.undo())
        round 1 amended
        >>> sheet.totals
        {'Ann': 0, 'Ben': 75}
        """
        change = self._history.undo()
        self._books = self._books_of(change.taken_back(self._books.written))
        return change

    def redo(self) -> Change:
        """Make the change again that was taken back last, until another one is made."""
        change = self._history.redo()
        self._books = self._books_of(change.made(self._books.written))
        return change

    @property
    def next_undo(self) -> Change | None:
        """The change that `undo` would take back; printed it says in words what it is."""
        return self._history.next_undo

    @property
    def next_redo(self) -> Change | None:
        """The change that `redo` would make again."""
        return self._history.next_redo

    # -- asking --------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The compiled rules, for as many as are on the sheet."""
        return self._books.rules

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody on the sheet, as they sit; who has left stays on it."""
        return self._books.written.names

    @property
    def left(self) -> tuple[str, ...]:
        """Who has left the game."""
        return tuple([p.name for p in self._books.written.players if p.left is not None])

    @property
    def rounds(self) -> tuple[RoundEntry, ...]:
        """Everything that was entered."""
        return self._books.written.rounds

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.over

    @property
    def winners(self) -> tuple[str, ...]:
        """The winner, or the winners if they share the place; empty before the end."""
        return tuple(self.players[seat] for seat in self._state.winners)

    @property
    def totals(self) -> dict[str, int]:
        """The penalty points of every player so far."""
        return dict(zip(self.players, self._state.totals, strict=True))

    @property
    def dealer(self) -> str:
        """Who deals the next round."""
        return self.players[self._state.dealer]

    @property
    def playing(self) -> tuple[str, ...]:
        """Who takes part in the next round: everybody who is there, or the tied in a play-off."""
        state = self._state
        return () if state.over else tuple(self.players[seat] for seat in state.active)

    @property
    def playoffs(self) -> tuple[int, ...]:
        """The numbers of the rounds that are play-offs of the tied, the next round included.

        A play-off costs nobody points.
        """
        states = enumerate(self._books.states, 1)
        return tuple([number for number, state in states if state.playoff and not state.over])

    @property
    def next_phases(self) -> dict[str, str]:
        """The phase that every player tries next, by label; "-" if it is chosen freely."""
        return {p: self._label(i) for p, i in zip(self.players, self._state.phase, strict=True)}

    @property
    def open_phases(self) -> dict[str, tuple[str, ...]]:
        """The phases that every player has not completed yet, by label."""
        found = [open_phases(self._state, seat) for seat in range(len(self.players))]
        return {
            player: tuple(map(self._label, phases))
            for player, phases in zip(self.players, found, strict=True)
        }

    @property
    def standings(self) -> tuple[Standing, ...]:
        """All players in the order of their places; equals share a place."""
        return standings(self._state)

    def rows(self, number: int) -> tuple[ScoreRow, ...]:
        """The lines of round `number`, from 1."""
        place = self._place(number)
        entry = self.rounds[place]
        before, after = self._books.states[place : place + 2]
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
        """The sheet as plain data for `json.dumps`, its history included; `from_json` reads it."""
        from tenphase.scoresheet.data import sheet_data

        return sheet_data(self.rules, self._dealer, self._books.written, self._history)

    @classmethod
    def from_json(cls, data: Any) -> ScoreSheet:
        """Read a sheet again, checking every round and every change of the history.

        Raises `JsonError`, which names the place, for anything else.
        """
        from tenphase.scoresheet.data import read_sheet

        sheet: ScoreSheet = cls.__new__(cls)
        sheet._books, sheet._dealer, sheet._history = read_sheet(data)
        return sheet

    def to_csv(self) -> str:
        """The rounds as a table for a spreadsheet: a line for each player and round.

        A name that a spreadsheet would take for a formula (`=1+1`) has an apostrophe before it.

        >>> sheet = ScoreSheet(["Ann", "Ben"])
        >>> sheet.enter({"Ann": 0, "Ben": 75})
        >>> print(sheet.to_csv(), end="")
        round,player,phase,laid,points,total
        1,Ann,1,yes,0,0
        1,Ben,1,no,75,75
        """
        from tenphase.scoresheet.data import sheet_csv

        return sheet_csv([self.rows(number) for number in range(1, len(self.rounds) + 1)])

    # -- the parts -----------------------------------------------------------------------------

    @property
    def _state(self) -> State:
        return self._books.states[-1]

    def _books_of(self, written: Written) -> Books:
        rules = self.rules
        if len(written.players) != rules.seats:
            rules = find_rules(rules.ruleset, seats=len(written.players), options=rules.options)
        check_written(written, self._dealer, rules.ruleset.seats[0])
        return Books(rules, self._dealer, written, self._books)

    def _make(self, change: Change) -> None:
        """Make a change, if the sheet can be so."""
        self._books = self._books_of(change.made(self._books.written))
        self._history.add(change)

    def _place(self, number: int) -> int:
        """The index of a round by its number."""
        count = len(self.rounds)
        if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= count:
            there = f"there are 1 to {count}" if count else "none has been entered"
            raise ScoreError(f"there is no round {brief(number)} ({there})", round=None)
        return number - 1

    def _label(self, index: int) -> str:
        return self.rules.phases[index].label if index >= 0 else "-"
