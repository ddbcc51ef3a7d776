"""Rules about the tools of a request, and about the inputs of their uses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import structs

from turnwire.codec.json import check_raw, parsed
from turnwire.codec.limits import FAST
from turnwire.errors import InvalidDocument
from turnwire.model import Diagnostic
from turnwire.validation.families import ANTHROPIC, GEMINI
from turnwire.validation.meaning.severity import softened
from turnwire.validation.near import did_you_mean
from turnwire.validation.outline.records import pointer_of
from turnwire.validation.rules import Example, Rule
from turnwire.validation.tool_schemas.inputs import UNUSABLE, fits, input_faults
from turnwire.validation.wording import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from turnwire.validation.outline import Outline, Part, Tool

_TOOL: Final = '{"name": "%s", "input_schema": {"type": "object"}}'
_CHAT_TOOL: Final = (
    '{"type": "function", "function": {"name": "weather", "parameters": {"type": "object",'
    ' "properties": {"city": {"type": "string"}}, "required": ["city"]}}}'
)
_HI: Final = '{"role": "user", "content": "Hi."}'


def _offered(*names: str, choice: str = "") -> Example:
    tools = ", ".join(_TOOL % name for name in names)
    chosen = f', "tool_choice": {{"type": "tool", "name": "{choice}"}}' if choice else ""
    head = '{"model": "claude-sonnet-4-5", "max_tokens": 64'
    return Example("anthropic_messages", f'{head}, "messages": [{_HI}], "tools": [{tools}]{chosen}}}')


def _called(arguments: str) -> Example:
    function = f'{{"name": "weather", "arguments": "{arguments}"}}'
    call = f'{{"id": "call_1", "type": "function", "function": {function}}}'
    messages = f'{_HI}, {{"role": "assistant", "content": null, "tool_calls": [{call}]}}'
    result = '{"role": "tool", "tool_call_id": "call_1", "content": "Rain."}'
    return Example(
        "openai_chat", f'{{"model": "gpt-4.1", "messages": [{messages}, {result}], "tools": [{_CHAT_TOOL}]}}'
    )


TWICE: Final = Rule(
    "TW311",
    "repeated-tool-name",
    "error",
    'Two tools have the same name, so that a call of it is ambiguous. Anthropic ("Tool names must be unique") and'
    ' Gemini ("Duplicate function declaration found") refuse it; elsewhere it is a warning. Rename one of the tools.',
    failing=_offered("clock", "clock"),
    passing=_offered("clock", "calendar"),
)
ABSENT: Final = Rule(
    "TW312",
    "absent-tool-chosen",
    "error",
    "The tool choice names a tool that the request does not offer. Servers refuse that. Offer the tool, or choose one"
    " that is offered.",
    failing=_offered("clock", choice="watch"),
    passing=_offered("clock", choice="clock"),
)
NOT_JSON: Final = Rule(
    "TW313",
    "input-not-json",
    "warning",
    "The arguments of a call are a text that is not JSON, or not a JSON object: the model wrote nonsense, or its reply"
    " was cut. Programs that run the tool, and formats that hold inputs as JSON, cannot read them. OpenAI takes any"
    " text of an earlier call: recorded requests with `15 * 4` in Chat Completions, and `[]` in Responses, got"
    ' replies. Groq takes `null`. Alibaba refuses the whole request (`The "function.arguments" parameter of the code'
    " model must be in JSON format.`), so that text which is not JSON is an error there; vLLM and llama.cpp do so with"
    " many models. Inputs that are objects, as in Anthropic's format, are compared with the schema of the format. Ask"
    " the model again, or send what it wrote as an error. The finding is also made of JSON that is beyond turnwire's"
    " own limits, 48 levels and 4,300 digits of an integer: a conversion keeps such arguments as a text.",
    failing=_called('{\\"city\\": '),
    passing=_called('{\\"city\\": \\"Oslo\\"}'),
)
UNFIT: Final = Rule(
    "TW314",
    "input-unfit",
    "warning",
    "The input of a call does not fit the schema of its tool. Servers take it, but the tool may not. Check inputs"
    " before running a tool, and answer a call that does not fit with an error.",
    failing=_called('{\\"town\\": \\"Oslo\\"}'),
    passing=_called('{\\"city\\": \\"Oslo\\"}'),
)

RULES: Final = (TWICE, ABSENT, NOT_JSON, UNFIT)

_UNIQUE: Final = ANTHROPIC | GEMINI
# "<400> InternalError.Algo.InvalidParameter: The "function.arguments" parameter of the code model must be in JSON
# format." (a refusal of Alibaba, quoted in github.com/HKUDS/nanobot/issues/1487 and others)
WANT_JSON: Final = frozenset({"alibaba_chat"})
"""The dialects whose servers refuse arguments of an earlier call that are no JSON."""
_UNREAD: Final = object()
_OBJECT: Final = msgspec.json.Decoder(dict[str, Any])
_OWN_LIMITS: Final = frozenset({"json.depth", "json.number"})
_UNCOMPARABLE: Final = (Diagnostic("", "it has a number beyond the largest double, and cannot be compared", "warning"),)
_SHOWN: Final = 100
"""Characters at both ends of what the engine says about an input: it quotes values, which may be long."""


def check(outline: Outline, tools: Sequence[Tool] = ()) -> Iterator[Diagnostic]:
    """Find what is wrong with the tools and with the inputs of calls.

    Args:
        outline: the outline of a request or a reply.
        tools: tools of calls that the document does not offer itself.
    """
    yield from _names(outline)
    offered = {tool.name: tool for tool in (*tools, *outline.tools)}
    schemas: dict[str, bytes | None] = {}
    for _, part in outline.marked:
        if part.kind == "tool_use":
            given = _input(part)
            if given is _UNREAD:
                found = _not_json(part)
                is_refused = outline.dialect in WANT_JSON and outline.kind == "request" and is_no_json(part)
                yield structs.replace(found, severity="error") if is_refused else found
            elif part.form != "text" and part.name in offered:
                yield from _unfit(part, given, offered[part.name], schemas)


def _names(outline: Outline) -> Iterator[Diagnostic]:
    seen: dict[str, Tool] = {}
    for tool in outline.tools:
        first = seen.setdefault(tool.name, tool)
        if first is not tool and tool.name:
            message = f"the tool at {first.pointer} is called `{tool.name[:60]}`, too"
            found = TWICE.found(message, tool.pointer, hint="rename one of them")
            yield found if outline.dialect in _UNIQUE else softened(found)
    for choice in outline.choices if outline.kind == "request" else ():
        if choice.name not in seen:
            yield _absent(choice.name, pointer_of(choice.path), seen)


def _absent(name: str, place: str, known: Mapping[str, Tool]) -> Diagnostic:
    hint = did_you_mean(name, known) or "offer the tool, or choose one that is offered"
    expected = f"one of {', '.join(f'`{each}`' for each in list(known)[:8])}" if known else None
    return ABSENT.found(f"no tool `{name[:60]}` is offered", place, hint=hint, expected=expected)


def _input(use: Part) -> Any:
    """Return the input of a use; `_UNREAD` if it is a text that holds no JSON object, or one beyond the limits."""
    if use.form != "json":
        return use.value
    if type(use.value) is not str or not use.value:  # a call without arguments; the schema refuses other types
        return None if use.value else {}
    try:
        given = _OBJECT.decode(use.value)
        check_raw(use.value.encode())
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError, InvalidDocument):
        return _UNREAD
    return given


def is_no_json(use: Part) -> bool:
    """Return whether the arguments of a call are a text that is no JSON; one without letters stands for none.

    Args:
        use: the call.
    """
    if use.form != "json" or type(use.value) is not str or not use.value:
        return False
    try:
        msgspec.json.decode(use.value)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError, ValueError):
        return True
    return False


def _not_json(use: Part) -> Diagnostic:
    message, hint = _fault_of(use.value)
    message = f"the arguments of `{use.name[:60]}` {message}"
    return NOT_JSON.found(message, pointer_of(use.value_path), hint=hint, expected="a JSON object")


def _fault_of(arguments: str) -> tuple[str, str]:
    """Say why arguments are no JSON object, and what to do."""
    try:
        text = arguments.encode()
        check_raw(text)
        tree = parsed(text, FAST)
    except UnicodeEncodeError:
        return "are not Unicode", "ask the model again"
    except InvalidDocument as refusal:
        found = refusal.diagnostics[0]
        if found.code in _OWN_LIMITS:
            return f"cannot be read: {found.message}", found.hint or "ask the model again"
        return f"are not JSON: {found.message}", "ask the model again"
    if isinstance(tree, dict):
        return "have a number beyond the largest double", "write a smaller number"
    return f"are {kind_of(tree)}, and not an object", "ask the model again"


def _unfit(use: Part, given: Any, tool: Tool, schemas: dict[str, bytes | None]) -> Iterator[Diagnostic]:
    if type(tool.schema) is not dict or type(given) is not dict:
        return
    if tool.name not in schemas:
        schemas[tool.name] = _written(tool.schema)
    schema = schemas[tool.name]
    if schema is None or fits(schema, given):
        return
    for found in _faults(schema, given):
        if found.code != UNUSABLE:
            inner = found.pointer or "" if use.form == "tree" else ""
            message = f"the input of `{use.name[:60]}` does not fit: {_shortened(found.message)}"
            hint = "call the tool again with an input that fits its schema"
            yield UNFIT.found(message, f"{pointer_of(use.value_path)}{inner}", hint=hint)


def _shortened(message: str) -> str:
    return message if len(message) <= 2 * _SHOWN else f"{message[:_SHOWN]} ... {message[-_SHOWN:]}"


def _faults(schema: bytes, given: Any) -> tuple[Diagnostic, ...]:
    try:
        return input_faults(schema, given)
    except InvalidDocument:
        return _UNCOMPARABLE


def _written(schema: Any) -> bytes | None:
    try:
        return msgspec.json.encode(schema)
    except (TypeError, ValueError, OverflowError, RecursionError):
        return None
