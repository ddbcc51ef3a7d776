"""A new trajectory, from the messages of another format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.codec.members import begins
from turnwire.codec.values import MEMBERS
from turnwire.codec.wire import ENCODER
from turnwire.losses import Losses
from turnwire.model import ABSENT, TextBlock, ThinkingBlock, ToolResultBlock, ToolUseBlock
from turnwire.sessions.files.created import model_of
from turnwire.sessions.files.format import NewFile

if TYPE_CHECKING:
    import msgspec

    from turnwire.model import ContentBlock, History, Message

VERSION: Final = "ATIF-v1.7"
_SOURCES: Final = {"system": "system", "user": "user", "assistant": "agent"}
_HELD: Final = frozenset({"role", "content", "created_at"})
_HELD_OF_BLOCKS: Final = {
    TextBlock: {"type", "text"},
    ThinkingBlock: {"type", "text", "summary"},
    ToolUseBlock: {"type", "id", "name", "input"},
    ToolResultBlock: {"type", "tool_use_id", "content"},
}


def create(history: History) -> NewFile:
    """Write the messages as steps: the results of tools are observations of the step that called them."""
    making = _Making(model_of(history))
    for index, message in enumerate(history.history):
        making.add(message, f"/history/{index}")
    making.leave_out(history, "", {"history", "id"}, "history")
    agent = {"name": "turnwire", "version": "1", "model_name": making.model}
    document = {"schema_version": VERSION, "session_id": history.id or "session", "agent": agent, "steps": making.steps}
    return NewFile(ENCODER.encode(document) + b"\n", tuple(making.losses.found))


class _Making:
    """The steps so far, and what they do not hold."""

    def __init__(self, model: str) -> None:
        self.model = model
        self.steps: list[dict[str, Any]] = []
        self.losses = Losses("atif")
        self._called: dict[str, dict[str, Any]] = {}
        """The id of a call -> the last step with a call of this id."""

    def add(self, message: Message, path: str) -> None:
        if message.role == "tool":
            self.leave_out(message, path, _HELD | {"id"}, "message")
            self._results(message, path)
            return
        if message.role not in _SOURCES:
            self._drop(path, "message", message)
            return
        self.leave_out(message, path, _HELD | {"metadata"}, "message")
        step: dict[str, Any] = {"step_id": len(self.steps) + 1, "source": _SOURCES[message.role], "message": ""}
        if message.created_at:
            step["timestamp"] = message.created_at
        self._about(step, message, path)
        self.steps.append(step)
        for index, block in enumerate(message.content):
            self._block(step, block, f"{path}/content/{index}")

    def _about(self, step: dict[str, Any], message: Message, path: str) -> None:
        """Write the model of a step where it is not that of the agent, and report the rest of the metadata."""
        if message.metadata is None:
            return
        model = message.metadata.model
        is_agent = step["source"] == "agent"
        if is_agent and model and model != self.model:
            step["model_name"] = model
        self.leave_out(message.metadata, f"{path}/metadata", {"model"} if is_agent else set(), "message.metadata")

    def _block(self, step: dict[str, Any], block: ContentBlock, path: str) -> None:
        if isinstance(block, TextBlock):
            step["message"] = _with_text(step["message"], block.text)
        elif isinstance(block, ThinkingBlock) and step["source"] == "agent":
            text = block.text or "\n".join(block.summary)
            if block.text and block.summary:
                self.losses.dropped(f"{path}/summary", "thinking.summary", block.summary)
            before = step.get("reasoning_content")
            step["reasoning_content"] = f"{before}\n{text}" if before else text
        elif isinstance(block, ToolUseBlock) and step["source"] == "agent":
            step.setdefault("tool_calls", []).append(self._call(block, path))
            self._called[block.id] = step
        elif isinstance(block, ToolResultBlock):
            self._result(block, path)
        else:
            self._drop(path, _kind(block), block)
            return
        self.leave_out(block, path, _HELD_OF_BLOCKS[type(block)], _kind(block))

    def _call(self, block: ToolUseBlock, path: str) -> dict[str, Any]:
        """Return a call; its arguments have to be an object."""
        if block.input is not ABSENT and begins(block.input, b"{"):
            arguments: Any = block.input
        else:
            arguments = {"input": block.input_text if block.input is ABSENT else block.input}
            self.losses.reshaped(f"{path}/input", "tool_use.input", arguments["input"])
        return {"tool_call_id": block.id, "function_name": block.name, "arguments": arguments}

    def _results(self, message: Message, path: str) -> None:
        for index, block in enumerate(message.content):
            place = f"{path}/content/{index}"
            if isinstance(block, ToolResultBlock):
                self._result(block, place)
                self.leave_out(block, place, _HELD_OF_BLOCKS[ToolResultBlock], "tool_result")
            else:
                self._drop(place, _kind(block), block)

    def _result(self, block: ToolResultBlock, path: str) -> None:
        called = self._called.get(block.tool_use_id)
        step = self._step_of_results() if called is None else called
        texts = [part.text for part in block.content if isinstance(part, TextBlock)]
        for index, part in enumerate(block.content):
            if isinstance(part, TextBlock):
                self.leave_out(part, f"{path}/content/{index}", _HELD_OF_BLOCKS[TextBlock], "text")
            else:
                self._drop(f"{path}/content/{index}", _kind(part), part)
        result: dict[str, Any] = {} if called is None else {"source_call_id": block.tool_use_id}
        if called is None and block.tool_use_id:
            self.losses.dropped(f"{path}/tool_use_id", "tool_result.tool_use_id", block.tool_use_id)
        result["content"] = texts[0] if len(texts) == 1 else [{"type": "text", "text": text} for text in texts]
        step.setdefault("observation", {"results": []})["results"].append(result)

    def _step_of_results(self) -> dict[str, Any]:
        """Return the last step, or a new one, for a result whose call is not there."""
        if not self.steps:
            self.steps.append({"step_id": 1, "source": "system", "message": ""})
        return self.steps[-1]

    def leave_out(self, node: msgspec.Struct, path: str, held: set[str] | frozenset[str], feature: str) -> None:
        """Report the members of a node that are not held."""
        for name, value in MEMBERS.decode(ENCODER.encode(node)).items():
            if name not in held:
                self.losses.dropped(f"{path}/{name}", f"{feature}.{name}", value)

    def _drop(self, path: str, feature: str, node: msgspec.Struct) -> None:
        self.losses.dropped(path, feature, node)


def _with_text(before: Any, text: str) -> Any:
    """Return the message of a step with one more text: a text alone, or a list of parts."""
    if before == "":
        return text
    parts = before if isinstance(before, list) else [{"type": "text", "text": before}]
    parts.append({"type": "text", "text": text})
    return parts


def _kind(block: ContentBlock) -> str:
    return str(block.__struct_config__.tag)
