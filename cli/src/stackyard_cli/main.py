"""The command group: which commands there are, without importing any before it runs."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.metadata import version
from io import TextIOWrapper
from keyword import iskeyword
from pathlib import Path
from typing import Any

import click

from stackyard.errors import PluginError, StackyardError
from stackyard.plugins.finding import plain
from stackyard.plugins.host import host
from stackyard_cli.commands import COMMANDS


class Stackyard(click.Group):
    """Our commands and those of plugins; the sentence of each is known without importing it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, ours first."""
        return [*COMMANDS, *sorted(name for name in host().commands if name not in COMMANDS)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name in COMMANDS:
            name = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
            module = import_module(f"stackyard_cli.commands.{name}")
            command: click.Command = module.command
            return command
        registered = host().commands.get(plain(cmd_name))
        if registered is None:
            return None
        loaded = registered.load()
        if not isinstance(loaded, click.Command):
            owner, target = registered.provider, registered.target
            raise PluginError(f"plugin {owner}: {target} of command {cmd_name} is no click command")
        return loaded

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table of commands in the help text."""
        sentences = COMMANDS | {
            name: registered.about
            for name, registered in host().commands.items()
            if name not in COMMANDS
        }
        with formatter.section("Commands"):
            formatter.write_dl(list(sentences.items()))

    def main(self, *args: Any, **settings: Any) -> Any:
        """Run the program, whatever its standard streams are like."""
        _mend_streams()
        return super().main(*args, **settings)

    def make_context(self, *args: Any, **settings: Any) -> click.Context:
        """Read the command line; an error of ours is one sentence and exit code 2."""
        try:
            return super().make_context(*args, **settings)
        except StackyardError as error:
            raise click.UsageError(str(error)) from error

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; an error of ours is one sentence and exit code 2."""
        try:
            return super().invoke(ctx)
        except StackyardError as error:
            raise click.UsageError(str(error)) from error
        except BrokenPipeError:
            raise  # click ends the program quietly
        except OSError as failure:
            _drop_output()
            raise click.ClickException(str(failure)) from failure


def _mend_streams() -> None:
    """Closed streams become empty ones, and odd bytes or letters question marks, no crash."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            nothing = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - stays open
            setattr(sys, name, nothing)
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _drop_output() -> None:
    """Drop output that could not be written, so that Python does not try again when it ends."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _add_plugins(ctx: click.Context, parameter: click.Parameter, value: tuple[str, ...]) -> None:
    """Pass --plugin on through the environment, which worker processes inherit."""
    if value:
        known = os.environ.get("STACKYARD_PLUGINS", "").split(os.pathsep)
        os.environ["STACKYARD_PLUGINS"] = os.pathsep.join([*filter(None, known), *value])
        host.cache_clear()


@click.command(cls=Stackyard, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("stackyard-cli"), prog_name="stackyard")
@click.option(
    "--plugin",
    multiple=True,
    metavar="FILE_OR_MODULE",
    is_eager=True,
    expose_value=False,
    callback=_add_plugins,
    help="Use a plugin that is not installed (also: STACKYARD_PLUGINS).",
)
def main() -> None:
    """Play, learn and study modern abstract strategy games."""
