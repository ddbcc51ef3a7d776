"""Decide whether a decoded request is certainly in the chat format, and not in a similar one."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET

from turnwire.model import ABSENT

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.families.chat.wire_request import ChatMessage, ChatRequest

# Models of formats whose requests may look the same: Mistral's chat, Anthropic's messages, Cohere's chat.
_OTHERS: Final = (
    "mistral",
    "ministral",
    "magistral",
    "codestral",
    "devstral",
    "pixtral",
    "voxtral",
    "claude",
    "anthropic.claude",
    "command",
    "c4ai-",
)
_ROUTED: Final = attrgetter("provider", "usage", "reasoning", "include_reasoning", "chat_template_kwargs")
_NOT_ROUTED: Final = (ABSENT,) * 5
_OWN: Final = attrgetter(
    "max_completion_tokens",
    "response_format",
    "stop",
    "n",
    "seed",
    "parallel_tool_calls",
    "reasoning_effort",
    "logprobs",
    "functions",
)
_NO_OWN: Final = (UNSET,) * 9
_MEDIA: Final = frozenset(("image_url", "input_audio", "video_url"))


def is_certain(request: ChatRequest) -> bool:
    """Return whether the request has a member that only this format has, or is plain and its model is not a rival's."""
    return not any(map(_is_of_others, request.messages)) and is_certain_if_plain(request, _is_marked)


def is_certain_if_plain(request: ChatRequest, is_marked: Callable[[Any], bool]) -> bool:
    """Return the same for a request whose messages have no members but those of a plain one.

    `is_marked` says whether a message has members that only this format has.
    """
    model = request.model
    if model is UNSET or model.startswith(_OTHERS) or not request.messages or _ROUTED(request) != _NOT_ROUTED:
        return False
    if request.tool_choice is not ABSENT and not request.tools:
        return False
    if _OWN(request) != _NO_OWN or any(map(is_marked, request.messages)):
        return True
    return all(type(message.content) is str for message in request.messages)


def _is_of_others(message: ChatMessage) -> bool:
    return message.role is UNSET or message.reasoning_details is not ABSENT or message.images is not UNSET


def _is_marked(message: ChatMessage) -> bool:
    if message.tool_calls is not UNSET or message.tool_call_id is not UNSET:
        return True
    return type(message.content) is list and any(part.__struct_config__.tag in _MEDIA for part in message.content)
