"""The exceptions of turnwire.

`InvalidDocument`: the input cannot be read.  `LossyConversion`: the target cannot hold the document, and the caller
asked for a strict conversion.  `UnknownDialect`: no dialect has the given name, or it has no documents of the kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.model import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnwire.model import Loss

# How many losses the text of a LossyConversion names.
_NAMED = 5


class InvalidDocument(ValueError):
    """The input cannot be read.

    Attributes:
        diagnostics: the findings, each with a code and a message, and if known with a JSON Pointer, a line, a column
            and a hint.
    """

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__(*diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return "; ".join(sentence(found) for found in self.diagnostics)


class LossyConversion(ValueError):
    """A strict conversion would lose something.

    Attributes:
        losses: the losses that `allow` does not name.
    """

    def __init__(self, losses: Iterable[Loss]) -> None:
        self.losses = tuple(losses)
        super().__init__(self.losses)

    def __str__(self) -> str:
        places = ", ".join(f"{loss.kind} {loss.feature} at {loss.path or '(root)'}" for loss in self.losses[:_NAMED])
        more = f" and {len(self.losses) - _NAMED} more" if len(self.losses) > _NAMED else ""
        return f"converting to {self.losses[0].dialect} would lose: {places}{more}"


class UnknownDialect(ValueError):
    """No dialect has this name, or the dialect has no documents of this kind."""


def sentence(found: Diagnostic) -> str:
    """Format a diagnostic as `FILE:LINE:COLUMN: POINTER: MESSAGE [CODE]`, without the parts that are unknown."""
    place = ":".join(str(part) for part in (found.file, found.line, found.column) if part is not None)
    parts = [place, found.pointer or "", f"{found.message} [{found.code}]"]
    return ": ".join(part for part in parts if part)


def invalid(
    code: str,
    message: str,
    *,
    pointer: str | None = None,
    line: int | None = None,
    column: int | None = None,
    hint: str | None = None,
) -> InvalidDocument:
    """Make an InvalidDocument with one diagnostic of severity error."""
    return InvalidDocument(Diagnostic(code, message, "error", pointer=pointer, line=line, column=column, hint=hint))
