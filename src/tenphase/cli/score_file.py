"""The file that `tenphase score` keeps a sheet in."""

from __future__ import annotations

import json
import os
from pathlib import Path
from tempfile import NamedTemporaryFile

import click

from tenphase.cli.common import as_json
from tenphase.errors import JsonError
from tenphase.scoresheet import ScoreSheet

__all__ = ["read_file", "write_file"]


def read_file(file: Path) -> ScoreSheet:
    """The sheet in a file."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise click.UsageError(f"there is no file {file}; 'tenphase score new' makes one") from None
    except OSError as error:
        raise click.UsageError(f"{file} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise click.UsageError(f"{file} is not JSON: {error}") from error
    try:
        return ScoreSheet.from_json(data)
    except JsonError as error:
        raise click.UsageError(f"{file}: {error}") from error


def write_file(file: Path, sheet: ScoreSheet) -> None:
    """Put the whole file in place at once, so that there is always the old or the new one.

    A link stays one: what it leads to is replaced.
    """
    text = as_json(sheet.to_json()) + "\n"
    try:
        file = Path(os.path.realpath(file))
        if file.is_symlink():
            raise click.UsageError(f"{file} is a link that leads in a circle")
        with NamedTemporaryFile(
            "w", encoding="utf-8", dir=file.parent, prefix=f".{file.name}.", delete=False
        ) as new:
            new.write(text)
            new.flush()
            os.fsync(new.fileno())
        try:
            if file.exists():
                Path(new.name).chmod(file.stat().st_mode & 0o777)
            else:
                mask = os.umask(0)
                os.umask(mask)
                Path(new.name).chmod(0o666 & ~mask)
            Path(new.name).replace(file)
        finally:
            Path(new.name).unlink(missing_ok=True)
    except OSError as error:
        raise click.UsageError(f"{file} cannot be written: {error.strerror}") from error
