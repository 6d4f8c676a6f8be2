"""The group of all commands, and what happens when something goes wrong."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.metadata import version
from typing import Any, NoReturn

import click

from tenphase.errors import TenphaseError

__all__ = ["app"]

#: The commands and the modules that hold them, which are imported when they are called.
COMMANDS = (
    "demo", "play", "check", "find", "rules", "rulesets", "replay", "record", "score",
    "new-ruleset",
)  # fmt: skip

WRONG_INPUT = 2


class App(click.Group):
    """Answers with exit codes: 0 yes, 1 no, 2 wrong input, and one line for every error."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order of the documentation."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"tenphase.cli.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def main(self, *args: Any, **more: Any) -> NoReturn:
        """Run, and leave with the exit code that the command returns."""
        more["standalone_mode"] = False
        try:
            answer = super().main(*args, **more)
            if sys.stdout is not None:  # closed from the start, as with `>&-`
                sys.stdout.flush()
        except click.ClickException as error:
            _leave(error.format_message())
        except TenphaseError as error:
            _leave(str(error))
        except (click.Abort, KeyboardInterrupt):
            _leave("stopped", code=130)
        except BrokenPipeError:
            # whoever read the output has had enough, as `head` has
            _write_nowhere()
            sys.exit(0)
        except OSError as error:
            _write_nowhere()
            _leave(f"the output cannot be written: {error.strerror}")
        sys.exit(answer if isinstance(answer, int) else 0)


def _write_nowhere() -> None:
    """Let what is left of the output go, or the interpreter complains about it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _leave(message: str, code: int = WRONG_INPUT) -> NoReturn:
    line = " ".join(message.split())
    click.echo(f"tenphase: {line}", err=True)
    sys.exit(code)


@click.group(
    cls=App, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(version("tenphase"), prog_name="tenphase")
@click.pass_context
def app(ctx: click.Context) -> None:
    """The ten-phase rummy family: games, rules, and who is right.

    Exit codes: 0 yes or done, 1 no, 2 wrong input.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
