"""OpenAI's chat completions and the many servers that speak the same format: what they share.

A dialect of the family is a `Vendor` and `dialect_of` it; the plainest one is `openai_chat`.
"""

from turnwire.chat.dialect import dialect_of
from turnwire.chat.vendor import Vendor

__all__ = ["Vendor", "dialect_of"]
