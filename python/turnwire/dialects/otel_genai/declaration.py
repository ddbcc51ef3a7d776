"""The declaration of the dialect."""

from __future__ import annotations

from typing import Any

from turnwire.catalogue.capabilities import supporting
from turnwire.codec.wire import Form
from turnwire.dialects.dialect import Dialect, Request, Response
from turnwire.dialects.otel_genai.detect import looks_like_answered, looks_like_asked
from turnwire.dialects.otel_genai.legal import (
    rejoin_parts,
    require_stop_reason,
    results_have_no_names,
    rewrite_foreign_runs,
)
from turnwire.dialects.otel_genai.read import is_certain, read_answered, read_asked
from turnwire.dialects.otel_genai.wire import NAME, Answered, Asked, Said
from turnwire.dialects.otel_genai.write import write_answered, write_asked
from turnwire.lowering.client_tools import client_tools_are_functions
from turnwire.lowering.media import documents_are_files
from turnwire.lowering.messages import drop_interactions, drop_message_fields, metadata_once
from turnwire.lowering.optional_call_ids import leave_out_counted_ids
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.split_tool_results import one_result_in_a_message, report_fields_without_results
from turnwire.lowering.system import primary_message_first

_HELD = frozenset(("role", "content", "name", "metadata"))
_ASKED: Any = Asked | list[Said]
_ANSWERED: Any = Answered | list[Said]

DIALECT = Dialect(
    name=NAME,
    title="OpenTelemetry GenAI attributes",
    capabilities=supporting(
        "thinking", "images", "tools", "system_prompt", "parallel_tool_calls", "system_messages_in_list"
    ),
    request=Request(
        form=Form(_ASKED),
        read=read_asked,
        lower=(
            drop_sources_without_data,
            primary_message_first,
            drop_interactions,
            client_tools_are_functions,
            drop_message_fields(_HELD),
            rewrite_foreign_runs,
            results_have_no_names,
            report_fields_without_results("name", "metadata"),
            one_result_in_a_message,
            metadata_once,
            documents_are_files,
            leave_out_counted_ids,
            rejoin_parts,
        ),
        write=write_asked,
        looks_like=looks_like_asked,
        is_certain=is_certain,
    ),
    response=Response(
        form=Form(_ANSWERED),
        read=read_answered,
        lower=(
            drop_sources_without_data,
            drop_message_fields(_HELD),
            rewrite_foreign_runs,
            documents_are_files,
            results_have_no_names,
            leave_out_counted_ids,
            require_stop_reason,
        ),
        write=write_answered,
        looks_like=looks_like_answered,
    ),
)
