"""The better play that a review found, kept in the record as variations with comments."""

from __future__ import annotations

from stackyard.records.archive import Archive
from stackyard.records.format import Variation
from stackyard.records.move_tree import MoveTree, tree_of
from stackyard_coach.review import JudgedMove, Review
from stackyard_coach.review_wording import loss_words

MARK = "Review: "  # the beginning of our comments
MOVES = 12  # of a variation


def keep_improvements(archive: Archive, number: int, review: Review) -> None:
    """Store a variation for each bad move of a reviewed match of the archive.

    Variations of an earlier review make room unless somebody has added to them. Raises ArchiveError
    if another program changes the variations at the same time, RecordError for too many of them.
    """
    record = archive.record(number)
    tree = tree_of(record)
    for index in reversed(range(len(tree.variations))):
        if _is_ours(tree.variations[index]):
            tree, _ = tree.delete((index,))
    for move in review.notable:
        tree = _with_improvement(tree, move)
    if tree.variations != record.variations:
        archive.set_variations(number, record, tree.variations)


def _with_improvement(tree: MoveTree, move: JudgedMove) -> MoveTree:
    line = () if move.before is None else move.before.line[:MOVES]
    comment = f"{MARK}better than {move.text}, {loss_words(move)}"
    grown, _ = tree.add(line or move.best[:1], move.number - 1, comments=[comment])
    return grown


def _is_ours(variation: Variation) -> bool:
    first, *others = [*variation.comments, ""]
    return first.startswith(MARK) and not any(others) and not variation.variations
