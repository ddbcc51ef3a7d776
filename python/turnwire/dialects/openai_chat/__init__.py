"""OpenAI's chat completions, and the many servers that speak the same format."""

from __future__ import annotations

from turnwire.dialect import Dialect, Request
from turnwire.dialects.openai_chat.detect import looks_like_request
from turnwire.dialects.openai_chat.read_request import read_request
from turnwire.dialects.openai_chat.wire import NAME
from turnwire.dialects.openai_chat.wire_request import ChatRequest
from turnwire.dialects.openai_chat.write_request import write_request
from turnwire.lowering.state import drop_foreign_state
from turnwire.wire import Form

DIALECT = Dialect(
    name=NAME,
    title="OpenAI chat completions and compatible servers",
    request=Request(
        form=Form(ChatRequest),
        read=read_request,
        lower=(drop_foreign_state,),
        write=write_request,
        looks_like=looks_like_request,
    ),
)
