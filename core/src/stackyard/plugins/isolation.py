"""Isolate the loading of plugins: divert their output, name slow ones, distinguish a real Ctrl-C.

A program may call `tell_slow_plugins`; a library and its worker processes say nothing.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.machinery import EXTENSION_SUFFIXES
from threading import Lock, current_thread
from time import monotonic
from typing import TextIO

from stackyard.interrupts import caught

SLOW = 3.0  # seconds of loading after which a message names the plugin
PAUSE = 0.25  # seconds between looks at the plugin that is being loaded

Tell = Callable[[str], object]

_lock = Lock()
_depth = 0  # the number of active redirections, in all threads
_kept: list[TextIO] = []  # the replacements of standard output, the newest last
_diverting = 0  # the number of active diversions of descriptor 1, in all threads
_diverted: _Diversion | None = None
_tell: Tell | None = None
_loading: list[tuple[str, float]] = []  # the plugins being loaded, and since when
_told: set[str] = set()  # the plugins that were named as slow


@contextmanager
def redirect_stdout() -> Iterator[None]:
    """Send prints to standard error, in all threads, until the last user of this has finished."""
    global _depth
    with _lock:
        if sys.stdout is not sys.stderr:  # not while another thread redirects it
            _kept.append(sys.stdout)
            sys.stdout = sys.stderr
        _depth += 1
    try:
        yield
    finally:
        with _lock:
            _depth -= 1
            if not _depth and _kept:
                sys.stdout = _kept[0]
                _kept.clear()


def standard_output() -> TextIO:
    """The real standard output, even while prints are redirected."""
    return _kept[-1] if _kept else sys.stdout


def tell_slow_plugins(tell: Tell | None) -> None:
    """Have `tell` called, in a thread, with the name of each plugin that takes long to load."""
    global _tell
    _tell = tell


@contextmanager
def isolated(plugin: str = "") -> Iterator[None]:
    """Send all output of plugins to standard error; `plugin` is named if it takes long."""
    with redirect_stdout(), _diversion():
        if not plugin:
            yield
            return
        entry = plugin, monotonic()
        _loading.append(entry)
        try:
            yield
        finally:
            _loading.remove(entry)


@contextmanager
def loading(plugin: str = "") -> Iterator[None]:
    """Load a plugin isolated; only the user can interrupt.

    A KeyboardInterrupt raised by the plugin itself becomes a RuntimeError, and a real Ctrl-C ends
    as KeyboardInterrupt even if the plugin catches it.
    """
    received: list[int] = []

    def note(number: int, interrupt: Callable[[], object]) -> None:
        received.append(number)
        interrupt()

    with isolated(plugin), caught(note):
        try:
            yield
        except KeyboardInterrupt as own:
            if received:
                raise
            sentence = "KeyboardInterrupt was raised, but nobody pressed Ctrl-C"
            raise RuntimeError(sentence) from own
        except BaseException as failure:
            if received:
                raise KeyboardInterrupt from failure
            raise


@contextmanager
def _diversion() -> Iterator[None]:
    """Divert output and watch for slow plugins, in all threads, until the last user is done."""
    global _diverting, _diverted
    with _lock:
        if not _diverting:
            _diverted = _Diversion()
        _diverting += 1
    try:
        yield
    finally:
        with _lock:
            _diverting -= 1
            ended = _diverted if not _diverting else None
            if ended is not None:
                _diverted = None
                ended.end()


class _Diversion:
    """Output of os.write, C libraries and child processes goes to standard error until `end`.

    Descriptor 1 belongs to the whole process: nothing is diverted while other threads run, which
    may be writing to it, or if it is not the standard output with which Python was started.
    """

    def __init__(self) -> None:
        self._real = -1  # a copy of descriptor 1
        self._modules: set[str] = set()
        if threading.active_count() == 1 and _is_open(sys.__stdout__, 1) and _flushed():
            self._divert()
        self._stop = threading.Event()
        self._watch: threading.Thread | None = None
        if _tell is not None:
            watch = threading.Thread(target=_watch, args=(_tell, self._stop), daemon=True)
            with suppress(RuntimeError):  # no more threads can be started here
                watch.start()
                self._watch = watch

    def end(self) -> None:
        """Put standard output back."""
        self._stop.set()
        if self._watch is not None and self._watch is not current_thread():
            self._watch.join()
        if self._real == -1:
            return
        _flushed()  # to standard error
        if "ctypes" in sys.modules or _is_native(set(sys.modules) - self._modules):
            _flush_libraries()
        os.dup2(self._real, 1)
        os.close(self._real)

    def _divert(self) -> None:
        try:
            self._real = os.dup(1)
        except OSError:  # it was closed meanwhile
            return
        self._modules = set(sys.modules)
        if _is_open(sys.__stderr__, 2):
            os.dup2(2, 1)
        else:
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.close(nothing)


def _is_open(stream: TextIO | None, descriptor: int) -> bool:
    """Whether a standard stream of this process is open, and has its usual descriptor."""
    try:
        return stream is not None and stream.fileno() == descriptor
    except (OSError, ValueError):
        return False


def _flushed() -> bool:
    """Write out what Python holds for standard output; False if that fails."""
    try:
        for stream in (sys.__stdout__, standard_output()):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError, AttributeError):
        return False
    return True


def _is_native(modules: set[str]) -> bool:
    """Whether there is a module in C among these that is not Python's own."""
    files = [
        str(getattr(sys.modules[name], "__file__", ""))
        for name in modules
        if name in sys.modules and name.partition(".")[0] not in sys.stdlib_module_names
    ]
    return any(file.endswith(tuple(EXTENSION_SUFFIXES)) for file in files)


def _flush_libraries() -> None:
    """Write out what C libraries hold in the buffers of stdio."""
    import ctypes

    try:
        ctypes.CDLL(None).fflush(None)
    except (OSError, TypeError, AttributeError):  # this system has no such library
        return


def _watch(tell: Tell, stop: threading.Event) -> None:
    """Name each plugin that takes long to load, once."""
    while not stop.wait(PAUSE):
        for name, since in tuple(_loading):
            if monotonic() - since >= SLOW and name not in _told:
                _told.add(name)
                tell(name)
