"""The declaration of the dialect."""

from __future__ import annotations

from typing import Any

from turnwire.catalogue.capabilities import supporting
from turnwire.codec.wire import Form
from turnwire.dialects.dialect import Dialect, Request
from turnwire.dialects.huggingface_messages.detect import looks_like_row
from turnwire.dialects.huggingface_messages.legal import one_thought, only_parts, rank_of, where_they_belong
from turnwire.dialects.huggingface_messages.read import read_row
from turnwire.dialects.huggingface_messages.wire import NAME, Row, Said
from turnwire.dialects.huggingface_messages.write import write_row
from turnwire.lowering.client_tools import client_tools_are_functions
from turnwire.lowering.hosted import rewrite_foreign_runs
from turnwire.lowering.inputs import inputs_are_objects
from turnwire.lowering.joining import order_assistant_blocks
from turnwire.lowering.media import documents_are_files
from turnwire.lowering.messages import drop_interactions, drop_message_fields, metadata_once
from turnwire.lowering.optional_call_ids import leave_out_counted_ids
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.split_tool_results import one_result_in_a_message, report_fields_without_results
from turnwire.lowering.system import primary_message_first

_DOCUMENT: Any = Row | list[Said]

DIALECT = Dialect(
    name=NAME,
    title="rows of Hugging Face data sets of conversations",
    capabilities=supporting(
        "thinking", "images", "tools", "system_prompt", "parallel_tool_calls", "system_messages_in_list"
    ),
    request=Request(
        form=Form(_DOCUMENT),
        read=read_row,
        lower=(
            drop_sources_without_data,
            primary_message_first,
            drop_interactions,
            client_tools_are_functions,
            drop_message_fields(frozenset(("role", "content", "name"))),
            rewrite_foreign_runs,
            report_fields_without_results("name"),
            one_result_in_a_message,
            metadata_once,
            documents_are_files,
            only_parts,
            where_they_belong,
            one_thought,
            order_assistant_blocks(rank_of),
            inputs_are_objects,
            leave_out_counted_ids,
        ),
        write=write_row,
        looks_like=looks_like_row,
        bare_list="messages",
    ),
)
