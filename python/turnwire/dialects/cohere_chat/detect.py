"""Score how likely a document is in Cohere's chat format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.codec.members import begins, object_of
from turnwire.families.chat.detect import is_request

if TYPE_CHECKING:
    from turnwire.codec.members import Items, Members

# Members of a request and of an assistant's message that no neighbour has.
_OWN: Final = frozenset(("citation_options", "safety_mode", "strict_tools"))
_BROKEN: Final = 60
"""The score of such a request whose messages are wrong."""
# `top_k` and `top_p` of the others.
_SHORT: Final = frozenset(("k", "p"))
_MARKS: Final = frozenset(("tool_plan",))
_CHOICES: Final = frozenset((b'"REQUIRED"', b'"NONE"'))
# "command-a-03-2025", "c4ai-aya-expanse-32b": the provider's models.
_MODELS: Final = (b'"command', b'"c4ai-')
# The same models are behind an endpoint that is compatible with OpenAI's, whose requests have these.
_NOT_OWN: Final = frozenset(
    (
        "top_p",
        "stop",
        "n",
        "max_completion_tokens",
        "stream_options",
        "parallel_tool_calls",
        "reasoning_effort",
        "functions",
    )
)
_REASONS: Final = frozenset(
    (b'"COMPLETE"', b'"STOP_SEQUENCE"', b'"MAX_TOKENS"', b'"TOOL_CALL"', b'"ERROR"', b'"TIMEOUT"')
)


def looks_like_request(members: Members) -> int:
    """Score a request by its own members, and by the names of the provider's models."""
    turns = members.items_at("messages")
    if turns is None or not _are_turns(turns):
        return 0 if "messages" not in members else _BROKEN if members.keys() & _OWN else 1
    if members.word("model").startswith(_MODELS) and members.keys() & _SHORT:
        return 96
    if members.keys() & _OWN or turns.names & _MARKS or members.word("tool_choice") in _CHOICES:
        return 95
    if "token_budget" in object_of(members.get("thinking")):
        return 93
    if not is_request(members, turns) or members.keys() & _NOT_OWN:
        return 1
    return 91 if members.word("model").startswith(_MODELS) else 10


def _are_turns(turns: Items) -> bool:
    """A message of the assistant may have calls and no content."""
    return bool(turns.each) and b"" not in turns.roles and b"" not in turns.kinds


def looks_like_response(members: Members) -> int:
    """Score a reply by its single message and its reason to stop."""
    message = object_of(members.get("message"))
    if "role" not in message or "choices" in members:
        return 1 if "message" in members else 0
    is_said = not message.get("content") or begins(message.get("content"), b"[")
    return 94 if members.word("finish_reason") in _REASONS and is_said else 1


def looks_like_error(members: Members) -> int:
    """A message, and at most the id of the request: too little to tell it from others."""
    return 1 if members.is_text("message") else 0
