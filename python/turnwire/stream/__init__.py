"""Streamed replies: the events that they consist of, and the reply that these make up."""

from __future__ import annotations

from turnwire.stream.fold import TRUNCATED, Folding, fold

__all__ = ["TRUNCATED", "Folding", "fold"]
