"""Problems of plugins: their kinds and facts, and the remedy for each.

The sentence is made when it is shown.
"""

from __future__ import annotations

import os

from stackyard.errors import PluginError
from stackyard.options import Fields
from stackyard.plugins.discovery import (
    CORE,
    IN_CLONE,
    NO_PLUGINS,
    PLUGINS,
    Provider,
    install_command,
    is_from_clone,
)

PIP = "python -m pip"
OPTIONAL = "@hookimpl(optionalhook=True)"


class ProblemKind:
    """The kinds of problems, for programs; no enumeration, for which each start would pay."""

    NOT_LOADED = "not-loaded"
    PLUGIN_TAKEN = "plugin-taken"
    NOT_FOUND = "not-found"
    NO_HOOKS = "no-hooks"
    UNKNOWN_HOOK = "unknown-hook"
    ABSENT_HOOK = "absent-hook"
    UNMARKED_HOOK = "unmarked-hook"
    HOOK_FAILED = "hook-failed"
    NO_WORDS = "no-words"
    BAD_NAME = "bad-name"
    NAME_TAKEN = "name-taken"
    NOT_IMPORTED = "not-imported"
    OTHER_CORE = "other-core"
    OTHER_API = "other-api"
    NO_COMMAND = "no-command"
    BAD_GAME = "bad-game"
    GAME_FAILED = "game-failed"


# In each, `subject` is the hook, name or game, `detail` the fault.
SENTENCES = {
    ProblemKind.NOT_LOADED: "cannot be loaded: {detail}",
    ProblemKind.PLUGIN_TAKEN: "there is a plugin of that name already: {detail}",
    ProblemKind.NOT_FOUND: "it is to be left out, but there is no plugin of that name",
    ProblemKind.NO_HOOKS: "{subject} has no hook of Stackyard",
    ProblemKind.UNKNOWN_HOOK: "there is no hook {subject}",
    ProblemKind.ABSENT_HOOK: "{subject} is a hook of stackyard-{detail}, which is not in use",
    ProblemKind.UNMARKED_HOOK: "{subject} is not marked with @stackyard.hookimpl",
    ProblemKind.HOOK_FAILED: "{subject} failed: {detail}",
    ProblemKind.NO_WORDS: "{subject} has no description in words",
    ProblemKind.BAD_NAME: "{detail} cannot be the name of a {subject}",
    ProblemKind.NAME_TAKEN: "{subject} is already provided by {detail}",
    ProblemKind.NOT_IMPORTED: "{subject} cannot be imported: {detail}",
    ProblemKind.OTHER_CORE: "it requires stackyard-core {subject}, but {detail} is installed",
    ProblemKind.OTHER_API: "its STACKYARD_API is {subject}, and this core has {detail}",
    ProblemKind.NO_COMMAND: "{detail} of command {subject} is no click command",
    ProblemKind.BAD_GAME: "game {subject} {detail}",
    ProblemKind.GAME_FAILED: "game {subject} {detail}",
}


class Problem(Fields):
    """A problem of the plugin `name` from `source`, of a ProblemKind, and its remedy."""

    def __init__(
        self, name: str, source: str, kind: str, subject: str, detail: str, remedy: str
    ) -> None:
        self.name = name
        self.source = source
        self.kind = kind
        self.subject = subject
        self.detail = detail
        self.remedy = remedy

    @property
    def plugin(self) -> str:
        """The plugin with its source."""
        return f"{self.name} ({self.source})"

    @property
    def sentence(self) -> str:
        """The problem in words."""
        words = SENTENCES[self.kind].format(subject=self.subject, detail=self.detail)
        if self.kind == ProblemKind.UNKNOWN_HOOK and self.detail:
            return f"{words}; did you mean {self.detail}?"
        return words

    def __str__(self) -> str:
        return f"plugin {self.plugin}: {self.sentence} (to mend it: {self.remedy})"


class ProblemError(PluginError):
    """A problem of a plugin prevents the requested action."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def problem_of(
    provider: Provider,
    kind: str,
    subject: str = "",
    detail: str = "",
    failure: BaseException | None = None,
) -> Problem:
    """A problem of a plugin, with its remedy; `failure` is the exception behind it, if any."""
    remedy = _remedy(provider, kind, detail, failure)
    return Problem(provider.name, provider.source, kind, subject, detail, remedy)


def _remedy(provider: Provider, kind: str, detail: str, failure: BaseException | None) -> str:
    """A command or an instruction, as a clause without the full stop."""
    if kind == ProblemKind.NOT_FOUND:
        return f"correct the name given to --no-plugin or in {NO_PLUGINS}"
    if kind == ProblemKind.UNKNOWN_HOOK:
        return f"correct its name, or mark it {OPTIONAL} if a plugin that may be absent brings it"
    if kind == ProblemKind.ABSENT_HOOK:
        return f"mark it {OPTIONAL}, or {install_command(detail)}"
    if provider.named and kind == ProblemKind.NOT_LOADED and _is_missing(provider, failure):
        return f"correct the name given to --plugin or in {PLUGINS}; that of a file ends in .py"
    if provider.installed is not None:
        if kind == ProblemKind.PLUGIN_TAKEN:
            return f"{PIP} uninstall {provider.package}"
        if kind in (ProblemKind.OTHER_CORE, ProblemKind.OTHER_API):
            return _upgrade(provider)
        if isinstance(failure, ImportError) and not provider.folder:
            return f"{PIP} install --force-reinstall {provider.package}"  # with what it requires
    return way_out(provider)


def way_out(provider: Provider) -> str:
    """The general remedy, as a clause: our packages are reinstalled, others left out."""
    if provider.named:
        return f"mend {provider.package}, or leave it out of --plugin and {PLUGINS}"
    if not provider.folder:
        return f"tell its author, or leave it out by --no-plugin {provider.name}"
    again = f"{PIP} install --force-reinstall --no-deps"
    if is_from_clone():
        return f"{again} {provider.folder}, {IN_CLONE}"
    return f"{again} {provider.package}=={provider.version}"


def is_strict() -> bool:
    """Tell if problems of plugins are raised as errors (STACKYARD_STRICT=1)."""
    return os.environ.get("STACKYARD_STRICT") == "1"


def _upgrade(provider: Provider) -> str:
    """The command that brings a plugin and core in versions that fit."""
    if not provider.folder:
        return f"{PIP} install --upgrade {CORE} {provider.package}"
    if is_from_clone():
        return f"{PIP} install -r requirements.txt, {IN_CLONE}"
    return f"{PIP} install --upgrade stackyard"


def _is_missing(provider: Provider, failure: BaseException | None) -> bool:
    """Tell if there is no file or module of the name that the user gave."""
    if isinstance(failure, ModuleNotFoundError):
        return f"{provider.package}.".startswith(f"{failure.name}.")
    return isinstance(failure, FileNotFoundError)
