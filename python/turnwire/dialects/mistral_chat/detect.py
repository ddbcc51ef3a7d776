"""How much a document looks like Mistral's chat format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from turnwire.dialect import Members

# Members of a request, and marks in its messages, that only this provider has.
_OWN: Final = frozenset(("random_seed", "safe_prompt", "prompt_mode", "guardrails"))
_MARKS: Final = (b'"document_url"', b'"prefix"', b'"reference_ids"', b'"input_audio":"', b'"input_audio": "')
_MODELS: Final = (b'"mistral', b'"ministral', b'"magistral', b'"codestral', b'"devstral', b'"pixtral', b'"voxtral')


def looks_like_request(members: Members) -> int:
    """By its own keys and chunks, and by the names of the provider's models."""
    raw = members.get("messages")
    if raw is None or bytes(memoryview(raw)[:1]) != b"[":
        return 0
    if members.keys() & _OWN:
        return 95
    messages = bytes(raw)
    if any(mark in messages for mark in _MARKS):
        return 92
    model = members.get("model")
    return 91 if model is not None and bytes(model).startswith(_MODELS) else 40


def looks_like_response(members: Members) -> int:
    """By its list of choices; a reply of this provider names its model, and nulls where there are no calls."""
    choices = members.get("choices")
    if choices is None:
        return 0
    model = members.get("model")
    return 91 if model is not None and bytes(model).startswith(_MODELS) else 45


def looks_like_error(members: Members) -> int:
    """By an error that calls itself so, or by details of what does not fit."""
    if "choices" in members or "messages" in members:
        return 0
    if bytes(members.get("object", b"")) == b'"error"':
        return 90
    if "detail" in members:
        return 65  # servers of the chat family answer so too
    return 60 if "message" in members and "request_id" in members else 0
