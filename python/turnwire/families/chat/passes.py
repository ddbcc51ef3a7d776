"""The passes of the family, in order; a vendor's declaration adds to these or leaves some out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from turnwire.families.chat.enums import SOUNDS
from turnwire.families.chat.legal import drop_unheard, rank_of
from turnwire.families.chat.required import (
    complete_reply,
    give_calls_arguments,
    name_the_model,
    name_the_schema,
    require_stop_reason,
)
from turnwire.lowering.addresses import addresses_as_text, media_in_words
from turnwire.lowering.choice import choose_among_own_tools, drop_choice_without_tools
from turnwire.lowering.client_tools import client_tools_are_functions
from turnwire.lowering.files import titles_are_filenames
from turnwire.lowering.hosted import rewrite_foreign_runs
from turnwire.lowering.hosted_text import structured_in_words
from turnwire.lowering.ids import legal_tool_ids, legal_tool_names, mark_tool_ids, mark_tool_names
from turnwire.lowering.joining import join_texts, order_assistant_blocks
from turnwire.lowering.media import documents_are_files, results_hold_text
from turnwire.lowering.media_types import report_media_types, report_sound_types
from turnwire.lowering.messages import drop_emptied_turns, drop_interactions
from turnwire.lowering.repeated_ids import ids_are_unique, mark_repeated_ids
from turnwire.lowering.results_in_place import mark_results_out_of_place, results_follow_calls
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.split_tool_results import results_leave
from turnwire.lowering.state import drop_foreign_state, take_foreign_reasoning_beside
from turnwire.lowering.system import primary_message_first
from turnwire.lowering.token_logprobs import tokens_in_an_object
from turnwire.lowering.tools import output_schemas_in_words
from turnwire.lowering.unanswered import answer_calls, orphan_results_as_text
from turnwire.model import DocumentBlock, ImageBlock, VideoBlock

if TYPE_CHECKING:
    from turnwire.lowering.draft import Pass

# ChatCompletionMessageToolCall requires `id`: "The ID of the tool call." (OpenAI's API description, 2026-08-21); the
# older calls, `function_call`, have none.
_ID = re.compile(r".+", re.DOTALL)
calls_have_ids = legal_tool_ids(_ID, "call_")
order_blocks = order_assistant_blocks(rank_of)
# `content` of an assistant: "Required unless `tool_calls` or `function_call` is specified" (OpenAI's API description)
drop_emptied = drop_emptied_turns(fields_told=False)

# File: `file_data`, `filename` ("The name of the file, used when passing the file to the model as a string.")
name_files = titles_are_filenames(lambda document: document.source.kind == "base64")

answers_apart = results_leave("assistant", "user", "system")


def request_passes(
    *,
    sounds: frozenset[str] | None = SOUNDS,
    films: bool = False,
    file_urls: bool = False,
    words_only: bool = False,
) -> tuple[Pass, ...]:
    """Make the passes of a request to a vendor.

    Args:
        sounds: the formats of audio that it takes; None means any.
        films: whether it takes video.
        file_urls: whether it takes files by URL.
        words_only: whether its messages hold nothing but text.
    """
    by_address = (ImageBlock, *([VideoBlock] if films else []), *([DocumentBlock] if file_urls else []))
    media = (
        addresses_as_text(*by_address),
        report_sound_types,
        drop_unheard(sounds, films=films),
        report_media_types,
    )
    return (
        drop_sources_without_data,
        primary_message_first,
        drop_interactions,
        drop_foreign_state,
        client_tools_are_functions,
        output_schemas_in_words,
        drop_choice_without_tools,
        choose_among_own_tools,
        rewrite_foreign_runs,
        structured_in_words,
        documents_are_files,
        *((media_in_words,) if words_only else media),
        answers_apart,
        ids_are_unique,
        calls_have_ids,
        results_hold_text,
        # After the results are written, whose losses have the files as the caller gave them.
        *(() if words_only else (name_files,)),
        order_blocks,
        give_calls_arguments,
        drop_emptied,
        name_the_schema,
        name_the_model,
    )


# The content parts of a user are a text, a picture, sound (`format`: wav or mp3) and a file (OpenAI's API description,
# 2026-08-21).
REQUEST = request_passes()

# For servers that refuse a call without a result right after it and a result without a call.
PAIRED = (results_follow_calls, orphan_results_as_text, answer_calls("tool"), drop_emptied)

# FunctionObject.name: "The name of the function to be called. Must be a-z, A-Z, 0-9, or contain underscores and dashes,
# with a maximum length of 64." (OpenAI's API description, 2026-08-21); "'multi_tool_use.parallel' does not match
# '^[a-zA-Z0-9_-]{1,64}$'" (a refusal)
_NAME_LENGTH = 64
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
NAMES = (legal_tool_names(_NAME, _NAME_LENGTH),)
"""For servers that take only some names of tools."""
# "Invalid 'messages[68].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string
# with length 46 instead." (OpenAI, a refusal)
_ID_LENGTH = 40
_SHORT_ID = re.compile(r".{1,40}", re.DOTALL)
SHORT_IDS = (legal_tool_ids(_SHORT_ID, "call_", longest=_ID_LENGTH),)
"""For servers that take only short ids of calls."""
ID_MARKS = (mark_repeated_ids, mark_tool_ids(_ID))
"""What marks the repeated and the missing ids of a request, which every server's requests are written without."""
NAME_MARKS = (*ID_MARKS, mark_tool_names(_NAME))
"""The same, and what marks the names of a request that `NAMES` would change."""
MARKS = (mark_results_out_of_place, *NAME_MARKS)
"""The same, and what marks the results of a request that `PAIRED` would change."""
SHORT_ID_MARKS = (*MARKS, mark_tool_ids(_SHORT_ID))
"""The same, and what marks the ids of a request that `SHORT_IDS` would change."""

REPLY = (
    drop_sources_without_data,
    take_foreign_reasoning_beside,
    rewrite_foreign_runs,
    report_media_types,
    tokens_in_an_object,
    order_blocks,
    give_calls_arguments,
    join_texts,
    complete_reply("chatcmpl-0"),
    require_stop_reason,
)
