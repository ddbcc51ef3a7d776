"""Score how likely a document is one of generateContent, by its members."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from msgspec import UNSET

from turnwire.codec.members import Members, begins, object_of, objects_of, word_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from msgspec import Raw

    from turnwire.codec.members import Documents
    from turnwire.families.gemini.wire_request import Body

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
_TURN: Final = frozenset(("role", "parts"))
_OWN_REPLY: Final = frozenset({"usageMetadata", "promptFeedback", "modelVersion", "usage_metadata", "model_version"})
_CHUNK: Final = _OWN_REPLY | {"candidates"}


def looks_like_request(members: Members) -> int:
    """`contents` of parts."""
    if "contents" not in members:
        return 0
    contents = members.items_at("contents")
    if contents is None and "parts" in object_of(members.get("contents")):
        return 97
    if members.keys() & _OWN or (contents is not None and "parts" in contents.names):
        return 97
    return 60 if contents is not None and contents.each and contents.names <= _TURN else 1


def is_certain(body: Body) -> bool:
    """Whether a decoded request is certainly Gemini's: its contents have parts, as in no other format."""
    contents = body.contents
    if type(contents) is not list or not contents:
        return False
    return all(not isinstance(turn, str) and turn.parts is not UNSET for turn in contents)


def looks_like_contents(items: Documents) -> int:
    """Whether a bare list holds Gemini contents: their parts have a member for each kind, and no `type`."""
    parts = [part for item in items for part in objects_of(item.get("parts")) or ()]
    if not items or not all(item.keys() == _TURN for item in items):
        return 0
    return 97 if parts and not any("type" in part or "kind" in part for part in parts) else 0


def looks_like_response(members: Members) -> int:
    """`candidates` with a content of parts, usage metadata, or feedback on the prompt."""
    candidates = members.items_at("candidates")
    if candidates is None:
        own = members.keys() & _OWN_REPLY
        return 97 if "promptFeedback" in own or len(own) > 1 else 1 if own or "candidates" in members else 0
    if members.keys() & _OWN_REPLY:
        return 97
    if not candidates.each:
        return 20 if len(members) == 1 else 1
    return 97 if all(map(_is_candidate, candidates.each)) else 1


def _is_candidate(candidate: Mapping[str, Raw]) -> bool:
    return "finishReason" in candidate or "parts" in object_of(candidate.get("content"))


def looks_like_error(members: Members) -> int:
    """`{"error": {"code": 400, "message": ..., "status": "INVALID_ARGUMENT"}}`."""
    if is_status(members):
        return 97 if len(members) == 1 else 1
    return 1 if "error" in members else 0


def is_status(members: Mapping[str, Raw]) -> bool:
    """Whether the error is a status of Google's: a number for its code, and a word for its status."""
    error = object_of(members.get("error"))
    return begins(error.get("status"), b'"') and word_of(error.get("code")).isdigit()


def looks_like_chunks(chunks: Documents) -> int:
    """Score a list of replies, which streamGenerateContent sends without `alt=sse`; a single error is not a reply."""
    return max((looks_like_response(Members(chunk)) for chunk in chunks if _CHUNK & chunk.keys()), default=0)


def looks_like_errors(errors: Documents) -> int:
    """The list that the provider's front end makes of an error of streamGenerateContent."""
    return looks_like_error(Members(errors[0])) if len(errors) == 1 else 0


LEAST: Final = 30


T = TypeVar("T")


def less(look: Callable[[T], int], most: int) -> Callable[[T], int]:
    """A variant looks the same and is the rarer one: it is named after its base."""

    def looks_like(document: T) -> int:
        return min(look(document), most)

    return looks_like
