"""Alibaba Cloud's Model Studio (DashScope, Qwen): alibabacloud.com/help/en/model-studio, read 2026-11-21."""

from __future__ import annotations

from turnwire.families.chat.detect import LISTED
from turnwire.families.chat.dialect import dialect_of
from turnwire.families.chat.enabling import read_enabling, write_enabling
from turnwire.families.chat.legal import FUNCTIONS_ONLY, calls_are_of_functions
from turnwire.families.chat.passes import REPLY, REQUEST
from turnwire.families.chat.vendor import LACKS, Vendor

VENDOR = Vendor(
    name="alibaba_chat",
    title="Alibaba Model Studio (Qwen) chat completions",
    # The parameters of docs.qwencloud.com, openai-chat, have none of these.
    lacks=LACKS | {"custom", "allowed", "store", "metadata", "logit_bias"},
    tiers=frozenset(),
    # "Use the enable_thinking parameter to control whether to enable thinking mode" (deep-thinking); it has no
    # `reasoning_effort`.
    efforts=frozenset(),
    read_effort=read_enabling,
    write_effort=write_enabling,
    # Its description has tools of type `function` only.
    request=(*FUNCTIONS_ONLY, *REQUEST),
    reply=(calls_are_of_functions, *REPLY),
    looks_like=LISTED,
)

DIALECT = dialect_of(VENDOR)
