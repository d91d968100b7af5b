from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from tests.conftest import first_in_check

from stackyard.turnloop.player_specs import first_opponent

if TYPE_CHECKING:
    from playwright.sync_api import Route
    from tests.browser.conftest import NewPlayer, Player

PHONE = {"width": 375, "height": 667}
GAMES = ("silo", "filo", "slicron", "pit_of_pillars", "splay")
SERIOUS = {"serious", "critical"}


def open_page(player: Player, name: str) -> None:
    """Bring a page to the screen, by the name that the tests below give it."""
    if name == "table":
        player.begin("slicron", second="friend")
    elif name == "choosing":
        player.begin("filo")
        player.page.click("#analysisbox summary")
    elif name == "finished":
        player.begin("silo", second="level:1")
        player.page.click("#resign")
        player.page.click("#resign")
        player.page.wait_for_selector("#result")
    elif name == "shown record":
        player.begin("silo")
        player.move()
        record = player.page.request.get(player.page.url + "/export/json").body()
        player.go("/replay")
        file = {"name": "match.json", "mimeType": "application/json", "buffer": record}
        player.page.set_input_files("#file", file)  # type: ignore[arg-type]
        player.page.wait_for_selector(".board")
    elif name == "two people":
        player.begin("silo", second="friend")
        player.page.click("summary:text-is('Messages')")
        player.page.fill("#chat input", "Good evening")
        player.page.keyboard.press("Enter")
        player.page.click("summary:text-is('Your seat')")
        player.page.click("text=Show the code")
        player.wait_for("Red: Good evening")
        player.wait_for("Keep it to yourself")
    elif name == "form with an error":
        player.go("/games/silo")
        player.page.click("summary")
        player.page.fill("#position", "nonsense")
        player.page.click("button.large")
        player.page.wait_for_selector(".error")
    else:
        player.go(name)


PAGES = (
    *("/", "/games/filo", "/games/silo/rules", "/games/silo/lesson", "/mine", "/replay"),
    *("table", "choosing", "finished", "shown record", "two people"),
)


@pytest.mark.nightly
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_no_page_shuts_anybody_out(new_player: NewPlayer, name: str, scheme: str) -> None:
    player = new_player(color_scheme=scheme)
    open_page(player, name)
    found = Axe().run(player.page).response["violations"]
    bad = [
        (each["id"], [node["html"][:120] for node in each["nodes"]])
        for each in found
        if each["impact"] in SERIOUS
    ]
    assert bad == []


@pytest.mark.nightly
def test_a_table_that_scrolls_on_a_phone_is_reached_by_the_keyboard(
    new_player: NewPlayer,
) -> None:
    player = new_player(viewport=PHONE, has_touch=True, is_mobile=True)
    found = []
    for game in GAMES:
        player.go(f"/games/{game}/rules")
        bad = Axe().run(player.page).response["violations"]
        found += [(game, each["id"]) for each in bad if each["impact"] in SERIOUS]
    assert found == []


@pytest.mark.nightly
@pytest.mark.parametrize("name", PAGES)
def test_every_page_fits_on_a_phone(new_player: NewPlayer, name: str) -> None:
    player = new_player(viewport=PHONE, has_touch=True, is_mobile=True)
    open_page(player, name)
    wide = player.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"]


@pytest.mark.both("chromium")
@pytest.mark.parametrize("game", first_in_check(GAMES))
def test_a_board_on_a_phone_is_seen_whole_and_played_by_tapping(
    new_player: NewPlayer, game: str
) -> None:
    player = new_player(viewport=PHONE, has_touch=True, is_mobile=True)
    player.begin(game)
    box = player.page.locator(".board").bounding_box()
    assert box is not None
    assert box["width"] <= PHONE["width"]
    assert box["height"] <= PHONE["height"]
    player.cells().first.tap()
    if player.page.locator(".boardbox.enlarged").count():
        player.cells().first.tap()  # the first touch of a small cell enlarges
    player.page.tap("#choices button >> text=Play")
    player.await_ply(1)


@pytest.mark.both("chromium")
def test_dark_pages_are_dark(new_player: NewPlayer) -> None:
    def ground(scheme: str) -> list[int]:
        player = new_player(color_scheme=scheme)
        player.begin("silo")
        colour = player.page.evaluate("getComputedStyle(document.body).backgroundColor")
        return [int(part) for part in colour.strip("rgb()").split(",")]

    assert max(ground("dark")) < 60
    assert min(ground("light")) > 200


def test_a_form_with_an_error_keeps_what_was_filled_in(player: Player) -> None:
    player.page.on("console", lambda _: player.problems.clear())  # the browser notes the 422
    open_page(player, "form with an error")
    assert "this has 1 field" in player.page.inner_text(".error")
    assert player.page.input_value("#position") == "nonsense"
    player.problems.clear()


@pytest.mark.both
def test_my_matches_are_listed_and_forgotten(player: Player) -> None:
    player.begin("silo")
    player.move()
    player.go("/mine")
    player.page.wait_for_selector("#matches li")
    assert "1 moves" not in player.page.inner_text("#matches")
    assert "Your turn" in player.page.inner_text("#matches")
    player.page.click("#matches button")
    player.reload()
    player.wait_for("No matches yet")


def test_a_match_that_is_not_there_for_a_while_stays_listed(player: Player) -> None:
    player.begin("silo")
    summaries = "**/summary.json"
    player.page.route(summaries, lambda route: route.fulfill(status=404))
    player.go("/mine")
    player.wait_for("cannot be opened now")
    player.problems.clear()  # the browser notes the 404
    player.page.unroute(summaries)
    there = player.page.evaluate(
        """async () => {
            document.documentElement.dataset.root = "/other"; // a server behind the same proxy
            const other = await import("/static/storage.js");
            other.addMatches([["9.of-the-other", ""]]);
            return other.matches();
        }"""
    )
    assert there == ["9.of-the-other"]
    player.reload()
    player.wait_for("Your turn")


def test_matches_and_their_seats_go_to_another_device_by_a_link(new_player: NewPlayer) -> None:
    desk, phone, stranger = new_player(), new_player(), new_player()
    desk.begin("silo", second="friend")
    desk.page.wait_for_selector(".yours .hit.choice")
    link = desk.page.url
    phone.page.goto(link)
    phone.wait_for("This seat is played in another browser")
    desk.go("/mine")
    phone.page.goto(desk.page.input_value("#carrylink"))
    phone.wait_for("This link brings 1 match")
    assert phone.page.locator("#matches li").count() == 0  # not unasked
    phone.page.click("#add")
    phone.page.click("#matches a")
    phone.page.wait_for_selector(".yours .hit.choice")
    stranger.page.goto(link)
    stranger.page.wait_for_selector(".board")
    assert stranger.page.locator(".yours .hit.choice").count() == 0
    stranger.go("/mine#carry=nonsense")
    stranger.wait_for("This link is incomplete")
    base = "http://192.0.2.2:8000"  # as if the server listened there, too

    def elsewhere(route: Route) -> None:
        body = route.fetch().text().replace('id="carrylink"', f'id="carrylink" data-base="{base}"')
        route.fulfill(body=body, content_type="text/html")

    desk.page.route("**/mine", elsewhere)
    desk.reload()
    assert desk.page.input_value("#carrylink").startswith(f"{base}/mine#carry=")


def test_a_record_is_looked_through(player: Player) -> None:
    open_page(player, "shown record")
    player.wait_for("Move 0 of 1")
    player.page.click("#on")
    player.wait_for("Move 1 of 1")
    player.page.keyboard.press("ArrowLeft")
    player.wait_for("Move 0 of 1")


def test_a_file_that_is_no_record_is_refused_with_a_sentence(
    player: Player, tmp_path: Path
) -> None:
    player.go("/replay")
    file = tmp_path / "no.json"
    file.write_text("hello", "utf-8")
    player.page.set_input_files("#file", file)
    player.wait_for("This is no JSON")
    player.problems.clear()  # the browser notes the 422


def test_a_record_is_dropped_on_the_page_and_a_bad_file_does_not_take_its_place(
    player: Player,
) -> None:
    player.begin("silo")
    player.move()
    player.move()
    record = player.page.request.get(player.page.url + "/export/json").text()
    player.go("/replay")

    def drop(content: str) -> None:
        files = player.page.evaluate_handle(
            """content => {
                const dropped = new DataTransfer();
                dropped.items.add(new File([content], "match.json"));
                return dropped;
            }""",
            content,
        )
        player.page.dispatch_event("#main", "drop", {"dataTransfer": files})

    drop(record)
    player.wait_for("Move 0 of 2")
    player.page.click("#on")
    player.wait_for("Move 1 of 2")
    drop("hello")
    player.wait_for("This is no JSON")
    player.page.click("#on")
    player.wait_for("Move 2 of 2")
    player.problems.clear()  # the browser notes the 422
    player.page.fill("#text", "well played")
    player.page.click("#comment-on")
    player.page.wait_for_selector("#note:text-is('well played')")
    drop(record)
    player.wait_for("Save the record first; to leave its changes, load this page again.")
    assert player.page.inner_text("#note") == "well played"
    player.page.click("#save")
    drop(record)
    player.wait_for("Move 0 of 2")


EVIL = '<img src=x onerror="ran = 1"><script>window.ran = 1</script>{{7*7}}'

HARMLESS = "window.ran === undefined && document.querySelector('img[src=x]') === null"


@pytest.mark.nightly
def test_a_film_tells_how_far_it_is_and_one_that_is_too_long_why_there_is_none(
    player: Player,
) -> None:
    player.begin("silo", size="4", height="1")
    player.move()
    page, film = player.page, player.page.locator("a[data-film]").last
    share = page.locator("details:has(a[data-film]) > summary")
    # As if a match could have no move for a film.
    longest = film.get_attribute("data-film")
    film.evaluate("link => { link.dataset.film = 0; }")
    share.click()
    why = film.get_attribute("data-why") or "?"
    player.wait_for(why)
    assert film.get_attribute("aria-disabled") == "true"
    film.click(force=True)
    page.wait_for_timeout(300)
    assert page.locator("li:has(a[data-film]) [role=status]").last.inner_text() == why
    film.evaluate("(link, longest) => { link.dataset.film = longest; }", longest)
    share.click()
    share.click()
    page.wait_for_function("link => link.ariaDisabled === 'false'", arg=film.element_handle())
    told = page.evaluate_handle(
        """link => {
            const told = [], words = link.parentElement.querySelector("[role=status]");
            new MutationObserver(() => told.push(words.textContent)).observe(words, {
                childList: true,
            });
            return told;
        }""",
        film.element_handle(),
    )
    with page.expect_download() as download:
        film.click()
    assert download.value.path().read_bytes().startswith(b"GIF")
    assert told.json_value()[0] == "in progress …"


def test_no_script_that_others_write_runs(player: Player) -> None:
    player.begin("silo", second="friend")
    player.page.click("summary:text-is('Name')")
    player.page.fill("#myname", EVIL[:30])
    player.page.keyboard.press("Enter")
    player.wait_for(EVIL[:30])
    assert player.page.evaluate(HARMLESS)
    record = player.page.request.get(player.page.url + "/export/json").json()
    for seat in record["players"]:
        seat["name"] = seat["spec"] = EVIL
    record |= {"comment": EVIL, "terms": {"clock": EVIL}}
    player.go("/replay")
    buffer = json.dumps(record).encode()
    file = {"name": f"{EVIL}.json", "mimeType": "application/json", "buffer": buffer}
    player.page.set_input_files("#file", file)  # type: ignore[arg-type]
    player.wait_for(EVIL)
    assert player.page.evaluate(HARMLESS)
    player.go(f"/games/silo?position={quote(EVIL)}&first={quote(EVIL)}")
    assert player.page.input_value("#position") == EVIL
    player.page.click("summary")
    player.page.wait_for_function("() => document.querySelector('#editorprompt')?.textContent")
    assert player.page.evaluate(HARMLESS)


def test_a_newcomer_begins_against_the_level_of_the_terminal_and_a_friend_is_one_click_away(
    player: Player,
) -> None:
    page = player.page
    player.go("/games/silo")
    assert page.input_value("#first") == "me"
    assert page.input_value("#second") == first_opponent()
    page.click("#begin")
    page.wait_for_selector(".yours .hit.choice")
    player.go("/")
    page.click("#turns >> text=Silo against Computer, level 1")  # it is the player's turn
    page.wait_for_selector(".yours .hit.choice")
    page.click("#resign")
    page.click("#resign")
    page.wait_for_selector("#ending")
    player.go("/")
    page.wait_for_load_state("networkidle")
    assert page.locator("#yours").is_hidden()
    player.go("/games/silo")
    assert page.input_value("#second") == "level:1"  # there is none easier after a loss
    page.click("text=Invite a friend")
    page.wait_for_selector("#invitelink")


def test_a_preset_of_the_clock_is_one_click(player: Player) -> None:
    page = player.page
    player.go("/games/silo")
    preset = page.locator("text=3 days a move")
    preset.click()
    assert page.input_value("#term-clock") == "3 days a move"
    assert preset.get_attribute("aria-pressed") == "true"
    page.click("#begin")
    player.wait_for("Clock: 3 d 0 h for each move")
