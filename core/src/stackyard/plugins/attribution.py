"""Attribute an exception to a plugin and explain it.

A traceback names files and functions; users need the plugin, the failed function and a remedy. Our
own games are plugins like any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from stackyard.compiled import original
from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.plugins import hookspecs as registration
from stackyard.plugins.discovery import CORE, Provider, words_of
from stackyard.plugins.guard import last_calls
from stackyard.plugins.problems import way_out
from stackyard.plugins.registry import registry

PROGRAMS = ("stackyard_cli", "stackyard_lab")  # they run matches, whose faults are none of theirs
AT_MATCH = (
    *[f"stackyard.turnloop.{name}" for name in ("match", "hooks")],
    "stackyard.records.writer",
)
MEMORY = "stackyard_attribution"  # the attribute of an exception that holds its attribution


@dataclass(frozen=True)
class Attribution:
    """The plugin that caused an exception.

    `package` is its distribution, or its file or module, which has no `version`. `method` is the
    function of the plugin that was called from outside, `cause` the exception in words; `file` and
    `line` are the place in the plugin. Without a place core failed itself, on something that the
    game returned or, where `method` is a hook, after a plugin had touched the match.
    """

    plugin: str
    package: str
    version: str
    method: str
    cause: str
    file: str
    line: int
    is_ours: bool
    way_out: str

    def __str__(self) -> str:
        return sentence(self)


def attribute(failure: BaseException, game: Game | None = None) -> Attribution | None:
    """The plugin that caused an exception; None for refusals and for faults of our own.

    It is the one in whose code the last frame of the traceback lies that belongs to any. Where
    none does, a failure of the turn loop, or of a program at a match of `game`, is that of the
    hook that was called last, ours aside. Other failures in core are those of `game`, or of the
    game that core was calling.
    """
    if isinstance(failure, (StackyardError, KeyboardInterrupt)):
        return None
    for link in _chain(failure):
        known = getattr(link, MEMORY, None)
        found = known if isinstance(known, Attribution) else _attributed(link, game)
        if found is not None:
            return found
    return None


@contextmanager
def attributed(game: Game | None = None) -> Iterator[None]:
    """Attach the attribution to an exception that propagates.

    For callers that know the game, while other code reports the exception. The attribution also
    survives without the traceback, which is lost between processes.
    """
    try:
        yield
    except Exception as failure:
        setattr(failure, MEMORY, attribute(failure, game))
        raise


def sentence(found: Attribution) -> str:
    """The plugin, the function and the cause, in one sentence without the full stop."""
    source = f"{found.package} {found.version}".rstrip()
    return f"plugin {found.plugin} ({source}) {phrase(found)}"


def phrase(found: Attribution) -> str:
    """The failure and its cause: the sentence without its subject."""
    if found.file:
        line = f"({found.file}, line {found.line})"
        if found.method == "<module>":
            return f"failed while it was imported: {found.cause} {line}"
        return f"failed in {found.method}: {found.cause} {line}"
    if found.method:
        return f"has left the match unusable in {found.method}: {found.cause}"
    return f"returned something that cannot be used: {found.cause}"


def advice(found: Attribution) -> str:
    """A remedy, in one sentence without the full stop."""
    if found.is_ours:
        return "please report it, with the traceback that STACKYARD_STRICT=1 shows"
    return f"{found.way_out}; STACKYARD_STRICT=1 shows the traceback"


def _chain(failure: BaseException | None) -> Iterator[BaseException]:
    """An exception and its causes, without our own refusals."""
    while failure is not None:
        if not isinstance(failure, StackyardError):
            yield failure
        behind = None if failure.__suppress_context__ else failure.__context__
        failure = failure.__cause__ or behind


class _Entry(NamedTuple):
    """A traceback entry in the code of a plugin or, without an `owner`, of Stackyard."""

    trace: TracebackType
    module: str
    owner: Provider | None
    is_core: bool  # or of a plugin that runs the games of others


def _attributed(failure: BaseException, game: Game | None) -> Attribution | None:
    """The attribution according to the traceback of one exception."""
    entries = list(_entries(failure))
    inside = [number for number, entry in enumerate(entries) if entry.owner is not None]
    if inside:
        first = last = inside[-1]
        while first and entries[first - 1].owner is entries[last].owner:
            first -= 1
        called = entries[first].trace.tb_frame.f_code.co_name
        return _made(entries[last].owner, failure, called, entries[last].trace)
    if not entries:
        return None
    at_match = game is not None and not entries[-1].is_core
    if at_match or entries[-1].module in AT_MATCH:
        for plugin, hook in last_calls():
            provider = registry().provider(plugin)
            is_foreign = provider.module is not None and not provider.folder
            if is_foreign and not hasattr(registration, hook):
                return _made(provider, failure, hook)
    if not entries[-1].is_core:
        return None
    game = game or _game_called(entries[-1])
    if game is None:
        return None
    module = type(game).__module__
    return _made(_owner(module, _owners()) or Provider(game.name, module), failure)


def _game_called(entry: _Entry) -> Game | None:
    """The game whose method of core's own a place is in."""
    found = entry.trace.tb_frame.f_locals.get("self")
    return found if isinstance(found, Game) else None


def _entries(failure: BaseException) -> Iterator[_Entry]:
    """The places of a traceback in plugins and in Stackyard, outermost first."""
    owners = _owners()
    trace = failure.__traceback__
    while trace is not None:
        module = original(str(trace.tb_frame.f_globals.get("__name__", "")))
        package = module.partition(".")[0]
        owner = None if package in PROGRAMS else _owner(module, owners)
        is_core = owner is not None and (owner.package == CORE or _runs_games(owner))
        if owner is not None or package in PROGRAMS:
            yield _Entry(trace, module, None if is_core else owner, is_core)
        trace = trace.tb_next


def _runs_games(provider: Provider) -> bool:
    """Tell if a plugin, such as an engine, calls the games of others.

    It says so by `RUNS_GAMES = True` in its module. Its package then counts as core.
    """
    return bool(getattr(provider.module, "RUNS_GAMES", False))


def _owners() -> dict[str, Provider]:
    """The plugins by the names of their modules and of the packages that those lie in."""
    owners: dict[str, Provider] = {}
    plugins = registry()
    for provider in plugins.providers:
        if provider.module is not None:
            module = getattr(provider.module, "__name__", type(provider.module).__module__)
            owners[module] = provider
            owners.setdefault(module.partition(".")[0], provider)
    for registered in plugins.registered():
        if isinstance(registered.target, str):
            module = registered.target.partition(":")[0]
            owners.setdefault(module, registered.provider)
            owners.setdefault(module.partition(".")[0], registered.provider)
    return owners


def _owner(module: str, owners: Mapping[str, Provider]) -> Provider | None:
    """The plugin that a module belongs to; None for other libraries."""
    while module and module not in owners:
        module = module.rpartition(".")[0]
    return owners.get(module)


def _made(
    provider: Provider | None,
    failure: BaseException,
    method: str = "",
    trace: TracebackType | None = None,
) -> Attribution:
    assert provider is not None
    return Attribution(
        plugin=provider.name,
        package=provider.package,
        version=provider.version,
        method=method,
        cause=words_of(failure),
        file="" if trace is None else Path(trace.tb_frame.f_code.co_filename).name,
        line=0 if trace is None else trace.tb_lineno,
        is_ours=bool(provider.folder),
        way_out=way_out(provider),
    )
