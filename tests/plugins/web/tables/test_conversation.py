"""Free text between the two players."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stackyard_web.tables import conversation

if TYPE_CHECKING:
    from tests.plugins.web.conftest import MakeServer, Open, Page, Server


@pytest.fixture
def three(server: Server, page: Open) -> tuple[Page, Page, Page]:
    """Both players and a watcher."""
    url = server.begin()
    links = (url, server.invitation(url), server.watching(url))
    first, second, watcher = [page(server, link) for link in links]
    return first, second, watcher


def say(page: Page, text: str) -> str:
    """The answer that the sender hears."""
    page.say("say", text=text)
    while (line := page.hear("line"))["seat"] != page.seats[0]:
        pass
    return str(line["text"])


def wish(page: Page, kind: str, **wished: bool) -> None:
    """Say a wish about messages, and hear that it is noted."""
    page.say(kind, **wished)
    ((name, value),) = wished.items()
    while page.hear("messages")[name][page.seats[0]] is not value:
        pass


def test_players_read_each_other_and_watchers_only_what_both_let_them(
    three: tuple[Page, Page, Page],
) -> None:
    first, second, watcher = three
    assert say(first, "between us") == "between us"
    heard = second.hear("line")
    assert (heard["seat"], heard["text"]) == (0, "between us")
    wish(first, "show_messages", shown=True)
    say(second, "still between us")
    wish(second, "show_messages", shown=True)
    say(second, "for all")
    assert watcher.hear("line")["text"] == "for all"
    wish(first, "show_messages", shown=False)
    say(first, "between us again")
    say(first, "the last")
    first.say("resign")
    while watcher.state["winner"] is None:
        assert watcher.hear("state")
    assert watcher.ask("error", "say", text="me")["sentence"].startswith("you are watching")


def test_who_comes_later_gets_what_it_may_read(server: Server, page: Open) -> None:
    url = server.begin()
    first = page(server, url)
    say(first, "hello")
    wish(first, "show_messages", shown=True)
    second = page(server, server.invitation(url))
    assert [line["text"] for line in second.hear("messages")["lines"]] == ["hello"]
    wish(second, "show_messages", shown=True)
    say(second, "welcome")
    watcher = page(server, server.watching(url))
    assert [line["text"] for line in watcher.hear("messages")["lines"]] == ["welcome"]


def test_a_page_that_comes_back_can_tell_which_messages_are_new(server: Server, page: Open) -> None:
    url = server.begin()
    first, second = page(server, url), page(server, server.invitation(url))
    say(first, "heard")
    heard = second.hear("line")
    second.leave()
    say(first, "missed")
    lines = page(server, server.invitation(url)).hear("messages")["lines"]
    assert lines[0] == heard
    assert [line["text"] for line in lines if line["at"] > heard["at"]] == ["missed"]


def test_a_player_who_is_muted_is_told_so_also_after_a_restart(
    make_server: MakeServer, page: Open
) -> None:
    before = make_server()
    url = before.begin()
    wish(page(before, url), "mute", muted=True)
    after = make_server()
    first, second = page(after, url), page(after, after.invitation(url))
    assert second.ask("error", "say", text="x")["sentence"] == (
        "the other player has muted your messages"
    )
    assert say(first, "I may") == "I may"
    wish(first, "mute", muted=False)
    assert say(second, "thank you") == "thank you"


def test_messages_are_short_few_and_plain(
    server: Server, page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "RATE", 0.0)
    url = server.begin()
    first, second = page(server, url), page(server, server.invitation(url))
    assert say(first, " a\nb\u202ec\x1b[0m ") == "a b?c?[0m"
    assert "300" in first.ask("error", "say", text="x" * 301)["sentence"]
    assert first.ask("error", "say", text=" \n ")["sentence"] == "the message is empty"
    for _ in range(conversation.BURST - 1):
        say(first, "x")
    assert (
        first.ask("error", "say", text="x")["sentence"] == "wait a moment before the next message"
    )
    assert say(second, "my turn to speak") == "my turn to speak"


def test_messages_are_no_part_of_the_record(server: Server, page: Open) -> None:
    url = server.begin()
    first = page(server, url)
    say(first, "nothing for the record")
    first.play("c")
    assert "nothing for" not in server.client.get(f"{url}/export/json").text
    assert "nothing for" not in server.archive.path.read_bytes().decode("latin-1")


@pytest.mark.parametrize("second", ["me", "level:1"])
def test_there_is_nobody_to_write_to_without_another_person(
    server: Server, page: Open, second: str
) -> None:
    player = page(server, server.begin(second=second))
    sentence = player.ask("error", "say", text="hello")["sentence"]
    assert sentence == "there is no other person to write to at this table"
