"""The declaration of the dialect."""

from __future__ import annotations

from msgspec import Raw, structs

from turnwire.catalogue.capabilities import supporting
from turnwire.codec.wire import Form
from turnwire.dialects.bedrock_converse.address import ADDRESS
from turnwire.dialects.bedrock_converse.constraints import (
    ID_LENGTH,
    ID_PATTERN,
    NAME_LENGTH,
    NAME_PATTERN,
    TIERS,
)
from turnwire.dialects.bedrock_converse.detect import looks_like_error, looks_like_request, looks_like_response
from turnwire.dialects.bedrock_converse.enums import FORMATS, NAME
from turnwire.dialects.bedrock_converse.error import read_error, write_error
from turnwire.dialects.bedrock_converse.legal_media import (
    legal_media,
    legal_results,
    structured_is_an_object,
    words_as_text,
)
from turnwire.dialects.bedrock_converse.legal_reply import require_message, require_reply_fields
from turnwire.dialects.bedrock_converse.legal_settings import (
    define_called_tools,
    descriptions_have_words,
    legal_choice,
    mark_model_fields,
    mark_undefined_tools,
    only_claude_has_thinking,
    only_claude_has_top_k,
    tools_have_schemas,
)
from turnwire.dialects.bedrock_converse.legal_titles import legal_titles, mark_documents, text_beside_documents
from turnwire.dialects.bedrock_converse.legal_turns import (
    begin_with_the_user,
    mark_beginning,
    mark_shown_media,
    only_users_show_media,
    roles_alternate,
)
from turnwire.dialects.bedrock_converse.read_request import read_request
from turnwire.dialects.bedrock_converse.read_response import read_response
from turnwire.dialects.bedrock_converse.wire_request import Body
from turnwire.dialects.bedrock_converse.wire_response import Reply
from turnwire.dialects.bedrock_converse.write_request import write_request
from turnwire.dialects.bedrock_converse.write_response import write_response
from turnwire.dialects.dialect import Dialect, Error, Request, Response, Streaming
from turnwire.documents.residue import form_of
from turnwire.families.anthropic.constraints import SIGNERS
from turnwire.families.anthropic.legal_models import FIRST, REFUSED, THEN
from turnwire.families.anthropic.legal_settings import legal_reasoning
from turnwire.families.anthropic.prefill import begin_without_trailing_space, end_with_the_user, mark_prefill
from turnwire.lowering.candidates import keep_first_candidate
from turnwire.lowering.choice import drop_choice_without_tools
from turnwire.lowering.client_tools import client_tools_are_functions
from turnwire.lowering.hosted import foreign_runs
from turnwire.lowering.ids import legal_tool_ids, legal_tool_names
from turnwire.lowering.inputs import inputs_are_objects
from turnwire.lowering.limits import ask_the_used_model_in_path, drop_blank_stops
from turnwire.lowering.media import transcripts_beside_sound
from turnwire.lowering.messages import drop_interactions, drop_message_fields
from turnwire.lowering.repeated_ids import ids_are_unique, mark_repeated_ids
from turnwire.lowering.request_path import envelope
from turnwire.lowering.results import (
    drop_blank_texts,
    drop_empty_texts,
    drop_empty_turns,
    mark_blank_texts,
    results_as_user,
)
from turnwire.lowering.results_in_place import mark_results_out_of_place, results_follow_calls
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.split_tool_results import join_models_turns, results_leave
from turnwire.lowering.state import state_stays_home
from turnwire.lowering.system import hoist_system, primary_message_first
from turnwire.lowering.tiers import reply_tiers_in_words, tiers_in_words
from turnwire.lowering.tools import output_schemas_in_words
from turnwire.lowering.unanswered import answer_calls, orphan_results_as_text
from turnwire.model import ContentBlock, ImageBlock, ToolResultBlock, ToolUseBlock


def _is_own_run(block: ContentBlock) -> bool:
    """Whether the service ran this tool: Anthropic's own API has the same word for such calls."""
    if type(block) is not ToolUseBlock and type(block) is not ToolResultBlock:
        return False
    return bool(form_of(block.provider_raw, NAME).get("run"))


_RUNS = foreign_runs(_is_own_run)
_MEDIA = (
    words_as_text,
    legal_media,
    transcripts_beside_sound,
    structured_is_an_object,
    legal_results,
)
_CALLS = (
    legal_tool_ids(ID_PATTERN, "tooluse_", longest=ID_LENGTH),
    legal_tool_names(NAME_PATTERN, NAME_LENGTH),
    inputs_are_objects,
)
_MESSAGES = (
    drop_sources_without_data,
    state_stays_home(SIGNERS),
    primary_message_first,
    drop_interactions,
    drop_message_fields(frozenset({"role", "content"})),
    _RUNS,
    *_MEDIA,
    only_users_show_media,
    legal_titles,
    drop_blank_texts,
    hoist_system,
    results_leave("assistant"),
    join_models_turns,
    ids_are_unique,
    results_follow_calls,
    results_as_user,
    *_CALLS,
    orphan_results_as_text,
    answer_calls("user"),
    drop_empty_texts,
    drop_empty_turns,
    begin_with_the_user,
    roles_alternate,
    text_beside_documents,
    end_with_the_user,
    begin_without_trailing_space,
)
_SETTINGS = (
    tiers_in_words(TIERS),
    ask_the_used_model_in_path,
    client_tools_are_functions,
    output_schemas_in_words,
    tools_have_schemas,
    descriptions_have_words,
    drop_choice_without_tools,
    legal_choice,
    only_claude_has_thinking,
    only_claude_has_top_k,
    *FIRST,
    legal_reasoning,
    *THEN,
    drop_blank_stops,
)

DIALECT = Dialect(
    name=NAME,
    title="Amazon Bedrock Converse",
    provider="bedrock",
    kin=SIGNERS - {NAME},
    stream=Streaming(
        "turnwire.dialects.bedrock_converse.stream",
        "turnwire.dialects.bedrock_converse.stream_write",
        lines=True,
    ),
    capabilities=structs.replace(
        supporting(
            "thinking",
            "images",
            "tools",
            "system_prompt",
            "structured_output",
            "parallel_tool_calls",
            "prompt_caching",
        ),
        accepted_image_media_types=tuple(FORMATS[ImageBlock].values()),
    ),
    request=Request(
        form=Form(Body),
        read=read_request,
        lower=(*_SETTINGS, *_MESSAGES, define_called_tools),
        refused=REFUSED,
        paired=True,
        marks=(
            mark_repeated_ids,
            mark_results_out_of_place,
            mark_prefill,
            mark_blank_texts,
            mark_beginning,
            mark_documents,
            mark_shown_media,
            mark_undefined_tools,
            mark_model_fields,
        ),
        write=write_request,
        looks_like=looks_like_request,
        bare_list="messages",
        envelope=envelope(ADDRESS),
    ),
    response=Response(
        form=Form(Reply),
        read=read_response,
        lower=(
            reply_tiers_in_words(TIERS),
            drop_sources_without_data,
            keep_first_candidate,
            require_message,
            state_stays_home(SIGNERS, takes_reasoning=True),
            _RUNS,
            *_MEDIA,
            legal_titles,
            *_CALLS,
            require_reply_fields,
        ),
        write=write_response,
        looks_like=looks_like_response,
    ),
    error=Error(form=Form(Raw), read=read_error, write=write_error, looks_like=looks_like_error),
)
