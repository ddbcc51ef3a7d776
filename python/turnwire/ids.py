"""Which ids of tool calls a writer had to change, so that they can be changed back.

A target takes only some ids, or has none; the passes that give it others (lowering/ids.py, lowering/positions.py)
note each of them here.  What stayed as it was is not noted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from turnwire.model import Completion, ContentBlock, ErrorReply, History, Message, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Iterator

_Document = TypeVar("_Document", History, Completion, ErrorReply)

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

    def __bool__(self) -> bool:
        """Whether any id was changed."""
        return bool(self.canonical or self.results)

    def restore(self, document: _Document) -> _Document:
        """The document, read from what was written or from a reply to it, with the ids of the caller's document.

        Ids that are not in this map stay.  The document given is not changed, and is given back where nothing is to do.
        """
        field = _TURNS.get(type(document))
        if not self or field is None or self.counted_in == _OTHER[field]:
            return document
        turns: list[Message] = getattr(document, field)
        new = self._turns(turns)
        changed: Any = {field: new}
        return document if new is turns else msgspec.structs.replace(document, **changed)

    def _turns(self, turns: list[Message]) -> list[Message]:
        told = iter(self.results)
        new = [self._turn(turn, told) for turn in turns]
        return new if any(one is not other for one, other in zip(new, turns, strict=True)) else turns

    def _turn(self, turn: Message, told: Iterator[str]) -> Message:
        content = [self._block(block, told) for block in turn.content]
        if all(one is other for one, other in zip(content, turn.content, strict=True)):
            return turn
        return msgspec.structs.replace(turn, content=content)

    def _block(self, block: ContentBlock, told: Iterator[str]) -> ContentBlock:
        if type(block) is ToolUseBlock:
            old = self.canonical.get(block.id)
            return block if old is None else msgspec.structs.replace(block, id=old)
        if type(block) is ToolResultBlock:
            old = next(told, None) if block.run_by is None else None
            old = self.canonical.get(block.tool_use_id) if old is None else old
            return block if old is None else msgspec.structs.replace(block, tool_use_id=old)
        return block


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
