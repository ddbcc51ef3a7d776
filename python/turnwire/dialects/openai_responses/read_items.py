"""Items -> messages.

Consecutive items of the assistant (reasoning, what it says, its calls) are one message, in order: the format has no
borders between messages.  Where one message item ends and the next begins is residue of the first block of each:
`item` has its id and status, `$form` `{"item": {...}}` how it is spelled where that is not the default.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct
from msgspec.structs import astuple

from turnwire.dialects.openai_responses.kinds import CALLS, OUTPUTS, SIDES
from turnwire.dialects.openai_responses.read_calls import (
    content_form,
    read_call,
    read_content,
    read_function_call,
    read_output,
)
from turnwire.dialects.openai_responses.read_parts import read_assistant_part
from turnwire.dialects.openai_responses.reasoning import read_reasoning
from turnwire.dialects.openai_responses.wire import NAME, Item
from turnwire.documents.json_text import type_word
from turnwire.documents.residue import residue, unknown_role
from turnwire.families.chat.overlay import leftover, raw_of
from turnwire.model import ContentBlock, Message, OpaqueBlock, Origin, TextBlock

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.model import Role

_EMPTY = astuple(Item())
_ROLE, _CALL = Item.__struct_fields__.index("role"), Item.__struct_fields__.index("call_id")
_BEFORE, _AFTER = _EMPTY[:_ROLE], _EMPTY[_ROLE + 2 :]

_EMPTY_TEXT = TextBlock("", provider_raw=residue(NAME, form={"item": {"content": "text"}}))


class Run(Struct):
    """The messages read so far; `blocks` is the content of the current assistant message."""

    origin: Origin
    messages: list[Message] = []
    blocks: list[ContentBlock] | None = None
    said: bool = False
    """Whether the last block of the assistant was something said, which the next part would continue."""
    call_types: dict[str, str] = {}
    alone: bool = False
    """A reply: everything is the assistant's."""

    def add(self, blocks: list[ContentBlock], *, said: bool = False) -> None:
        """Append blocks of the assistant."""
        if self.blocks is None:
            self.blocks = []
            self.messages.append(Message("assistant", self.blocks))
        self.blocks += blocks
        self.said = said

    def add_read(self, item: Item, block: ContentBlock | None) -> None:
        """Append the block of an item of the assistant; an item of an unknown shape, which has none, is kept whole."""
        if block is None:
            self.opaque(item)
        else:
            self.add([block])

    def end(self, message: Message) -> None:
        """Append a message of another role."""
        self.messages.append(message)
        self.blocks = None
        self.said = False

    def opaque(self, item: Item) -> None:
        """Keep an item that has no blocks whole; if it is not the assistant's, it is a message of its own."""
        raw = raw_of(item)
        word = type_word(raw)
        block = OpaqueBlock(word, raw, NAME)
        side: Any = "assistant" if self.alone else SIDES.get(word) or _side_of(item)
        if side == "assistant":
            self.add([block])
        else:
            block.provider_raw = residue(NAME, form={"in": "input"})
            self.end(Message(side, [block]))


def _side_of(item: Item) -> str:
    """Return whose an unknown item is: by its role; answers are the user's."""
    if item.type in OUTPUTS:
        return "user"
    if type(item.role) is not str or item.role == "assistant":
        return "assistant"
    return _ROLES.get(item.role, "user")


def read_items(items: list[Item]) -> list[Message]:
    """The messages of a request."""
    run = Run(Origin(NAME))
    for item in items:
        _ITEMS.get(item.type, _other)(item, run)
    _empty_alone(run.messages)
    return run.messages


def read_output_items(items: list[Item], model: str | None) -> list[ContentBlock]:
    """The blocks of a reply."""
    run = Run(Origin(NAME, model), alone=True)
    for item in items:
        _ITEMS.get(item.type, _other)(item, run)
    return run.blocks or []


def _empty_alone(messages: list[Message]) -> None:
    """Take the block from an assistant message that is one empty text, as in other formats."""
    for message in messages:
        blocks = message.content
        if len(blocks) == 1 and message.role == "assistant" and blocks[0] == _EMPTY_TEXT:
            blocks.clear()


def _said(text: str) -> Item:
    return Item(role="assistant", content=text)


def _message(item: Item, run: Run) -> None:
    if item.role == "assistant":
        # In a reply, and after other words of the assistant's, even a text alone has marks.
        if type(item.content) is str and item.content and not (run.alone or run.said) and item == _said(item.content):
            run.add([TextBlock(item.content)], said=True)
        else:
            _say(item, run)
    elif run.alone:
        run.opaque(item)
    else:
        run.end(read_message(item))


_ROLES: dict[Any, Role] = {"user": "user", "system": "system", "developer": "system"}


def read_message(item: Item) -> Message:
    """Read a message that is not the assistant's; an unknown role is read as `user` and kept."""
    content = item.content
    role: Role = _ROLES.get(item.role, "user")
    if type(content) is str and content and item.role == role:
        values = astuple(item)
        if values[:_ROLE] == _BEFORE and values[_ROLE + 2 :] == _AFTER:
            return Message(role, [TextBlock(content)])
    blocks = read_content(content)
    form: dict[str, Any] = {}
    if item.role != role:
        form["role"] = None if item.role is UNSET else item.role
    if item.type is not UNSET:
        form["type"] = True
    if spelling := content_form(content, blocks):
        form["content"] = spelling
    taken = ("type", "role", "content") if content is not None else ("type", "role")
    rest = leftover(item, taken)
    if role == "user":
        rest |= unknown_role(form)
    return Message(role, blocks, provider_raw=residue(NAME, rest, form=form))


def _say(item: Item, run: Run) -> None:
    """Read a message item of the assistant: its parts are blocks, and the first one keeps the item's members."""
    content = item.content
    full = item.id is not UNSET
    if type(content) is str:
        found: list[Any] = [(TextBlock(content), {}, {})]
    elif type(content) is list and content:
        found = [read_assistant_part(part, full=full) for part in content]
    else:
        run.opaque(item)
        return
    shape: dict[str, Any] = {"lacks": ["id"]} if run.alone and not full else {}
    if (item.type is not UNSET) is not full:
        shape["type"] = not full
    if spelling := _said_form(content, found, full=full):
        shape["content"] = spelling
    rest = _beside(item)
    first = found[0][2]
    if shape or (run.said and not rest):
        first["item"] = shape
    for block, overlay, form in found:
        if overlay or form or rest:
            block.provider_raw = residue(NAME, {"part": overlay, "item": rest}, form=form)
            rest = {}
    run.add([block for block, _, _ in found], said=True)


def _beside(item: Item) -> dict[str, Any]:
    """Return the members of an assistant message item besides its content: often none, or an id and a status."""
    values = astuple(item)
    if values[_ROLE + 2 :] == _AFTER and values[_CALL:_ROLE] == _EMPTY[_CALL:_ROLE]:
        said = {"id": item.id, "status": item.status}
        return {name: word for name, word in said.items() if word is not UNSET}
    return leftover(item, ("type", "role", "content"))


def _said_form(content: Any, found: list[Any], *, full: bool) -> str | None:
    """Return how the content is spelled: one text is a string by default, but a list in an item with an id."""
    if type(content) is str:
        return "text" if full or not content else None
    block, overlay, form = found[0]
    bare = len(found) == 1 and type(block) is TextBlock and block.text and not (overlay or form or block.citations)
    return "parts" if bare and not full else None


def _function_call(item: Item, run: Run) -> None:
    run.add_read(item, read_function_call(item))


def _other(item: Item, run: Run) -> None:
    kind = CALLS.get(str(item.type))
    blocks = None if kind is None else read_call(item, kind)
    if blocks is None:
        run.opaque(item)
        return
    call: Any = blocks[0]
    run.call_types[call.id] = call.call_type
    run.add(blocks)


def _reasoning(item: Item, run: Run) -> None:
    run.add_read(item, read_reasoning(item, run.origin, in_reply=run.alone))


def _output(item: Item, run: Run) -> None:
    block = None if run.alone else read_output(item, run.call_types)
    if block is None:
        run.opaque(item)
    else:
        run.end(Message("tool", [block]))


def _provider_output(item: Item, run: Run) -> None:
    """Read the answer to a call that the provider ran; it belongs to the assistant's message."""
    block = read_output(item, run.call_types)
    if block is not None:
        block.run_by, block.result_type = "provider", str(item.type)
    run.add_read(item, block)


def _tool_search_output(item: Item, run: Run) -> None:
    # Of ToolSearchOutput: "Whether tool search was executed by the server or by the client."
    by_client = bytes(item.execution) == b'"client"'
    (_output if by_client else _provider_output)(item, run)


_ITEMS: dict[Any, Callable[[Item, Run], None]] = {
    UNSET: _message,
    "message": _message,
    "function_call": _function_call,
    "reasoning": _reasoning,
    **dict.fromkeys(OUTPUTS, _output),
    "program_output": _provider_output,
    "tool_search_output": _tool_search_output,
}
