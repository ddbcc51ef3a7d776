"""Messages and content blocks, as requests and replies have them.

A content block is an object with one member, which says its kind.  Every member may be absent here, so that a block
that the service would refuse is still read.
"""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import Wire
from turnwire.model import ABSENT


class Camel(Wire, rename="camel"):
    """An object whose members are in camel case."""


class CachePoint(Camel):
    """`cachePoint`."""

    type: str | UnsetType = UNSET
    ttl: str | UnsetType = UNSET


class S3Location(Camel):
    """`s3Location`."""

    uri: Raw = ABSENT
    bucket_owner: Raw = ABSENT


class Source(Camel):
    """Where the data of a medium is: one of these."""

    bytes: Raw = ABSENT
    s3_location: S3Location | UnsetType = UNSET
    text: Raw = ABSENT
    content: list[Part] | UnsetType = UNSET


class Medium(Camel):
    """`image`, `video` and `audio`."""

    format: str | UnsetType = UNSET
    source: Source | UnsetType = UNSET
    error: Raw = ABSENT


class CitationsSwitch(Camel):
    """`citations` of a document or a search result."""

    enabled: bool | UnsetType = UNSET


class Document(Camel):
    """`document`."""

    format: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    source: Source | UnsetType = UNSET
    context: str | UnsetType = UNSET
    citations: CitationsSwitch | UnsetType = UNSET


class SearchResult(Camel):
    """`searchResult`."""

    source: Raw = ABSENT
    title: str | UnsetType = UNSET
    content: list[Part] | UnsetType = UNSET
    citations: CitationsSwitch | UnsetType = UNSET


class ToolUse(Camel):
    """`toolUse`."""

    tool_use_id: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    input: Raw = ABSENT
    type: str | UnsetType = UNSET


class ToolResult(Camel):
    """`toolResult`."""

    tool_use_id: str | UnsetType = UNSET
    content: list[Part] | UnsetType = UNSET
    status: str | UnsetType = UNSET
    type: str | UnsetType = UNSET


class ReasoningText(Camel):
    """`reasoningText`."""

    text: str | UnsetType = UNSET
    signature: str | UnsetType = UNSET


class Reasoning(Camel):
    """`reasoningContent`: one of these."""

    reasoning_text: ReasoningText | UnsetType = UNSET
    redacted_content: str | UnsetType = UNSET


class GuardText(Camel):
    """A text that a guardrail assesses."""

    text: str | UnsetType = UNSET
    qualifiers: Raw = ABSENT


class GuardContent(Camel):
    """`guardContent`: one of these."""

    text: GuardText | UnsetType = UNSET
    image: Medium | UnsetType = UNSET


class Web(Camel):
    """A page of the web."""

    url: str | UnsetType = UNSET
    domain: Raw = ABSENT


class Range(Camel):
    """Characters, pages or chunks of a document, or blocks of a search result."""

    document_index: int | UnsetType = UNSET
    search_result_index: int | UnsetType = UNSET
    start: int | UnsetType = UNSET
    end: int | UnsetType = UNSET


class Location(Camel):
    """The place of a citation: one of these."""

    web: Web | UnsetType = UNSET
    document_char: Range | UnsetType = UNSET
    document_page: Range | UnsetType = UNSET
    document_chunk: Range | UnsetType = UNSET
    search_result_location: Range | UnsetType = UNSET


class Said(Camel):
    """A piece of text in a list."""

    text: str | UnsetType = UNSET


class Citation(Camel):
    """A citation."""

    title: str | UnsetType = UNSET
    source: str | UnsetType = UNSET
    source_content: list[Said] | UnsetType = UNSET
    location: Location | UnsetType = UNSET


class CitationsContent(Camel):
    """`citationsContent`."""

    content: list[Said] | UnsetType = UNSET
    citations: list[Citation] | UnsetType = UNSET


class Part(Camel):
    """A content block; `json` is only in results of tools."""

    text: str | UnsetType = UNSET
    image: Medium | UnsetType = UNSET
    document: Document | UnsetType = UNSET
    video: Medium | UnsetType = UNSET
    audio: Medium | UnsetType = UNSET
    tool_use: ToolUse | UnsetType = UNSET
    tool_result: ToolResult | UnsetType = UNSET
    guard_content: GuardContent | UnsetType = UNSET
    cache_point: CachePoint | UnsetType = UNSET
    reasoning_content: Reasoning | UnsetType = UNSET
    citations_content: CitationsContent | UnsetType = UNSET
    search_result: SearchResult | UnsetType = UNSET
    json: Raw = ABSENT


KINDS = tuple(name for name in Part.__struct_fields__ if name != "unknown")
"""The members of a content block."""


class Message(Camel):
    """A message."""

    role: str | UnsetType = UNSET
    content: list[Part] | str | UnsetType = UNSET


class Tier(Camel):
    """`serviceTier`."""

    type: str | UnsetType = UNSET
