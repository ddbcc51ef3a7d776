"""Turns that a target refuses: a beginning of the reply, roles, ids of calls, unsigned calls, and calls that wait."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.families import ANTHROPIC, GEMINI, OPENAI
from turnwire.validation.meaning.inputs import WANT_JSON, is_no_json
from turnwire.validation.meaning.severity import softened
from turnwire.validation.outline.nodes import member, text
from turnwire.validation.outline.records import pointer_of
from turnwire.validation.rules import Example, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Outline, Part
    from turnwire.validation.target.aim import Aim
    from turnwire.validation.target.letters import Letters

_HI: Final = '{"role": "user", "content": "Hi."}'


def _anthropic(model: str, *messages: str) -> Example:
    text = f'{{"model": "{model}", "max_tokens": 64, "messages": [{", ".join(messages)}]}}'
    return Example("anthropic_messages", text, target="anthropic_messages")


def _called(identifier: str) -> tuple[str, ...]:
    use = f'{{"type": "tool_use", "id": "{identifier}", "name": "clock", "input": {{}}}}'
    result = f'{{"type": "tool_result", "tool_use_id": "{identifier}", "content": "12:00"}}'
    return (_HI, f'{{"role": "assistant", "content": [{use}]}}', f'{{"role": "user", "content": [{result}]}}')


def _mistral(identifier: str) -> Example:
    call = f'{{"id": "{identifier}", "type": "function", "function": {{"name": "clock", "arguments": "{{}}"}}}}'
    turns = f'{{"role": "assistant", "content": "", "tool_calls": [{call}]}}'
    answer = f'{{"role": "tool", "tool_call_id": "{identifier}", "content": "12:00"}}'
    text = f'{{"model": "mistral-small-latest", "messages": [{_HI}, {turns}, {answer}]}}'
    return Example("mistral_chat", text, target="mistral_chat")


def _chat(model: str, role: str) -> Example:
    text = f'{{"model": "{model}", "messages": [{{"role": "{role}", "content": "Be brief."}}, {_HI}]}}'
    return Example("openai_chat", text, target="openai_chat")


def _signed(more: str) -> Example:
    call = f'{{"functionCall": {{"name": "clock", "args": {{}}}}{more}}}'
    answer = '{"functionResponse": {"name": "clock", "response": {"time": "12:00"}}}'
    turns = f'{{"role": "model", "parts": [{call}]}}, {{"role": "user", "parts": [{answer}]}}'
    text = f'{{"contents": [{{"role": "user", "parts": [{{"text": "Hi."}}]}}, {turns}]}}'
    return Example("gemini_generate", text, target="gemini_generate:gemini-3-pro")


def _alibaba(arguments: str) -> Example:
    function = f'{{"name": "clock", "arguments": "{arguments}"}}'
    call = f'{{"id": "call_1", "type": "function", "function": {function}}}'
    turns = f'{_HI}, {{"role": "assistant", "content": "", "tool_calls": [{call}]}}'
    answer = '{"role": "tool", "tool_call_id": "call_1", "content": "12:00"}'
    text = f'{{"model": "gpt-4.1", "messages": [{turns}, {answer}]}}'
    return Example("openai_chat", text, target="alibaba_chat:qwen-plus")


PREFILL: Final = Rule(
    "TW414",
    "prefill-refused",
    "error",
    "The last message is the assistant's, as the beginning of the reply, and the target's model refuses that (\"This"
    ' model does not support assistant message prefill. The conversation must end with a user message."). Take it out,'
    " or ask for the form of the answer in words.",
    failing=_anthropic("claude-sonnet-5", _HI, '{"role": "assistant", "content": "It is"}'),
    passing=_anthropic("claude-sonnet-4-5", _HI, '{"role": "assistant", "content": "It is"}'),
)
ROLE: Final = Rule(
    "TW415",
    "role-not-taken",
    "error",
    "The target's model takes no messages of this role, or not at this place: models of Anthropic take instructions in"
    " `system`, and from Claude Opus 4.8 on also in a message of the system that follows one of the user. Put the text"
    " there, or into a message of the user.",
    failing=_chat("o1-mini", "system"),
    passing=_chat("gpt-4.1", "system"),
)
ID: Final = Rule(
    "TW416",
    "illegal-call-id",
    "error",
    "The id of a call is not of the form that the target takes: OpenAI takes 40 characters in Chat Completions and 64"
    " in Responses, and Mistral wants nine letters and digits, which it does not always enforce: a warning. Change it"
    " in the call and in its result; `turnwire convert` does so when it writes another format, and knows the way back.",
    failing=_mistral("call_1"),
    passing=_mistral("aB3dE6gH9"),
)
UNSIGNED: Final = Rule(
    "TW417",
    "unsigned-call",
    "error",
    'A call in the current turn has no thought signature, and Gemini 3 refuses that ("Function call is missing a'
    ' thought_signature in functionCall parts"). Send the signature that came with the call; `skip_thought_signature_'
    "validator` stands for a call of another model.",
    failing=_signed(""),
    passing=_signed(', "thoughtSignature": "EqQBCkgI"'),
)
WAITING: Final = Rule(
    "TW418",
    "waiting-call",
    "error",
    "The last turn calls a tool, and the result is not there yet: a server refuses the request until it is. Run the"
    " tool and add its result.",
    failing=_anthropic("claude-sonnet-4-5", *_called("call_1")[:2]),
    passing=_anthropic("claude-sonnet-4-5", *_called("call_1")),
)

ARGUMENTS: Final = Rule(
    "TW444",
    "arguments-refused",
    "error",
    "The arguments of an earlier call are not JSON, and the target's server refuses the request for it: Alibaba says"
    ' `The "function.arguments" parameter of the code model must be in JSON format.` Formats that hold inputs as'
    " objects get the text inside of one, which is reported as degraded. Write `{}`, and say in the result of the call"
    " what was wrong.",
    failing=_alibaba('{\\"zone\\": '),
    passing=_alibaba('{\\"zone\\": 1}'),
)

RULES: Final = (PREFILL, ROLE, ID, UNSIGNED, WAITING, ARGUMENTS)

_WANT_RESULTS: Final = ANTHROPIC | OPENAI


def check(outline: Outline, aim: Aim) -> Iterator[Diagnostic]:
    """Find turns that the target refuses."""
    if not outline.turns or outline.kind != "request":
        return
    yield from _end(outline, aim)
    if aim.known is not None and not aim.known.takes_system:
        yield from _system(outline, aim)
    if aim.dialect in ANTHROPIC and aim.is_enforced:
        yield from _system_turns(outline, aim)
    if aim.server.ids is not None and (aim.is_enforced or not aim.server.maker):
        yield from _ids(outline, aim.server.ids, aim)
    # In a document of the target's own format, TW313 says so.
    if aim.dialect in WANT_JSON and not aim.is_own:
        yield from _arguments(outline, aim)
    if aim.takes.signed_calls and aim.dialect in GEMINI:
        yield from _unsigned(outline, aim)


def _end(outline: Outline, aim: Aim) -> Iterator[Diagnostic]:
    last = outline.turns[-1]
    if last.role != "assistant":
        return
    waiting = [part for part in last.parts if part.kind == "tool_use"]
    if waiting and (aim.dialect in _WANT_RESULTS or aim.server.maker == "anthropic"):
        message = f"the call of `{waiting[0].name[:60]}` waits for its result"
        yield WAITING.found(message, waiting[0].pointer, hint="run the tool, and add its result")
    elif not waiting and not aim.takes.prefill:
        message = f"{aim.name} does not go on with the assistant's words"
        yield PREFILL.found(message, last.pointer, hint="take the message out", expected="a message of the user")


def _system(outline: Outline, aim: Aim) -> Iterator[Diagnostic]:
    places = [part.pointer for part in outline.system]
    places += [turn.pointer for turn in outline.turns if turn.role == "system"]
    for place in places:
        yield ROLE.found(f"{aim.name} takes no system messages", place, hint="put it into a message of the user")


def _system_turns(outline: Outline, aim: Aim) -> Iterator[Diagnostic]:
    """Find messages of the system that a model of Anthropic refuses: all, or only those at the beginning."""
    is_first, takes = True, aim.known is None or aim.known.takes_system_turns
    for turn in outline.turns:
        if turn.role == "system" and (is_first or not takes):
            where = "as the first message" if takes else "in `messages`"
            message = f"{aim.name} takes no message of the system {where}"
            yield ROLE.found(message, f"{turn.pointer}/role", hint="give the text as `system`, beside `messages`")
        is_first = is_first and turn.role == "system"


def _ids(outline: Outline, legal: Letters, aim: Aim) -> Iterator[Diagnostic]:
    for _, part in outline.marked:
        if part.kind == "tool_use" and part.id and not legal.takes(part.id):
            message = f"{aim.name} does not take the id `{part.id[:60]}`"
            hint = f"give the call, and its result, an id of {legal.words}"
            found = ID.found(message, _id_pointer(part), hint=hint, expected=legal.words)
            yield found if aim.server.maker else softened(found)


def _arguments(outline: Outline, aim: Aim) -> Iterator[Diagnostic]:
    for _, part in outline.marked:
        if part.kind == "tool_use" and is_no_json(part):
            message = f"{aim.name} refuses the arguments of `{part.name[:60]}`, which are not JSON"
            hint = "write `{}`, and say in the result what was wrong"
            yield ARGUMENTS.found(message, pointer_of(part.value_path), hint=hint, expected="JSON")


def _id_pointer(part: Part) -> str:
    name = next((name for name in ("call_id", "id") if member(part.node, name) is not None), None)
    return part.pointer if name is None else f"{part.pointer}/{name}"


def _unsigned(outline: Outline, aim: Aim) -> Iterator[Diagnostic]:
    """Find the first calls of each step after the last question that have no signature.

    "If there are parallel function calls, only the first functionCall part will contain a signature."
    (ai.google.dev/gemini-api/docs/thought-signatures)
    """
    start = max((n for n, turn in enumerate(outline.turns) if _asks(turn.parts)), default=-1)
    for turn in outline.turns[start + 1 :]:
        calls = [part for part in turn.parts if part.kind == "tool_use"]
        if calls and turn.role == "assistant" and not _signature(calls[0].node):
            hint = "send the signature that came with the call"
            yield UNSIGNED.found(f"{aim.name} wants a signature with this call", calls[0].pointer, hint=hint)


def _asks(parts: Any) -> bool:
    """Return whether a turn is a question, with parts of the user's own."""
    return bool(parts) and parts[0].kind not in {"tool_use", "tool_result", "thinking"} and parts[-1].kind != "tool_use"


def _signature(node: Any) -> bool:
    return bool(text(node, "thoughtSignature") or text(node, "thought_signature") or member(node, "extra_content"))
