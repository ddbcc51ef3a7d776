"""How bad a finding is in a dialect: an error only where the format's own server refuses the document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import structs

if TYPE_CHECKING:
    from turnwire.model import Diagnostic

ANTHROPIC: Final = frozenset({"anthropic_messages", "bedrock_anthropic", "vertex_anthropic"})
GEMINI: Final = frozenset({"gemini_generate", "vertex_gemini"})
OPENAI: Final = frozenset({"openai_chat", "azure_chat"})
CONVERSE: Final = "bedrock_converse"


def softened(found: Diagnostic) -> Diagnostic:
    """Return a finding as a warning."""
    return structs.replace(found, severity="warning")
