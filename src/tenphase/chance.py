"""Shuffling: the only randomness of a game.

A game has a secret key, and each shuffle a number. Key and number give the order through
SHAKE-256, a published function, so the same game comes out on every platform and in every version
of Python, nobody can guess the next order from those seen before, and looking at or copying a
game disturbs nothing.
"""

from __future__ import annotations

import hashlib
import operator
import secrets
import struct

from tenphase.errors import OptionError

__all__ = ["commitment", "key_from_seed", "new_key", "shuffled", "whole_number_below"]


def new_key() -> bytes:
    """A fresh key from the operating system's secure source."""
    return secrets.token_bytes(32)


def key_from_seed(seed: int | str) -> bytes:
    """The key of a seed, for games that are to be repeated. Anybody who knows the seed has it.

    A seed is a text or a whole number (also one of numpy). Raises `OptionError` for others.

    >>> key_from_seed(7) == key_from_seed("7"), len(key_from_seed(7))
    (True, 32)
    """
    try:
        if isinstance(seed, bool):
            raise TypeError
        text = seed if isinstance(seed, str) else str(operator.index(seed))
        return hashlib.sha256(f"tenphase seed {text}".encode()).digest()
    except (TypeError, ValueError):
        raise OptionError("a seed is a text or a whole number of at most 4000 digits") from None


def _stream(key: bytes, number: int, length: int) -> bytes:
    return hashlib.shake_256(key + number.to_bytes(8, "big")).digest(length)


def shuffled(cards: bytes, key: bytes, number: int) -> bytes:
    """The cards in the order of shuffle `number` of a game with this key.

    Every card draws 64 random bits and the cards are sorted by them. Ties have a chance of less
    than one in 10**15 and keep the order of the cards, which is the same everywhere too.

    >>> shuffled(b"abcdef", key_from_seed(7), 1) == shuffled(b"abcdef", key_from_seed(7), 1)
    True
    >>> shuffled(b"abcdef", key_from_seed(7), 1) == shuffled(b"abcdef", key_from_seed(7), 2)
    False
    """
    size = len(cards)
    draws = struct.unpack(f">{size}Q", _stream(key, number, 8 * size))
    return bytes([cards[place] for place in sorted(range(size), key=draws.__getitem__)])


def whole_number_below(limit: int, key: bytes, number: int) -> int:
    """A uniform whole number from 0 to `limit - 1`, for rulesets with dice or a coin.

    >>> 0 <= whole_number_below(6, key_from_seed(7), 1) < 6
    True
    """
    # 128 bits against a small limit: the unevenness of the remainder is below 2**-90
    return int.from_bytes(_stream(key, number, 16), "big") % limit


def commitment(key: bytes) -> str:
    """A hash that fixes a key without showing it.

    A host publishes it before the deal and the key after the game: `commitment(key)` must come
    out the same, and replaying the game with the key shows that no deal was chosen later.

    >>> commitment(key_from_seed(7))[:16]
    '60b86f5855f947ca'
    """
    return hashlib.sha256(b"tenphase commitment " + key).hexdigest()
