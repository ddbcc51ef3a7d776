"""Requests of the commonest shapes that have no finding, found with fewer looks at them than the layers take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.codec.counted import agrees
from turnwire.codec.limits import FREE_DEPTH
from turnwire.dialects import part_of
from turnwire.validation.engines import EngineName, engine_of
from turnwire.validation.meaning.settled import settled
from turnwire.validation.schema_files import id_for_document

if TYPE_CHECKING:
    from turnwire.dialects.dialect import Kind


def is_faultless(tree: Any, body: bytes, dialect: str, kind: Kind, engine: EngineName) -> bool:
    """Return whether a document certainly has no finding of syntax, schema or meaning.

    Args:
        tree: what `turnwire.codec.counted.decoded` made of the text.
        body: the text.
        dialect: the full name of the document's dialect.
        kind: its kind.
        engine: what compares it with its schema.
    """
    counts = settled(dialect, tree, kind)
    if counts is None or counts.levels > FREE_DEPTH or not agrees(body, counts):
        return False
    # The text is the request itself, and no line of a batch that has one.
    if part_of(dialect, kind).bare_list not in tree:
        return False
    place = id_for_document(tree, dialect, kind)
    return place is not None and engine_of(engine, place).is_valid(tree)
