"""Fixes for tool uses and tool results: ids, missing and repeated results, and results in the wrong place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.fixes.patches import add, move, remove, replace, safe, unsafe
from turnwire.validation.meaning.calls import pair
from turnwire.validation.meaning.severity import ANTHROPIC
from turnwire.validation.outline.nodes import text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic, Fix
    from turnwire.validation.fixes.patches import Operation
    from turnwire.validation.outline import Outline
    from turnwire.validation.outline.records import Part, Path, Turn

NO_RESULT: Final = "No result of this call was recorded."
"""What a result says that stands for a missing one; it is marked as an error where the format can do so."""
_ILLEGAL: Final = re.compile(r"[^a-zA-Z0-9_-]")
_ID_OF_USE: Final = {"function": "id", "tool_use": "id", "function_call": "call_id", "custom_tool_call": "call_id"}
_ID_OF_RESULT: Final = {"tool_result": "tool_use_id", "function_call_output": "call_id"}


def answered(found: Diagnostic, outline: Outline) -> tuple[Fix, ...]:
    """Offer an explicit error result for a call that has none."""
    for position, part in outline.marked:
        if part.pointer == found.pointer:
            operations = _result_of(part, outline, position)
            return (safe("add a result that says that none was recorded", *operations),) if operations else ()
    return ()


def _result_of(use: Part, outline: Outline, position: int) -> tuple[Operation, ...]:
    turn = outline.turns[position]
    following = outline.turns[position + 1 :]
    if not use.id and "functionCall" not in use.node:
        return ()
    if "tool_calls" in use.path:
        skipped = _while(following, lambda each: each.role == "tool")
        message = {"role": "tool", "tool_call_id": use.id, "content": NO_RESULT}
        return (add(_behind(turn, skipped), message),)
    kind = use.node.get("type")
    if kind == "function_call":
        return (add(_behind(turn, 0), {"type": "function_call_output", "call_id": use.id, "output": NO_RESULT}),)
    if kind == "tool_use" and outline.dialect in ANTHROPIC:
        block = {"type": "tool_result", "tool_use_id": use.id, "content": NO_RESULT, "is_error": True}
        return _into_next(turn, following, "content", block)
    if "functionCall" in use.node:
        answer = {"name": use.name, "response": {"error": NO_RESULT}}
        return _into_next(turn, following, "parts", {"functionResponse": answer | ({"id": use.id} if use.id else {})})
    return ()


def _while(turns: tuple[Turn, ...], holds: Any) -> int:
    return next((n for n, each in enumerate(turns) if not holds(each)), len(turns))


def _behind(turn: Turn, skipped: int) -> Path:
    at = turn.at if isinstance(turn.at, int) else 0
    return (*turn.base, at + 1 + skipped)


def _into_next(turn: Turn, following: tuple[Turn, ...], member: str, block: dict[str, Any]) -> tuple[Operation, ...]:
    """Put a block in front of the user's next message, or into a message of its own."""
    if not following or text(following[0].node, "role") != "user":
        return (add(_behind(turn, 0), {"role": "user", member: [block]}),)
    content = following[0].node.get(member)
    path = (*following[0].path, member)
    if isinstance(content, list):
        first = next((n for n, each in enumerate(content) if not _is_result(each)), len(content))
        return (add((*path, first), block),)
    return (replace(path, [block, {"type": "text", "text": content}] if content else [block]),)


def _is_result(node: Any) -> bool:
    return isinstance(node, dict) and (node.get("type") == "tool_result" or "functionResponse" in node)


def orphaned(found: Diagnostic, outline: Outline) -> tuple[Fix, ...]:
    """Offer to take a result out whose call is not there."""
    return tuple(unsafe("take the result out", each) for each in _out(found, outline))


def repeated(found: Diagnostic, outline: Outline) -> tuple[Fix, ...]:
    """Offer to take the second result of a call out; that is safe where it says the same as the first."""
    pairs = pair(outline)
    for again, use in pairs.again:
        part = pairs.results[again][1]
        if part.pointer == found.pointer:
            first = pairs.results[pairs.answers[use]][1]
            is_same = part.value == first.value and part.is_error == first.is_error
            make = safe if is_same else unsafe
            return tuple(make("take the repeated result out", each) for each in _out(found, outline))
    return ()


def _out(found: Diagnostic, outline: Outline) -> Iterator[Operation]:
    """Yield what takes a result out: its message, if that holds nothing else."""
    for position, part in outline.marked:
        if part.pointer == found.pointer:
            turn = outline.turns[position]
            is_alone = len(turn.parts) == 1 or part.path == turn.path
            if not is_alone or turn.at is not None:
                yield remove(turn.path if is_alone else part.path)


def put_behind(found: Diagnostic, outline: Outline) -> tuple[Fix, ...]:
    """Offer to move a result behind its call, in formats where a result is a turn of its own."""
    pairs = pair(outline)
    by_id = {use.id: position for position, use in pairs.uses}
    for position, result in pairs.results:
        turn = outline.turns[position]
        if result.pointer != found.pointer or turn.path != result.path or result.id not in by_id:
            continue
        asked = by_id[result.id]
        target = outline.turns[asked]
        if not (isinstance(turn.at, int) and isinstance(target.at, int)) or turn.base != target.base:
            return ()
        skipped = _while(outline.turns[asked + 1 :], lambda each: each.role == "tool")
        # The list is one shorter when the result is put into it again.
        at = target.at + 1 + skipped - (1 if turn.at < target.at else 0)
        return (safe("move the result behind its call", move(turn.path, (*turn.base, at))),)
    return ()


def identified(found: Diagnostic, outline: Outline) -> tuple[Fix, ...]:
    """Offer an id for a call that has none, and for a result the id of the first call that waits for one."""
    for _, part in outline.marked:
        if part.pointer != found.pointer or part.id:
            continue
        if part.kind == "tool_use":
            member = _ID_OF_USE.get(str(part.node.get("type", "function")))
            return () if member is None else (_with_id(part, member, _fresh(outline)),)
        if part.kind == "tool_result":
            member = _ID_OF_RESULT.get(str(part.node.get("type")), "tool_call_id")
            waiting = _waiting(outline)
            return () if waiting is None else (_with_id(part, member, waiting),)
    return ()


def _with_id(part: Part, member: str, identifier: str) -> Fix:
    return safe(f"give it the {member} `{identifier}`", add((*part.path, member), identifier))


def _fresh(outline: Outline) -> str:
    known = {part.id for _, part in outline.marked}
    return next(name for n in range(len(known) + 1) if (name := f"call_{n + 1}") not in known)


def _waiting(outline: Outline) -> str | None:
    done = {part.id for _, part in outline.marked if part.kind == "tool_result"}
    uses = (part.id for _, part in outline.marked if part.kind == "tool_use" and part.id)
    return next((each for each in uses if each not in done), None)


def legal(found: Diagnostic, outline: Outline) -> tuple[Fix, ...]:
    """Offer an id without the letters that the format refuses, for the call and for its results."""
    parts = [part for _, part in outline.marked if part.id and part.kind in ("tool_use", "tool_result")]
    places = {f"{part.pointer}/{name}": part.id for part in parts for name in ("id", "tool_use_id")}
    old = places.get(found.pointer or "", "")
    new = _ILLEGAL.sub("_", old)
    if not old or new == old or any(part.id == new for part in parts):
        return ()
    named = {"tool_use": "id", "tool_result": "tool_use_id"}
    changed = (replace((*part.path, named[part.kind]), new) for part in parts if part.id == old)
    return (safe(f"write `{new}` in the call and in its results", *changed),)
