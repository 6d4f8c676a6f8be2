"""The command `tenphase`. It needs the extra `cli` and stands on the public names alone."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command; its answer is the exit code, see `docs/cli.md`."""
    try:
        import click  # noqa: F401
    except ImportError:
        print("tenphase: the command needs click: pip install 'tenphase[cli]'", file=sys.stderr)
        raise SystemExit(2) from None
    from tenphase.cli.app import app

    app()
