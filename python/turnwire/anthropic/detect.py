"""How much a document looks like one of the Messages API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from msgspec import Raw

    from turnwire.dialect import Members

# Members of the body that no neighbouring format has.
_OWN: Final = frozenset(
    {
        "anthropic_version",
        "anthropic_beta",
        "stop_sequences",
        "mcp_servers",
        "context_management",
        "output_config",
        "output_format",
        "inference_geo",
    }
)
# Members that only other formats have: OpenAI (`input` in Responses), Mistral (`random_seed`), Ollama (`options`).
_OTHERS: Final = frozenset(
    {
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
        "options",
        "input",
        "random_seed",
    }
)
_PARTS: Final = (b"tool_use", b"tool_result", b"thinking", b"document", b"search_result", b"server_tool_use")
_OTHER_MARKS: Final = (
    b'"tool_calls"',
    b'"image_url"',
    b'"tool_call_id"',
    b'"input_audio"',
)


def looks_like_request(members: Members) -> int:
    """A list of messages, and members or parts that only this provider has."""
    messages = members.get("messages")
    if messages is None or memoryview(messages)[0] != ord("["):
        return 0
    names = members.keys()
    if names & _OTHERS:
        return 0
    if names & _OWN or "system" in names:
        return 95
    return _looks_inside(members, _plain(messages))


def _plain(raw: Raw | None) -> bytes:
    return b"" if raw is None else bytes(raw)


def _looks_inside(members: Members, text: bytes) -> int:
    compact = text.replace(b'": "', b'":"')
    tools, model = _plain(members.get("tools")), _plain(members.get("model"))
    if b'"input_schema"' in tools or _is_object(members.get("tool_choice"), tools):
        return 95
    if b'"function"' in tools or any(mark in compact for mark in _OTHER_MARKS):
        return 0
    if any(b'"type":"' + part + b'"' in compact for part in _PARTS) or b'"source":' in compact:
        return 90
    if b'"cache_control"' in compact and b"/" not in model:
        return 80
    if b'"role":"developer"' in compact or b'"role":"tool"' in compact or b'"role":"system"' in compact:
        return 80 if model.startswith(b'"claude') and "max_tokens" in members else 0
    # "max_tokens" is required here, and the models are called Claude; a vendor's prefix means a gateway.
    if model.startswith((b'"claude', b'"anthropic.claude')):
        return 85 if "max_tokens" in members else 40
    return 30 if "max_tokens" in members else 5


def _is_object(choice: Raw | None, tools: bytes) -> bool:
    return choice is not None and memoryview(choice)[0] == ord("{") and b'"function"' not in tools


def looks_like_response(members: Members) -> int:
    """A message with a list of content parts, a stop reason and usage."""
    if _plain(members.get("type")) == b'"message"' and "content" in members:
        return 95
    if "content" in members and "stop_reason" in members:
        return 90
    return 0


def looks_like_error(members: Members) -> int:
    """`{"type": "error", "error": {...}}`."""
    if _plain(members.get("type")) == b'"error"' and "error" in members:
        return 95
    return 10 if _plain(members.get("error"))[:1] == b"{" and len(members) == 1 else 0


def told_by_version(version: str) -> Callable[[Members], int]:
    """A platform is told by the version that its bodies say; without it, its base is the better guess."""
    told = b'"' + version.encode() + b'"'

    def looks_like(members: Members) -> int:
        if _plain(members.get("anthropic_version")) == told and looks_like_request(members):
            return 98
        return min(looks_like_request(members), 1)

    return looks_like


def least(look: Callable[[Members], int]) -> Callable[[Members], int]:
    """What nothing tells from its base is listed, and never guessed."""

    def looks_like(members: Members) -> int:
        return min(look(members), 1)

    return looks_like
