"""OpenAI's chat completions, and the many servers that speak the same format."""

from __future__ import annotations

from msgspec import Raw

from turnwire.dialect import Dialect, Error, Request, Response
from turnwire.dialects.openai_chat.detect import looks_like_error, looks_like_request, looks_like_response
from turnwire.dialects.openai_chat.error import read_error, write_error
from turnwire.dialects.openai_chat.legal import drop_emptied_turns, limit_stops, rank_of
from turnwire.dialects.openai_chat.read_request import read_request
from turnwire.dialects.openai_chat.read_response import read_response
from turnwire.dialects.openai_chat.wire import NAME
from turnwire.dialects.openai_chat.wire_request import ChatRequest
from turnwire.dialects.openai_chat.wire_response import ChatReply
from turnwire.dialects.openai_chat.write_request import write_request
from turnwire.dialects.openai_chat.write_response import write_response
from turnwire.lowering.choice import choose_among_own_tools, drop_choice_without_tools, drop_provider_runs
from turnwire.lowering.joining import join_texts, order_assistant_blocks
from turnwire.lowering.media import documents_are_files, results_hold_text
from turnwire.lowering.messages import drop_interactions
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.state import drop_foreign_state
from turnwire.wire import Form

_ORDER = order_assistant_blocks(rank_of)

DIALECT = Dialect(
    name=NAME,
    title="OpenAI chat completions and compatible servers",
    request=Request(
        form=Form(ChatRequest),
        read=read_request,
        lower=(
            drop_sources_without_data,
            drop_interactions,
            drop_foreign_state,
            drop_choice_without_tools,
            choose_among_own_tools,
            drop_provider_runs,
            documents_are_files,
            results_hold_text,
            _ORDER,
            limit_stops,
            drop_emptied_turns,
        ),
        write=write_request,
        looks_like=looks_like_request,
    ),
    response=Response(
        form=Form(ChatReply),
        read=read_response,
        lower=(drop_sources_without_data, drop_foreign_state, drop_provider_runs, _ORDER, join_texts),
        write=write_response,
        looks_like=looks_like_response,
    ),
    error=Error(form=Form(Raw), read=read_error, write=write_error, looks_like=looks_like_error),
)
