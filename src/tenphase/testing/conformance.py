"""The one call, and the test class, that run every check on a ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from tenphase.registry import registered
from tenphase.registry import ruleset as find_ruleset
from tenphase.ruleset import Ruleset
from tenphase.testing.bot_games import BOTS_SAY, play_bots
from tenphase.testing.games import PLAY, Broken, Watcher, play_watched
from tenphase.testing.report import ConformanceError, Failure, Lengths, Report, Result
from tenphase.testing.tables import TABLE_CHECKS, check_tables
from tenphase.testing.watch_rules import Conserved, Copies, Determined, Legal, Progress, Refused
from tenphase.testing.watch_values import Records, Texts, Views

__all__ = ["CHECKS", "RulesetConformance", "check_ruleset"]

_WATCHERS: dict[str, type[Watcher]] = {
    watcher.name: watcher
    for watcher in (
        Legal,
        Refused,
        Conserved,
        Copies,
        Views,
        Texts,
        Progress,
        Determined,
        Records,
    )
}

#: So many further games are tried to make a failing one simpler.
_SIMPLER = 60

_PLAY_SAYS = "games can be dealt, somebody can always act, and nothing breaks down"

#: The names of all checks, in the order of the report.
CHECKS: tuple[str, ...] = (*TABLE_CHECKS, PLAY, *_WATCHERS, "bots")


def check_ruleset(
    ruleset: Ruleset | str,
    *,
    only: Sequence[str] = CHECKS,
    examples: int = 30,
    games: int = 12,
    seed: int = 0,
) -> Report:
    """Check that a ruleset keeps to the contract.

    - `only`: the names of the checks to run, of `CHECKS`;
    - `examples`: how many games hypothesis makes up, with options of its choice;
    - `games`: how many games bots play to the end, by all presets and numbers of seats;
    - `seed`: other numbers give other games; the same number always gives the same ones.

    The ruleset need not be installed. Raises `ImportError` if hypothesis is missing.

    >>> report = check_ruleset("mattel-classic", examples=2, games=1)
    >>> report.ok
    True
    >>> print(report)  # doctest: +ELLIPSIS
    conformance of 'mattel-classic': all 14 checks passed
      ok     tables: deck, phases, points, stages and action cards fit together
      ...
    """
    unknown = [name for name in only if name not in CHECKS]
    if unknown:
        raise ValueError(f"there is no check {unknown[0]!r} (there are: {', '.join(CHECKS)})")
    value = find_ruleset(ruleset)
    with registered(value):
        found = {name: check_tables(value, name) for name in TABLE_CHECKS if name in only}
        watched = [name for name in _WATCHERS if name in only]
        if found.get("tables") is not None and not found["tables"].ok:
            # nothing can be played with tables that do not fit
            return Report(ruleset=value.id, results=tuple(found.values()))
        if watched or PLAY in only:
            found |= _watch(value, watched, examples, seed)
        lengths = Lengths()
        if "bots" in only:
            lengths, failure = play_bots(value, games, first=seed)
            found["bots"] = Result(check="bots", says=BOTS_SAY, failure=failure)
    results = tuple([found[name] for name in CHECKS if name in found])
    return Report(ruleset=value.id, results=results, lengths=lengths)


def _watch(ruleset: Ruleset, names: list[str], examples: int, seed: int) -> dict[str, Result]:
    """Run watchers together; when one has found something, the others go on without it."""
    found = {PLAY: Result(check=PLAY, says=_PLAY_SAYS)}
    left = list(names)
    while True:
        broken = _search(ruleset, [_WATCHERS[name]() for name in left], examples, seed)
        if broken is None:
            break
        if broken.check == PLAY:
            found[PLAY] = Result(check=PLAY, says=_PLAY_SAYS, failure=broken.failure)
            break
        left.remove(broken.check)
        says = _WATCHERS[broken.check].says
        found[broken.check] = Result(check=broken.check, says=says, failure=broken.failure)
    stopped = None if found[PLAY].ok else Failure(message=f"not finished, see {PLAY}")
    return found | {n: Result(check=n, says=_WATCHERS[n].says, failure=stopped) for n in left}


def _search(ruleset: Ruleset, watchers: list[Watcher], examples: int, seed: int) -> Broken | None:
    """Let hypothesis make up games until one breaks, and then simplify that one."""
    try:
        import hypothesis
        from hypothesis import strategies as st
    except ImportError as error:
        message = "the conformance kit needs hypothesis: pip install 'tenphase[testing]'"
        raise ImportError(message) from error
    broken_by: dict[bytes, Broken] = {}
    runs_since = 0

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=examples,
        database=None,
        deadline=None,
        derandomize=False,
        print_blob=False,
        report_multiple_bugs=False,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=[
            hypothesis.Phase.explicit,
            hypothesis.Phase.generate,
            hypothesis.Phase.shrink,
        ],
    )
    @hypothesis.given(st.binary(max_size=240))
    def games(data: bytes) -> None:
        nonlocal runs_since
        runs_since += bool(broken_by)
        if runs_since > _SIMPLER:
            # simple enough: from now on only what is known to fail does so
            if data in broken_by:
                raise broken_by[data]
            return
        try:
            play_watched(ruleset, data, watchers)
        except Broken as broken:
            broken_by[data] = broken
            raise

    try:
        games()
    except Broken as broken:
        return broken
    except Exception:
        # what happens once and not again, for instance with dice of its own
        if not broken_by:
            raise
        return next(iter(broken_by.values()))
    return None


class RulesetConformance:
    """A test class for pytest: subclass it as `Test...` and name the ruleset.

    ```python
    class TestMine(RulesetConformance):
        ruleset = my_ruleset
    ```

    Every check is a test. `examples`, `games` and `seed` are those of `check_ruleset`.

    >>> import tenphase as tp
    >>> class TestClassic(RulesetConformance):
    ...     ruleset = tp.ruleset("mattel-classic")
    ...     examples, games = 2, 1
    >>> TestClassic().test_conservation()
    """

    ruleset: ClassVar[Ruleset | str]
    examples: ClassVar[int] = 30
    games: ClassVar[int] = 12
    seed: ClassVar[int] = 0
    _report: ClassVar[Report]

    @classmethod
    def report(cls) -> Report:
        """The report, which is made once for the class."""
        known: Report | None = cls.__dict__.get("_report")
        if known is None:
            known = check_ruleset(
                cls.ruleset, examples=cls.examples, games=cls.games, seed=cls.seed
            )
            cls._report = known
        return known

    def _show(self, name: str) -> None:
        __tracebackhide__ = True
        report = self.report()
        try:
            result = report[name]
        except KeyError:
            raise ConformanceError(f"{name} was not reached:\n{report}") from None
        if not result.ok:
            raise ConformanceError(f"{report.ruleset!r}: {name}: {result.says}\n{result.failure}")

    def test_tables(self) -> None:
        """Deck, phases, points, stages and action cards fit together."""
        self._show("tables")

    def test_options(self) -> None:
        """Presets and option values work, wrong ones are refused."""
        self._show("options")

    def test_ledger(self) -> None:
        """Citations are in the ledger."""
        self._show("ledger")

    def test_play(self) -> None:
        """Games can be dealt and played."""
        self._show("play")

    def test_legal(self) -> None:
        """Legal actions are what they promise."""
        self._show("legal")

    def test_refusals(self) -> None:
        """Other actions are refused and change nothing."""
        self._show("refusals")

    def test_conservation(self) -> None:
        """No card is lost."""
        self._show("conservation")

    def test_copies(self) -> None:
        """Copies are independent."""
        self._show("copies")

    def test_views(self) -> None:
        """Hidden cards stay hidden."""
        self._show("views")

    def test_texts(self) -> None:
        """Positions, actions and JSON read back."""
        self._show("texts")

    def test_progress(self) -> None:
        """Phases, points and places are sound."""
        self._show("progress")

    def test_determinism(self) -> None:
        """The same seed makes the same game."""
        self._show("determinism")

    def test_records(self) -> None:
        """Records replay."""
        self._show("records")

    def test_bots(self) -> None:
        """Games of bots end."""
        self._show("bots")
