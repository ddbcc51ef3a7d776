"""Texts that a target wants in a request, or does not take there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.families import ANTHROPIC, OPENAI
from turnwire.validation.outline.nodes import member, text
from turnwire.validation.rules import Example, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Outline, Part
    from turnwire.validation.target.aim import Aim


def _chat(words: str) -> Example:
    form = '"response_format": {"type": "json_object"}'
    text = f'{{"model": "gpt-4.1", "messages": [{{"role": "user", "content": "{words}"}}], {form}}}'
    return Example("openai_chat", text, target="openai_chat")


def _claude(words: str) -> Example:
    text = f'{{"model": "claude-sonnet-4-5", "max_tokens": 64, "messages": [{{"role": "user", "content": {words}}}]}}'
    return Example("anthropic_messages", text, target="anthropic_messages")


NO_JSON: Final = Rule(
    "TW427",
    "json-not-named",
    "error",
    "The answer shall be JSON, and no message has the word JSON. OpenAI, DeepSeek, Groq and Alibaba refuse that,"
    " because the model would write spaces without end (\"'messages' must contain the word 'json' in some form, to use"
    " 'response_format' of type 'json_object'.\"). Ask for JSON in a message.",
    failing=_chat("List three ferns."),
    passing=_chat("List three ferns as JSON."),
)
BLANK: Final = Rule(
    "TW428",
    "blank-text",
    "error",
    "A text of the user or a stop sequence has only spaces, or the last text of the assistant ends with a space."
    ' Anthropic refuses these ("text content blocks must contain non-whitespace text", "each stop sequence must contain'
    ' non-whitespace", "final assistant content cannot end with trailing whitespace"). Take the text or the space out.',
    failing=_claude('[{"type": "text", "text": " "}]'),
    passing=_claude('[{"type": "text", "text": "Hi."}]'),
)

RULES: Final = (NO_JSON, BLANK)

_WANT_WORD: Final = frozenset({"groq_chat", "deepseek_chat", "alibaba_chat"})


def check(outline: Outline, tree: Any, aim: Aim) -> Iterator[Diagnostic]:
    """Find blank texts, and an answer in JSON of which no message speaks.

    Args:
        outline: the outline of the request.
        tree: the request as parsed JSON.
        aim: the target.
    """
    if aim.dialect in _WANT_WORD or (aim.dialect in OPENAI and aim.is_enforced):
        yield from _json(outline, tree, aim)
    if aim.dialect in ANTHROPIC:
        yield from _blank(outline, aim)
        yield from _stops(tree, aim)
    # A model that takes no beginning of a reply refuses the whole message (TW414).
    if aim.server.maker == "anthropic" and aim.takes.prefill:
        yield from _trailing(outline, aim)


def _json(outline: Outline, tree: Any, aim: Aim) -> Iterator[Diagnostic]:
    place = "/response_format"
    form = member(tree, "response_format")
    if aim.dialect == "openai_responses":
        place, form = "/text/format", member(member(tree, "text"), "format")
    if text(form, "type") != "json_object" or member(tree, "previous_response_id") is not None:
        return
    if not any("json" in words.lower() for words in _words(outline)):
        hint = "ask for JSON in a message"
        yield NO_JSON.found(f"{aim.name} wants the word JSON in a message", place, hint=hint)


def _words(outline: Outline) -> Iterator[str]:
    parts = [*outline.system, *(part for turn in outline.turns for part in turn.parts)]
    yield from (part.value for part in parts if type(part.value) is str)
    yield from (inner.value for part in parts for inner in part.parts if type(inner.value) is str)


def _blank(outline: Outline, aim: Aim) -> Iterator[Diagnostic]:
    for turn in outline.turns:
        for part in turn.parts if turn.role == "user" else ():
            if _is_text(part) and part.value and not part.value.strip():
                message = f"{aim.name} refuses a text of spaces"
                yield BLANK.found(message, part.pointer, hint="take it out")


def _stops(tree: Any, aim: Aim) -> Iterator[Diagnostic]:
    # "stop_sequences: each stop sequence must contain non-whitespace" (a refusal of Anthropic)
    given = member(tree, "stop_sequences")
    for n, each in enumerate(given if type(given) is list else ()):
        if type(each) is str and not each.strip():
            yield BLANK.found(
                f"{aim.name} refuses a stop sequence of spaces", f"/stop_sequences/{n}", hint="take it out"
            )


def _trailing(outline: Outline, aim: Aim) -> Iterator[Diagnostic]:
    last = outline.turns[-1] if outline.turns else None
    if last is not None and last.role == "assistant" and last.parts and _is_text(last.parts[-1]):
        part = last.parts[-1]
        if part.value.strip() and part.value != part.value.rstrip():
            message = f"{aim.name} refuses a beginning of the reply that ends with a space"
            yield BLANK.found(message, part.pointer, hint="take the space out")


def _is_text(part: Part) -> bool:
    return part.kind == "text" and type(part.value) is str
