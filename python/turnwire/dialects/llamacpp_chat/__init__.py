"""The server of llama.cpp: tools/server/README.md, read 2026-11-21."""

from __future__ import annotations

from turnwire.families.chat.detect import LISTED
from turnwire.families.chat.dialect import dialect_of
from turnwire.families.chat.legal import FUNCTIONS_ONLY, calls_are_of_functions
from turnwire.families.chat.passes import REPLY, REQUEST
from turnwire.families.chat.vendor import Vendor

VENDOR = Vendor(
    name="llamacpp_chat",
    title="llama.cpp server chat completions",
    # "The reasoning_content should be sent back in the assistant message on subsequent requests." (ggml-org/llama.cpp,
    # pull request 21249); recorded.
    takes_thoughts=True,
    # "llama.cpp `/completion`-specific features such are `mirostat` are supported": `top_k` and `min_p` too.
    lacks=frozenset(("repetition_penalty", "custom", "allowed", "store", "metadata", "modalities", "audio_output"))
    | {"image_output_tokens"},
    # Its description has tools of type `function` only.
    request=(*FUNCTIONS_ONLY, *REQUEST),
    reply=(calls_are_of_functions, *REPLY),
    looks_like=LISTED,
)

DIALECT = dialect_of(VENDOR)
