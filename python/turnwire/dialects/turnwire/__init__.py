"""Native JSON: the canonical model itself, as people write and read it (schemas/turnwire, proto/README.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.capabilities import Capabilities
from turnwire.dialect import Dialect, Part
from turnwire.dialects.turnwire.free_json import read_history
from turnwire.dialects.turnwire.native import native_form, read, write
from turnwire.draft import Draft
from turnwire.model import Completion, ErrorReply, History

if TYPE_CHECKING:
    from turnwire.dialect import Members


def looks_like_history(members: Members) -> int:
    """How much it looks like a History, from 0 to 100."""
    return 90 if _is_list(members.get("history")) and "messages" not in members else 0


def looks_like_completion(members: Members) -> int:
    """How much it looks like a Completion, from 0 to 100."""
    # Gemini's replies have `candidates` too, with `content` objects; ours have a `role` in each.
    candidates = members.get("candidates")
    ours = candidates is not None and _is_list(candidates) and b'"role"' in bytes(candidates)
    return 90 if ours and "usageMetadata" not in members else 0


def looks_like_error(members: Members) -> int:
    """How much it looks like an ErrorReply, from 0 to 100."""
    message = members.get("message")
    known = set(ErrorReply.__struct_fields__)
    return 60 if message is not None and bytes(message)[:1] == b'"' and members.keys() <= known else 0


def _is_list(raw: Any) -> bool:
    return raw is not None and bytes(raw)[:1] == b"["


DIALECT = Dialect(
    name="turnwire",
    title="native JSON: the canonical form",
    capabilities=Capabilities(
        supports_thinking=True,
        supports_images=True,
        supports_tools=True,
        supports_system_prompt=True,
        supports_structured_output=True,
        supports_parallel_tool_calls=True,
        supports_prompt_caching=True,
        supports_system_messages_in_list=True,
    ),
    request=Part(
        document=History,
        draft=Draft,
        form=native_form(History),
        read=read_history,
        write=write,
        looks_like=looks_like_history,
    ),
    response=Part(
        document=Completion,
        draft=Draft,
        form=native_form(Completion),
        read=read,
        write=write,
        looks_like=looks_like_completion,
    ),
    error=Part(
        document=ErrorReply,
        draft=Draft,
        form=native_form(ErrorReply),
        read=read,
        write=write,
        looks_like=looks_like_error,
    ),
)
