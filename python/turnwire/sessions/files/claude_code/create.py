"""A new session file of Claude Code, from the messages of another format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, structs

from turnwire.codec.members import begins, object_of
from turnwire.codec.wire import ENCODER
from turnwire.losses import Losses
from turnwire.sessions.files.claude_code.free_text import free_texts, sign
from turnwire.sessions.files.claude_code.legal import FIRST, LAST
from turnwire.sessions.files.created import as_uuid, extra_text, has_mark, model_of, session_uuid, written_as
from turnwire.sessions.files.format import NewFile
from turnwire.sessions.files.histories import BRANCH, COMPACTION, FOLDER
from turnwire.sessions.files.members import text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from turnwire.model import History, Loss, MessageMetadata


VERSION: Final = "2.1.144"
"""The version of Claude Code whose lines are written."""

# AssistantMessage.message.stop_reason: "enum": ["end_turn", "tool_use", "max_tokens", "stop_sequence"] (the public JSON
# Schema of the lines of Claude Code 2.1.144)
_STOP_REASONS: Final = frozenset({"end_turn", "tool_use", "max_tokens", "stop_sequence"})
_BODY: Final = msgspec.json.Decoder(dict[str, Raw])
_BLOCKS: Final = msgspec.json.Decoder(list[Raw])
_OBJECTS: Final = msgspec.json.Decoder(list[dict[str, Raw]])


def create(history: History) -> NewFile:
    """Write the messages as lines of a session, each one continuing the one before.

    The lines have no place for a system prompt, nor for settings; these are reported.
    """
    spoken = [message for message in history.history if message.role != "system"]
    places = [index for index, message in enumerate(history.history) if message.role != "system"]
    places.append(len(history.history))  # where a pass adds a message at the end
    bare = structs.replace(history, history=spoken)
    written = written_as(bare, "anthropic_messages", "claude_code", FIRST, LAST)
    messages = _OBJECTS.decode(_BODY.decode(written.body).get("messages", Raw(b"[]")))
    texts = free_texts(spoken, written.ids)
    lines = _lines(history, zip(messages, written.times, written.about, strict=True), texts)
    data = b"".join(ENCODER.encode(line) + b"\n" for line in lines)
    losses = (*_prompts(history), *(_moved(loss, places) for loss in written.losses))
    return NewFile(data, losses, written.ids)


def _prompts(history: History) -> list[Loss]:
    losses = Losses("claude_code")
    for index, message in enumerate(history.history):
        if message.role == "system":
            losses.dropped(f"/history/{index}", "message.role", message)
    return losses.found


def _moved(loss: Loss, places: list[int]) -> Loss:
    """Return a loss with the path into the history that has its system prompts."""
    parts = loss.path.split("/")
    if len(parts) > 2 and parts[1] == "history" and parts[2].isdigit():  # noqa: PLR2004 - `/history/N`
        parts[2] = str(places[int(parts[2])])
    return structs.replace(loss, path="/".join(parts))


def _lines(
    history: History, messages: Iterable[tuple[dict[str, Raw], str, MessageMetadata]], texts: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    model, chain = model_of(history), _Chain(history)
    for message, time, about in messages:
        is_reply = bytes(message["role"]) == b'"assistant"'
        marks: dict[str, Any] = {}
        if has_mark(about, COMPACTION) and not is_reply:
            yield chain.boundary(time)
            marks = {"isVisibleInTranscriptOnly": True, "isCompactSummary": True}
        first = chain.next_id()
        for shown in _reply(message, first, model, about) if is_reply else [_with_contents(message)]:
            kind = "assistant" if is_reply else "user"
            signs = sign(shown["content"][0], texts) if is_reply else {}
            yield chain.line(time, {"type": kind, "message": shown, **marks, **signs})


class _Chain:
    """Makes the lines of a file, each of which continues the line before it."""

    def __init__(self, history: History) -> None:
        self._session = session_uuid(history)
        self._folder = extra_text(history, FOLDER) or "/"
        self._branch = extra_text(history, BRANCH) or ""
        self._last: str | None = None
        self._count = 0

    def next_id(self) -> str:
        """Return the id of the next line."""
        return as_uuid(f"{self._session}/{self._count}")

    def line(self, time: str, own: dict[str, Any]) -> dict[str, Any]:
        """Return the next line: the members of its own, and those that all lines have."""
        found = {
            "parentUuid": self._last,
            "isSidechain": False,
            "userType": "external",
            "cwd": self._folder,
            "sessionId": self._session,
            "version": VERSION,
            "gitBranch": self._branch,
            **own,
            "uuid": self.next_id(),
            "timestamp": time,
        }
        self._last = self.next_id()
        self._count += 1
        return found

    def boundary(self, time: str) -> dict[str, Any]:
        """Return the mark of a compaction: Claude Code sends only the messages after the last mark.

        "Logical parent UUID for compact_boundary (references pre-compaction message)" (the public JSON Schema of the
        lines of Claude Code 2.1.144)
        """
        before = self._last
        own = {
            "type": "system",
            "subtype": "compact_boundary",
            "content": "Conversation compacted",
            "isMeta": False,
            "level": "info",
            "compactMetadata": {"trigger": "manual", "preTokens": 0},
        }
        return {**self.line(time, own), "parentUuid": None, **({"logicalParentUuid": before} if before else {})}


def _with_contents(message: dict[str, Raw]) -> dict[str, Any]:
    """Return a message whose results have a content: that of Claude Code is empty where a tool wrote nothing.

    Of `ToolResultBlock`: "required": ["type", "tool_use_id", "content"] (the public JSON Schema of the lines of Claude
    Code 2.1.144), while the Messages API lets it out.
    """
    content = message.get("content", Raw(b"[]"))
    if b'"tool_result"' not in bytes(content) or not begins(content, b"["):
        return {**message, "content": content}
    return {**message, "content": [_filled(block) for block in _BLOCKS.decode(content)]}


def _filled(block: Raw) -> Raw | dict[str, Raw]:
    members = object_of(block)
    if text_of(members, "type") != "tool_result" or "content" in members:
        return block
    return {**members, "content": Raw(b'""')}


def _reply(message: dict[str, Raw], first: str, model: str, about: MessageMetadata) -> Iterator[dict[str, Any]]:
    """Yield a reply as the Messages API returns it once for each block, since Claude Code stores it in such lines.

    Where a call has no result, Claude Code 2.1.197 leaves out its line when it goes on with a session.
    """
    content = message.get("content", Raw(b"[]"))
    blocks = _BLOCKS.decode(content) if begins(content, b"[") else [{"type": "text", "text": content}]
    usual = "tool_use" if b'"type":"tool_use"' in bytes(content) else "end_turn"
    reason = about.stop_reason if about.stop_reason in _STOP_REASONS else usual
    for index, block in enumerate(blocks):
        yield {
            "model": about.model or model,
            "id": f"msg_{first.replace('-', '')}",
            "type": "message",
            "role": "assistant",
            "content": [block],
            "stop_reason": reason if index == len(blocks) - 1 else None,
            "stop_sequence": None,
            "usage": {"input_tokens": 0, "output_tokens": 0},
        }
