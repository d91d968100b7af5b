"""Records that the replay page shows and changes. They come from anywhere and are not kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from stackyard.errors import RecordError
from stackyard.records.format import Record, Variation, decode, encode
from stackyard.records.move_tree import (
    MoveTree,
    Path,
    comment_at,
    readable_tree,
    tree_of,
    with_comment,
)
from stackyard.turnloop.history import Course
from stackyard_web.views import choices, ended, latest, made, picture

Change = Literal["add", "promote", "delete", "comment"]


def replayed(record: str, path: Path, ply: int, flip: bool, plies: int) -> dict[str, Any]:
    """A position of an untrusted record, and the lists of its moves.

    Raises StackyardError, also if the record or its variations have more than `plies` moves.
    """
    read = _read(record, plies)
    tree, difference = readable_tree(read)
    ply = min(ply, _line(tree, path).ply)
    path = tree.owner(path, ply)
    line = tree.line(path)
    shown = line.at(ply)
    game = shown.game
    return {
        "game": game.title,
        "name": game.name,
        "colours": list(game.colours),
        "players": [seat.name for seat in read.players],
        "result": ended(tree.course) or "Not finished",
        "comment": read.comment,
        "warning": "" if difference is None else str(difference),
        "path": list(path),
        "ply": ply,
        "end": line.ply,
        "plies": made(tree.course),
        "words": latest(shown),
        "note": comment_at(read, tree, path, ply),
        "picture": picture(shown, flip),
        "choices": choices(shown.reopened()) if difference is None else [],
        "alternatives": [list(each) for each in tree.alternatives(path, ply)],
        "variations": list(_listed(tree.variations)),
    }


def changed(
    record: str, path: Path, ply: int, change: Change, text: str, plies: int
) -> dict[str, Any]:
    """An untrusted record with a change of its variations or comments, and where it stands then.

    The change is made at the move number `ply` of a line: `text` is the move to add after it, or
    the comment on it. Raises StackyardError as `replayed` does, and if there is no such change.
    """
    read = _read(record, plies)
    tree = tree_of(read)
    if not 0 <= ply <= _line(tree, path).ply:
        raise RecordError(f"there is no move {ply} in this line")
    path = tree.owner(path, ply)
    if change == "comment":
        read = with_comment(read, tree, path, ply, text)
    elif change == "add":
        tree, path = tree.add([text], ply, path)
        ply += 1
    elif not path:
        raise RecordError("the moves of the match itself stay as they were played")
    elif change == "promote":
        tree, path = tree.promote(path)
    else:
        ply -= 1
        tree, path = tree.delete(path, ply)
    if change != "comment":
        read = replace(read, variations=tree.variations)
    return {"record": encode(read, 2).decode(), "path": list(path), "ply": ply}


def _read(document: str, plies: int) -> Record:
    """The record of a document, if it and its variations are short enough."""
    record = decode(document)
    if record.plies > plies:
        raise RecordError(f"the record has {record.plies} moves; at most {plies} are shown here")
    varied = sum([len(line["moves"]) for line in _listed(record.variations)])
    if varied > plies:
        raise RecordError(
            f"the record's variations have {varied} moves; at most {plies} are shown here"
        )
    return record


def _line(tree: MoveTree, path: Path) -> Course:
    """The course of a line; RecordError if there is none."""
    try:
        return tree.line(path)
    except ValueError as error:
        raise RecordError(str(error)) from error


def _listed(variations: Sequence[Variation], before: Path = ()) -> Iterator[dict[str, Any]]:
    """The variations, each followed by its own, with their paths."""
    for index, variation in enumerate(variations):
        path = (*before, index)
        comments = [*variation.comments, *[""] * len(variation.moves)]
        yield {
            "path": list(path),
            "ply": variation.ply,
            "moves": [[*pair] for pair in zip(variation.moves, comments, strict=False)],
        }
        yield from _listed(variation.variations, path)
