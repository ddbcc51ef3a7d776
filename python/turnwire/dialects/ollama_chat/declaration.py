"""The declaration of the dialect."""

from __future__ import annotations

from msgspec import Raw

from turnwire.catalogue.capabilities import supporting
from turnwire.codec.wire import Form
from turnwire.dialects.dialect import Dialect, Error, Request, Response, Streaming
from turnwire.dialects.ollama_chat.detect import looks_like_error, looks_like_request, looks_like_response
from turnwire.dialects.ollama_chat.enums import NAME
from turnwire.dialects.ollama_chat.error import read_error, write_error
from turnwire.dialects.ollama_chat.legal import (
    legal_format,
    legal_thinking,
    legal_tools,
    name_results,
    one_place_for_each_kind,
    only_text_and_pictures,
    results_hold_text_and_pictures,
    write_stream_flag,
)
from turnwire.dialects.ollama_chat.read_request import is_certain, read_request
from turnwire.dialects.ollama_chat.read_response import read_response
from turnwire.dialects.ollama_chat.wire import ChatReply, ChatRequest
from turnwire.dialects.ollama_chat.write_request import write_request
from turnwire.dialects.ollama_chat.write_response import require_reply_fields, write_response
from turnwire.lowering.candidates import keep_first_candidate
from turnwire.lowering.client_tools import client_tools_are_functions
from turnwire.lowering.hosted import rewrite_foreign_runs
from turnwire.lowering.hosted_text import structured_in_words
from turnwire.lowering.inputs import inputs_are_objects
from turnwire.lowering.limits import require_model
from turnwire.lowering.media import documents_are_files
from turnwire.lowering.messages import drop_emptied_turns, drop_interactions, drop_message_fields
from turnwire.lowering.optional_call_ids import leave_out_counted_ids
from turnwire.lowering.results import drop_empty_texts
from turnwire.lowering.schema_titles import names_as_titles
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.split_tool_results import one_result_in_a_message
from turnwire.lowering.state import take_foreign_reasoning_beside
from turnwire.lowering.system import primary_message_first
from turnwire.lowering.token_logprobs import tokens_in_a_list
from turnwire.lowering.tools import output_schemas_in_words

# The model of the examples in docs/api.md.
_MODEL = "llama3.2"

_CONTENT = (
    drop_sources_without_data,
    take_foreign_reasoning_beside,
    documents_are_files,
    only_text_and_pictures,
    results_hold_text_and_pictures,
    drop_empty_texts,
)

DIALECT = Dialect(
    name=NAME,
    title="Ollama chat",
    stream=Streaming(
        "turnwire.dialects.ollama_chat.stream",
        "turnwire.dialects.ollama_chat.stream_write",
        lines=True,
        whole_calls=True,
    ),
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
            rewrite_foreign_runs,
            structured_in_words,
            one_result_in_a_message,
            *_CONTENT,
            drop_emptied_turns(fields_told=True),
            one_place_for_each_kind,
            inputs_are_objects,
            name_results,
            # ToolCall.ID: `json:"id,omitempty"` (api/types.go, 2026-08-21)
            leave_out_counted_ids,
            client_tools_are_functions,
            output_schemas_in_words,
            legal_tools,
            legal_format,
            names_as_titles,
            legal_thinking,
            write_stream_flag,
            require_model(_MODEL),
        ),
        write=write_request,
        looks_like=looks_like_request,
        is_certain=is_certain,
        bare_list="messages",
    ),
    response=Response(
        form=Form(ChatReply),
        read=read_response,
        lower=(
            keep_first_candidate,
            tokens_in_a_list,
            rewrite_foreign_runs,
            *_CONTENT,
            one_place_for_each_kind,
            inputs_are_objects,
            leave_out_counted_ids,
            require_reply_fields,
        ),
        write=write_response,
        looks_like=looks_like_response,
    ),
    error=Error(form=Form(Raw), read=read_error, write=write_error, looks_like=looks_like_error),
)
