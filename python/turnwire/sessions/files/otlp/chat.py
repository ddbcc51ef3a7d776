"""Messages of older conventions, which are those of chat completions: a role, a content, and tool_calls.

- Events (semantic-conventions 1.27 to 1.36, gen-ai-events.md): one event for each message.
- OpenLLMetry: `gen_ai.prompt.0.role`, `gen_ai.prompt.0.tool_calls.0.name`.
- OpenInference: `llm.input_messages.0.message.role`, `...message.tool_calls.0.tool_call.function.name`; for completions
  `llm.prompts.0.prompt.text` and `llm.choices.0.completion.text`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.model import Origin, RedactedThinkingBlock, ToolUseBlock
from turnwire.sessions.files.media import media_block
from turnwire.sessions.files.otlp.talk import NAME, ROLES, add_call, add_part, add_text, add_thought, with_transcript
from turnwire.sessions.files.slots import Held, opaque

if TYPE_CHECKING:
    from turnwire.model import ContentBlock
    from turnwire.sessions.files.otlp.talk import Talk
    from turnwire.sessions.files.otlp.values import Value


def read_chat(talk: Talk, message: Value, role: str, reason: str | None = None) -> None:
    """Add a message; `role` is that of one that does not tell it."""
    word = message.word("role") or role
    reason = message.word("finish_reason") or reason
    name = message.word("name")
    held = Held()
    _content(held, message.first("content", "text"))
    for part in _listed(message, "contents"):
        _content_of_openinference(held, part.first("message_content") or part, part.first("tool_call"))
    if ROLES.get(word.lower()) == "tool":
        talk.result(message.word("tool_call_id", "id") or "", held, name)
        return
    in_place = {block.id for block in held.blocks if isinstance(block, ToolUseBlock)}
    for item in _listed(message, "tool_calls"):
        call = item.first("tool_call") or item
        if call.word("id") not in in_place:
            _call(held, call)
    if "function_call_name" in message.members:
        function = message.word("function_call_name")
        add_call(held, function, None, message.first("function_call_arguments_json"))
    talk.say(word, held, reason, name)


def _listed(message: Value, name: str) -> list[Value]:
    found = message.first(name)
    return [] if found is None else found.inside().items


def _content(held: Held, content: Value | None) -> None:
    """Add a text, or a list of parts, which may be the JSON of a text."""
    inside = None if content is None else content.inside()
    if inside is None or not inside.items or any(each.word("type") is None for each in inside.items):
        add_text(held, content)
        return
    for part in inside.items:
        kind = part.word("type")
        image = part.first("image_url")
        if kind == "text" and (text := part.first("text", "content")) is not None:
            add_text(held, text)
        elif kind == "image_url" and image is not None and (url := image.text or image.word("url")):
            add_part(held, media_block(url, None, kind="image"))
        else:
            add_part(held, opaque(part.plain, NAME))


def _content_of_openinference(held: Held, part: Value, call: Value | None) -> None:
    """Add an item of `message.contents` (openinference, spec/semantic_conventions.md, MessageContentAttributes).

    "If a tool call must remain ordered relative to reasoning or text content, emit a `message.contents` item with
    `message_content.type = "tool_use"` and the same `tool_call.*` fields" (spec/llm_spans.md)
    """
    kind = part.word("type") or "text"
    if kind == "text":
        add_text(held, part.first("text"))
    elif kind == "tool_use" and call is not None:
        _call(held, call)
    elif kind == "reasoning" and part.word("text"):
        add_thought(held, part.first("text"))
    elif kind == "reasoning" and (sealed := part.word("data")) is not None:
        add_part(held, RedactedThinkingBlock(data=sealed, origin=Origin(NAME)))
    else:
        add_part(held, _media_of(part, kind) or opaque(part.plain, NAME))


def _media_of(part: Value, kind: str) -> ContentBlock | None:
    """Return the file of an item: `message_content.image.image.url`."""
    outer = part.first(kind)
    media = outer.first(kind) if outer is not None else None
    url = media.word("url") if media is not None else None
    if media is None or url is None:
        return None
    block = media_block(url, media.word("mime_type"), media.word("name"), kind=kind)
    return with_transcript(block, media.word("transcript"))


def _call(held: Held, call: Value) -> None:
    """Add a call: its name and arguments are in `function`, or at its side."""
    function = call.first("function")
    inner = function.inside() if function is not None else call
    add_call(held, inner.word("name"), call.word("id"), inner.first("arguments"))
