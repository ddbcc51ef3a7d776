"""Turns -> items, one function per role.

One message of the assistant is several items; `pieces` finds the blocks of each item.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Raw, Struct

from turnwire.codec.values import members_of
from turnwire.codec.wire import ENCODER
from turnwire.dialects.openai_responses.kinds import ANSWERS, PLAIN_OUTPUT
from turnwire.dialects.openai_responses.overlay import own_residue, restore_under
from turnwire.dialects.openai_responses.reasoning import write_reasoning
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.dialects.openai_responses.write_calls import (
    is_answer,
    kind_of_call,
    report_result,
    spell_content,
    write_call,
    write_output,
)
from turnwire.dialects.openai_responses.write_parts import (
    feature_of,
    only_bare_text,
    write_assistant_part,
    write_opaque,
)
from turnwire.documents.residue import form_of, merge, report_foreign, restore
from turnwire.families.chat.enums import role_word
from turnwire.families.chat.media import is_text
from turnwire.losses import Losses
from turnwire.lowering.messages import lose_turn
from turnwire.model import (
    ABSENT,
    ContentBlock,
    Message,
    OpaqueBlock,
    RefusalBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnwire.lowering.draft import Turn

_HELD = frozenset(("role", "content"))


class Said(Struct, gc=False):
    """A message that is one text."""

    role: str
    content: str


class Items(Struct):
    """The items written so far."""

    losses: Losses
    found: list[Any] = []
    call_types: dict[str, str] = {}
    """The types of the calls so far that are no plain functions: their answers are items of other types too."""
    reply: bool = False
    model: str | None = None
    is_named: bool = False
    """Whether an id of a message was made up: the next one is that of what the message goes on with."""


def write_turn(turn: Turn, items: Items) -> None:
    """Append the items of a turn."""
    _ROLES[turn.role](turn, items)


def _write_spoken(turn: Turn, items: Items) -> None:
    blocks, message, losses = turn.blocks, turn.message, items.losses
    _report_fields(turn, _HELD, losses)
    text = only_bare_text(blocks) if message.provider_raw is None else None
    if text is not None:
        items.found.append(Said(turn.role, text))
        return
    places = turn.all_places()
    apart = [n for n, block in enumerate(blocks) if _is_item(block)]
    if len(apart) == len(blocks) and blocks:
        report_foreign(message.provider_raw, losses, turn.path)
    else:
        said = [n for n in range(len(blocks)) if n not in apart]
        items.found.append(_message(turn, [blocks[n] for n in said], [places[n] for n in said], losses))
    for n in apart:
        if len(blocks) > 1:
            losses.reshaped(places[n], "opaque", blocks[n])
        items.found.append(write_opaque(blocks[n], places[n], losses))  # type: ignore[arg-type]


def _report_fields(turn: Turn, held: frozenset[str], losses: Losses) -> None:
    """Report the fields of a message besides its role and content; most have none, and need no path."""
    message = turn.message
    if message != Message(message.role, message.content, provider_raw=message.provider_raw):
        losses.dropped_fields(message, held, turn.path, "message")


def _is_item(block: ContentBlock) -> bool:
    """Return whether a block of a message that is not the assistant's is an item of its own."""
    return (
        type(block) is OpaqueBlock and block.dialect == NAME and form_of(block.provider_raw, NAME).get("in") == "input"
    )


def _message(turn: Turn, blocks: list[ContentBlock], places: list[str], losses: Losses) -> Any:
    form = form_of(turn.message.provider_raw, NAME)
    role = role_word(turn.role, form)
    wire: dict[str, Any] = {} if role is None else {"role": role}
    if form.get("type"):
        wire["type"] = "message"
    if not (form.get("content") == "absent" and not blocks):
        wire["content"] = spell_content(blocks, places, form.get("content"), losses)
    return restore(wire, turn.message.provider_raw, losses, turn.path) if turn.message.provider_raw else wire


def _write_results(turn: Turn, items: Items) -> None:
    """Write one item for each result; other blocks between results are dropped and reported."""
    losses = items.losses
    if not any(type(block) is ToolResultBlock for block in turn.blocks):
        lose_turn(turn, losses)
        return
    if turn.message.provider_raw:
        report_foreign(turn.message.provider_raw, losses, turn.path)
    _report_fields(turn, _HELD, losses)
    for n, block in enumerate(turn.blocks):
        place = turn.place(n)
        if type(block) is ToolResultBlock and is_answer(block):
            if block.run_by == "provider":
                # Such an item is the assistant's.
                losses.reshaped(f"{turn.path}/role", "message.role", turn.role)
            items.found.append(_output(block, place, items))
        else:
            losses.dropped(place, feature_of(block), block)


def _output(block: ToolResultBlock, place: str, items: Items) -> Any:
    word = ANSWERS.get(items.call_types.get(block.tool_use_id, ""), PLAIN_OUTPUT)
    if block.run_by == "provider":
        word = block.result_type or word
    return write_output(block, word, place, items.losses)


def _write_assistant(turn: Turn, items: Items) -> None:
    blocks, message, losses = turn.blocks, turn.message, items.losses
    _report_fields(turn, _HELD | {"metadata"} if items.reply else _HELD, losses)
    if message.provider_raw is not None:
        report_foreign(message.provider_raw, losses, turn.path)
    if not blocks and not items.reply:
        items.found.append(Said("assistant", ""))
        return
    text = None if items.reply else only_bare_text(blocks)
    if text is not None:
        items.found.append(Said("assistant", text))
        return
    places = turn.all_places()
    for start, stop in pieces(blocks):
        _write_piece(blocks[start:stop], places[start:stop], turn, items)


def pieces(blocks: list[ContentBlock]) -> Iterator[tuple[int, int]]:
    """Group the blocks by item: the parts of one message, or a call with the result in its own item."""
    start = 0
    while start < len(blocks):
        stop = start + 1
        if is_said(blocks[start]):
            while stop < len(blocks) and is_said(blocks[stop]) and not _begins(blocks[stop]):
                stop += 1
        elif stop < len(blocks) and _holds(blocks[start], blocks[stop]):
            stop += 1
        yield start, stop
        start = stop


def is_said(block: ContentBlock) -> bool:
    """Return whether a block is a part of an assistant message item."""
    if type(block) is TextBlock or type(block) is RefusalBlock:
        return True
    return block.provider_raw is not None and form_of(block.provider_raw, NAME).get("in") == "content"


def _begins(block: ContentBlock) -> bool:
    """Whether a part is the first of its message item."""
    raw = block.provider_raw
    return raw is not None and ("item" in own_residue(raw) or "item" in form_of(raw, NAME))


def _holds(call: ContentBlock, result: ContentBlock) -> bool:
    if type(call) is not ToolUseBlock or type(result) is not ToolResultBlock or result.run_by != "provider":
        return False
    kind = kind_of_call(call)
    return (
        kind is not None
        and kind.result is not None
        and result.result_type == kind.item
        and (result.tool_use_id == call.id)
    )


def _write_piece(blocks: list[ContentBlock], places: list[str], turn: Turn, items: Items) -> None:
    block, place, losses = blocks[0], places[0], items.losses
    if is_said(block):
        text = None if items.reply else only_bare_text(blocks)
        if text is not None:
            items.found.append(Said("assistant", text))
        else:
            _write_assistant_part(blocks, places, turn, items)
    elif type(block) is ToolUseBlock:
        _write_call(block, blocks[1:], places, items)
    elif type(block) is ThinkingBlock:
        number = len(items.found) if items.reply else None
        items.found.append(write_reasoning(block, place, losses, items.model, number))
    elif type(block) is OpaqueBlock:
        items.found.append(write_opaque(block, place, losses))
    elif type(block) is ToolResultBlock and is_answer(block):
        if block.run_by != "provider":
            losses.reshaped(place, "tool_result", block)
        items.found.append(_output(block, place, items))
    else:
        losses.dropped(place, feature_of(block), block)
        report_foreign(block.provider_raw, losses, place)


def _write_call(block: ToolUseBlock, results: list[Any], places: list[str], items: Items) -> None:
    """Write a call, with the result if its item holds it."""
    for result in results:
        report_result(result, block, places[1], items.losses)
    if kind_of_call(block) is not None:
        items.call_types[block.id] = block.call_type or ""
    items.found.append(write_call(block, results[0] if results else None, places[0], items.losses))


def _write_assistant_part(blocks: list[ContentBlock], places: list[str], turn: Turn, items: Items) -> None:
    """Write a part of a message item; in an item with an id, the content is always a list."""
    losses = items.losses
    told = form_of(blocks[0].provider_raw, NAME).get("item")
    shape: dict[str, Any] = told if isinstance(told, dict) else {}
    rest = own_residue(blocks[0].provider_raw).get("item", Raw(b"{}"))
    item: dict[str, Any] = {}
    full = is_text(members_of(rest).get("id", ABSENT))
    if items.reply and not full and "id" not in shape.get("lacks", ()):
        # OutputMessage: "required": ["id", "type", "role", "content", "status"]
        full = True
        item = {"id": f"msg_{len(items.found)}", "status": "completed"}
        losses.invented(f"{places[0] if items.is_named else turn.path}/id", "message.id", item["id"])
        items.is_named = True
    if shape.get("type", full):
        item["type"] = "message"
    item["role"] = "assistant"
    item["content"] = _said_content(blocks, places, shape.get("content"), losses, full=full)
    items.found.append(Raw(merge(ENCODER.encode(item), rest)))


def _said_content(
    blocks: list[ContentBlock], places: list[str], spelling: str | None, losses: Losses, *, full: bool
) -> Any:
    block = blocks[0]
    plain = len(blocks) == 1 and type(block) is TextBlock and not (block.citations or block.cache)
    if plain and (spelling == "text" or (spelling is None and not full)) and _is_only_text(block):
        text: str = block.text  # type: ignore[union-attr]
        if text or spelling == "text":
            restore_under("part", {}, block.provider_raw, losses, places[0], beside=("item",))
            return text
    parts = [write_assistant_part(each, place, losses, full=full) for each, place in zip(blocks, places, strict=True)]
    return [part for part in parts if part is not None]


def _is_only_text(block: ContentBlock) -> bool:
    raw = block.provider_raw
    return raw is None or not ("part" in own_residue(raw) or form_of(raw, NAME).keys() - {"item"})


_ROLES: dict[str, Callable[[Turn, Items], None]] = {
    "user": _write_spoken,
    "system": _write_spoken,
    "assistant": _write_assistant,
    "tool": _write_results,
}
