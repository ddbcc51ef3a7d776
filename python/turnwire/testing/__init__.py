"""Property tests for your own adapters and round trips: strategies for every document, and tables for named cases.

Needs the extra `testing` (Hypothesis).  See docs/testing.md.
"""

from __future__ import annotations

from turnwire.testing.accounts import faults, unaccounted
from turnwire.testing.difference import difference
from turnwire.testing.documents import (
    completions,
    content_blocks,
    documents,
    error_replies,
    histories,
    losses,
    messages,
)
from turnwire.testing.free_json import json_objects, json_texts
from turnwire.testing.native import native
from turnwire.testing.sameness import normal
from turnwire.testing.tables import validate_all, validate_identity, validate_refusal
from turnwire.testing.tomorrow import with_unknown_keys
from turnwire.testing.wires import wire_documents

__all__ = [
    "completions",
    "content_blocks",
    "difference",
    "documents",
    "error_replies",
    "faults",
    "histories",
    "json_objects",
    "json_texts",
    "losses",
    "messages",
    "native",
    "normal",
    "unaccounted",
    "validate_all",
    "validate_identity",
    "validate_refusal",
    "wire_documents",
    "with_unknown_keys",
]
