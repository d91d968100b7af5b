"""The better play that a review found, kept in the record as variations with comments."""

from __future__ import annotations

from stackyard.records.archive import Archive
from stackyard.records.format import Variation
from stackyard.records.move_tree import MoveTree, tree_of
from stackyard_coach.review import JudgedMove, Review
from stackyard_coach.review_wording import loss_words

MARK = "Review: "  # the beginning of our comments
END = f"{MARK}the best play up to here"  # on the last of several moves
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
    moves, ply = line or move.best[:1], move.number - 1
    if any(tree.variation(path).moves[0] == moves[0] for path in tree.alternatives((), ply)):
        return tree  # somebody's own
    comments = [""] * (len(moves) - 1) + [END]
    comments[0] = f"{MARK}better than {move.text}, {loss_words(move)}"
    grown, _ = tree.add(moves, ply, comments=comments)
    return grown


def _is_ours(variation: Variation) -> bool:
    """Tell if a variation is one of a review, which nobody has prolonged or commented on."""
    comments = variation.comments
    return (
        len(comments) == len(variation.moves)
        and comments[0].startswith(MARK)
        and comments[1:] in ((), (*[""] * (len(comments) - 2), END))
        and not variation.variations
    )
