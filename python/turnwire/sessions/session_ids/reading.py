"""Replace the ids of a provider by those of the session, call by call."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from turnwire.documents.ids.written import id_of, turns_of, with_blocks, with_id, with_turns
from turnwire.model import ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.documents.ids import Ulids
    from turnwire.documents.ids.written import Document
    from turnwire.model import ContentBlock, History, Message
    from turnwire.sessions.session_ids.table import Table


def canonical(
    document: Document, provider: str, table: Table, ulids: Ulids, answering: History | None = None
) -> Document:
    """Return the document with the ids of the session; the given document is not changed.

    A call of a reply with the id of a call in the conversation `answering` is a new call.
    """
    reading = _Reading(table, provider, ulids, calls_of(answering) if answering else set())
    found = with_blocks(document, reading.of)
    pairs = zip(turns_of(document), turns_of(found), strict=True)
    return with_turns(found, [_with_parent(before, after) for before, after in pairs])


def _with_parent(before: Message, after: Message) -> Message:
    """Keep the parent of a tool message: if it repeats the id of its result, replace it as well."""
    metadata = after.metadata
    parent = metadata.parent_tool_use_id if metadata else None
    if metadata is None or parent is None:
        return after
    for old, new in zip(before.content, after.content, strict=True):
        if type(new) is ToolResultBlock and id_of(old) == parent:
            told = msgspec.structs.replace(metadata, parent_tool_use_id=new.tool_use_id)
            return msgspec.structs.replace(after, metadata=told)
    return after


def calls_of(document: History) -> set[str]:
    """Return the ids of the calls in a conversation."""
    return {block.id for turn in document.history for block in turn.content if type(block) is ToolUseBlock}


class _Reading:
    """The reading of one document.

    "When parsing wire -> canonical, it looks up the canonical id from the provider-side id." (canonical message
    format, 6.2); an unknown id gets a new call, whatever it looks like.
    """

    def __init__(self, table: Table, provider: str, ulids: Ulids, used: set[str]) -> None:
        self.table = table
        self.provider = provider
        self.ulids = ulids
        self.used = used
        self.waiting: dict[str, list[str]] = {}
        self.last: dict[str, str] = {}

    def of(self, block: ContentBlock) -> ContentBlock:
        """Return the block with the session's id."""
        if type(block) is ToolUseBlock:
            return with_id(block, self._of_call(block))
        return with_id(block, self._of_result(block)) if type(block) is ToolResultBlock else block

    def _of_call(self, block: ToolUseBlock) -> str:
        # Provider-run tools have their own ids there, and are never answered here.
        if block.run_by == "provider":
            self.last[block.id] = block.id
            return block.id
        known = (each for each in self.table.calls(self.provider, block.id) if each not in self.used)
        found = next(known, None) or self.table.new(self.provider, block.id, self.ulids, self.used)
        self.used.add(found)
        self.waiting.setdefault(block.id, []).append(found)
        self.last[block.id] = found
        return found

    def _of_result(self, block: ToolResultBlock) -> str:
        """Return a result with the id of the first waiting call with its id, else of the last one."""
        told = block.tool_use_id
        if block.run_by == "provider":
            return told
        if waiting := self.waiting.get(told):
            return waiting.pop(0)
        if told in self.last:
            return self.last[told]
        known = self.table.calls(self.provider, told)
        return known[-1] if known else self.table.new(self.provider, told, self.ulids, self.used)
