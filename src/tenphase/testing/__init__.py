"""The conformance kit: does a ruleset keep to the contract?

One call plays games with options that nobody thought of and looks at everything a ruleset can
get wrong; the report names the check, and the options, actions and position to see it again.

>>> from tenphase.testing import check_ruleset
>>> check_ruleset("mattel-classic", only=["tables", "ledger"]).ok
True

In a test suite `RulesetConformance` makes a test of each check. The kit needs the extra
`testing` (hypothesis); `python -m tenphase.testing` prints how long games of bots are.
"""

from tenphase.testing.conformance import CHECKS, RulesetConformance, check_ruleset
from tenphase.testing.report import ConformanceError, Failure, Lengths, Report, Result

__all__ = [
    "CHECKS",
    "ConformanceError",
    "Failure",
    "Lengths",
    "Report",
    "Result",
    "RulesetConformance",
    "check_ruleset",
]
