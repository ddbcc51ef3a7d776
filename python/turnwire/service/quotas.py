"""How many calls each token may still make, shared by all processes of a server."""

from __future__ import annotations

import fcntl
import hashlib
import mmap
import struct
import tempfile
import threading
import time
from functools import cache
from typing import Final

from turnwire.service.tokens import MOST_TOKENS, Token

_BUCKET: Final = struct.Struct("Qdd")
"""The key of the token, the calls that are left, and the time for which that holds."""
_BUCKETS: Final = 8 * MOST_TOKENS
"""More than the tokens of one file: a token that is no longer in the file keeps its bucket."""


class Quotas:
    """One token bucket for each name of a token, in memory that processes share which were forked after it was made.

    The lock is one of the file system, which the kernel releases if a process dies with it; threads of one
    process, which that lock does not keep apart, have one of their own.
    """

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, _BUCKETS * _BUCKET.size)
        self._turn = threading.Lock()
        self._lock = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process lives

    def wait_for(self, token: Token) -> float:
        """Take one call of a token's quota.

        Args:
            token: the token of the call.

        Returns:
            0 if the call may be made, or the seconds until the next one may.
        """
        if token.calls_per_second is None:
            return 0.0
        with self._turn:
            fcntl.lockf(self._lock, fcntl.LOCK_EX)
            try:
                return self._taken(token, token.calls_per_second)
            finally:
                fcntl.lockf(self._lock, fcntl.LOCK_UN)

    def close(self) -> None:
        """Let go of the memory and the lock."""
        self._memory.close()
        self._lock.close()

    def _taken(self, token: Token, rate: float) -> float:
        key, now = _key(token.name), time.monotonic()  # the clock of the machine: the same in all processes
        at = self._bucket(key)
        owner, left, then = _BUCKET.unpack_from(self._memory, at)
        left = min(token.burst, left + (now - then) * rate) if owner == key else token.burst
        wait = 0.0 if left >= 1 else (1 - left) / rate
        _BUCKET.pack_into(self._memory, at, key, left if wait else left - 1, now)
        return wait

    def _bucket(self, key: int) -> int:
        """Return where the bucket of a token is, or where it can be: the first free one after its own place."""
        for step in range(_BUCKETS):
            at = (key + step) % _BUCKETS * _BUCKET.size
            if _BUCKET.unpack_from(self._memory, at)[0] in (key, 0):
                return at
        return key % _BUCKETS * _BUCKET.size  # all are of tokens that are gone


@cache
def _key(name: str) -> int:
    """Return a number above 0 for the name of a token, the same in all processes."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big") or 1
