"""The content parts of the Messages API, in requests and in replies.

Names and structures are those of the provider's API description; the `type` selects the member of a union.
Values that turnwire does not interpret (tool inputs, base64 data, the results of provider-run tools) stay raw.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import OpaquePart, Wire
from turnwire.model import ABSENT


class CacheMark(Wire):
    """`cache_control`."""

    type: str
    ttl: str | UnsetType = UNSET


class CharLocation(Wire, tag_field="type", tag="char_location"):
    """Characters of a text document."""

    cited_text: str
    document_index: int
    document_title: str | UnsetType | None = UNSET
    start_char_index: int | UnsetType = UNSET
    end_char_index: int | UnsetType = UNSET
    file_id: str | UnsetType | None = UNSET


class PageLocation(Wire, tag_field="type", tag="page_location"):
    """Pages of a PDF, from 1, the end exclusive."""

    cited_text: str
    document_index: int
    document_title: str | UnsetType | None = UNSET
    start_page_number: int | UnsetType = UNSET
    end_page_number: int | UnsetType = UNSET
    file_id: str | UnsetType | None = UNSET


class BlockLocation(Wire, tag_field="type", tag="content_block_location"):
    """Blocks of a document made of content blocks."""

    cited_text: str
    document_index: int
    document_title: str | UnsetType | None = UNSET
    start_block_index: int | UnsetType = UNSET
    end_block_index: int | UnsetType = UNSET
    file_id: str | UnsetType | None = UNSET


class WebLocation(Wire, tag_field="type", tag="web_search_result_location"):
    """A web page that the provider's search found."""

    cited_text: str
    encrypted_index: str
    url: str
    title: str | UnsetType | None = UNSET


class SearchLocation(Wire, tag_field="type", tag="search_result_location"):
    """Blocks of a search result that the caller gave."""

    cited_text: str
    search_result_index: int
    source: str
    title: str | UnsetType | None = UNSET
    start_block_index: int | UnsetType = UNSET
    end_block_index: int | UnsetType = UNSET


CitationPart: TypeAlias = CharLocation | PageLocation | BlockLocation | WebLocation | SearchLocation | OpaquePart


class Text(Wire, tag_field="type", tag="text"):
    """Text."""

    text: str
    citations: list[CitationPart] | UnsetType = UNSET
    cache_control: CacheMark | UnsetType = UNSET


class Base64Source(Wire, tag_field="type", tag="base64"):
    """Bytes as base64 text."""

    media_type: str
    data: Raw


class UrlSource(Wire, tag_field="type", tag="url"):
    """A URL that the provider fetches from."""

    url: Raw


class FileSource(Wire, tag_field="type", tag="file"):
    """A file that was uploaded to the provider."""

    file_id: Raw


class TextSource(Wire, tag_field="type", tag="text"):
    """Plain text as a document."""

    media_type: str
    data: Raw


class ContentSource(Wire, tag_field="type", tag="content"):
    """Content blocks as a document."""

    content: str | list[Part]


SourcePart: TypeAlias = Base64Source | UrlSource | FileSource | TextSource | ContentSource


class Image(Wire, tag_field="type", tag="image"):
    """A picture."""

    source: SourcePart
    cache_control: CacheMark | UnsetType = UNSET


class CitationsSwitch(Wire):
    """`citations` of a document or a search result."""

    enabled: bool


class Document(Wire, tag_field="type", tag="document"):
    """A document."""

    source: SourcePart
    title: str | UnsetType = UNSET
    context: str | UnsetType = UNSET
    citations: CitationsSwitch | UnsetType = UNSET
    cache_control: CacheMark | UnsetType = UNSET


class SearchResult(Wire, tag_field="type", tag="search_result"):
    """A search result that the caller gives, to be cited from."""

    title: str
    content: list[Text | OpaquePart]
    source: Raw = ABSENT
    citations: CitationsSwitch | UnsetType = UNSET
    cache_control: CacheMark | UnsetType = UNSET


class ContainerUpload(Wire, tag_field="type", tag="container_upload"):
    """A file that is put into the container of the code execution tool."""

    file_id: Raw
    cache_control: CacheMark | UnsetType = UNSET


class Thinking(Wire, tag_field="type", tag="thinking"):
    """Reasoning, and the proof of who wrote it."""

    thinking: str
    signature: str | UnsetType = UNSET


class RedactedThinking(Wire, tag_field="type", tag="redacted_thinking"):
    """Reasoning that only the provider can read."""

    data: str


class _Use(Wire):
    id: str
    name: str
    input: Raw
    cache_control: CacheMark | UnsetType = UNSET
    caller: Raw = ABSENT


class ToolUse(_Use, tag_field="type", tag="tool_use"):
    """A call of one of the caller's tools."""


class ServerToolUse(_Use, tag_field="type", tag="server_tool_use"):
    """A call of a tool that the provider runs."""


class McpToolUse(Wire, tag_field="type", tag="mcp_tool_use"):
    """A call of a tool on an MCP server, run by the provider."""

    id: str
    name: str
    input: Raw
    server_name: str | UnsetType = UNSET
    cache_control: CacheMark | UnsetType = UNSET
    caller: Raw = ABSENT


class _Result(Wire):
    tool_use_id: str
    content: str | list[Part] | UnsetType = UNSET
    is_error: bool | UnsetType = UNSET
    cache_control: CacheMark | UnsetType = UNSET


class ToolResult(_Result, tag_field="type", tag="tool_result"):
    """The result of one of the caller's tools."""


class McpToolResult(_Result, tag_field="type", tag="mcp_tool_result"):
    """The result of a tool on an MCP server."""


class RunResult(Wire):
    """The result of a tool that the provider ran; `content` differs for each tool."""

    tool_use_id: str
    content: Raw
    cache_control: CacheMark | UnsetType = UNSET
    caller: Raw = ABSENT


class WebSearchResult(RunResult, tag_field="type", tag="web_search_tool_result"):
    """The result of `web_search`."""


class WebFetchResult(RunResult, tag_field="type", tag="web_fetch_tool_result"):
    """The result of `web_fetch`."""


class CodeExecutionResult(RunResult, tag_field="type", tag="code_execution_tool_result"):
    """The output of `code_execution`."""


class BashResult(RunResult, tag_field="type", tag="bash_code_execution_tool_result"):
    """The output of `bash_code_execution`."""


class EditorResult(RunResult, tag_field="type", tag="text_editor_code_execution_tool_result"):
    """The result of `text_editor_code_execution`."""


class ToolSearchResult(RunResult, tag_field="type", tag="tool_search_tool_result"):
    """The tools that a tool search found."""


class AdvisorResult(RunResult, tag_field="type", tag="advisor_tool_result"):
    """The answer of the advisor."""


Part: TypeAlias = (
    Text
    | Image
    | Document
    | SearchResult
    | ContainerUpload
    | Thinking
    | RedactedThinking
    | ToolUse
    | ServerToolUse
    | McpToolUse
    | ToolResult
    | McpToolResult
    | WebSearchResult
    | WebFetchResult
    | CodeExecutionResult
    | BashResult
    | EditorResult
    | ToolSearchResult
    | AdvisorResult
    | OpaquePart
)
