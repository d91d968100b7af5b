"""Seeded random numbers that are the same on every machine and in every build.

The generator is xoshiro128++ (David Blackman and Sebastiano Vigna, 2019): four 32-bit words,
period 2^128 - 1. It needs no product wider than 64 bits, so plain and compiled code agree.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import final

from mypy_extensions import i64


def derive(seed: int, *path: int) -> int:
    """A seed of 62 bits derived from `seed`, one for each `path`.

    Any ints will do; different arguments give unrelated seeds (BLAKE2b).
    """
    text = "/".join([hex(number) for number in (seed, *path)])
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") >> 2


def _scramble(word: i64) -> i64:
    """A 32-bit word with its bits mixed (Chris Wellons' low-bias finaliser)."""
    word = (word ^ (word >> 16)) * 0x21F0AAAD & 0xFFFFFFFF
    word = (word ^ (word >> 15)) * 0x735A2D97 & 0xFFFFFFFF
    return word ^ (word >> 15)


@final
class Rng:
    """A stream of random words; any int seeds it."""

    def __init__(self, seed: int) -> None:
        if not isinstance(seed, int):
            raise TypeError(f"a seed is a whole number, not {seed!r:.40}")
        word: i64 = seed if 0 <= seed <= 0x3FFFFFFFFFFFFFFF else derive(seed)
        low = word & 0xFFFFFFFF
        high = word >> 32
        # Every word of the state depends on every bit of the seed, so that neighbouring seeds
        # give unrelated streams from the first number on.
        a = _scramble((_scramble(low + 0x9E3779B9 & 0xFFFFFFFF) + high) & 0xFFFFFFFF)
        b = _scramble((_scramble(high + 0x3C6EF372 & 0xFFFFFFFF) + low) & 0xFFFFFFFF)
        self._a: i64 = a
        self._b: i64 = b
        self._c: i64 = _scramble((a + b + 0xDAA66D2B) & 0xFFFFFFFF)
        self._d: i64 = _scramble((a ^ b ^ 0x78DDE6E4) & 0xFFFFFFFF) | 1  # never all zero

    def bits(self) -> i64:
        """The next 32 random bits, 0 … 2^32 - 1."""
        a = self._a
        b = self._b
        c = self._c ^ a
        d = self._d ^ b
        total = (a + self._d) & 0xFFFFFFFF
        self._a = a ^ d
        self._b = b ^ c
        self._c = c ^ (b << 9 & 0xFFFFFFFF)
        self._d = (d << 11 | d >> 21) & 0xFFFFFFFF
        return ((total << 7 | total >> 25) + a) & 0xFFFFFFFF

    def word(self) -> i64:
        """The next 62 random bits, enough to seed another stream."""
        return self.bits() << 30 | self.bits() >> 2

    def below(self, bound: i64) -> i64:
        """A random int from 0 to bound - 1, bound at most 2^31 (bias below bound / 2^32)."""
        return self.bits() * bound >> 32
