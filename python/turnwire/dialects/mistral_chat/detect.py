"""Score how likely a document is in Mistral's chat format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.codec.members import begins
from turnwire.families.chat.detect import is_refusal, is_request
from turnwire.families.chat.detect import looks_like_response as looks_like_chat

if TYPE_CHECKING:
    from turnwire.codec.members import Items, Members

# Members of a request, of its messages and of their parts that only this provider has.
_OWN: Final = frozenset(("random_seed", "safe_prompt", "prompt_mode", "guardrails"))
_PARTS: Final = frozenset((b'"document_url"', b'"reference"'))
_MODELS: Final = (b'"mistral', b'"ministral', b'"magistral', b'"codestral', b'"devstral', b'"pixtral', b'"voxtral')


def looks_like_request(members: Members) -> int:
    """Score a request by its own keys and chunks, and by the names of the provider's models."""
    turns = members.items_at("messages")
    if turns is None or not is_request(members, turns):
        return 1 if "messages" in members else 0
    if members.keys() & _OWN:
        return 95
    if _has_prefix(members, turns) or turns.kinds & _PARTS or _has_sound_as_text(turns):
        return 92
    return 91 if _is_own_model(members) else 40


def _has_prefix(members: Members, turns: Items) -> bool:
    """Return whether a message is the beginning of the reply, as Mistral marks it.

    DeepSeek marks it alike: "users must ensure that the `role` of the last message in the `messages` list is
    `assistant` and set the `prefix` parameter of the last message to `True`" (api-docs.deepseek.com,
    guides/chat_prefix_completion).
    """
    is_of_deepseek = "reasoning_content" in turns.names or members.word("model").startswith(b'"deepseek')
    return "prefix" in turns.names and not is_of_deepseek


def _has_sound_as_text(turns: Items) -> bool:
    return any(begins(part.get("input_audio"), b'"') for part in turns.parts)


def looks_like_response(members: Members) -> int:
    """Score a reply by its choices; a reply of this provider names its model, and has nulls if there are no calls."""
    found = looks_like_chat(members)
    return 91 if found > 1 and _is_own_model(members) else min(found, 45)


def _is_own_model(members: Members) -> bool:
    """Return whether a document is about a model of this provider, by the name that its own server has for it.

    `mistralai/mistral-large` is the name at OpenRouter, Together and others, which speak OpenAI's format.
    """
    model = members.word("model")
    return model.startswith(_MODELS) and b"/" not in model


def looks_like_error(members: Members) -> int:
    """Score an error by its `object`, or by the details of a validation error."""
    if "choices" in members or "messages" in members:
        return 0
    if members.word("object") == b'"error"' and members.is_text("message"):
        return 90
    if "detail" in members:
        return 65 if len(members) == 1 and is_refusal(members) else 1  # servers of the chat family answer so too
    if {"message", "request_id"} == members.keys():
        return 60
    return 1 if "message" in members else 0
