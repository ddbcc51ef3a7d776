"""Messages of the present conventions: a list of messages, each with a role and parts.

"gen_ai.input.messages", "gen_ai.output.messages" and "gen_ai.system_instructions" (semantic-conventions, docs/gen-ai:
gen-ai-input-messages.json, gen-ai-output-messages.json, gen-ai-system-instructions.json).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.sessions.files.media import media_block
from turnwire.sessions.files.otlp.talk import NAME, ROLES, add_call, add_part, add_text, add_thought
from turnwire.sessions.files.slots import Held, opaque

if TYPE_CHECKING:
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
                talk.say(word, held)
                held = Held()
            talk.answer(part.word("id", "tool_call_id") or "", part.first("response", "result", "content"))
            has_results = True
        else:
            _part(held, part)
    if ROLES.get(word.lower()) == "tool" and not has_results:
        talk.result(message.word("tool_call_id", "id") or "", held)
    elif held.blocks or not has_results:
        talk.say(word, held, reason)


def _part(held: Held, part: Value) -> None:
    """Add a part of a message; one that is not known is kept as it is."""
    kind = part.word("type") or ""
    if kind == "text":
        add_text(held, part.first("content", "text"))
    elif kind in ("reasoning", "thinking"):
        add_thought(held, part.first("content", "text"))
    elif kind == "tool_call":
        add_call(held, part.word("name"), part.word("id"), part.first("arguments"))
    elif kind in _DATA and (data := part.word(_DATA[kind][0])) is not None:
        modality = part.word("modality") or "document"
        add_part(held, media_block(data, part.word("mime_type"), kind=modality, other=_DATA[kind][1]))
    else:
        add_part(held, opaque(part.plain, NAME))
