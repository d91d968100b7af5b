"""The rules of Pit of Pillars (Christian Freeling, 2013) as a compiled Position.

Squares are bits in rows of eight (see `codes`). One shift moves a whole set one square up, so all
steps of one direction and one distance are found at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from stackyard.cells.bits import bit, count, lowest, pick, write_members
from stackyard.position import ONGOING
from stackyard.stacks import EMPTY, TALLEST, add, count_of, height, is_mixed, leave, lift
from stackyard_pit_of_pillars.codes import DECLINE, FARTHEST, PILLARS, SHIFTS, STACKS
from stackyard_pit_of_pillars.squares import (
    NOT_A,
    NOT_H,
    BoardTables,
    adjacent,
    around,
    board_tables,
    write_pillar_steps,
)
from stackyard_pit_of_pillars.traits import EVERY_COUNT, write_counts, write_squares

WHITE: Final = 0
RED: Final = 1

OPEN: Final = 0  # White enters the first man
NEXT: Final = 1  # a man beside the one that the opponent entered last
FREE: Final = 2  # a man with only vacant squares beside it
MOVE: Final = 3  # the compulsory step of the movement stage
PILLAR: Final = 4  # a pillar may move

CODE: Final = 62  # bits of the code of a position, at most
RESERVE: Final = 4  # bits of it for the reserve of a player

_SHIFTS: Final = vec[i64](SHIFTS)


@final
class PitOfPillars:
    """A position of Pit of Pillars; `place` makes one from plain data.

    `sides` holds, for the player to act and the opponent in turn, the squares controlled, the
    pillars and the reserves. Own and other are swapped when the turn ends. `turn`
    is the player, the winner, the phase, and in the phase NEXT the square to enter beside, else -1.
    """

    def __init__(
        self,
        board: BoardTables,
        stacks: vec[i64],
        tall: vec[i64],
        sides: vec[i64],
        turn: vec[i64],
        loses: bool,
    ) -> None:
        self.player = turn[0]
        self.winner = turn[1]
        self.phase = turn[2]
        self.last = turn[3]
        self.mid_turn = self.phase in (FREE, PILLAR)
        self._board = board
        self._stacks = stacks  # packed, by square; empty under a pillar
        self._tall = tall  # at n, 1 to FARTHEST: the squares with at least n men
        self._own = sides[0]
        self._other = sides[1]
        self._own_pillars = sides[2]
        self._other_pillars = sides[3]
        self._own_reserve = sides[4]
        self._other_reserve = sides[5]
        self._loses = loses  # whether a player without a stack loses at once
        self._open = board.squares & ~(sides[2] | sides[3])
        self._found: i64 = 0  # the number of sets that hold the steps found last
        self._sets = vec[i64]()  # made when first needed: most copies never need it
        self._upto = vec[i64]()  # steps in each set and those before it

    def _sides(self) -> list[i64]:
        """The `sides` of the constructor."""
        held = [self._own, self._other, self._own_pillars, self._other_pillars]
        return [*held, self._own_reserve, self._other_reserve]

    def _turn(self) -> list[i64]:
        """The `turn` of the constructor."""
        return [self.player, self.winner, self.phase, self.last]

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        turn = (int(self.player), int(self.phase), int(self.last), bool(self._loses))
        return place, (self._board.size, self.stacks(), self.pillars(), self.reserves(), *turn)

    def copy(self) -> PitOfPillars:
        """An independent position, equal to this one."""
        turn = vec[i64]([self.player, self.winner, self.phase, self.last])
        sides = vec[i64](
            [  # written out, since making a vec from an existing list is slow
                self._own,
                self._other,
                self._own_pillars,
                self._other_pillars,
                self._own_reserve,
                self._other_reserve,
            ]
        )
        return PitOfPillars(self._board, self._stacks[:], self._tall[:], sides, turn, self._loses)

    def stacks(self) -> list[int]:
        """The packed stack on each square."""
        return [int(stack) for stack in self._stacks]

    def pillars(self) -> tuple[int, int]:
        """White's pillars and Red's, as sets."""
        own, other = int(self._own_pillars), int(self._other_pillars)
        return (other, own) if self.player else (own, other)

    def reserves(self) -> tuple[int, int]:
        """The numbers of men that White and Red have in reserve."""
        own, other = int(self._own_reserve), int(self._other_reserve)
        return (other, own) if self.player else (own, other)

    def key(self) -> tuple[object, ...]:
        """The identity of the position."""
        return tuple(self._turn()), tuple(self._sides()), bytes(self._stacks)

    def evaluate(self) -> i64:
        """The lead of the player to act in stacks controlled; a man in reserve counts as two."""
        stacks = count(self._own) - count(self._other)
        return stacks + 2 * (self._own_reserve - self._other_reserve)

    def traits(self, found: vec[i64]) -> None:
        """See stackyard_pit_of_pillars.traits."""
        self._write(found, self._board.squares, self.player)

    def changes(self, before: PitOfPillars, player: i64, found: vec[i64], changed: vec[i64]) -> i64:
        """See stackyard.position.Changing."""
        own, other, own_pillars, _ = before._held(self.player)
        opened = self._open ^ before._open
        squares = (self._own ^ own) | (self._other ^ other) | (self._own_pillars ^ own_pillars)
        squares = (squares | opened | adjacent(opened)) & self._board.squares
        taller = self._tall[1] & before._tall[1] & ~squares
        while taller:
            square = lowest(taller)
            if self._stacks[square] != before._stacks[square]:
                squares |= bit(square)
            taller &= taller - 1
        places = self._write(found, squares, player)
        number = self._board.number
        listed = write_members(places, changed, write_members(places, changed, 0), number)
        return write_members(EVERY_COUNT, changed, listed, 2 * number)

    def _held(self, player: i64) -> tuple[i64, i64, i64, i64]:
        """The squares of a player's stacks, of the other's, and of their pillars."""
        if player == self.player:
            return self._own, self._other, self._own_pillars, self._other_pillars
        return self._other, self._own, self._other_pillars, self._own_pillars

    def _write(self, found: vec[i64], squares: i64, player: i64) -> i64:
        """Write the traits of these squares, and the counts, for a player; return their places."""
        board = self._board
        own, other, own_pillars, other_pillars = self._held(player)
        reserves = self._own_reserve, self._other_reserve
        if player != self.player:
            reserves = self._other_reserve, self._own_reserve
        held, pillars = (own, other), (own_pillars, other_pillars)
        write_counts(found, 2 * board.number, self.phase, reserves, pillars, held)
        stacks, near, opened = self._stacks, board.neighbours, self._open
        return write_squares(found, squares, board.squares, stacks, near, opened, held, own_pillars)

    def legal_moves(self) -> vec[i64]:
        """The numbers of the steps, empty when the game is over."""
        self._find()
        moves = vec[i64]()
        numbers = self._board.numbers
        index: i64 = 0
        while index < self._found:
            squares = self._sets[index]
            while squares:
                moves = append(moves, numbers[self._code(index, lowest(squares))])
                squares &= squares - 1
            index += 1
        return moves

    def random_move(self, bits: i64) -> i64:
        """A uniformly chosen legal step for 32 random bits; -1 when the game is over."""
        chosen = bits * self._find() >> 32
        if self._found == 0:
            return -1
        upto = self._upto
        found = self._found
        holder: i64 = 0  # the index of the set with the chosen step
        index: i64 = 0
        while index < found:  # no branch on the random number, as it would be mispredicted
            holder -= (upto[index] - chosen - 1) >> 63
            index += 1
        if holder:
            chosen -= upto[holder - 1]
        return self._board.numbers[self._code(holder, pick(self._sets[holder], chosen))]

    def _code(self, index: i64, square: i64) -> i64:
        """The code of a step, from the index of its set and the square in that set."""
        if self.phase != PILLAR:
            return index * 64 + square
        if index == 8:
            return DECLINE
        origin = square - _SHIFTS[index]  # the pillar is the first one met on the way back
        distance: i64 = 1
        while self._own_pillars >> origin & 1 == 0:
            origin -= _SHIFTS[index]
            distance += 1
        return PILLARS + (index * 64 + square) * 8 + distance

    def _find(self) -> i64:
        """Find all legal steps, as sets; return their number."""
        if len(self._sets) == 0:
            self._sets = vec[i64]([0] * (1 + 4 * FARTHEST))
            self._upto = vec[i64]([0] * (1 + 4 * FARTHEST))
        sets = self._sets
        upto = self._upto
        found: i64 = 0
        if self.phase == PILLAR:
            write_pillar_steps(sets, self._own_pillars, self._open & ~self._tall[1])
            found = 9
        elif self.winner == ONGOING:
            sets[0] = self._entries()
            found = 1
            if self.phase == MOVE:
                found = self._find_stack_steps()
        total: i64 = 0
        index: i64 = 0
        while index < found:
            total += count(sets[index])
            upto[index] = total
            index += 1
        self._found = found
        return total

    def _entries(self) -> i64:
        """The squares that a man may enter."""
        if self.phase == MOVE:
            if self._own_reserve:
                return self._open
            return 0
        vacant = self._open & ~self._tall[1]
        if self.phase == NEXT:
            return self._board.neighbours[self.last] & vacant
        if self.phase == FREE:
            return vacant & ~adjacent(self._tall[1])
        return vacant

    def _find_stack_steps(self) -> i64:
        """Find the origins of stack steps, sets by distance and direction; return how many."""
        sets = self._sets
        opened = self._open
        to_right = opened & NOT_A
        to_left = opened & NOT_H
        up = opened >> 8  # squares with an open next square up, then with two, and so on
        right = to_right >> 1
        down = opened << 8
        left = to_left << 1
        distance: i64 = 1
        able = self._own
        index: i64 = 1  # after the entries
        while able:
            sets[index] = able & up
            sets[index + 1] = able & right
            sets[index + 2] = able & down
            sets[index + 3] = able & left
            index += 4
            if distance == FARTHEST:
                break
            distance += 1
            able = self._own & self._tall[distance]
            up = (up & opened) >> 8
            right = (right & to_right) >> 1
            down = (down & opened) << 8
            left = (left & to_left) << 1
        return index

    def play(self, move: i64) -> None:
        """Make the step of this number."""
        code = self._board.codes[move]
        if self.phase == PILLAR:
            if code != DECLINE:
                target = (code - PILLARS) >> 3 & 63
                origin = target - (code & 7) * _SHIFTS[(code - PILLARS) >> 9]
                self._own_pillars ^= bit(origin) | bit(target)
                self._open ^= bit(origin) | bit(target)
            self._end_turn()
        elif self.phase == MOVE:
            if code < STACKS:
                self._own_reserve -= 1
                self._arrive(code, add(EMPTY, self.player), 1)
            else:
                self._move_stack(code - STACKS)
            self.mid_turn = self.may_move_pillar()
            self.phase = PILLAR
            if not self.mid_turn:
                self._end_turn()
        else:
            self._enter(code)

    def _enter(self, square: i64) -> None:
        """Set a man of the entering stage on a vacant square."""
        self._stacks[square] = add(EMPTY, self.player)
        self._tall[1] |= bit(square)
        self._own |= bit(square)
        if self.phase == NEXT:
            self.phase = FREE
            self.last = -1
            self.mid_turn = self._entries() != 0
            if not self.mid_turn:
                self._end_turn()
        else:
            self._change_sides()
            self.phase = NEXT
            self.last = square

    def _move_stack(self, code: i64) -> None:
        """Move the top men of a stack, as many squares as there are men."""
        square = code & 63
        distance = (code >> 8) + 1
        stack = self._stacks[square]
        rest = leave(stack, distance)
        here = bit(square)
        self._stacks[square] = rest
        self._own &= ~here
        if rest > EMPTY:
            if rest & 1 == self.player:
                self._own |= here
            else:
                self._other |= here
        self._toggle(here, height(rest), distance)
        target = square + distance * _SHIFTS[code >> 6 & 3]
        self._arrive(target, lift(stack, distance), distance)

    def _arrive(self, square: i64, men: i64, number: i64) -> None:
        """Set a stack of `number` men on a square; capture the stack if it becomes too high."""
        here = bit(square)
        lower = self._stacks[square]
        level = height(lower)
        grown = lower << number | (men ^ bit(number))  # without the marker of the men
        self._other &= ~here
        if level + number > count(self._board.neighbours[square] & self._open) and (
            level + number > TALLEST or is_mixed(grown)
        ):
            self._own_reserve += count_of(lower, self.player)
            self._own_reserve += count_of(men, self.player)
            self._stacks[square] = EMPTY
            self._own &= ~here
            self._own_pillars |= here
            self._open &= ~here
            self._toggle(here, 0, level)
        else:
            self._stacks[square] = grown
            self._own |= here
            self._toggle(here, level, number)

    def _toggle(self, here: i64, level: i64, number: i64) -> None:
        """Record that `number` men above `level` have been added to a square or removed from it."""
        tall = self._tall
        most = level + number
        while level < most and level < FARTHEST:
            level += 1
            tall[level] ^= here

    def may_move_pillar(self) -> bool:
        """Tell if the player may move a pillar after the compulsory step."""
        if self._own_pillars == 0 or self._other == 0 or (self._loses and self._own == 0):
            return False
        return self._own_pillars & around(self._open & ~self._tall[1]) != 0

    def _end_turn(self) -> None:
        """Pass the turn to the opponent, who makes a step of the movement stage or loses."""
        self._change_sides()
        self.phase = MOVE
        self.winner = self.judge()

    def _change_sides(self) -> None:
        """Make the opponent the player to act."""
        self.player = 1 - self.player
        self.mid_turn = False
        self._own, self._other = self._other, self._own
        self._own_pillars, self._other_pillars = self._other_pillars, self._own_pillars
        self._own_reserve, self._other_reserve = self._other_reserve, self._own_reserve

    def judge(self) -> i64:
        """The winner at the start of a movement turn, or ONGOING."""
        if self._own == 0:
            return 1 - self.player
        if self._loses and self._other == 0:
            return self.player
        if self._own_reserve == 0 and self._own & adjacent(self._open) == 0:
            return 1 - self.player
        return ONGOING

    def code(self) -> i64:
        """Heights, each as a bit above as many zeros, the colours, and the squares of pillars.

        Then the reserves, the phase and the player. A pillar counts as a stack of one man of its
        colour. In the entering stage the square to enter beside is marked in place of pillars.
        """
        return self._code_by(0)

    def symmetric_code(self) -> i64:
        """The code of that image of the position whose squares, in order, come first."""
        turns = self._board.turns
        number = self._board.number
        pillars = self._own_pillars | self._other_pillars
        best: i64 = 0
        turn: i64 = number
        while turn < len(turns):
            place: i64 = 0
            while place < number:
                here = turns[best + place]
                there = turns[turn + place]
                difference = self._stacks[there] - self._stacks[here]
                if difference == 0 and (pillars | self.last + 1):
                    difference = self._mark(there) - self._mark(here)
                if difference:
                    if difference < 0:
                        best = turn
                    break
                place += 1
            turn += number
        return self._code_by(best)

    def _mark(self, square: i64) -> i64:
        """A number that distinguishes squares with equal stacks."""
        if square == self.last:
            return 3
        return (self._own_pillars >> square & 1) + 2 * (self._other_pillars >> square & 1)

    def _code_by(self, turn: i64) -> i64:
        """The code of the image whose squares are listed in the board's turns from `turn` on."""
        turns = self._board.turns
        number = self._board.number
        pillars = self._own_pillars | self._other_pillars
        heights: i64 = 1
        colours: i64 = 0
        marked: i64 = 0
        men: i64 = 0
        place: i64 = 0
        while place < number:
            square = turns[turn + place]
            place += 1
            stack = self._stacks[square]
            if pillars >> square & 1:
                stack = 2  # White's
                if self._own_pillars >> square & 1 == self.player:
                    stack = 3
                marked = 2 * marked + 1
            else:
                marked *= 2
                if square == self.last:
                    marked += 1
            tall = height(stack)
            men += tall
            if 2 * men + 2 * number + 2 * RESERVE + 6 > CODE:
                return -1
            heights = (2 * heights << tall) + 1
            colours = colours << tall | stack ^ bit(tall)
        own = self._own_reserve
        other = self._other_reserve
        if own >> RESERVE or other >> RESERVE:
            return -1
        code = (heights << men | colours) << number | marked
        code = (code << RESERVE | own) << RESERVE | other
        return (code << 3 | self.phase) << 1 | self.player


def place(
    size: int,
    stacks: Sequence[int],
    pillars: tuple[int, int],
    reserves: tuple[int, int],
    player: int,
    phase: int,
    last: int,
    loses: bool,
) -> PitOfPillars:
    """The position with these packed stacks by square; pairs list White first."""
    held = [0, 0]
    tall = [0] * (FARTHEST + 1)
    for square, stack in enumerate(stacks):
        if stack > EMPTY:
            held[stack & 1] += 2**square
        for men in range(min(stack.bit_length(), FARTHEST + 1)):
            tall[men] += 2**square
    sides = [pair[side] for pair in (held, pillars, reserves) for side in (player, 1 - player)]
    turn = vec[i64]([player, ONGOING, phase, last])
    position = PitOfPillars(
        board_tables(size), vec[i64](stacks), vec[i64](tall), vec[i64](sides), turn, loses
    )
    if phase == MOVE:
        position.winner = position.judge()
    return position
