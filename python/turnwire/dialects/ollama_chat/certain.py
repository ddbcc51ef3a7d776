"""Whether a decoded request is certainly one of Ollama's, and none of another chat format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from turnwire.dialects.ollama_chat.wire import FunctionTool
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from turnwire.dialects.ollama_chat.wire import ChatRequest


def is_certain(request: ChatRequest) -> bool:
    """With a model and a member that no neighbour has, messages that have a role, and tools that are functions."""
    is_own = request.options is not UNSET or request.think is not UNSET
    if not is_own and request.format is ABSENT and request.keep_alive is ABSENT:
        return False
    if request.model is UNSET or any(message.role is UNSET for message in request.messages):
        return False
    return request.tools is UNSET or all(type(tool) is FunctionTool for tool in request.tools)
