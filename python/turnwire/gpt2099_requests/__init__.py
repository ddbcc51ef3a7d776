"""What gpt2099 sends its providers: a context window and the tools of its servers, prepared for one of five of them.

This is the behaviour of that system, with what it loses and refuses; `turnwire.write` is how a conversation is written
in a provider's format without that.
Not `turnwire.gpt2099`, which is the generated package of that system's documents.
"""

from __future__ import annotations

from turnwire.gpt2099_requests.prepared import PROVIDERS, prepare_request
from turnwire.gpt2099_requests.results import tool_result
from turnwire.gpt2099_requests.tools import SEPARATOR, qualified, split_name

__all__ = ["PROVIDERS", "SEPARATOR", "prepare_request", "qualified", "split_name", "tool_result"]
