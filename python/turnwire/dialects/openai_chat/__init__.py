"""OpenAI's chat completions, and the many servers that speak the same format."""

from __future__ import annotations

from turnwire.chat import Vendor, dialect_of

# The defaults of `Vendor` are this API: what else the family knows is told as a difference from it.
DIALECT = dialect_of(Vendor(name="openai_chat", title="OpenAI chat completions and compatible servers"))
