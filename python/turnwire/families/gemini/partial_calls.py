"""Calls in pieces: parts whose `functionCall` has `partialArgs` or `willContinue`, put together.

FunctionCall.partialArgs: "The partial argument value of the function call. If provided, represents the
arguments/fields that are streamed incrementally."  FunctionCall.willContinue: "Whether this is the last part of the
FunctionCall. If true, another partial message for the current FunctionCall is expected to follow."
PartialArg.jsonPath: "A JSON Path (RFC 9535) to the argument being streamed" (aiplatform v1, 2026).
"""

from __future__ import annotations

import math
import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.wire import ENCODER, NOTHING
from turnwire.documents.residue import own_members, report_others, without_keys
from turnwire.families.gemini import wire as w
from turnwire.families.gemini.overlays import verbatim

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.losses import Losses
    from turnwire.model import ToolUseBlock

Call = dict[str, Any]
"""A `functionCall` as JSON."""
Step = str | int
_VALUES: Final = ("stringValue", "numberValue", "boolValue", "nullValue")
_STEP: Final = re.compile(r"""\.([^.\[\]'"]+)|\[(\d{1,6})\]|\['([^'\\]*)'\]|\["([^"\\]*)"\]""")
_DEEPEST: Final = 40
_MISFIT: Final = object()
_UNREADABLE: Final = object()
_MEMBERS: Final = ("id", "name", "args", "partialArgs", "willContinue")


def values_of(members: Mapping[str, Raw]) -> Call:
    """Return a call of these members; a value that Python cannot hold, such as 1e400, is `_UNREADABLE`."""
    return {name: _value(members[name]) for name in _MEMBERS if name in members}


def _value(raw: Raw) -> Any:
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _UNREADABLE


def is_piece(call: Call) -> bool:
    """Whether a call is a piece, with more to come or with a part of its arguments."""
    return "partialArgs" in call or goes_on(call)


def goes_on(call: Call) -> bool:
    """Whether another piece of the call follows."""
    return call.get("willContinue") is True


def follows(call: Call) -> bool:
    """Whether a call continues the one before it: only the first piece has the name."""
    return "name" not in call


def put_together(pieces: list[Call]) -> Call | None:
    """Return the call of these pieces; None if it is not whole, or a path in it is not understood.

    Examples:
        >>> arg = {"jsonPath": "$.city", "stringValue": "Oslo"}
        >>> put_together([{"name": "look", "willContinue": True}, {"partialArgs": [arg]}])
        {'name': 'look', 'args': {'city': 'Oslo'}}
    """
    first = pieces[0]
    if not isinstance(first.get("name"), str) or not isinstance(first.get("id", ""), str) or goes_on(pieces[-1]):
        return None
    said: dict[tuple[Step, ...], list[Any]] = {}
    for piece in pieces:
        whole = piece.get("args") or {}
        if not isinstance(whole, dict):
            return None
        said.update({(name,): [value] for name, value in whole.items()})
        arguments = piece.get("partialArgs", [])
        if not isinstance(arguments, list) or not all(_note(each, said) for each in arguments):
            return None
    args = _tree(said)
    if args is None:
        return None
    own = {name: value for name in ("id", "name") if (value := first.get(name)) is not None}
    return {**own, "args": args}


def _note(argument: Any, said: dict[tuple[Step, ...], list[Any]]) -> bool:
    """Note the value of an argument, or a piece of its text; return whether it is understood."""
    path = _path(argument.get("jsonPath")) if isinstance(argument, dict) else None
    kinds = [name for name in _VALUES if name in argument] if path else []
    if path is None or len(kinds) != 1:
        return False
    value = None if kinds[0] == "nullValue" else argument[kinds[0]]
    if isinstance(value, dict | list) or (isinstance(value, float) and not math.isfinite(value)):
        return False
    before = said.setdefault(path, [])
    if not (isinstance(value, str) and all(isinstance(each, str) for each in before[-1:])):
        before.clear()
    before.append(value)
    return True


def _path(text: Any) -> tuple[Step, ...] | None:
    """Return the steps of a path from the arguments to a value; None if it has anything but names and numbers."""
    if not isinstance(text, str) or not text.startswith("$"):
        return None
    steps: list[Step] = []
    position = 1
    while position < len(text) and len(steps) < _DEEPEST:
        found = _STEP.match(text, position)
        if found is None:
            return None
        name, number, *quoted = found.groups()
        steps.append(int(number) if number else name or quoted[0] or quoted[1] or "")
        position = found.end()
    return tuple(steps) if position == len(text) and steps and isinstance(steps[0], str) else None


def _tree(said: dict[tuple[Step, ...], list[Any]]) -> dict[str, Any] | None:
    """The arguments as one object; None if two paths contradict each other."""
    root: dict[str, Any] = {}
    for path, values in said.items():
        node: Any = root
        for step, after in pairwise(path):
            node = _put(node, step, [] if isinstance(after, int) else {})
        value = "".join(values) if isinstance(values[0], str) else values[0]
        if _put(node, path[-1], value) is not value:
            return None
    return root


def _put(node: Any, step: Step, value: Any) -> Any:
    """Put a value into an object, or at the end of a list; return what is there, `_MISFIT` if it does not fit."""
    if isinstance(node, dict) and isinstance(step, str):
        return node.setdefault(step, value)
    if isinstance(node, list) and isinstance(step, int) and step <= len(node):
        if step == len(node):
            node.append(value)
        return node[step]
    return _MISFIT


PIECES: Final = "pieces"
"""In the residue of a call: the parts that it was read from."""
_HELD = frozenset({"id", "name", "input"})


def has_piece(part: w.Part | str) -> bool:
    """Whether a part is a piece of a call."""
    if isinstance(part, str) or part.function_call is UNSET or part.function_call.unknown is NOTHING:
        return False
    return is_piece(_call(verbatim(part.function_call)))


def grouped(parts: list[w.Part | str]) -> list[list[w.Part | str]]:
    """The parts, with the pieces of each call in one list."""
    groups: list[list[w.Part | str]] = []
    is_open = False
    for part in parts:
        call = None if isinstance(part, str) or part.function_call is UNSET else _call(verbatim(part.function_call))
        if is_open and call is not None and follows(call):
            groups[-1].append(part)
        else:
            groups.append([part])
        is_open = call is not None and goes_on(call)
    return groups


def call_of(pieces: list[Raw]) -> w.FunctionCall | None:
    """Return the call that these parts make up; None if they are no whole call."""
    call = put_together([_call(msgspec.json.decode(piece, type=dict[str, Raw])["functionCall"]) for piece in pieces])
    if call is None:
        return None
    return w.FunctionCall(call.get("id", UNSET), call["name"], Raw(ENCODER.encode(call["args"])))


def write_pieces(block: ToolUseBlock, place: str, losses: Losses) -> list[Any]:
    """Return the parts that a call was read from; none if it was not read from pieces, or was changed since."""
    kept = own_members(block.provider_raw, losses.dialect).get(PIECES)
    if kept is None:
        return []
    try:
        pieces = msgspec.json.decode(kept, type=list[Raw])
        call = call_of(pieces) if pieces else None
    except (msgspec.DecodeError, LookupError):
        return []
    if (
        call is None
        or (call.id or "", call.name) != (block.id or "", block.name)
        or not _is_same(call.args, block.input)
    ):
        return []
    losses.dropped_fields(block, _HELD, place, "tool_use")
    report_others(block.provider_raw, losses, place, looked_at=(PIECES,))
    return pieces


def without_pieces(block: ToolUseBlock, dialect: str) -> Any:
    """The residue of a call that is written whole."""
    return block.provider_raw and without_keys(block.provider_raw, dialect, PIECES)


def _call(raw: Raw) -> Call:
    return values_of(msgspec.json.decode(raw, type=dict[str, Raw]))


def _is_same(one: Raw, other: Raw) -> bool:
    try:
        return bool(other) and bool(msgspec.json.decode(one) == msgspec.json.decode(other))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
