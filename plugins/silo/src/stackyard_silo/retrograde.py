"""Retrograde solution of Silo, word by word, with one byte per word.

A word is the whole row as a string: the columns from Red's right to Red's left, each from bottom to
top, with a separator between neighbours. A move rotates a part of the word:

    Red    T | A r b…      becomes    T r b… | A
    Blue   A b r… | T      becomes    A | T b r…

The first symbol that changes was a separator and is now red, or was blue and is now a separator. So
with blue before the separator before red every move leads to a later word, and one pass from the
last word to the first solves them all. A symbol takes two bits; the first one stands highest.

The place of a word is the number of words after it, so places have no gaps. A place is the sum of
two table entries, one for the first half of the word and one for the second.

A byte holds the result with Red to act: n if Blue wins in n moves, 255 - n if Red does, so Red
maximises it and Blue minimises it. Where Red has no move, it is the result with Blue to act. Other
results with Blue to act follow from the words after Blue's moves. Distances too long for a byte
are kept in a list.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64, u8

from stackyard.cells.bits import bit, count, lowest
from stackyard.position import heed_signals

BLUE: Final = 0  # the symbols
BETWEEN: Final = 1
RED: Final = 2
EVEN: Final = 0x555555555555  # the lower bit of each symbol
SYMBOLS: Final = 23  # maximum length of a word, so that numbers of its second half fit into i16
MOST: Final = 4_294_967_296  # maximum number of words of a board
BIAS: Final = 2_147_483_648  # brings numbers below MOST into the range of i32

END: Final = 1  # the goals, as the rules have them; 0: any
HOME: Final = 2

RED_WINS: Final = 128  # bytes from here on
TOP: Final = 255
FAR: Final = 126  # the largest number of moves in a byte
LEFT: Final = 16  # a long result and, LEFT bits higher, its place
LONG: Final = 65_535  # as TOP for bytes
CHUNK: Final = 4096  # words between two checks for Ctrl-C


class Alphabet:
    """The words with given numbers of blue checkers, separators and red checkers."""

    def __init__(self, blue: int, between: int, red: int) -> None:
        self.blue = blue
        self.between = between
        self.red = red
        self._sizes = {(0, 0, 0): 1}

    @property
    def length(self) -> int:
        """The number of symbols in a word."""
        return self.blue + self.between + self.red

    def size(self, blue: int, between: int, red: int) -> int:
        """The number of words with these numbers of symbols."""
        if min(blue, between, red) < 0:
            return 0
        found = self._sizes.get((blue, between, red))
        if found is None:
            found = self.size(blue - 1, between, red) + self.size(blue, between - 1, red)
            found += self.size(blue, between, red - 1)
            self._sizes[blue, between, red] = found
        return found

    @property
    def words(self) -> int:
        """The number of words."""
        return self.size(self.blue, self.between, self.red)

    def place(self, word: int) -> int:
        """The place of a word: the number of words after it."""
        left = [self.blue, self.between, self.red]
        after = 0
        for at in range(self.length - 1, -1, -1):
            symbol = word >> 2 * at & 3
            for later in range(symbol + 1, 3):
                left[later] -= 1
                after += self.size(*left)
                left[later] += 1
            left[symbol] -= 1
        return after


@final
class RetrogradePass:
    """Solves the words from the last one back to this place; call `run` until `done`.

    `values` holds a byte for each place. The byte of a result more than `far` moves away gives only
    the winner; the result is in `long`, in order of places. The first run allocates the memory.
    """

    def __init__(self, blue: i64, between: i64, red: i64, goal: i64, place: i64, far: i64) -> None:
        length = blue + between + red
        self.goal = goal
        self.size: i64 = place + 1
        self.used: i64 = 0  # number of solved places
        self.values = vec[u8]()
        self.long = vec[i64]()
        self._blue = blue
        self._between = between
        self._red = red
        self._even = EVEN & (bit(2 * length) - 1)
        self._late = length // 2  # symbols of the second half
        self._early = length - self._late
        self._mask = bit(2 * self._late) - 1
        self._firsts = vec[i32]()  # by first half: the place of its last word, less BIAS
        self._seconds = vec[i16]()  # by second half: the number of later ones with the same symbols
        self._ends = vec[i32]()  # the second halves, by their symbols, the last first
        self._starts = vec[i64]()  # the start of those with the same symbols
        self._first: i64 = bit(2 * self._early)  # the first half being solved
        self._at: i64 = 0  # of `_ends`, the next
        self._stop: i64 = 0  # of `_ends`, the end of those for this first half
        self._low = far + 1  # the byte for a long win of Blue
        self._high = TOP - far - 1  # and of Red

    @property
    def done(self) -> bool:
        """True if all words are solved."""
        return self.used == self.size

    def run(self, words: i64) -> None:
        """Solve this many more words, or fewer if no more are left."""
        if not self.values:
            self._prepare()
        goal = self.used + words
        if goal > self.size:
            goal = self.size
        while self.used < goal:
            heed_signals()
            while self._at == self._stop:
                self._turn()
            stop = self._at + CHUNK
            if stop > self._stop:
                stop = self._stop
            if stop > self._at + goal - self.used:
                stop = self._at + goal - self.used
            self._solve(stop)

    def _solve(self, stop: i64) -> None:
        """Solve the words of the current first half with the second halves up to `stop`."""
        values = self.values
        ends = self._ends
        base = self._first << 2 * self._late
        place = self.used
        at = self._at
        while at < stop:
            word = base | i64(ends[at])
            value = self._value(word)
            if value == self._low or value == self._high:
                self.long = append(self.long, place << LEFT | self._long_value(word))
            values[place] = u8(value)
            place += 1
            at += 1
        self._at = stop
        self.used = place

    def _prepare(self) -> None:
        """Allocate the memory, and number the halves of words."""
        self.values = vec[u8](bytes(padded(self.size)))  # uncompiled, a list takes 8 times as much
        self._firsts = vec[i32]([0] * bit(2 * self._early))
        self._seconds = vec[i16]([0] * bit(2 * self._late))
        kinds = (self._blue + 1) * (self._between + 1) * (self._red + 1)
        sizes = vec[i64]([0] * (kinds + 1))
        half = self._mask
        while half >= 0:
            kind = self._kind(half, self._late)
            if kind >= 0:
                self._seconds[half] = i16(sizes[kind])
                sizes[kind] += 1
            half -= 1
        self._starts = vec[i64]([0] * (kinds + 1))
        total: i64 = 0
        kind = 0
        while kind < kinds:
            self._starts[kind] = total
            total += sizes[kind]
            kind += 1
        self._starts[kinds] = total
        self._ends = vec[i32]([0] * total)
        half = self._mask
        while half >= 0:
            kind = self._kind(half, self._late)
            if kind >= 0:
                self._ends[self._starts[kind] + i64(self._seconds[half])] = i32(half)
            half -= 1
        total = 0
        half = bit(2 * self._early) - 1
        while total < self.size:
            kind = self._rest(half)
            if kind >= 0:
                self._firsts[half] = i32(total - BIAS)
                total += sizes[kind]
            half -= 1

    def _turn(self) -> None:
        """Continue with the next lower first half."""
        kind: i64 = -1
        while kind < 0:
            self._first -= 1
            kind = self._rest(self._first)
        self._at = self._starts[kind]
        self._stop = self._starts[kind + 1]

    def _kind(self, half: i64, symbols: i64) -> i64:
        """A number for the count of each symbol in a half; -1 if there are not as many."""
        if half & half >> 1 & EVEN:
            return -1
        red = count(half >> 1 & EVEN)
        between = count(half & EVEN)
        blue = symbols - red - between
        if red > self._red or between > self._between or blue > self._blue:
            return -1
        return self._number(blue, between, red)

    def _number(self, blue: i64, between: i64, red: i64) -> i64:
        return (blue * (self._between + 1) + between) * (self._red + 1) + red

    def _rest(self, half: i64) -> i64:
        """The kind of the second halves that fit a first half; -1 if there are none."""
        kind = self._kind(half, self._early)
        if kind < 0:
            return -1
        return self._number(self._blue, self._between, self._red) - kind

    def _place(self, word: i64) -> i64:
        """The place of a word: the number of words after it."""
        first = i64(self._firsts[word >> 2 * self._late]) + BIAS
        return first + i64(self._seconds[word & self._mask])

    def _value(self, word: i64) -> i64:
        """The byte of a word after which all words are solved."""
        if self._red_has_won(word) or self._blue_has_won(word):
            return 0
        even = self._even
        separators = word & even
        reds = word >> 1 & even
        floor: i64 = 1
        best: i64 = 0
        while separators:
            separator = separators & -separators
            separators &= separators - 1
            after = red_move(word, floor, separator, reds)
            floor = separator << 2
            if after < 0:
                continue
            if self._red_has_won(after):
                return TOP - 1
            value = self._blue_value(after)
            if value == 0:  # Blue sits out
                value = i64(self.values[self._place(after)])
            value = self._before(value)
            if value > best:
                best = value
        if best == 0:
            return self._blue_value(word)
        return best

    def _blue_value(self, word: i64) -> i64:
        """The byte of a word with Blue to act, 0 if Blue has no move."""
        even = self._even
        separators = word & even
        blues = ~(word | word >> 1) & even
        floor: i64 = 1
        best: i64 = TOP
        while separators:
            separator = separators & -separators
            separators &= separators - 1
            after = blue_move(word, floor, separator, separators, blues)
            floor = separator << 2
            if after < 0:
                continue
            if self._blue_has_won(after):
                return 1
            value = i64(self.values[self._place(after)])
            if value < best:
                best = value
        if best == TOP:
            return 0
        return self._before(best)

    def _before(self, value: i64) -> i64:
        """The byte for one move more."""
        if value >= RED_WINS:
            if value > self._high:
                return value - 1
        elif value < self._low:
            return value + 1
        return value

    def _red_has_won(self, word: i64) -> bool:
        """Tell if the red checkers of a word have reached the goal."""
        reds = word >> 1 & self._even
        last = reds & -reds
        if self.goal:
            if last < word & self._even:
                return False
            if self.goal == HOME:
                return True
        run = reds | reds << 1
        return run & (run + last) == 0

    def _blue_has_won(self, word: i64) -> bool:
        """Tell if the blue checkers of a word have reached the goal."""
        blues = ~(word | word >> 1) & self._even
        if self.goal:
            separators = word & self._even
            if blues > separators & -separators:
                return False
            if self.goal == HOME:
                return True
        run = blues | blues << 1
        return run & (run + (blues & -blues)) == 0

    # The same with distances of any length

    def _exact(self, place: i64) -> i64:
        """The result at a place, in the encoding of bytes but with LONG instead of TOP."""
        value = i64(self.values[place])
        if value == self._low or value == self._high:
            return find(self.long, place)
        if value >= RED_WINS:
            return value + (LONG - TOP)
        return value

    def _long_value(self, word: i64) -> i64:
        """The result for `_exact` of a word after which all words are solved."""
        separators = word & self._even
        reds = word >> 1 & self._even
        floor: i64 = 1
        best: i64 = 0
        while separators:
            separator = separators & -separators
            separators &= separators - 1
            after = red_move(word, floor, separator, reds)
            floor = separator << 2
            if after < 0:
                continue
            value = self._long_blue_value(after)
            if value == 0:
                value = self._exact(self._place(after))
            value = long_before(value)
            if value > best:
                best = value
        if best == 0:
            return self._long_blue_value(word)
        return best

    def _long_blue_value(self, word: i64) -> i64:
        """The same with Blue to act, 0 if Blue has no move."""
        separators = word & self._even
        blues = ~(word | word >> 1) & self._even
        floor: i64 = 1
        best: i64 = LONG
        while separators:
            separator = separators & -separators
            separators &= separators - 1
            after = blue_move(word, floor, separator, separators, blues)
            floor = separator << 2
            if after < 0:
                continue
            if self._blue_has_won(after):
                return 1
            value = self._exact(self._place(after))
            if value < best:
                best = value
        if best == LONG:
            return 0
        return long_before(best)


def red_move(word: i64, floor: i64, separator: i64, reds: i64) -> i64:
    """The word after Red's move from a column to the one before it; -1 if there is none.

    The column lies between two bits: `floor`, that of its last symbol, and that of the separator
    before it.
    """
    red = reds & -floor
    red &= -red
    if red == 0 or red > separator:
        return -1
    return (
        word & ~(4 * separator - floor)
        | 2 * separator
        | (word & (4 * separator - 4 * red)) >> lowest(red) + 2 - lowest(floor)
    )


def blue_move(word: i64, floor: i64, separator: i64, others: i64, blues: i64) -> i64:
    """The word after Blue's move from a column to the one after it; -1 if there is none.

    The column lies before the bit of the separator, which is followed by the other column down to
    the bit `floor`; `others` are the separators before.
    """
    blue = blues & -separator
    blue &= -blue
    if blue == 0 or (others and blue > (others & -others)):
        return -1
    at = lowest(separator)
    return (
        word & ~(4 * blue - floor)
        | (word & (4 * separator - floor)) << lowest(blue) - at
        | (word & (4 * blue - 4 * separator)) >> at + 2 - lowest(floor)
    )


def padded(size: i64) -> i64:
    """The number of bytes rounded up to a multiple of 8."""
    return (size + 7) // 8 * 8


def long_before(value: i64) -> i64:
    """The encoding of `_exact` for one move more."""
    if value > LONG // 2:
        return value - 1
    return value + 1


def find(entries: vec[i64], place: i64) -> i64:
    """The long result at a place, which must have one."""
    low: i64 = 0
    high: i64 = len(entries)
    while high - low > 1:
        middle = (low + high) // 2
        if entries[middle] >> LEFT > place:
            high = middle
        else:
            low = middle
    return entries[low] & LONG
