"""What a format says outside its body: path, query, headers, the status of an error.

An envelope given to `read` is kept as residue of its dialect at the root of the document, and given back by
`write` for the same dialect; towards any other target it is a loss like all residue.
The status of an error and the seconds to wait before another try have a place in the model: they go to every target,
and are not kept twice.  An error without a status gets that of its kind (`error_classes`), where the kind is known.
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
    """The error with the seconds that the headers ask to wait, and the envelope without what these say again."""
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
    """What goes along with the written body: the dialect's standard envelope, and what was kept of a real one."""
    if type(document) is ErrorReply:
        return _of_error(document, _kept_for(document, dialect))
    if callable(standard):
        return standard(document, _kept_for(document, dialect))
    if not document.provider_raw:
        return standard
    return {**standard, **_kept_for(document, dialect)}


def _of_error(error: ErrorReply, kept: Mapping[str, Any]) -> Mapping[str, Any]:
    """The status and the headers of an error: what the document says, before what was kept."""
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
