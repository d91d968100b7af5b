import sys
from pathlib import Path

here = Path(__file__).resolve().parent
places = ["../kit/src", "embedded"]  # of the repository, an archive
sys.path[:0] = [str(here / place) for place in places]
from stackyard_kit.building import setup_plain  # noqa: E402
from stackyard_kit.building.backend import plain as backend  # noqa: E402, F401

if __name__ == "__main__":
    setup_plain()
