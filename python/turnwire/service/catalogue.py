"""ListDialects and GetSchema: one function per RPC."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.dialects import get, names, other_kinds
from turnwire.dialects.aliases import with_full_dialect
from turnwire.documents import schemas
from turnwire.service.errors import UNKNOWN_SCHEMA, RefusedError
from turnwire.service.messages import kind_to_message
from turnwire.v1.service_pb2 import GetSchemaResponse, ListDialectsResponse

if TYPE_CHECKING:
    from turnwire.codec.limits import Limits
    from turnwire.v1.service_pb2 import GetSchemaRequest, ListDialectsRequest


def list_dialects(_: ListDialectsRequest, __: Limits) -> ListDialectsResponse:
    """List the dialects that can be read and written, by name."""
    reply = ListDialectsResponse()
    for name in names():
        dialect = get(name)
        reply.dialects.add(
            name=name,
            kinds=map(kind_to_message, dialect.kinds),
            title=dialect.title,
            other_kinds=other_kinds(name),
            streams=dialect.stream is not None,
        )
    return reply


def get_schema(request: GetSchemaRequest, _: Limits) -> GetSchemaResponse:
    """Return one of the JSON Schemas."""
    try:
        return GetSchemaResponse(schema=schemas.schema(schemas.full_name(with_full_dialect(request.name))))
    except KeyError:
        known = ", ".join(schemas.every_name())
        raise RefusedError("name", f"there is no schema {request.name!r}; there are {known}", UNKNOWN_SCHEMA) from None
