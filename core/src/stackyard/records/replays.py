"""Writing a match down as a record, and playing a record again by the rules of today."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import Distribution
from zlib import crc32

from stackyard.errors import PlayerSpecError, RecordError, StackyardError
from stackyard.game import Game
from stackyard.match import Match, Player, Result
from stackyard.plugins.finding import metadata_of
from stackyard.plugins.host import host, load_game
from stackyard.position import DRAW
from stackyard.records.format import Ending, Played, Plugin, Record, Seat
from stackyard.scenes import Scene


def record_of(match: Match) -> Record:
    """What a record tells of a match as it stands."""
    game = match.game
    turns, position = [], match.start.copy()
    for turn in match.so_far:
        colour, texts = game.colours[turn.player], []
        for move in turn.moves:
            texts.append(game.format_move(move, position))
            position.play(move)
        check = check_of(game.format_position(position))
        turns.append(Played(colour, texts, [round(second, 3) for second in turn.seconds], check))
    return head_of(match, turns)


def head_of(match: Match, turns: list[Played]) -> Record:
    """The record of a match with these turns instead of its own."""
    game = match.game
    standard = match.start.key() == game.initial().key()
    return Record(
        id=match.id,
        game=game.name,
        options=dict(game.settings),
        plugin=_plugin(game),
        rules_version=game.rules_version,
        players=_seats(match),
        seed=match.seed,
        repetition=match.repetition,
        start=None if standard else game.format_position(match.start),
        began=match.began,
        changed=datetime.now(UTC),
        turns=turns,
        position=game.format_position(match.position),
        result=_ending(match),
    )


def check_of(position: str) -> str:
    """The check of a position string."""
    return f"{crc32(position.encode()):08x}"


def _plugin(game: Game) -> Plugin:
    registered = host().games.get(game.name)
    if registered is None:  # a Game object that no plugin registered
        return Plugin(game.name)
    return Plugin(registered.provider.name, _version(registered.provider.distribution))


@cache
def _version(distribution: Distribution | None) -> str:
    """Read once: it takes longer than all else that is done for a move."""
    return (metadata_of(distribution, "Version") if distribution else None) or ""


def _seats(match: Match) -> tuple[Seat, Seat]:
    first, second = [
        Seat(colour, _line(player.name), _line(spec))
        for colour, player, spec in zip(match.game.colours, match.players, match.specs, strict=True)
    ]
    return first, second


def _ending(match: Match) -> Ending | None:
    result = match.result
    if result is None:
        return None
    winner = None if result.winner == DRAW else match.game.colours[result.winner]
    return Ending(winner, _line(result.reason), _line(result.sentence))


def _line(text: str) -> str:
    """A text of a plugin or a user without control characters, which no record may hold."""
    return re.sub(r"[\x00-\x1f\x7f-\x9f]+", " ", text)


def restore(
    record: Record, players: tuple[Player | str, Player | str] = ("human", "human")
) -> Match:
    """The match that a record tells of, each of its moves played again without any hook.

    Raises RecordError, with the number of moves that could be played, when today's rules refuse
    one or when a position or the result comes out differently; UnknownGameError or OptionError
    when there is no such game here, PlayerSpecError when there is no such player.
    """
    given = {name: value for name, value in record.options.items() if value is not None}
    game = load_game(record.game, **given)
    if record.rules_version > game.rules_version:
        raise RecordError(
            f"the record follows version {record.rules_version} of the rules of {game.title}, "
            f"and those installed are version {game.rules_version}"
        )
    match = _empty(record, game, players)
    for number, turn in enumerate(record.turns, 1):
        _repeat(match, turn, last=number == len(record.turns))
    if record.position not in {None, game.format_position(match.position)}:
        raise RecordError(f"after move {match.ply} the position is not the one given", match.ply)
    _finish(match, record.result)
    return match


def _empty(record: Record, game: Game, players: tuple[Player | str, Player | str]) -> Match:
    """The match before its first move."""
    try:
        start = None if record.start is None else game.parse_position(record.start)
        match = Match(game, players, position=start, repetition=record.repetition, seed=record.seed)
    except PlayerSpecError:  # no fault of the record
        raise
    except (StackyardError, ValueError) as error:
        raise RecordError(f"the match cannot begin: {error}", 0) from error
    match.id = record.id or match.id
    match.began = record.began or match.began
    return match


def _repeat(match: Match, turn: Played, last: bool) -> None:
    """Play a turn of a record again."""
    game = match.game
    for number, text in enumerate(turn.moves):
        what = f"move {match.ply + 1}, {text} by {turn.colour}"
        whose = game.colours[int(match.position.player)]
        if match.result is None and (
            whose != turn.colour or bool(number) != bool(match.unfinished)
        ):
            raise RecordError(f"{what}: a turn of {whose} begins here", match.ply)
        seconds = turn.seconds[number] if number < len(turn.seconds) else 0.0
        try:
            match.repeat(text, seconds)
        except StackyardError as error:
            raise RecordError(f"{what}: {error}", match.ply) from error
    if match.unfinished and not last:
        raise RecordError(f"{what}: the turn does not end with it", match.ply)
    if turn.check and turn.check != check_of(game.format_position(match.position)):
        raise RecordError(f"{what}: it leads to another position now", match.ply - 1)


def _finish(match: Match, ending: Ending | None) -> None:
    """Give the match the result that was written down, if the rules do not tell another."""
    if ending is None:
        return
    colours = match.game.colours
    if ending.winner is not None and ending.winner not in colours:
        raise RecordError(f"the winner is {ending.winner!r:.40}, not {' or '.join(colours)}")
    winner = DRAW if ending.winner is None else colours.index(ending.winner)
    if ending.reason not in {"rules", "repetition"}:
        match.result = Result(winner, ending.reason, ending.sentence)
    elif match.result is None or match.result.winner != winner:
        written = f"won by {ending.winner}" if ending.winner else "a draw"
        raise RecordError(f"after move {match.ply} the game is not {written}", match.ply)


def scenes(match: Match) -> list[Scene]:
    """What each ply of a match looks like, from its start to its last move."""
    game, position = match.game, match.start.copy()
    found = [game.scene(position)]
    for turn in match.so_far:
        for move in turn.moves:
            position.play(move)
            found.append(game.scene(position, turn.before))
    return found
