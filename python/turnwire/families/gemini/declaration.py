"""Declare a dialect of generateContent; the variants replace their differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Raw

from turnwire.catalogue.capabilities import supporting
from turnwire.codec.members import Members
from turnwire.codec.wire import Form
from turnwire.dialects.dialect import Dialect, Error, Part, Request, Response, Streaming
from turnwire.families.gemini.calls import (
    code_has_one_shape,
    hide_counted_ids,
    legal_result_names,
    name_results,
    rewrite_foreign_runs,
)
from turnwire.families.gemini.constraints import NAME_LENGTH, NAME_PATTERN, TIERS
from turnwire.families.gemini.detect import is_certain, looks_like_error, looks_like_request, looks_like_response
from turnwire.families.gemini.error import error_reader, write_error
from turnwire.families.gemini.grounding import report_grounding
from turnwire.families.gemini.legal_blocks import (
    legal_media,
    report_origins,
    results_are_responses,
    unsupported_as_text,
)
from turnwire.families.gemini.legal_models import (
    FOR_MODELS,
    drop_thinking,
    functions_alone,
    mark_media_in_results,
    mark_unsigned_calls,
    media_beside_results,
    sign_foreign_calls,
)
from turnwire.families.gemini.legal_settings import legal_choice, legal_reasoning
from turnwire.families.gemini.read_request import reader
from turnwire.families.gemini.read_response import response_reader
from turnwire.families.gemini.spelling import ProtoForm
from turnwire.families.gemini.token_logprobs import write_logprobs
from turnwire.families.gemini.wire_request import Body
from turnwire.families.gemini.wire_response import ReplyForm
from turnwire.families.gemini.write_request import address, write_request
from turnwire.families.gemini.write_response import write_response
from turnwire.lowering.choice import choose_among_own_tools, drop_choice_without_tools
from turnwire.lowering.client_tools import client_tools_are_functions
from turnwire.lowering.equal_tools import (
    CODE_OF_GOOGLE,
    FETCH_OF_GOOGLE,
    SEARCH_OF_GOOGLE,
    options_as_tool,
    take_equal_tools,
    take_tools_of_kin,
)
from turnwire.lowering.hosted_text import structured_in_words
from turnwire.lowering.ids import legal_tool_names
from turnwire.lowering.inputs import inputs_are_objects
from turnwire.lowering.limits import ask_the_used_model_in_path
from turnwire.lowering.media import documents_are_files, transcripts_beside_sound
from turnwire.lowering.messages import drop_interactions, drop_message_fields
from turnwire.lowering.model_rules import cap_max_tokens
from turnwire.lowering.results import drop_empty_texts, drop_empty_turns, results_as_user
from turnwire.lowering.results_in_place import mark_results_out_of_place, results_follow_calls
from turnwire.lowering.schema_titles import names_as_titles
from turnwire.lowering.sharing import share_reply
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.split_tool_results import join_models_turns, results_leave
from turnwire.lowering.state import take_foreign_reasoning
from turnwire.lowering.system import hoist_system, primary_message_first
from turnwire.lowering.tiers import reply_tiers_in_words, tiers_in_words

if TYPE_CHECKING:
    from turnwire.lane.replies import ReplyLane
    from turnwire.lane.turns import Lane
    from turnwire.lowering.draft import Pass
    from turnwire.lowering.sharing import Table

_CONTENT = (
    drop_sources_without_data,
    take_foreign_reasoning,
    rewrite_foreign_runs,
    structured_in_words,
    documents_are_files,
    transcripts_beside_sound,
    unsupported_as_text,
    report_origins,
    media_beside_results,
    results_are_responses,
    legal_media,
)
_CALLS = (
    code_has_one_shape,
    name_results,
    legal_tool_names(NAME_PATTERN, NAME_LENGTH),
    legal_result_names,
    inputs_are_objects,
)
_TURNS = (
    primary_message_first,
    drop_interactions,
    drop_message_fields(frozenset({"role", "content"})),
    *_CONTENT,
    hoist_system,
    results_leave("assistant"),  # Content.role: "Must be either 'user' or 'model'."
    join_models_turns,
    results_follow_calls,
    results_as_user,
    *_CALLS,
    drop_empty_texts,
    drop_empty_turns,
)
_SETTINGS = (
    ask_the_used_model_in_path,
    client_tools_are_functions,
    drop_choice_without_tools,
    choose_among_own_tools,
    take_tools_of_kin(
        frozenset(("gemini_generate", "vertex_gemini")),
        "codeExecution|urlContext|googleMaps|googleSearchRetrieval|computerUse",
        bare="googleSearch",
        refuses_both=functions_alone,
    ),
    # "Tool use with function calling is unsupported" (a refusal, github.com/snailyp/gemini-balance/pull/17)
    take_equal_tools(SEARCH_OF_GOOGLE, CODE_OF_GOOGLE, FETCH_OF_GOOGLE, only_alone=True),
    options_as_tool(SEARCH_OF_GOOGLE, only_alone=True),
    legal_choice,
    drop_thinking,
    legal_reasoning,
    *FOR_MODELS,
    names_as_titles,
    cap_max_tokens,
)


_CAPABILITIES = supporting("thinking", "images", "tools", "system_prompt", "structured_output", "parallel_tool_calls")


_REPLIES = (reply_tiers_in_words(TIERS), *_CONTENT, *_CALLS)
_STREAM = Streaming("turnwire.families.gemini.stream", "turnwire.families.gemini.stream_write", whole_calls=True)


Look = Callable[[Members], int]


def _as_it_looks(look: Look) -> Look:
    return look


def _response(read: Any, lower: tuple[Pass, ...], looks_like: Look, lane: ReplyLane | None) -> Part:
    return Response(
        form=ReplyForm(),
        read=read,
        lower=lower,
        write=write_response,
        looks_like=looks_like,
        message_in="content",
        lane=lane,
    )


def dialect(
    name: str,
    title: str,
    *,
    marks_id: Callable[[str, str], bool],
    before: str,
    shared: Table,
    ids: tuple[Pass, ...] = (),
    replies: tuple[Pass, ...] = (),
    provider: str | None = None,
    rank: Callable[[Look], Look] = _as_it_looks,
    lanes: tuple[Lane | None, ReplyLane | None] = (None, None),
) -> Dialect:
    """A dialect of this name: which ids its readers mark, its path up to `models/`, passes about ids and replies.

    `shared`: the members of replies that another dialect has, too; `provider`: who serves it, as `Dialect.provider`
    has it; `rank`: changes the detectors of its documents; `lanes`: the plain lanes of its requests and its replies.
    """
    return Dialect(
        name,
        title,
        provider=provider,
        stream=_STREAM,
        capabilities=_CAPABILITIES,
        request=Request(
            form=ProtoForm(Body),
            read=reader(name, marks_id),
            lower=(tiers_in_words(TIERS), *_TURNS, *ids, hide_counted_ids, *_SETTINGS, sign_foreign_calls),
            refused=(cap_max_tokens, drop_thinking, *FOR_MODELS),
            marks=(mark_results_out_of_place, mark_unsigned_calls, mark_media_in_results),
            write=write_request,
            looks_like=rank(looks_like_request),
            is_certain=is_certain,
            bare_list="contents",
            envelope=address(before),
            lane=lanes[0],
        ),
        response=_response(
            response_reader(name, marks_id),
            (share_reply(shared), *_REPLIES, *ids, hide_counted_ids, *replies, write_logprobs, report_grounding),
            rank(looks_like_response),
            lanes[1],
        ),
        error=Error(form=Form(Raw), read=error_reader(name), write=write_error, looks_like=rank(looks_like_error)),
    )
