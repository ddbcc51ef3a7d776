"""Whether a decoded query is certainly one of a Geppetto server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

if TYPE_CHECKING:
    from turnwire.dialects.geppetto.wire import Query


def is_certain(query: Query) -> bool:
    """With the kind of the request, a message, and who asks in which conversation."""
    is_asked = query.persona is not UNSET or query.uid is not UNSET or query.session_id is not UNSET
    return is_asked and query.request_type is not UNSET and query.message is not UNSET
