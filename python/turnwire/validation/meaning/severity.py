"""How bad a finding is in a dialect: an error only where the format's own server refuses the document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

if TYPE_CHECKING:
    from turnwire.model import Diagnostic


def softened(found: Diagnostic) -> Diagnostic:
    """Return a finding as a warning."""
    return structs.replace(found, severity="warning")
