"""Handlers for the requests of pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import convert

from stackyard.errors import EtiquetteError, IllegalMoveError, Refusal, StackyardError
from stackyard.turnloop.history import Course
from stackyard.turnloop.wording import ending
from stackyard_web import move_picker, protocol, views
from stackyard_web.analysis_messages import AnalysisResult, HintResult
from stackyard_web.protocol import Request, ServerMessage
from stackyard_web.server.faults import NOTHING_CHANGED, log_warning, report_failure
from stackyard_web.server.push import Subscription, require_push_service
from stackyard_web.tables.audience import PageConnection
from stackyard_web.tables.replies import replies
from stackyard_web.tables.table import MatchTable, rematch_path
from stackyard_web.workers import calls
from stackyard_web.workers.queue import Priority


async def answer(table: MatchTable, request: Request, page: PageConnection) -> None:
    """Handle a request; a failure or refusal is sent to the page."""
    table.touch()
    try:
        await _handle(table, request, page)
    except IllegalMoveError as error:
        page.tell(_refused(error.refusal))
    except Exception as failure:
        where = f"table {table.number}, {type(request).__name__}"
        page.tell(
            protocol.ErrorMessage(report_failure(failure, where, table.match.game, NOTHING_CHANGED))
        )


async def _handle(table: MatchTable, request: Request, page: PageConnection) -> None:
    seats, actions = page.role.seats, table.actions
    match request:
        case protocol.Subscribe(endpoint, p256dh, auth):
            table.services.notices.require_sender()
            require_push_service(endpoint)
            told = Subscription(endpoint, p256dh, auth, page.role.name)
            await table.read(lambda: actions.subscribe(seats, told))
        case protocol.Ping(hidden):
            page.looked_at = not hidden
            page.tell(protocol.Pong())
        case protocol.Play(move, version):
            await table.change(lambda: _play(table, move, version, seats))
        case protocol.Undo():
            await table.change(lambda: actions.undo(seats))
        case protocol.Redo():
            await table.change(lambda: actions.redo(seats))
        case protocol.Resign():
            await table.change(lambda: actions.resign(seats))
        case protocol.OfferDraw():
            await table.change(lambda: actions.offer_draw(seats))
        case protocol.AnswerDraw(accept):
            await table.change(lambda: actions.answer_draw(seats, accept))
        case protocol.RequestTakeback():
            await table.change(lambda: actions.request_takeback(seats))
        case protocol.AnswerTakeback(accept):
            await table.change(lambda: actions.answer_takeback(seats, accept))
        case protocol.SetName(name):
            await _set_name(table, page, name)
        case protocol.RequestSeat():
            table.holders.request(page)
        case protocol.AnswerSeat(accept):
            await table.holders.answer(page, accept)
        case protocol.RedeemCode(code):
            await table.holders.redeem(page, code)
        case protocol.RequestCode():
            page.tell(protocol.SeatCode(table.holders.code(page)))
        case protocol.Say(text):
            table.conversation.say(page, text)
        case protocol.Mute(muted):
            await table.read(lambda: table.conversation.mute(page, muted))
            _send_conversation(table)
        case protocol.ShowMessages(shown):
            await table.read(lambda: table.conversation.show(page, shown))
            _send_conversation(table)
        case protocol.Flip(flipped):
            page.flipped = flipped
            page.send(await table.read(lambda: table.state(flipped)))
        case protocol.ViewPly(ply):
            page.tell(await table.read(lambda: _look(table, ply, page.flipped)))
        case protocol.Explore(ply, moves):
            page.tell(await table.read(lambda: _explore(table, ply, moves, page.flipped)))
        case protocol.RequestReplies():
            page.tell(await table.read(lambda: _replies(table, page)))
        case protocol.Plan(ply, moves):
            await table.read(lambda: table.plans.add(page, ply, moves))
            table.plans.tell()
        case protocol.DropPlan(moves):
            await table.read(lambda: table.plans.drop(page, moves))
            table.plans.tell()
        case protocol.Preview(move):
            page.tell(await table.read(lambda: _preview(table, move, page.flipped)))
        case protocol.Why(cells):
            page.tell(await table.read(lambda: _why(table, cells)))
        case protocol.RequestHint():
            page.tell(await _hint(table, page))
        case protocol.Analyse(ply, moves):
            page.tell(await _analyse(table, page, ply, moves))
        case protocol.RequestReview():
            await table.reviewer.begin(page)
        case protocol.StopReview():
            table.reviewer.leave(page)
        case protocol.Attempt(number, move):
            page.tell(await _attempt(table, page, number, move))
        case protocol.Rematch():
            await _rematch(table, page)


def _play(table: MatchTable, move: str, version: int, seats: tuple[int, ...]) -> None:
    if not table.moved <= version <= table.version:
        raise StackyardError("the board has changed; look again")
    table.actions.require_seat(seats, table.match.result is None)
    table.begin_turn_early(move)
    table.actions.play(move)


async def _set_name(table: MatchTable, page: PageConnection, name: str) -> None:
    """Set the name of a page's player; in a match of the lobby it must be free, or its own."""
    actions, seats = table.actions, page.role.seats
    actions.require_naming(seats)
    if actions.memo.rated and name.strip():
        claim = table.services.names.claim
        await table.read(lambda: claim(name, page.secret, page.client))
    await table.change(lambda: actions.set_name(seats, name))


def _look(table: MatchTable, ply: int, flip: bool) -> ServerMessage:
    course = _after(table, ply, [])
    return protocol.PlyView(course.ply, views.picture(course, flip))


def _after(table: MatchTable, ply: int, moves: list[str]) -> Course:
    """The course up to a ply, continued with `moves`."""
    course = table.match.course.at(min(ply, table.match.ply))
    for move in moves:
        course = course.play(move)
    return course


def _explore(table: MatchTable, ply: int, moves: list[str], flip: bool) -> ServerMessage:
    course = _after(table, ply, moves)
    picture = views.picture(course, flip)
    return protocol.ExploredView(ply, moves, picture, views.choices(course))


def _replies(table: MatchTable, page: PageConnection) -> ServerMessage:
    table.actions.require_seat(page.role.seats)
    table.actions.require_ongoing()
    course = table.match.course
    return protocol.Replies(course.ply, replies(course, page.role.seats[0]))


def _preview(table: MatchTable, move: str, flip: bool) -> ServerMessage:
    course = table.match.course.play(move)
    return protocol.MovePreview(move, views.picture(course, flip, still=True))


def _why(table: MatchTable, cells: list[int]) -> ServerMessage:
    course = table.match.course
    if course.result is not None:
        return _refused(Refusal("match-over", f"the match is over: {ending(course)}"))
    return _refused(move_picker.why(course.game, course.position, tuple(cells)))


def _refused(refusal: Refusal) -> ServerMessage:
    return protocol.MoveRefusal(refusal.rule, refusal.sentence, list(refusal.cells))


async def _rematch(table: MatchTable, page: PageConnection) -> None:
    refusal = table.actions.etiquette.rematch_refusal(page.role.seats)
    if refusal is not None:
        raise EtiquetteError(refusal)
    following = await table.rematch(page.client)
    seat = None if len(page.role.seats) == 2 else page.role.seats[0]
    for other in table.pages:
        other.tell(protocol.RematchLink(rematch_path(following, other.role), seat))


def _send_conversation(table: MatchTable) -> None:
    for page in table.pages:
        table.conversation.send_all(page)


async def _hint(table: MatchTable, page: PageConnection) -> ServerMessage:
    table.actions.require_seat(page.role.seats, True)
    table.actions.require_ongoing()
    course = await table.read(lambda: table.match.course)
    found = await _advice(table, page, calls.hint, course)
    await table.read(table.actions.note_hint)
    return convert({"ply": course.ply, **found}, HintResult)


async def _analyse(
    table: MatchTable, page: PageConnection, ply: int, moves: list[str]
) -> AnalysisResult:
    course = await table.read(lambda: _after(table, ply, moves))
    found = await _advice(table, page, calls.analyse, course)
    if page.role.seats and table.match.result is None:
        await table.read(table.actions.note_hint)
    return convert({"ply": course.ply - len(moves), "moves": moves, **found}, AnalysisResult)


async def _advice(
    table: MatchTable, page: PageConnection, call: Callable[..., dict[str, Any]], course: Course
) -> dict[str, Any]:
    """The answer of a worker's call about a position, if the page may have it now."""
    refusal = table.actions.etiquette.advice_refusal(page.role.seats)
    if refusal is not None:
        raise EtiquetteError(refusal)
    with _busy(page):
        limits = table.services.limits
        answered: dict[str, Any] = await table.services.engine_workers.call(
            call,
            limits.thinking,
            priority=Priority.ANALYSIS,
            client=page.client,
            header=await table.read(lambda: table.header),
            moves=course.moves,
            within=limits.analysis,
        )
        log_warning(answered.pop("warning", ""))
        return answered


async def _attempt(
    table: MatchTable, page: PageConnection, number: int, move: str
) -> ServerMessage:
    with _busy(page):
        return await table.reviewer.attempt(page, number, move)


@contextmanager
def _busy(page: PageConnection) -> Iterator[None]:
    """Note that an analysis for a page is running; refused while another one is."""
    if page.busy:
        raise StackyardError("the last analysis is still running")
    page.busy = True
    try:
        yield
    finally:
        page.busy = False
