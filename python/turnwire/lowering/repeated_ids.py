"""Calls that repeat the id of an earlier call, for servers that refuse a conversation with such calls.

"`tool_use` ids must be unique" (Anthropic, a refusal)
"Duplicate function_call_output for call_id 'terminal:0'. Each function_call must have exactly one matching
function_call_output" (Responses, a refusal)
"Invalid parameter: Duplicate value for 'tool_call_id' of 'call_gmd4tanjXcwOxfPawOnDmq6R', in messages[7] and
messages[8]." (OpenAI Chat, a refusal)
"Not the same number of function calls and responses" (Mistral, a refusal where a call had the id of an earlier one)

Replies of formats without ids are read with counted ids, so the first call of every reply is `call_1`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.documents.ids import id_map
from turnwire.documents.ids.written import id_of
from turnwire.lowering.draft import ODD_CALLS, Draft, Turn, marks, when, with_turns
from turnwire.lowering.ids import with_id
from turnwire.lowering.rewrite_blocks import mapped, mark_as_is, was_illegal_in_source
from turnwire.model import ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, History

_MARK: Final = "repeated"


@marks(ODD_CALLS)
def mark_repeated_ids(history: History, dialect: str) -> None:
    """Mark calls with the id of an earlier call, so that this dialect writes them back unchanged."""
    seen: set[str] = set()
    for message in history.history:
        for block in message.content:
            if type(block) is ToolUseBlock and block.run_by != "provider":
                if block.id in seen and block.id:
                    block.provider_raw = mark_as_is(block.provider_raw, dialect, _MARK)
                seen.add(block.id)


@when(ODD_CALLS)
def ids_are_unique(draft: Draft, losses: Losses) -> Draft:
    """Give a call with the id of an earlier call a new id, and give its result the same.

    Provider-run calls keep their ids, which are the provider's own.
    """
    calls = (block for turn in draft.turns for block in turn.blocks if type(block) is ToolUseBlock)
    ids = [call.id for call in calls if call.id and call.run_by != "provider"]
    if len(ids) == len(set(ids)):
        return draft
    renaming = _Renaming(draft, losses)
    turns = [renaming.turn(turn) for turn in draft.turns]
    if not renaming.canonical:
        return draft
    losses.ids = id_map(renaming.canonical)
    return with_turns(draft, turns)


class _Renaming:
    """The new ids of one document.

    A result answers a call of the assistant's latest turn with calls of its id that still wait; within that turn, the
    first of them.
    """

    def __init__(self, draft: Draft, losses: Losses) -> None:
        self.losses = losses
        self.called: set[str] = set()
        """The ids of the calls so far, as the caller gave them."""
        self.taken = {id_of(block) for turn in draft.turns for block in turn.blocks}
        self.canonical: dict[str, str] = {}
        """Written id -> the caller's, of every id that became several."""
        self.counts: dict[str, int] = {}
        """The number in the last id that was made from an id."""
        self.latest: dict[str, str] = {}
        """The caller's id -> what the latest call with it has now."""
        self.asked = 0
        """How many turns that are not the assistant's came so far."""
        self.waiting: dict[str, list[tuple[int, list[str]]]] = {}
        """The caller's id -> for each turn of the assistant, what its calls with that id have now that have no result
        so far."""

    def turn(self, turn: Turn) -> Turn:
        """The turn with the new ids."""
        self.asked += turn.role != "assistant"
        return mapped(turn, self._block)

    def _block(self, block: ContentBlock, place: str) -> ContentBlock:
        if type(block) is ToolUseBlock and block.id and block.run_by != "provider":
            return with_id(block, self._of_call(block), place, self.losses)
        if type(block) is ToolResultBlock and block.tool_use_id and block.run_by != "provider":
            return with_id(block, self._of_result(block.tool_use_id), place, self.losses)
        return block

    def _of_call(self, block: ToolUseBlock) -> str:
        new = old = block.id
        if old in self.called and not was_illegal_in_source(block.provider_raw, self.losses.dialect, _MARK):
            new = self._free(old)
            self.canonical.setdefault(old, old)
            self.canonical[new] = old
        self.called.add(old)
        self.latest[old] = new
        groups = self.waiting.setdefault(old, [])
        if not groups or groups[-1][0] != self.asked:
            groups.append((self.asked, []))
        groups[-1][1].append(new)
        return new

    def _of_result(self, old: str) -> str:
        groups = self.waiting.get(old)
        if not groups:
            return self.latest.get(old, old)
        new = groups[-1][1].pop(0)
        if not groups[-1][1]:
            groups.pop()
        return new

    def _free(self, old: str) -> str:
        count = self.counts.get(old, 1) + 1
        while (new := f"{old}_{count}") in self.taken:
            count += 1
        self.counts[old] = count
        self.taken.add(new)
        return new
