"""What all tests share: how hard hypothesis tries.

The environment variable TENPHASE_PROFILE chooses a profile: `ci` (the default: always the same
examples, so a change that breaks nothing passes), `dev` (quick and random) or `deep` (many
random examples, to be left running).
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

#: A distribution of its own, with tests of its own; test_plugin_example.py installs and runs it.
collect_ignore = ["plugin_example"]

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "ci", derandomize=True, deadline=None, max_examples=100, suppress_health_check=SLOW
)
settings.register_profile("dev", deadline=None, max_examples=20, suppress_health_check=SLOW)
settings.register_profile("deep", deadline=None, max_examples=5_000, suppress_health_check=SLOW)
settings.load_profile(os.environ.get("TENPHASE_PROFILE", "ci"))
