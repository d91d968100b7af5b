"""Write contact sheets of real pages: python tests/browser/page_sheets.py [FOLDER]; look at them.

The rows are the start, middle and end of each game, as in the gallery; the columns are the three
themes in light and dark; there is a sheet for a desk and one for a phone. With a FOLDER, the 180
screenshots are written there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from io import BytesIO
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from stackyard.records.archive import Archive
from stackyard.turnloop.match import Match
from stackyard_pictures.themes import MODES, THEMES
from stackyard_web.tables.tokens import BOTH, Tokens

if TYPE_CHECKING:
    from tests.browser.conftest import CHROMIUM, FLAGS, Server
else:
    sys.path.insert(0, str(Path(__file__).parent))
    from conftest import CHROMIUM, FLAGS, Server

GALLERY = Path(__file__).parents[2] / "docs/gallery"
GAMES = ("silo", "filo", "pit_of_pillars", "slicron", "splay")
STAGES = ("start", "middle", "end")
DEVICES: dict[str, tuple[dict[str, Any], tuple[int, int]]] = {  # and the size on the sheet
    "desk": ({"viewport": {"width": 1280, "height": 800}}, (360, 225)),
    "phone": (
        {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
        (180, 390),
    ),
}
GAP = 6
CHOOSE = """theme => {
    const choice = document.getElementById("theme");
    choice.value = theme;
    choice.dispatchEvent(new Event("change"));
}"""


def exhibits() -> dict[str, Any]:
    """The exhibits of the gallery by name."""
    spec = spec_from_file_location("gallery", GALLERY / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return {each.name: each for each in module.EXHIBITS}


def stored(archive: Archive) -> dict[tuple[str, str, str], str]:
    """Store a match for each game, device and stage; the paths of their tables."""
    found, shown, tokens = {}, exhibits(), Tokens.of(archive)
    for game, device, stage in product(GAMES, DEVICES, STAGES):
        exhibit = shown[f"{game}-{stage}"]
        course = exhibit.course()
        match = Match(course.game, ("human", "human"), position=course.start)
        kept = archive.begin(match, print)
        for move in exhibit.moves:
            match.play(move)
        assert kept.number is not None
        found[game, device, stage] = f"/t/{tokens.make(kept.number, match.id, BOTH)}"
    return found


def looks(page: Page) -> Iterator[tuple[str, Image.Image]]:
    """The page in each theme and mode."""
    for theme, mode in product(THEMES, MODES):
        page.emulate_media(color_scheme=mode, reduced_motion="reduce")  # type: ignore[arg-type]
        page.evaluate(CHOOSE, theme)
        yield f"{theme}-{mode}", Image.open(BytesIO(page.screenshot())).convert("RGB")


def sheet(
    browser: Browser, server: Server, game: str, device: str, paths: dict[tuple[str, str, str], str]
) -> Iterator[tuple[str, Image.Image]]:
    """The screenshots of a game on a device by name, and at last their sheet, without one."""
    context, (width, height) = DEVICES[device]
    columns = len(THEMES) * len(MODES)
    drawn = Image.new("RGB", (columns * (width + GAP), len(STAGES) * (height + GAP)), "#808080")
    for row, stage in enumerate(STAGES):
        page = browser.new_context(**context).new_page()
        page.goto(server.url + paths[game, device, stage])
        page.wait_for_selector(".board")
        page.wait_for_function("() => !document.querySelector('#board').ariaBusy")
        page.wait_for_timeout(400)  # until the pieces of the last turn have arrived
        for column, (look, picture) in enumerate(looks(page)):
            small = picture.resize((width, height), Image.Resampling.LANCZOS)
            drawn.paste(small, (column * (width + GAP), row * (height + GAP)))
            yield f"{game}-{device}-{stage}-{look}", picture
        page.context.close()
    yield "", drawn


def main() -> None:
    """Take all pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    with TemporaryDirectory() as place, sync_playwright() as playwright:
        archive = Archive(Path(place) / "archive.sqlite3")
        paths = stored(archive)
        server = Server(archive.path)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        for game, device in product(GAMES, DEVICES):
            for name, picture in sheet(browser, server, game, device, paths):
                if not name:
                    file = GALLERY / f"pages-{game}-{device}.webp"
                    picture.save(file, quality=70, method=6)
                    print(file, file.stat().st_size, flush=True)
                elif folder is not None:
                    picture.save(folder / f"{name}.png")
        browser.close()
        server.kill()


if __name__ == "__main__":
    main()
