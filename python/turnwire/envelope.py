"""What a format says outside its body: path, query, headers, the status of an error.

An envelope given to `read` is kept as residue of its dialect at the root of the document, and given back by
`write` for the same dialect; towards any other target it is a loss like all residue.
The status of an error has a place in the model and is not kept twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.errors import invalid
from turnwire.model import ErrorReply
from turnwire.residue import ENVELOPE, ProviderRaw
from turnwire.wire import ENCODER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.dialect import Envelope
    from turnwire.model import Document

_OVERLAY = msgspec.json.Decoder(dict[str, Raw])


def keep(document: Document, dialect: str, envelope: Envelope) -> Document:
    """The document with the envelope in its residue.  Raises InvalidDocument for an envelope that is no JSON."""
    rest = {name: value for name, value in envelope.items() if not _is_known(document, name, value)}
    if not rest:
        return document
    others: ProviderRaw = document.provider_raw or {}
    overlay: dict[str, Any] = dict(_OVERLAY.decode(others[dialect])) if dialect in others else {}
    try:
        kept = Raw(ENCODER.encode({**overlay, ENVELOPE: rest}))
    except (TypeError, ValueError, RecursionError) as error:
        raise invalid("envelope.type", f"the envelope is not JSON: {error}") from None
    return msgspec.structs.replace(document, provider_raw={**others, dialect: kept})


def _is_known(document: Document, name: str, value: Any) -> bool:
    return name == "status" and type(document) is ErrorReply and document.status == value


def given_back(document: Document, dialect: str, standard: Envelope) -> Mapping[str, Any]:
    """What goes along with the written body: the dialect's standard envelope, and what was kept of a real one."""
    if not document.provider_raw and type(document) is not ErrorReply:
        return standard
    found = dict(standard)
    if type(document) is ErrorReply and document.status is not None:
        found["status"] = document.status
    own = (document.provider_raw or {}).get(dialect)
    if own is not None and ENVELOPE.encode() in bytes(own):
        found.update(_kept(own))
    return found


def _kept(own: Raw) -> Mapping[str, Any]:
    try:
        kept = msgspec.json.decode(own).get(ENVELOPE)
    except (msgspec.DecodeError, AttributeError):
        return {}
    return kept if isinstance(kept, dict) else {}
