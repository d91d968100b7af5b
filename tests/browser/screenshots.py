"""Write the screenshots of the documentation: python tests/browser/screenshots.py; look at them."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PIL import Image
from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from tests.browser.conftest import CHROMIUM, FLAGS, Player, Server
else:
    sys.path.insert(0, str(Path(__file__).parent))
    from conftest import CHROMIUM, FLAGS, Player, Server

GALLERY = Path(__file__).parents[2] / "docs/gallery"
DESK, PHONE = {"width": 1280, "height": 860}, {"width": 390, "height": 844}
COLOURS = 128


def shoot(player: Player, name: str) -> None:
    player.page.mouse.move(0, 0)
    player.page.wait_for_timeout(500)  # until everything that slides stands still
    picture = Image.open(BytesIO(player.page.screenshot())).convert("RGB")
    file = GALLERY / f"web-{name}.png"
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    print(file, file.stat().st_size)


def main() -> None:
    """Play a little and take pictures."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "archive.sqlite3")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))

        def player(**context: object) -> Player:
            page = browser.new_context(**{"viewport": DESK, **context}).new_page()  # type: ignore[arg-type]
            return Player(page, server)

        desk = player()
        desk.go("/")
        desk.page.wait_for_load_state("networkidle")
        shoot(desk, "start")
        desk.begin("pit_of_pillars")
        for number in range(23):
            desk.move(11 * number + 5)
        desk.page.click("#analysisbox summary")
        desk.page.click("#analyse")
        desk.page.wait_for_selector(".balance")
        shoot(desk, "pit-of-pillars")
        desk.begin("filo", second="level:1")
        desk.move(3)
        desk.await_ply(2)
        desk.page.wait_for_selector("#choices button")
        desk.page.press("#choices button:first-child", "Tab")  # by keys: the next one's preview
        desk.page.wait_for_selector(".boardbox.preview")
        shoot(desk, "filo-preview")
        desk.go("/games/silo")
        desk.page.click("summary")
        shoot(desk, "form")
        desk.begin("silo")
        desk.page.click('.hit[data-cell="1"]')
        desk.wait_for("holds no checker")
        shoot(desk, "refusal")
        dark = player(color_scheme="dark")
        dark.begin("slicron", second="friend")
        dark.move(30)
        shoot(dark, "dark")
        phone = player(viewport=PHONE, has_touch=True, is_mobile=True)
        phone.begin("splay")
        for number in range(26):
            phone.move(13 * number + 2)
        shoot(phone, "phone")
        phone.go("/mine")
        phone.page.wait_for_selector("#matches li")
        shoot(phone, "mine")
        browser.close()
        server.kill()


if __name__ == "__main__":
    main()
