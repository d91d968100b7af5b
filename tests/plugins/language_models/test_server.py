"""The server of the Model Context Protocol, asked by the protocol's own client."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.types import CallToolResult, TextContent
from tests.conftest import GAMES, PATIENCE

from stackyard import Archive, Match, load_game, record_of
from stackyard.records.reader import course_of
from stackyard_language_models.server import BOARD, PICTURE, make_server

Calls = Callable[[Client], Coroutine[Any, Any, None]]


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(tmp_path / "archive.sqlite3")


@pytest.fixture
def ask(archive: Archive) -> Callable[[Calls], None]:
    """Run calls of a client."""

    def run(calls: Calls) -> None:
        async def connected() -> None:
            async with Client(make_server(archive)) as client:
                await calls(client)

        anyio.run(connected)

    return run


def words(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def told(result: CallToolResult) -> dict[str, Any]:
    assert not result.is_error, words(result)
    content: dict[str, Any] | None = result.structured_content
    assert content is not None
    return content


def refused(result: CallToolResult) -> dict[str, Any]:
    """The unchanged state in an answer that is marked as an error."""
    assert result.is_error
    content: dict[str, Any] | None = result.structured_content
    assert content is not None
    return content


async def play_on(client: Client, state: dict[str, Any], most: int) -> dict[str, Any]:
    """The state after at most that many legal moves, and the replies."""
    for _ in range(most):
        if state["to_move"] is None:
            break
        moves = told(await client.call_tool("legal_moves", {"match": 1}))["moves"]
        move = moves[len(state["position"]) % len(moves)]
        given = {"match": 1, "move": move, "version": state["version"]}
        state = told(await client.call_tool("play", given))
        assert not state["feedback"]
    return state


@pytest.mark.parametrize("name", GAMES)
def test_each_move_of_a_match_is_kept(
    name: str, archive: Archive, ask: Callable[[Calls], None]
) -> None:
    async def calls(client: Client) -> None:
        begun = await client.call_tool("new_game", {"game": name, "opponent": "random", "seat": 2})
        state = await play_on(client, told(begun), 4)
        course = course_of(archive.record(1))
        assert course.game.format_position(course.position) == state["position"]
        assert course.ply == state["version"] > 1

    ask(calls)


def test_a_match_ends_with_a_result(archive: Archive, ask: Callable[[Calls], None]) -> None:
    small = {"game": "silo", "options": {"size": 4}, "opponent": "random"}

    async def calls(client: Client) -> None:
        state = await play_on(client, told(await client.call_tool("new_game", small)), 100)
        assert state["to_move"] is None
        result = archive.record(1).result
        assert result is not None
        assert result.sentence in state["result"]
        late = await client.call_tool("play", {"match": 1, "move": "a", "version": 0})
        assert late.is_error
        assert "match 1 is over" in words(late)

    ask(calls)


def test_a_refused_move_changes_nothing_and_names_the_rule(
    archive: Archive, ask: Callable[[Calls], None]
) -> None:
    async def calls(client: Client) -> None:
        await client.call_tool("new_game", {"game": "silo", "opponent": "human"})
        for move, rule in [("b", "no checker of yours"), ("zz", "is no move")]:
            given = {"match": 1, "move": move, "version": 0}
            state = refused(await client.call_tool("play", given))
            assert rule in state["feedback"]
            assert state["version"] == archive.record(1).plies == 0
        played = await client.call_tool("play", {"match": 1, "move": "a", "version": 0})
        assert 'class="way"' in (played.meta or {})[PICTURE]  # of the last turn
        again = refused(await client.call_tool("play", {"match": 1, "move": "a", "version": 0}))
        assert "had been played" in again["feedback"]  # a repeated call plays no second move
        assert again["version"] == archive.record(1).plies == 1

    ask(calls)


def test_a_position_needs_no_match(archive: Archive, ask: Callable[[Calls], None]) -> None:
    game = load_game("silo", size=4)
    start = game.format_position(game.initial())
    place = {"game": "silo", "options": {"size": "4"}, "position": start}

    async def calls(client: Client) -> None:
        shown = await client.call_tool("state", place)
        assert told(shown)["position"] == start
        assert "a  b  c  d" in words(shown)
        assert (shown.meta or {})[PICTURE].startswith("<svg")
        moves = told(await client.call_tool("legal_moves", place))["moves"]
        assert moves == game.legal_texts(game.initial())
        played = told(await client.call_tool("play", {**place, "move": moves[0]}))
        assert played["to_move"] == "blue"
        advice = told(await client.call_tool("analyse", {**place, "seconds": 0.1}))
        assert advice["moves"][0] in moves
        assert not archive.numbers()

    ask(calls)


@pytest.mark.parametrize(
    ("tool", "given", "sentence"),
    [
        ("state", {}, "name a match by its number, or a game"),
        ("state", {"match": 7}, "there is no match 7"),
        ("state", {"match": 1, "game": "silo"}, "not both"),
        ("play", {"match": 1, "options": {"size": 4}, "move": "a"}, "not both"),
        ("state", {"game": "go"}, "no game 'go' is installed"),
        ("state", {"game": "silo", "position": "?"}, "a position is the columns"),
        ("state", {"game": "silo", "options": {"size": "99"}}, "size"),
        ("analyse", {"game": "silo", "seconds": 3600}, "at most 10"),
        ("new_game", {"game": "silo", "opponent": "mcts:seconds=3600"}, "no opponent"),
        ("new_game", {"game": "silo", "seat": 3}, "seat 3"),
        ("rules", {"game": "go"}, "no game 'go' is installed"),
        ("rules", {}, "rules needs the argument game: a text"),
        ("state", {"game": "silo", "options": {"size": 5}}, "silo, option size: 5 is not allowed"),
        (
            "state",
            {"game": "splay", "options": {"fill": 3}},
            "option fill: 3 is not allowed",
        ),
        ("state", {"game": "silo", "options": "size=4"}, "options is names with values, such as"),
        ("state", {"match": "one"}, "match is the number of a match, not 'one'"),
        ("new_game", {"game": "silo", "side": 1}, "new_game has no argument 'side'; it has game"),
    ],
)
def test_what_cannot_be_answered_is_told_in_a_sentence(
    tool: str, given: dict[str, Any], sentence: str, ask: Callable[[Calls], None]
) -> None:
    async def calls(client: Client) -> None:
        result = await client.call_tool(tool, given)
        assert result.is_error
        assert sentence in words(result)
        assert "Traceback" not in words(result)

    ask(calls)


def test_a_match_of_a_player_that_may_think_for_long_is_left_to_people(
    archive: Archive, ask: Callable[[Calls], None]
) -> None:
    slow = Match(load_game("silo"), ("human", "mcts:seconds=3600"))
    archive.add(record_of(slow))

    async def calls(client: Client) -> None:
        result = await client.call_tool("play", {"match": 1, "move": "c"})
        assert "match 1 is played by mcts:seconds=3600, which may think longer" in words(result)
        assert not told(await client.call_tool("state", {"match": 1}))["version"]

    ask(calls)


def test_the_options_of_a_state_are_those_that_a_call_takes(ask: Callable[[Calls], None]) -> None:
    async def calls(client: Client) -> None:
        chosen = {"side": "3", "pie": "off"}
        place = {"game": "slicron", "options": chosen}
        options = told(await client.call_tool("state", place))["options"]
        assert options.items() >= chosen.items()
        again = await client.call_tool("state", {"game": "slicron", "options": options})
        assert told(again)["options"] == options

    ask(calls)


def test_the_board_is_an_app_with_text_beside_it(ask: Callable[[Calls], None]) -> None:
    async def calls(client: Client) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert {*tools} == {
            *("games", "rules", "new_game", "state", "legal_moves", "play", "analyse")
        }
        for name in ("new_game", "state", "play"):
            assert (tools[name].meta or {})["ui"]["resourceUri"] == BOARD
        (page,) = (await client.read_resource(BOARD)).contents
        assert page.mime_type == "text/html;profile=mcp-app"

    ask(calls)


def test_the_command_serves_on_standard_input_and_output_until_they_end(tmp_path: Path) -> None:
    code = 'from stackyard_cli.main import main; main(prog_name="stackyard")'
    client = {"name": "test", "version": "1"}
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    with subprocess.Popen(
        [sys.executable, "-c", code, "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"STACKYARD_ARCHIVE": str(tmp_path / "archive.sqlite3")},
        text=True,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for message in (
            {"id": 1, "method": "initialize", "params": hello},
            {"method": "notifications/initialized"},
            {"id": 2, "method": "tools/call", "params": {"name": "games", "arguments": {}}},
        ):
            program.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            program.stdin.flush()
            if "id" in message:
                answer = json.loads(program.stdout.readline())
        assert set(GAMES) <= set(answer["result"]["structuredContent"])
        program.stdin.close()
        assert program.wait(PATIENCE) == 0
