"""The invariants of the canonical message format: rules that a document can break and still be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.codec.json import loads
from turnwire.codec.limits import STRICT
from turnwire.convert import write
from turnwire.documents.residue import NATIVE
from turnwire.errors import InvalidDocument
from turnwire.model import Completion, ErrorReply
from turnwire.validation.meaning import canonical
from turnwire.validation.outline import outline_of

if TYPE_CHECKING:
    from turnwire.model import Diagnostic, Document


def invariants(document: Document) -> tuple[Diagnostic, ...]:
    """Return the violations of sections 5.1 to 5.4 of the canonical message format, each with a stable code.

    Pointers lead into the native JSON of the document.
    """
    if isinstance(document, ErrorReply):
        return ()
    kind = "response" if isinstance(document, Completion) else "request"
    try:
        tree = loads(write(document, NATIVE).data, STRICT)
    except InvalidDocument as refusal:  # repeated keys, or a text that a program put there
        return refusal.diagnostics
    return tuple(canonical.check(outline_of(NATIVE, tree, kind)))
