"""The declaration of the dialect."""

from __future__ import annotations

from turnwire.catalogue.capabilities import supporting
from turnwire.codec.wire import Form
from turnwire.dialects.dialect import Dialect, Request
from turnwire.dialects.sharegpt.certain import is_certain
from turnwire.dialects.sharegpt.detect import looks_like_row
from turnwire.dialects.sharegpt.legal import calls_in_turns_of_their_own
from turnwire.dialects.sharegpt.read import read_row
from turnwire.dialects.sharegpt.wire import NAME, Row
from turnwire.dialects.sharegpt.write import write_row
from turnwire.lowering.client_tools import client_tools_are_functions
from turnwire.lowering.hosted import rewrite_foreign_runs
from turnwire.lowering.inputs import inputs_are_objects
from turnwire.lowering.media import documents_are_files
from turnwire.lowering.messages import drop_emptied_turns, drop_interactions, drop_message_fields
from turnwire.lowering.positional_call_ids import ids_by_position, results_in_order_of_calls
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.split_tool_results import one_result_in_a_message
from turnwire.lowering.state import drop_foreign_state
from turnwire.lowering.system import primary_message_first
from turnwire.lowering.text_only import one_text, only_text
from turnwire.lowering.tools import only_functions

DIALECT = Dialect(
    name=NAME,
    title="ShareGPT rows of data sets",
    capabilities=supporting("tools", "system_prompt", "parallel_tool_calls", "system_messages_in_list"),
    request=Request(
        form=Form(Row),
        read=read_row,
        lower=(
            primary_message_first,
            drop_interactions,
            drop_message_fields(frozenset({"role", "content"})),
            rewrite_foreign_runs,
            one_result_in_a_message,
            drop_sources_without_data,
            drop_foreign_state,
            documents_are_files,
            # A `value` is text, a call, or the text of a result.
            only_text("assistant"),
            drop_emptied_turns(fields_told=True),
            inputs_are_objects,
            calls_in_turns_of_their_own,
            one_text(),
            results_in_order_of_calls,
            ids_by_position(named=False),
            # `tools`: "tool description (optional)": names, descriptions and parameters.
            client_tools_are_functions,
            only_functions,
        ),
        write=write_row,
        looks_like=looks_like_row,
        is_certain=is_certain,
        bare_list="conversations",
    ),
)
