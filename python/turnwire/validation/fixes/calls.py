"""Fixes for tool uses and tool results: ids, missing and repeated results, and results in the wrong place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from turnwire.validation.families import CONVERSE
from turnwire.validation.fixes.answers import block_behind, missing
from turnwire.validation.fixes.patches import add, move, remove, replace, safe, unsafe
from turnwire.validation.outline.records import pointer_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from turnwire.model import Diagnostic, Fix
    from turnwire.validation.fixes.index import Index, Step
    from turnwire.validation.fixes.patches import Operation
    from turnwire.validation.outline.records import Part, Path

_MOST: Final = 16
"""Parts with one id that are changed together: a call and its result, and a few of the same by mistake."""
_ILLEGAL: Final = re.compile(r"[^a-zA-Z0-9_-]")
_ID_OF_USE: Final = {"function": "id", "tool_use": "id", "function_call": "call_id", "custom_tool_call": "call_id"}
_IDS: Final[Mapping[str, Path]] = {"tool_use": ("id",), "tool_result": ("tool_use_id",)}
_CONVERSE_IDS: Final[Mapping[str, Path]] = {
    "tool_use": ("toolUse", "toolUseId"),
    "tool_result": ("toolResult", "toolUseId"),
}
_ID_OF_RESULT: Final = {"tool_result": "tool_use_id", "function_call_output": "call_id"}


def answered(found: Diagnostic, index: Index) -> tuple[Fix, ...]:
    """Offer an explicit error result for a call that has none, or the only result after it that answers no call."""
    place = index.at(found.pointer)
    # A result that comes before its call is moved behind it.
    operations = missing(place[1], index, place[0]) if place is not None and place[1].id not in index.early else ()
    if place is None or not operations or _is_shared(place[1].id, index):
        return ()
    step = index.step_at(place[0])
    own = _own_result(step)
    if own is not None and _naming(own, step.open[0]):
        return (_given(own, step.open[0]),)
    is_certain = not step.strays and step.has_names
    return ((safe if is_certain else unsafe)("add a result that says that none was recorded", *operations),)


def _is_shared(name: str, index: Index) -> bool:
    """Return whether several calls have an id, so that a result beside them may be that of any."""
    return sum(part.kind == "tool_use" for part in index.by_id.get(name, ())) > 1


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
    if "toolResult" in result.node:
        return (add((*result.path, "toolResult", "toolUseId"), use.id),) if use.id else ()
    member = _ID_OF_RESULT.get(str(result.node.get("type")), "tool_call_id")
    return (replace((*result.path, member), use.id),) if use.id and member in result.node else ()


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
    """Offer to move a result behind its call: the turn that it is, or the block of a message."""
    place = index.at(found.pointer)
    if place is None:
        return ()
    position, result = place
    turns = index.outline.turns
    turn, asked = turns[position], index.asked_at.get(result.id)
    if asked is None:
        return ()
    is_message = turn.path == result.path or (turn.role == "tool" and len(turn.parts) == 1)
    if not is_message:
        operations = block_behind(turn, result, asked, index)
        return (safe("move the result behind its call", *operations),) if operations else ()
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
    ids = _CONVERSE_IDS if index.outline.dialect == CONVERSE else _IDS
    pointer = found.pointer or ""
    ends = (pointer_of(path) for path in ids.values())
    place = next((pointer.removesuffix(end) for end in ends if pointer.endswith(end)), "")
    if place not in index.parts:
        return ()
    old = index.parts[place][1].id
    new = _ILLEGAL.sub("_", old)
    if not old or new == old or new in index.by_id or len(index.by_id[old]) > _MOST:
        return ()
    changed = (replace((*part.path, *ids[part.kind]), new) for part in index.by_id[old])
    return (safe(f"write `{new}` in the call and in its results", *changed),)
