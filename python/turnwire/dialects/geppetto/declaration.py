"""The declaration of the dialect."""

from __future__ import annotations

from msgspec import Raw

from turnwire.catalogue.capabilities import supporting
from turnwire.codec.wire import Form
from turnwire.dialects.dialect import Dialect, Error, Request, Response
from turnwire.dialects.geppetto.certain import is_certain
from turnwire.dialects.geppetto.detect import looks_like_answer, looks_like_error, looks_like_query
from turnwire.dialects.geppetto.error import read_error, write_error
from turnwire.dialects.geppetto.legal import (
    join_texts,
    one_document_by_its_path,
    one_question,
    require_identity,
    words_are_text,
)
from turnwire.dialects.geppetto.read_answer import read_answer
from turnwire.dialects.geppetto.read_query import read_query
from turnwire.dialects.geppetto.wire import NAME, Answer, Query
from turnwire.dialects.geppetto.write_answer import write_answer
from turnwire.dialects.geppetto.write_query import address, restore_query_members, write_query
from turnwire.lowering.candidates import keep_first_candidate, make_missing_candidate
from turnwire.lowering.media import documents_are_files
from turnwire.lowering.messages import drop_interaction_blocks
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.system import primary_message_first

_TEXT = (drop_sources_without_data, documents_are_files, words_are_text, one_document_by_its_path, join_texts)

DIALECT = Dialect(
    name=NAME,
    title="Geppetto: questions about documents in file drawers",
    capabilities=supporting(),
    request=Request(
        form=Form(Query),
        read=read_query,
        lower=(
            primary_message_first,
            one_question,
            drop_interaction_blocks,
            *_TEXT,
            restore_query_members,
            require_identity,
        ),
        write=write_query,
        looks_like=looks_like_query,
        is_certain=is_certain,
        envelope=address,
    ),
    response=Response(
        form=Form(Answer),
        read=read_answer,
        lower=(keep_first_candidate, make_missing_candidate, *_TEXT),
        write=write_answer,
        looks_like=looks_like_answer,
    ),
    error=Error(form=Form(Raw), read=read_error, write=write_error, looks_like=looks_like_error),
)
