"""What a reply keeps of how its provider spelled it, which no other format says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from turnwire.losses import Losses
from turnwire.residue import pointer_part
from turnwire.wire import ALSO, ENCODER, FORM, KEYS, OMIT

if TYPE_CHECKING:
    from turnwire.model import Completion, Loss

_NOTES: Final = frozenset((OMIT, ALSO, FORM))


def spelling(reply: Completion, dialect: str) -> list[Loss]:
    """Each note about spelling in the residue of other dialects, as dropped.

    The losses of a document leave it out, for who converts one still has it; of a stream nothing is left but what was
    written.
    """
    data = ENCODER.encode(reply)
    losses = Losses(dialect)
    if any(f'"{note}"'.encode() in data for note in _NOTES):
        _tell(msgspec.json.decode(data), "", losses)
    return losses.found


def _tell(node: Any, path: str, losses: Losses) -> None:
    """Looks for residue in a document."""
    for name, value in _members(node):
        place = f"{path}/{pointer_part(name)}"
        if name == "provider_raw" and isinstance(value, dict):
            for dialect, residue in value.items():
                if dialect != losses.dialect:
                    _tell_notes(residue, f"{place}/{pointer_part(dialect)}", losses)
        else:
            _tell(value, place, losses)


def _tell_notes(node: Any, path: str, losses: Losses) -> None:
    """Looks for notes in residue."""
    for name, value in _members(node) if isinstance(node, dict) else ():
        place = f"{path}/{pointer_part(name)}"
        if name in _NOTES:
            losses.dropped(place, "provider_raw", value)
        elif name != KEYS:
            _tell_notes(value, place, losses)


def _members(node: Any) -> list[tuple[str, Any]]:
    if isinstance(node, dict):
        return list(node.items())
    return [(str(n), value) for n, value in enumerate(node)] if isinstance(node, list) else []
