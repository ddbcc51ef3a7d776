"""Rules between tool uses and tool results: each use has one result, after it, and in the place that servers demand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from turnwire.validation.families import ANTHROPIC, GEMINI
from turnwire.validation.meaning.severity import softened
from turnwire.validation.outline import Part
from turnwire.validation.outline.nodes import text
from turnwire.validation.rules import Example, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Outline
    from turnwire.validation.outline.records import Turn

_USER: Final = '{"role": "user", "content": "Is it raining in Oslo?"}'
_CALL: Final = (
    '{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",'
    ' "function": {"name": "weather", "arguments": "{}"}}]}'
)
_RESULT: Final = '{"role": "tool", "tool_call_id": "call_1", "content": "Yes."}'
_THEN: Final = '{"role": "user", "content": "And tomorrow?"}'


def _chat(*messages: str) -> Example:
    return Example("openai_chat", f'{{"model": "gpt-4.1", "messages": [{", ".join(messages)}]}}')


UNANSWERED: Final = Rule(
    "TW301",
    "unanswered-call",
    "error",
    'The conversation goes on after a tool use, and no result answers it. OpenAI ("An assistant message with'
    " 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'\"), Anthropic (\"`tool_use` ids"
    ' were found without `tool_result` blocks immediately after") and others refuse the request. A use in the last turn'
    " still waits for its result, and is no finding. Add the result, or take the use out. `turnwire repair` adds one"
    " that says that none was recorded; not in the canonical message format, whose messages have an id and a time that"
    " only their program can give. There it is a warning: no invariant of that format asks for a result, its sessions"
    " record interrupted calls as they are, and writing them for a provider adds the result. It is a warning"
    " for Gemini, too, if the next message has no result at all: its servers take a text in place of the result.",
    failing=_chat(_USER, _CALL, _THEN),
    passing=_chat(_USER, _CALL, _RESULT, _THEN),
)
ORPHAN: Final = Rule(
    "TW302",
    "result-without-call",
    "error",
    "A tool result answers a tool use that is not in the conversation, for example because a program cut the older"
    " messages away. Servers refuse it: the model would see an answer to nothing. Bring the use back, or take the"
    " result out.",
    failing=_chat(_USER, _RESULT),
    passing=_chat(_USER, _CALL, _RESULT),
)
REPEATED: Final = Rule(
    "TW303",
    "repeated-result",
    "error",
    "Two results answer the same tool use. A tool use has one result; a tool that is run again has a use, with an id,"
    " of its own. Take one of the results out.",
    failing=_chat(_USER, _CALL, _RESULT, _RESULT),
    passing=_chat(_USER, _CALL, _RESULT),
)
EARLY: Final = Rule(
    "TW304",
    "result-before-call",
    "error",
    "A tool result comes before the tool use that it answers. Servers read a conversation in order, and refuse it. Move"
    " the result behind the use.",
    failing=_chat(_USER, _RESULT, _CALL),
    passing=_chat(_USER, _CALL, _RESULT),
)
SAME_ID: Final = Rule(
    "TW305",
    "repeated-call-id",
    "error",
    "Two tool uses have the same id, so that it is not certain which one a result answers. Anthropic refuses it"
    ' ("`tool_use` ids must be unique"). Give one of them, and its result, another id.',
    failing=_chat(_USER, _CALL, _RESULT, _CALL, _RESULT),
    passing=_chat(_USER, _CALL, _RESULT),
)
APART: Final = Rule(
    "TW306",
    "misplaced-result",
    "error",
    "Other turns stand between a tool use and its result. OpenAI and Anthropic demand that the results follow directly"
    " after the message with the uses, in one message or in several that have nothing else, and Converse"
    ' that one message holds all of them ("Expected toolResult blocks at'
    ' messages.2.content for the following Ids"). In that message, Anthropic wants the results before any other content'
    ' ("Any text must come after all tool results."). Move the result there.',
    failing=_chat(_USER, _CALL, _THEN, _RESULT),
    passing=_chat(_USER, _CALL, _RESULT, _THEN),
)

RULES: Final = (UNANSWERED, ORPHAN, REPEATED, EARLY, SAME_ID, APART)

_APART: Final = frozenset(
    {
        *("anthropic_messages", "bedrock_anthropic", "vertex_anthropic", "bedrock_converse"),
        *("openai_chat", "azure_chat"),
    }
)
"""The dialects whose servers demand results directly after their uses."""


class Pairs(Struct, frozen=True):
    """Which result answers which tool use; positions are those of the turns."""

    uses: tuple[tuple[int, Part], ...]
    results: tuple[tuple[int, Part], ...]
    answers: dict[int, int]
    """The position of a use among the uses -> that of its first result among the results."""
    again: tuple[tuple[int, int], ...]
    """The results that answer a use once more, and the use."""
    early: tuple[int, ...]
    """The results whose use comes later."""
    orphans: tuple[int, ...]
    """The results without a use."""


def pair(outline: Outline) -> Pairs:
    """Find the use that each result answers: by the id, or in formats without ids by the name and the order."""
    uses = tuple(found for found in outline.marked if found[1].kind == "tool_use")
    results = tuple(found for found in outline.marked if found[1].kind == "tool_result")
    by_id: dict[str, list[int]] = {}
    for n, (_, asked) in enumerate(uses):
        by_id.setdefault(asked.id, []).append(n)
    answers: dict[int, int] = {}
    again: list[tuple[int, int]] = []
    early: list[int] = []
    orphans: list[int] = []
    waiting = _Waiting(uses, answers)
    # A result without an id cannot answer a call that another result names.
    for n in sorted(range(len(results)), key=lambda n: not results[n][1].id):
        turn, result = results[n]
        known = by_id.get(result.id, ()) if result.id else ()
        before = [use for use in known if uses[use][0] <= turn]
        use = _latest(before, answers) if result.id else waiting.first(result.name, turn)
        if use is not None and use not in answers:
            answers[use] = n
        elif use is not None:
            again.append((n, use))
        elif known:
            early.append(n)
        else:
            orphans.append(n)
    return Pairs(uses, results, answers, tuple(again), tuple(early), tuple(orphans))


def _latest(before: Sequence[int], answers: dict[int, int]) -> int | None:
    """Return the last use before a result: the one that is not answered yet, if there is one."""
    if not before:
        return None
    return before[-1] if before[-1] not in answers else next((use for use in before if use not in answers), before[-1])


class _Waiting:
    """The uses in order, for results that name no id: such a result answers the first use of its tool."""

    def __init__(self, uses: Sequence[tuple[int, Part]], answers: dict[int, int]) -> None:
        self._uses = uses
        self._answers = answers
        self._lines: dict[str, list[int]] = {}

    def first(self, name: str, turn: int) -> int | None:
        """Return the first use of a tool that is not answered and not behind a turn; any tool if the name is empty."""
        if name not in self._lines:
            found = [n for n, (_, use) in enumerate(self._uses) if name in ("", use.name) or not use.name]
            self._lines[name] = list(reversed(found))
        line = self._lines[name]
        while line and line[-1] in self._answers:
            line.pop()
        return line[-1] if line and self._uses[line[-1]][0] <= turn else None


def check(outline: Outline) -> Iterator[Diagnostic]:
    """Find what is wrong between the tool uses and the tool results of a request; a reply has no results."""
    if outline.kind != "request" or outline.dialect in _WITHOUT_RESULTS or not outline.marked:
        return
    pairs = pair(outline)
    if pairs.uses or pairs.results:
        yield from _unanswered(outline, pairs)
        yield from _unmatched_results(pairs, is_whole=not _continues(outline))
        yield from _repeated_ids(pairs)
        if outline.dialect in _APART:
            yield from _misplaced(outline, pairs)


def _unanswered(outline: Outline, pairs: Pairs) -> Iterator[Diagnostic]:
    last = _last_step(outline)
    for n, (turn, use) in enumerate(pairs.uses):
        if n not in pairs.answers and turn < last:
            what = f"`{use.name[:60]}`" if use.name else "a tool"
            message = f"the call of {what}{_with(use.id)} has no result, and the conversation goes on"
            found = UNANSWERED.found(message, use.pointer, hint="add its result after it, or take the call out")
            yield softened(found) if outline.dialect in _RECORDS or _needs_no_result(outline, turn) else found


def _needs_no_result(outline: Outline, turn: int) -> bool:
    """Return whether the server accepts a call without a result, because the next message has no result at all.

    Models of 2025 took a text of the user as the result.  A message with some of the results is refused: "Please ensure
    that the number of function response parts is equal to the number of function call parts of the function call turn."
    """
    return outline.dialect in GEMINI and all(part.kind != "tool_result" for part in outline.turns[turn + 1].parts)


def _last_step(outline: Outline) -> int:
    """Return the position of the first of the last turns that may wait: those of the assistant at the very end."""
    position = len(outline.turns)
    if outline.dialect not in _ITEMS:
        return position - 1
    while position and outline.turns[position - 1].role == "assistant":
        position -= 1
    return position


_ITEMS: Final = frozenset({"openai_responses"})
"""The dialects where one step of the assistant may be several turns."""
_WITHOUT_RESULTS: Final = frozenset({"glm", "mcp_content", "a2a_messages", "geppetto"})
"""The dialects where a call holds its own result, or where calls are not messages."""
_RECORDS: Final = frozenset({"canonical"})
"""The dialects that record what happened and go to no server: none of the canonical invariants (5.1 to 5.4) asks for a
result, and the format's table `tool_calls` has calls that are `pending` or `cancelled`."""


def _continues(outline: Outline) -> bool:
    """Return whether calls may be on the server: the request names an earlier one, or an item (Responses)."""
    tree = outline.tree if type(outline.tree) is dict else {}
    if any(tree.get(name) is not None for name in ("previous_response_id", "conversation")):
        return True
    return any(part.kind == "other" and text(part.node, "type") == "item_reference" for _, part in outline.marked)


def _unmatched_results(pairs: Pairs, *, is_whole: bool) -> Iterator[Diagnostic]:
    for n in pairs.orphans if is_whole else ():
        result = pairs.results[n][1]
        message = f"no call{_with(result.id)} comes before this result"
        yield ORPHAN.found(message, result.pointer, hint="bring the call back, or take the result out")
    for n, use in pairs.again:
        result, first = pairs.results[n][1], pairs.results[pairs.answers[use]][1]
        message = f"the call{_with(result.id)} has a result already, at {first.pointer}"
        yield REPEATED.found(message, result.pointer, hint="take one of the two out")
    for n in pairs.early:
        result = pairs.results[n][1]
        message = f"the call{_with(result.id)} comes after this result"
        yield EARLY.found(message, result.pointer, hint="move the result behind the call")


def _repeated_ids(pairs: Pairs) -> Iterator[Diagnostic]:
    seen: dict[str, Part] = {}
    for _, use in pairs.uses:
        first = seen.setdefault(use.id, use) if use.id else use
        if first is not use:
            message = f"the call at {first.pointer} has the id `{use.id[:60]}`, too"
            yield SAME_ID.found(message, use.pointer, hint="give one of the calls, and its result, an id of its own")


def _misplaced(outline: Outline, pairs: Pairs) -> Iterator[Diagnostic]:
    for use, n in pairs.answers.items():
        (asked, call), (answered, result) = pairs.uses[use], pairs.results[n]
        between = outline.turns[asked + 1 : answered]
        if not all(_is_of_results(turn, outline.dialect) for turn in between):
            message = f"other turns stand between the call at {call.pointer} and its result"
            yield APART.found(message, result.pointer, hint="move the result directly behind the call")
    if outline.dialect in ANTHROPIC:
        yield from _after_other_content(outline, pairs)


def _after_other_content(outline: Outline, pairs: Pairs) -> Iterator[Diagnostic]:
    """Find the first result of each message that comes after content of another kind.

    "In the user message containing tool results, the tool_result blocks must come first in the content array. Any text
    must come after all tool results." (platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls)
    """
    answers = [pairs.results[n] for n in pairs.answers.values()]
    answered = {part.path for _, part in answers}
    for at in sorted({at for at, _ in answers if outline.turns[at].role == "user"}):
        parts = outline.turns[at].parts
        other = next((n for n, part in enumerate(parts) if part.kind != "tool_result"), len(parts))
        late = next((part for part in parts[other:] if part.path in answered), None)
        if late is not None:
            message = f"the content at {parts[other].pointer} stands before this result"
            yield APART.found(message, late.pointer, hint="put the results first in their message")


def _is_of_results(turn: Turn, dialect: str) -> bool:
    """Return whether a turn may come between a call and its result, because it has only results.

    "consecutive `user` or `assistant` turns in your request will be combined into a single turn." (Anthropic)
    """
    if turn.role == "tool":
        return True
    return dialect in ANTHROPIC and bool(turn.parts) and all(part.kind == "tool_result" for part in turn.parts)


def _with(identifier: str) -> str:
    return f" `{identifier[:60]}`" if identifier else ""
