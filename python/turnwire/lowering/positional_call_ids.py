"""Ids of tool calls, for formats that have none: readers count the calls, and writers leave the ids out again.

Both sides count with `Positions`, so that a writer recognises the ids of its reader.
"""

from __future__ import annotations

import operator
from collections import deque
from typing import TYPE_CHECKING, Literal

from msgspec import structs

from turnwire.documents.ids import id_map
from turnwire.lowering.draft import Draft, Pass, Turn, when, with_turns
from turnwire.lowering.ids import ID_FIELDS, with_id
from turnwire.lowering.rewrite_blocks import mapped, was_illegal_in_source
from turnwire.model import Completion, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.documents.ids import IdMap
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock


class Positions:
    """The ids of the calls and results of one document, by their positions.

    `call_<n>` is the n-th call of the document, from 1.  A result answers the first unanswered call of its name, else
    the first unanswered call; a result without any is `result_<n>`, the n-th of these.
    """

    def __init__(self) -> None:
        self.calls = 0
        self.orphans = 0
        self._waiting: dict[int, str] = {}
        """The number of each call that is not answered, and its id."""
        self._first = 1
        """No call with a lower number waits."""
        self._named: dict[str | None, deque[int]] = {}
        self._known: dict[str, list[int]] = {}

    def of_call(self, name: str, said: str | None = None) -> str:
        """Return the id of the next call; `said` is an id that the document has nevertheless."""
        self.calls += 1
        call = said or f"call_{self.calls}"
        self._waiting[self.calls] = call
        self._named.setdefault(name, deque()).append(self.calls)
        self._known.setdefault(call, []).append(self.calls)
        return call

    def of_result(self, name: str | None, said: str | None = None) -> str:
        """The id of the call that the next result answers."""
        if said:
            for number in self._known.pop(said, ()):
                self._waiting.pop(number, None)
            return said
        answered = self._answered(name)
        if answered is not None:
            return self._waiting.pop(answered)
        self.orphans += 1
        return f"result_{self.orphans}"

    def next_result(self, name: str | None) -> str:
        """The id that `of_result` would give a result of this name."""
        number = self._answered(name)
        return f"result_{self.orphans + 1}" if number is None else self._waiting[number]

    def _answered(self, name: str | None) -> int | None:
        """The number of the call that a result of this name answers."""
        same_name = self._named.get(name)
        while same_name and same_name[0] not in self._waiting:
            same_name.popleft()
        if same_name:
            return same_name[0]
        while self._first <= self.calls and self._first not in self._waiting:
            self._first += 1
        return self._first if self._first <= self.calls else None


@when(ToolResultBlock)
def results_in_order_of_calls(draft: Draft, losses: Losses) -> Draft:
    """Put the results of one step into the order of their calls: without ids, only the order relates them.

    Only whole tool messages with one result each change places; if that is not enough, the ids are reported as lost.
    """
    turns: list[Turn] = []
    order: dict[str, int] = {}
    group: list[Turn] = []
    for turn in draft.turns:
        if _is_result(turn):
            group.append(turn)
            continue
        turns += _ordered(group, order, losses)
        group = []
        turns.append(turn)
        if turn.role == "assistant":
            order = {block.id: n for n, block in enumerate(turn.blocks) if type(block) is ToolUseBlock}
    turns += _ordered(group, order, losses)
    return with_turns(draft, turns)


def _is_result(turn: Turn) -> bool:
    return turn.role == "tool" and len(turn.blocks) == 1 and type(turn.blocks[0]) is ToolResultBlock


def _ordered(group: list[Turn], order: dict[str, int], losses: Losses) -> list[Turn]:
    if len(group) < 2:  # noqa: PLR2004 - one result is in order
        return group
    ranks = [order.get(turn.blocks[0].tool_use_id, len(order)) for turn in group]  # type: ignore[union-attr]
    sorted_ranks = sorted(ranks)
    # A result for a call of another step stays in place, and the others with it: moved, it would be read again
    # as the answer to a third one.
    if ranks == sorted_ranks or len(order) in ranks:
        return group
    for turn, here, there in zip(group, ranks, sorted_ranks, strict=True):
        if here != there:
            losses.reshaped(f"{turn.path}/role", "message.role", turn.role)
    return [group[n] for n in sorted(range(len(group)), key=ranks.__getitem__)]


def ids_by_position(*, provider_runs: bool = False, named: bool = True) -> Pass:
    """Make a pass that gives each call the id that reading will give it, so that the writer can leave it out.

    Results are matched by the names of their calls, or, if they have none (not `named`), by order alone.
    Changed ids are reported as degraded, and noted in the IdMap; ids that the dialect itself had (`$form`
    `{"as_is": ["id"]}`) are kept.  Provider-run calls are counted only with `provider_runs`.
    """

    @when(ToolUseBlock, ToolResultBlock)
    def rule(draft: Draft, losses: Losses) -> Draft:
        counting = _Counting(losses, provider_runs=provider_runs, named=named)
        turns = [mapped(turn, counting.block) for turn in draft.turns]
        if all(map(operator.is_, turns, draft.turns)):
            return draft
        losses.ids = counting.id_map("response" if type(draft.document) is Completion else "request")
        return with_turns(draft, turns)

    return rule


class _Counting:
    """One document while it is lowered for a format without ids."""

    def __init__(self, losses: Losses, *, provider_runs: bool, named: bool) -> None:
        self.losses = losses
        self.provider_runs = provider_runs
        self.named = named
        self.positions = Positions()
        self.names: dict[str, str] = {}
        self.called: dict[str, str] = {}
        self.canonical: dict[str, str] = {}
        self.results: list[tuple[str, str]] = []

    def id_map(self, kind: Literal["request", "response"]) -> IdMap:
        """Return the changed ids; those of results only if their calls do not have the same change."""
        astray = any(self.canonical[new] != old for new, old in self.results)
        return id_map(self.canonical, kind, [old for _, old in self.results] if astray else None)

    def block(self, block: ContentBlock, place: str) -> ContentBlock:
        """The block with the id that reading will give."""
        if type(block) is not ToolUseBlock and type(block) is not ToolResultBlock:
            return block
        if block.run_by is not None and not self.provider_runs:
            return block
        field = ID_FIELDS[type(block)]
        old: str = getattr(block, field)
        said = old if was_illegal_in_source(block.provider_raw, self.losses.dialect, field) else None
        if type(block) is ToolUseBlock:
            self.names.setdefault(old, block.name)
            new = self.positions.of_call(block.name, said)
            self.called[new] = block.name
        else:
            name = block.name if block.name is not None or not self.named else self.names.get(old)
            new = self.positions.of_result(name if self.named else None, said)
            if block.run_by is None:
                self.results.append((new, old))
        self.canonical.setdefault(new, old)
        renamed = with_id(block, new, place, self.losses)
        if new == old or type(renamed) is not ToolResultBlock:
            return renamed
        if name is not None and self.called.get(new) != name == self.names.get(old):
            # Its call has the name; another result without a call is read as the answer to that call.
            self.losses.invented(f"{place}/name", "tool_result.name", name)
        return structs.replace(renamed, name=name)
