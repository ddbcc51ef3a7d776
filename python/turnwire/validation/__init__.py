"""Check documents: all findings at once, each with a stable code and a position."""

from __future__ import annotations

from turnwire.validation.invariants import invariants
from turnwire.validation.report import Coverage, Report, validate

__all__ = ["Coverage", "Report", "invariants", "validate"]
