"""Silent damage to a document: each function gives the document with one kind of thing lost, added, or moved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from turnwire.model import (
    Completion,
    ErrorReply,
    History,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.model import ContentBlock, Document, Message

Turns = list["Message"]


def each_turns(change: Callable[[Turns], Turns]) -> Callable[[Document], Document]:
    """The document with its list of messages changed."""

    def damage(document: Document) -> Document:
        if isinstance(document, History):
            return replace(document, history=change(document.history))
        if isinstance(document, Completion):
            return replace(document, candidates=change(document.candidates))
        return document

    return damage


def each_content(change: Callable[[list[ContentBlock]], list[ContentBlock]]) -> Callable[[Document], Document]:
    """The document with the content of every message changed."""
    return each_turns(lambda turns: [replace(turn, content=change(turn.content)) for turn in turns])


def each_block(kind: type[Struct], **fields: Any) -> Callable[[Document], Document]:
    """The document with fields of every block of one type set."""
    return each_content(lambda blocks: [replace(block, **fields) if type(block) is kind else block for block in blocks])


def settings(**fields: Any) -> Callable[[Document], Document]:
    """The document with fields of its settings set, given as functions of what they were."""
    return _inside("settings", fields)


def generation(**fields: Any) -> Callable[[Document], Document]:
    """The document with fields of its generation settings set."""
    return settings(generation=lambda held: held and replace(held, **fields))


def completion(**fields: Any) -> Callable[[Document], Document]:
    """A reply with fields set."""
    return lambda document: replace(document, **fields) if isinstance(document, Completion) else document


def error(**fields: Any) -> Callable[[Document], Document]:
    """An error body with fields set."""
    return lambda document: replace(document, **fields) if isinstance(document, ErrorReply) else document


def _inside(name: str, fields: dict[str, Callable[[Any], Any]]) -> Callable[[Document], Document]:
    def damage(document: Document) -> Document:
        held = getattr(document, name, None)
        if held is None:
            return document
        changed = {field: change(getattr(held, field)) for field, change in fields.items()}
        return replace(document, **{name: replace(held, **changed)})

    return damage


def without_last_block(blocks: list[ContentBlock]) -> list[ContentBlock]:
    return blocks[:-1] if len(blocks) > 1 else blocks


def merged_texts(blocks: list[ContentBlock]) -> list[ContentBlock]:
    found: list[ContentBlock] = []
    for block in blocks:
        last = found[-1] if found else None
        if type(block) is TextBlock and type(last) is TextBlock:
            found[-1] = replace(last, text=last.text + block.text)
        else:
            found.append(block)
    return found


def swapped(turns: Turns) -> Turns:
    return [turns[1], turns[0], *turns[2:]] if len(turns) > 1 else turns


def without_second_system(turns: Turns) -> Turns:
    second = [turn for turn in turns if turn.role == "system"][1:2]
    return [turn for turn in turns if turn not in second]


def system_as_user(turns: Turns) -> Turns:
    return [replace(turn, role="user") if turn.role == "system" else turn for turn in turns]


def said_twice(turns: Turns) -> Turns:
    return [*turns, turns[-1]] if turns else turns


def respelled_input(blocks: list[ContentBlock]) -> list[ContentBlock]:
    return [_respelled(block) if type(block) is ToolUseBlock and block.input else block for block in blocks]


def _respelled(block: ToolUseBlock) -> ToolUseBlock:
    return replace(block, input=Raw(msgspec.json.encode(msgspec.json.decode(block.input))))


def whole_numbers(blocks: list[ContentBlock]) -> list[ContentBlock]:
    return [
        replace(block, input=Raw(bytes(block.input).replace(b"1.0", b"1"))) if type(block) is ToolUseBlock else block
        for block in blocks
    ]


def without_blocks(kind: type[Struct]) -> Callable[[list[ContentBlock]], list[ContentBlock]]:
    return lambda blocks: [block for block in blocks if type(block) is not kind]


def other_ids(blocks: list[ContentBlock]) -> list[ContentBlock]:
    return [
        replace(block, tool_use_id=block.tool_use_id + "0") if type(block) is ToolResultBlock else block
        for block in blocks
    ]


def trimmed(blocks: list[ContentBlock]) -> list[ContentBlock]:
    return [
        replace(block, text=block.text.replace("\n", " ")) if type(block) is TextBlock else block for block in blocks
    ]


def without_residue(document: Document) -> Document:
    """Forgets what a dialect could not place inside of messages."""
    return each_content(lambda blocks: [replace(block, provider_raw=None) for block in blocks])(document)


def signed_by_nobody(blocks: list[ContentBlock]) -> list[ContentBlock]:
    """Reasoning that has forgotten where it came from is sent to everyone."""
    return [replace(block, origin=None) if type(block) is ThinkingBlock else block for block in blocks]


def metadata(**fields: Any) -> Callable[[Document], Document]:
    """The document with fields of the metadata of every message set."""
    return each_turns(
        lambda turns: [
            replace(turn, metadata=replace(turn.metadata, **fields)) if turn.metadata else turn for turn in turns
        ]
    )
