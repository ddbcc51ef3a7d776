"""The parts of a format outside the body: path, query, headers, and the status of an error.

An envelope given to `read` is kept as residue of its dialect at the root of the document, and `write` returns it for
the same dialect; any other target reports it as a loss, like all residue.
The status of an error and the seconds to wait before the next attempt are fields of the model: they are written for
every target, and are not kept a second time.  An error without a status gets the status of its class
(`error_classes`), if the class is known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.wire import AROUND, ENCODER, ENVELOPE
from turnwire.documents.error_classes import status_of
from turnwire.documents.residue import overlay_of
from turnwire.documents.retry_after import is_plain, seconds_of, sent_of, without
from turnwire.errors import invalid
from turnwire.model import ErrorReply

if TYPE_CHECKING:
    from turnwire.documents.inputs import Envelope, Standard
    from turnwire.documents.residue import ProviderRaw
    from turnwire.model import Document


def check_envelope(envelope: object) -> None:
    """Raise InvalidDocument for an envelope that is not a JSON object: bytes, NaN, lone surrogates, unknown keys."""
    import json  # noqa: PLC0415 - few documents have an envelope

    try:
        text = json.dumps(dict(envelope), allow_nan=False, ensure_ascii=False) if isinstance(envelope, Mapping) else ""
        same = json.loads(text.encode()) == envelope
    except (TypeError, ValueError, RecursionError):
        same = False
    if not same:
        raise invalid("envelope.type", "the envelope is not a JSON object", hint="give path, query, headers or status")


def keep(document: Document, dialect: str, envelope: Envelope) -> Document:
    """Return the document with the envelope in its residue; `check_envelope` must have accepted the envelope."""
    if type(document) is ErrorReply:
        document, envelope = _waiting(document, envelope)
    rest = {name: value for name, value in envelope.items() if not _is_known(document, name, value)}
    if not rest:
        return document
    others: ProviderRaw = document.provider_raw or {}
    kept = Raw(ENCODER.encode({**overlay_of(others, dialect), ENVELOPE: rest}))
    return msgspec.structs.replace(document, provider_raw={**others, dialect: kept})


def _is_known(document: Document, name: str, value: Any) -> bool:
    return name == "status" and type(document) is ErrorReply and document.status == value


def _waiting(error: ErrorReply, envelope: Envelope) -> tuple[ErrorReply, Envelope]:
    """Move the seconds that the headers ask to wait into the error; return it with the rest of the envelope."""
    headers = envelope.get("headers")
    if not isinstance(headers, Mapping) or (seconds := seconds_of(headers)) is None:
        return error, envelope
    if error.retry_after is None:
        error = msgspec.structs.replace(error, retry_after=seconds)
    if error.retry_after != seconds or not is_plain(headers, seconds):
        return error, envelope
    others = {name: value for name, value in envelope.items() if name != "headers"}
    return error, others | ({"headers": rest} if (rest := without(headers)) else {})


def given_back(document: Document, dialect: str, standard: Standard) -> Mapping[str, Any]:
    """Return the envelope of a written body: the dialect's standard one, and what was kept of the original."""
    if type(document) is ErrorReply:
        return _of_error(document, _kept_for(document, dialect))
    if callable(standard):
        return standard(document, _kept_for(document, dialect))
    if not document.provider_raw:
        return standard
    return {**standard, **_kept_for(document, dialect)}


def _of_error(error: ErrorReply, kept: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the status and the headers of an error; fields of the document override the kept envelope."""
    found = dict(kept)
    if (status := status_of(error)) is not None:
        found.setdefault("status", status)
    headers = found.get("headers", {})
    if isinstance(headers, Mapping) and seconds_of(headers) != error.retry_after:
        headers = without(headers) | sent_of(error)
        found = {**found, "headers": headers} if headers else {k: v for k, v in found.items() if k != "headers"}
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
