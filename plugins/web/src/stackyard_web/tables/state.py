"""The state message of a table."""

from __future__ import annotations

from stackyard_web import views
from stackyard_web.protocol import Participant, State
from stackyard_web.tables.actions import MatchActions
from stackyard_web.tables.seats import HUMAN, name_of


def table_state(
    actions: MatchActions, version: int, ticking: bool, notice: str, flip: bool, since: int
) -> State:
    """The state of a match, with its moves from number `since` on."""
    match, course = actions.match, actions.match.course
    game, position, result = match.game, course.position, course.result
    first, second = [
        Participant(colour, name_of(spec, game.name), spec == HUMAN, called)
        for colour, spec, called in zip(game.colours, match.specs, actions.memo.names, strict=True)
    ]
    return State(
        version=version,
        ply=course.ply,
        player=course.player,
        winner=None if result is None else result.winner,
        result=views.ended(course),
        prompt="" if result else game.prompt(position),
        picture=views.picture(course, flip),
        choices=views.choices(course),
        since=since,
        plies=views.made(course, since),
        seats=(first, second),
        undo=actions.may_undo(),
        redo=actions.may_redo(),
        advice=actions.allows_advice(),
        offer=actions.memo.offer,
        may_offer=actions.may_offer(),
        back=actions.memo.back,
        may_ask_back=actions.may_request_takeback(),
        thinking=result is None and not actions.is_human(course.player),
        clocks=(match.time_left_of(0), match.time_left_of(1)) if ticking else (None, None),
        ticking=ticking,
        notice=notice,
        position=game.format_position(position),
    )
