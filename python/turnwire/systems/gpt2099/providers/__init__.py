"""What gpt2099 does with its five providers: it prepares requests, and adds up the streams of their replies.

This is the behaviour of that system, with what it loses and refuses; `turnwire.write` is how a conversation is written
in a provider's format without that.
Not `turnwire.gpt2099`, which is the generated package of that system's documents.
"""

from __future__ import annotations

from turnwire.systems.gpt2099.providers.aggregates import aggregate
from turnwire.systems.gpt2099.providers.prepared import PROVIDERS, prepare_request
from turnwire.systems.gpt2099.providers.results import tool_result
from turnwire.systems.gpt2099.providers.streamer import streamed
from turnwire.systems.gpt2099.providers.tools import SEPARATOR, qualified, split_name

__all__ = [
    "PROVIDERS",
    "SEPARATOR",
    "aggregate",
    "prepare_request",
    "qualified",
    "split_name",
    "streamed",
    "tool_result",
]
