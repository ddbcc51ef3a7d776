"""The declaration of the dialect."""

from __future__ import annotations

from typing import Any

from turnwire.catalogue.capabilities import supporting
from turnwire.codec.wire import Form
from turnwire.dialects.dialect import Dialect, Request, Response
from turnwire.dialects.langchain_messages.detect import looks_like_request, looks_like_response
from turnwire.dialects.langchain_messages.read import read_conversation, read_reply
from turnwire.dialects.langchain_messages.wire import NAME, Conversation, Entry
from turnwire.dialects.langchain_messages.write import rank_of, write_conversation, write_reply
from turnwire.lowering.hosted import rewrite_foreign_runs
from turnwire.lowering.joining import order_assistant_blocks
from turnwire.lowering.messages import drop_interactions
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.split_tool_results import results_leave
from turnwire.lowering.system import primary_message_first

_DOCUMENT: Any = Conversation | list[Entry]

DIALECT = Dialect(
    name=NAME,
    title="LangChain messages",
    capabilities=supporting("thinking", "images", "system_prompt", "parallel_tool_calls", "system_messages_in_list"),
    request=Request(
        form=Form(_DOCUMENT),
        read=read_conversation,
        lower=(
            drop_sources_without_data,
            primary_message_first,
            drop_interactions,
            rewrite_foreign_runs,
            results_leave("assistant", "user", "system"),
            order_assistant_blocks(rank_of),
        ),
        write=write_conversation,
        looks_like=looks_like_request,
    ),
    response=Response(
        form=Form(Entry),
        read=read_reply,
        lower=(drop_sources_without_data, rewrite_foreign_runs, order_assistant_blocks(rank_of)),
        write=write_reply,
        looks_like=looks_like_response,
    ),
)
