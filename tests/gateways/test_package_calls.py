"""The calls of the packages that the README and the docstrings show, over a socket."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest
from tests.gateways.scene import ASK, WHOLE, anthropic
from tests.gateways.upstream import Script, Upstream, serving

import turnwire


def test_a_request_of_many_tokens_needs_a_timeout_and_takes_it() -> None:
    script = Script(json.dumps(WHOLE).encode())
    upstream: Any = type("Scripted", (Upstream,), {"script": script, "asked": [], "hung_up": threading.Event()})
    request = turnwire.convert(ASK, "anthropic", source="openai", model="claude-opus-4-6").json()
    assert request["max_tokens"] > 21333
    with (
        serving(upstream) as (host, port),
        anthropic.Anthropic(base_url=f"http://{host}:{port}", api_key="k", max_retries=0) as client,
    ):
        with pytest.raises(ValueError, match="Streaming is required"):
            client.messages.create(**request)
        assert "tool_use" == client.messages.create(**request, timeout=600).stop_reason
    assert [request] == upstream.asked
