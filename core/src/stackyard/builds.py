"""The build of a module, and its copies compiled for games."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

# What a library says that holds code for newer processors alone.
OTHER_PROCESSOR = "is compiled for x86-64-v3 processors only"


def build_of(module: str) -> str:
    """`compiled` or `pure`: how a module that has been imported is installed."""
    source = getattr(sys.modules[module], "__file__", None) or ".py"
    return "pure" if source.endswith(".py") else "compiled"


def processor_of(module: str) -> str:
    """The processors that a compiled module targets: `any` or `x86-64-v3`; empty for a source.

    The shared library of a package holds the code for the machine that it was compiled on, or in a
    wheel of a release both: then it chooses when it is first imported. The environment variable
    STACKYARD_PROCESSOR=any has it take the first.
    """
    if build_of(module) == "pure":
        return ""
    library = sys.modules.get(f"{module.partition('.')[0]}__mypyc")
    return getattr(library, "processor", "any")


def original(module: str) -> str:
    """The module of which a compiled module is an embedded copy; otherwise the module itself."""
    if module not in sys.modules or build_of(module) == "pure":
        return module
    return str(getattr(sys.modules[module], "COPY_OF", module))


def nearest(kind: type, module: str) -> ModuleType:
    """A module such as `stackyard.playouts`, or its copy compiled for positions of a class."""
    package = kind.__module__.rpartition(".")[0]
    own = f"{package}._{module.rpartition('.')[2]}"
    if package and build_of(kind.__module__) == "compiled" and find_spec(own):
        copy = import_module(own)
        if copy.Position is kind:
            return copy
    return import_module(module)
