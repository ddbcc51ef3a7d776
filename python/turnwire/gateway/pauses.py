"""Notice when a provider sends nothing: a thread waits for its chunks, and the caller gets None after a while."""

from __future__ import annotations

import contextlib
import queue
import threading
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_Item = TypeVar("_Item")


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
    found: queue.SimpleQueue[_Item | _End] = queue.SimpleQueue()
    threading.Thread(target=_fill, args=(found, items), daemon=True).start()
    try:
        while True:
            try:
                item = found.get(timeout=seconds)
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
        with contextlib.suppress(OSError):
            stop()


class _End(Struct, frozen=True):
    """After the last item, with what was raised instead of one more."""

    fault: Exception | None = None


def _fill(found: queue.SimpleQueue[_Item | _End], items: Iterable[_Item]) -> None:
    try:
        for item in items:
            found.put(item)
    except Exception as fault:  # noqa: BLE001 - it is raised where the items are read
        found.put(_End(fault))
    else:
        found.put(_End())
