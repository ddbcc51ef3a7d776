"""Score how likely a document is one of Converse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.codec.members import begins, object_of, objects_of
from turnwire.dialects.bedrock_converse.enums import ERRORS, EXCEPTIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw

    from turnwire.codec.members import Items, Members

_SETTINGS: Final = frozenset(
    (
        "inferenceConfig",
        "toolConfig",
        "additionalModelRequestFields",
        "additionalModelResponseFieldPaths",
        "guardrailConfig",
        "performanceConfig",
        "promptVariables",
    )
)
_PARTS: Final = frozenset(
    (
        "toolUse",
        "toolResult",
        "reasoningContent",
        "guardContent",
        "cachePoint",
        "citationsContent",
        "searchResult",
        "toolAddition",
        "toolRemoval",
    )
)
_MEDIA: Final = frozenset(("image", "document", "video", "audio"))
_KINDS: Final = _PARTS | _MEDIA | {"text"}
_ROLES: Final = frozenset((b'"user"', b'"assistant"', b'"system"'))
_SPENT: Final = frozenset(("usage", "metrics", "stopReason"))
_ERROR: Final = frozenset(("message", "__type", "code", "originalStatusCode", "originalMessage", "resourceName"))


def looks_like_request(members: Members) -> int:
    """Messages whose content blocks are objects of one member, which says their kind, and have no `type`."""
    turns = members.items_at("messages")
    # `schemaVersion` is of Nova's own format, which InvokeModel takes: its media are other objects.
    if turns is None or "schemaVersion" in members:
        return 0
    is_set = bool(members.keys() & _SETTINGS)
    if not turns.each and is_set:
        return 96
    if not _are_turns(turns):
        return 1
    if not turns.parts:
        return 96 if is_set else 0
    if not all(_is_part(part) for part in turns.parts):
        return 60 if is_set else 0
    if is_set or any(part.keys() & _PARTS for part in turns.parts):
        return 97
    return 90 if "modelId" in members or objects_of(members.get("system")) else 80


def _are_turns(turns: Items) -> bool:
    return bool(turns.each) and turns.roles <= _ROLES and not turns.names - {"role", "content"}


def _is_part(part: Mapping[str, Raw]) -> bool:
    kinds = part.keys() & _KINDS
    if len(part) != 1 or len(kinds) != 1:
        return False
    (kind,) = kinds
    return begins(part[kind], b'"' if kind == "text" else b"{")


def looks_like_response(members: Members) -> int:
    """A message in `output`, and what it cost."""
    message = object_of(object_of(members.get("output")).get("message"))
    if "role" not in message or not begins(message.get("content"), b"["):
        return 0
    return 97 if members.keys() & _SPENT else 70


def looks_like_error(members: Members) -> int:
    """A message with a type of Amazon's, an exception of a stream, or what Amazon's packages make of both."""
    if len(members) == 1 and members.keys() & EXCEPTIONS.keys():
        return 95 if "message" in object_of(next(iter(members.values()))) else 20
    if "ResponseMetadata" in members and {"Code", "Message"} <= object_of(members.get("Error")).keys():
        return 95
    word = members.word("__type" if "__type" in members else "code").strip(b'"').decode(errors="replace")
    if word.partition(":")[0].rpartition("#")[2] in ERRORS and members.is_text("message"):
        return 96 if members.has_only(_ERROR) else 60
    return 1 if "message" in members else 0
