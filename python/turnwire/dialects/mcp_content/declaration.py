"""The declaration of the dialect."""

from __future__ import annotations

from turnwire.catalogue.capabilities import supporting
from turnwire.codec.wire import Form
from turnwire.dialects.dialect import Dialect, Request, Response
from turnwire.dialects.mcp_content.detect import looks_like_body, looks_like_reply
from turnwire.dialects.mcp_content.legal import (
    address_resources,
    legal_media,
    legal_sampled_media,
    name_resources,
    one_block_in_a_message,
    one_result_or_messages,
)
from turnwire.dialects.mcp_content.read import read_body
from turnwire.dialects.mcp_content.reply import read_reply, require_content, write_reply
from turnwire.dialects.mcp_content.wire import NAME, Body, Reply
from turnwire.dialects.mcp_content.write import write_body
from turnwire.lowering.candidates import keep_first_candidate, make_missing_candidate
from turnwire.lowering.hosted import rewrite_foreign_runs
from turnwire.lowering.inputs import inputs_are_objects
from turnwire.lowering.media import documents_are_files
from turnwire.lowering.messages import drop_interactions, drop_message_fields
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.state import drop_foreign_state
from turnwire.lowering.system import primary_message_first

DIALECT = Dialect(
    name=NAME,
    title="content of the Model Context Protocol: tool results, prompts, sampled replies",
    # Sampled replies have several calls in one message, prompts have none: neither word would be true of both.
    capabilities=supporting("images", undeclared="parallel_tool_calls"),
    request=Request(
        form=Form(Body),
        read=read_body,
        lower=(
            primary_message_first,
            drop_interactions,
            one_result_or_messages,
            drop_sources_without_data,
            drop_foreign_state,
            legal_media,
            name_resources,
            address_resources,
            drop_message_fields(frozenset({"role", "content"})),
            one_block_in_a_message,
        ),
        write=write_body,
        looks_like=looks_like_body,
    ),
    response=Response(
        form=Form(Reply),
        read=read_reply,
        lower=(
            keep_first_candidate,
            make_missing_candidate,
            drop_sources_without_data,
            drop_foreign_state,
            rewrite_foreign_runs,
            documents_are_files,
            legal_sampled_media,
            inputs_are_objects,
            require_content,
        ),
        write=write_reply,
        looks_like=looks_like_reply,
    ),
)
