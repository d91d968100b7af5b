"""A static site under a path of a plain file server, played in Chromium."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Playwright
from tests.browser.conftest import FIREFOX, SMALL, NewContext
from tests.browser.test_letter import sent
from tests.browser.visitor import PATH, StaticServer, Visitor
from tests.conftest import GAMES, ROOT

from stackyard_site import folder
from stackyard_site.folder import write_site

pytestmark = pytest.mark.nightly

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
ANALYSIS = 1.5  # seconds
# Waits, a minute at most, until the cache holds so many files, and tells if it does.
ARE_KEPT = """async ([name, files]) => {
    const kept = async () => (await (await caches.open(name)).keys()).length >= files;
    for (let times = 0; times < 600 && !(await kept()); times += 1)
        await new Promise((go) => setTimeout(go, 100));
    return kept();
}"""
# Notes the longest time between two pictures of the page.
WATCH = """() => {
    let before = performance.now();
    window.longest = 0;
    const draw = (now) => {
        window.longest = Math.max(window.longest, now - before);
        before = now;
        requestAnimationFrame(draw);
    };
    requestAnimationFrame(draw);
}"""
RECORD = """async () => {
    const { changed, ...record } = await (await fetch(`${location.pathname}/export/json`)).json();
    return record;
}"""
LETTER = "/letter/silo,B-FzCE"  # two moves
SLOWNESS = float(
    os.environ.get("STACKYARD_SLOWNESS", "2")
)  # of a machine that does other work, too


NewServer = Callable[[Path], StaticServer]
ChangedSite = Callable[[str, str, str], StaticServer]


@pytest.fixture
def new_server() -> Iterator[NewServer]:
    """Make servers that end with the test, also with one that fails."""
    with ExitStack() as stack:

        def make(folder: Path) -> StaticServer:
            server = StaticServer(folder)
            stack.callback(server.stop)
            return server

        yield make


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_a_level(
    game: str, site: StaticServer, new_context: NewContext
) -> None:
    visitor = Visitor(new_context(**PHONE).new_page(), site)
    visitor.begin(game, "me", "level:1", **SMALL[game])
    visitor.play_on()
    assert visitor.is_over
    assert visitor.problems == []


@pytest.fixture
def visitor(site: StaticServer, new_context: NewContext) -> Iterator[Visitor]:
    one = Visitor(new_context(accept_downloads=True).new_page(), site)
    yield one
    assert one.problems == []


def test_a_form_is_answered_at_once_and_once(visitor: Visitor) -> None:
    """While Python starts, for another board than the standard one, too."""
    visitor.go("/games/silo")
    visitor.page.click("details summary")
    visitor.page.select_option("#option-size", "4")
    visitor.page.dblclick("#begin", no_wait_after=True)
    visitor.wait_for("This board is drawn when the games have started.")
    visitor.page.wait_for_selector(".yours .hit.choice", state="attached")
    assert "/t/1." in visitor.page.url


def test_hint_review_and_film(visitor: Visitor) -> None:
    visitor.begin("silo", "me", "level:1", **SMALL["silo"])
    visitor.page.click("#hint")
    visitor.wait_for("Hint:")
    visitor.play_on()
    visitor.page.click("#review")
    visitor.page.wait_for_selector(".judged", state="attached")
    visitor.page.click("#sharebox summary")
    with visitor.tab.expect_download() as film:
        visitor.page.click("a[href$='/export/svg']")
    content = film.value.path().read_text("utf-8")
    assert content.startswith("<svg")
    assert "@keyframes" in content
    assert film.value.suggested_filename == "silo.svg"
    assert visitor.page.locator("a[href$='/export/png']").count() == 0


def test_a_record_is_saved_and_loaded(visitor: Visitor) -> None:
    visitor.begin("silo", **SMALL["silo"])
    visitor.move()
    visitor.move()
    visitor.page.click("#sharebox summary")
    with visitor.tab.expect_download() as record:
        visitor.page.click("a[href$='/export/json']")
    visitor.go("/replay")
    visitor.page.set_input_files("#file", record.value.path())
    visitor.page.wait_for_selector("#status:has-text('Move 0 of 2')")


def test_matches_survive_a_crash_and_travel_in_a_file(
    visitor: Visitor, new_context: NewContext, site: StaticServer
) -> None:
    """With their names, their clocks and their results."""
    visitor.begin("filo", "me", "level:1", clock="10 min + 5 s", **SMALL["filo"])
    visitor.page.click("summary:text-is('Name')")
    visitor.page.fill("#myname", "Ada")
    visitor.tab.keyboard.press("Enter")
    visitor.wait_for("Ada · you")
    visitor.move()
    visitor.await_ply(2)
    moves = visitor.page.locator("#moves").inner_text()
    tab = visitor.tab.context.new_page()
    with visitor.tab.expect_event("crash"), suppress(Error):
        visitor.tab.goto("chrome://crash")
    again = Visitor(tab, site, "/mine")
    again.page.click("#matches a")
    again.await_ply(2)
    assert again.page.locator("#moves").inner_text() == moves
    again.page.click("#resign")
    again.page.click("#resign")
    again.page.wait_for_selector("#ending")
    result = again.page.inner_text("#result")
    record = again.page.evaluate(RECORD)
    assert record["players"][0]["name"] == "Ada"
    assert record["terms"]["clock"]
    assert record["result"]
    again.go("/keep")
    with tab.expect_download() as saved:
        again.page.click("a[download]")
    file = saved.value.path()
    other = Visitor(new_context().new_page(), site, "/keep")
    other.page.set_input_files("#file", file)
    other.wait_for("1 match added.")
    other.page.set_input_files("#file", {"name": "x", "mimeType": "", "buffer": b"nonsense"})
    other.wait_for("No matches added; not added: record 1:")
    other.page.evaluate("() => { Storage.prototype.setItem = () => { throw Error('full'); }; }")
    other.page.set_input_files("#file", file)
    other.wait_for("My matches cannot list them: this browser's storage is full.")
    other.go("/mine")
    other.page.click("#matches a")
    other.await_ply(2)
    other.wait_for("Ada · you")
    assert other.page.locator("#moves").inner_text() == moves
    assert other.page.inner_text("#result") == result
    assert other.page.evaluate(RECORD) == record
    assert other.problems == again.problems == []


def test_the_address_of_the_tab_is_a_letter(
    visitor: Visitor, new_context: NewContext, site: StaticServer
) -> None:
    """Also after a move, so that it may be loaded again."""
    visitor.visit(LETTER)
    visitor.page.wait_for_selector(".board")
    assert visitor.tab.url == f"{site.url}#{LETTER}"
    visitor.move()
    link = sent(visitor)
    assert visitor.tab.url == link
    assert link.count("#") == 1
    visitor.reload()
    visitor.await_ply(3)
    assert visitor.tab.url == link
    other = Visitor(new_context().new_page(), site)
    other.open(link)
    other.await_ply(3)
    assert other.page.locator("#moves").inner_text() == visitor.page.locator("#moves").inner_text()
    other.move()
    assert other.tab.url == sent(other) != link
    assert other.problems == []


def test_two_tabs_at_one_match(visitor: Visitor, site: StaticServer) -> None:
    visitor.begin("filo", **SMALL["filo"])
    path = visitor.page.evaluate("location.pathname").removeprefix(f"/{PATH}")
    second = Visitor(visitor.tab.context.new_page(), site, path)
    second.page.wait_for_selector(".yours .hit.choice, #choices button", state="attached")
    second.move()
    visitor.await_ply(1)
    visitor.tab.close()  # Python ran there
    second.page.wait_for_selector("#lost", state="visible")
    second.page.wait_for_selector("#lost", state="hidden")
    second.move()
    assert second.ply == 2
    assert second.problems == []


def test_whole_games_are_played_offline_after_the_first_visit(
    site: StaticServer, new_server: NewServer, new_context: NewContext
) -> None:
    server = new_server(site.folder)  # at another address, where nobody has been
    visitor = Visitor(new_context(**PHONE).new_page(), server)
    written = [file for file in (site.folder / PATH).rglob("*") if file.is_file()]
    kept = [file for file in written if file.name not in (folder.WORKER, folder.MARK)]
    assert visitor.page.evaluate(ARE_KEPT, [f"stackyard /{PATH}", len(kept)])
    server.stop()
    visitor.visit("/")
    for game in GAMES:
        visitor.begin(game, "me", "level:1", **SMALL[game])
        visitor.play_on()
        assert visitor.is_over
    visitor.visit("/games/silo/rules")
    visitor.wait_for("Silo")


def test_an_update_is_offered_and_not_forced(
    runtime: Path, tmp_path: Path, new_server: NewServer, new_context: NewContext
) -> None:
    write_site(tmp_path / PATH, runtime, ["silo"])
    server = new_server(tmp_path)
    visitor = Visitor(new_context().new_page(), server)
    visitor.begin("silo", **SMALL["silo"])
    visitor.move()
    write_site(tmp_path / PATH, runtime, ["silo", "filo"])
    visitor.tab.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
    visitor.tab.wait_for_selector("text=There is a newer version")
    visitor.move()
    assert visitor.ply == 2
    with visitor.tab.expect_event("load"):
        visitor.tab.click("text=Use it now")
    visitor.visit("/")
    visitor.page.wait_for_selector(".card a[href$='/games/filo']", state="attached")


def test_sentences_for_what_is_not_there(site: StaticServer, new_context: NewContext) -> None:
    visitor = Visitor(new_context().new_page(), site, "/games/chess")
    visitor.wait_for("chess")
    visitor.visit("/letter/chess,B-FzCE")
    visitor.wait_for("No game 'chess' is installed")
    without = new_context()
    without.add_init_script("delete window.WebAssembly")
    tab = without.new_page()
    tab.goto(site.url)
    tab.wait_for_selector("text=it has no WebAssembly")


@pytest.fixture
def changed_site(
    runtime: Path, tmp_path: Path, new_server: NewServer, monkeypatch: pytest.MonkeyPatch
) -> ChangedSite:
    """Serve F.I.L.O. with a text in one of the static files replaced."""

    def make(name: str, old: str, new: str) -> StaticServer:
        static = tmp_path / "static"
        shutil.copytree(folder.STATIC, static)
        text = (static / name).read_text("utf-8")
        assert text.count(old) == 1
        (static / name).write_text(text.replace(old, new), "utf-8")
        monkeypatch.setattr(folder, "STATIC", static)
        write_site(tmp_path / "host" / PATH, runtime, ["filo"])
        return new_server(tmp_path / "host")

    return make


def test_full_storage_is_told_and_the_match_goes_on(
    changed_site: ChangedSite, new_context: NewContext
) -> None:
    full = 'if (this.pieces.length) throw new DOMException("no room", "QuotaExceededError");\n'
    old = "    rows.put(content.length"
    server = changed_site("archive_store.js", old, f"    {full}{old}")
    visitor = Visitor(new_context().new_page(), server)
    visitor.begin("filo", **SMALL["filo"])
    visitor.tab.wait_for_selector("text=storage is full")
    visitor.move()
    visitor.move()
    assert visitor.ply == 2


def test_a_form_survives_a_start_that_fails(
    changed_site: ChangedSite, new_context: NewContext
) -> None:
    once = """    if (!(await caches.has("tried"))) {
        await caches.open("tried");
        await new Promise((go) => setTimeout(go, 5000));
        throw Error("planned");
    }
    """
    old = "  const [started, values, wasKept]"
    server = changed_site("app_worker.js", old, f"{once}{old}")
    visitor = Visitor(new_context().new_page(), server, "/games/filo")
    visitor.page.wait_for_selector("#poster")
    visitor.page.click("#begin", no_wait_after=True)
    visitor.page.wait_for_selector(".yours .hit.choice, #choices button", state="attached")
    assert visitor.page.evaluate("caches.has('tried')")


def test_a_form_survives_a_start_that_does_not_end(
    changed_site: ChangedSite, new_context: NewContext
) -> None:
    once = """    if (!(await caches.has("tried"))) {
        await caches.open("tried");
        await new Promise(() => {});
    }
    """
    old = "  const [started, values, wasKept]"
    server = changed_site("app_worker.js", old, f"{once}{old}")
    tab = new_context().new_page()
    tab.clock.install()
    visitor = Visitor(tab, server, "/games/filo")
    visitor.page.wait_for_selector("#poster")
    visitor.page.click("#begin", no_wait_after=True)
    visitor.wait_for("The games are starting")
    tab.clock.fast_forward(90_000)
    tab.click("text=Start again")
    visitor.page.wait_for_selector(".yours .hit.choice, #choices button", state="attached")
    assert tab.locator(".news").count() == 0


@pytest.mark.parametrize(
    ("old", "fault"),
    [
        # The engine never starts: the pages' own Python analyses instead.
        ("const CODE =", 'throw Error("planned");\n'),
        (
            "  const [python, answer] = await started;",
            """  if (!(await caches.has("tried"))) {
    await caches.open("tried");
    throw Error("planned");
  }
""",
        ),
    ],
    ids=["start", "task"],
)
def test_an_engine_that_fails_is_replaced(
    old: str, fault: str, changed_site: ChangedSite, new_context: NewContext
) -> None:
    server = changed_site("engine_worker.js", old, f"{fault}{old}")
    visitor = Visitor(new_context().new_page(), server)
    visitor.begin("filo", **SMALL["filo"])
    visitor.page.click("#analysisbox summary")
    visitor.page.click("#analyse")
    visitor.page.wait_for_selector("#analysis ol, #analysis table")
    assert "Error: planned" in " ".join(visitor.problems)


def test_a_service_worker_that_is_ended_loses_nothing(
    playwright: Playwright, site: StaticServer
) -> None:
    """Firefox ends one that waits for a minute; here after seconds, while Python starts."""
    if FIREFOX is None:
        pytest.skip("Firefox is not installed")
    prefs: dict[str, str | float | bool] = {
        f"dom.serviceWorkers.{name}": 2000 for name in ("idle_timeout", "idle_extended_timeout")
    }
    firefox = playwright.firefox.launch(
        executable_path=FIREFOX, channel="moz-firefox", firefox_user_prefs=prefs
    )
    with closing(firefox):
        visitor = Visitor(firefox.new_page(), site)
        visitor.begin("silo", **SMALL["silo"])
        visitor.move()
        visitor.visit(LETTER)
        visitor.page.wait_for_selector(".board")


def test_a_page_that_does_not_come_is_told(
    changed_site: ChangedSite, new_context: NewContext
) -> None:
    old = "    const found = await application.answer("
    fault = 'if (method === "POST") throw Error("planned");\n'
    server = changed_site("app_worker.js", old, f"    {fault}{old}")
    visitor = Visitor(new_context().new_page(), server, "/games/filo")
    visitor.page.click("#begin", no_wait_after=True)
    visitor.tab.wait_for_selector("text=This page has failed")
    visitor.page.wait_for_selector("#begin")  # the form is there again
    visitor.tab.click("text=Close")
    assert visitor.tab.locator(".news").count() == 0


@pytest.mark.alone
def test_a_search_freezes_nothing_and_is_cancelled_within_a_second(
    site: StaticServer, new_context: NewContext
) -> None:
    visitor = Visitor(new_context().new_page(), site)
    visitor.begin("silo", "me", "level:8")
    visitor.tab.wait_for_timeout(8000)  # until the engine is there: only it can be stopped
    visitor.move()
    visitor.wait_for("is thinking")
    visitor.page.evaluate(WATCH)
    visitor.await_ply(2)
    longest = visitor.page.evaluate("longest") / 1000
    visitor.begin("silo", "me", "mcts:seconds=20")
    visitor.move()
    visitor.wait_for("is thinking")
    began = time.monotonic()
    visitor.page.click("#undo")
    visitor.page.wait_for_selector(".yours .hit.choice", state="attached")
    undone = time.monotonic() - began
    visitor.page.click("#analysisbox summary")
    began = time.monotonic()
    visitor.page.click("#analyse")
    visitor.page.wait_for_selector("#analysis ol, #analysis table, #analysis button")
    analysed = time.monotonic() - began
    print(f"longest {longest:.2f} s, undone {undone:.2f} s, analysed {analysed:.1f} s")
    assert longest < 0.2 * SLOWNESS
    assert undone < 1 * SLOWNESS
    assert analysed < ANALYSIS + 2 * SLOWNESS  # the search had 20 seconds
    assert visitor.problems == []


def processor_seconds(browser: Browser) -> float:
    """What all processes of a browser have used."""
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    return float(sum(process["cpuTime"] for process in told["processInfo"]))


def test_a_game_of_somebody_else_is_played_on_a_site(
    runtime: Path, tmp_path: Path, new_server: NewServer, new_context: NewContext
) -> None:
    shutil.copytree(ROOT / "docs/authors/games/lasca", tmp_path / "lasca")
    pip = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-build-isolation"]
    plain = {**os.environ, "STACKYARD_COMPILE": "0"}
    subprocess.run(
        [*pip, "--target", tmp_path / "packages", tmp_path / "lasca"], env=plain, check=True
    )
    found = os.pathsep.join([str(tmp_path / "packages"), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "stackyard_cli", "site", str(tmp_path / "host" / PATH)]
    subprocess.run(
        [*command, "--games", "lasca", "--runtime", str(runtime)],
        env={**os.environ, "PYTHONPATH": found},
        check=True,
    )
    visitor = Visitor(new_context().new_page(), new_server(tmp_path / "host"))
    visitor.wait_for("Lasca")
    visitor.begin("lasca", "me", "level:1")
    visitor.move()
    visitor.await_ply(2)
    assert visitor.problems == []


@pytest.mark.alone
def test_the_budgets(
    runtime: Path,
    tmp_path: Path,
    chromium: Browser,
    new_server: NewServer,
    new_context: NewContext,
) -> None:
    """The bytes of a first visit, and the times of the first move there and on a second one."""
    made = write_site(tmp_path / PATH, runtime, GAMES)
    assert made.bytes < 18_500_000
    server = new_server(tmp_path)
    context = new_context(**PHONE)
    for within in (12.0, 4.0):
        began, used = time.monotonic(), processor_seconds(chromium)
        visitor = Visitor(context.new_page(), server, "/games/silo")
        visitor.page.wait_for_selector("#poster")
        visitor.page.click("#begin")
        visitor.page.wait_for_selector(".board .hit", state="attached")
        drawn = time.monotonic() - began
        visitor.page.wait_for_selector(".yours .hit.choice, #choices button", state="attached")
        visitor.move()
        visitor.await_ply(2)
        answered = time.monotonic() - began
        used = processor_seconds(chromium) - used
        print(f"drawn {drawn:.1f} s, answered {answered:.1f} s, processor {used:.1f} s")
        assert drawn < 2.0 * SLOWNESS, (drawn, answered)
        assert answered < within * SLOWNESS, (drawn, answered)
        assert used < 2 * within, used
        visitor.tab.wait_for_timeout(30_000 if within == 12.0 else 0)  # it keeps bytecode
        visitor.tab.close()
