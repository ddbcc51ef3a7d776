"""The declaration of the dialect."""

from __future__ import annotations

from typing import Any

from turnwire.catalogue.capabilities import supporting
from turnwire.codec.wire import Form
from turnwire.dialects.canonical.complete import complete_messages
from turnwire.dialects.canonical.detect import looks_like_reply, looks_like_session
from turnwire.dialects.canonical.legal import legal_blocks, legal_results, report_summaries, state_of_the_provider
from turnwire.dialects.canonical.origins import STORED
from turnwire.dialects.canonical.read import is_certain, read_reply, read_session
from turnwire.dialects.canonical.wire import NAME, Reply, Root, Said
from turnwire.dialects.canonical.write import write_reply, write_session
from turnwire.dialects.dialect import Dialect, Request, Response
from turnwire.lowering.candidates import keep_first_candidate, make_missing_candidate
from turnwire.lowering.hosted import rewrite_foreign_runs
from turnwire.lowering.inputs import inputs_are_objects
from turnwire.lowering.media import documents_are_files
from turnwire.lowering.messages import drop_emptied_turns, drop_interactions
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.system import primary_message_first

_SESSION: Any = Root | list[Said]

_BLOCKS = (
    drop_sources_without_data,
    rewrite_foreign_runs,
    report_summaries,
    state_of_the_provider,
    legal_results,
    documents_are_files,
    legal_blocks,
    inputs_are_objects,
)

DIALECT = Dialect(
    name=NAME,
    title="the canonical message format: messages as sessions store them",
    capabilities=supporting("thinking", "images", "system_prompt", "parallel_tool_calls", "system_messages_in_list"),
    request=Request(
        form=Form(_SESSION),
        read=read_session,
        lower=(
            primary_message_first,
            drop_interactions,
            *_BLOCKS,
            drop_emptied_turns(fields_told=False),
            complete_messages,
        ),
        write=write_session,
        looks_like=looks_like_session,
        is_certain=is_certain,
    ),
    response=Response(
        form=Form(Reply),
        read=read_reply,
        lower=(keep_first_candidate, make_missing_candidate, *_BLOCKS),
        write=write_reply,
        looks_like=looks_like_reply,
    ),
    keeps=STORED,
    versioned=True,
)
