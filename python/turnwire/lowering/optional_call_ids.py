"""Ids of calls, for formats in which they are optional: counted on reading, and left out again on writing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from turnwire.documents.residue import form_of, marked
from turnwire.lowering.draft import Draft, when, with_turns
from turnwire.lowering.ids import ID_FIELDS
from turnwire.lowering.positional_call_ids import Positions
from turnwire.lowering.rewrite_blocks import mapped
from turnwire.model import ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Turn
    from turnwire.model import ContentBlock, Message


class Counting:
    """Which call and result of a document has which id, on reading and on writing alike."""

    def __init__(self) -> None:
        self.positions = Positions()
        self.names: dict[str, str] = {}

    def call(self, name: str, said: str | None) -> str:
        """The id of the next call."""
        found = self.positions.of_call(name, said)
        self.names[found] = name
        return found

    def result(self, name: str | None, said: str | None) -> str:
        """The id of the call that the next result answers."""
        return self.positions.of_result(name, said)

    def next_call(self) -> str:
        """The id that the next call has by its position."""
        return f"call_{self.positions.calls + 1}"

    def next_result(self, name: str | None) -> str:
        """The id that the next result has by its position."""
        return self.positions.next_result(name)


class Reading(Counting):
    """The ids of one document, and the notes that are needed to write it unchanged."""

    def __init__(self, dialect: str) -> None:
        super().__init__()
        self.dialect = dialect
        self.counted: set[str] = set()
        """What has ids by position: `calls`, `results`."""
        self.told: dict[str, list[Any]] = {"calls": [], "results": []}
        """Nodes whose ids the document has although their positions give the same ids."""

    def form(self) -> dict[str, Any]:
        """Return the notes for the root of the document, and mark the nodes that are exceptions."""
        for kind in self.counted:
            for node in self.told[kind]:
                node.provider_raw = marked(node.provider_raw, self.dialect, {"id": "told"})
        return {"ids": sorted(self.counted)} if self.counted else {}


@when(ToolUseBlock, ToolResultBlock)
def leave_out_counted_ids(draft: Draft, losses: Losses) -> Draft:
    """Leave out ids that the document did not have: calls without ids are read by their positions.

    An empty id cannot be distinguished from a missing one.
    """
    counted = form_of(draft.document.provider_raw, losses.dialect).get("ids", ())
    if not counted and _all_have_ids(draft):
        return draft
    counting = Counting()

    def left(turn: Turn) -> Turn:
        return mapped(turn, lambda block, place: _counted(block, place, turn.message, counting, counted, losses))

    return with_turns(draft, [left(turn) for turn in draft.turns])


def _all_have_ids(draft: Draft) -> bool:
    blocks = (block for turn in draft.turns for block in turn.blocks)
    return all(getattr(block, ID_FIELDS[type(block)]) for block in blocks if type(block) in ID_FIELDS)


def _counted(
    block: ContentBlock, place: str, message: Message, counting: Counting, counted: Any, losses: Losses
) -> ContentBlock:
    """Return the block, with an empty id if none is to be written."""
    if type(block) is not ToolUseBlock and type(block) is not ToolResultBlock:
        return block
    field = ID_FIELDS[type(block)]
    old: str = getattr(block, field)
    if type(block) is ToolUseBlock:
        by_position = "calls" in counted and old == counting.next_call() and not _is_told(block, losses)
        counting.call(block.name, None if by_position else old)
    else:
        is_told = _is_told(message, losses) or _is_told(block, losses)
        by_position = "results" in counted and old == counting.next_result(block.name) and not is_told
        counting.result(block.name, None if by_position else old)
    if not old:
        losses.degraded(f"{place}/{field}", f"{block.__struct_config__.tag}.{field}", old)
    changed: Any = {field: ""}
    return structs.replace(block, **changed) if by_position else block


def _is_told(node: ToolUseBlock | ToolResultBlock | Message, losses: Losses) -> bool:
    return form_of(node.provider_raw, losses.dialect).get("id") == "told"
