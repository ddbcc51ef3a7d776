"""The prompts that the library itself builds from a chat: plain text, for models that take no messages.

Two generations of its code build two forms (PyALM, read 2026-11-21): until April 2024 a call is between marks, in place
of `[[FUNCTION_CALL]]` in the text; since May 2024 the code and its result follow the text, which then has no such mark.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from turnwire.dialects.glm.sequences import Marks, marks_of_calls
from turnwire.dialects.glm.spelling import POSITIONAL, is_positional, line_of, read_source, write_source
from turnwire.dialects.glm.wire import NAME
from turnwire.documents.residue import form_of
from turnwire.errors import InvalidDocument
from turnwire.model import Diagnostic, TextBlock, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from turnwire.model import History, Message

__all__ = ["SPEAKERS", "Generation", "Marks", "prompt", "source_of"]

Generation = Literal["2023", "2024"]

SPEAKERS: Mapping[str, str] = MappingProxyType({"USER": "User", "ASSISTANT": "Assistant", "SYSTEM": "System"})
"""The default values of the symbols of the roles."""

_CALL = "[[FUNCTION_CALL]]"
_STARTS, _ENDS = ("FUNC_DELIMITER_START", "FUNCTION_START"), ("FUNC_DELIMITER_END", "FUNCTION_END")
_SYMBOL = re.compile(r"\[\[([^\[\]]+)\]\]")
_SHORTEST_SYSTEM = 3


def prompt(
    history: History,
    *,
    generation: Generation = "2024",
    symbols: Mapping[str, str] = SPEAKERS,
    marks: Marks | None = None,
    findings: list[Diagnostic] | None = None,
) -> str:
    """Make one text of a chat that ends where the assistant continues: `User: Hi` per line, then `Assistant:`.

    Messages without text and code, and interactions of the user, are left out.

    Args:
        history: the chat.
        generation: the form of the text: that of the code until April 2024 (`"2023"`), or since.
        symbols: the values of `[[NAME]]`, among them the roles `USER`, `ASSISTANT` and `SYSTEM`; an unknown symbol
            becomes `#SYMBOL_MISSING: NAME#`.
        marks: the marks around a call in the form of 2023, and the values of the symbols of both; by default those that
            the chat's `atomic_sequences` have for calls, else `+++` and `---`.  A prompt holds every text whole, so
            that no other sequence can be cut in it.
        findings: collects what is declined: a `chat_format`, for which the specification lists no words, and
            `atomic_sequences` in a form that is not known.

    Raises:
        InvalidDocument: a setting is declined and there are no `findings` (`glm.chat-format`, `glm.atomic-sequences`).

    Example:
        `prompt(turnwire.read(chat, "glm"), symbols={"USER": "Ada"})`
    """
    declined: list[Diagnostic] = [] if findings is None else findings
    told = _told_marks(history, declined) if marks is None else marks
    _decline_format(history, declined)
    if declined and findings is None:
        raise InvalidDocument(*declined)
    names = {**SPEAKERS, **_symbols_of(told), **symbols}
    lines = [f"[[{role.upper()}]]: {text}\n" for role, text in _entries(history, generation, told or Marks())]
    return _SYMBOL.sub(
        lambda found: names.get(found[1], f"#SYMBOL_MISSING: {found[1]}#"), "".join(lines) + "[[ASSISTANT]]:"
    )


def _told_marks(history: History, declined: list[Diagnostic]) -> Marks | None:
    try:
        return marks_of_calls(history.settings.atomic_sequences) if history.settings is not None else None
    except InvalidDocument as refusal:
        declined += refusal.diagnostics
        return None


def _decline_format(history: History, declined: list[Diagnostic]) -> None:
    # "chat_format": "how the dictionary will be parsed" (the specification, which lists no words).
    word = history.settings.chat_format if history.settings is not None else None
    if word is not None:
        hint = "choose the form of the prompt yourself: generation, symbols and marks; and collect findings"
        message = f"nothing says what the chat format {word[:60]!r} is: the prompt has the form of the library's code"
        declined.append(Diagnostic("glm.chat-format", message, "warning", pointer="/settings/chat_format", hint=hint))


def _symbols_of(marks: Marks | None) -> dict[str, str]:
    """Return the symbols that stand for the marks, by the names that the code of 2023 and since have for them."""
    if marks is None:
        return {}
    starts, ends = dict.fromkeys(_STARTS, marks.start), dict.fromkeys(_ENDS, marks.end)
    return starts | ends


def _entries(history: History, generation: Generation, marks: Marks) -> Iterator[tuple[str, str]]:
    primary = history.system.primary_message if history.system is not None else None
    # "the system prompt is dropped if shorter than 3 characters" (since May 2024)
    if primary and (generation == "2023" or len(primary) >= _SHORTEST_SYSTEM):
        yield "system", primary
    given = _given(history)
    for message in history.history:
        if message.role in ("user", "assistant", "system"):
            text = _text(message, given, generation, marks)
            if text:
                yield message.role, text


def _given(history: History) -> dict[str, str]:
    """Return the results of calls, by their ids."""
    results = (block for message in history.history for block in message.content if type(block) is ToolResultBlock)
    return {result.tool_use_id: _result_text(result) for result in results}


def _result_text(result: ToolResultBlock) -> str:
    texts = [block.text for block in result.content if type(block) is TextBlock]
    return "\n".join(texts) if texts or not result.structured else bytes(result.structured).decode()


def _text(message: Message, given: Mapping[str, str], generation: Generation, marks: Marks) -> str:
    text = "\n\n".join(block.text for block in message.content if type(block) is TextBlock)
    calls = [block for block in message.content if type(block) is ToolUseBlock]
    if calls and generation != "2023":
        text = text.replace(_CALL, "")
    for block in calls:
        text = _with_call(text, block, given.get(block.id), marks if generation == "2023" else None)
    return text


def _with_call(text: str, block: ToolUseBlock, given: str | None, marks: Marks | None) -> str:
    source = source_of(block)
    if marks is None:
        text += f"\n$$$CODE\n{source}"
        if given is not None:
            lines = "\n".join(f"#{line}" for line in given.splitlines() or [""])
            return f"{text}\n#--RETURN FROM CODECALL--\n{lines}"
        return text if "$$$TO_USER" in source else f"{text}\nRETURN:\nNone"
    call = f"\n{marks.start}{source}{marks.end}\n{marks.end}{given or ''}{marks.start}\n"
    return text.replace(_CALL, call, 1) if _CALL in text else text + call


def source_of(block: ToolUseBlock) -> str:
    """Return a call as Python: as its source had it, or `name(1, key="x")`; free text, such as code, is unchanged."""
    line = line_of(block.provider_raw)[0]
    if line is not None and read_source(line) == (block.name, block.input):
        return line
    if block.input_text is not None:
        return block.input_text
    by_place = form_of(block.provider_raw, NAME).get("parameters") == POSITIONAL and is_positional(block.input)
    return write_source(block.name, block.input, positional=by_place)
