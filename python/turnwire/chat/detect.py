"""How much a document looks like OpenAI's chat format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from turnwire.dialect import Members

# Keys of a request that only this format and those derived from it have.
_OWN: Final = frozenset(
    (
        "max_completion_tokens",
        "response_format",
        "stream_options",
        "frequency_penalty",
        "presence_penalty",
        "parallel_tool_calls",
        "reasoning_effort",
        "logprobs",
        "logit_bias",
        "functions",
        "seed",
        "stop",
        "n",
    )
)
_MARKS: Final = (
    b'"tool_calls"',
    b'"tool_call_id"',
    b'"image_url"',
    b'"input_audio"',
    b'"prompt_cache_breakpoint"',
    b'"reasoning_content"',
)
_NO_MARKS: Final = (b'"tool_use_id"', b'"tool_use"', b'"tool_result"')
_SHAPES: Final = (("error",), ("detail",), ("message", "type"), ("message", "code"), ("message", "reason"))


def looks_like_request(members: Members) -> int:
    """By its roles, tools and keys; a plain conversation fits several formats."""
    raw = members.get("messages")
    if raw is None or bytes(memoryview(raw)[:1]) != b"[":
        return 0
    if "system" in members or "anthropic_version" in members:
        return 20
    messages = bytes(raw)
    if any(mark in messages for mark in _MARKS) or members.keys() & _OWN:
        return 90
    tools = members.get("tools")
    if tools is not None and b'"input_schema"' in bytes(tools):
        return 10
    if any(mark in messages for mark in _NO_MARKS):
        return 30
    return 60


def looks_like_response(members: Members) -> int:
    """By its list of choices."""
    choices = members.get("choices")
    if choices is None:
        return 0
    return 90 if b'"message"' in bytes(choices) else 50


def looks_like_error(members: Members) -> int:
    """By its error object, or by what compatible servers send in its place."""
    if "choices" in members or "messages" in members:
        return 0
    if members.get("type") is not None and bytes(members["type"]) == b'"error"':
        return 20
    if "error" in members:
        return 85
    return 70 if any(all(name in members for name in shape) for shape in _SHAPES) else 0


def is_a_request(members: Members) -> int:
    """For a vendor that a body does not tell apart: listed, after all that look like something."""
    return 1 if "messages" in members else 0


def is_a_response(members: Members) -> int:
    """The same for a reply."""
    return 1 if "choices" in members else 0


def is_an_error(members: Members) -> int:
    """The same for an error."""
    return 1 if looks_like_error(members) else 0


LISTED: Final = (is_a_request, is_a_response, is_an_error)
