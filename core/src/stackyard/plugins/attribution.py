"""Attribute an exception to a plugin and explain it.

A traceback names files and functions; users need the plugin, the failed function and a remedy. Our
own games are plugins like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from stackyard.builds import original
from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.plugins.discovery import CORE, Provider, words_of
from stackyard.plugins.guard import last_calls
from stackyard.plugins.problems import way_out
from stackyard.plugins.registry import registry

PROGRAMS = ("stackyard_cli", "stackyard_lab")  # they run matches, whose faults are none of theirs
AT_MATCH = ("stackyard.turnloop.match", "stackyard.turnloop.hooks", "stackyard.records.writer")
REGISTRATION = ("stackyard_register_", "stackyard_addhooks")  # hooks that touch no match
MEMORY = "stackyard_attribution"  # the attribute of an exception that holds its attribution


@dataclass(frozen=True)
class Attribution:
    """The plugin that caused an exception; `str(found)` is a sentence without the full stop.

    `package` is its distribution, or its file or module, which has no `version`. `method` is the
    function of the plugin that was called from outside, `cause` the exception in words; `file` and
    `line` are the place in the plugin. Without a place core failed itself, on something that the
    game returned or, where `method` is a hook, after a plugin had touched the match. `remedy` is a
    sentence, too.
    """

    plugin: str
    package: str
    version: str
    method: str
    cause: str
    file: str
    line: int
    remedy: str

    def __str__(self) -> str:
        return f"plugin {self.plugin} ({f'{self.package} {self.version}'.rstrip()}) {self.fault}"

    @property
    def fault(self) -> str:
        """The failure and its cause: the sentence without its subject."""
        if not self.method:
            return f"returned something that cannot be used: {self.cause}"
        if not self.file:
            return f"has left the match unusable in {self.method}: {self.cause}"
        where = "while it was imported" if self.method == "<module>" else f"in {self.method}"
        return f"failed {where}: {self.cause} ({self.file}, line {self.line})"


def attribute(failure: BaseException, game: Game | None = None) -> Attribution | None:
    """The plugin that caused an exception; None for refusals and for faults of our own.

    It is the one in whose code the last frame of the traceback lies that belongs to any. Where
    none does, a failure of the turn loop, or of a program at a match of `game`, is that of the
    hook that was called last, ours aside. Other failures in core are those of `game`, or of the
    game that core was calling.
    """
    if isinstance(failure, (StackyardError, KeyboardInterrupt)):
        return None
    link: BaseException | None = failure
    while link is not None:  # the exception, then what led to it, without our own refusals
        known = getattr(link, MEMORY, None)
        found = known if isinstance(known, Attribution) else _attributed(link, game)
        if found is not None and not isinstance(link, StackyardError):
            return found
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
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


def _attributed(failure: BaseException, game: Game | None) -> Attribution | None:
    """The attribution according to the traceback of one exception."""
    owners = _owners()
    found: tuple[Provider, str, TracebackType] | None = None  # the last frame in a plugin
    module, is_core, last = "", False, None  # the last frame in core or a program
    before: Provider | None = None  # the owner of the frame before, other libraries aside
    trace = failure.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        name = original(str(frame.f_globals.get("__name__", "")))
        is_program = name.partition(".")[0] in PROGRAMS
        owner = None if is_program else _owner(name, owners)
        if owner is not None and not _is_like_core(owner):
            method = found[1] if found and owner is before else frame.f_code.co_name
            before, found = owner, (owner, method, trace)
        elif owner is not None or is_program:
            before, module, is_core, last = None, name, not is_program, frame
        trace = trace.tb_next
    if found is not None:
        return _made(failure, *found)
    if module in AT_MATCH or (game is not None and module and not is_core):
        for plugin, hook in last_calls():
            provider = registry().provider(plugin)
            is_foreign = provider.module is not None and not provider.folder
            if is_foreign and not hook.startswith(REGISTRATION):
                return _made(failure, provider, hook)
    called = last.f_locals.get("self") if last else None  # if core failed in a game's own method
    game = game or (called if isinstance(called, Game) else None)
    if game is None or not is_core:
        return None
    module = type(game).__module__
    return _made(failure, _owner(module, owners) or Provider(game.name, module))


def _is_like_core(provider: Provider) -> bool:
    """Tell if failures in a plugin are those of the games that it calls.

    Core is one; an engine says so by `RUNS_GAMES = True` in its module.
    """
    return provider.package == CORE or bool(getattr(provider.module, "RUNS_GAMES", False))


def _owners() -> dict[str, Provider]:
    """The plugins by the names of their modules and of the packages that those lie in."""
    owners: dict[str, Provider] = {}
    plugins = registry()
    lying = [
        (getattr(provider.module, "__name__", type(provider.module).__module__), provider)
        for provider in plugins.providers
        if provider.module is not None
    ]
    lying += [
        (each.target.partition(":")[0], each.provider)
        for each in plugins.registered()
        if isinstance(each.target, str)
    ]
    for module, provider in lying:
        owners.setdefault(module, provider)
        owners.setdefault(module.partition(".")[0], provider)
    return owners


def _owner(module: str, owners: dict[str, Provider]) -> Provider | None:
    """The plugin that a module belongs to; None for other libraries."""
    while module and module not in owners:
        module = module.rpartition(".")[0]
    return owners.get(module)


def _made(
    failure: BaseException,
    provider: Provider,
    method: str = "",
    trace: TracebackType | None = None,
) -> Attribution:
    remedy = f"{way_out(provider)}; STACKYARD_STRICT=1 shows the traceback"
    if provider.folder:
        remedy = "please report it, with the traceback that STACKYARD_STRICT=1 shows"
    return Attribution(
        plugin=provider.name,
        package=provider.package,
        version=provider.version,
        method=method,
        cause=words_of(failure),
        file="" if trace is None else Path(trace.tb_frame.f_code.co_filename).name,
        line=0 if trace is None else trace.tb_lineno,
        remedy=remedy,
    )
