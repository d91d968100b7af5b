"""The puzzles of a game: their page, and the judge's answers to the moves made there."""

from __future__ import annotations

from typing import Annotated, Any

from anyio import to_thread
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from stackyard.game import Game
from stackyard.plugins.registry import registry
from stackyard_coach.errors import PuzzleError
from stackyard_coach.puzzles import LEVELS, Puzzle, begin_puzzle, level_of, puzzles_of
from stackyard_web.pages.pages import render_page
from stackyard_web.pages.posted import answer_here
from stackyard_web.pages.tasks import TaskRequest, first_view, judged, number_of


class PuzzleRequest(TaskRequest, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A puzzle, counted from 0, the easiest first, and the solver's moves in it so far."""

    puzzle: Annotated[int, Meta(ge=0)]


async def page(request: Request) -> Response:
    """The page of the puzzles."""
    kind, puzzles = await to_thread.run_sync(_puzzles, request.path_params["name"])
    number = number_of(request, "number", len(puzzles))
    attempt = await to_thread.run_sync(begin_puzzle, puzzles[number], kind)
    names = " ".join([puzzle.name for puzzle in puzzles])
    shown = first_view(attempt)
    title = f"Puzzle {number + 1}, level {level_of(number, len(puzzles))}: {shown['title']}"
    return render_page(
        request,
        "puzzles",
        **{**shown, "title": title},
        about=kind.about,
        names=names,
        levels=LEVELS,
    )


async def answer(request: Request) -> Response:
    """The position of a puzzle after some moves, and what the judge says of a move tried there."""
    return await answer_here(request, PuzzleRequest, _judged)


def _puzzles(name: str) -> tuple[type[Game], tuple[Puzzle, ...]]:
    kind = registry().game(name)
    puzzles = puzzles_of(kind())
    if not puzzles:
        raise PuzzleError(f"{kind.about.title} has no puzzles")
    return kind, puzzles


def _judged(name: str, request: PuzzleRequest) -> dict[str, Any]:
    kind, puzzles = _puzzles(name)
    if request.puzzle >= len(puzzles):
        raise PuzzleError(f"{kind.about.title} has {len(puzzles)} puzzles")
    return judged(begin_puzzle(puzzles[request.puzzle], kind), request)
