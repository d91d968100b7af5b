"""The command group; a command is imported when it runs."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from keyword import iskeyword
from typing import Any

import click

from stackyard.plugins.discovery import (
    NO_PLUGINS,
    OUR_GAMES,
    PLUGINS,
    install_command,
)
from stackyard.plugins.problems import Problem, ProblemError
from stackyard.plugins.registry import registry
from stackyard.text import nearest, normalize_name, printable, quoted
from stackyard_cli.commands import COMMANDS, GROUPS
from stackyard_cli.error_handling import click_errors, report
from stackyard_cli.output import echo, share_descriptor, terminal_columns
from stackyard_cli.plugin_warnings import check_plugins

OTHERS = "Others"  # the heading of commands of other plugins
WELCOME_COLUMNS, LABEL_COLUMNS = 60, 9
NARROWEST_HELP, WIDEST_HELP = 50, 80
SEE_HELP = "To see all: stackyard --help"
COMPLETING = "_STACKYARD_COMPLETE"  # set by a shell that asks for completions


class Stackyard(click.Group):
    """Our commands and those of plugins; the summary of each is known without importing it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the help."""
        return [name for names in groups().values() for name in names]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name in COMMANDS:
            name = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
            module = import_module(f"stackyard_cli.commands.{name}")
            command: click.Command = module.command
            return command
        registered = registry().commands.get(normalize_name(cmd_name))
        if registered is None:
            return None
        loaded = registered.load()
        if not isinstance(loaded, click.Command):
            words = f"{registered.target} of command {cmd_name} is no click command"
            raise ProblemError(Problem(registered.provider, "not-imported", words))
        if not registered.provider.folder:
            share_descriptor()
        return loaded

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the named command; for an unknown name, fail with a suggestion.

        For a command that is not installed, name the package that provides it.
        """
        named = args[0] if args else ""
        if named != "plugins" and not ctx.resilient_parsing:  # plugins shows the problems itself
            check_plugins(args)
        if named and not named.startswith("-") and self.get_command(ctx, named) is None:
            ctx.fail(self._missing(ctx, named))
        return super().resolve_command(ctx, args)

    def _missing(self, ctx: click.Context, named: str) -> str:
        """The message for an unknown command."""
        from stackyard_cli.absent import SHELL_COMMANDS, package_words

        if normalize_name(named) in SHELL_COMMANDS:
            return package_words(named, SHELL_COMMANDS[normalize_name(named)])
        from stackyard_cli.command_lines import command_line
        from stackyard_cli.prompt_commands import PROMPT_COMMANDS
        from stackyard_cli.registered_commands import registered_names

        games = registry().games
        if normalize_name(named) in games:
            meant = f"To play {named}: {command_line('play', normalize_name(named))}"
        elif named.lower() in {*PROMPT_COMMANDS, *registered_names()}:
            meant = f"Type {named.lower()} at the prompt of a game: stackyard play"
        else:
            name = nearest(named, [*self.list_commands(ctx), *SHELL_COMMANDS, *games])
            meant = f"Did you mean {f'play {name}' if name in games else name}?" if name else ""
        return f"There is no command {quoted(named)}. {meant or SEE_HELP}"

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table of commands in the help text."""
        sentences = {name: registered.about for name, registered in registry().commands.items()}
        sentences |= COMMANDS
        for title, names in groups().items():
            with formatter.section(title):
                formatter.write_dl([(shown(name), sentences[name]) for name in names])

    def main(self, *args: Any, standalone_mode: bool = True, **settings: Any) -> Any:
        """Run the program and exit, even if its standard streams are closed."""
        _mend_streams()
        if COMPLETING in os.environ:
            import_module("stackyard_cli.shells")
        settings["standalone_mode"] = False
        if not standalone_mode:
            return super().main(*args, **settings)
        try:
            code = super().main(*args, **settings)
        except (click.ClickException, click.Abort) as error:
            code = report(error)
        except click.exceptions.Exit as ended:
            code = ended.exit_code
        sys.exit(code)

    def get_help(self, ctx: click.Context) -> str:
        """The help, which contains text of plugins, made safe to display."""
        check_plugins(["--help"])
        return printable(super().get_help(ctx))

    def make_context(self, *args: Any, **settings: Any) -> click.Context:
        """Read the command line."""
        width = max(min(terminal_columns(), WIDEST_HELP) - 2, NARROWEST_HELP)
        settings.setdefault("terminal_width", width)  # as click has it
        with click_errors():
            return super().make_context(*args, **settings)

    def invoke(self, ctx: click.Context) -> None:
        """Run a command; the return value of its function is no exit code."""
        with click_errors():
            super().invoke(ctx)


def groups() -> dict[str, list[str]]:
    """The names under their headings, in the order of the help."""
    known = {*COMMANDS, *registry().commands}
    groups = {title: [n for n in names if n in known] for title, names in GROUPS.items()}
    groups[OTHERS] = sorted(known.difference(*GROUPS.values()))
    return {title: names for title, names in groups.items() if names}


def shown(name: str) -> str:
    """The name of a command or a game as people type it."""
    return name.replace("_", "-")


def welcome() -> str:
    """The first screen: how to begin a game, and the names of all commands."""
    from textwrap import fill  # takes long to import

    from stackyard_cli.command_lines import command_line

    games = registry().games
    begin = next((name for name in OUR_GAMES if name in games), next(iter(games), ""))
    topics = {"Games": [*games], **groups()} if games else groups()
    lines = [
        fill(
            ", ".join(map(shown, names)),
            WELCOME_COLUMNS,
            initial_indent=f"{title + ':':{LABEL_COLUMNS}}",
            subsequent_indent=" " * LABEL_COLUMNS,
            break_on_hyphens=False,
        )
        for title, names in topics.items()
    ]
    return "\n".join(
        [
            "Stackyard: modern abstract strategy games.",
            "",
            f"To begin a game:  {command_line('play', begin)}"
            if begin
            else f"No game is installed. To install one:  {install_command('silo')}",
            "",
            *lines,
            "",
            "To see what each command does:  stackyard --help",
            "To see how to use one:          stackyard COMMAND --help",
        ]
    )


def _mend_streams() -> None:
    """Replace closed streams by the null device; print ? for characters that cannot be encoded."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            from pathlib import Path

            nothing = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - stays open
            os.set_inheritable(nothing.fileno(), True)  # to worker processes
            setattr(sys, name, nothing)
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


# The options below are passed on in the environment, which worker processes inherit.


def _add_plugins(ctx: click.Context, parameter: click.Parameter, value: tuple[str, ...]) -> None:
    _add_names(PLUGINS, value)


def _block_plugins(ctx: click.Context, parameter: click.Parameter, value: tuple[str, ...]) -> None:
    if "core" in map(normalize_name, value):
        raise click.BadParameter("nothing works without core")
    _add_names(NO_PLUGINS, value)


def _add_names(variable: str, names: tuple[str, ...]) -> None:
    if names:
        known = os.environ.get(variable, "").split(os.pathsep)
        os.environ[variable] = os.pathsep.join([*filter(None, known), *names])
        registry.cache_clear()


def _trace_hooks(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value:
        os.environ["STACKYARD_TRACE_HOOKS"] = "1"
        registry.cache_clear()


@click.command(
    cls=Stackyard,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="stackyard-cli", prog_name="stackyard")
@click.option(
    "--plugin",
    multiple=True,
    metavar="FILE_OR_MODULE",
    is_eager=True,
    expose_value=False,
    callback=_add_plugins,
    help="Use a plugin that is not installed (also: STACKYARD_PLUGINS).",
)
@click.option(
    "--no-plugin",
    multiple=True,
    metavar="NAME",
    is_eager=True,
    expose_value=False,
    callback=_block_plugins,
    help="Leave out a plugin (also: STACKYARD_NO_PLUGINS).",
)
@click.option(
    "--trace-hooks",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_trace_hooks,
    help="Show each hook call on standard error (also: STACKYARD_TRACE_HOOKS=1).",
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Play, learn and study modern abstract strategy games."""
    if ctx.invoked_subcommand is None:
        check_plugins()
        echo(welcome())
