"""The wire objects of the canonical message format.

"Nulls and defaults are all written" by its encoder, and its decoder takes a field that is left out for its default;
so every field may be absent here, and which ones were is noted.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Raw, UnsetType

from turnwire.codec.wire import OpaquePart, Wire
from turnwire.model import ABSENT

NAME: Final = "canonical"

INT64 = range(-(2**63), 2**63)
Int64 = Annotated[int, Meta(ge=INT64.start, le=INT64.stop - 1)]


class Text(Wire, tag_field="type", tag="text"):
    """Text."""

    text: str


class ImageSource(Wire):
    """The source of a picture: "base64 string, URL, or workspace-relative path"."""

    kind: Literal["base64", "url", "file_ref"]
    data: Raw


class Image(Wire, tag_field="type", tag="image"):
    """A picture."""

    source: ImageSource
    media_type: str | UnsetType = UNSET


class ToolUse(Wire, tag_field="type", tag="tool_use"):
    """A call."""

    id: str
    name: str
    input: Raw = ABSENT


class ToolResult(Wire, tag_field="type", tag="tool_result"):
    """A tool's result: "usually [TextBlock]; may include ImageBlock"."""

    tool_use_id: str
    content: list[Given] | UnsetType = UNSET
    is_error: bool | UnsetType = UNSET


class Thinking(Wire, tag_field="type", tag="thinking"):
    """Reasoning."""

    text: str
    signature: str | UnsetType | None = UNSET


class RedactedThinking(Wire, tag_field="type", tag="redacted_thinking"):
    """Reasoning that only its provider can read."""

    data: str


Given = Text | Image | OpaquePart
Part = Text | Image | ToolUse | ToolResult | Thinking | RedactedThinking | OpaquePart


class Routing(Wire):
    """Why a model was chosen."""

    mode: str
    chosen_model: str
    reason: str
    rule_name: str | UnsetType | None = UNSET
    confidence: Raw = ABSENT
    alternatives_considered: list[str] | UnsetType = UNSET


class Usage(Wire):
    """The token counts and the cost of a reply."""

    input_tokens: Int64 | UnsetType = UNSET
    output_tokens: Int64 | UnsetType = UNSET
    cost_usd: Raw = ABSENT
    pricing_version: str | UnsetType = UNSET
    latency_ms: Int64 | UnsetType = UNSET
    cached_input_tokens: Int64 | UnsetType = UNSET
    cache_creation_input_tokens: Int64 | UnsetType = UNSET


class Metadata(Wire):
    """The metadata of a message; "set on every ASSISTANT message" are only the first four."""

    model: str | UnsetType | None = UNSET
    provider: str | UnsetType | None = UNSET
    routing: Routing | UnsetType | None = UNSET
    usage: Usage | UnsetType | None = UNSET
    parent_tool_use_id: str | UnsetType | None = UNSET
    status: str | UnsetType = UNSET
    provider_raw: Raw = ABSENT
    user_id: str | UnsetType | None = UNSET
    team_id: str | UnsetType | None = UNSET


class Fields(Wire):
    """The fields of a message besides its role."""

    id: str | UnsetType = UNSET
    session_id: str | UnsetType = UNSET
    content: list[Part] | UnsetType = UNSET
    created_at: str | UnsetType = UNSET
    metadata: Metadata | UnsetType = UNSET
    # Any JSON, as in native JSON: readers keep an invalid version, and `validation.versions` reports it.
    schema_version: int | UnsetType = UNSET


class Said(Fields, kw_only=True):
    """A message."""

    role: str


class Reply(Fields, kw_only=True):
    """A message of the assistant."""

    role: Literal["assistant"]


class Root(Fields):
    """A message, or a session with its messages."""

    role: str | UnsetType = UNSET
    messages: list[Said] | UnsetType = UNSET
