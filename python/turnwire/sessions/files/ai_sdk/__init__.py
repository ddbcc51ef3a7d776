"""Messages of the Vercel AI SDK: what its hooks keep (UIMessage) and what its functions take (ModelMessage).

Learned from vercel/ai, versions 4 to 6: packages/ai/src/ui/ui-messages.ts and convert-to-model-messages.ts,
packages/provider-utils/src/types/content-part.ts; and packages/ui-utils/src/types.ts of version 4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.codec.members import begins, objects_of
from turnwire.sessions.files.ai_sdk.lines import lines
from turnwire.sessions.files.ai_sdk.messages import read, rebuild
from turnwire.sessions.files.documents import Messages
from turnwire.sessions.files.format import SessionFormat
from turnwire.sessions.files.members import text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw

_WITH_TEXT: Final = {"text": ("text",), "reasoning": ("text", "reasoning")}
_OF_THE_SDK: Final = ("tool-", "data-", "source-", "step-", "dynamic-", "redacted-", "reasoning-")


def looks_like(members: Mapping[str, Raw]) -> bool:
    """Return whether a document is a chat: a message has parts, or content of a type that only this package has.

    The messages of providers have `content`, and types without hyphens; a list of texts alone could be of any of them.
    """
    return any(_is_message(message) for message in objects_of(members.get("messages")) or ())


def _is_message(message: Mapping[str, Raw]) -> bool:
    if not begins(message.get("role"), b'"'):
        return False
    if any("toolCallId" in call for call in objects_of(message.get("toolInvocations")) or ()):
        return True
    if any(_is_part(part) for part in objects_of(message.get("parts")) or ()):
        return True
    return any(_is_hyphenated(part) for part in objects_of(message.get("content")) or ())


def _is_part(part: Mapping[str, Raw]) -> bool:
    kind = text_of(part, "type") or ""
    if kind == "file":
        return not {"mediaType", "mimeType"}.isdisjoint(part)
    return _is_hyphenated(part) or any(begins(part.get(name), b'"') for name in _WITH_TEXT.get(kind, ()))


def _is_hyphenated(part: Mapping[str, Raw]) -> bool:
    return (text_of(part, "type") or "").startswith(_OF_THE_SDK)


AI_SDK = SessionFormat(
    name="ai_sdk",
    title="the Vercel AI SDK",
    learned_from="AI SDK 4 to 6",
    looks_like=looks_like,
    messages=Messages(("messages",), is_alone=True),
    lines=lines,
    read=read,
    rebuild=rebuild,
    answers_inside=True,
)
