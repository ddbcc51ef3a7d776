"""The invariants of the canonical message format: rules that a document can break and still be read.

Documents of providers break some of them by nature, since their tool ids are the provider's, and they do not record why
a model was chosen.  So `turnwire.validate` checks them only on request.
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
    """Return the violations of sections 5.1 to 5.4 of the canonical message format, each with a stable code."""
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
