"""What the dialect is made of."""

from __future__ import annotations

from turnwire.chat.dialect import dialect_of
from turnwire.chat.vendor import Vendor

# The defaults of `Vendor` are this API: what else the family knows is told as a difference from it.
DIALECT = dialect_of(Vendor(name="openai_chat", title="OpenAI chat completions and compatible servers"))
