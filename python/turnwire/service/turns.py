"""How many calls are converted at once."""

from __future__ import annotations

from queue import SimpleQueue
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType


class Turns:
    """`with turns:` waits until fewer than so many others are in such a block.

    A queue with a token for each, since `threading.Semaphore` is written in Python, and takes four times as long.

    Args:
        most: how many there may be.
    """

    def __init__(self, most: int) -> None:
        self._free: SimpleQueue[None] = SimpleQueue()
        for _ in range(most):
            self._free.put(None)

    def __enter__(self) -> None:
        self._free.get()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._free.put(None)
