"""The parts of a turn that are pieces of one call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.wire import ENCODER, NOTHING
from turnwire.documents.residue import report_others
from turnwire.families.gemini import wire as w
from turnwire.families.gemini.overlays import own_members, verbatim, without
from turnwire.families.gemini.partial_calls import Call, follows, goes_on, is_piece, put_together, values_of

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ToolUseBlock

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
    return block.provider_raw and without(block.provider_raw, dialect, PIECES)


def _call(raw: Raw) -> Call:
    return values_of(msgspec.json.decode(raw, type=dict[str, Raw]))


def _is_same(one: Raw, other: Raw) -> bool:
    try:
        return bool(other) and bool(msgspec.json.decode(one) == msgspec.json.decode(other))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
