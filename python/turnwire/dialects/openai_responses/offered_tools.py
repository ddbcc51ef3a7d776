"""Tools that a request offers outside `tools`: inside a namespace, or by an item of the conversation.

Other formats have `tools` alone, so these functions and custom tools are read as tools of the request, too.  They are
written where they were read, not in `tools`, until they are changed.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, UnsetType

from turnwire.codec.wire import ENCODER, Form, Wire
from turnwire.dialects.openai_responses.overlay import own_residue
from turnwire.dialects.openai_responses.read_tools import read_tools
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.dialects.openai_responses.wire_request import Tool
from turnwire.documents.residue import form_of, marked
from turnwire.errors import InvalidDocument
from turnwire.model import ContentBlock, OpaqueBlock, ToolDefinition, ToolResultBlock

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

OFFERED = "offered"
"""In the `$form` of a tool: it was read outside `tools`."""
NAMESPACE, _ITEM, _FOUND = "namespace", "additional_tools", b'"tool_search_output"'


class _Offer(Wire):
    """AdditionalTools: "The additional tool definitions made available at this item."."""

    tools: list[Tool] | UnsetType = UNSET


_OFFER = Form(_Offer)


def offered_tools(tools: list[ToolDefinition], blocks: Iterable[ContentBlock]) -> list[ToolDefinition]:
    """The functions and custom tools that namespaces and items offer, each name once, without those in `tools`."""
    names = {tool.name for tool in tools if not is_offered(tool)}
    found: list[ToolDefinition] = []
    for offer in chain(_in_namespaces(tools), _in_items(blocks)):
        for tool in _read(offer):
            if tool.provider_tool is None and tool.name not in names:
                names.add(tool.name)
                tool.provider_raw = marked(tool.provider_raw, NAME, {OFFERED: True})
                found.append(tool)
    return found


def is_offered(tool: ToolDefinition) -> bool:
    """Whether a tool was read outside `tools`."""
    return tool.provider_raw is not None and OFFERED in form_of(tool.provider_raw, NAME)


def still_offered(tools: list[ToolDefinition], blocks: Iterable[ContentBlock]) -> frozenset[int]:
    """The positions of the tools that are written with a namespace or an item, as they were read."""
    if not any(map(is_offered, tools)):
        return frozenset()
    again = {tool.name: _plain(tool) for tool in offered_tools(tools, blocks)}
    return frozenset(n for n, tool in enumerate(tools) if is_offered(tool) and again.get(tool.name) == _plain(tool))


def _plain(tool: ToolDefinition) -> object:
    """A tool as values that can be compared, whatever its JSON is spelled like; as bytes if they cannot be read."""
    text = ENCODER.encode(tool)
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return text


def _in_namespaces(tools: list[ToolDefinition]) -> Iterator[bytes]:
    for tool in tools:
        if tool.provider_tool is not None and tool.provider_tool.type == NAMESPACE:
            yield bytes(tool.provider_tool.parameters)


def _in_items(blocks: Iterable[ContentBlock]) -> Iterator[bytes]:
    for block in blocks:
        if type(block) is OpaqueBlock and block.block_type == _ITEM and block.dialect == NAME:
            yield bytes(block.value)
        elif type(block) is ToolResultBlock and block.structured and _is_found(block):
            yield b'{"tools":' + bytes(block.structured) + b"}"


def _is_found(block: ToolResultBlock) -> bool:
    """Whether a result is what a search for tools found."""
    return block.provider_raw is not None and bytes(own_residue(block.provider_raw).get("type", b"")) == _FOUND


def _read(offer: bytes) -> list[ToolDefinition]:
    """The tools of an object that has `tools`; none if it has anything else."""
    try:
        found = _OFFER.decode(offer)
    except InvalidDocument:
        return []
    return [] if found.tools is UNSET else read_tools(found.tools)
