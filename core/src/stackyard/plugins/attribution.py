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

from stackyard.builds import original
from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.plugins import hookspecs as registration
from stackyard.plugins.discovery import CORE, Provider, words_of
from stackyard.plugins.guard import last_calls
from stackyard.plugins.problems import way_out
from stackyard.plugins.registry import registry

PROGRAMS = ("stackyard_cli", "stackyard_lab")  # they run matches, whose faults are none of theirs
AT_MATCH = ("stackyard.turnloop.match", "stackyard.turnloop.hooks", "stackyard.records.writer")
MEMORY = "stackyard_attribution"  # the attribute of an exception that holds its attribution


@dataclass(frozen=True)
class Attribution:
    """The plugin that caused an exception; `str(found)` is `sentence(found)`.

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
    if not found.method:
        return f"returned something that cannot be used: {found.cause}"
    if not found.file:
        return f"has left the match unusable in {found.method}: {found.cause}"
    where = "while it was imported" if found.method == "<module>" else f"in {found.method}"
    return f"failed {where}: {found.cause} ({found.file}, line {found.line})"


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


def _attributed(failure: BaseException, game: Game | None) -> Attribution | None:
    """The attribution according to the traceback of one exception."""
    owners = _owners()
    # The places in plugins and, without an owner, in Stackyard, outermost first.
    places: list[tuple[TracebackType, Provider | None]] = []
    trace, module, is_core = failure.__traceback__, "", False
    while trace is not None:
        name = original(str(trace.tb_frame.f_globals.get("__name__", "")))
        is_program = name.partition(".")[0] in PROGRAMS
        owner = None if is_program else _owner(name, owners)
        if is_program or owner is not None:
            module, is_core = name, owner is not None and _is_like_core(owner)
            places.append((trace, None if is_core else owner))
        trace = trace.tb_next
    last = max((place for place, (_, owner) in enumerate(places) if owner), default=-1)
    if last >= 0:
        first, (trace, owner) = last, places[last]
        while first and places[first - 1][1] is owner:
            first -= 1
        return _made(owner, failure, places[first][0].tb_frame.f_code.co_name, trace)
    if (game is not None and places and not is_core) or module in AT_MATCH:
        for plugin, hook in last_calls():
            provider = registry().provider(plugin)
            is_foreign = provider.module is not None and not provider.folder
            if is_foreign and not hasattr(registration, hook):
                return _made(provider, failure, hook)
    if not is_core:
        return None
    called = places[-1][0].tb_frame.f_locals.get("self")  # if core failed in a game's own method
    game = game or (called if isinstance(called, Game) else None)
    if game is None:
        return None
    module = type(game).__module__
    return _made(_owner(module, owners) or Provider(game.name, module), failure)


def _is_like_core(provider: Provider) -> bool:
    """Tell if failures in a plugin are those of the games that it calls.

    Core is one; an engine says so by `RUNS_GAMES = True` in its module.
    """
    return provider.package == CORE or bool(getattr(provider.module, "RUNS_GAMES", False))


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
