"""Declare a dialect of the Messages API; a platform declares its differences."""

from __future__ import annotations

from msgspec import Raw

from turnwire.catalogue.capabilities import Capabilities
from turnwire.codec.wire import Form
from turnwire.dialects.dialect import Deferred, Dialect, Error, Request, Response, Streaming
from turnwire.families.anthropic.constraints import (
    NAME_LENGTH,
    NAME_PATTERN,
    PLATFORMS,
    REPLY_TIERS,
    REQUEST_TIERS,
    SIGNERS,
    USE_ID_PATTERN,
)
from turnwire.families.anthropic.detect import (
    is_certain,
    looks_like_error,
    looks_like_request,
    looks_like_response,
)
from turnwire.families.anthropic.legal_blocks import (
    drop_unsigned_thinking,
    legal_results,
    rewrite_foreign_runs,
    unsupported_as_text,
)
from turnwire.families.anthropic.legal_media import drop_request_blocks, legal_documents, legal_images
from turnwire.families.anthropic.legal_models import FIRST, REFUSED, THEN, require_max_tokens
from turnwire.families.anthropic.legal_reply import (
    key_with_nothing,
    require_reply_fields,
    require_stop_reason,
    sign_with_nothing,
)
from turnwire.families.anthropic.legal_settings import (
    legal_reasoning,
    legal_tool_choice,
    schemas_are_of_objects,
    tools_have_schemas,
)
from turnwire.families.anthropic.prefill import begin_without_trailing_space, end_with_the_user, mark_prefill
from turnwire.families.anthropic.shared import SHARED
from turnwire.families.anthropic.wire_request import Body
from turnwire.families.anthropic.wire_response import Reply
from turnwire.lane.replies import ReplyLane
from turnwire.lane.turns import Lane
from turnwire.lowering.addresses import addresses_as_text
from turnwire.lowering.candidates import keep_first_candidate, report_missing_candidate
from turnwire.lowering.choice import drop_choice_without_tools
from turnwire.lowering.client_tools import client_tools_are_functions
from turnwire.lowering.draft import Marking, Pass
from turnwire.lowering.equal_tools import (
    CODE_OF_ANTHROPIC,
    FETCH_OF_ANTHROPIC,
    SEARCH_OF_ANTHROPIC,
    options_as_tool,
    take_equal_tools,
    take_tools_of_kin,
)
from turnwire.lowering.hosted_text import structured_in_words
from turnwire.lowering.ids import legal_tool_ids, legal_tool_names
from turnwire.lowering.inputs import inputs_are_objects
from turnwire.lowering.limits import (
    drop_blank_stops,
    require_model,
)
from turnwire.lowering.messages import drop_interactions, drop_message_fields
from turnwire.lowering.repeated_ids import ids_are_unique, mark_repeated_ids
from turnwire.lowering.results import (
    drop_blank_texts,
    drop_empty_texts,
    drop_empty_turns,
    mark_blank_texts,
    results_as_user,
)
from turnwire.lowering.results_in_place import mark_results_out_of_place, results_follow_calls
from turnwire.lowering.schema_titles import names_as_titles
from turnwire.lowering.sharing import share_reply, share_settings
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.split_tool_results import join_models_turns, results_leave
from turnwire.lowering.state import state_stays_home
from turnwire.lowering.system import hoist_system, primary_message_first
from turnwire.lowering.tiers import reply_tiers_in_words, tiers_in_words
from turnwire.lowering.tools import output_schemas_in_words
from turnwire.lowering.unanswered import answer_calls, orphan_results_as_text
from turnwire.model import DocumentBlock, ImageBlock

_MODEL = "claude-sonnet-4-5"

Passes = tuple[Pass, ...]
MARKS: tuple[Marking, ...] = (mark_repeated_ids, mark_results_out_of_place, mark_prefill, mark_blank_texts)
"""Functions that mark what the server of a request refuses, besides settings and unpaired calls."""

_MEDIA = (
    addresses_as_text(ImageBlock, DocumentBlock),
    unsupported_as_text,
    legal_images,
    legal_documents(),
    legal_results,
)

_CALLS = (
    legal_tool_ids(USE_ID_PATTERN, "toolu_"),
    legal_tool_names(NAME_PATTERN, NAME_LENGTH),
    inputs_are_objects,  # RequestToolUseBlock.input: "type": "object"
)

_CAPABILITIES = Capabilities(
    supports_thinking=True,
    supports_images=True,
    supports_tools=True,
    supports_system_prompt=True,
    supports_structured_output=True,
    supports_parallel_tool_calls=True,
    supports_prompt_caching=True,
    supports_system_messages_in_list=False,
    # Base64ImageSource.media_type: "enum": ["image/jpeg", "image/png", "image/gif", "image/webp"]
    accepted_image_media_types=("image/jpeg", "image/png", "image/gif", "image/webp"),
)

_STATE = state_stays_home(SIGNERS)
# A client takes reasoning without a signature: it shows it.
_REPLIED_STATE = state_stays_home(SIGNERS, takes_reasoning=True)


_TOOLS = (
    take_tools_of_kin(PLATFORMS, ".*"),
    take_equal_tools(SEARCH_OF_ANTHROPIC, CODE_OF_ANTHROPIC, FETCH_OF_ANTHROPIC),
    options_as_tool(SEARCH_OF_ANTHROPIC),
    client_tools_are_functions,
    output_schemas_in_words,
)


_EMPTY = (drop_empty_texts, drop_empty_turns)
_LAST_MESSAGE = (end_with_the_user, begin_without_trailing_space)


def requests(*, tools: Passes = _TOOLS, media: Passes = _MEDIA, model: Passes = (), last: Passes = ()) -> Passes:
    """Make the passes of a request: about provider-run tools, media, the model, and those that run last."""
    return (
        share_settings(SHARED),
        tiers_in_words(REQUEST_TIERS),
        *tools,
        drop_sources_without_data,
        _STATE,
        primary_message_first,
        drop_interactions,
        drop_message_fields(frozenset({"role", "content"})),
        drop_unsigned_thinking,
        rewrite_foreign_runs,
        structured_in_words,
        *media,
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
        *_EMPTY,
        tools_have_schemas,
        schemas_are_of_objects,
        drop_choice_without_tools,
        legal_tool_choice,
        names_as_titles,
        *model,
        *FIRST,
        legal_reasoning,
        *THEN,
        *_LAST_MESSAGE,
        require_max_tokens,
        drop_blank_stops,
        *last,
    )


_REPLIES = (
    share_reply(SHARED),
    reply_tiers_in_words(REPLY_TIERS),
    drop_sources_without_data,
    keep_first_candidate,
    report_missing_candidate,
    _REPLIED_STATE,
    sign_with_nothing,
    key_with_nothing,
    rewrite_foreign_runs,
    drop_request_blocks,
    *_MEDIA,
    *_CALLS,
    require_reply_fields,
    require_stop_reason,
)


def _lane(name: str) -> Lane:
    reader = Deferred("turnwire.families.anthropic.lane_reader", "reader", name)
    return Lane(reader, Deferred("turnwire.families.anthropic.lane_writer", "write_turns"), ("system", "messages"))


def _reply_lane(name: str) -> ReplyLane:
    reader = Deferred("turnwire.families.anthropic.lane_reply_reader", "reader", name)
    return ReplyLane(reader, Deferred("turnwire.families.anthropic.lane_reply_writer", "write"), SHARED)


def dialect(name: str, title: str) -> Dialect:
    """The Messages API as Anthropic offers it, under this name, which is bound to its readers here, once."""
    return Dialect(
        name=name,
        title=title,
        stream=Streaming("turnwire.families.anthropic.stream", "turnwire.families.anthropic.stream_write"),
        capabilities=_CAPABILITIES,
        kin=SIGNERS - {name},
        request=Request(
            form=Form(Body),
            read=Deferred("turnwire.families.anthropic.read_request", "read_request", name),
            lower=requests(model=(require_model(_MODEL),)),
            refused=REFUSED,
            paired=True,
            marks=MARKS,
            write=Deferred("turnwire.families.anthropic.write_request", "write_request"),
            looks_like=looks_like_request,
            is_certain=is_certain,
            lane=_lane(name),
            bare_list="messages",
            # "anthropic-version": required with every request (the provider's page on versions)
            envelope={"headers": {"anthropic-version": "2023-06-01"}},
        ),
        response=Response(
            form=Form(Reply),
            read=Deferred("turnwire.families.anthropic.read_response", "read_response", name),
            lower=_REPLIES,
            write=Deferred("turnwire.families.anthropic.write_response", "write_response"),
            looks_like=looks_like_response,
            lane=_reply_lane(name),
        ),
        error=Error(
            form=Form(Raw),
            read=Deferred("turnwire.families.anthropic.error", "read_error", name),
            write=Deferred("turnwire.families.anthropic.error", "write_error"),
            looks_like=looks_like_error,
        ),
    )
