"""`tenphase new-ruleset NAME`: a small plug-in project that works, to be changed."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from string import Template

import click

import tenphase as tp
from tenphase.cli.common import OK
from tenphase.ruleset import RULESET_ID

__all__ = ["command", "write_project"]

#: By template: where its text goes in the project.
_FILES = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "ruleset.py": "src/{module}/__init__.py",
    "ledger.toml": "src/{module}/ledger.toml",
    "sources.toml": "src/{module}/sources.toml",
    "test_ruleset.py": "tests/test_{module}.py",
}


def write_project(name: str, folder: Path) -> list[Path]:
    """Write the project of a new ruleset into a folder; returns the files written.

    Raises `OptionError` for a name that is none or is taken, and for a folder that holds something.
    """
    if not RULESET_ID.fullmatch(name):
        raise tp.OptionError(
            f"a ruleset's name is made of small letters, digits and single hyphens; not {name!r}",
            options=("name",),
        )
    if name in tp.rulesets():
        raise tp.OptionError(f"there is a ruleset {name!r} already", options=("name",))
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise tp.OptionError(f"{folder} is there already and not empty", options=("folder",))
    module = name.replace("-", "_")
    words = {
        "name": name,
        "module": module,
        "title": name.replace("-", " ").capitalize(),
        "prefix": "".join(word[0] for word in name.split("-")).upper(),
    }
    written = []
    for template, place in _FILES.items():
        text = (files("tenphase.cli") / "templates" / f"{template}.template").read_text("utf-8")
        file = folder / place.format(module=module)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(Template(text).substitute(words), encoding="utf-8")
        written.append(file)
    return written


@click.command("new-ruleset")
@click.argument("name")
@click.option(
    "--into", "folder", type=click.Path(path_type=Path), metavar="FOLDER",
    help="Where the project goes; by default a new folder NAME here.",
)  # fmt: skip
def command(name: str, folder: Path | None) -> int:
    """Write a plug-in project with a small game that works, its rules and its tests."""
    place = Path(name) if folder is None else folder
    for file in write_project(name, place):
        click.echo(f"wrote {file.as_posix()}")
    click.echo(f"Now: cd {place.as_posix()} && pip install -e '.[test]' && pytest")
    return OK
