"""Read, write and convert documents; the diagram shows the whole flow.

bytes --decode--> wire --read--> document --lower*--> draft --write--> wire --encode--> bytes
                   |                |                                   |
                   +-- residue -----+            losses ----------------+--> caller
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, overload

from msgspec import structs

from turnwire.codec.json import check
from turnwire.codec.limits import FAST, ONLY_KEYS, STRICT
from turnwire.codec.wire import ENCODER
from turnwire.detect import guess_by_members
from turnwire.dialects import check_names, full_name, part_of, writer_of
from turnwire.dialects.recognition import recognised
from turnwire.dialects.wrapping import decoded, keep_around, placed, put_around
from turnwire.dialects.write_errors import check_error, check_numbers, refusal
from turnwire.documents.envelope import check_envelope, given_back, keep
from turnwire.documents.inputs import as_bytes
from turnwire.documents.moving import in_request, mark_candidates
from turnwire.documents.non_object_errors import text_error
from turnwire.documents.options import DEFAULT, Keeping, check_keeping, check_model
from turnwire.documents.records import leave_out_records
from turnwire.documents.residue import NATIVE
from turnwire.documents.written import Written, changed
from turnwire.errors import InvalidDocument, LossyConversion
from turnwire.lane.reply_route import reply_by_lane
from turnwire.lane.route import by_lane
from turnwire.losses import Losses, not_allowed
from turnwire.lowering.as_read import mark_refused
from turnwire.lowering.draft import lowered
from turnwire.lowering.features import features_of
from turnwire.model import Completion, ErrorReply, History, Settings

if TYPE_CHECKING:
    from collections.abc import Collection

    from turnwire.codec.limits import Limits
    from turnwire.dialects.dialect import Kind, Part
    from turnwire.dialects.wrapping import Wrapped
    from turnwire.documents.inputs import Envelope, Input
    from turnwire.model import Document


_KIND_OF: Final[dict[type[Document], Kind]] = {History: "request", Completion: "response", ErrorReply: "error"}


@overload
def read(
    data: Input,
    dialect: str | None = ...,
    *,
    kind: Literal["request"],
    envelope: Envelope | None = ...,
    limits: Limits = ...,
) -> History: ...
@overload
def read(
    data: Input,
    dialect: str | None = ...,
    *,
    kind: Literal["response"],
    envelope: Envelope | None = ...,
    limits: Limits = ...,
) -> Completion: ...
@overload
def read(
    data: Input,
    dialect: str | None = ...,
    *,
    kind: Literal["error"],
    envelope: Envelope | None = ...,
    limits: Limits = ...,
) -> ErrorReply: ...
@overload
def read(
    data: Input,
    dialect: str | None = ...,
    *,
    kind: Kind | None = ...,
    envelope: Envelope | None = ...,
    limits: Limits = ...,
) -> Document: ...
def read(
    data: Input,
    dialect: str | None = None,
    *,
    kind: Kind | None = None,
    envelope: Envelope | None = None,
    limits: Limits = FAST,
) -> Document:
    """Read a document.

    Args:
        data: the body: JSON as bytes or text, parsed JSON, an object of a provider's package, or a list of messages.
        dialect: the dialect of `data`, by its name or a short name; None detects it.
        kind: `"request"`, `"response"` or `"error"`; None detects it.
        envelope: the parts of the exchange outside the body: `path`, `query`, `headers`, `status`.
            With `kind="error"` and a status, `data` may be any bytes: the HTML page of a proxy becomes the message.
        limits: how large and deep the input may be.  If an object repeats a key, the last value counts;
            `STRICT` (`turnwire.codec.limits`) refuses such a document, which costs a second scan of the text.

    Returns:
        A History for a request, a Completion for a response, an ErrorReply for an error.

    Raises:
        InvalidDocument: `data` cannot be read, or fits several dialects equally.
        UnknownDialect: the dialect or the kind does not exist.

    Example:
        `history = turnwire.read(body, "openai", kind="request")`
    """
    body = data if type(data) is bytes else as_bytes(data)
    dialect = None if dialect is None else full_name(dialect)
    found = recognised(body, limits) if dialect is None and kind in (None, "request") else None
    if found is not None and found.is_certain:
        dialect, kind = found.dialect, "request"
    elif dialect is None or kind is None:
        dialect, kind = guess_by_members(body, dialect, kind)
    if envelope is not None:
        check_envelope(envelope)
    try:
        part = part_of(dialect, kind)
    except TypeError:
        check_names(dialect, kind)  # what cannot be looked up is no name
        raise
    wire = found.wire if found is not None and (found.dialect, "request") == (dialect, kind) else None
    try:
        return _understood(part, dialect, body, envelope, limits, wire)
    except InvalidDocument as refused:
        error = text_error(body, envelope, refused) if kind == "error" else None
        if envelope is None or error is None:
            raise
        return keep(error, dialect, envelope)


def _understood(
    part: Part, dialect: str, body: bytes, envelope: Envelope | None, limits: Limits, wire: object
) -> Document:
    """Decode and read a body, or read what is already decoded, and keep the envelope in the document."""
    found: Wrapped | None = None
    try:
        if wire is None:
            wire, found = decoded(part, body, limits)
        document: Document = part.read(wire, envelope)
        check_numbers(document)
    except (InvalidDocument, UnicodeDecodeError) as refused:
        check(body, limits)  # a reader sees one piece at a time; this finds the line and column in the whole
        if found is not None and isinstance(refused, InvalidDocument):
            raise placed(refused, found, part.bare_list) from None
        raise
    if type(document) is ErrorReply and not document.message and document.status is None:
        check_error(body if found is None else found.body)
    _mark(document, part, dialect)
    document = keep(document, dialect, envelope) if envelope else document
    return document if found is None else keep_around(document, dialect, found)


def _mark(document: Document, part: Part, dialect: str) -> None:
    """Mark what the server would refuse, so that it is written back unchanged, and mark the residue of choices."""
    if type(document) is History:
        if part.refused.passes or part.marks:
            features = features_of(document)
            if part.refused.rules_for(features, None if document.settings is None else document.settings.model):
                mark_refused(document, dialect, part.refused, features)
            for marking in part.marks:
                if marking.when & features:
                    marking.mark(document, dialect)
    elif type(document) is Completion and part.message_in is not None:
        mark_candidates(document, dialect, part.message_in)


def write(document: Document, dialect: str, *, model: str | None = None, keeping: Keeping = DEFAULT) -> Written:
    """Write a document in a dialect.

    Args:
        document: a History, Completion or ErrorReply.
        dialect: the name of the target, such as `openai_chat`, or a short name, such as `openai`.
        model: the model that the output names; None keeps the document's own.
        keeping: how reasoning and provider-run tools are written for another provider.

    Returns:
        The body, its losses, and its envelope.

    Raises:
        UnknownDialect: the dialect does not exist, or has no documents of this kind.
        InvalidDocument: a program built the document and it does not fit the model, or its residue was edited
            (docs/not-supported.md).
        TypeError: `keeping` is not a Keeping, or `model` is not a str.

    Example:
        `turnwire.write(history, "anthropic_messages", model="claude-sonnet-4-5").data`
    """
    if model is not None:
        document = _for_model(document, model)
    if keeping is not DEFAULT:
        check_keeping(keeping)
    dialect = full_name(dialect)
    part = writer_of(dialect, type(document))
    losses = Losses(dialect)
    try:
        check_numbers(document)
        draft = part.draft(_as_asked(document, losses, part))
        if keeping is not DEFAULT:
            draft.keeping = keeping
        wire = part.write(lowered(draft, part.lower, losses), losses)
        data = wire if type(wire) is bytes else ENCODER.encode(wire)
        if document.provider_raw:
            data = put_around(document, dialect, data, part.bare_list)
        if losses.found:
            leave_out_records(losses, document)
        ids = losses.ids if losses.names is None else changed(losses)
        return Written(data, losses.told(document), given_back(document, dialect, part.envelope), ids)
    except Exception as fault:
        refused = refusal(document, dialect, writer_of(NATIVE, type(document)), fault)
        if refused is None:
            raise
        raise refused from fault


def _as_asked(document: Document, losses: Losses, part: Part) -> Document:
    """Prepare a document for the draft: in a request, messages of replies lose the residue of their choices."""
    if type(document) is not History or losses.dialect == NATIVE:
        return document
    return in_request(document, losses, part.documented)


def _for_model(document: Document, model: str) -> Document:
    """Return the document with another model; an error has no model and is returned unchanged."""
    check_model(model)
    if isinstance(document, History):
        return structs.replace(document, settings=structs.replace(document.settings or Settings(), model=model))
    return structs.replace(document, model=model) if isinstance(document, Completion) else document


def convert(
    data: Input,
    target: str,
    *,
    source: str | None = None,
    kind: Kind | None = None,
    envelope: Envelope | None = None,
    strict: bool = False,
    allow: Collection[str] = (),
    model: str | None = None,
    keeping: Keeping = DEFAULT,
) -> Written:
    """Read a document and write it in another dialect.

    Args:
        data: the body: JSON as bytes or text, parsed JSON, an object of a provider's package, or a list of messages.
        target: the dialect to write, by its name or a short name.
        source: the dialect of `data`, by its name or a short name; None detects it.
        kind: `"request"`, `"response"` or `"error"`; None detects it.
        envelope: the parts of the exchange outside the body: `path`, `query`, `headers`, `status`.
        strict: raise LossyConversion if anything is lost.
        allow: kinds or features of losses that `strict` accepts, such as `"invented"` or `"metadata.usage"`; a feature
            includes the features below it.
        model: the model that the output names; None keeps the document's own.
        keeping: how reasoning and provider-run tools are written for another provider.

    Returns:
        The body in the target's dialect, its losses, and its envelope.

    Raises:
        InvalidDocument: `data` cannot be read.
        UnknownDialect: a dialect does not exist, or has no documents of this kind.
        LossyConversion: `strict` is set, and a loss is not in `allow`.
        TypeError: `keeping` is not a Keeping, or `model` is not a str.

    Example:
        `turnwire.convert(body, "anthropic_messages", model="claude-sonnet-4-5").data`
    """
    if keeping is not DEFAULT:
        check_keeping(keeping)
    body = data if type(data) is bytes else as_bytes(data)
    written = _by_lane(body, target, source, kind, model, keeping) if envelope is None else None
    if written is None:
        document = read(body, source, kind=kind, envelope=envelope)
        written = write(document, target, model=model, keeping=keeping)
    if strict and (refused := not_allowed(written.losses, allow)):
        raise LossyConversion(refused)
    return written


def converted(
    data: Input,
    target: str,
    *,
    source: str | None = None,
    kind: Kind | None = None,
    envelope: Envelope | None = None,
    model: str | None = None,
    keeping: Keeping = DEFAULT,
    limits: Limits = FAST,
) -> tuple[Written, Kind]:
    """Convert a document as `convert` does, and return its kind, too.

    Args:
        data: the body, as for `convert`.
        target: the dialect to write, by its name or a short name.
        source: the dialect of `data`, by its name or a short name; None detects it.
        kind: `"request"`, `"response"` or `"error"`; None detects it.
        envelope: the parts of the exchange outside the body.
        model: the model that the output names; None keeps the document's own.
        keeping: how reasoning and provider-run tools are written for another provider.
        limits: how large and deep the input may be, and whether it may repeat a key.

    Returns:
        What `convert` returns, and the kind of the document.

    Raises:
        InvalidDocument: `data` cannot be read, or exceeds `limits`.
        UnknownDialect: a dialect does not exist, or has no documents of this kind.

    Example:
        `written, kind = converted(body, "anthropic_messages", limits=STRICT)`
    """
    body = data if type(data) is bytes else as_bytes(data)
    written = _by_lane(body, target, source, kind, model, keeping, limits) if envelope is None else None
    if written is not None:
        return written, kind or "request"
    document = read(body, source, kind=kind, envelope=envelope, limits=limits)
    return write(document, target, model=model, keeping=keeping), _KIND_OF[type(document)]


def convert_plain(data: bytes, target: str, *, source: str | None, model: str | None = None) -> Written | None:
    """Convert a plain request that repeats no key, at less cost than `read` and `write`.

    Args:
        data: the body of the request.
        target: the dialect to write, by its name or a short name.
        source: the dialect of `data`, by its name or a short name; None for a body that can be of one dialect alone.
        model: the model that the output names; None keeps the request's own.

    Returns:
        The same as `write` returns for what `read` returns; None for all but plain requests within `STRICT`.

    Raises:
        UnknownDialect: a dialect does not exist.

    Example:
        `written = convert_plain(body, "anthropic_messages", source="openai_chat")`
    """
    return by_lane(data, source, target, model, STRICT)


def _by_lane(
    data: bytes,
    target: str,
    source: str | None,
    kind: Kind | None,
    model: str | None,
    keeping: Keeping,
    limits: Limits = FAST,
) -> Written | None:
    """Convert a request or a reply by the plain lane; None if the canonical route has to convert it."""
    if kind == "error":
        return None
    if model is not None:
        check_model(model)
    try:
        if kind != "response":
            return by_lane(data, source, target, model, limits)
        written = None if source is None or keeping != DEFAULT else reply_by_lane(data, source, target, model)
    except TypeError:
        check_names(source, None)  # what cannot be looked up is no name
        check_names(target, None)
        raise
    if written is not None and limits != FAST:
        check(data, ONLY_KEYS if limits == STRICT else limits)
    return written
