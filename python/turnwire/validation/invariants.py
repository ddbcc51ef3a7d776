"""The invariants of the canonical message format: rules that a document can break and still be read.

A document of a provider breaks some by its nature, since its tool ids are the provider's and nobody says why a model
was chosen.  So they are asked for; `turnwire.validate` without them says whether a document can be read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.model import Completion, History
from turnwire.validation.call_rules import SESSION_RULES
from turnwire.validation.message_rules import MESSAGE_RULES, is_complete
from turnwire.validation.tool_rules import TOOL_RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic, Document, Message


def invariants(document: Document) -> tuple[Diagnostic, ...]:
    """What of sections 5.1 to 5.4 of the canonical message format a document breaks, each with a stable code."""
    if isinstance(document, History):
        between = [found for rule in (*SESSION_RULES, *TOOL_RULES) for found in rule(document)]
        return (*_of_messages(document.history, "/history"), *between)
    if isinstance(document, Completion):
        return tuple(_of_messages(document.candidates, "/candidates"))
    return ()


def _of_messages(messages: list[Message], place: str) -> Iterator[Diagnostic]:
    for n, message in enumerate(messages):
        if is_complete(message):
            for rule in MESSAGE_RULES:
                yield from rule(message, f"{place}/{n}")
