"""Z.ai: docs.z.ai, guides/capabilities/thinking-mode, read 2026-11-21."""

from __future__ import annotations

from turnwire.families.chat.detect import LISTED
from turnwire.families.chat.dialect import dialect_of
from turnwire.families.chat.legal import FUNCTIONS_ONLY, calls_are_of_functions
from turnwire.families.chat.passes import REPLY, request_passes
from turnwire.families.chat.thinking import read_switch, write_switch
from turnwire.families.chat.vendor import LACKS, Vendor

VENDOR = Vendor(
    name="zai_chat",
    title="Z.ai chat completions",
    # Its guide on thinking says: "thinking blocks should be explicitly preserved and returned together with
    # the tool results"
    # (docs.z.ai/guides/capabilities/thinking-mode, read 2026-11-22); recorded.
    takes_thoughts=True,
    # agentscope-java, GLM: "strips unsupported request fields such as frequency_penalty, presence_penalty"
    lacks=LACKS
    | {"frequency_penalty", "presence_penalty", "custom", "allowed"}
    | {"store", "metadata", "modalities", "audio_output"},
    # "If you want to disable thinking, use: "thinking": {"type": "disabled"}"
    read_effort=read_switch,
    write_effort=write_switch,
    # Its description has tools of type `function` only.
    # The content parts of its vision models (GLM-4.5V) are text, `image_url`, `video_url` and `file_url`.
    request=(*FUNCTIONS_ONLY, *request_passes(films=True)),
    reply=(calls_are_of_functions, *REPLY),
    looks_like=LISTED,
)

DIALECT = dialect_of(VENDOR)
