"""ULIDs: the ids of messages and calls, sorted by the time they were made.

48 bits of milliseconds and 80 random bits, written as 26 digits of Crockford's base 32 (the ULID specification,
github.com/ulid/spec).
"""

from __future__ import annotations

import re

from msgspec import Struct

LENGTH = 26
RANDOM_BITS = 80
MAX_TIMESTAMP = 2**48 - 1
MAX_RANDOM = 2**RANDOM_BITS - 1

# "Crockford's Base32 is used as shown. This alphabet excludes the letters I, L, O, and U to avoid confusion and abuse."
_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}

# "the largest valid ULID encoded in Base32 is 7ZZZZZZZZZZZZZZZZZZZZZZZZZ" (the same), so the first digit has 3 bits.
SPELLED = "[0-7][0-9A-HJKMNP-TV-Z]{25}"
_ULID = re.compile(SPELLED, re.IGNORECASE | re.ASCII)


class Ulid(Struct, frozen=True, order=True):
    """A ULID taken apart: milliseconds since 1970, and 80 random bits."""

    timestamp: int
    random: int

    def __int__(self) -> int:
        return self.timestamp << RANDOM_BITS | self.random

    def __str__(self) -> str:
        """Upper case, as Crockford's digits are written; readers do not regard the case."""
        number = int(self)
        return "".join(_DIGITS[number >> shift & 31] for shift in range(5 * (LENGTH - 1), -1, -5))

    def next(self) -> Ulid:
        """The id after this one, into the next millisecond if need be; after the last of all comes the first."""
        number = (int(self) + 1) % (1 << 48 + RANDOM_BITS)
        return Ulid(number >> RANDOM_BITS, number & MAX_RANDOM)


def ulid_of(text: str) -> Ulid | None:
    """A ULID taken apart, in either case; None for a text that is none."""
    if _ULID.fullmatch(text) is None:
        return None
    number = 0
    for digit in text.upper():
        number = number << 5 | _VALUES[digit]
    return Ulid(number >> RANDOM_BITS, number & MAX_RANDOM)
