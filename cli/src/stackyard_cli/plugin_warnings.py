"""The warning about plugins with problems."""

from __future__ import annotations

import os
from collections.abc import Sequence

from stackyard.plugins.problems import Problem, ProblemError
from stackyard.plugins.registry import registry
from stackyard.text import in_one_line, normalize_name
from stackyard_cli.output import echo

SILENCED = "STACKYARD_PLUGIN_WARNINGS"  # 0 silences the warnings
MOST = 3  # plugins named in the warning


def check_plugins(words: Sequence[str] = ()) -> None:
    """Warn of plugins with problems, in one line on standard error; not in a help text.

    `words` are those of the command. Raises ProblemError if the user named a plugin that cannot be
    loaded.
    """
    plugins = registry()
    for problem in plugins.named_failures():
        raise ProblemError(problem)
    silenced = os.environ.get(SILENCED) == "0"
    if not plugins.problems or silenced or {"-h", "--help"} & set(words):
        return
    # A game that is not there is refused with the problem of its plugin.
    refused = set(map(normalize_name, words)) - set(plugins.games)
    problems = [each for each in plugins.problems if not {each.name, each.subject} & refused]
    if problems:
        way_out = f"see `stackyard plugins`; {SILENCED}=0 silences this"
        echo(f"Warning: {in_one_line(_summary(problems))} ({way_out}).", err=True)


def _summary(problems: list[Problem]) -> str:
    """The only problem, or else the plugins that have some."""
    names = list(dict.fromkeys(problem.plugin for problem in problems))
    if len(problems) == 1:
        return str(problems[0])
    if len(names) == 1:
        return f"plugin {names[0]} has {len(problems)} problems"
    more = f" and {len(names) - MOST} more" if len(names) > MOST else ""
    return f"{len(names)} plugins have problems: {', '.join(names[:MOST])}{more}"
