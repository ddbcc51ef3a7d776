"""Messages of the Agent2Agent protocol, alone or as the history of a task.

Source: a2a.json (0.3.0) and a2a.proto (1.0) of a2aproject/A2A.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.capabilities import Capabilities
from turnwire.dialect import Dialect, Request
from turnwire.dialects.a2a_messages.legal import (
    files_by_address_or_bytes,
    name_messages,
    only_parts,
    users_and_agents,
)
from turnwire.dialects.a2a_messages.read import read_body
from turnwire.dialects.a2a_messages.wire import NAME, Body
from turnwire.dialects.a2a_messages.write import write_body
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.state import drop_foreign_state
from turnwire.wire import Form

if TYPE_CHECKING:
    from turnwire.dialect import Members


def looks_like_body(members: Members) -> int:
    """A message has `parts`, a role and its own id; a task has a status with a state."""
    if {"role", "parts"} <= members.keys():
        return 95 if "messageId" in members or "kind" in members else 40
    status = members.get("status")
    if status is None or b'"state"' not in bytes(status):
        return 0
    return 90 if members.keys() & {"contextId", "artifacts", "history"} else 60


DIALECT = Dialect(
    name=NAME,
    title="messages and tasks of the Agent2Agent protocol",
    capabilities=Capabilities(
        supports_thinking=False,
        supports_images=True,
        supports_tools=False,
        supports_system_prompt=False,
        supports_structured_output=False,
        supports_parallel_tool_calls=False,
        supports_prompt_caching=False,
        supports_system_messages_in_list=False,
    ),
    request=Request(
        form=Form(Body),
        read=read_body,
        lower=(
            users_and_agents,
            drop_sources_without_data,
            drop_foreign_state,
            files_by_address_or_bytes,
            only_parts,
            name_messages,
        ),
        write=write_body,
        looks_like=looks_like_body,
    ),
)
