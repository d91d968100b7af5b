"""The rules of Silo (Mark Steere, 2021) as a compiled Position.

Each column is two words, one for each colour: bit 0 is the top of the stack, and a bit is set in
the word of the checker's colour. A player's highest checker is the lowest bit of that player's
word, and the bits below it in the other word are the checkers it carries. A move is two shifts in
each word.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.cells.bits import bit, count, highest, lowest, members, pick
from stackyard.position import ONGOING

RED: Final = 0
BLUE: Final = 1
ANY: Final = 0  # one unbroken run, in any column
END: Final = 1  # one unbroken run in the far-right column
HOME: Final = 2  # everything in the far-right column
CODE: Final = 62  # bits of the code of a position, at most
WHOLE: Final = 9  # checkers of a column, from its top, that patterns distinguish
TOP: Final = 4  # the same in patterns of several columns
FEW: Final = 16  # exclusive bound of the traits that count runs and columns
MANY: Final = 64  # those that count steps


@final
class Silo:
    """A position of Silo. Moves are source columns, 0 … size - 1; Red plays towards the last.

    `words[colour * size + column]` holds the checkers of a colour in a column; `place` makes a
    position from a list of them.
    """

    def __init__(self, words: vec[i64], held: i64, player: i64, winner: i64, goal: i64) -> None:
        self.player = player
        self.winner = winner
        self.mid_turn = False
        self._words = words
        self._held = held  # the indices of the words that are not 0
        self._goal = goal
        size = len(words) // 2
        self._size = size
        self._row = bit(size) - 1
        self._far = bit(size - 1) | bit(size)  # of these, the ones in a far-right column
        self._open: i64 = 0  # the columns that the player to act may move from
        if winner == ONGOING:
            self._open = self.movable(player)

    def __reduce__(self) -> tuple[object, tuple[list[int], int, int]]:
        return place, (self.words(), int(self.player), int(self._goal))

    def copy(self) -> Silo:
        """An independent position, equal to this one."""
        return Silo(self._words[:], self._held, self.player, self.winner, self._goal)

    def words(self) -> list[int]:
        """The words as `place` takes them."""
        return [int(word) for word in self._words]

    def key(self) -> tuple[int, bytes]:
        """The identity of the position."""
        return int(self.player), bytes(self._words)

    def movable(self, colour: i64) -> i64:
        """The columns, as a set, from which a colour could move if it were its turn."""
        return (self._held & ~self._far) >> (colour * self._size) & self._row

    def legal_moves(self) -> vec[i64]:
        """The columns to move from, empty when the game is over."""
        return members(self._open)

    def random_move(self, bits: i64) -> i64:
        """A uniformly chosen legal move for 32 random bits; -1 when the game is over."""
        if self._open == 0:
            return -1
        return pick(self._open, bits * count(self._open) >> 32)

    def play(self, move: i64) -> None:
        """Move the highest checker of the player in column `move`, and what lies above it."""
        words = self._words
        player = self.player
        right = 1 - 2 * player  # the mover's
        mine = player * self._size + move
        theirs = (1 - player) * self._size + move
        own = words[mine]
        other = words[theirs]
        lifted = own & -own
        cargo = other & (lifted - 1)
        height = lowest(lifted) + 1
        own >>= height
        other >>= height
        words[mine] = own
        words[theirs] = other
        words[mine + right] = words[mine + right] << height | lifted
        words[theirs + right] = words[theirs + right] << height | cargo
        # Without a branch, since no processor could guess which words become 0.
        held = self._held & ~(bit(mine) | bit(theirs)) | bit(mine + right)
        held |= some(own) << mine | some(other) << theirs | some(cargo) << theirs + right
        self._held = held
        self.player = 1 - player
        if self.has_reached(player):
            self.winner = player
            self._open = 0
            return
        self._open = self.movable(1 - player)
        if self._open == 0:  # a player who cannot move sits out
            self.player = player
            self._open = self.movable(player)

    def evaluate(self) -> i64:
        """The scatter of the opponent's checkers less that of the player to act."""
        player = self.player
        return self.scattered(1 - player) - self.scattered(player)

    def scattered(self, colour: i64) -> i64:
        """A measure of scatter: 4 for each unbroken run, plus the distances to the foremost."""
        base = colour * self._size
        held = self._held >> base & self._row
        foremost = lowest(held)
        if colour == RED:
            foremost = highest(held)
        total: i64 = 0
        while held:
            column = lowest(held)
            word = self._words[base + column]
            way = foremost - column
            if way < 0:
                way = -way
            total += 4 * count(word & ~(word << 1)) + way * count(word)
            held &= held - 1
        return total

    def traits(self, found: vec[i64]) -> None:
        """Write each column, whole and by its top, from the left of the player to act; then counts.

        The counts, of the player to act and then of the opponent: runs, columns held, steps to the
        own far-right column, checkers weighted by their distance to the foremost, and columns to
        move from.
        """
        words = self._words
        size = self._size
        mine = self.player * size
        theirs = size - mine
        column: i64 = 0
        place: i64 = 0
        step: i64 = 1
        if self.player == BLUE:
            place = size - 1
            step = -1
        while column < size:
            own = words[mine + place]
            both = own | words[theirs + place]
            height: i64 = 0
            if both:
                height = highest(both) + 1
            found[column] = stack_number(own, height, WHOLE)
            found[size + column] = stack_number(own, height, TOP)
            place += step
            column += 1
        self._count(self.player, found, 2 * size)
        self._count(1 - self.player, found, 2 * size + 5)

    def _count(self, colour: i64, found: vec[i64], at: i64) -> None:
        """Write the counts of a colour for `traits`."""
        size = self._size
        base = colour * size
        held = self._held >> base & self._row
        front = size - 1 - lowest(held)
        if colour == RED:
            front = highest(held)
        runs: i64 = 0
        columns: i64 = 0
        steps: i64 = 0
        behind: i64 = 0
        while held:
            column = lowest(held)
            word = self._words[base + column]
            checkers = count(word)
            way = size - 1 - column
            if colour != RED:
                way = column
            runs += count(word & ~(word << 1))
            columns += 1
            steps += way * checkers
            behind += (front - (size - 1 - way)) * checkers
            held &= held - 1
        found[at] = min(runs, FEW - 1)
        found[at + 1] = min(columns, FEW - 1)
        found[at + 2] = min(steps, MANY - 1)
        found[at + 3] = min(behind, MANY - 1)
        found[at + 4] = min(count(self.movable(colour)), FEW - 1)

    def has_reached(self, colour: i64) -> bool:
        """Tell if a colour has reached the goal."""
        held = self._held & self._row << (colour * self._size)
        if held & (held - 1):
            return False
        if self._goal != ANY and held & self._far == 0:
            return False
        if self._goal == HOME:
            return True
        run = self._words[lowest(held)]
        return run & (run + (run & -run)) == 0

    def code(self) -> i64:
        """The columns' heights, each as a bit above as many zeros, the colours, and the player.

        A leading bit marks the number of checkers.
        """
        words = self._words
        size = self._size
        heights: i64 = 1
        colours: i64 = 0
        checkers: i64 = 0
        column: i64 = 0
        while column < size:
            blue = words[size + column]
            both = words[column] | blue
            height: i64 = 0
            if both:
                height = highest(both) + 1
            checkers += height
            if 2 * checkers + size + 2 > CODE:
                return -1
            heights = (2 * heights << height) + 1
            colours = colours << height | blue
            column += 1
        return (heights << checkers | colours) << 1 | self.player


def stack_number(word: i64, height: i64, seen: i64) -> i64:
    """A number for a stack by the checkers of one colour in it, below 3 * 2**seen.

    For a stack higher than `seen` it covers only the top.
    """
    if height <= seen:
        return bit(height) | word
    return bit(seen + 1) | word & (bit(seen) - 1)


def some(word: i64) -> i64:
    """1 if a word of checkers is not 0, else 0."""
    return -word >> 63 & 1


def place(words: Sequence[int], player: int, goal: int) -> Silo:
    """The position with these words (see Silo); `player` acts, even if unable to move.

    Both colours must have a checker.
    """
    held = sum([2**index for index, word in enumerate(words) if word])
    position = Silo(vec[i64](words), held, player, ONGOING, goal)
    for colour in (1 - player, player):  # the goal of the player who moved last is checked first
        if position.has_reached(colour):
            return Silo(vec[i64](words), held, player, colour, goal)
    return position
