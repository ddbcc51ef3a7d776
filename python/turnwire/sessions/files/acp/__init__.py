"""Logs of the Agent Client Protocol (ACP): the JSON-RPC messages between an editor and an agent, one a line.

Learned from agentclientprotocol/agent-client-protocol, version 1 of the protocol: schema/v1/schema.json
(SessionUpdate, ContentBlock, ToolCall, ToolCallUpdate, PromptRequest) and the pages "Prompt Turn" and "Tool Calls".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.codec.members import object_of
from turnwire.sessions.files.acp.lines import lines
from turnwire.sessions.files.acp.messages import read, rebuild
from turnwire.sessions.files.format import SessionFormat
from turnwire.sessions.files.members import number_of, text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw


def looks_like(members: Mapping[str, Raw]) -> bool:
    """Return whether a line is a message of the protocol.

    The first one of the Model Context Protocol is also `initialize`; there the version is a text.
    """
    if text_of(members, "jsonrpc") != "2.0":
        return False
    method = text_of(members, "method") or ""
    is_first = method == "initialize" and number_of(object_of(members.get("params")), "protocolVersion") > 0
    return is_first or method.startswith("session/")


ACP = SessionFormat(
    name="acp",
    title="the Agent Client Protocol",
    learned_from="version 1 of the protocol",
    looks_like=looks_like,
    lines=lines,
    read=read,
    rebuild=rebuild,
    answers_inside=True,
)
