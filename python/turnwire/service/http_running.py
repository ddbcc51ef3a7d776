"""Run a call over HTTP: a thread answers it, while the event loop feeds it and waits for its end."""

from __future__ import annotations

import asyncio
import contextvars
import math
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from turnwire.service.http_doors import DEADLINE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

    from turnwire.service.admission import Admission
    from turnwire.service.http_call import HttpCall


@asynccontextmanager
async def running(
    call: HttpCall, admission: Admission, answer: Callable[[], Any], feed: Coroutine[Any, Any, None]
) -> AsyncIterator[asyncio.Future[Any]]:
    """Run a call; inside the block, its answer is there or the call has ended, and after it the call has ended.

    Args:
        call: the call, which ends when its deadline passes.
        admission: the threads that answer it.
        answer: what the thread does.
        feed: gives the request to the thread, and ends the call when its client is gone.

    Yields:
        The work of the thread; it is not done if the call ended first.
    """
    loop, ended = asyncio.get_running_loop(), asyncio.Event()

    def wake() -> None:
        loop.call_soon_threadsafe(ended.set)

    call.add_callback(wake)
    # Submitted before the request has arrived, so that requests that are on their way count as calls.
    work = asyncio.wrap_future(admission.submit(contextvars.copy_context().run, answer))
    others = [asyncio.ensure_future(each) for each in (ended.wait(), feed)]
    left = call.time_remaining()
    timer = loop.call_later(left, call.end, DEADLINE) if math.isfinite(left) else None
    try:
        await asyncio.wait([work, others[0]], return_when=asyncio.FIRST_COMPLETED)
        yield work
    finally:
        if timer is not None:
            timer.cancel()
        for each in others:
            each.cancel()
        work.add_done_callback(lambda done: done.cancelled() or done.exception())  # it is in the status of the call
        call.end()
