"""Which ids of tool calls a writer had to change, so that they can be changed back.

A target takes only some ids, or has none; the passes that give it others (lowering/ids.py, lowering/positions.py)
note each of them here.  What stayed as it was is not noted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from turnwire.model import (
    BlockStartEvent,
    Completion,
    ContentBlock,
    ErrorReply,
    History,
    Message,
    ToolResultBlock,
    ToolUseBlock,
    ToolUseStartEvent,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from turnwire.model import StreamEvent

Document = TypeVar("Document", History, Completion, ErrorReply)
AnyDocument = History | Completion | ErrorReply

_TURNS: dict[type, str] = {History: "history", Completion: "candidates"}
_OTHER = {"history": "response", "candidates": "request"}


class IdMap(Struct, frozen=True, omit_defaults=True):
    """The ids of one writing that are others in what was written, in both directions.

    Plain data: `msgspec.json.encode(ids)` and `msgspec.json.decode(text, type=IdMap)` keep it for later.
    """

    canonical: dict[str, str] = {}
    """Written id -> the id in the caller's document."""
    written: dict[str, str] = {}
    """The id in the caller's document -> written id; the first one, where a repeated id became several."""
    counted_in: Literal["request", "response"] | None = None
    """Where the target has no ids: the kind of document in which reading counts them.

    Elsewhere `call_1` is another call, so that only documents of this kind are restored.
    """
    results: list[str] = []
    """Where counting takes a result for another call's: the ids that all results have in the caller's document."""
    names: dict[str, str] = {}
    """Written name of a tool -> the name in the caller's document, where the target does not take that."""

    def __bool__(self) -> bool:
        """Whether any id or name was changed."""
        return bool(self.canonical or self.results or self.names)

    def restore(self, document: Document) -> Document:
        """Change the ids of calls and the names of tools back to those of the caller's document.

        Ids and names that are not in this map stay.

        Args:
            document: what was written, or a reply to it, as it was read.  It is not changed.

        Returns:
            The changed document; `document` itself where nothing is to be changed.

        Example:
            `reply = sent.ids.restore(turnwire.read(answer, "anthropic_messages"))`
        """
        field = _TURNS.get(type(document))
        if not self or field is None:
            return document
        if self.names:
            document = with_blocks(document, self._named)
        if self.counted_in == _OTHER[field]:
            return document
        told = iter(self.results)

        def of(block: ContentBlock) -> ContentBlock:
            use_id = id_of(block)
            if use_id is None:
                return block
            old = next(told, None) if type(block) is ToolResultBlock and block.run_by is None else None
            return with_id(block, self.canonical.get(use_id, use_id) if old is None else old)

        return with_blocks(document, of)

    def restore_event(self, event: StreamEvent) -> StreamEvent:
        """Change the id and the name of a call back in an event of a streamed reply.

        Args:
            event: an event of a reply to what was written.  It is not changed.

        Returns:
            The changed event; `event` itself if it does not begin a call.

        Example:
            `for event in reader.feed(chunk): client.write(writer.send(sent.ids.restore_event(event)))`
        """
        if type(event) is ToolUseStartEvent:
            name = self.names.get(event.name, event.name)
            return msgspec.structs.replace(event, id=self._own(event.id), name=name)
        if type(event) is not BlockStartEvent or event.content is None:
            return event
        block = self._named(event.content)
        use_id = id_of(block)
        return msgspec.structs.replace(event, content=block if use_id is None else with_id(block, self._own(use_id)))

    def _own(self, use_id: str) -> str:
        """The caller's id of a call in a streamed reply."""
        return use_id if self.counted_in is not None else self.canonical.get(use_id, use_id)

    def through(self, changed: dict[str, str]) -> dict[str, str]:
        """The written ids -> the caller's, after another pass changed ids of this map again.

        Args:
            changed: the written ids -> those in this map that they stand for.
        """
        again = set(changed.values())
        same = {old: old for old in self.canonical.values() if old not in again}
        once = {new: old for new, old in self.canonical.items() if new not in again}
        return same | {new: self.canonical.get(old, old) for new, old in changed.items()} | once

    def _named(self, block: ContentBlock) -> ContentBlock:
        """The block with the caller's name of its tool."""
        name = getattr(block, "name", None)
        if (type(block) is not ToolUseBlock and type(block) is not ToolResultBlock) or name not in self.names:
            return block
        changed: Any = {"name": self.names[name]}
        return msgspec.structs.replace(block, **changed)


def turns_of(document: AnyDocument) -> list[Message]:
    """The messages of a document; none of an error."""
    field = _TURNS.get(type(document))
    return [] if field is None else getattr(document, field)


def id_of(block: ContentBlock) -> str | None:
    """The id of the call that a block is, or whose result it is."""
    if type(block) is ToolUseBlock:
        return block.id
    return block.tool_use_id if type(block) is ToolResultBlock else None


def with_id(block: ContentBlock, use_id: str) -> ContentBlock:
    """The block with this id; itself where it has it."""
    if id_of(block) == use_id:
        return block
    changed: Any = {"id" if type(block) is ToolUseBlock else "tool_use_id": use_id}
    return msgspec.structs.replace(block, **changed)


def with_turns(document: Document, turns: list[Message]) -> Document:
    """The document with these messages; itself where they are its own."""
    if all(one is other for one, other in zip(turns, turns_of(document), strict=True)):
        return document
    changed: Any = {_TURNS[type(document)]: turns}
    return msgspec.structs.replace(document, **changed)


def with_blocks(document: Document, of: Callable[[ContentBlock], ContentBlock]) -> Document:
    """The document with what `of` makes of each block, in their order; itself where all stay."""
    return with_turns(document, [_turn(turn, of) for turn in turns_of(document)])


def with_parents(document: Document, given: Mapping[str, str]) -> Document:
    """Where a message of a tool says which call it answers, it says so with the ids that calls are given."""
    return with_turns(document, [_answering(turn, given) for turn in turns_of(document)])


def _answering(message: Message, given: Mapping[str, str]) -> Message:
    parent = message.metadata.parent_tool_use_id if message.metadata else None
    theirs = None if parent is None else given.get(parent)
    if message.metadata is None or theirs is None:
        return message
    about = msgspec.structs.replace(message.metadata, parent_tool_use_id=theirs)
    return msgspec.structs.replace(message, metadata=about)


def _turn(turn: Message, of: Callable[[ContentBlock], ContentBlock]) -> Message:
    content = [of(block) for block in turn.content]
    if all(one is other for one, other in zip(content, turn.content, strict=True)):
        return turn
    return msgspec.structs.replace(turn, content=content)


SAME_IDS = IdMap()
"""The map of the usual document: every id is legal in the target."""


def id_map(
    canonical: dict[str, str],
    counted_in: Literal["request", "response"] | None = None,
    results: list[str] | None = None,
) -> IdMap:
    """The map of a writing that noted these: written id -> the caller's."""
    first: dict[str, str] = {}
    for new, old in canonical.items():
        first.setdefault(old, new)
    changed = {new: old for new, old in canonical.items() if new != old}
    return IdMap(changed, {old: new for old, new in first.items() if new != old}, counted_in, results or [])
