"""Blocks one after the other, though pieces of several calls may come by turns."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


class Gate:
    """Puts the events of one message into the order of their blocks.

    "`text.delta`, `thinking.delta`, `tool.use_*` events for the same `message_id` carry monotonically non-decreasing
    `content_block_index` values" (provider adapter contract, 5.2): events after a call wait until it has ended.  Text
    of a block that arrives after the next block has begun is in the final content alone.
    """

    def __init__(self) -> None:
        self.at = 0
        self.call: int | None = None
        """The call that has begun and not ended."""
        self.waiting: dict[int, list[Any]] = {}
        self.order: list[int] = []

    def take(self, event: Any) -> Iterator[Any]:
        """The events that may follow with this one."""
        index = getattr(event, "content_block_index", None)
        if index is None:
            yield event
            return
        if self.call is not None and index > self.call:
            self._keep(index, event)
            return
        yield from self._passed(index, event)
        while self.call is None and self.order:
            yield from self._released()

    def _keep(self, index: int, event: Any) -> None:
        if index not in self.waiting:
            self.waiting[index] = []
            heapq.heappush(self.order, index)
        self.waiting[index].append(event)

    def _released(self) -> Iterator[Any]:
        """Yield the waiting events of the next block."""
        index = heapq.heappop(self.order)
        for event in self.waiting.pop(index):
            yield from self._passed(index, event)

    def _passed(self, index: int, event: Any) -> Iterator[Any]:
        if index < self.at:
            return
        self.at = index
        kind = event.__struct_config__.tag
        if kind == "tool_use_start":
            self.call = index
        elif kind == "tool_use_end":
            self.call = None
        yield event
