"""How many calls each token may still make, shared by all processes of a server."""

from __future__ import annotations

import fcntl
import mmap
import struct
import tempfile
import threading
import time
from typing import Final

from turnwire.service.tokens import SLOTS, Token

_BUCKET: Final = struct.Struct("dd")
"""The calls that are left, and the time for which that holds."""


class Quotas:
    """One token bucket for each token, in memory that processes share which were forked after it was made.

    The lock is one of the file system, which the kernel releases if a process dies with it; threads of one
    process, which that lock does not keep apart, have one of their own.
    """

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, SLOTS * _BUCKET.size)
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
        at, now = token.slot * _BUCKET.size, time.monotonic()  # the clock of the machine: the same in all processes
        left, then = _BUCKET.unpack_from(self._memory, at)
        left = min(token.burst, left + (now - then) * rate) if then else token.burst
        wait = 0.0 if left >= 1 else (1 - left) / rate
        _BUCKET.pack_into(self._memory, at, left if wait else left - 1, now)
        return wait
