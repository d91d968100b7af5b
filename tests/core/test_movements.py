from __future__ import annotations

from stackyard.movements import derived_movements, trail
from stackyard.scenes import ARRIVING, OFF_BOARD, Movement, Piece

Cells = dict[int, tuple[Piece, ...]]


def stacks(**cells: str) -> Cells:
    """Stacks by cells a, b, ..., bottom first."""
    return {ord(c) - 97: tuple([Piece("wb".index(p), p) for p in s]) for c, s in cells.items()}


def test_the_upper_pieces_of_a_stack_go_together() -> None:
    found = derived_movements(stacks(a="wbw", b="b"), stacks(a="w", b="bbw"), (0, 1))
    assert found == (Movement((0, 1), 2, 0, 1),)


def test_a_stack_that_is_sown_leaves_a_piece_on_each_cell() -> None:
    found = derived_movements(stacks(a="wbw", c="b"), stacks(b="w", c="bb", d="w"), (0, 1, 2, 3))
    assert found == (
        Movement((0, 1)),
        Movement((0, 1, 2), level=1),
        Movement((0, 1, 2, 3), level=2),
    )


def test_what_finds_no_room_in_a_sowing_leaves_the_board() -> None:
    found = derived_movements(stacks(a="ww", b="bbbb"), stacks(b="bbbb", c="w"), (0, 1, 2))
    assert found == (Movement((0, 1, OFF_BOARD)), Movement((0, 1, 2), level=1))


def test_pieces_enter_one_after_the_other_and_what_is_gone_leaves_after_them() -> None:
    found = derived_movements(stacks(d="b"), stacks(a="w", b="w"), (1,))
    assert [each.cells for each in found] == [(OFF_BOARD, 0), (OFF_BOARD, 1), (3, OFF_BOARD)]
    assert [each.start for each in found] == [0, 1, 2]
    assert found[0].level == ARRIVING


def test_pieces_that_only_change_their_owner_stay() -> None:
    assert derived_movements(stacks(a="w"), stacks(a="b"), ()) == ()


def test_a_trail_keeps_the_longest_ways_over_the_board() -> None:
    ways = [
        Movement((OFF_BOARD, 4)),
        Movement((0, 1)),
        Movement((0, 1, 2, OFF_BOARD)),
        Movement((3, 1)),
    ]
    assert trail(ways) == ((0, 1, 2), (3, 1))
