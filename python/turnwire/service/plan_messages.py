"""What Plan answers, as messages of turnwire.v1; server and client share it."""

from __future__ import annotations

import msgspec

from turnwire.catalogue.capabilities import Capabilities
from turnwire.codec.wire import ENCODER
from turnwire.gateway.plan import Cost, Plan, Room, Unmet
from turnwire.service.messages import loss_kind_from_message, loss_kind_to_message
from turnwire.v1 import service_pb2


def plan_to_message(plan: Plan) -> service_pb2.PlanResponse:
    """Make a reply of a plan."""
    reply = service_pb2.PlanResponse(
        dialect=plan.dialect,
        model=plan.model,
        family=plan.family,
        capabilities_json=ENCODER.encode(plan.capabilities).decode(),
        room=service_pb2.Room(tokens=plan.room.tokens, not_counted=plan.room.not_counted, limit=plan.room.limit),
    )
    for cost in plan.costs:
        reply.costs.add(kind=loss_kind_to_message(cost.kind), feature=cost.feature, count=cost.count, path=cost.path)
    for unmet in plan.unmet:
        reply.unmet.add(
            capability=unmet.capability,
            reason=unmet.reason,
            path=unmet.path,
            needed_json=ENCODER.encode(unmet.needed).decode(),
            has_json=ENCODER.encode(unmet.has).decode(),
        )
    return reply


def plan_from_message(reply: service_pb2.PlanResponse) -> Plan:
    """Make a plan of a reply; a capability that only a newer server knows is left out."""
    room = reply.room
    return Plan(
        reply.dialect,
        reply.model if reply.HasField("model") else None,
        reply.family if reply.HasField("family") else None,
        msgspec.json.decode(reply.capabilities_json, type=Capabilities),
        tuple(Cost(loss_kind_from_message(each.kind), each.feature, each.count, each.path) for each in reply.costs),
        tuple(map(_unmet, reply.unmet)),
        Room(room.tokens, room.not_counted, room.limit if room.HasField("limit") else None),
    )


def _unmet(message: service_pb2.Unmet) -> Unmet:
    needed, has = (_frozen(msgspec.json.decode(text)) for text in (message.needed_json, message.has_json))
    return Unmet(message.capability, message.reason, message.path, needed, has)


def _frozen(value: object) -> object:
    """Capabilities have tuples, which JSON does not have."""
    return tuple(value) if isinstance(value, list) else value
