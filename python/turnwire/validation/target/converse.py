"""What Amazon Bedrock's Converse refuses about the content blocks of a message, and about undefined tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.validation.outline.nodes import member, text
from turnwire.validation.outline.records import pointer_of
from turnwire.validation.rules import Example, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Outline, Part, Turn
    from turnwire.validation.target.aim import Aim

_HI: Final = '{"role": "user", "content": [{"text": "Hi."}]}'
_SPEC: Final = '{"toolSpec": {"name": "clock", "inputSchema": {"json": {"type": "object"}}}}'
_TOOLS: Final = f', "toolConfig": {{"tools": [{_SPEC}]}}'
_USE: Final = '{"toolUse": {"toolUseId": "a", "name": "clock", "input": {}}}'
_RESULT: Final = '{"toolResult": {"toolUseId": "a", "content": [{"text": "12:00"}]}}'


def _converse(messages: str, more: str = "", model: str = "amazon.nova-lite-v1:0") -> Example:
    head = f'{{"modelId": "{model}"'
    return Example("bedrock_converse", f'{head}, "messages": [{messages}]{more}}}', target="bedrock_converse")


def _called(blocks: str, more: str = _TOOLS) -> Example:
    asked = f'{_HI}, {{"role": "assistant", "content": [{_USE}]}}'
    last = f'{{"role": "user", "content": [{blocks}]}}'
    return _converse(f"{asked}, {last}", more, "us.meta.llama3-2-90b-instruct-v1:0")


def _attached(*names: str, more: str = ', {"text": "Compare."}', role: str = "user") -> str:
    source = '"format": "txt", "source": {"text": "Ferns"}'
    files = ", ".join(f'{{"document": {{"name": "{name}", {source}}}}}' for name in names)
    return f'{{"role": "{role}", "content": [{files}{more}]}}'


MIXED: Final = Rule(
    "TW430",
    "tools-beside-text",
    "error",
    "A message holds a tool use or a tool result next to a text, and the target's model takes only one of them in a"
    ' message: on Bedrock, models of Meta and Mistral ("Conversation blocks and tool result blocks cannot be provided'
    ' in the same turn."). Take the text out.',
    failing=_called(f'{_RESULT}, {{"text": "Thanks."}}'),
    passing=_called(_RESULT),
)
UNDEFINED: Final = Rule(
    "TW431",
    "tools-not-defined",
    "error",
    'The conversation has tool uses or results, and the request defines no tools. Converse refuses that ("The'
    ' toolConfig field must be defined when using toolUse and toolResult content blocks."). Define the tools that were'
    " called.",
    failing=_called(_RESULT, ""),
    passing=_called(_RESULT),
)
ALONE: Final = Rule(
    "TW432",
    "document-alone",
    "error",
    'A message has a document and no text. Converse refuses that ("If you include a `ContentBlock` with a `document`'
    ' field in the array, you must also include a `ContentBlock` with a `text` field."). Add a text.',
    failing=_converse(_attached("a", more="")),
    passing=_converse(_attached("a")),
)
SAME_NAME: Final = Rule(
    "TW433",
    "repeated-document-name",
    "error",
    "Two documents have the same name. Converse refuses that (\"Messages can't contain duplicate document names. Rename"
    ' the document and retry your request."). Give one of them another name.',
    failing=_converse(_attached("a", "a")),
    passing=_converse(_attached("a", "b")),
)
SHOWN: Final = Rule(
    "TW434",
    "medium-of-assistant",
    "error",
    'A message of the assistant has a picture or a document. Converse refuses that ("You can only include images and'
    ' documents if the `role` is `user`."). Move it into a message of the user, or take it out.',
    failing=_converse(f"{_HI}, {_attached('a', role='assistant')}, {_HI}"),
    passing=_converse(_attached("a")),
)

RULES: Final = (MIXED, UNDEFINED, ALONE, SAME_NAME, SHOWN)

_TOOLED: Final = {"tool_use": "tool uses", "tool_result": "tool results"}
_USERS: Final = frozenset({"image", "document"})


def check(outline: Outline, aim: Aim) -> Iterator[Diagnostic]:
    """Find blocks that Converse refuses; in other formats there are none.

    Sources: Message.content (docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html), and refusals.
    """
    if aim.dialect != "bedrock_converse" or outline.kind != "request":
        return
    yield from _undefined(outline, aim)
    yield from _names(outline, aim)
    for turn in outline.turns:
        yield from _shown(turn, aim) if turn.role == "assistant" else _alone(turn, aim)
        if aim.known is not None and not aim.known.takes_text_beside_tools:
            yield from _mixed(turn, aim)


def _undefined(outline: Outline, aim: Aim) -> Iterator[Diagnostic]:
    first = next((part for _, part in outline.marked if part.kind in _TOOLED), None)
    if first is not None and not outline.tools and member(outline.tree, "toolConfig") is None:
        message = f"{aim.name} wants the called tools defined, and the request has no `toolConfig`"
        yield UNDEFINED.found(message, first.pointer, hint="add `toolConfig` with the tools that were called")


def _names(outline: Outline, aim: Aim) -> Iterator[Diagnostic]:
    seen: dict[str, Part] = {}
    for part in _documents(outline):
        name = text(member(part.node, "document"), "name")
        first = seen.setdefault(name.lower(), part) if name else part
        if first is not part:
            message = f"{aim.name} refuses two documents of the name `{name[:60]}`; the other is {first.pointer}"
            yield SAME_NAME.found(message, pointer_of((*part.path, "document", "name")), hint="give it another name")


def _documents(outline: Outline) -> Iterator[Part]:
    for _, part in outline.marked:
        for each in (part, *part.parts):
            if each.kind == "document":
                yield each


def _shown(turn: Turn, aim: Aim) -> Iterator[Diagnostic]:
    for part in turn.parts:
        if part.kind in _USERS:
            message = f"{aim.name} takes no {part.kind} in a message of the assistant"
            yield SHOWN.found(message, part.pointer, hint="move it into a message of the user")


def _alone(turn: Turn, aim: Aim) -> Iterator[Diagnostic]:
    first = next((part for part in turn.parts if part.kind == "document"), None)
    if first is not None and not any(part.kind == "text" for part in turn.parts):
        message = f"{aim.name} wants a text in a message with a document"
        yield ALONE.found(message, first.pointer, hint="add a text to the message")


def _mixed(turn: Turn, aim: Aim) -> Iterator[Diagnostic]:
    words = next((part for part in turn.parts if part.kind == "text"), None)
    tool = next((part for part in turn.parts if part.kind in _TOOLED), None)
    if words is not None and tool is not None:
        message = f"{aim.name} takes no text in a message with {_TOOLED[tool.kind]}"
        yield MIXED.found(message, words.pointer, hint="take the text out")
