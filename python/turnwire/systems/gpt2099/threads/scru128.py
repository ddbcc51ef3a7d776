"""SCRU128: the ids of turns, sorted by the time they were made.

"timestamp * 2^80 + counter_hi * 2^56 + counter_lo * 2^32 + entropy" (SCRU128 Specification v2.0.1), written as 25
digits of base 36.  The clock and the random numbers are the caller's.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from turnwire.errors import invalid

if TYPE_CHECKING:
    from collections.abc import Callable

LENGTH = 25
MAX_TIMESTAMP = 2**48 - 1
MAX_COUNTER = 2**24 - 1
MAX_ENTROPY = 2**32 - 1

ROLLBACK = 10_000
"""Milliseconds that a clock may go back and still be waited for: "small enough (e.g. a few seconds)"."""

RENEWAL = 1_000
"""Milliseconds after which `counter_hi` is drawn again: "moved forward by one second or more"."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_TURN_ID = re.compile(r"[0-9A-Za-z]{25}\Z")


def is_turn_id(text: str) -> bool:
    """Whether gpt2099 takes a text for the id of a turn: 25 letters and digits, whatever number they make."""
    return _TURN_ID.match(text) is not None


class Scru128(Struct, frozen=True, order=True):
    """An id taken apart: milliseconds since 1970, two counters of 24 bits, 32 random bits."""

    timestamp: int
    counter_hi: int
    counter_lo: int
    entropy: int

    def __int__(self) -> int:
        return self.timestamp << 80 | self.counter_hi << 56 | self.counter_lo << 32 | self.entropy

    def __str__(self) -> str:
        """Lower case, as the ids of stored frames are; readers do not regard the case."""
        number, digits = int(self), ""
        for _ in range(LENGTH):
            number, digit = divmod(number, 36)
            digits = _DIGITS[digit] + digits
        return digits


def parse(text: str) -> Scru128:
    """An id taken apart, in either case.  Raises InvalidDocument (`thread.id`)."""
    hint = "an id is 25 digits of base 36, at most f5lxx1zz5pnorynqglhzmsp33"
    if not is_turn_id(text):
        raise invalid("thread.id", f"{text[:60]!r} is not a SCRU128", hint=hint)
    number = int(text, 36)
    # "any numeral greater than F5LXX1ZZ5PNORYNQGLHZMSP33 ... is not a valid SCRU128 ID" (the same)
    if number >= 2**128:
        raise invalid("thread.id", f"{text!r} is more than 128 bits", hint=hint)
    return Scru128(number >> 80, number >> 56 & MAX_COUNTER, number >> 32 & MAX_COUNTER, number & MAX_ENTROPY)


class Generator:
    """Makes ids that ascend.

    `clock` gives milliseconds since 1970; `random` gives that many random bits as a number.  The same answers of both
    give the same ids.
    """

    def __init__(self, clock: Callable[[], int], random: Callable[[int], int]) -> None:
        self._clock = clock
        self._random = random
        self._last = Scru128(0, 0, 0, 0)
        self._renewed = 0

    def after(self, other: str) -> str:
        """The next id, which also comes after `other`, an id of someone else who adds to the same store.

        Where the clock is behind `other`, however far, the id counts on from it: in a store the order is what matters.
        """
        text = self.new()
        if text > other.lower() or not is_turn_id(other):
            return text
        try:
            self._last = parse(other)
        except ValueError:
            raise invalid(
                "thread.id", f"there is no id after {other!r}", hint="take that turn out of the store"
            ) from None
        self._last = self._counted_on()
        return str(self._last)

    def new(self) -> str:
        """The next id."""
        now = self._clock()
        # "treat the timestamp of the last generated ID as the up-to-date one, betting that the wall clock will catch
        # up soon" (the same, Clock rollback handling)
        behind = self._last.timestamp - now
        self._last = self._counted_on() if 0 <= behind <= ROLLBACK else self._renewal(now)
        return str(self._last)

    def _renewal(self, now: int) -> Scru128:
        """An id of a new millisecond; after a large rollback, as if from a new generator."""
        later = now - self._renewed
        high = self._last.counter_hi
        if later >= RENEWAL or later < 0 or self._last.timestamp == 0:
            high, self._renewed = self._random(24), now
        return Scru128(now, high, self._random(24), self._random(32))

    def _counted_on(self) -> Scru128:
        timestamp, high, low = self._last.timestamp, self._last.counter_hi, self._last.counter_lo + 1
        # "When counter_lo reaches its maximum value, counter_hi is incremented and counter_lo is reset to zero."
        if low > MAX_COUNTER:
            high, low = high + 1, 0
        # "Increment timestamp by one.  Reset counter_hi to zero.  Reset counter_lo to a random number." (the same,
        # Counter overflow handling)
        if high > MAX_COUNTER:
            timestamp, high, low = timestamp + 1, 0, self._random(24)
        if timestamp > MAX_TIMESTAMP:
            raise invalid("thread.id", "there is no later id", hint="an id of the store lies beyond the year 10889")
        return Scru128(timestamp, high, low, self._random(32))
