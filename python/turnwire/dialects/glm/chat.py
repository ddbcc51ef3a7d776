"""The readers and writers of a chat of the GLM library."""

from __future__ import annotations

from typing import Any

from turnwire.codec.wire import Form
from turnwire.dialects.dialect import Request
from turnwire.dialects.glm.detect import looks_like_chat
from turnwire.dialects.glm.legal import (
    drop_names_and_times,
    drop_results_without_calls,
    model_is_the_used_one,
    results_in_calls,
    schemas_are_of_objects,
    system_as_primary_message,
    texts_first,
)
from turnwire.dialects.glm.read import is_certain, read_chat
from turnwire.dialects.glm.wire import Chat, Entry
from turnwire.dialects.glm.write import write_chat
from turnwire.lowering.client_tools import client_tools_are_functions
from turnwire.lowering.hosted import rewrite_foreign_runs
from turnwire.lowering.media import documents_are_files
from turnwire.lowering.messages import drop_interaction_blocks, metadata_once
from turnwire.lowering.positional_call_ids import results_in_order_of_calls
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.split_tool_results import one_result_in_a_message, report_fields_without_results
from turnwire.lowering.state import drop_foreign_state
from turnwire.lowering.text_only import one_text, only_text
from turnwire.lowering.tools import only_functions

# The keys of a chat, without which the list is that of its entries.
_WIRE: Any = Chat | list[Entry]

CHAT = Request(
    form=Form(_WIRE),
    read=read_chat,
    lower=(
        drop_interaction_blocks,
        drop_names_and_times,
        rewrite_foreign_runs,
        report_fields_without_results("metadata"),
        one_result_in_a_message,
        metadata_once,
        drop_results_without_calls,
        drop_sources_without_data,
        drop_foreign_state,
        documents_are_files,
        # A message has one "content", and "The format allows for user-initiated function calls."
        only_text("user", "assistant"),
        texts_first,
        one_text(keep_empty=True),
        results_in_order_of_calls,
        results_in_calls,
        system_as_primary_message,
        client_tools_are_functions,
        only_functions,
        schemas_are_of_objects,
        model_is_the_used_one,
    ),
    write=write_chat,
    looks_like=looks_like_chat,
    is_certain=is_certain,
)
