"""xAI: docs.x.ai, read 2026-11-21."""

from __future__ import annotations

from turnwire.families.chat.detect import LISTED
from turnwire.families.chat.dialect import dialect_of
from turnwire.families.chat.legal import FUNCTIONS_ONLY, calls_are_of_functions
from turnwire.families.chat.passes import REPLY, REQUEST
from turnwire.families.chat.vendor import LACKS, Vendor

VENDOR = Vendor(
    name="xai_chat",
    title="xAI chat completions",
    # A request that held `reasoning_content` was answered (recorded).
    takes_thoughts=True,
    lacks=LACKS | {"custom", "allowed", "store", "metadata", "modalities", "audio_output"},
    # "grok-4.3 accepts reasoning_effort of "none" | "low" | "medium" | "high"" (the provider of the AI SDK, 4.0)
    efforts=frozenset(("none", "low", "medium", "high")),
    # Its description has tools of type `function` only.
    request=(*FUNCTIONS_ONLY, *REQUEST),
    reply=(calls_are_of_functions, *REPLY),
    looks_like=LISTED,
)

DIALECT = dialect_of(VENDOR)
