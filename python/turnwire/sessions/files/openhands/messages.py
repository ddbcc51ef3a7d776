"""The messages of an event of OpenHands, and the event that they came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.json import dumps, loads
from turnwire.codec.limits import FAST
from turnwire.codec.members import object_of
from turnwire.model import Message, MessageMetadata, ThinkingBlock, ToolUseBlock
from turnwire.sessions.files.contents import Contents, add_call, add_spelled_call
from turnwire.sessions.files.media import media_block
from turnwire.sessions.files.members import text_of
from turnwire.sessions.files.slots import Held, objects, opaque, put_back, taken, text_or

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from turnwire.sessions.files.format import Rest
    from turnwire.sessions.files.line import Line
    from turnwire.sessions.files.slots import Place

NAME: Final = "openhands"
_ACTION: Final = "action_kind"
_ENDED: Final = frozenset({"completed", "failed"})


def read(line: Line) -> tuple[list[Message], Rest]:
    """Return the message of an event; of a call over ACP that has ended, a message with its result, too.

    Raises:
        InvalidDocument: the event cannot be read.
    """
    record: Any = loads(line.text, FAST)
    if line.payload is None:
        shown = Raw(dumps({"type": line.name} | record))
        found = Message(role="user_interaction", interaction=shown, id=line.id, created_at=line.time)
        return [found], taken(record, [])
    contents = Contents(line, NAME)
    kind = _kind_of_action(record)
    _READERS[line.name](contents, record)
    if line.model:
        contents.messages[0].metadata = MessageMetadata(model=line.model)
    rest = taken(record, contents.places)
    return contents.messages, rest if kind is None else rest | {_ACTION: kind}


def _kind_of_action(record: dict[str, Any]) -> Raw | None:
    """Take the kind from an action that is the input of its call: it is the name of a class of this program."""
    action = record.get("action")
    if not isinstance(action, dict) or "kind" not in action or _arguments(record) is not None:
        return None
    return Raw(dumps(action.pop("kind")))


def _arguments(record: dict[str, Any]) -> str | None:
    call = record.get("tool_call")
    found = call.get("arguments") if isinstance(call, dict) else None
    return found if isinstance(found, str) and found else None


def _prompt(contents: Contents, record: dict[str, Any]) -> None:
    """Add the system prompt; "When `dynamic_context` is provided, it is included as a second content block"."""
    held = Held()
    for name in ("system_prompt", "dynamic_context"):
        part = record.get(name)
        _parts(contents, held, part if isinstance(part, str) or part is None else [part], (name,), is_alone=True)
    contents.say(held)


def _message(contents: Contents, record: dict[str, Any]) -> None:
    found = record.get("llm_message")
    message = found if isinstance(found, dict) else {}
    held = Held()
    _thoughts(contents, held, message, ("llm_message",))
    _parts(contents, held, message.get("content"), ("llm_message", "content"))
    for index, call in objects(message.get("tool_calls")):
        block = ToolUseBlock(id=text_or(call.get("id")), name=text_or(call.get("name")))
        add_spelled_call(held, block, call.get("arguments"), ("llm_message", "tool_calls", index, "arguments"))
    _parts(contents, held, record.get("extended_content"), ("extended_content",))
    if contents.line.speaker == "tool":
        contents.answer(text_or(message.get("tool_call_id")), held, is_error=None)
    else:
        contents.say(held)


def _action(contents: Contents, record: dict[str, Any]) -> None:
    """Add the thoughts, the text and the call of a step of the agent.

    "tool_call may contain `security_risk` field predicted by LLM [...] while `action` does not": the call is what the
    model wrote, and the action is read where there is none.
    """
    held = Held()
    _thoughts(contents, held, record, ())
    _parts(contents, held, record.get("thought"), ("thought",))
    call = record.get("tool_call")
    made = call if isinstance(call, dict) else {}
    name = text_or(record.get("tool_name")) or text_or(made.get("name"))
    block = ToolUseBlock(id=_call(contents.line) or text_or(made.get("id")) or contents.line.id or "", name=name)
    arguments = _arguments(record)
    if arguments is None and isinstance(record.get("action"), dict):
        add_call(held, block.id, block.name, record, ("action",))
    else:
        add_spelled_call(held, block, arguments, ("tool_call", "arguments"))
    contents.say(held)


def _observation(contents: Contents, record: dict[str, Any]) -> None:
    found = record.get("observation")
    held = Held()
    if isinstance(found, dict) and "content" in found:
        _parts(contents, held, found["content"], ("observation", "content"))
    else:
        contents.add(held, found, ("observation",))
    _parts(contents, held, record.get("extended_content"), ("extended_content",))
    is_error = found.get("is_error") if isinstance(found, dict) else None
    contents.answer(_call(contents.line), held, is_error=is_error if isinstance(is_error, bool) else None)


def _rejected(contents: Contents, record: dict[str, Any]) -> None:
    contents.result(_call(contents.line), record.get("rejection_reason"), ("rejection_reason",), is_error=True)


def _failed(contents: Contents, record: dict[str, Any]) -> None:
    contents.result(_call(contents.line), record.get("error"), ("error",), is_error=True)


def _over_acp(contents: Contents, record: dict[str, Any]) -> None:
    """Add a call of an agent over ACP, which is named by its kind, and its result."""
    held = Held()
    name = text_or(record.get("tool_kind")) or text_or(record.get("title"))
    call = _call(contents.line)
    if record.get("raw_input") is None:
        held.add(ToolUseBlock(id=call, name=name), None)
    else:
        add_call(held, call, name, record, ("raw_input",))
    contents.say(held)
    status = text_or(record.get("status"))
    if status not in _ENDED:
        return
    output = record.get("raw_output")
    inside = Held()
    contents.add(inside, output, ("raw_output",))
    for _, part in objects(record.get("content")) if output is None else ():
        inside.add(opaque(part, NAME), None)
    has_failed = record.get("is_error") is True or status == "failed"
    contents.answer(call, inside, is_error=has_failed)


def _summary(contents: Contents, record: dict[str, Any]) -> None:
    contents.read(record.get("summary"), ("summary",))


_READERS: Final[Mapping[str, Callable[[Contents, dict[str, Any]], None]]] = {
    "SystemPromptEvent": _prompt,
    "MessageEvent": _message,
    "ActionEvent": _action,
    "ObservationEvent": _observation,
    "UserRejectObservation": _rejected,
    "AgentErrorEvent": _failed,
    "ACPToolCallEvent": _over_acp,
    "Condensation": _summary,
    "CondensationSummaryEvent": _summary,
}


def _call(line: Line) -> str:
    """Return the id of the call that an event is about; empty if it is about none."""
    return text_of(object_of(line.payload), "call") or ""


def _thoughts(contents: Contents, held: Held, holder: dict[str, Any], place: Place) -> None:
    """Add the thoughts of the model: Anthropic's blocks, the text of other providers, or OpenAI's summaries."""
    has_blocks = False
    for index, block in objects(holder.get("thinking_blocks")):
        has_blocks = True
        contents.add(held, block, (*place, "thinking_blocks", index))
    thought = holder.get("reasoning_content")
    if not has_blocks and isinstance(thought, str) and thought:
        held.add(ThinkingBlock(text=thought), (*place, "reasoning_content"))
        return
    item = holder.get("responses_reasoning_item")
    summaries = item.get("summary") if isinstance(item, dict) and not has_blocks else None
    for index, text in enumerate(summaries if isinstance(summaries, list) else ()):
        if isinstance(text, str):
            held.add(ThinkingBlock(text=text), (*place, "responses_reasoning_item", "summary", index))


def _parts(contents: Contents, held: Held, content: Any, place: Place, *, is_alone: bool = False) -> None:
    """Add a text, or its parts: "content: Sequence[TextContent | ImageContent]"; `is_alone` for one without a list."""
    if not isinstance(content, list):
        contents.add(held, content, place)
        return
    for index, part in enumerate(content):
        urls = part.get("image_urls") if isinstance(part, dict) else None
        if isinstance(urls, list) and all(isinstance(url, str) for url in urls):
            for url in urls:
                held.add(media_block(url, None, kind="image"), None)
        else:
            contents.add(held, part, place if is_alone else (*place, index))


def rebuild(rest: Rest, messages: list[Message]) -> bytes:
    """Return the text of an event, with the values that its messages have now.  Raises InvalidDocument."""
    record = put_back(rest, messages)
    if _ACTION in rest and isinstance(record.get("action"), dict):
        record["action"]["kind"] = loads(bytes(rest[_ACTION]), FAST)
    return dumps(record)
