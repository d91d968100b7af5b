"""A match with its variations: the tree of moves that replays walk and change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from stackyard.errors import RecordError, StackyardError
from stackyard.plugins.registry import load_game
from stackyard.records.format import Record, Variation, check_variations, comment_text
from stackyard.records.reader import Load, course_of, readable_course
from stackyard.turnloop.history import Course
from stackyard.turnloop.ply import Ply

# The path of a line: () is the match's own, (2,) the third of its variations, (2, 0) the first
# variation of that one.
Path = tuple[int, ...]


class MoveTree:
    """A course of play and its variations, whose moves the rules allow. It is immutable.

    Each change returns another tree, and the path of the line concerned, because the paths of
    other variations may change. Raises RecordError for variations that the rules forbid.
    """

    def __init__(self, course: Course, variations: Sequence[Variation] = ()) -> None:
        check_variations(variations, course.ply)
        self.course = course
        self.variations = tuple(variations)
        waiting = [(course, variation) for variation in self.variations]
        while waiting:
            line, variation = waiting.pop(0)
            line = _played(line, variation)
            waiting = [*[(line, each) for each in variation.variations], *waiting]

    def line(self, path: Path = ()) -> Course:
        """The course of a line from the start of the match to the line's end.

        Raises ValueError if there is no such line.
        """
        course, variations = self.course, self.variations
        for index in path:
            course = _played(course, _chosen(variations, index))
            variations = variations[index].variations
        return course

    def variation(self, path: Path) -> Variation:
        """The variation at a path; ValueError if there is none."""
        variations = self.variations
        for index in path[:-1]:
            variations = _chosen(variations, index).variations
        return _chosen(variations, path[-1] if path else -1)

    def owner(self, path: Path, ply: int) -> Path:
        """The path of the line that has the move number `ply` of another line.

        A variation has the moves before it from the line that it leaves.
        """
        while path and ply <= self.variation(path).ply:
            path = path[:-1]
        return path

    def alternatives(self, path: Path, ply: int) -> list[Path]:
        """The paths of the variations that leave a line after its first `ply` moves."""
        path = self.owner(path, ply)
        return [
            (*path, index)
            for index, variation in enumerate(self._variations_of(path))
            if variation.ply == ply
        ]

    def comment(self, path: Path, ply: int) -> str:
        """The comment on the move number `ply` of a variation.

        Comments on the match's own moves are in its record.
        """
        path = self.owner(path, ply)
        return _comments(self.variation(path))[ply - self.variation(path).ply - 1] if path else ""

    def add(
        self, moves: Sequence[str], ply: int, path: Path = (), comments: Sequence[str] = ()
    ) -> tuple[MoveTree, Path]:
        """The tree with moves played after the first `ply` moves of a line, and their path.

        The tree's own moves are followed as far as they are the same; the others prolong a
        variation that ends there, or become a new one. `comments` are on the moves; those that
        are not empty replace earlier ones, except on moves of the match itself.

        Raises IllegalMoveError or NotationError, RecordError for too many variations.
        """
        path = self.owner(path, ply)
        course = self.line(path).at(ply).reopened()
        texts = []
        for text in moves:
            move = course.read(text)
            texts.append(course.game.format_move(move, course.position))
            course = course.advance(move)
        tree, notes = self, [*comments, *[""] * len(texts)][: len(texts)]
        while texts and (following := tree._following(path, ply, texts[0])) is not None:
            path, ply = following, ply + 1
            if path and notes[0]:
                tree = tree.annotate(path, ply, notes[0])
            del texts[0], notes[0]
        return tree._grown(path, ply, texts, notes) if texts else (tree, path)  # noqa: SLF001

    def promote(self, path: Path) -> tuple[MoveTree, Path]:
        """The tree with a variation before the others that leave its line at the same place.

        If it is the first of them, it changes places with the rest of its line. RecordError if
        that is the match's own, which remains what was played.
        """
        variation, before = self.variation(path), path[:-1]
        siblings = self._variations_of(before)
        first = next(index for index, each in enumerate(siblings) if each.ply == variation.ply)
        others = [each for index, each in enumerate(siblings) if index != path[-1]]
        if first != path[-1]:
            changed = [*others[:first], variation, *others[first:]]
            return self._with_variations_of(before, changed), (*before, first)
        if not before:
            raise RecordError("it is the first here, and the match's own moves stay as played")
        line = self.variation(before)
        kept = variation.ply - line.ply
        rest = _variation(
            variation.ply,
            line.moves[kept:],
            _comments(line)[kept:],
            [each for each in others if each.ply > variation.ply],
        )
        inner = [each for each in others if each.ply <= variation.ply]
        promoted = _prolonged(line, kept, variation, [*inner[:first], rest, *inner[first:]])
        return self._replaced(before, [promoted]), before

    def delete(self, path: Path, ply: int = 0) -> tuple[MoveTree, Path]:
        """The tree without a variation's moves after the first `ply` moves of its line.

        The first of the variations that leave there takes their place. Returns the path of the
        line that is left, which is the next outer one if no move of the variation is.
        """
        line = self.variation(path)
        kept = ply - line.ply
        if kept <= 0:
            return self._replaced(path, []), path[:-1]
        inner = [each for each in line.variations if each.ply <= ply]
        first = next((each for each in inner if each.ply == ply), None)
        if first is not None:
            inner.remove(first)
            shorter = _prolonged(line, kept, first, inner)
        else:
            shorter = _variation(line.ply, line.moves[:kept], _comments(line)[:kept], inner)
        return self._replaced(path, [shorter]), path

    def annotate(self, path: Path, ply: int, comment: str) -> MoveTree:
        """The tree with a comment on the move number `ply` of a variation; "" removes it.

        Raises RecordError for a text that cannot be a comment, ValueError if the move is one of
        the match itself.
        """
        path = self.owner(path, ply)
        variation = self.variation(path)
        comments = _comments(variation)
        comments[ply - variation.ply - 1] = comment_text(comment)
        changed = replace(variation, comments=_without_last_blanks(comments))
        return self._replaced(path, [changed])

    def _following(self, path: Path, ply: int, text: str) -> Path | None:
        """The line that goes on with a move after the first `ply` moves of a line."""
        if not path:
            own = next(self.course.plies(ply, ply + 1), None)
            if own is not None and own.text == text:
                return path
        else:
            variation = self.variation(path)
            if ply < variation.end and variation.moves[ply - variation.ply] == text:
                return path
        others = self.alternatives(path, ply)
        return next((each for each in others if self.variation(each).moves[0] == text), None)

    def _grown(
        self, path: Path, ply: int, moves: Sequence[str], comments: Sequence[str]
    ) -> tuple[MoveTree, Path]:
        """The tree with new moves after the first `ply` moves of a line."""
        added = _variation(ply, moves, comments)
        if path and ply == self.variation(path).end:
            line = self.variation(path)
            longer = _prolonged(line, len(line.moves), added, line.variations)
            return self._replaced(path, [longer]), path
        siblings = self._variations_of(path)
        index = sum([each.ply <= ply for each in siblings])
        grown = [*siblings[:index], added, *siblings[index:]]
        return self._with_variations_of(path, grown), (*path, index)

    def _variations_of(self, path: Path) -> tuple[Variation, ...]:
        return self.variation(path).variations if path else self.variations

    def _with_variations_of(self, path: Path, variations: Iterable[Variation]) -> MoveTree:
        """The tree with these variations of a line, instead of its own."""
        if path:
            return self._replaced(path, [replace(self.variation(path), variations=(*variations,))])
        tree = MoveTree(self.course)
        tree.variations = (*variations,)
        check_variations(tree.variations, self.course.ply)
        return tree

    def _replaced(self, path: Path, by: Iterable[Variation]) -> MoveTree:
        """The tree with a variation replaced by others, or by none."""
        before, index = path[:-1], path[-1]
        siblings = self._variations_of(before)
        changed = (*siblings[:index], *by, *siblings[index + 1 :])
        return self._with_variations_of(before, changed)


def tree_of(record: Record, load: Load = load_game) -> MoveTree:
    """The tree of a record, whose game comes from `load`.

    Raises what `course_of` raises, also for moves of variations.
    """
    return MoveTree(course_of(record, load), record.variations)


def readable_tree(record: Record, load: Load = load_game) -> tuple[MoveTree, RecordError | None]:
    """The tree of a record, and None; or what differs by the rules of today.

    A record of an earlier version of the rules whose course or variations differ is the part of
    the course that does not, without variations. Raises what `readable_course` raises, and
    RecordError for variations where the versions are the same.
    """
    course, difference = readable_course(record, load)
    if difference is None:
        try:
            return MoveTree(course, record.variations), None
        except RecordError as error:
            if record.rules_version == course.game.rules_version:
                raise
            difference = error
    return MoveTree(course), difference


def comment_at(record: Record, tree: MoveTree, path: Path, ply: int) -> str:
    """The comment on the move number `ply` of a line of a record with this tree.

    At ply 0 it is the comment on the match. The match's own moves have comments on turns, which
    belong to the last move of each.
    """
    if tree.owner(path, ply):
        return tree.comment(path, ply)
    if not ply:
        return record.comment
    last, following = _around(tree.course, ply)
    return record.turns[last.turn].comment if following is None or following.opens else ""


def with_comment(record: Record, tree: MoveTree, path: Path, ply: int, comment: str) -> Record:
    """The record with a comment where `comment_at` reads it; "" removes it.

    On a move within a turn of the match it is a comment on the turn. Raises RecordError for a
    text that cannot be a comment.
    """
    if tree.owner(path, ply):
        return replace(record, variations=tree.annotate(path, ply, comment).variations)
    comment_text(comment)
    if not ply:
        return replace(record, comment=comment)
    last, _ = _around(tree.course, ply)
    turns = [*record.turns]
    turns[last.turn] = replace(turns[last.turn], comment=comment)
    return replace(record, turns=turns)


def _around(course: Course, ply: int) -> tuple[Ply, Ply | None]:
    """The move number `ply` of a course, and the next."""
    plies = course.plies(ply - 1, ply + 1)
    return next(plies), next(plies, None)


def _played(line: Course, variation: Variation) -> Course:
    """The course of a variation that leaves a line."""
    course = line.at(variation.ply).reopened()
    for move in variation.moves:
        try:
            course = course.play(move)
        except StackyardError as error:
            raise RecordError(
                f"move {course.ply + 1}, {move}, of the variation that leaves after move "
                f"{variation.ply}: {error}"
            ) from error
    return course


def _chosen(variations: Sequence[Variation], index: int) -> Variation:
    if not 0 <= index < len(variations):
        raise ValueError("there is no such variation")
    return variations[index]


def _variation(
    ply: int,
    moves: Sequence[str],
    comments: Sequence[str],
    variations: Sequence[Variation] = (),
) -> Variation:
    return Variation(ply, (*moves,), _without_last_blanks(comments), (*variations,))


def _prolonged(
    line: Variation, kept: int, by: Variation, variations: Sequence[Variation]
) -> Variation:
    """The first `kept` moves of a variation, and another that leaves after them.

    `variations` are those on the line before; those of the other come after them.
    """
    return _variation(
        line.ply,
        [*line.moves[:kept], *by.moves],
        [*_comments(line)[:kept], *_comments(by)],
        [*variations, *by.variations],
    )


def _comments(variation: Variation) -> list[str]:
    """A comment for each move; empty where there is none."""
    return [*variation.comments, *[""] * (len(variation.moves) - len(variation.comments))]


def _without_last_blanks(comments: Sequence[str]) -> tuple[str, ...]:
    last = max([at for at, comment in enumerate(comments, 1) if comment], default=0)
    return (*comments[:last],)
