"""Azure OpenAI: the API of OpenAI, with what its content filters found."""

from __future__ import annotations

from turnwire.chat.detect import LISTED
from turnwire.chat.dialect import dialect_of
from turnwire.chat.vendor import Vendor

VENDOR = Vendor(
    name="azure_chat",
    title="Azure OpenAI chat completions",
    # "content_filter_results", "prompt_filter_results" and "data_sources" are residue: nobody else has them.
    looks_like=LISTED,
)

DIALECT = dialect_of(VENDOR)
