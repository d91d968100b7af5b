import sys
from pathlib import Path

here = Path(__file__).resolve().parent
folders = ["src", "../plugins/kit/src", "embedded"]  # of this package, the repository, an archive
sys.path[:0] = [str(here / folder) for folder in folders]
from stackyard_kit.building import setup_package  # noqa: E402

setup_package(
    "stackyard",
    compile=[
        "cells.bits",
        "cells.pairs",
        "cells.wide",
        "cells.symmetry",
        "stacks",
        "rng",
        "playouts",
        "enumeration",
    ],
)
