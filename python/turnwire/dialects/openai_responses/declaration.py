"""The declaration of the dialect."""

from __future__ import annotations

from msgspec import Raw

from turnwire.catalogue.capabilities import supporting
from turnwire.codec.wire import Form
from turnwire.dialects.dialect import Deferred, Dialect, Error, Request, Response, Streaming
from turnwire.dialects.openai_responses.detect import (
    is_certain,
    looks_like_error,
    looks_like_request,
    looks_like_response,
)
from turnwire.dialects.openai_responses.enums import (
    EFFORTS,
    ID_LENGTH,
    ID_PATTERN,
    NAME_LENGTH,
    NAME_PATTERN,
    TIERS,
)
from turnwire.dialects.openai_responses.error import read_error, write_error
from turnwire.dialects.openai_responses.kinds import TEXT_ANSWERS
from turnwire.dialects.openai_responses.legal import (
    choose_from_a_list,
    pair_calls,
    report_joined,
    rewrite_foreign_runs,
    unsupported_as_text,
)
from turnwire.dialects.openai_responses.read_request import read_request
from turnwire.dialects.openai_responses.read_response import read_response
from turnwire.dialects.openai_responses.shared import SHARED
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.dialects.openai_responses.wire_request import ResponsesRequest
from turnwire.dialects.openai_responses.wire_response import Reply
from turnwire.dialects.openai_responses.write_parts import file_source
from turnwire.dialects.openai_responses.write_request import write_request
from turnwire.dialects.openai_responses.write_response import write_response
from turnwire.lane.replies import ReplyLane
from turnwire.lane.turns import Lane
from turnwire.lowering.addresses import addresses_as_text
from turnwire.lowering.candidates import keep_first_candidate, report_missing_candidate
from turnwire.lowering.choice import choose_among_own_tools, drop_choice_without_tools
from turnwire.lowering.client_tools import client_tools_are_functions
from turnwire.lowering.efforts import ask_for_any_summary, modes_as_efforts
from turnwire.lowering.equal_tools import CODE_OF_OPENAI, SEARCH_OF_OPENAI, options_as_tool, take_equal_tools
from turnwire.lowering.files import files_have_names, mark_nameless_files, take_files_of, titles_are_filenames
from turnwire.lowering.ids import legal_tool_ids, legal_tool_names
from turnwire.lowering.limits import require_model, short_user
from turnwire.lowering.media import documents_are_files
from turnwire.lowering.media_types import report_media_types
from turnwire.lowering.messages import drop_emptied_turns, drop_interactions
from turnwire.lowering.model_rules import cap_max_tokens, drop_refused, nearest_effort
from turnwire.lowering.repeated_ids import ids_are_unique, mark_repeated_ids
from turnwire.lowering.schema_titles import legal_schema_names
from turnwire.lowering.schemas import ALTERNATIVES, plain_roots, strict_answers_are_closed, strict_tools_are_closed
from turnwire.lowering.sharing import share_reply, share_settings
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.split_tool_results import results_leave
from turnwire.lowering.state import drop_foreign_state, take_foreign_summaries
from turnwire.lowering.system import keep_developer, primary_message_first
from turnwire.lowering.tiers import reply_tiers_in_words, tiers_in_words
from turnwire.lowering.token_logprobs import tokens_in_an_object
from turnwire.lowering.unanswered import answer_calls
from turnwire.model import DocumentBlock, ImageBlock

# What a request to a model of OpenAI's is refused for.
MODEL_RULES = (
    # `safety_identifier`, which replaces `user`: "with a maximum length of 64 characters" (OpenAI's API description,
    # 2026-08-21)
    short_user(64),
    # "Invalid schema for function 'f': schema must have type 'object' and not have
    # 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level." (a refusal of gpt-5.2)
    plain_roots(*ALTERNATIVES, "enum", "not"),
    legal_schema_names("openai"),
    cap_max_tokens,
    drop_refused("openai"),
    nearest_effort("openai"),
    strict_answers_are_closed,
    strict_tools_are_closed,
)

DIALECT = Dialect(
    name=NAME,
    title="OpenAI Responses and compatible servers",
    stream=Streaming("turnwire.dialects.openai_responses.stream", "turnwire.dialects.openai_responses.stream_write"),
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
        form=Form(ResponsesRequest),
        read=read_request,
        lower=(
            share_settings(SHARED),
            take_files_of("openai_chat"),
            take_equal_tools(SEARCH_OF_OPENAI, CODE_OF_OPENAI),
            options_as_tool(SEARCH_OF_OPENAI),
            client_tools_are_functions,
            tiers_in_words(TIERS),
            # EasyInputMessage.role: user, assistant, system or developer
            keep_developer,
            drop_sources_without_data,
            primary_message_first,
            drop_interactions,
            drop_foreign_state,
            drop_choice_without_tools,
            choose_among_own_tools,
            choose_from_a_list,
            rewrite_foreign_runs,
            documents_are_files,
            # InputContent: input_text, input_image, input_file
            addresses_as_text(ImageBlock, DocumentBlock),
            # InputFileContent has a `filename` ("The name of the file to be sent to the model.") and no title.
            titles_are_filenames(lambda document: file_source(document) is not None),
            report_media_types,
            files_have_names,
            unsupported_as_text,
            results_leave("assistant", "user", "system"),
            ids_are_unique,
            legal_tool_ids(ID_PATTERN, "call_", longest=ID_LENGTH),
            legal_tool_names(NAME_PATTERN, NAME_LENGTH),
            pair_calls,
            answer_calls("tool", TEXT_ANSWERS),
            # "Missing required parameter: 'model'." (a refusal)
            require_model("default"),
            modes_as_efforts(EFFORTS),
            ask_for_any_summary,
            *MODEL_RULES,
            drop_emptied_turns(fields_told=False),
            report_joined,
        ),
        refused=MODEL_RULES,
        paired=True,
        marks=(mark_repeated_ids, mark_nameless_files),
        write=write_request,
        looks_like=looks_like_request,
        is_certain=is_certain,
        lane=Lane(
            Deferred("turnwire.dialects.openai_responses.lane_reader", "reader"),
            Deferred("turnwire.dialects.openai_responses.lane_writer", "write_turns"),
            ("input",),
        ),
        bare_list="input",
    ),
    response=Response(
        form=Form(Reply),
        read=read_response,
        lower=(
            share_reply(SHARED),
            reply_tiers_in_words(TIERS),
            tokens_in_an_object,
            drop_sources_without_data,
            take_foreign_summaries,
            rewrite_foreign_runs,
            report_media_types,
            unsupported_as_text,
            keep_first_candidate,
            report_missing_candidate,
        ),
        write=write_response,
        looks_like=looks_like_response,
        lane=ReplyLane(
            Deferred("turnwire.dialects.openai_responses.lane_reply_reader", "reader"),
            Deferred("turnwire.dialects.openai_responses.lane_reply_writer", "write"),
            SHARED,
        ),
    ),
    error=Error(form=Form(Raw), read=read_error, write=write_error, looks_like=looks_like_error),
)
