"""The declaration of the dialect."""

from __future__ import annotations

from types import MappingProxyType

from msgspec import Raw

from turnwire.catalogue.capabilities import supporting
from turnwire.codec.wire import Form
from turnwire.dialects.dialect import Dialect, Error, Request, Response, Streaming
from turnwire.dialects.mistral_chat.constraints import (
    EFFORTS,
    ID_LENGTH,
    ID_PATTERN,
    NAME_LENGTH,
    NAME_PATTERN,
    REPLY_TIERS,
    TIERS,
)
from turnwire.dialects.mistral_chat.detect import looks_like_error, looks_like_request, looks_like_response
from turnwire.dialects.mistral_chat.error import read_error, write_error
from turnwire.dialects.mistral_chat.legal import (
    calls_in_their_place,
    continue_last_answer,
    drop_silent_turns,
    instruct_before_answers,
    legal_format,
    legal_tools,
    rank_of,
    system_holds_text,
    unsupported_as_text,
)
from turnwire.dialects.mistral_chat.read_request import read_request
from turnwire.dialects.mistral_chat.read_response import read_response
from turnwire.dialects.mistral_chat.wire import NAME, ChatReply, ChatRequest
from turnwire.dialects.mistral_chat.write_request import write_request
from turnwire.dialects.mistral_chat.write_response import write_response
from turnwire.families.chat.required import complete_reply, require_stop_reason
from turnwire.families.chat.shared import FAMILY
from turnwire.lowering.addresses import addresses_as_text
from turnwire.lowering.choice import (
    choose_among_own_tools,
    choose_one_or_any,
    drop_choice_without_tools,
)
from turnwire.lowering.client_tools import client_tools_are_functions
from turnwire.lowering.efforts import modes_as_efforts
from turnwire.lowering.files import titles_are_filenames
from turnwire.lowering.hosted import rewrite_foreign_runs
from turnwire.lowering.hosted_text import structured_in_words
from turnwire.lowering.ids import legal_tool_ids, legal_tool_names
from turnwire.lowering.joining import order_assistant_blocks
from turnwire.lowering.limits import require_model
from turnwire.lowering.media import documents_are_files, transcripts_beside_sound
from turnwire.lowering.media_types import report_media_types
from turnwire.lowering.messages import drop_interactions, drop_message_fields
from turnwire.lowering.repeated_ids import ids_are_unique, mark_repeated_ids
from turnwire.lowering.sharing import TOTAL, Shared, same, share_reply, share_settings
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.split_tool_results import results_leave
from turnwire.lowering.state import take_foreign_reasoning
from turnwire.lowering.system import primary_message_first
from turnwire.lowering.tiers import reply_tiers_in_words, tiers_in_words
from turnwire.lowering.tools import output_schemas_in_words
from turnwire.model import AudioBlock, DocumentBlock, ImageBlock

_USAGE = same(TOTAL, "total_tokens")
_CHAT = Shared(settings=same("prediction", "prompt_cache_key"), usage=_USAGE)
_RESPONSES = Shared(settings=same("prompt_cache_key"), usage=_USAGE)

SHARED = MappingProxyType({**dict.fromkeys(FAMILY, _CHAT), "openai_responses": _RESPONSES})
"""The members without a canonical field, by the dialect that they were read from."""


_MODEL = "mistral-large-latest"
_CONTENT = (
    rewrite_foreign_runs,
    structured_in_words,
    calls_in_their_place,
    drop_sources_without_data,
    take_foreign_reasoning,
    # There is no chunk for video.
    addresses_as_text(ImageBlock, DocumentBlock, AudioBlock),
    transcripts_beside_sound,
    unsupported_as_text,
    documents_are_files,
    # DocumentURLChunk, `document_name`: "The filename of the document"
    titles_are_filenames(lambda document: document.source.kind in ("base64", "url")),
    report_media_types,
)
_ORDER = order_assistant_blocks(rank_of)
_CALLS = (legal_tool_ids(ID_PATTERN, "call", exactly=ID_LENGTH), legal_tool_names(NAME_PATTERN, NAME_LENGTH))

DIALECT = Dialect(
    name=NAME,
    title="Mistral chat completions",
    request=Request(
        form=Form(ChatRequest),
        read=read_request,
        lower=(
            share_settings(SHARED),
            tiers_in_words(TIERS),
            primary_message_first,
            drop_interactions,
            client_tools_are_functions,
            output_schemas_in_words,
            drop_choice_without_tools,
            choose_among_own_tools,
            *_CONTENT,
            results_leave("assistant", "user", "system"),
            _ORDER,
            drop_message_fields(frozenset({"role", "content"})),
            system_holds_text,
            ids_are_unique,
            *_CALLS,
            drop_silent_turns,
            instruct_before_answers,
            continue_last_answer,
            legal_tools,
            choose_one_or_any,  # `tool_choice` is `auto`, `none`, `any`, `required` or one function
            # `none` is left out: which models take it is not described.
            modes_as_efforts(EFFORTS - {"none"}),
            legal_format,
            require_model(_MODEL),
        ),
        marks=(mark_repeated_ids,),
        write=write_request,
        looks_like=looks_like_request,
        bare_list="messages",
        documented=frozenset({"prefix"}),
    ),
    response=Response(
        form=Form(ChatReply),
        read=read_response,
        lower=(
            share_reply(SHARED),
            reply_tiers_in_words(REPLY_TIERS),
            *_CONTENT,
            _ORDER,
            *_CALLS,
            complete_reply("cmpl-0"),
            # ChatCompletionChoice, "required": ["index", "finish_reason"]
            require_stop_reason,
        ),
        write=write_response,
        looks_like=looks_like_response,
        message_in="message",
    ),
    stream=Streaming("turnwire.families.chat.stream", "turnwire.dialects.mistral_chat.stream_write", whole_calls=True),
    capabilities=supporting("thinking", "images", "tools", "system_prompt", "structured_output", "parallel_tool_calls"),
    error=Error(form=Form(Raw), read=read_error, write=write_error, looks_like=looks_like_error),
)
