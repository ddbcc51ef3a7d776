"""The requests that gpt2099 sends to its five providers, and the replies that it makes from their streams.

This is the behaviour of that system, including what it loses and refuses; `turnwire.write` writes a conversation in a
provider's format without these losses.
`turnwire.gpt2099` is a different package: the generated one of that system's documents.
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
