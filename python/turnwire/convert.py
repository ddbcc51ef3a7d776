"""The flow, on one page.

bytes --decode--> wire --read--> document --lower*--> draft --write--> wire --encode--> bytes
                   |                |                                   |
                   +-- residue -----+            losses ----------------+--> caller
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from turnwire.codec.json import check
from turnwire.codec.limits import FAST
from turnwire.detect import as_bytes, guess
from turnwire.dialects import check_names, part_of, writer_of
from turnwire.draft import lowered
from turnwire.envelope import check_envelope, given_back, keep
from turnwire.errors import InvalidDocument, LossyConversion
from turnwire.ids import SAME_IDS, IdMap
from turnwire.losses import Losses
from turnwire.model import History, Loss
from turnwire.refusal import check_numbers, refusal
from turnwire.residue import NATIVE
from turnwire.wire import ENCODER

if TYPE_CHECKING:
    from turnwire.codec.limits import Limits
    from turnwire.dialect import Envelope, Kind
    from turnwire.model import Document


class Written(Struct, frozen=True):
    """What a writer made: the body, what it could not hold, and what goes outside the body."""

    data: bytes
    losses: tuple[Loss, ...]
    envelope: Mapping[str, Any] = {}
    ids: IdMap = SAME_IDS
    """The ids of tool calls that are others in `data`, to be changed back with `ids.restore(document)`."""


def read(
    data: bytes | str | Mapping[str, Any],
    dialect: str | None = None,
    *,
    kind: Kind | None = None,
    envelope: Envelope | None = None,
    limits: Limits = FAST,
) -> Document:
    """Read a document; what it is, is detected where it is not said.

    Raises InvalidDocument for input that cannot be read, UnknownDialect for a name that does not exist.
    `limits=STRICT` (turnwire.codec) also refuses repeated keys, which the typed parser cannot see at no cost.
    """
    body = data if type(data) is bytes else as_bytes(data)
    if dialect is None or kind is None:
        dialect, kind = guess(body, dialect, kind)
    if envelope is not None:
        check_envelope(envelope)
    try:
        part = part_of(dialect, kind)
    except TypeError:
        check_names(dialect, kind)  # what cannot be looked up is no name
        raise
    try:
        document: Document = part.read(part.form.decode(body, limits), envelope)
    except InvalidDocument:
        check(body, limits)  # a reader sees one piece at a time; this finds the line and column in the whole
        raise
    return keep(document, dialect, envelope) if envelope else document


def write(document: Document, dialect: str) -> Written:
    """Write a document in a dialect.

    Raises UnknownDialect where the dialect has no such documents, and InvalidDocument for a document that a program
    built and that does not fit the model, or whose residue was edited (docs/not-supported.md: what is not looked at).
    """
    try:
        part = writer_of(dialect, type(document))
    except TypeError:
        check_names(dialect, None)  # what cannot be looked up is no name
        raise
    losses = Losses(dialect)
    try:
        if type(document) is History and document.settings and (generation := document.settings.generation):
            check_numbers(generation)
        draft = part.draft(document)
        wire = part.write(lowered(draft, part.lower, losses), losses)
        data = wire if type(wire) is bytes else ENCODER.encode(wire)
        return Written(data, losses.told(document), given_back(document, dialect, part.envelope), losses.ids)
    except Exception as fault:
        refused = refusal(document, dialect, writer_of(NATIVE, type(document)), fault)
        if refused is None:
            raise
        raise refused from fault


def convert(
    data: bytes | str | Mapping[str, Any],
    target: str,
    *,
    source: str | None = None,
    kind: Kind | None = None,
    envelope: Envelope | None = None,
    strict: bool = False,
) -> Written:
    """Read a document and write it in another dialect.

    Raises what `read` and `write` raise, and LossyConversion when `strict` and anything is lost.
    """
    written = write(read(data, source, kind=kind, envelope=envelope), target)
    if strict and written.losses:
        raise LossyConversion(written.losses)
    return written
