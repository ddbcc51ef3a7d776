"""Hugging Face: the specification of the task chat-completion, @huggingface/tasks 0.19.22."""

from __future__ import annotations

from turnwire.families.chat.detect import LISTED
from turnwire.families.chat.dialect import dialect_of
from turnwire.families.chat.legal import FUNCTIONS_ONLY, calls_are_of_functions
from turnwire.families.chat.passes import REPLY, REQUEST
from turnwire.families.chat.vendor import LACKS, Vendor

VENDOR = Vendor(
    name="huggingface_chat",
    title="Hugging Face inference chat completions",
    # `logit_bias`, `n`: "UNUSED"
    lacks=LACKS | {"logit_bias", "candidates", "custom", "allowed", "store", "metadata", "modalities", "audio_output"},
    # Its description has tools of type `function` only.
    request=(*FUNCTIONS_ONLY, *REQUEST),
    reply=(calls_are_of_functions, *REPLY),
    looks_like=LISTED,
)

DIALECT = dialect_of(VENDOR)
