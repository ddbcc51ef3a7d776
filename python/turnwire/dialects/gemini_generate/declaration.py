"""What a dialect of generateContent is made of; the variants replace what is other in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Raw

from turnwire.dialect import Dialect, Error, Request, Response
from turnwire.dialects.gemini_generate.accepted import HOTTEST, NAME_LENGTH, NAME_PATTERN
from turnwire.dialects.gemini_generate.address import address
from turnwire.dialects.gemini_generate.calls import (
    drop_foreign_runs,
    hide_counted_ids,
    legal_result_names,
    name_results,
)
from turnwire.dialects.gemini_generate.detect import looks_like_error, looks_like_request, looks_like_response
from turnwire.dialects.gemini_generate.error import error_reader, write_error
from turnwire.dialects.gemini_generate.legal_blocks import legal_media, results_are_responses, say_in_text, tell_origins
from turnwire.dialects.gemini_generate.legal_settings import legal_choice, legal_reasoning, limit_stops
from turnwire.dialects.gemini_generate.read_request import reader
from turnwire.dialects.gemini_generate.read_response import response_reader
from turnwire.dialects.gemini_generate.spelling import ProtoForm
from turnwire.dialects.gemini_generate.wire_request import Body
from turnwire.dialects.gemini_generate.wire_response import Reply
from turnwire.dialects.gemini_generate.write_request import write_request
from turnwire.dialects.gemini_generate.write_response import write_response
from turnwire.lowering.choice import choose_among_own_tools, drop_choice_without_tools
from turnwire.lowering.ids import legal_tool_names
from turnwire.lowering.inputs import inputs_are_objects
from turnwire.lowering.limits import clamp_sampling
from turnwire.lowering.media import documents_are_files
from turnwire.lowering.messages import drop_interactions, drop_message_fields
from turnwire.lowering.results import drop_empty_texts, drop_empty_turns, results_as_user
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.state import drop_foreign_state
from turnwire.lowering.system import hoist_system
from turnwire.wire import Form

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.draft import Pass

_CONTENT = (
    drop_sources_without_data,
    drop_foreign_state,
    drop_foreign_runs,
    documents_are_files,
    say_in_text,
    tell_origins,
    results_are_responses,
    legal_media,
    name_results,
)
_CALLS = (legal_tool_names(NAME_PATTERN, NAME_LENGTH), legal_result_names, inputs_are_objects)
_SETTINGS = (
    drop_choice_without_tools,
    choose_among_own_tools,
    legal_choice,
    legal_reasoning,
    limit_stops,
    clamp_sampling(0, HOTTEST),
)


def dialect(
    name: str,
    title: str,
    *,
    marks_id: Callable[[str, str], bool],
    before: str,
    ids: tuple[Pass, ...] = (),
    replies: tuple[Pass, ...] = (),
) -> Dialect:
    """A dialect of this name: which ids its readers mark, its path up to `models/`, passes about ids and replies."""
    return Dialect(
        name=name,
        title=title,
        request=Request(
            form=ProtoForm(Body),
            read=reader(name, marks_id),
            lower=(
                drop_interactions,
                drop_message_fields(frozenset({"role", "content"})),
                *_CONTENT,
                hoist_system,
                results_as_user,
                *_CALLS,
                drop_empty_texts,
                drop_empty_turns,
                *ids,
                hide_counted_ids,
                *_SETTINGS,
            ),
            write=write_request,
            looks_like=looks_like_request,
            envelope=address(before),
        ),
        response=Response(
            form=ProtoForm(Reply),
            read=response_reader(name, marks_id),
            lower=(*_CONTENT, *_CALLS, *ids, hide_counted_ids, *replies),
            write=write_response,
            looks_like=looks_like_response,
        ),
        error=Error(form=Form(Raw), read=error_reader(name), write=write_error, looks_like=looks_like_error),
    )
