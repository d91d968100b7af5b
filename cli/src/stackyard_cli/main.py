"""The command group: which commands there are, without importing any before it runs."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import version
from io import TextIOWrapper
from keyword import iskeyword
from pathlib import Path
from typing import Any

import click

from stackyard.errors import PluginError, StackyardError
from stackyard.plugins.finding import plain, words_of
from stackyard.plugins.host import host, problem_of
from stackyard.plugins.problems import ProblemError, ProblemKind, is_strict
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
            kind, target = ProblemKind.NO_COMMAND, str(registered.target)
            raise ProblemError(problem_of(registered.provider, kind, cmd_name, target))
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
        """Read the command line."""
        with _telling():
            return super().make_context(*args, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        with _telling():
            return super().invoke(ctx)


@contextmanager
def _telling() -> Iterator[None]:
    """Whatever goes wrong is told in a sentence and what to do, with a traceback for authors.

    Exit code 2 is for an error of ours, such as an unknown game, 1 for a failure.
    """
    try:
        yield
    except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
        raise  # click ends the program
    except StackyardError as error:
        if isinstance(error, PluginError):
            _trace(error.__cause__)
        raise click.UsageError(_noted(str(error), error)) from error
    except (Exception, SystemExit) as failure:
        if isinstance(failure, OSError):
            _drop_output()
        words = _failure_words(failure)
        if words is None:
            raise
        _trace(failure)
        raise click.ClickException(_noted(words, failure)) from failure


def _failure_words(failure: BaseException) -> str | None:
    """What has failed and what to do about it; None where that is for click to tell."""
    from stackyard.plugins.blame import advice, blame, sentence

    found = blame(failure)
    if found is None or _is_running(found.plugin):  # a command of a plugin may end like ours
        if isinstance(failure, (SystemExit, EOFError)):
            return None
        if isinstance(failure, OSError):
            return str(failure)
    if found is not None:
        return f"{sentence(found)}.\nWhat to do: {advice(found)}."
    return (
        f"Stackyard itself has failed: {words_of(failure)}.\n"
        "What to do: please report it, with the traceback that STACKYARD_STRICT=1 shows."
    )


def _is_running(plugin: str) -> bool:
    """Whether the command that runs is this plugin's."""
    context = click.get_current_context(silent=True)
    name = plain((context and context.invoked_subcommand) or "")
    return name in host().commands and host().commands[name].provider.name == plugin


def _noted(words: str, failure: BaseException) -> str:
    """The words, and the notes that were added to the exception, such as how to go on."""
    return "\n".join([words, *getattr(failure, "__notes__", [])])


def _trace(failure: BaseException | None) -> None:
    """Show a traceback to authors (STACKYARD_STRICT=1)."""
    if failure is not None and is_strict():
        traceback.print_exception(failure)


def _mend_streams() -> None:
    """Open what is closed on nothing, and print ? for a letter that the encoding lacks."""
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
