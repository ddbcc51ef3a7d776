"""Makes ids that ascend.  The clock and the random numbers are the caller's: the library has neither."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from turnwire.documents.ids.forms import PREFIXES, parse
from turnwire.documents.ids.ulids import MAX_RANDOM, MAX_TIMESTAMP, RANDOM_BITS, Ulid
from turnwire.errors import invalid

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.documents.ids.forms import IdKind


class Ulids:
    """Makes the ids of a session, each greater than all before it.

    `clock` gives milliseconds since 1970; `random` gives that many random bits as a number.  The same answers of both
    give the same ids.  Threads may share one.
    """

    def __init__(self, clock: Callable[[], int], random: Callable[[int], int]) -> None:
        self._clock = clock
        self._random = random
        self._last: Ulid | None = None
        self._lock = threading.Lock()

    def new(self, kind: IdKind = "message") -> str:
        """The next id.

        Raises InvalidDocument: `id.overflow` where the random part is used up, `id.clock` and `id.random` where the
        caller's clock or chance answers what fits into no id.
        """
        return self.after("", kind)

    def after(self, other: str, kind: IdKind = "message") -> str:
        """The next id, which also comes after `other`: the last one of a session that is taken up again.

        `other` is an id of any kind; one that holds no ULID has no place in the order, and is passed over.
        Raises InvalidDocument as `new` does.
        """
        earlier = parse(other).ulid if other else None
        with self._lock:
            found = self._last = self._next(max((each for each in (self._last, earlier) if each), default=None))
        return f"{PREFIXES[kind]}{found}"

    def _next(self, last: Ulid | None) -> Ulid:
        now = self._clock()
        if type(now) is not int or not 0 <= now <= MAX_TIMESTAMP:
            hint = "the clock gives whole milliseconds since 1970, before the year 10889"
            raise invalid("id.clock", f"{now!r} is not a valid time for an id", hint=hint)
        # A clock that goes back must not make an id that is less than one made already: until it has caught up, ids
        # count on from the last one, as they do within one millisecond.
        if last is None or now > last.timestamp:
            return Ulid(now, self._drawn())
        # "the random component is incremented by 1 bit in the least significant bit position (with carrying)", and
        # "if ... you ... cause the random component to overflow with less, the generation will fail." (the ULID
        # specification, Monotonicity)
        if last.random == MAX_RANDOM:
            hint = "try again when the clock is past it; where it lies in the far future, this clock did not make it"
            raise invalid("id.overflow", f"there is no id after {last} within its millisecond", hint=hint)
        return Ulid(last.timestamp, last.random + 1)

    def _drawn(self) -> int:
        drawn = self._random(RANDOM_BITS)
        if type(drawn) is not int or not 0 <= drawn <= MAX_RANDOM:
            raise invalid("id.random", f"{drawn!r} is not a number of {RANDOM_BITS} bits", hint="as secrets.randbits")
        return drawn


def seeded(seed: str) -> Callable[[int], int]:
    """Bits for `Ulids` that are the same for the same seed, everywhere: SHA-256 of the seed and a running number.

    They are for tests and replays; anyone who knows the seed knows the ids.
    """
    import hashlib  # noqa: PLC0415 - OpenSSL takes its time, and whoever converts makes no ids

    root = hashlib.sha256(seed.encode("utf-8", "surrogatepass")).digest()
    drawn = 0

    def random(bits: int) -> int:
        nonlocal drawn
        found = b""
        while len(found) * 8 < bits:
            found += hashlib.sha256(root + drawn.to_bytes(16, "big")).digest()
            drawn += 1
        return int.from_bytes(found, "big") >> len(found) * 8 - bits

    return random
