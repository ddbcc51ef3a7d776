"""One row of a batch: what an operator made of a document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from msgspec import Struct

from turnwire.dialects import check_names
from turnwire.errors import InvalidDocument, LossyConversion, UnknownDialect, invalid
from turnwire.model import Diagnostic, Loss

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.dialects.dialect import Kind

EMPTY: Final = "row.empty"
"""The code of a row that has no document."""
LOSSY: Final = "convert.loss"
"""The code of a row that a strict conversion refuses; its losses say why."""
BUG: Final = "turnwire.bug"
"""The code of a row that ended in an exception which no document should cause."""


class Row(Struct):
    """What becomes of one document."""

    document: bytes | None = None
    dialect: str | None = None
    kind: str | None = None
    losses: Sequence[Loss] = ()
    diagnostics: Sequence[Diagnostic] = ()
    error: Diagnostic | None = None
    values: Any = None
    """What the columns of a conversation hold of the document (`turnwire.arrow.conversations`)."""


def attempted(
    step: Callable[[bytes, str | None, Kind | None], Row], body: bytes | None, dialect: str | None, kind: str | None
) -> Row:
    """Do a step with a document; whatever goes wrong with it is a row, too."""
    if body is None:
        return refused(Diagnostic(EMPTY, "the row has no document", "error"))
    try:
        known = cast("Kind | None", kind)
        check_names(dialect, known)
        return step(body, dialect, known)
    except InvalidDocument as fault:
        return refused(*fault.diagnostics)
    except UnknownDialect as fault:
        return refused(*invalid("convert.no-place", str(fault)).diagnostics)
    except LossyConversion as fault:
        row = refused(Diagnostic(LOSSY, str(fault), "error"))
        row.losses = fault.losses
        return row
    except Exception as fault:  # noqa: BLE001 - one document must not stop the others
        return refused(Diagnostic(BUG, f"turnwire failed with this document: {fault!r}", "error"))


def refused(*diagnostics: Diagnostic) -> Row:
    """Return the row of a document that cannot be used."""
    return Row(diagnostics=diagnostics, error=diagnostics[0])


def first_error(diagnostics: Sequence[Diagnostic]) -> Diagnostic | None:
    """Return the first diagnostic that is an error; None if there is none."""
    return next((found for found in diagnostics if found.severity == "error"), None)
