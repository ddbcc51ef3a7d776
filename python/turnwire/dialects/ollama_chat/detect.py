"""Score how likely a document is in Ollama's chat format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.codec.members import begins, object_of
from turnwire.families.chat.detect import is_request

if TYPE_CHECKING:
    from turnwire.codec.members import Members

# ChatRequest (api/types.go): keys that no neighbour has.
_OWN: Final = frozenset(("options", "think", "format", "keep_alive"))
_MARKS: Final = frozenset(("tool_name", "images"))
_REPLY: Final = frozenset(("done", "created_at"))


def looks_like_request(members: Members) -> int:
    """Score a request by its keys, and by names of tools in results; a plain conversation fits several formats."""
    turns = members.items_at("messages")
    if turns is None or not turns.is_conversation:
        return 1 if "messages" in members else 0
    if members.keys() & _OWN and members.is_text("model"):
        return 92
    if not is_request(members, turns):
        return 1
    return 91 if turns.names & _MARKS else 40


def looks_like_response(members: Members) -> int:
    """Score a reply by `done`, and by its single message, which is not in a list."""
    if "role" not in object_of(members.get("message")):
        return 1 if "message" in members else 0
    return 95 if members.keys() >= _REPLY else 50 if "done" in members else 1


def looks_like_error(members: Members) -> int:
    """`{"error": "text"}` and nothing else."""
    if not begins(members.get("error"), b'"'):
        return 0
    return 80 if len(members) == 1 else 1
