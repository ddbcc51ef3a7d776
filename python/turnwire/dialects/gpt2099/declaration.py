"""The declaration of the dialect."""

from __future__ import annotations

from typing import Any

from turnwire.catalogue.capabilities import supporting
from turnwire.codec.wire import Form
from turnwire.dialects.dialect import Dialect, Request, Response
from turnwire.dialects.gpt2099.detect import looks_like_reply, looks_like_window
from turnwire.dialects.gpt2099.legal import (
    drop_thoughts,
    legal_media,
    legal_results,
    rewrite_foreign_runs,
    texts_are_files,
)
from turnwire.dialects.gpt2099.legal_turns import drop_emptied, name_results, name_whole_tools
from turnwire.dialects.gpt2099.read import read_window
from turnwire.dialects.gpt2099.read_reply import read_reply
from turnwire.dialects.gpt2099.wire import NAME, Reply, Said, Window
from turnwire.dialects.gpt2099.write import write_window
from turnwire.dialects.gpt2099.write_reply import write_reply
from turnwire.lowering.candidates import keep_first_candidate, make_missing_candidate
from turnwire.lowering.inputs import inputs_are_objects
from turnwire.lowering.media import documents_are_files
from turnwire.lowering.messages import drop_interactions, drop_message_fields
from turnwire.lowering.optional_call_ids import leave_out_counted_ids
from turnwire.lowering.results import results_as_user
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.split_tool_results import report_fields_without_results
from turnwire.lowering.state import drop_foreign_state
from turnwire.lowering.system import primary_message_first

_DOCUMENT: Any = Window | list[Said]

_BLOCKS = (
    drop_sources_without_data,
    drop_foreign_state,
    drop_thoughts,
    rewrite_foreign_runs,
    texts_are_files,
    documents_are_files,
    legal_media,
    legal_results,
)
_CALLS = (inputs_are_objects, name_whole_tools, name_results)

DIALECT = Dialect(
    name=NAME,
    title="gpt2099 context windows and replies",
    capabilities=supporting(
        "images", "system_prompt", "parallel_tool_calls", "prompt_caching", "system_messages_in_list"
    ),
    request=Request(
        form=Form(_DOCUMENT),
        read=read_window,
        lower=(
            primary_message_first,
            drop_interactions,
            drop_message_fields(frozenset(("role", "content", "id"))),
            report_fields_without_results("id"),
            *_BLOCKS,
            drop_emptied,
            *_CALLS,
            results_as_user,
            leave_out_counted_ids,
        ),
        write=write_window,
        looks_like=looks_like_window,
    ),
    response=Response(
        form=Form(Reply),
        read=read_reply,
        lower=(keep_first_candidate, make_missing_candidate, *_BLOCKS, *_CALLS, leave_out_counted_ids),
        write=write_reply,
        looks_like=looks_like_reply,
        message_in="",
    ),
)
