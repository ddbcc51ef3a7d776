"""Content of the Model Context Protocol: a tool's result, a prompt, and what a sampled model said.

Source: schema.ts of modelcontextprotocol/modelcontextprotocol, revisions 2025-06-18 and 2025-11-25.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.capabilities import Capabilities
from turnwire.dialect import Dialect, Request, Response
from turnwire.dialects.mcp_content.legal import (
    address_resources,
    legal_media,
    legal_sampled_media,
    name_resources,
    one_block_in_a_message,
    one_result_or_messages,
)
from turnwire.dialects.mcp_content.read import read_body
from turnwire.dialects.mcp_content.reply import one_candidate, read_reply, say_something, write_reply
from turnwire.dialects.mcp_content.wire import NAME, Body, Reply
from turnwire.dialects.mcp_content.write import write_body
from turnwire.lowering.choice import drop_provider_runs
from turnwire.lowering.inputs import inputs_are_objects
from turnwire.lowering.media import documents_are_files
from turnwire.lowering.messages import drop_interactions, drop_message_fields
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.state import drop_foreign_state
from turnwire.wire import Form

if TYPE_CHECKING:
    from turnwire.dialect import Members

_TYPES = (b'"text"', b'"image"', b'"audio"', b'"resource"', b'"resource_link"')


def looks_like_body(members: Members) -> int:
    """A result has `content` and no role; the messages of a prompt have one block each, and nothing beside them."""
    content = members.get("content")
    if content is not None and "role" not in members and bytes(memoryview(content)[:1]) == b"[":
        is_typed = any(word in bytes(content) for word in _TYPES) or bytes(content) == b"[]"
        return 85 if members.keys() & {"isError", "structuredContent", "_meta"} else 70 if is_typed else 0
    messages = members.get("messages")
    if messages is None or not members.keys() <= {"messages", "description", "_meta"}:
        return 0
    return 80 if b'"content":{' in bytes(messages) or b'"content": {' in bytes(messages) else 0


def looks_like_reply(members: Members) -> int:
    """A message with the model that wrote it, whose reason to stop is spelled in this way."""
    if not {"role", "content", "model"} <= members.keys() or "id" in members or "messages" in members:
        return 0
    return 85 if "stopReason" in members else 50


DIALECT = Dialect(
    name=NAME,
    title="content of the Model Context Protocol: tool results, prompts, sampled replies",
    capabilities=Capabilities(
        supports_thinking=False,
        supports_images=True,
        supports_tools=False,
        supports_system_prompt=False,
        supports_structured_output=False,
        # Sampled replies have several calls in one message, prompts have none: neither word would be true of both.
        supports_parallel_tool_calls=None,
        supports_prompt_caching=False,
        supports_system_messages_in_list=False,
    ),
    request=Request(
        form=Form(Body),
        read=read_body,
        lower=(
            drop_interactions,
            one_result_or_messages,
            drop_sources_without_data,
            drop_foreign_state,
            legal_media,
            name_resources,
            address_resources,
            drop_message_fields(frozenset({"role", "content"})),
            one_block_in_a_message,
        ),
        write=write_body,
        looks_like=looks_like_body,
    ),
    response=Response(
        form=Form(Reply),
        read=read_reply,
        lower=(
            one_candidate,
            drop_sources_without_data,
            drop_foreign_state,
            drop_provider_runs,
            documents_are_files,
            legal_sampled_media,
            inputs_are_objects,
            say_something,
        ),
        write=write_reply,
        looks_like=looks_like_reply,
    ),
)
