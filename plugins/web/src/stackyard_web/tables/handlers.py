"""What pages ask of a table, and what they are answered."""

from __future__ import annotations

import time
from collections.abc import Sequence

from msgspec import convert

from stackyard.errors import EtiquetteError, IllegalMoveError, Refusal, StackyardError
from stackyard.turnloop.history import Course
from stackyard.turnloop.wording import ending
from stackyard_web import protocol, views
from stackyard_web.protocol import Request, Told
from stackyard_web.server.faults import NOTHING_CHANGED, report_failure
from stackyard_web.server.root_path import root
from stackyard_web.tables import move_picker
from stackyard_web.tables.protocols import Page, Table
from stackyard_web.tables.tokens import in_the_rematch
from stackyard_web.workers.queue import Priority

QUICKER = 5  # how many times shorter the analysis of a ply for a graph is
PAUSE = 3.0  # seconds between two ready messages of a page


async def answer(table: Table, request: Request, page: Page) -> None:
    """Do what a page asks for; it is told if that cannot be."""
    table.touch()
    try:
        await _obey(table, request, page)
    except IllegalMoveError as error:
        page.tell(_refused(error.refusal))
    except Exception as failure:
        where = f"table {table.number}, {type(request).__name__}"
        page.tell(
            protocol.Failed(report_failure(failure, where, table.match.game, NOTHING_CHANGED))
        )


async def _obey(table: Table, request: Request, page: Page) -> None:
    seats, playing = page.role.seats, table.playing
    match request:
        case protocol.Ping():
            page.tell(protocol.Pong())
        case protocol.Play(move, version):
            await table.change(lambda: _play(table, move, version, seats))
        case protocol.Undo():
            await table.change(lambda: playing.undo(seats))
        case protocol.Redo():
            await table.change(lambda: playing.redo(seats))
        case protocol.Resign():
            await table.change(lambda: playing.resign(seats))
        case protocol.OfferDraw():
            await table.change(lambda: playing.offer_draw(seats))
        case protocol.AnswerDraw(accept):
            await table.change(lambda: playing.answer_draw(seats, accept))
        case protocol.AskBack():
            await table.change(lambda: playing.ask_back(seats))
        case protocol.AnswerBack(accept):
            await table.change(lambda: playing.answer_back(seats, accept))
        case protocol.Call(name):
            await table.change(lambda: playing.call(seats, name))
        case protocol.Greet(number):
            _greet(table, page, number)
        case protocol.Flip(flipped):
            page.flipped = flipped
            page.send(await table.read(lambda: table.state(flipped)))
        case protocol.Look(ply):
            page.tell(await table.read(lambda: _look(table, ply, page.flipped)))
        case protocol.Explore(ply, moves):
            page.tell(await table.read(lambda: _explore(table, ply, moves, page.flipped)))
        case protocol.Preview(move):
            page.tell(await table.read(lambda: _preview(table, move, page.flipped)))
        case protocol.Why(cells):
            page.tell(await table.read(lambda: _why(table, cells)))
        case protocol.Hint():
            page.tell(await _hint(table, page))
        case protocol.Analyse(ply, moves, quick):
            page.tell(await _analyse(table, page, ply, moves, quick))
        case protocol.Rematch():
            await _rematch(table, page)


def _play(table: Table, move: str, version: int, seats: tuple[int, ...]) -> None:
    if version != table.version:
        raise StackyardError("the board has changed meanwhile; look again")
    table.playing.must_sit(seats, table.match.result is None)
    table.begin_early(move)
    table.playing.play(move)


def _look(table: Table, ply: int, flip: bool) -> Told:
    course = table.match.course.at(min(ply, table.match.ply))
    return protocol.Looked(course.ply, views.picture(course.game, course.scene, flip))


def _after(table: Table, ply: int, moves: list[str]) -> Course:
    """The course up to a ply, played on."""
    course = table.match.course.at(min(ply, table.match.ply))
    for move in moves:
        course = course.play(move)
    return course


def _explore(table: Table, ply: int, moves: list[str], flip: bool) -> Told:
    course = _after(table, ply, moves)
    picture = views.picture(course.game, course.scene, flip)
    over = course.result is not None
    choices = [] if over else move_picker.choices(course.game, course.position)
    return protocol.Explored(ply, moves, picture, choices)


def _preview(table: Table, move: str, flip: bool) -> Told:
    course = table.match.course.play(move)
    return protocol.Previewed(move, views.picture(course.game, course.scene, flip))


def _why(table: Table, cells: list[int]) -> Told:
    course = table.match.course
    if course.result is not None:
        return _refused(Refusal("match-over", f"the match is over: {ending(course)}"))
    return _refused(move_picker.why(course.game, course.position, tuple(cells)))


def _refused(refusal: Refusal) -> Told:
    return protocol.Refused(refusal.rule, refusal.sentence, list(refusal.cells))


async def _rematch(table: Table, page: Page) -> None:
    refusal = table.playing.etiquette.rematch_refusal(page.role.seats)
    if refusal is not None:
        raise EtiquetteError(refusal)
    following = await table.rematch(page.client)
    seat = None if len(page.role.seats) == 2 else page.role.seats[0]
    for other in table.pages:
        url = f"{root()}/t/{following.token(in_the_rematch(other.role))}"
        other.tell(protocol.Again(url, seat))


def _greet(table: Table, page: Page, number: int) -> None:
    """Say a ready message to everybody, one in a while."""
    table.playing.must_sit(page.role.seats)
    now = time.monotonic()
    if now - page.greeted < PAUSE:
        raise StackyardError("wait a moment before you say more")
    page.greeted = now
    for other in table.pages:
        other.tell(protocol.Greeted(page.role.seats[0], protocol.GREETINGS[number]))


async def _hint(table: Table, page: Page) -> Told:
    table.playing.must_sit(page.role.seats, True)
    table.playing.must_go_on()
    ply = table.match.ply
    found = await _analyse(table, page, ply)
    best = found.candidates[0]
    return protocol.Hinted(ply, best.move, best.words, best.cells, best.judgement, found.basis)


async def _analyse(
    table: Table, page: Page, ply: int, moves: Sequence[str] = (), quick: bool = False
) -> protocol.Analysed:
    refusal = table.playing.etiquette.advice_refusal(page.role.seats)
    if refusal is not None:
        raise EtiquetteError(refusal)
    if page.busy:
        raise StackyardError("the last question is still being thought about")
    page.busy = True
    try:
        limits = table.house.limits
        course = await table.read(lambda: _after(table, ply, list(moves)))
        answered = await table.house.engine_workers.call(
            "analyse",
            limits.thinking,
            priority=Priority.ANALYSIS,
            client=page.client,
            head=await table.read(lambda: table.head),
            moves=course.moves,
            within=limits.analysis / QUICKER if quick else limits.analysis,
        )
        shown = {"ply": course.ply - len(moves), "moves": moves, "quick": quick}
        return convert({**shown, **answered}, protocol.Analysed)
    finally:
        page.busy = False
