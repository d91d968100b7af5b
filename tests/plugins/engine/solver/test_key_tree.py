"""Codes of keys: one for each key, in little memory, and the same after a restart."""

from __future__ import annotations

import random
from itertools import product

from stackyard_engine.solver.key_tree import KeyTree

SEED = 20261123


def pieces(tree: KeyTree) -> list[memoryview]:
    """The parts of a tree as a checkpoint gives them back."""
    return [memoryview(bytes(memoryview(part))) for part in tree.parts()]


def test_equal_keys_have_equal_codes_and_others_different_ones() -> None:
    print(f"seed {SEED}")
    chance = random.Random(SEED)
    keys = {bytes(chance.choices(b"\x00\x01\xff", k=chance.randrange(60))) for _ in range(2_000)}
    keys |= {bytes(part) for size in range(7) for part in product((0, 1), repeat=size)}
    tree = KeyTree()
    codes = {key: tree.code(key) for key in keys}
    assert len(set(codes.values())) == len(keys)
    assert min(codes.values()) >= 0
    assert max(codes.values()) < 2**62
    assert all(tree.code(key) == code for key, code in codes.items())


def test_keys_of_different_length_differ_although_their_pairs_are_nested_alike() -> None:
    word = bytes([0, 0, 0, 0, 0, 0, 1])
    tree = KeyTree()
    keys = [word * number for number in range(9)] + [bytes(number) for number in range(1, 30)]
    assert len({tree.code(key) for key in keys}) == len(keys)


def test_a_restored_tree_gives_old_keys_their_codes_and_new_ones_others() -> None:
    keys = [bytes([number, 7] * (number % 20)) for number in range(200)]
    tree, again = KeyTree(), KeyTree()
    codes = [tree.code(key) for key in keys[:100]]
    again.restore(pieces(tree))
    assert [again.code(key) for key in keys[:100]] == codes
    assert [again.code(key) for key in keys] == [tree.code(key) for key in keys]


def test_similar_keys_share_most_of_their_memory() -> None:
    tree = KeyTree()
    empty = tree.memory()
    base = bytes(range(140))
    for first, second in product(range(60), range(60)):
        key = bytearray(base)
        key[3], key[120] = first, second
        tree.code(bytes(key))
    assert tree.memory() - empty < 30 * 60 * 60
