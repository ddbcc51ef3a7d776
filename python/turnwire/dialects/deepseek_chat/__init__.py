"""DeepSeek: api-docs.deepseek.com, guides/thinking_mode, read 2026-11-21."""

from __future__ import annotations

from turnwire.families.chat.detect import LISTED
from turnwire.families.chat.dialect import dialect_of
from turnwire.families.chat.legal_tools import FUNCTIONS_ONLY, calls_are_of_functions
from turnwire.families.chat.passes import MARKS, NAMES, PAIRED, REPLY, REQUEST
from turnwire.families.chat.thinking import read_switch, write_switch
from turnwire.families.chat.vendor import LACKS, Vendor

VENDOR = Vendor(
    name="deepseek_chat",
    title="DeepSeek chat completions",
    # "For turns that do perform tool calls, the reasoning_content must be fully passed back to the API in all
    # subsequent requests." (guides/thinking_mode)
    takes_thoughts=True,
    lacks=LACKS | {"custom", "allowed", "store", "metadata", "modalities", "audio_output"},
    # "Thinking Mode Toggle": {"thinking": {"type": "enabled/disabled"}}; "Thinking Effort Control": reasoning_effort
    read_effort=read_switch,
    write_effort=write_switch,
    # "Requested effort": minimal, low, medium, high, xhigh, max, ultra
    efforts=frozenset(("minimal", "low", "medium", "high", "xhigh", "max", "ultra")),
    # Its description has tools of type `function` only.
    # "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."
    request=(*FUNCTIONS_ONLY, *REQUEST, *NAMES, *PAIRED),
    marks=MARKS,
    paired=True,
    reply=(calls_are_of_functions, *REPLY),
    looks_like=LISTED,
)

DIALECT = dialect_of(VENDOR)
