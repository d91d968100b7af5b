"""Errors at the command line: a sentence, a remedy and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import TYPE_CHECKING

import click

from stackyard.errors import PluginError, StackyardError
from stackyard.plugins.discovery import OUR_GAMES, words_of
from stackyard.plugins.problems import is_strict
from stackyard.plugins.registry import registry
from stackyard.text import normalize_name
from stackyard_cli.exit_codes import INTERRUPTED
from stackyard_cli.output import echo, wrapped
from stackyard_cli.stop_signals import stopping

if TYPE_CHECKING:
    from stackyard.game import Game


@contextmanager
def click_errors() -> Iterator[None]:
    """Turn errors into click's, with a sentence, a remedy and, for authors, a traceback.

    Exit code 2 is for a misuse, such as an unknown game, 1 for a failure.
    """
    try:
        yield
    except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
        raise  # click handles them
    except KeyboardInterrupt as pressed:
        if hasattr(pressed, "__notes__") and not stopping():
            echo(interrupted_words(pressed), err=True)
        raise click.exceptions.Exit(INTERRUPTED) from pressed
    except StackyardError as error:
        if isinstance(error, PluginError):
            _trace(error.__cause__)
        raise click.UsageError(with_notes(str(error), error)) from error
    except (Exception, SystemExit) as failure:
        if isinstance(failure, OSError):
            _drop_output()
        words = _failure_words(failure)
        if words is None:
            raise
        _trace(failure)
        raise click.ClickException(with_notes(words, failure)) from failure


def _failure_words(failure: BaseException) -> str | None:
    """The failure and its remedy; None if click reports it."""
    from stackyard.builds import OTHER_PROCESSOR
    from stackyard.plugins.attribution import attribute

    if isinstance(failure, ImportError) and OTHER_PROCESSOR in str(failure):
        return f"{failure}."
    found = attribute(failure) or attribute(failure, _game_at_work(failure))
    if found is None or _is_running(found.plugin):  # a plugin's command may exit as ours do
        if isinstance(failure, (SystemExit, EOFError)):
            return None
        if isinstance(failure, OSError):
            return _file_words(failure)
    if found is not None:
        return f"{found}.\nWhat to do: {found.remedy}."
    return (
        f"Stackyard itself has failed: {words_of(failure)}.\n"
        "What to do: please report it, with the traceback that STACKYARD_STRICT=1 shows."
    )


def _game_at_work(failure: BaseException) -> Game | None:
    """The game in the innermost frame that has one, if it is not ours: those are well tried."""
    from stackyard.game import Game

    found: Game | None = None
    trace = failure.__traceback__
    while trace is not None:
        for value in trace.tb_frame.f_locals.values():
            found = value if isinstance(value, Game) else found
        trace = trace.tb_next
    return None if found is None or found.name in OUR_GAMES else found


def _file_words(failure: OSError) -> str:
    """The file and its fault, without the error number."""
    if failure.strerror is None:
        return str(failure)
    return f"{failure.filename}: {failure.strerror}" if failure.filename else failure.strerror


def _is_running(plugin: str) -> bool:
    """Tell if the current command belongs to this plugin."""
    context = click.get_current_context(silent=True)
    name = normalize_name((context and context.invoked_subcommand) or "")
    return name in registry().commands and registry().commands[name].provider.name == plugin


def interrupted_words(pressed: KeyboardInterrupt) -> str:
    """The sentence about an interrupt, with the plugin in which it came, if it was in one."""
    return " ".join(["\nInterrupted.", *getattr(pressed, "__notes__", [])])


def with_notes(words: str, failure: BaseException) -> str:
    """The message with the notes of the exception, such as how to resume a match."""
    return "\n".join([words, *getattr(failure, "__notes__", [])])


def _trace(failure: BaseException | None) -> None:
    """Show a traceback to authors (STACKYARD_STRICT=1)."""
    if failure is not None and is_strict():
        import traceback

        echo("".join(traceback.format_exception(failure)), nl=False, err=True)


def report(error: click.ClickException | click.Abort) -> int:
    """Print the error that ends the program; return the exit code.

    Nothing is printed of what fails after a signal to end.
    """
    if stopping():
        return INTERRUPTED
    if isinstance(error, click.ClickException):
        words = StringIO()
        error.show(words)
        echo(wrapped(words.getvalue(), sys.stderr, keep_indented=True).rstrip("\n"), err=True)
        return error.exit_code
    if isinstance(error.__context__, KeyboardInterrupt):
        return INTERRUPTED
    echo("Aborted!", err=True)
    return 1


def _drop_output() -> None:
    """Drop output that could not be written, so that Python does not retry at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
