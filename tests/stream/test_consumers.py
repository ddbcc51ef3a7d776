"""A consumer that raises, or stops early: the generators end quietly, and the upstream is closed."""

from __future__ import annotations

import asyncio
import gc
import sys
from typing import TYPE_CHECKING, Any

import pytest
from tests.stream.replies import CASES

import turnwire
from turnwire.systems.canonical.adapters import adapter_for

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

STREAM = CASES["text"].stream
DIALECT = CASES["text"].dialect


class Gone(Exception):
    """What the consumer raises."""


async def upstream(fault: Exception | None) -> AsyncIterator[bytes]:
    for start in range(0, len(STREAM), 40):
        await asyncio.sleep(0)
        yield STREAM[start : start + 40]
        if fault is not None and start > len(STREAM) // 2:
            raise fault


def adapted(fault: Exception | None) -> AsyncIterator[Any]:
    return adapter_for(DIALECT).stream_response(upstream(fault))


def translated(fault: Exception | None) -> AsyncIterator[Any]:
    return aiter(turnwire.translate(upstream(fault), DIALECT, "anthropic_messages"))


async def consume(made: AsyncIterator[Any], after: int, how: str) -> int:
    taken = 0
    async for _ in made:
        taken += 1
        if taken > after and how == "raises":
            raise Gone
        if taken > after and how == "is cancelled":
            raise asyncio.CancelledError
        if taken > after:
            break
    return taken


@pytest.mark.parametrize("fault", [None, ConnectionError("it hung up")], ids=["whole", "broken"])
@pytest.mark.parametrize("how", ["raises", "stops", "is cancelled"])
@pytest.mark.parametrize("after", [0, 3, 99])
@pytest.mark.parametrize("make", [adapted, translated])
def test_nothing_is_ignored(
    make: Callable[[Exception | None], AsyncIterator[Any]],
    after: int,
    how: str,
    fault: Exception | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """ "async generator ignored GeneratorExit" goes to the hook, or to the loop's handler: nobody would raise it."""
    ignored: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", ignored.append)

    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: ignored.append(context))
        try:
            await consume(make(fault), after, how)
        except (Gone, ConnectionError, asyncio.CancelledError):
            gc.collect()
        await asyncio.sleep(0)

    asyncio.run(main())
    gc.collect()
    assert [] == ignored
