"""Reading and restoring this dialect's residue, which names the wire object that each member belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Raw

from turnwire.codec.values import members_of
from turnwire.codec.wire import ENCODER
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.documents.residue import form_of, merge, report_others

if TYPE_CHECKING:
    from collections.abc import Collection

    from turnwire.documents.residue import ProviderRaw
    from turnwire.losses import Losses


def own_residue(provider_raw: ProviderRaw | None) -> dict[str, Raw]:
    """Return this dialect's residue at a node, by key."""
    return members_of(provider_raw.get(NAME) if provider_raw else None)


def restore_under(
    key: str, wire: Any, provider_raw: ProviderRaw | None, losses: Losses, path: str, *, beside: Collection[str] = ()
) -> Any:
    """The wire object with what this dialect kept under one key of the node's residue.

    The residue under other keys is reported as lost, except that of `beside`, which the caller handles.
    """
    if not provider_raw:
        return wire
    report_others(provider_raw, losses, path, looked_at=(key, *beside))
    overlay = own_residue(provider_raw).get(key)
    return wire if overlay is None else Raw(merge(ENCODER.encode(wire), overlay))


def write_word(
    node: Any, field: str, known: Collection[str], wire: dict[str, Any], losses: Losses, *, place: str, feature: str
) -> None:
    """Write a word that the API documents, or that was read from it; the word of another provider is dropped.

    Args:
        node: the node of the model that has the word.
        field: the name of the word there, and in the wire object.
        known: the words that the API documents.
        wire: the wire object.
        losses: where a word that is dropped is reported.
        place: where the node stands in the caller's document.
        feature: the schema's name for the node.
    """
    word = getattr(node, field)
    if word is None:
        return
    if word in known or form_of(node.provider_raw, NAME).get(field) == word:
        wire[field] = word
    else:
        losses.dropped(f"{place}/{field}", f"{feature}.{field}", word)
