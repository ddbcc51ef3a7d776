"""Streams of Mistral's chat, written: chunks of a chat completion, where a call comes whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.families.chat.stream_write import ChatChunking
from turnwire.stream.chunking import GrowingPart

if TYPE_CHECKING:
    from turnwire.stream.merging import Members


class MistralChunking(ChatChunking):
    """One stream of chunks."""

    def call(self, call: Members) -> GrowingPart:
        """A call: `name` and `arguments` of a FunctionCall are both required in a DeltaMessage."""
        call.pop("index", None)  # the stream says its own
        return GrowingPart(head=call, is_call=True)


CHUNKING = MistralChunking
