"""The passes of the family, in order; a vendor's declaration adds to these or leaves some out."""

from __future__ import annotations

from turnwire.chat.legal import drop_emptied_turns, limit_stops, rank_of
from turnwire.chat.required import (
    complete_the_reply,
    give_calls_arguments,
    name_the_model,
    name_the_schema,
    say_why_it_stopped,
)
from turnwire.lowering.choice import choose_among_own_tools, drop_choice_without_tools, drop_provider_runs
from turnwire.lowering.joining import join_texts, order_assistant_blocks
from turnwire.lowering.media import documents_are_files, results_hold_text
from turnwire.lowering.messages import drop_interactions
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.state import drop_foreign_state

order_blocks = order_assistant_blocks(rank_of)

REQUEST = (
    drop_sources_without_data,
    drop_interactions,
    drop_foreign_state,
    drop_choice_without_tools,
    choose_among_own_tools,
    drop_provider_runs,
    documents_are_files,
    results_hold_text,
    order_blocks,
    give_calls_arguments,
    limit_stops,
    drop_emptied_turns,
    name_the_schema,
    name_the_model,
)

REPLY = (
    drop_sources_without_data,
    drop_foreign_state,
    drop_provider_runs,
    order_blocks,
    give_calls_arguments,
    join_texts,
    complete_the_reply,
    say_why_it_stopped,
)
