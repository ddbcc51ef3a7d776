"""What a format says outside its body: path, query, headers, the status of an error.

An envelope given to `read` is kept as residue of its dialect at the root of the document, and given back by
`write` for the same dialect; towards any other target it is a loss like all residue.
The status of an error has a place in the model and is not kept twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.errors import invalid
from turnwire.model import ErrorReply
from turnwire.residue import overlay_of
from turnwire.wire import AROUND, ENCODER, ENVELOPE

if TYPE_CHECKING:
    from turnwire.dialect import Envelope, Standard
    from turnwire.model import Document
    from turnwire.residue import ProviderRaw


def check_envelope(envelope: object) -> None:
    """Raises InvalidDocument for an envelope that is no JSON object: bytes, sets, NaN, lone surrogates, other keys."""
    import json  # noqa: PLC0415 - few documents have an envelope

    try:
        text = json.dumps(dict(envelope), allow_nan=False, ensure_ascii=False) if isinstance(envelope, Mapping) else ""
        same = json.loads(text.encode()) == envelope
    except (TypeError, ValueError, RecursionError):
        same = False
    if not same:
        raise invalid("envelope.type", "the envelope is no JSON object", hint="give path, query, headers or status")


def keep(document: Document, dialect: str, envelope: Envelope) -> Document:
    """The document with the envelope, which `check_envelope` has seen, in its residue."""
    rest = {name: value for name, value in envelope.items() if not _is_known(document, name, value)}
    if not rest:
        return document
    others: ProviderRaw = document.provider_raw or {}
    kept = Raw(ENCODER.encode({**overlay_of(others, dialect), ENVELOPE: rest}))
    return msgspec.structs.replace(document, provider_raw={**others, dialect: kept})


def _is_known(document: Document, name: str, value: Any) -> bool:
    return name == "status" and type(document) is ErrorReply and document.status == value


def given_back(document: Document, dialect: str, standard: Standard) -> Mapping[str, Any]:
    """What goes along with the written body: the dialect's standard envelope, and what was kept of a real one."""
    if callable(standard):
        return standard(document, _kept_for(document, dialect))
    if not document.provider_raw and type(document) is not ErrorReply:
        return standard
    found = dict(standard)
    if type(document) is ErrorReply and document.status is not None:
        found["status"] = document.status
    found.update(_kept_for(document, dialect))
    return found


def _kept_for(document: Document, dialect: str) -> Mapping[str, Any]:
    own = (document.provider_raw or {}).get(dialect)
    return _kept(own) if own is not None and ENVELOPE.encode() in bytes(own) else {}


def _kept(own: Raw) -> Mapping[str, Any]:
    try:
        kept = msgspec.json.decode(own).get(ENVELOPE)
    except (msgspec.DecodeError, AttributeError):
        return {}
    return {name: value for name, value in kept.items() if name != AROUND} if isinstance(kept, dict) else {}
