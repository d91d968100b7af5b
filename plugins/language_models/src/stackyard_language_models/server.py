"""The server of the Model Context Protocol: tools, and a board that hosts can show.

The board is an MCP App: a page in the host's sandbox that gets the result of a tool and shows the
picture in its `_meta`. Clients without such pages, and the model itself, get text.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from importlib.metadata import version
from importlib.resources import files
from typing import Any

from mcp.server import MCPServer
from mcp.server.apps import Apps
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent
from pydantic import ValidationError

from stackyard.errors import StackyardError
from stackyard.plugins.registry import registry
from stackyard.records.archive import Archive
from stackyard.text import quoted
from stackyard_language_models.matches import Matches, Options, Place, State, rules_of

BOARD = "ui://stackyard/board.html"
PICTURE = "stackyard/board"  # the key of the picture in `_meta`
MOST_PICTURE = 200_000  # characters
INSTRUCTIONS = """\
Play modern abstract strategy games. new_game begins a match and returns its number; play needs \
that number, a move in the game's notation, and the version of the last state, so that no move is \
played twice. An illegal move changes nothing: its feedback names the rule. rules explains a game \
and its notation. Instead of a match, state, legal_moves, play and analyse take a game, options \
and a position as text; then nothing is kept."""

# The arguments that are no texts.
MEANINGS = {
    "match": "the number of a match",
    "options": 'names with values, such as {"size": 4}',
    "seat": "1 or 2",
    "seconds": "a number of seconds",
    "version": "the number of moves in the last state",
}


class Server(MCPServer):
    """Answers arguments that a tool cannot have by a sentence."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """See MCPServer."""
        for tool in await self.list_tools():
            known = tool.input_schema.get("properties", {})
            if tool.name == name and (strange := [one for one in arguments if one not in known]):
                has = f"it has {', '.join(known)}" if known else "it has none"
                return _refusal(f"{name} has no argument {quoted(strange[0])}; {has}")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as failure:
            if not isinstance(failure.__cause__, ValidationError):
                raise
            argument = str(failure.__cause__.errors()[0]["loc"][0])
            meaning = MEANINGS.get(argument, "a text")
            if argument not in arguments:
                return _refusal(f"{name} needs the argument {argument}: {meaning}")
            return _refusal(f"{argument} is {meaning}, not {quoted(arguments[argument])}")


def make_server(archive: Archive | None = None) -> MCPServer:
    """A server of all installed games, with matches in `archive`, else in the person's own."""
    matches = Matches(archive or Archive())
    apps = Apps()
    page = files(__package__).joinpath("board.html").read_text("utf-8")
    apps.add_html_resource(BOARD, page, name="board", title="The board", prefers_border=True)

    @apps.tool(
        resource_uri=BOARD,
        description="Begin a match; opponent: human, random, or level:1 to level:8.",
    )
    def new_game(
        game: str, options: Options | None = None, opponent: str = "level:3", seat: int = 1
    ) -> CallToolResult:
        return _answer(lambda: matches.new_game(game, options or {}, opponent, seat))

    @apps.tool(resource_uri=BOARD, description="Show a match, or a position of a game.")
    def state(
        match: int | None = None,
        game: str = "",
        options: Options | None = None,
        position: str = "",
    ) -> CallToolResult:
        return _answer(lambda: matches.state(Place(match, game, options or {}, position)))

    @apps.tool(resource_uri=BOARD, description="Play a move; version is that of the last state.")
    def play(
        move: str | int,
        version: int = 0,
        match: int | None = None,
        game: str = "",
        options: Options | None = None,
        position: str = "",
    ) -> CallToolResult:
        return _answer(
            lambda: matches.play(Place(match, game, options or {}, position), str(move), version)
        )

    server = Server(
        "stackyard",
        title="Stackyard",
        instructions=INSTRUCTIONS,
        version=version("stackyard-language-models"),
        extensions=[apps],
    )

    @server.tool(description="List the legal moves of a match or a position.")
    def legal_moves(
        match: int | None = None,
        game: str = "",
        options: Options | None = None,
        position: str = "",
    ) -> CallToolResult:
        return _answer(lambda: matches.legal_moves(Place(match, game, options or {}, position)))

    @server.tool(description="Search for the best moves, for at most 10 seconds.")
    def analyse(
        seconds: float = 1.0,
        match: int | None = None,
        game: str = "",
        options: Options | None = None,
        position: str = "",
    ) -> CallToolResult:
        return _answer(
            lambda: matches.analyse(Place(match, game, options or {}, position), seconds)
        )

    @server.tool(description="List the installed games with a sentence about each.")
    def games() -> CallToolResult:
        found = {name: game.about.summary for name, game in registry().games.items()}
        return _texts("\n".join(f"{name}: {summary}" for name, summary in found.items()), found)

    @server.tool(description="Tell the rules of a game and how moves and positions are written.")
    def rules(game: str) -> CallToolResult:
        return _answer(lambda: rules_of(game))

    return server


def _answer(ask: Callable[[], Any]) -> CallToolResult:
    """The answer of a call; an error of ours is its sentence."""
    try:
        found = ask()
    except StackyardError as error:
        return _refusal(str(error))
    if isinstance(found, State):
        return _shown(found)
    if isinstance(found, str):
        return _texts(found, None)
    return _texts(json.dumps(found), found)


def _refusal(sentence: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=sentence)], is_error=True)


def _shown(state: State) -> CallToolResult:
    """A state as text for the model, as data, and as a picture for the host.

    It is an error if it has feedback: a move was not played.
    """
    content = asdict(state)
    board, picture = content.pop("board"), content.pop("picture")
    words = f"{state.feedback}\n\n{board}" if state.feedback else board
    known = f"{json.dumps(content)}\n\n{words}"
    result = _texts(known, content)
    result.is_error = bool(state.feedback)
    if len(picture) <= MOST_PICTURE:
        result.meta = {PICTURE: picture}
    return result


def _texts(text: str, content: dict[str, Any] | None) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=content)
