"""Rewrite calls of tools that another provider ran on its own servers, and the results of these calls.

In a request they become ordinary calls and results, so that the next model sees what was found.  The tools need not be
declared: every provider whose traffic was recorded took histories with calls of undeclared tools, and Anthropic
documents it: "You may both skip providing `tools` when sending tool results" (a maintainer's comment on issue 849
of anthropic-sdk-python, of the release notes of 2025-02-27).
In a reply they are dropped, because a client would run an ordinary call again.  See `Keeping.hosted_tools`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from turnwire.documents.residue import report_foreign, report_own, report_replaced
from turnwire.lowering.addresses import MEDIA
from turnwire.lowering.draft import PROVIDER_RUN, Draft, Pass, Turn, when, with_turns
from turnwire.lowering.hosted_text import call_in_words, found_blocks, is_structured_alone, result_in_words
from turnwire.lowering.ids import digest
from turnwire.lowering.inputs import with_object
from turnwire.lowering.rewrite_blocks import Placed, filtered, placed, with_placed, with_placed_inside
from turnwire.model import ABSENT, ContentBlock, History, TextBlock, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses

IsOwn = Callable[[ContentBlock], bool]
"""Whether the target's format has this call, or this result, of a provider-run tool itself."""


def nothing_is_own(_: ContentBlock) -> bool:
    """For formats that have no tools which the provider runs."""
    return False


def is_provider_run(block: ContentBlock) -> bool:
    """Whether a block is a call that the provider itself ran, or the result of one."""
    return (type(block) is ToolUseBlock or type(block) is ToolResultBlock) and block.run_by == "provider"


def foreign_runs(is_own: IsOwn) -> Pass:
    """Make a pass that rewrites provider-run calls and results of other formats by `Keeping.hosted_tools`."""

    @when(PROVIDER_RUN)
    def rule(draft: Draft, losses: Losses) -> Draft:
        is_request = type(draft.document) is History
        way = draft.keeping.hosted_tools
        ids = _Ids(draft)
        turns: list[Turn] = []
        for turn in draft.turns:
            runs = _foreign_runs(turn.blocks, is_own)
            if not runs.foreign:
                turns.append(turn)
            elif way == "drop" or (is_request and turn.role != "assistant") or (way == "calls" and not is_request):
                turns.append(_without(turn, runs, losses))
            else:
                writing = _Writing(turn, runs, losses, ids, in_words=way == "text")
                turns.append(writing.written())
        return with_turns(draft, turns)

    return rule


rewrite_foreign_runs = foreign_runs(nothing_is_own)


class _Runs(Struct):
    """The positions of the foreign calls and results among the blocks of a turn."""

    foreign: set[int] = set()
    answers: dict[int, int] = {}
    """Position of a call -> position of its result."""


def _foreign_runs(blocks: list[ContentBlock], is_own: IsOwn) -> _Runs:
    """Find the foreign blocks.  If the target lacks a call or its result, both are foreign."""
    runs = _Runs()
    waiting: dict[str, deque[int]] = {}
    for n, block in enumerate(blocks):
        if type(block) is ToolUseBlock and block.run_by == "provider":
            waiting.setdefault(block.id, deque()).append(n)
        elif type(block) is ToolResultBlock and block.run_by == "provider" and waiting.get(block.tool_use_id):
            runs.answers[waiting[block.tool_use_id].popleft()] = n
    runs.foreign = {n for n, block in enumerate(blocks) if is_provider_run(block) and not is_own(block)}
    for call, result in runs.answers.items():
        if call in runs.foreign or result in runs.foreign:
            runs.foreign |= {call, result}
    return runs


def _without(turn: Turn, runs: _Runs, losses: Losses) -> Turn:
    """The turn without the foreign calls and results."""
    foreign = {id(turn.blocks[n]) for n in runs.foreign}

    def keeps(block: ContentBlock, place: str) -> bool:
        if id(block) not in foreign:
            return True
        losses.dropped(place, _feature(block), block)
        return False

    return filtered(turn, keeps)


def _feature(block: ContentBlock) -> str:
    return f"{block.__struct_config__.tag}.run_by"


class _Ids:
    """New ids for rewritten calls: other servers do not know the old ids, and may refuse them as too long.

    "Invalid 'messages[36].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a
    string with length 51 instead." (of a `ws_...` id, issue 8132 of vercel/ai)
    """

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.taken: set[str] = set()
        self.tried: dict[str, int] = {}

    def new(self, old: str) -> str:
        """An id that no other call has, the same for the same conversation."""
        if not self.taken:
            blocks = (block for turn in self.draft.turns for block in turn.blocks)
            self.taken = {block.id for block in blocks if type(block) is ToolUseBlock}
        while (found := self._next(old)) in self.taken:
            pass
        self.taken.add(found)
        return found

    def _next(self, old: str) -> str:
        attempt = self.tried[old] = self.tried.get(old, 0) + 1
        return f"call_{digest(old if attempt == 1 else f'{old} {attempt}', 10)}"


class _Writing:
    """Rewrites one turn.  Results of foreign calls come before the next block that is not a foreign call."""

    def __init__(self, turn: Turn, runs: _Runs, losses: Losses, ids: _Ids, *, in_words: bool) -> None:
        self.turn, self.runs, self.losses, self.ids, self.in_words = turn, runs, losses, ids, in_words
        self.calls_of = {result: call for call, result in runs.answers.items()}
        self.answered = {each.tool_use_id for each in turn.blocks if type(each) is ToolResultBlock}
        self.last = max(runs.foreign)
        self.found: list[Placed] = []
        self.results: list[tuple[int, Placed]] = []
        self.waiting: list[Placed] = []

    def written(self) -> Turn:
        """The turn without foreign calls and results."""
        for n, (block, place) in enumerate(placed(self.turn)):
            if n not in self.runs.foreign:
                self._other(n, block, place)
            elif self._is_said(n, block):
                self._give_results()
                self._say(n, block, place)
            elif type(block) is ToolUseBlock:
                self._call(n, block, place)
            else:
                self._give_results()
            if n == self.last:
                self._give_results()
                self.found += self.waiting
        return with_placed(self.turn, self.found)

    def _is_said(self, n: int, block: ContentBlock) -> bool:
        """Return whether a block is written as text: the caller asked for text, or its call or result is missing."""
        if self.in_words:
            return True
        return n not in self.calls_of and n not in self.runs.answers and not getattr(block, "status", None)

    def _other(self, n: int, block: ContentBlock, place: str) -> None:
        self._give_results()
        if n < self.last and not self.in_words and self._is_answered_later(block):
            # Its result is in the next message, which has to follow.
            self.losses.reshaped_once(f"{self.turn.path}/content", "message.content", self.turn.message.content)
            self.waiting.append((block, place))
        else:
            self.found.append((block, place))

    def _is_answered_later(self, block: ContentBlock) -> bool:
        """Whether a block is a call of the caller's tools whose result is not in the same message."""
        return type(block) is ToolUseBlock and block.run_by is None and block.id not in self.answered

    def _give_results(self) -> None:
        """Append the waiting results, in the order of the source."""
        self.found += [placed for _, placed in sorted(self.results, key=lambda result: result[0])]
        self.results = []

    def _call(self, n: int, call: ToolUseBlock, place: str) -> None:
        """Write a foreign call as an ordinary one; its result waits until the calls in the same turn are written."""
        use_id = self.ids.new(call.id)
        self.found.append((_ordinary_call(call, use_id, place, self.losses), place))
        answer = self.runs.answers.get(n)
        if answer is None:
            made = ToolResultBlock(use_id, None, [TextBlock(call.status or "")])
            self.losses.invented(f"{place}/result", "tool_result", made)
            self.results.append((n, (made, f"{place}/result")))
        else:
            at = self.turn.place(answer)
            result = self.turn.blocks[answer]
            self.results.append((answer, (_ordinary_result(result, use_id, at, self.losses), at)))

    def _say(self, n: int, block: ContentBlock, place: str) -> None:
        """Write a foreign call or result as text, set off by blank lines.  Its pictures and files stay blocks."""
        self.losses.degraded(place, _feature(block), block)
        shown: list[Placed] = []
        if type(block) is ToolResultBlock:
            called = self.turn.blocks[self.calls_of[n]] if n in self.calls_of else block
            found = found_blocks(block, place, self.losses)
            said = result_in_words(getattr(called, "name", None) or block.result_type or "", found)
            shown = [each for each in found if type(each[0]) in MEDIA]
            block = structs.replace(block, content=[each for each in block.content if type(each) not in MEDIA])
        else:
            said = call_in_words(block, place, self.losses)  # type: ignore[arg-type]
        report_replaced(block, self.losses, place)
        before = "\n\n" if self.found and type(self.found[-1][0]) is TextBlock else ""
        blocks = self.turn.blocks
        is_last_said = n + 1 < len(blocks) and type(blocks[n + 1]) is TextBlock
        self.found += [(TextBlock(before + said + ("\n\n" if is_last_said else "")), place), *shown]


def _ordinary_call(call: ToolUseBlock, use_id: str, place: str, losses: Losses) -> ContentBlock:
    """Make an ordinary call; drop the fields that mark it as provider-run."""
    _report_run(call, place, losses)
    bare = structs.replace(call, id=use_id, run_by=None, call_type=None, provider_raw=None)
    return with_object(bare, place, losses)


def _ordinary_result(block: ContentBlock, use_id: str, place: str, losses: Losses) -> ContentBlock:
    """Make an ordinary result, with what the tool found as its content."""
    result: ToolResultBlock = block  # type: ignore[assignment]
    _report_run(result, place, losses)
    return structs.replace(
        with_placed_inside(result, place, found_blocks(result, place, losses), losses),
        tool_use_id=use_id,
        structured=ABSENT if is_structured_alone(result) else result.structured,
        run_by=None,
        result_type=None,
        provider_result=ABSENT,
        provider_raw=None,
    )


def _report_run(block: ToolUseBlock | ToolResultBlock, place: str, losses: Losses) -> None:
    """Report a block as reshaped: an ordinary one has another id, and does not say that the provider ran it."""
    losses.reshaped(place, f"{block.__struct_config__.tag}.run_by", block)
    losses.include(f"{place}/{name}" for name in ("id", "tool_use_id"))
    report_foreign(block.provider_raw, losses, place)
    report_own(block.provider_raw, losses, place)
