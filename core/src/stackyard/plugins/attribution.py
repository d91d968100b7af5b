"""Attribute an exception to a plugin and explain it.

A traceback names files and functions; users need the plugin, the failed method and a remedy. Our
own games are plugins like any other.
"""

from __future__ import annotations

import linecache
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any

from stackyard.compiled import original
from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.plugins.discovery import GROUP, Provider, words_of
from stackyard.plugins.registry import registry
from stackyard.plugins.remedies import Remedy, for_failure, way_out
from stackyard.position import Position

CORE = __name__.partition(".")[0]
PROGRAM = "stackyard_cli"  # it calls core and is not a plugin
MEMORY = "stackyard_attribution"  # the attribute of an exception that holds its attribution
CALL = re.compile(r"([A-Za-z_][\w.]*)\.(\w+)\(")
FIELD = re.compile(rf"([A-Za-z_][\w.]*)\.({'|'.join(Position.__annotations__)})\b")
LOOP = re.compile(r"\bin\b(.+?)(?:\bfor\b|\bif\b|$)", re.DOTALL)
# The interface of a plugin's objects: methods, and the attributes of positions.
METHODS = {name for kind in (Game, Position) for name in vars(kind) if not name.startswith("_")}
METHODS |= {*Position.__annotations__}


@dataclass(frozen=True)
class Attribution:
    """The plugin that caused an exception.

    `package` is its distribution, or its file or module, which has no `version`. `method` is the
    method that core called, empty if unknown; if it `returned`, core failed on the returned
    value. `cause` is the exception in words; `file` and `line` are the place in the plugin.
    """

    plugin: str
    package: str
    version: str
    method: str
    cause: str
    file: str
    line: int
    returned: bool
    mend: Remedy | None  # the missing requirement, if known
    way_out: Remedy
    is_ours: bool
    contact: str  # the address for fault reports; empty if the package has none

    def __str__(self) -> str:
        return sentence(self)


def attribute(failure: BaseException, game: Game | None = None) -> Attribution | None:
    """The plugin that caused an exception; None for refusals and for faults of our own.

    If core fails on a value that a plugin returned, the traceback may contain no line of the
    plugin. Failures in core without another explanation are attributed to `game`, if given.
    """
    if isinstance(failure, (StackyardError, KeyboardInterrupt)):
        return None
    owners = _Owners()
    for link in _chain(failure):
        known = getattr(link, MEMORY, None)
        found = known if isinstance(known, Attribution) else _blamed(link, owners, game)
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
    """The plugin, the method and the cause, in one sentence without the full stop."""
    source = f"{found.package} {found.version}".rstrip()
    return f"plugin {found.plugin} ({source}) {phrase(found)}"


def phrase(found: Attribution) -> str:
    """The failure and its cause: the sentence without its subject."""
    place = f" ({found.file}, line {found.line})" if found.file else ""
    if found.returned:
        origin = f" from {found.method}" if found.method else ""
        return f"returned something{origin} that cannot be used: {found.cause}{place}"
    if found.method == "<module>":
        return f"failed while it was imported: {found.cause}{place}"
    return f"failed in {found.method}: {found.cause}{place}"


def advice(found: Attribution) -> str:
    """A remedy, in one sentence without the full stop."""
    first = f"{found.mend}; or else: " if found.mend else ""
    trace = "STACKYARD_STRICT=1 shows the traceback"
    if found.is_ours:
        return f"{first}please report it ({trace}); if files are damaged: {found.way_out}"
    if not found.version:
        return f"{first}{found.way_out}; {trace}"
    where = f" ({found.contact})" if found.contact else ""
    return f"{first}tell its author{where}, or do without it: {found.way_out}; {trace}"


def _chain(failure: BaseException | None) -> Iterator[BaseException]:
    """An exception and its causes, without our own refusals."""
    seen: set[int] = set()
    while failure is not None and id(failure) not in seen:
        seen.add(id(failure))
        if not isinstance(failure, StackyardError):
            yield failure
        behind = None if failure.__suppress_context__ else failure.__context__
        failure = failure.__cause__ or behind


class _Owners:
    """The plugin to which a module belongs.

    A plugin that calls the games of others, such as an engine, sets `RUNS_GAMES = True` in its
    module: its package then counts as core, and failures there are attributed to the game.
    """

    def __init__(self) -> None:
        self._names: dict[str, Provider] = {}
        self._core = {CORE, PROGRAM}
        for provider in registry().providers:
            if getattr(provider.module, "RUNS_GAMES", False):
                self._core.add(getattr(provider.module, "__name__", "").partition(".")[0])
            for name in _modules(provider):
                self._names.setdefault(name, provider)
        # A package with several plugins belongs to the first, except for the modules above.
        for name, provider in list(self._names.items()):
            self._names.setdefault(name.partition(".")[0], provider)

    def of(self, module: str) -> Provider | None:
        """The plugin that a module belongs to; None for core and other libraries."""
        if self.is_core(module):
            return None
        while module:
            if module in self._names:
                return self._names[module]
            module = module.rpartition(".")[0]
        return None

    def is_core(self, module: str) -> bool:
        """Whether a module counts as core, directly or as a compiled copy."""
        return original(module).partition(".")[0] in self._core


def _modules(provider: Provider) -> Iterator[str]:
    """The known names of a plugin's modules and packages."""
    if provider.module is None:  # it was not loaded
        return
    elif isinstance(provider.module, ModuleType):
        yield provider.module.__name__
    else:
        yield type(provider.module).__module__
    plugins = registry()
    for registered in plugins.registered():
        if registered.provider is provider and isinstance(registered.target, str):
            module = registered.target.partition(":")[0]
            if module.partition(".")[0] not in sys.stdlib_module_names:
                yield module
    distribution = provider.distribution
    if distribution is None:
        return
    for point in distribution.entry_points.select(group=GROUP, name=provider.name):
        yield point.module
    for file in distribution.files or []:
        if file.suffix == ".py":
            yield file.parts[0].removesuffix(".py")


@dataclass(frozen=True)
class _Place:
    """A traceback entry in the code of a plugin or, without an `owner`, of core."""

    trace: TracebackType
    module: str
    owner: Provider | None

    @property
    def is_library(self) -> bool:
        """Whether the place is in core, and not in the command line."""
        return self.owner is None and self.module.partition(".")[0] != PROGRAM

    @property
    def function(self) -> str:
        """The name of the function."""
        return self.trace.tb_frame.f_code.co_name

    @property
    def file(self) -> str:
        """The name of the source file."""
        return Path(self.trace.tb_frame.f_code.co_filename).name

    @property
    def calls(self) -> list[tuple[str, str]]:
        """The calls in the expression that failed: receivers and methods, likeliest first.

        Attributes of positions that it reads come last. In a compiled module, whose traceback
        has only lines, the whole line is used.
        """
        frame, number = self.trace.tb_frame, self.trace.tb_lineno
        module_file = frame.f_globals.get("__file__") or frame.f_code.co_filename
        lines = linecache.getlines(str(Path(module_file).with_name(self.file)))
        begin, end, left, right = list(frame.f_code.co_positions())[self.trace.tb_lasti // 2]
        begin, end = begin or number, end or number
        text = "".join(lines[begin - 1 : end])
        if begin == end and left is not None:
            text = text.encode()[left:right].decode("utf-8", "replace")
        iterated = LOOP.search(text)  # the iterable of a loop fails before its body
        looped = iterated[1] if iterated else ""
        return [*CALL.findall(looped), *CALL.findall(text), *FIELD.findall(text)]

    def value(self, receiver: str) -> Any:
        """The value of a name such as `self.position` at the place; None if unknown."""
        first, *rest = receiver.split(".")
        value = self.trace.tb_frame.f_locals.get(first)
        for name in rest:
            value = getattr(value, name, None)
        return value


def _places(failure: BaseException, owners: _Owners) -> Iterator[_Place]:
    """The places of a traceback in plugins and core, outermost first."""
    trace = failure.__traceback__
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__", ""))
        owner = owners.of(module)
        if owner is not None or owners.is_core(module):
            yield _Place(trace, module, owner)
        trace = trace.tb_next


def _blamed(failure: BaseException, owners: _Owners, game: Game | None) -> Attribution | None:
    """The attribution according to the traceback of one exception."""
    places = list(_places(failure, owners))
    if not places:
        return None
    broken = places[-1]
    asked = [(receiver, method) for receiver, method in broken.calls if method in METHODS]
    if broken.owner is None or broken.owner.folder:  # our own code, so check its input
        for receiver, method in asked:
            owner = owners.of(type(broken.value(receiver)).__module__)
            if owner is not None and owner is not broken.owner:
                return _made(owner, failure, method)
    inside = [number for number, place in enumerate(places) if place.owner]
    first = last = inside[-1] if inside else 0
    while first and places[first - 1].owner is places[last].owner:
        first -= 1
    if game is not None and not first and broken.is_library:
        module = type(game).__module__
        owner = owners.of(module) or Provider(game.name, module)
        return _made(owner, failure, asked[0][1] if asked else "")
    owner = places[last].owner
    if owner is None:
        return None
    return _made(owner, failure, places[first].function, places[last])


def _made(
    provider: Provider, failure: BaseException, method: str, place: _Place | None = None
) -> Attribution:
    """The attribution to a plugin; without a place in its code it returned a bad value."""
    return Attribution(
        plugin=provider.name,
        package=provider.package,
        version=provider.version,
        method=method,
        cause=words_of(failure),
        file=place.file if place else "",
        line=place.trace.tb_lineno if place else 0,
        returned=place is None,
        mend=for_failure(provider, failure),
        way_out=way_out(provider),
        is_ours=bool(provider.folder),
        contact=_contact(provider),
    )


def _contact(provider: Provider) -> str:
    """The address for fault reports in the metadata of a plugin's package."""
    distribution = provider.distribution
    if distribution is None:
        return ""
    for line in distribution.metadata.get_all("Project-URL", []):
        label, _, address = line.partition(",")
        if re.search("issue|bug|tracker", label, re.IGNORECASE):
            return str(address.strip())
    return ""
