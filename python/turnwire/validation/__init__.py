"""What is wrong with a document: all of it at once, each finding with a stable code and its place."""

from __future__ import annotations

from turnwire.validation.invariants import invariants
from turnwire.validation.report import Report, validate

__all__ = ["Report", "invariants", "validate"]
