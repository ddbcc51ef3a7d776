"""Notice when a provider sends nothing: a thread waits for its chunks, and the caller gets None after a while."""

from __future__ import annotations

import contextlib
import queue
import threading
from typing import TYPE_CHECKING, Generic, TypeVar

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_Item = TypeVar("_Item")

_ITEMS = 16
"""How many items wait for a client that is slower than the provider."""


def with_pauses(
    items: Iterable[_Item],
    seconds: float,
    *,
    is_gone: Callable[[], object] = lambda: False,
    stop: Callable[[], object] = lambda: None,
) -> Iterator[_Item | None]:
    """Yield each item as it arrives, and `None` after every so many seconds without one.

    `turnwire.translate` accepts such an iterable, and writes a keep-alive in each pause.

    Args:
        items: what the provider sends.  It is iterated over in a thread of its own.
        seconds: how long to wait for an item before there is a pause.
        is_gone: called in each pause; returns whether the client has disconnected.
        stop: called at the end, also if the iteration is abandoned.  It must end the wait for the next item, for
            example by shutting down the socket.  Its OSError is ignored: the connection is already closed.

    Raises:
        ConnectionAbortedError: the client is gone.
        Exception: whatever iterating over `items` raises.

    Example:
        `for piece in with_pauses(response.iter_bytes(), 5, stop=response.close): ...`
    """
    buffer: _Buffer[_Item] = _Buffer()
    threading.Thread(target=buffer.fill, args=(items,), daemon=True).start()
    try:
        while True:
            try:
                item = buffer.get(seconds)
            except queue.Empty:
                if is_gone():
                    raise ConnectionAbortedError("the client is gone") from None
                yield None
                continue
            if not isinstance(item, _End):
                yield item
            elif item.fault is None:
                return
            else:
                raise item.fault
    finally:
        buffer.close()
        with contextlib.suppress(OSError):
            stop()


class _End(Struct, frozen=True):
    """After the last item, with what was raised instead of one more."""

    fault: Exception | None = None


class _Buffer(Generic[_Item]):
    """A few items between two threads: the one that fills it waits for the one that takes them.

    If a provider is faster than the client, the rest waits in the provider's own buffers.
    """

    def __init__(self) -> None:
        self._items: queue.SimpleQueue[_Item | _End] = queue.SimpleQueue()
        self._room = threading.Semaphore(_ITEMS)
        self._is_closed = False

    def fill(self, items: Iterable[_Item]) -> None:
        """Put each item in the buffer, until they end or the buffer is closed."""
        try:
            for item in items:
                self._room.acquire()
                # Data that is read from a socket after its shutdown does not reopen the TCP window: a provider with a
                # full buffer would go on waiting, and not notice that the connection is closed.
                if self._is_closed:
                    return
                self._items.put(item)
        except Exception as fault:  # noqa: BLE001 - it is raised where the items are read
            self._items.put(_End(fault))
        else:
            self._items.put(_End())

    def get(self, seconds: float) -> _Item | _End:
        """Return the next item or the end.  Raises `queue.Empty` after so many seconds without one."""
        item = self._items.get(timeout=seconds)
        self._room.release()
        return item

    def close(self) -> None:
        """Take no more items."""
        self._is_closed = True
        self._room.release()
