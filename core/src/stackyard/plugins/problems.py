"""Problems of plugins: kind, sentence and one remedy."""

from __future__ import annotations

import os
from typing import Literal

from stackyard.errors import PluginError
from stackyard.options import Fields
from stackyard.plugins.discovery import (
    CORE,
    IN_CLONE,
    PLUGINS,
    Provider,
    is_editable,
    is_from_clone,
)

PIP = "python -m pip"
ProblemKind = Literal[
    "not-loaded", "not-found", "bad-hook", "hook-failed", "bad-name", "not-imported", "bad-game"
]


class Problem(Fields):
    """A problem of a plugin in a sentence.

    `kind`, for programs, is `not-loaded`, `not-found`, `bad-hook`, `hook-failed`, `bad-name`,
    `not-imported` or `bad-game`. `remedy` is a command or an instruction, by default the way out
    after `failure`, the exception behind the problem, if there is one; `subject` is the game that
    has it, if it is of a game. `name` is that of the plugin, `plugin` the name with its source.
    """

    def __init__(
        self,
        provider: Provider,
        kind: ProblemKind,
        sentence: str,
        *,
        remedy: str = "",
        subject: str = "",
        failure: BaseException | None = None,
    ) -> None:
        self.name = provider.name
        self.plugin = str(provider)
        self.kind = kind
        self.sentence = sentence
        self.remedy = remedy or way_out(provider, failure)
        self.subject = subject

    def __str__(self) -> str:
        return f"plugin {self.plugin}: {self.sentence} (to mend it: {self.remedy})"


class ProblemError(PluginError):
    """A problem of a plugin prevents the requested action."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def way_out(provider: Provider, failure: BaseException | None = None) -> str:
    """The remedy, as a clause: our packages are installed again, others mended or left out."""
    if provider.named:
        if _is_missing(provider, failure):
            return f"correct the name given to --plugin or in {PLUGINS}; that of a file ends in .py"
        return f"mend {provider.package}, or leave it out of --plugin and {PLUGINS}"
    if not provider.folder:
        if provider.version and is_editable(provider.package):
            return f"mend {provider.package}, or leave it out by --no-plugin {provider.name}"
        if provider.version and isinstance(failure, ImportError):  # of what it requires, perhaps
            return f"{PIP} install --upgrade --force-reinstall {provider.package}"
        return f"tell its author, or leave it out by --no-plugin {provider.name}"
    again = f"{PIP} install --force-reinstall --no-deps"
    if is_from_clone():
        return f"{again} {provider.folder}, {IN_CLONE}"
    from importlib.metadata import version  # takes long to import

    if provider.version != version(CORE):  # ours are made together
        return f"{PIP} install --upgrade stackyard"
    return f"{again} {provider.package}=={provider.version}"


def is_strict() -> bool:
    """Tell if problems of plugins are raised as errors (STACKYARD_STRICT=1)."""
    return os.environ.get("STACKYARD_STRICT") == "1"


def _is_missing(provider: Provider, failure: BaseException | None) -> bool:
    """Tell if there is no file or module of the name that the user gave."""
    if isinstance(failure, ModuleNotFoundError):
        return f"{provider.package}.".startswith(f"{failure.name}.")
    return isinstance(failure, FileNotFoundError) and failure.filename is None  # as ours is
