"""Residue about how a provider spelled its reply, which no other format has, and a stream has only in part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.wire import ALSO, ENCODER, FORM, KEYS, OMIT
from turnwire.documents.moving import REPLY
from turnwire.documents.residue import pointer_part
from turnwire.losses import Losses
from turnwire.model import ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.documents.written import Written
    from turnwire.model import Completion, Loss

_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])
_ENDS: Final = frozenset(b"\r\n")
_WIDE: Final = msgspec.json.Decoder(float_hook=float)  # residue may have numbers that no double holds
_NOTES: Final = frozenset((OMIT, ALSO, FORM))


def spelling(reply: Completion, dialect: str) -> list[Loss]:
    """Report each note about spelling in the residue of other dialects as dropped.

    The losses of a document leave it out, because the caller still has the document; of a stream only the output
    remains.
    """
    data = ENCODER.encode(reply)
    losses = Losses(dialect)
    if any(f'"{note}"'.encode() in data for note in _NOTES):
        _report(_WIDE.decode(data), "", losses)
    return losses.found


def put_on_one_line(reply: Completion, written: Written, dialect: str) -> list[Loss]:
    """Report the line breaks between the tokens of each input that is written as JSON: a chunk is one line."""
    dropped = {loss.path for loss in written.losses if loss.kind == "dropped"}
    losses = Losses(dialect)
    for candidate, message in enumerate(reply.candidates):
        for number, block in enumerate(message.content):
            place = f"/candidates/{candidate}/content/{number}"
            if type(block) is not ToolUseBlock or not _ENDS.intersection(bytes(block.input)):
                continue
            if bytes(block.input) not in written.data:
                continue  # a text of JSON, in which ends of lines are escaped
            if dropped.isdisjoint((f"/candidates/{candidate}", place, f"{place}/input")):
                losses.reshaped(f"{place}/input", "tool_use.input", block.input)
    return losses.found


def without_omissions(node: Any) -> None:
    """Forget which members a reply left out: if it was put together from chunks, none was left out."""
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if name == "provider_raw":
            node.provider_raw = _residue_without(value)
        elif type(value) is list or isinstance(value, Struct):
            for each in value if type(value) is list else (value,):
                if isinstance(each, Struct):
                    without_omissions(each)


def _residue_without(provider_raw: dict[str, Raw] | None) -> dict[str, Raw] | None:
    if provider_raw is None or not any(OMIT.encode() in bytes(raw) for raw in provider_raw.values()):
        return provider_raw
    found = {name: _with_short_mark(_tree_without(_OBJECT.decode(raw))) for name, raw in provider_raw.items()}
    return {name: Raw(ENCODER.encode(tree)) for name, tree in found.items() if tree} or None


def _with_short_mark(tree: dict[str, Any]) -> dict[str, Any]:
    """Shorten the mark of a reply (documents/moving.py) if the message has no residue of its own."""
    form = _OBJECT.decode(ENCODER.encode(tree.get(FORM, {})))
    if REPLY not in form or _WIDE.decode(form[REPLY]) in tree:
        return tree
    if tree.keys() == {FORM} and form.keys() == {REPLY}:
        return {}
    return {**tree, FORM: {**form, REPLY: ""}}


def _tree_without(members: Mapping[str, Raw]) -> dict[str, Any]:
    """Return residue without the notes; an object of notes alone is removed, and free JSON is unchanged."""
    found: dict[str, Any] = {}
    for name, raw in members.items():
        if name == OMIT:
            continue
        if OMIT.encode() not in bytes(raw) or bytes(raw)[:1] != b"{" or name == KEYS:
            found[name] = raw
        elif inner := _tree_without(_OBJECT.decode(raw)):
            found[name] = inner
    return found


def _report(node: Any, path: str, losses: Losses) -> None:
    """Looks for residue in a document."""
    for name, value in _members(node):
        place = f"{path}/{pointer_part(name)}"
        if name == "provider_raw" and isinstance(value, dict):
            for dialect, residue in value.items():
                if dialect != losses.dialect:
                    _report_notes(residue, f"{place}/{pointer_part(dialect)}", losses)
        else:
            _report(value, place, losses)


def _report_notes(node: Any, path: str, losses: Losses) -> None:
    """Looks for notes in residue."""
    for name, value in _members(node) if isinstance(node, dict) else ():
        place = f"{path}/{pointer_part(name)}"
        if name in _NOTES:
            if not _is_of_reply(value):
                losses.dropped(place, "provider_raw", value)
        elif name != KEYS:
            _report_notes(value, place, losses)


def _is_of_reply(note: Any) -> bool:
    """Return whether a note only marks the residue of a reply, which has no content."""
    return isinstance(note, dict) and note.keys() == {REPLY}


def _members(node: Any) -> list[tuple[str, Any]]:
    if isinstance(node, dict):
        return list(node.items())
    return [(str(n), value) for n, value in enumerate(node)] if isinstance(node, list) else []
