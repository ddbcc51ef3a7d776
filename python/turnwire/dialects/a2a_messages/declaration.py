"""The declaration of the dialect."""

from __future__ import annotations

from turnwire.catalogue.capabilities import supporting
from turnwire.codec.wire import Form
from turnwire.dialects.a2a_messages.detect import looks_like_body
from turnwire.dialects.a2a_messages.legal import (
    files_by_address_or_bytes,
    name_messages,
    only_parts,
    users_and_agents,
)
from turnwire.dialects.a2a_messages.read import read_body
from turnwire.dialects.a2a_messages.wire import NAME, Body
from turnwire.dialects.a2a_messages.write import write_body
from turnwire.dialects.dialect import Dialect, Request
from turnwire.lowering.sources import drop_sources_without_data
from turnwire.lowering.state import drop_foreign_state
from turnwire.lowering.system import primary_message_first

DIALECT = Dialect(
    name=NAME,
    title="messages and tasks of the Agent2Agent protocol",
    capabilities=supporting("images"),
    request=Request(
        form=Form(Body),
        read=read_body,
        lower=(
            primary_message_first,
            users_and_agents,
            drop_sources_without_data,
            drop_foreign_state,
            files_by_address_or_bytes,
            only_parts,
            name_messages,
        ),
        write=write_body,
        looks_like=looks_like_body,
    ),
)
