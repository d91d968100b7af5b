"""`stackyard plugins`."""

from __future__ import annotations

from typing import Any

import click

from stackyard.builds import build_of
from stackyard.plugins.finding import Provider, words_of
from stackyard.plugins.host import Plugins, host
from stackyard.search import mcts
from stackyard_cli.commands import COMMANDS
from stackyard_cli.common import echo_json, json_option

TO_COMPILE = (
    "A pure build works but is a hundred times slower. To mend it, install a C compiler and "
    "Python's headers, then, in the clone: "
    "STACKYARD_COMPILE=1 python -m pip install --force-reinstall --no-deps "
)


@click.command("plugins")
@json_option
def command(as_json: bool) -> None:
    """Show each plugin: version, build, what it provides, its hooks, and what is broken."""
    plugins = host()
    plugins.check_requirements()
    for name in COMMANDS:
        if name in plugins.commands:
            taker = plugins.commands[name].provider
            plugins.report(taker, f"the command {name} is already provided by stackyard-cli")
    found = [(provider, _build(plugins, provider)) for provider in plugins.providers]
    if as_json:
        echo_json(
            {
                "plugins": [_entry(provider, build) for provider, build in found],
                "problems": [vars(problem) for problem in plugins.problems],
            }
        )
        return
    for provider, build in found:
        click.echo(f"{provider}{f', {build}' if build else ''}")
        for kind, names in provider.provides.items():
            click.echo(f"  {kind}s: {', '.join(names)}")
        if provider.hooks:
            click.echo(f"  hooks: {', '.join(provider.hooks)}")
    pure = [provider for provider, build in found if build == "pure" and provider.folder]
    if pure:
        click.echo(f"\n{TO_COMPILE}{' '.join([provider.folder for provider in pure])}")
    if plugins.problems:
        click.echo("\nProblems:")
        for problem in plugins.problems:
            click.echo(f"  {problem}")


def _entry(provider: Provider, build: str) -> dict[str, Any]:
    return {
        "name": provider.name,
        "source": provider.source,
        "loaded": provider.module is not None,
        "build": build or None,
        "provides": provider.provides,
        "hooks": provider.hooks,
    }


def _build(plugins: Plugins, provider: Provider) -> str:
    """`compiled` or `pure`, or nothing for a plugin that has no rules to compile."""
    if provider.name == "core":
        return build_of(mcts.__name__)
    for name in provider.provides.get("game", []):
        try:
            return plugins.game(name)().build
        except Exception as error:
            plugins.report(
                provider, f"game {name} cannot be made: {words_of(error.__cause__ or error)}"
            )
    return ""
