"""Rules about what a turn holds: something, and thinking with the signature that its server demands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.validation.families import ANTHROPIC, CONVERSE, GEMINI, OPENAI_CHAT
from turnwire.validation.meaning.severity import softened
from turnwire.validation.outline.nodes import member, text
from turnwire.validation.rules import Example, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Outline, Part, Turn


def _anthropic(messages: str, more: str = "") -> Example:
    head = '{"model": "claude-sonnet-4-5", "max_tokens": 4096'
    return Example("anthropic_messages", f'{head}{more}, "messages": [{messages}]}}')


_HI: Final = '{"role": "user", "content": "Hi."}'
_CALL: Final = '{"type": "tool_use", "id": "toolu_1", "name": "clock", "input": {}}'
_THOUGHT: Final = '{"type": "thinking", "thinking": "I need the time.", "signature": "%s"}'
_RESULT: Final = '{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "12:00"}]}'
_THINKS: Final = ', "thinking": {"type": "enabled", "budget_tokens": 1024}'


def _after(*blocks: str) -> str:
    return f'{_HI}, {{"role": "assistant", "content": [{", ".join(blocks)}]}}, {_RESULT}'


EMPTY: Final = Rule(
    "TW308",
    "empty-content",
    "error",
    'A message or a text has nothing in it. Anthropic ("all messages must have non-empty content except for the'
    ' optional final assistant message", "text content blocks must be non-empty"), Gemini and OpenAI refuse such a'
    " request. Amazon Bedrock's Converse refuses texts of spaces and line breaks, too (\"The text field in the"
    ' ContentBlock object at messages.1.content.0 is blank"), and failed results without content. In formats where'
    " nobody refuses it, the finding is a warning. Take the message or the text out.",
    failing=_anthropic('{"role": "user", "content": ""}'),
    passing=_anthropic(_HI),
)
UNSIGNED: Final = Rule(
    "TW309",
    "unsigned-thinking",
    "error",
    "Thinking has no signature. Anthropic proves by the signature that its model wrote the thinking, and refuses a"
    " request with other thinking. Send the block as the server gave it, or take it out.",
    failing=_anthropic(_after(_THOUGHT % "", _CALL), _THINKS),
    passing=_anthropic(_after(_THOUGHT % "EqQBCkgI", _CALL), _THINKS),
)
UNTHOUGHT: Final = Rule(
    "TW317",
    "missing-thinking",
    "warning",
    "Thinking is enabled, the assistant's last message calls tools, and does not begin with thinking. Anthropic's older"
    ' models refuse that ("When `thinking` is enabled, a final `assistant` message must start with a thinking block");'
    " for newer ones the server disables thinking in this request. Keep the thinking blocks of a reply when its results"
    " are sent.",
    failing=_anthropic(_after(_CALL), _THINKS),
    passing=_anthropic(_after(_THOUGHT % "EqQBCkgI", _CALL), _THINKS),
)

RULES: Final = (EMPTY, UNSIGNED, UNTHOUGHT)


def check(outline: Outline) -> Iterator[Diagnostic]:
    """Find turns and texts of a request that are empty, and thinking that its server refuses."""
    if outline.kind != "request":
        return
    for n, turn in enumerate(outline.turns):
        if turn.more is not None and not turn.more:
            yield from _without_parts(outline, turn, is_last=n == len(outline.turns) - 1)
    if outline.dialect in ANTHROPIC:
        yield from _empty_texts(outline)
        yield from _unsigned(outline)
        yield from _lacking_thinking(outline)
    elif outline.dialect == CONVERSE:
        yield from _blank_texts(outline)
        yield from _failures_without_words(outline)


def _without_parts(outline: Outline, turn: Turn, *, is_last: bool) -> Iterator[Diagnostic]:
    """Find a turn without parts, unless its server takes it; what has the wrong type, its schema refuses."""
    name = "parts" if outline.dialect in _PARTS else "content"
    content = member(turn.node, name)
    if turn.role in {"", "system"} or (content is not None and content != []):
        return
    if content is None and (outline.dialect in _MAY_LACK or (turn.role == "user" and name == "content")):
        return
    hint = "put something in, or take the message out"
    found = EMPTY.found(f"the {turn.role}'s message has nothing in it", turn.pointer, hint=hint)
    if outline.dialect in ANTHROPIC and is_last and turn.role == "assistant":
        return
    yield found if _refuses(outline.dialect, turn) else softened(found)


def _refuses(dialect: str, turn: Turn) -> bool:
    # Gemini takes a turn of the model without parts back, as it gives it when a reply is cut at once.
    # "The content field in the Message object at messages.1 is empty." (a refusal of Converse)
    strict = dialect in ANTHROPIC or dialect in OPENAI_CHAT or dialect == CONVERSE
    return strict or (dialect in GEMINI and turn.role == "user")


_PARTS: Final = GEMINI | {"otel_genai", "a2a_messages"}
"""The dialects whose messages hold `parts`."""
_MAY_LACK: Final = frozenset({"ollama_chat", "glm", "langchain_messages"})
"""The dialects whose messages may have no content."""


def _empty_texts(outline: Outline) -> Iterator[Diagnostic]:
    last = len(outline.turns) - 1
    for n, part in outline.marked:
        if part.kind == "text" and part.value == "":
            is_whole = part.node == ""
            if not (is_whole and n == last and outline.turns[n].role == "assistant"):
                yield _empty_text(part)
    for part in outline.system:
        if part.kind == "text" and part.value == "" and part.node != "":
            yield _empty_text(part)


def _blank_texts(outline: Outline) -> Iterator[Diagnostic]:
    """Find texts that are empty, or of white space alone, whoever says them.

    "The text field in the ContentBlock object at messages.1.content.0 is blank. Add text to the text field, and try
    again." (a refusal of Converse, of an assistant's text of two line breaks)
    """
    for _, part in outline.marked:
        if part.kind == "text" and type(part.value) is str:
            yield _empty_text(part)


def _failures_without_words(outline: Outline) -> Iterator[Diagnostic]:
    """Find results of status `error` that say nothing.

    "The content field at messages.2.content.0.toolResult cannot be empty when status value is error." (a refusal of
    Converse)
    """
    for _, part in outline.marked:
        if part.kind == "tool_result" and part.is_error and part.value == []:
            hint = "say what went wrong"
            yield EMPTY.found("the result of a failed call has nothing in it", part.pointer, hint=hint)


def _empty_text(part: Part) -> Diagnostic:
    what = "blank" if part.value else "empty"
    return EMPTY.found(f"this text is {what}", part.pointer, hint="take the text out", expected="a text of one letter")


def _unsigned(outline: Outline) -> Iterator[Diagnostic]:
    for _, part in outline.marked:
        if part.kind == "thinking" and text(part.node, "type") == "thinking" and not text(part.node, "signature"):
            hint = "send the block as the server gave it, or take it out"
            yield UNSIGNED.found("this thinking has no signature", part.pointer, hint=hint)


def _lacking_thinking(outline: Outline) -> Iterator[Diagnostic]:
    """Find a last message of the assistant that calls tools without the thinking before it."""
    if text(member(outline.tree, "thinking"), "type") != "enabled":
        return
    last = next((turn for turn in reversed(outline.turns) if turn.role == "assistant"), None)
    parts = last.parts if last is not None else ()
    if any(part.kind == "tool_use" for part in parts) and parts[0].kind != "thinking" and _is_open(outline):
        hint = "put the thinking blocks of the reply before its calls, or disable thinking"
        expected = "a block of type `thinking` or `redacted_thinking`"
        message = "this message calls tools, and does not begin with its thinking"
        yield UNTHOUGHT.found(message, parts[0].pointer, hint=hint, expected=expected)


def _is_open(outline: Outline) -> bool:
    """Return whether the results of the last calls are the end of the conversation."""
    last = outline.turns[-1].parts
    return bool(last) and last[0].kind == "tool_result"
