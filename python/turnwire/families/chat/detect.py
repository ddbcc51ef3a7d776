"""How much a document looks like OpenAI's chat format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.codec.members import begins, object_of, objects_of, word_of

if TYPE_CHECKING:
    from turnwire.codec.members import Items, Members

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
# Keys that requests of several formats have.
_SHARED: Final = frozenset(
    (
        "stream",
        "temperature",
        "top_p",
        "top_k",
        "max_tokens",
        "tools",
        "tool_choice",
        # llama.cpp, which needs no model (tools/server/README.md)
        "cache_prompt",
        "n_predict",
        "reasoning_format",
    )
)
_MARKS: Final = frozenset(("tool_calls", "tool_call_id", "reasoning_content", "function_call", "refusal"))
_PARTS: Final = frozenset((b'"image_url"', b'"input_audio"', b'"video_url"'))
_NO_PARTS: Final = frozenset((b'"tool_use"', b'"tool_result"'))
# The members of an error besides its message.
_ERROR_KEYS: Final = frozenset(
    (
        "message",
        "type",
        "param",
        "code",
        "status",
        "details",
        "metadata",
        "object",
        # Azure: "innererror"; llama.cpp: "n_prompt_tokens", "n_ctx"
        "innererror",
        "inner_error",
        "n_prompt_tokens",
        "n_ctx",
    )
)
_AROUND: Final = frozenset(("error", "id", "request_id", "status", "code", "user_id", "object", "message"))
_UNWRAPPED: Final = frozenset(
    ("message", "type", "param", "code", "object", "request_id", "reason", "metadata", "raw_status_code")
)


def looks_like_request(members: Members) -> int:
    """By its roles, tools and keys; a plain conversation fits several formats."""
    turns = members.items_at("messages")
    if turns is None and begins(members.get("messages"), b"[") and members.is_text("model"):
        return 20  # what an API refuses for its messages is a request all the same
    if turns is None or not is_request(members, turns):
        return is_a_request(members)
    if "system" in members or "anthropic_version" in members:
        return 20
    if turns.names & _MARKS or turns.kinds & _PARTS or members.keys() & _OWN:
        return 90
    if turns.has_part("prompt_cache_breakpoint"):
        return 90
    if has_input_schema(members):
        return 10
    return 30 if turns.kinds & _NO_PARTS else 60


def is_request(members: Members, turns: Items) -> bool:
    """Return whether a conversation is a request to a model: it has a model, or settings, or no unknown members."""
    if not turns.is_conversation:
        return False
    if members.is_text("model") or members.keys() & _OWN or members.keys() & _SHARED:
        return True
    return bool(turns.each) and len(members) == 1


def has_input_schema(members: Members) -> bool:
    """Whether the tools are those of another format, which spells the schema of a tool so."""
    return any("input_schema" in tool for tool in objects_of(members.get("tools")) or ())


def looks_like_response(members: Members) -> int:
    """Score a reply by its list of choices, each of which has a message; chunks of a stream have none."""
    choices = members.items_at("choices")
    if choices is None:
        return is_a_response(members)
    if not choices.each:
        return 50 if members.word("object") == b'"chat.completion"' or "model" in members else 1
    return 90 if all(begins(choice.get("message"), b"{") for choice in choices.each) else 1


def looks_like_error(members: Members) -> int:
    """Score an error by its error object, or by what compatible servers send instead."""
    if "choices" in members or "messages" in members:
        return 0
    if "error" in members:
        return _of_error(members)
    if "detail" in members:
        return 70 if len(members) == 1 and is_refusal(members) else 1
    if not members.is_text("message"):
        return 0
    return 70 if members.has_only(_UNWRAPPED) and _says_what_failed(members) else 1


def _of_error(members: Members) -> int:
    error = members["error"]
    if begins(error, b'"'):
        if len(members) == 1:
            return 60  # Ollama documents this form; compatible servers send it, too
        return 85 if members.has_only(("error", "code")) else 1
    inside = object_of(error)
    if not begins(inside.get("message"), b'"') or not members.has_only(_AROUND):
        return 1
    return 85 if len(inside.keys() - _ERROR_KEYS) <= 1 else 1


def is_refusal(members: Members) -> bool:
    """Return whether a body is FastAPI's `detail`: a text, or a list of validation errors."""
    detail = members.get("detail")
    return begins(detail, b'"') or all("msg" in each for each in objects_of(detail) or [{}])


def _says_what_failed(members: Members) -> bool:
    """Return whether the members next to a message show an error.

    `type` and `code`, `reason` and `metadata`, and so on.
    """
    if members.word("object") == b'"error"' or members.keys() >= {"code", "reason", "metadata"}:
        return True
    if members.keys() == {"code", "message"}:
        return word_of(members["code"]).startswith(b'"batch_')  # "batch_expired": the error of a line of a batch
    return members.is_text("type") and ("code" in members or word_of(members["type"]).endswith(b'_error"'))


def is_a_request(members: Members) -> int:
    """Detect the kind of a body for a vendor that was named, because bodies do not show their vendor."""
    return 1 if "messages" in members else 0


def is_a_response(members: Members) -> int:
    """The same for a reply."""
    return 1 if "choices" in members else 0


def is_an_error(members: Members) -> int:
    """The same for an error."""
    return 1 if looks_like_error(members) else 0


LISTED: Final = (is_a_request, is_a_response, is_an_error)
