"""How much a document looks like one of generateContent, by its own signs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

import msgspec
from msgspec import Raw

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.dialect import Members

_OWN: Final = frozenset(
    {
        "generationConfig",
        "generation_config",
        "systemInstruction",
        "system_instruction",
        "safetySettings",
        "safety_settings",
        "cachedContent",
        "toolConfig",
        "tool_config",
    }
)
_OWN_REPLY: Final = frozenset({"usageMetadata", "promptFeedback", "modelVersion", "usage_metadata", "model_version"})
_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])


def looks_like_request(members: Members) -> int:
    """`contents` of parts."""
    contents = members.get("contents")
    if contents is None:
        return 0
    if members.keys() & _OWN or b'"parts"' in bytes(contents):
        return 97
    return 60


def looks_like_response(members: Members) -> int:
    """`candidates` with a content of parts, usage metadata, or feedback on the prompt."""
    if members.keys() & _OWN_REPLY:
        return 97
    candidates = members.get("candidates")
    if candidates is None:
        return 0
    text = bytes(candidates)
    return 97 if b'"parts"' in text or b'"finishReason"' in text else 20


def looks_like_error(members: Members) -> int:
    """`{"error": {"code": 400, "message": ..., "status": "INVALID_ARGUMENT"}}`."""
    error = members.get("error")
    if error is None or memoryview(error)[0] != ord("{"):
        return 0
    try:
        inside = _OBJECT.decode(error)
    except msgspec.DecodeError:
        return 0
    status, code = inside.get("status"), inside.get("code")
    if status is not None and bytes(status)[:1] == b'"' and code is not None and bytes(code).isdigit():
        return 97
    return 0


def looks_like_chunks(items: list[Members]) -> int:
    """A list of replies, as streamGenerateContent gives it without `alt=sse`; one error alone is no reply."""
    return max(map(looks_like_response, items), default=0)


def looks_like_errors(items: list[Members]) -> int:
    """The list that the provider's front end makes of an error of streamGenerateContent."""
    return looks_like_error(items[0]) if len(items) == 1 else 0


LEAST: Final = 30


T = TypeVar("T")


def less(look: Callable[[T], int], most: int) -> Callable[[T], int]:
    """A variant looks the same and is the rarer one: it is named after its base."""

    def looks_like(document: T) -> int:
        return min(look(document), most)

    return looks_like
