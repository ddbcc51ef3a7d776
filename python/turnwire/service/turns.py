"""How many calls are converted at once."""

from __future__ import annotations

from functools import partial
from queue import SimpleQueue


class Turns:
    """`begin()` waits until fewer than so many others have begun, and `end()` lets the next one begin.

    A queue with a token for each, since `threading.Semaphore` is written in Python, and takes four times as long; and
    both are functions of the queue, and no block of `with`, whose two methods would be written in Python again.

    Args:
        most: how many there may be.
    """

    def __init__(self, most: int) -> None:
        free: SimpleQueue[None] = SimpleQueue()
        for _ in range(most):
            free.put(None)
        self.begin, self.end = free.get, partial(free.put, None)
