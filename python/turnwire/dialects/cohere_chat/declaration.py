"""The declaration of the dialect."""

from __future__ import annotations

from msgspec import Raw

from turnwire.catalogue.capabilities import supporting
from turnwire.codec.wire import Form
from turnwire.dialects.cohere_chat.constraints import NAME
from turnwire.dialects.cohere_chat.detect import looks_like_error, looks_like_request, looks_like_response
from turnwire.dialects.cohere_chat.error import read_error, write_error
from turnwire.dialects.cohere_chat.legal import (
    blocks_of_a_reply,
    blocks_of_their_role,
    choose_any_or_none,
    legal_thinking,
    legal_tools,
    only_text_and_pictures,
    rank_of,
    schemas_are_objects,
)
from turnwire.dialects.cohere_chat.read_request import read_request
from turnwire.dialects.cohere_chat.read_response import read_response
from turnwire.dialects.cohere_chat.wire import ChatReply, ChatRequest
from turnwire.dialects.cohere_chat.write_request import write_request
from turnwire.dialects.cohere_chat.write_response import complete_reply, write_response
from turnwire.dialects.dialect import Dialect, Error, Request, Response, Streaming
from turnwire.families.chat.required import require_stop_reason
from turnwire.lowering.addresses import addresses_as_text
from turnwire.lowering.candidates import keep_first_candidate
from turnwire.lowering.choice import choose_among_own_tools, drop_choice_without_tools
from turnwire.lowering.client_tools import client_tools_are_functions
from turnwire.lowering.hosted import rewrite_foreign_runs
from turnwire.lowering.hosted_text import structured_in_words
from turnwire.lowering.joining import order_assistant_blocks
from turnwire.lowering.limits import require_model
from turnwire.lowering.media import documents_are_files, results_hold_text
from turnwire.lowering.media_types import report_media_types
from turnwire.lowering.messages import drop_emptied_turns, drop_interactions, drop_message_fields
from turnwire.lowering.schema_titles import names_as_titles
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.split_tool_results import one_result_in_a_message
from turnwire.lowering.state import take_foreign_reasoning
from turnwire.lowering.system import primary_message_first
from turnwire.lowering.tools import output_schemas_in_words
from turnwire.model import ImageBlock

_MODEL = "command-a-03-2025"
_CONTENT = (
    rewrite_foreign_runs,
    structured_in_words,
    drop_sources_without_data,
    take_foreign_reasoning,
    documents_are_files,
    addresses_as_text(ImageBlock),
    only_text_and_pictures,
    report_media_types,
)
_ORDER = order_assistant_blocks(rank_of)

DIALECT = Dialect(
    name=NAME,
    title="Cohere chat",
    stream=Streaming("turnwire.dialects.cohere_chat.stream", "turnwire.dialects.cohere_chat.stream_write"),
    capabilities=supporting(
        "thinking",
        "images",
        "tools",
        "system_prompt",
        "structured_output",
        "parallel_tool_calls",
        "system_messages_in_list",
    ),
    request=Request(
        form=Form(ChatRequest),
        read=read_request,
        lower=(
            primary_message_first,
            drop_interactions,
            drop_message_fields(frozenset({"role", "content"})),
            client_tools_are_functions,
            output_schemas_in_words,
            drop_choice_without_tools,
            choose_among_own_tools,
            choose_any_or_none,
            *_CONTENT,
            one_result_in_a_message,
            results_hold_text,
            blocks_of_their_role,
            drop_emptied_turns(fields_told=True),
            _ORDER,
            legal_tools,
            schemas_are_objects,
            names_as_titles,
            legal_thinking,
            require_model(_MODEL),
        ),
        write=write_request,
        looks_like=looks_like_request,
        bare_list="messages",
        documented=frozenset({"citations"}),
    ),
    response=Response(
        form=Form(ChatReply),
        read=read_response,
        lower=(
            keep_first_candidate,
            *_CONTENT,
            blocks_of_a_reply,
            _ORDER,
            complete_reply,
            require_stop_reason,
        ),
        write=write_response,
        looks_like=looks_like_response,
        message_in="message",
    ),
    error=Error(form=Form(Raw), read=read_error, write=write_error, looks_like=looks_like_error),
)
