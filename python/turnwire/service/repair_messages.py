"""What Repair answers, as messages of turnwire.v1; server and client share it."""

from __future__ import annotations

from turnwire.service.messages import kind_named, kind_to_message
from turnwire.v1 import service_pb2, upb
from turnwire.validation.repair import Repaired


def repaired_to_message(made: Repaired) -> service_pb2.RepairResponse:
    """Make a reply of what `turnwire.repair` returned."""
    reply = service_pb2.RepairResponse(
        data=made.data, dialect=made.dialect, kind=kind_to_message(made.kind), kind_name=made.kind
    )
    reply.applied.extend(map(upb.diagnostic_to_upb, made.applied))
    reply.left.extend(map(upb.diagnostic_to_upb, made.left))
    reply.left_before.extend(map(upb.diagnostic_to_upb, made.left_before))
    return reply


def repaired_from_message(reply: service_pb2.RepairResponse) -> Repaired:
    """Return what `turnwire.repair` returned on the server; an older server has no `left_before`."""
    applied, left, before = (
        tuple(map(upb.diagnostic_from_upb, each)) for each in (reply.applied, reply.left, reply.left_before)
    )
    dialect = reply.dialect if reply.HasField("dialect") else None
    return Repaired(reply.data, applied, left, dialect, kind_named(reply), before)
