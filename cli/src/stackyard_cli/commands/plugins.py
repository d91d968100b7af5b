"""`stackyard plugins`."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NoReturn

import click

from stackyard.builds import build_of, processor_of
from stackyard.plugins.attribution import attribute
from stackyard.plugins.discovery import (
    NO_PLUGINS,
    Provider,
    is_from_clone,
    words_of,
)
from stackyard.plugins.problems import Problem, ProblemError
from stackyard.plugins.registry import Registry, registry
from stackyard.text import normalize_name
from stackyard_cli.commands import COMMANDS
from stackyard_cli.common import compiled_words, echo_json, json_option
from stackyard_cli.output import OurCommand, echo

TO_COMPILE = (
    "A pure build works but is a hundred times slower. To mend it, install a C compiler and "
    "Python's headers, then{place}: "
    "STACKYARD_COMPILE=1 python -m pip install --force-reinstall --no-deps {packages}"
)
TOLD = ("plugin", "kind", "subject", "sentence", "remedy")  # of a problem, as JSON
SLOW = 0.5  # seconds of loading from which a plugin is listed as slow


@click.command("plugins", cls=OurCommand)
@json_option
def command(as_json: bool) -> None:
    """Show each plugin: version, build, what it provides, its hooks, and what is broken.

    The exit code is 1 if there are problems.
    """
    plugins = registry()
    for name in COMMANDS:
        if name in plugins.commands:
            taker = plugins.commands[name].provider
            words = f"the command {name} is already provided by stackyard-cli"
            plugins.report(Problem(taker, "bad-name", words))
    builds = [(provider, _build(plugins, provider)) for provider in plugins.providers]
    if as_json:
        echo_json(
            {
                "plugins": [_as_json(provider, *build) for provider, build in builds],
                "problems": [{n: getattr(one, n) for n in TOLD} for one in plugins.problems],
            }
        )
        _exit(plugins)
    for provider, build in builds:
        echo(f"{provider}{f', {compiled_words(*build)}' if build[0] else ''}")
        if plugins.manager.is_blocked(provider.name):
            echo(f"  blocked by --no-plugin or {NO_PLUGINS}")
        for kind, names in provider.provides.items():
            echo(f"  {kind}s: {', '.join(names)}")
        if provider.hooks:
            echo(f"  hooks: {', '.join(provider.hooks)}")
        if provider.seconds >= SLOW:
            echo(
                f"  slow: it takes {provider.seconds:.1f} s to load, and each command waits for "
                "it; let it import what is slow when a game is made"
            )
    pure = [provider for provider, build in builds if build[0] == "pure" and provider.folder]
    if pure:
        echo(f"\n{_to_compile(pure)}")
    if plugins.problems:
        echo("\nProblems:")
        for problem in plugins.problems:
            echo(f"  {problem}")
    _exit(plugins)


def _to_compile(pure: list[Provider]) -> str:
    """The command that replaces pure builds of our packages by compiled ones."""
    if is_from_clone():
        folders = " ".join([provider.folder for provider in pure])
        return TO_COMPILE.format(place=", in the clone", packages=folders)
    names = [provider.package for provider in pure]
    packages = " ".join([f"--no-binary {','.join(names)}", *names])
    return TO_COMPILE.format(place="", packages=packages)


def _exit(plugins: Registry) -> NoReturn:
    """Exit with code 1 if there are problems, 2 if a plugin that was named cannot be loaded."""
    code = 2 if plugins.named_failures() else 1 if plugins.problems else 0
    raise click.exceptions.Exit(code)


def _as_json(provider: Provider, build: str, processor: str) -> dict[str, Any]:
    return {
        "name": provider.name,
        "source": provider.source,
        "loaded": provider.module is not None,
        "blocked": registry().manager.is_blocked(provider.name),
        "seconds": round(provider.seconds, 4),
        "build": build or None,
        "processor": processor or None,
        "provides": provider.provides,
        "hooks": provider.hooks,
    }


def _build(plugins: Registry, provider: Provider) -> tuple[str, str]:
    """`compiled` or `pure`, and for which processors; empty for a plugin without rules."""
    module = getattr(provider.module, "BUILD_OF", None)
    if module is not None:
        import_module(module)
        return build_of(module), processor_of(module)
    build, processor = "", ""
    for name in provider.provides.get("game", []):
        try:
            game = plugins.make_game(name)
            if not build:
                build, processor = game.build, game.processor
        except ProblemError:
            continue  # the registry has reported it
        except (Exception, SystemExit) as failure:
            found = attribute(failure)
            plain = normalize_name(name)
            words = f"game {plain} {found.fault if found else words_of(failure)}"
            problem = Problem(provider, "bad-game", words, subject=plain, failure=failure)
            plugins.report(problem, failure)
    return build, processor
