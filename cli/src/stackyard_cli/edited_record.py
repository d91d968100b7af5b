"""A record whose variations and comments a person changes, and where the changes are kept."""

from __future__ import annotations

from msgspec.structs import replace

from stackyard.errors import RecordError
from stackyard.records.archive import Archive
from stackyard.records.format import Record
from stackyard.records.move_tree import MoveTree, Path, comment_at, with_comment


class EditedRecord:
    """A record and its tree of moves. With a `number`, that match of the archive has each change.

    Without one, `unsaved` says whether there are changes that no file has. A record that differs by
    the rules of today cannot be changed, because its variations are not in the tree. Each change
    raises StackyardError if it cannot be made or stored; then nothing has changed.
    """

    def __init__(
        self,
        record: Record,
        tree: MoveTree,
        number: int | None = None,
        difference: RecordError | None = None,
    ) -> None:
        self.record = record
        self.tree = tree
        self.number = number
        self.unsaved = False
        self._difference = difference

    def change(self, tree: MoveTree) -> None:
        """Keep another tree of the same match."""
        self._check_rules()
        if self.number is not None:
            self.record = Archive().set_variations(self.number, self.record, tree.variations)
        else:
            self.record = replace(self.record, variations=tree.variations)
            self.unsaved = True
        self.tree = tree

    def comment(self, path: Path, ply: int) -> str:
        """The comment on a move; see `comment_at`."""
        return comment_at(self.record, self.tree, path, ply)

    def annotate(self, path: Path, ply: int, comment: str) -> None:
        """Write a comment on a move; on the turn of one of the match, and on the match at ply 0."""
        if self.tree.owner(path, ply):
            self.change(self.tree.annotate(path, ply, comment))
            return
        self._check_rules()
        changed = with_comment(self.record, self.tree, path, ply, comment)
        if self.number is not None:
            Archive().annotate(self.number, comment, ply or None, self.record)
        self.unsaved = self.number is None
        self.record = changed

    def _check_rules(self) -> None:
        if self._difference is not None:
            raise RecordError("the rules have changed since this match, so it stays as it is")
