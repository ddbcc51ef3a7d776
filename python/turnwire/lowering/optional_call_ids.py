"""Ids of calls, for formats in which they are optional: counted on reading, and left out again on writing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from turnwire.codec.wire import ENCODER, FORM
from turnwire.documents.residue import form_of, residue
from turnwire.lowering.draft import Draft, when
from turnwire.lowering.positional_call_ids import Positions
from turnwire.model import ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Turn
    from turnwire.model import ContentBlock, Message

_MEMBERS = msgspec.json.Decoder(dict[str, msgspec.Raw])


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
                self._mark(node)
        return {"ids": sorted(self.counted)} if self.counted else {}

    def _mark(self, node: ToolUseBlock | ToolResultBlock | Message) -> None:
        raw = node.provider_raw
        if raw is None:
            node.provider_raw = residue(self.dialect, form={"id": "told"})
            return
        form = {**form_of(raw, self.dialect), "id": "told"}
        members = {**_MEMBERS.decode(raw[self.dialect]), FORM: form}
        node.provider_raw = {self.dialect: msgspec.Raw(ENCODER.encode(members))}


@when(ToolUseBlock, ToolResultBlock)
def leave_out_counted_ids(draft: Draft, losses: Losses) -> Draft:
    """Leave out ids that the document did not have: calls without ids are read by their positions.

    An empty id cannot be distinguished from a missing one.
    """
    counted = form_of(draft.document.provider_raw, losses.dialect).get("ids", ())
    if not counted and _all_have_ids(draft):
        return draft
    counting = Counting()
    turns = []
    for turn in draft.turns:
        blocks = [_counted(block, turn, n, counting, counted, losses) for n, block in enumerate(turn.blocks)]
        turns.append(msgspec.structs.replace(turn, blocks=blocks, places=turn.places))
    return msgspec.structs.replace(draft, turns=turns)


def _all_have_ids(draft: Draft) -> bool:
    for turn in draft.turns:
        for block in turn.blocks:
            if type(block) is ToolUseBlock:
                if not block.id:
                    return False
            elif type(block) is ToolResultBlock and not block.tool_use_id:
                return False
    return True


def _counted(block: ContentBlock, turn: Turn, n: int, counting: Counting, counted: Any, losses: Losses) -> ContentBlock:
    """Return the block, with an empty id if none is to be written."""
    if type(block) is ToolUseBlock:
        left_out = not block.id or (
            "calls" in counted and block.id == counting.next_call() and not _is_told(block, losses)
        )
        if not block.id:
            losses.degraded(f"{turn.place(n)}/id", "tool_use.id", block.id)
        counting.call(block.name, None if left_out else block.id)
        return msgspec.structs.replace(block, id="") if left_out and block.id else block
    if type(block) is not ToolResultBlock:
        return block
    left_out = not block.tool_use_id or (
        "results" in counted
        and block.tool_use_id == counting.next_result(block.name)
        and not (_is_told(turn.message, losses) or _is_told(block, losses))
    )
    if not block.tool_use_id:
        losses.degraded(f"{turn.place(n)}/tool_use_id", "tool_result.tool_use_id", block.tool_use_id)
    counting.result(block.name, None if left_out else block.tool_use_id)
    return msgspec.structs.replace(block, tool_use_id="") if left_out and block.tool_use_id else block


def _is_told(node: ToolUseBlock | ToolResultBlock | Message, losses: Losses) -> bool:
    return form_of(node.provider_raw, losses.dialect).get("id") == "told"
