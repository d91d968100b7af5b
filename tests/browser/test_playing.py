from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.browser.conftest import HABIT, SMALL
from tests.conftest import first_in_check

from stackyard_silo.refusals import refused

if TYPE_CHECKING:
    from tests.browser.conftest import NewPlayer, Player, Server

MOST = 150  # moves of a game between clickers who do not think
# Plays the only move of the first column, and clicks where it has led as soon as it is answered.
TWO_CLICKS = """async () => {
    const click = (cell) => document.querySelector(`.hit[data-cell="${cell}"]`)
        .dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    const begun = performance.now();
    click(0);
    while (!document.querySelector("#moves button")) await new Promise((go) => setTimeout(go, 5));
    click(1);
    return performance.now() - begun;
}"""
# Types moves as fast as the server takes them, and tells how many milliseconds after the last one
# the result comes, and whether a piece still moves then.
HURRY = """async (moves) => {
    const until = async (holds) => {
        while (!holds()) await new Promise((done) => setTimeout(done, 5));
        return performance.now();
    };
    const element = (id) => document.getElementById(id);
    let played = 0;
    for (const [at, move] of moves.entries()) {
        element("typedmove").value = move;
        element("typed").requestSubmit();
        played = await until(() => element("moves").querySelectorAll("button").length > at);
    }
    const ended = await until(() => !element("ending").hidden);
    return { late: ended - played, moving: document.querySelector(".moving") !== null };
}"""


@pytest.mark.both
@pytest.mark.parametrize("game", first_in_check(SMALL))
def test_a_whole_game_is_played_by_clicking(player: Player, game: str) -> None:
    player.begin(game, **SMALL[game])
    for number in range(MOST):
        if player.is_over:
            break
        player.move(number * 7)
    assert player.is_over
    assert player.page.inner_text("#result")
    assert player.page.locator("#rematch").is_visible()


@pytest.mark.both
def test_a_whole_game_is_played_by_keyboard_alone(player: Player) -> None:
    page, keyboard = player.page, player.tab.keyboard

    def focused(selector: str) -> bool:
        return bool(page.evaluate("s => document.activeElement.matches(s)", selector))

    def tab_to(selector: str) -> None:
        for _ in range(60):
            if focused(selector):
                return
            keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    def walk_to(selector: str) -> None:
        # To the left end, then right until it is found.
        for _ in range(4):
            keyboard.press("ArrowLeft")
        for _ in range(4):
            if focused(selector):
                return
            keyboard.press("ArrowRight")
        raise AssertionError(f"arrows do not lead to {selector}")

    player.go("/games/silo")
    tab_to("#second")
    keyboard.type("Me")
    tab_to("summary")
    keyboard.press("Enter")
    tab_to("#option-size")
    keyboard.type("4")
    tab_to("#option-height")
    keyboard.type("1")
    tab_to("button.large")
    keyboard.press("Enter")
    page.wait_for_selector(".yours .hit.choice")
    tab_to(".hit")
    for ply in range(MOST):
        walk_to(".hit.choice")
        keyboard.press("Space" if ply % 2 else "Enter")  # a piece of Silo has one way to go
        player.await_ply(ply + 1)
        if player.is_over:
            break
        assert focused(".hit")
    assert player.is_over
    assert "wins" in page.inner_text("#speech")


def test_two_people_play_by_link_and_a_third_watches(new_player: NewPlayer, server: Server) -> None:
    first, second, third = new_player(), new_player(), new_player()
    first.begin("splay", second="friend")
    first.wait_for("not here yet")
    second.join(first)
    third.join(first, "watch")
    third.wait_for("you are watching")
    first.wait_for("1 watching")
    assert second.page.locator("#invitelink").count() == 0
    assert second.cells().count() == third.cells().count() == 0
    first.move()
    second.await_ply(1)
    second.move()
    second.page.reload()
    second.page.wait_for_selector(".board")
    second.await_ply(2)
    first.await_ply(2)
    server.kill()
    first.wait_for("The connection is lost")
    server.start()
    for player in (first, second, third):
        player.page.wait_for_selector("#lost", state="hidden")
    first.move()
    for player in (second, third):
        player.await_ply(3)
    second.page.dblclick("#draw")
    first.wait_for("Black offers a draw")
    server.kill()
    first.wait_for("The connection is lost")
    server.start()
    first.page.wait_for_selector("#lost", state="hidden")
    first.page.click("text=Accept")
    for player in (first, second, third):
        player.wait_for("Draw: the players agree on it")
    before = first.page.url
    first.page.click("#rematch")
    first.page.wait_for_url(lambda url: url != before)
    second.page.click("text=Play again")
    second.page.wait_for_selector(".yours .hit.choice")


@pytest.mark.both
def test_one_plays_the_computer_with_hints_and_takes_back(player: Player) -> None:
    player.begin("silo", second="level:1")
    page = player.page
    page.click("#hint")
    player.wait_for("Hint:")
    assert page.locator(".hit.hinted").count() == 2
    player.move()
    player.await_ply(2)
    page.wait_for_selector(".yours .hit.choice")
    page.click("#analysisbox summary")
    page.click("#analyse")
    page.wait_for_selector(".balance")
    page.click("#undo")
    page.wait_for_function("() => document.querySelectorAll('#moves button').length === 0")
    page.click("#redo")
    player.await_ply(2)
    page.click("#resign")
    page.click("#resign")
    player.wait_for("Blue wins: red resigns")


@pytest.mark.nightly
@pytest.mark.both
def test_a_click_that_ends_a_move_played_already_plays_no_other(player: Player) -> None:
    answered = HABIT
    while answered >= HABIT:  # a busy machine answers too late for the click to be stray
        player.begin("silo")
        player.cells().first.wait_for()
        answered = player.page.evaluate(TWO_CLICKS)
    player.page.wait_for_timeout(1000)
    assert player.ply == 1
    player.page.click('.hit[data-cell="1"]')  # now it is meant
    player.await_ply(2)


@pytest.mark.both
def test_a_result_comes_when_the_last_of_many_quick_moves_is_drawn(
    new_player: NewPlayer,
) -> None:
    player = new_player(reduced_motion="no-preference")
    player.begin("silo", size="4", height="1")
    player.cells().first.wait_for()
    ended = player.page.evaluate(HURRY, list("cdacbbb"))
    assert not ended["moving"]
    assert ended["late"] < 1000  # each of the seven moves takes 200 to 600


@pytest.mark.nightly
@pytest.mark.parametrize("game", SMALL)
def test_every_grey_button_of_a_fresh_table_says_why_when_it_is_pressed(
    new_player: NewPlayer, game: str
) -> None:
    host, guest, watcher = new_player(), new_player(), new_player()
    host.begin(game, second="friend")
    guest.join(host)
    watcher.join(host, "watch")
    alone, against = new_player(), new_player()
    alone.begin(game)
    against.begin(game, second="level:1")
    found: set[str] = set()
    for player in (host, guest, watcher, alone, against):
        page = player.page
        page.wait_for_selector("#own.acting, #rival.acting")
        page.click("#settings")
        for summary in page.locator(".side summary:visible").all():
            summary.click()
        grey = page.locator("button:disabled:visible, [aria-disabled='true']:visible")
        for name in grey.evaluate_all("all => all.map((each) => each.id)"):
            page.evaluate("document.getElementById('refusal').textContent = ''")
            page.click(f"#{name}", force=True)  # Playwright would wait until it is enabled
            page.wait_for_function("() => document.getElementById('refusal').textContent")
            found.add(name)
    assert {"undo", "redo"} <= found


@pytest.mark.both
def test_an_illegal_click_says_which_rule_and_shows_where(player: Player) -> None:
    player.begin("silo")
    player.page.click('.hit[data-cell="1"]')
    sentence = refused("not-yours", column="b", colour="red").sentence
    player.wait_for(sentence[0].upper() + sentence[1:])
    assert player.page.locator(".hit.refused").get_attribute("data-cell") == "1"


@pytest.mark.both
def test_a_number_of_checkers_is_asked_for_with_a_preview(player: Player) -> None:
    player.begin("filo")
    page = player.page
    assert page.locator("#choices button").count() > 1
    pieces = page.locator(".board .piece").count()
    page.hover("#choices button:nth-child(3)")
    page.wait_for_selector(".boardbox.preview")
    assert page.locator(".board .piece").count() == pieces + 3
    player.tab.mouse.move(1, 1)
    page.wait_for_selector(".boardbox:not(.preview)")
    assert page.locator(".board .piece").count() == pieces


@pytest.mark.nightly
@pytest.mark.both
def test_a_button_that_appears_under_a_resting_pointer_previews_nothing(player: Player) -> None:
    player.begin("filo", second="level:1")
    page = player.page
    page.click("#choices button:nth-child(2)")
    player.await_ply(2)
    page.wait_for_selector("#choices button:nth-child(2):hover")
    page.wait_for_timeout(500)
    assert page.locator(".boardbox.preview").count() == 0


@pytest.mark.both
def test_one_looks_back_and_returns_to_the_present(player: Player) -> None:
    player.begin("silo")
    player.move()
    player.move()
    player.page.click("#moves button >> nth=0")
    player.wait_for("After move 1 of 2")
    assert player.cells().count() == 0
    player.page.click("#end")
    player.page.wait_for_selector(".yours .hit.choice")


@pytest.mark.both
def test_the_board_is_shown_from_the_other_side(player: Player) -> None:
    player.begin("silo")
    before = player.page.get_attribute('.hit[data-cell="1"]', "data-x")
    player.set("flip")
    player.page.wait_for_function(
        "x => document.querySelector('.hit[data-cell=\"1\"]')?.dataset.x !== x", arg=before
    )
    player.move()
    assert player.page.get_attribute("#flip", "aria-pressed") == "true"


@pytest.mark.both
def test_the_clocks_run_down_and_end_the_match(player: Player) -> None:
    player.begin("silo", clock="3 s")
    clocks = player.page.locator(".clock")
    assert clocks.count() == 2
    player.page.wait_for_function("() => document.querySelector('.clock.low')?.textContent < '2'")
    assert (
        clocks.nth(0).inner_text() == "3.0"
    )  # of the side that waits; it stands first in the page
    player.wait_for("Blue wins: the time of red is up")
    assert clocks.nth(0).is_hidden()


@pytest.mark.nightly
def test_an_analysis_says_what_each_move_is_worth_and_a_match_is_saved_as_a_file(
    player: Player,
) -> None:
    player.begin("silo")
    player.move()
    player.page.click("#analysisbox summary")
    player.page.click("#analyse")
    player.wait_for("games; best play: ")
    player.page.click('summary:has-text("Share")')
    with player.page.expect_download() as started:
        player.page.click(".files a >> text=text")
    assert started.value.suggested_filename == "silo.txt"
    assert '[Game "silo"]' in started.value.path().read_text("utf-8")
    assert player.page.request.get(player.page.url + "/export/json").json()["game"] == "silo"


def test_perfect_says_what_it_plays_from_and_advice_is_exact_on_a_small_board(
    player: Player,
) -> None:
    player.begin("silo", first="perfect", second="me", size="4", height="1")
    player.wait_for("The player perfect has solved the position: blue wins in 8 moves.")
    player.page.click("#hint")
    player.wait_for("wins for certain in 7 moves. The position is solved.")
    player.page.click("#analysisbox summary")
    player.page.click("#analyse")
    player.wait_for("positions visited.")


def test_friends_have_names_greet_and_take_back_a_turn(new_player: NewPlayer) -> None:
    first, second = new_player(), new_player()
    first.begin("silo", second="friend")
    second.join(first)
    first.page.click("summary:text-is('Name')")
    first.page.fill("#myname", "Ada <b>")
    first.page.keyboard.press("Enter")
    second.wait_for("Ada <b> · here")
    first.wait_for("Ada <b> · you")
    first.page.click("summary:text-is('Messages')")
    first.page.fill("#chat input", "Well <i>met</i>, friend")
    first.page.keyboard.press("Enter")
    second.wait_for("Ada <b>: Well <i>met</i>, friend")
    second.wait_for("Messages (1 new)")
    second.page.click("summary:has-text('Messages')")
    second.page.click("text=Mute")
    first.page.wait_for_selector("#chat input:disabled")
    first.move()
    second.await_ply(1)
    first.page.click("#undo")
    second.wait_for("Ada <b> asks to take back the last turn.")
    second.page.click("text=Accept")
    first.page.wait_for_function("() => !document.querySelector('#moves button')")
    first.page.wait_for_selector(".yours .hit.choice")
    first.begin("silo", second="friend")
    first.wait_for("Ada <b> · you")


@pytest.mark.nightly
def test_a_watcher_is_told_of_other_watchers_only(new_player: NewPlayer) -> None:
    first, second, third = new_player(), new_player(), new_player()
    first.begin("silo", second="friend")
    second.join(first, "watch")
    first.wait_for("1 watching")
    assert second.page.inner_text("#watching") == ""
    third.join(first, "watch")
    second.wait_for("1 watching")


@pytest.mark.nightly
def test_a_rematch_that_waits_is_still_there_after_a_reload(new_player: NewPlayer) -> None:
    first, second = new_player(), new_player()
    first.begin("silo", second="friend")
    second.join(first)
    first.page.click("#resign")
    first.page.click("#resign")
    first.page.wait_for_selector("#rematch", state="visible")
    before = first.page.url
    first.page.click("#rematch")
    first.page.wait_for_url(lambda url: url != before)
    second.wait_for("Play again")
    second.page.reload()
    second.page.click("text=Play again")
    second.page.wait_for_selector(".yours .hit.choice")


@pytest.mark.both
def test_a_position_is_set_up_by_clicks_and_played(player: Player) -> None:
    player.go("/games/pit_of_pillars")
    page = player.page
    page.select_option("#second", "me")
    page.click("summary")
    page.wait_for_selector("#editor .board")
    page.click('#editor .hit[aria-label^="d4"]')
    page.click("#editorchoices >> text=/^w$/")
    page.wait_for_selector('#editor .hit[aria-label^="d4, white"]')
    page.click("#editorchoices >> text=/^wr$/")
    page.wait_for_selector('#editor .hit[aria-label^="d4, stack of two, red"]')
    page.click('#editor .hit[aria-label^="f6"]')
    page.click("#editorchoices >> text=/^w$/")
    page.wait_for_selector('#editor .hit[aria-label^="f6, white"]')
    page.fill("#position", page.input_value("#position").split(" ")[0] + " w 0,0 move")
    player.wait_for("This position can be played.")
    page.click("button.large")
    page.wait_for_selector(".yours .hit.choice")
    assert page.locator(".board .stack").count() == 2


@pytest.mark.nightly
@pytest.mark.both
def test_a_start_with_a_name_fills_in_its_position_and_its_options(player: Player) -> None:
    player.go("/games/splay")
    page = player.page
    page.select_option("#second", "me")
    page.click("summary")
    page.select_option("#start", label="The centre instead")
    player.wait_for("bars White from the opposite cell")
    page.wait_for_function("() => document.querySelectorAll('#editor .hit').length === 19")
    assert page.input_value("#option-side") == "3"
    page.select_option("#start", label="the default start")
    page.wait_for_function("() => document.querySelectorAll('#editor .hit').length === 91")
    assert page.input_value("#position") == page.input_value("#option-side") == ""
    page.select_option("#start", label="A tower that is full")
    page.click("button.large")
    page.wait_for_selector(".yours .hit.choice")
    assert page.locator(".board .stack").count() == 7


@pytest.mark.both
def test_the_options_of_a_form_are_seen_on_its_board_and_a_match_leads_to_its_form(
    player: Player,
) -> None:
    player.go("/games/splay")
    player.page.click("summary")
    player.page.wait_for_selector("#editor .board")
    assert player.page.locator("#editor .hit").count() == 91
    player.page.select_option("#option-side", "3")
    player.page.wait_for_function("() => document.querySelectorAll('#editor .hit').length === 19")
    player.page.select_option("#second", "me")
    player.page.click("button.large")
    player.page.wait_for_selector(".yours .hit.choice")
    player.move()
    player.page.click('summary:has-text("Share")')
    player.open(player.page.get_attribute("#setup", "href") or "")
    assert player.page.input_value("#option-side") == "3"
    player.page.wait_for_selector("#editor .stack")
