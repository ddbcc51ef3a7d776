"""The events of a stream: the texts that grow by them, and the types of their members.

A type has the members that are read in pieces or that the last event repeats; others are in no response, so they are
reported.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from turnwire.stream.unexpected_members import Object, Shape


class _Part(Struct):
    type: str | None = None
    text: str | None = None
    refusal: str | None = None
    annotations: list[Object] | None = None
    logprobs: list[Object] | None = None


class _Item(Struct):
    type: str | None = None
    content: list[Any] | None = None
    summary: list[Any] | None = None


class _Response(Struct):
    output: list[Any] | None = None


class _Event(Struct, forbid_unknown_fields=True):
    type: str | None = None
    sequence_number: int | None = None
    item_id: str | None = None
    output_index: int | None = None
    content_index: int | None = None
    summary_index: int | None = None
    annotation_index: int | None = None
    delta: str | None = None
    text: str | None = None
    refusal: str | None = None
    arguments: str | None = None
    input: str | None = None
    code: str | None = None
    name: str | None = None
    status: str | None = None
    logprobs: list[Object] | None = None
    annotation: Object | None = None
    part: _Part | None = None
    item: _Item | None = None
    response: _Response | None = None
    obfuscation: str | None = None


class PieceEvent(Struct, forbid_unknown_fields=True, gc=False):
    """The next piece of a text or of an input, which nearly every event is."""

    type: str
    delta: str
    sequence_number: int | None = None
    item_id: str | None = None
    output_index: int | None = None
    content_index: int | None = None
    summary_index: int | None = None
    logprobs: list[Object] | None = None
    obfuscation: str | None = None


PIECE: Final = msgspec.json.Decoder(PieceEvent)
EVENT = Shape(_Event, places=("type", "output_index", "item_id", "content_index", "summary_index"))


class Growing(NamedTuple):
    """A text that grows by events."""

    name: str
    """Which text of an item it is."""
    event: str
    """The beginning of the names of its events: `.delta` has a piece, `.done` the whole text."""
    member: str
    """The member that has the whole text: of the `.done` event, and of the part or the item."""
    part: str = ""
    """The type of the part that holds it; empty if none does."""
    counter: str = ""
    """The member of the events that counts the parts."""
    about_part: str = ""
    """The beginning of the names of the events about the part itself."""
    call: str = ""
    """The type of the call whose input it is."""

    @property
    def is_run(self) -> bool:
        """Whether the provider runs what the text is the input of: the pieces are in the item, and no own events."""
        return not self.part and not self.call


_OF_CONTENT: Final = ("content_index", "response.content_part")
_OF_SUMMARY: Final = ("summary_index", "response.reasoning_summary_part")
GROWING: Final = (
    Growing("text", "response.output_text", "text", "output_text", *_OF_CONTENT),
    Growing("refusal", "response.refusal", "refusal", "refusal", *_OF_CONTENT),
    Growing("content", "response.reasoning_text", "text", "reasoning_text", *_OF_CONTENT),
    Growing("summary", "response.reasoning_summary_text", "text", "summary_text", *_OF_SUMMARY),
    Growing("arguments", "response.function_call_arguments", "arguments", call="function_call"),
    Growing("input", "response.custom_tool_call_input", "input", call="custom_tool_call"),
    Growing("arguments", "response.mcp_call_arguments", "arguments"),
    Growing("code", "response.code_interpreter_call_code", "code"),
)
IN_PARTS: Final = {each.part: each for each in GROWING if each.part}
"""By the type of the part."""
IN_CALLS: Final = {each.call: each for each in GROWING if each.call}
"""By the type of the call."""
