"""Problems of plugins: their kinds and facts; the sentence is made when it is shown."""

from __future__ import annotations

import os
from enum import StrEnum
from typing import NamedTuple

from stackyard.errors import PluginError
from stackyard.plugins.remedies import Remedy


class ProblemKind(StrEnum):
    """The kind of a problem, for programs."""

    NOT_LOADED = "not-loaded"
    PLUGIN_TAKEN = "plugin-taken"
    NOT_FOUND = "not-found"
    NO_HOOKS = "no-hooks"
    UNKNOWN_HOOK = "unknown-hook"
    UNMARKED_HOOK = "unmarked-hook"
    HOOK_FAILED = "hook-failed"
    NO_WORDS = "no-words"
    BAD_NAME = "bad-name"
    NAME_TAKEN = "name-taken"
    NOT_IMPORTED = "not-imported"
    OTHER_CORE = "other-core"
    OTHER_API = "other-api"
    NO_COMMAND = "no-command"
    NO_GAME_CLASS = "no-game-class"
    ABSTRACT_GAME = "abstract-game"
    BAD_COLOURS = "bad-colours"
    BAD_OPTIONS = "bad-options"
    BAD_BOARD = "bad-board"
    BAD_POSITION = "bad-position"
    BAD_PLAYER = "bad-player"
    BAD_PIECE = "bad-piece"
    GAME_FAILED = "game-failed"


# In each, `subject` is the hook, name or game, `detail` the fault.
SENTENCES = {
    ProblemKind.NOT_LOADED: "cannot be loaded: {detail}",
    ProblemKind.PLUGIN_TAKEN: "there is a plugin of that name already: {detail}",
    ProblemKind.NOT_FOUND: "it is to be left out, but there is no plugin of that name",
    ProblemKind.NO_HOOKS: "{subject} has no hook of Stackyard",
    ProblemKind.UNKNOWN_HOOK: "there is no hook {subject}",
    ProblemKind.UNMARKED_HOOK: "{subject} is not marked with @stackyard.hookimpl",
    ProblemKind.HOOK_FAILED: "{subject} failed: {detail}",
    ProblemKind.NO_WORDS: "{subject} has no description in words",
    ProblemKind.BAD_NAME: "{detail} cannot be the name of a {subject}",
    ProblemKind.NAME_TAKEN: "{subject} is already provided by {detail}",
    ProblemKind.NOT_IMPORTED: "{subject} cannot be imported: {detail}",
    ProblemKind.OTHER_CORE: "it requires stackyard-core {subject}, but {detail} is installed",
    ProblemKind.OTHER_API: "its STACKYARD_API is {subject}, and this core has {detail}",
    ProblemKind.NO_COMMAND: "{detail} of command {subject} is no click command",
    ProblemKind.NO_GAME_CLASS: "game {subject}: {detail} is no subclass of stackyard.Game",
    ProblemKind.ABSTRACT_GAME: "game {subject} lacks {detail}",
    ProblemKind.BAD_COLOURS: "game {subject}: its colours are two different words, not {detail}",
    ProblemKind.BAD_OPTIONS: "game {subject}: {detail}",
    ProblemKind.BAD_BOARD: "game {subject}: prepare has to set {detail}",
    ProblemKind.BAD_POSITION: "game {subject}: its position lacks {detail}",
    ProblemKind.BAD_PLAYER: "game {subject}: a position's player is 0 or 1, not {detail}",
    ProblemKind.BAD_PIECE: "game {subject}: {detail}",
    ProblemKind.GAME_FAILED: "game {subject} {detail}",
}


class Problem(NamedTuple):
    """A problem of the plugin `name` from `source`, and its remedies, best first."""

    name: str
    source: str
    kind: ProblemKind
    subject: str
    detail: str
    remedies: tuple[Remedy, ...]

    @property
    def plugin(self) -> str:
        """The plugin with its source."""
        return f"{self.name} ({self.source})"

    @property
    def sentence(self) -> str:
        """The problem in words."""
        words = SENTENCES[self.kind].format(subject=self.subject, detail=self.detail)
        if self.kind is ProblemKind.UNKNOWN_HOOK and self.detail:
            return f"{words}; did you mean {self.detail}?"
        return words

    def __str__(self) -> str:
        remedies = "; or else: ".join(map(str, self.remedies))
        return f"plugin {self.plugin}: {self.sentence} (to mend it: {remedies})"


class ProblemError(PluginError):
    """A problem of a plugin prevents the requested action."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def is_strict() -> bool:
    """Whether problems of plugins are raised as errors (STACKYARD_STRICT=1)."""
    return os.environ.get("STACKYARD_STRICT") == "1"
