"""Messages of the present conventions: a list of messages, each with a role and parts.

"gen_ai.input.messages", "gen_ai.output.messages" and "gen_ai.system_instructions" (semantic-conventions, docs/gen-ai:
gen-ai-input-messages.json, gen-ai-output-messages.json, gen-ai-system-instructions.json; since May 2026 in
open-telemetry/semantic-conventions-genai, model/gen-ai).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Raw

from turnwire.codec.json import dumps
from turnwire.model import RefusalBlock, ToolResultBlock, ToolUseBlock
from turnwire.sessions.files.media import media_block
from turnwire.sessions.files.otlp.talk import NAME, ROLES, add_call, add_part, add_text, add_thought, with_transcript
from turnwire.sessions.files.slots import Held, opaque

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.model import SourceKind
    from turnwire.sessions.files.otlp.talk import Talk
    from turnwire.sessions.files.otlp.values import Value

# The members of BlobPart, UriPart and FilePart with the data, and what kind of source it is.
_DATA: Final[dict[str, tuple[str, SourceKind]]] = {
    "blob": ("content", "base64"),
    "uri": ("uri", "url"),
    "file": ("file_id", "file_id"),
}
_RESULTS: Final = frozenset({"tool_call_response", "tool_result"})
_OF_PROVIDER: Final = "server_tool_call_response"


def read_instructions(talk: Talk, value: Value) -> None:
    """Add the system prompt: a list of parts, or a text."""
    inside = value.inside()
    held = Held()
    if inside.items:
        for part in inside.items:
            _part(held, part)
    elif inside.plain != []:
        add_text(held, inside)
    if held.blocks:
        talk.say("system", held)


def read_messages(talk: Talk, value: Value, role: str) -> None:
    """Add a list of messages; `role` is that of a text alone."""
    inside = value.inside()
    if not inside.items and inside.plain != []:
        held = Held()
        add_text(held, inside)
        if held.blocks:
            talk.say(role, held)
    for message in inside.items:
        _message(talk, message, role)


def _message(talk: Talk, message: Value, role: str) -> None:
    word = message.word("role") or role
    reason = message.word("finish_reason")
    parts = message.first("parts", "content") or message
    held = Held()
    if not parts.items and (parts is not message or message.text is not None):
        add_text(held, parts)
    has_results = False
    for part in parts.items:
        if part.word("type") in _RESULTS:
            if held.blocks:
                talk.say(word, held, name=message.word("name"))
                held = Held()
            talk.answer(part.word("id", "tool_call_id") or "", part.first("response", "result", "content"))
            has_results = True
        else:
            _part(held, part)
            has_results = has_results or part.word("type") == _OF_PROVIDER
    if ROLES.get(word.lower()) == "tool" and not has_results:
        talk.result(message.word("tool_call_id", "id") or "", held, message.word("name"))
    elif held.blocks or not has_results:
        talk.say(word, held, reason, message.word("name"))


def _part(held: Held, part: Value) -> None:
    """Add a part of a message; one that is not known is kept as it is."""
    read = _READERS.get(part.word("type") or "")
    if read is None or not read(held, part):
        add_part(held, opaque(part.plain, NAME))


def _text(held: Held, part: Value) -> bool:
    add_text(held, part.first("content", "text"))
    return True


def _compaction(held: Held, part: Value) -> bool:
    """Add "the unencrypted compacted conversation summary, when available" (CompactionPart)."""
    return _text(held, part) if part.word("content") else False


def _thought(held: Held, part: Value) -> bool:
    add_thought(held, part.first("content", "text"))
    return True


def _refusal(held: Held, part: Value) -> bool:
    """Add a refusal, a GenericPart that turnwire's own `otel_genai` writes, too."""
    content = part.first("content")
    if content is None or content.text is None:
        return False
    held.add(RefusalBlock(text=content.text), content.place)
    return True


def _call(held: Held, part: Value) -> bool:
    add_call(held, part.word("name"), part.word("id"), part.first("arguments"))
    return True


def _call_of_provider(held: Held, part: Value) -> bool:
    """Add a call that was "executed by the model provider on the server side" (ServerToolCallPart)."""
    block = ToolUseBlock(
        part.word("id") or "", part.word("name") or "", run_by="provider", call_type="server_tool_call"
    )
    given = part.first("server_tool_call")
    if given is not None:
        block.input = Raw(dumps(given.plain))
    held.add(block, None)
    return True


def _result_of_provider(held: Held, part: Value) -> bool:
    block = ToolResultBlock(part.word("id") or "", run_by="provider", result_type=_OF_PROVIDER)
    given = part.first(_OF_PROVIDER)
    if given is not None:
        block.provider_result = Raw(dumps(given.plain))
    held.add(block, None)
    return True


def _media(held: Held, part: Value) -> bool:
    member, source = _DATA[part.word("type") or ""]
    data = part.word(member)
    if data is None:
        return False
    modality = part.word("modality") or "document"
    block = media_block(data, part.word("mime_type"), kind=modality, other=source)
    add_part(held, with_transcript(block, part.word("transcript")))
    return True


_READERS: Final[dict[str, Callable[[Held, Value], bool]]] = {
    "text": _text,
    "reasoning": _thought,
    "thinking": _thought,
    "compaction": _compaction,
    "refusal": _refusal,
    "tool_call": _call,
    "server_tool_call": _call_of_provider,
    _OF_PROVIDER: _result_of_provider,
    **dict.fromkeys(_DATA, _media),
}
PARTS: Final = frozenset({*_READERS, *_RESULTS})
"""The types of parts that are read."""
