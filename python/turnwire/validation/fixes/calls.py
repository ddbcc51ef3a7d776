"""Fixes for tool uses and tool results: ids, missing and repeated results, and results in the wrong place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.fixes.patches import add, move, remove, replace, safe, unsafe
from turnwire.validation.meaning.severity import ANTHROPIC
from turnwire.validation.outline.nodes import text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnwire.model import Diagnostic, Fix
    from turnwire.validation.fixes.index import Index, Step
    from turnwire.validation.fixes.patches import Operation
    from turnwire.validation.outline.records import Part, Path, Turn

NO_RESULT: Final = "No result of this call was recorded."
"""What a result says that stands for a missing one; it is marked as an error where the format can do so."""
_MOST: Final = 16
"""Parts with one id that are changed together: a call and its result, and a few of the same by mistake."""
_ILLEGAL: Final = re.compile(r"[^a-zA-Z0-9_-]")
_ID_OF_USE: Final = {"function": "id", "tool_use": "id", "function_call": "call_id", "custom_tool_call": "call_id"}
_IDS: Final = {"tool_use": "id", "tool_result": "tool_use_id"}
_ID_OF_RESULT: Final = {"tool_result": "tool_use_id", "function_call_output": "call_id"}


def answered(found: Diagnostic, index: Index) -> tuple[Fix, ...]:
    """Offer an explicit error result for a call that has none, or the only result after it that answers no call."""
    place = index.at(found.pointer)
    operations = _result_of(place[1], index, place[0]) if place is not None else ()
    if place is None or not operations:
        return ()
    step = index.step_at(place[0])
    own = _own_result(step)
    if own is not None and _naming(own, step.open[0]):
        return (_given(own, step.open[0]),)
    is_certain = not step.strays and step.has_names
    return ((safe if is_certain else unsafe)("add a result that says that none was recorded", *operations),)


def _own_result(step: Step) -> Part | None:
    """Return the only result of a step that answers no call, if the step has one open call, whose result it may be."""
    is_alone = len(step.open) == len(step.strays) == 1 and not step.nameless
    return step.strays[0] if is_alone else None


def _given(result: Part, use: Part) -> Fix:
    what = f"the id `{use.id}`" if use.id else f"the name `{use.name}`"
    return unsafe(f"give the result at {result.pointer} {what} of the call", *_naming(result, use))


def _naming(result: Part, use: Part) -> tuple[Operation, ...]:
    """Make the changes by which a result names a call; none if its format has another place for that."""
    if "functionResponse" in result.node:
        path = (*result.path, "functionResponse")
        named = {"id": use.id, "name": use.name}
        return tuple(add((*path, member), value) for member, value in named.items() if value)
    member = _ID_OF_RESULT.get(str(result.node.get("type")), "tool_call_id")
    return (replace((*result.path, member), use.id),) if use.id and member in result.node else ()


def _result_of(use: Part, index: Index, position: int) -> tuple[Operation, ...]:
    outline = index.outline
    turn = outline.turns[position]
    if not use.id and "functionCall" not in use.node:
        return ()
    if "tool_calls" in use.path:
        if "role" not in turn.node:  # LangChain's messages have no roles, and results of another form
            return ()
        message = {"role": "tool", "tool_call_id": use.id, "content": NO_RESULT}
        return (add(_behind(turn, index.results_after[position]), message),)
    kind = use.node.get("type")
    if kind == "function_call":
        return (add(_behind(turn, 0), {"type": "function_call_output", "call_id": use.id, "output": NO_RESULT}),)
    following = outline.turns[position + 1]  # a call of the last turn may still be answered, and has no finding
    if kind == "tool_use" and outline.dialect in ANTHROPIC:
        block = {"type": "tool_result", "tool_use_id": use.id, "content": NO_RESULT, "is_error": True}
        return _into_next(turn, following, "content", block)
    if "functionCall" in use.node:
        answer = {"name": use.name, "response": {"error": NO_RESULT}}
        return _into_next(turn, following, "parts", {"functionResponse": answer | ({"id": use.id} if use.id else {})})
    return ()


def _behind(turn: Turn, skipped: int) -> Path:
    at = turn.at if isinstance(turn.at, int) else 0
    return (*turn.base, at + 1 + skipped)


def _into_next(turn: Turn, following: Turn, member: str, block: dict[str, Any]) -> tuple[Operation, ...]:
    """Put a block in front of the user's next message, or into a message of its own."""
    if text(following.node, "role") != "user":
        return (add(_behind(turn, 0), {"role": "user", member: [block]}),)
    content = following.node.get(member)
    path = (*following.path, member)
    if isinstance(content, list):
        first = next((n for n, each in enumerate(content) if not _is_result(each)), len(content))
        return (add((*path, first), block),)
    if content and not isinstance(content, str):
        return ()
    return (add(path, [block, {"type": "text", "text": content}] if content else [block]),)


def _is_result(node: Any) -> bool:
    return isinstance(node, dict) and (node.get("type") == "tool_result" or "functionResponse" in node)


def orphaned(found: Diagnostic, index: Index) -> tuple[Fix, ...]:
    """Offer a result whose call is not there the id of the only call that has none, or to take it out."""
    place = index.at(found.pointer)
    if place is None:
        return ()
    return (*_adopted(index.step_at(place[0])), *(unsafe("take the result out", each) for each in _out(place, index)))


def _adopted(step: Step) -> tuple[Fix, ...]:
    own = _own_result(step)
    return (_given(own, step.open[0]),) if own is not None and _naming(own, step.open[0]) else ()


def repeated(found: Diagnostic, index: Index) -> tuple[Fix, ...]:
    """Offer to take the second result of a call out, which is safe if it says the same as the first one."""
    place = index.at(found.pointer)
    if place is None or found.pointer not in index.again:
        return ()
    step = index.step_at(place[0])
    # While a call of the same step has no result, this one may be its own, though both say the same.
    make = safe if index.is_same(*index.again[place[1].pointer]) and not step.open else unsafe
    return (*_adopted(step), *(make("take the repeated result out", each) for each in _out(place, index)))


def _out(place: tuple[int, Part], index: Index) -> Iterator[Operation]:
    """Yield what takes a result out: its message, if that holds nothing else."""
    position, part = place
    turn = index.outline.turns[position]
    is_alone = len(turn.parts) == 1 or part.path == turn.path
    if not is_alone or turn.at is not None:
        yield remove(turn.path if is_alone else part.path)


def put_behind(found: Diagnostic, index: Index) -> tuple[Fix, ...]:
    """Offer to move a result behind its call, in formats where a result is a turn of its own."""
    place = index.at(found.pointer)
    if place is None:
        return ()
    position, result = place
    turns = index.outline.turns
    turn, asked = turns[position], index.asked_at.get(result.id)
    if turn.path != result.path or asked is None:
        return ()
    target = turns[asked]
    if not (isinstance(turn.at, int) and isinstance(target.at, int)) or turn.base != target.base:
        return ()
    # The list is one shorter when the result is put into it again.
    at = target.at + 1 + index.results_after[asked] - (1 if turn.at < target.at else 0)
    return (safe("move the result behind its call", move(turn.path, (*turn.base, at))),)


def identified(found: Diagnostic, index: Index) -> tuple[Fix, ...]:
    """Offer an id for a call that has none, and for a result the id of the call that it answers by their order."""
    place = index.at(found.pointer)
    if place is None:
        return ()
    position, part = place
    is_use = part.kind == "tool_use"
    members, other = (_ID_OF_USE, "") if is_use else (_ID_OF_RESULT, "tool_call_id")
    member = members.get(str(part.node.get("type")), other)
    if part.id or part.kind not in ("tool_use", "tool_result") or found.expected != f"a member `{member}`":
        return ()
    step = index.step_at(position)
    if is_use:
        own = _own_result(step)
        if own is not None and own.id:
            return (_with_id(safe, part, member, own.id),)
        # Results after it that name no call may be its own: an id of ours would part them from it.
        return (_with_id(unsafe if step.strays else safe, part, member, index.fresh[part.pointer]),)
    at = step.nameless.get(part.pointer, len(step.open))
    if at >= len(step.open):
        return ()
    use = step.open[at]
    is_certain = len(step.open) == len(step.nameless) and not step.strays
    return (_with_id(safe if is_certain else unsafe, part, member, use.id or index.fresh[use.pointer]),)


def _with_id(make: Callable[..., Fix], part: Part, member: str, identifier: str) -> Fix:
    return make(f"give it the {member} `{identifier}`", add((*part.path, member), identifier))


def legal(found: Diagnostic, index: Index) -> tuple[Fix, ...]:
    """Offer an id without the letters that the format refuses, for the call and for its results."""
    place, _, name = (found.pointer or "").rpartition("/")
    if place not in index.parts or name not in _IDS.values():
        return ()
    old = index.parts[place][1].id
    new = _ILLEGAL.sub("_", old)
    if not old or new == old or new in index.by_id or len(index.by_id[old]) > _MOST:
        return ()
    changed = (replace((*part.path, _IDS[part.kind]), new) for part in index.by_id[old])
    return (safe(f"write `{new}` in the call and in its results", *changed),)
