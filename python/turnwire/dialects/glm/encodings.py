"""A GLM chat in YAML and in protobuf (`turnwire.glm.v1`): each to the JSON that the readers take, and back.

"The history is stored in memory as a dictionary during runtime and can be exported as YAML or JSON. It can also be
sent via protobuf." (PyALM, format_specifications.md, read 2026-11-21)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, Struct

from turnwire.codec import STRICT, loads
from turnwire.dialects.glm.specified import specified
from turnwire.dialects.glm.wire import NAME
from turnwire.errors import invalid

if TYPE_CHECKING:
    from turnwire.codec.limits import Limits
    from turnwire.codec.proto import Adapter

YAML_TAGS = {
    # `role: !ConversationRole 'USER'`, and an enum as Python itself writes it: a list of its one argument.
    "!ConversationRole": "str",
    "tag:yaml.org,2002:python/object/apply:GLM.*": "seq",
    "tag:yaml.org,2002:python/object/apply:pyalm.*": "seq",
    # `function_sequence: !!python/tuple`
    "tag:yaml.org,2002:python/tuple": "seq",
}
"""The tags of the library's files and what each is read as; nothing of Python is ever made of them."""

_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_ITEMS = msgspec.json.Decoder(list[Raw])
_ENCODE = msgspec.json.Encoder().encode
_META = frozenset({"token_count", "completion_time"})
_CHAT_META = frozenset({"chat_started", "used_model"})
_SYSTEM = frozenset({"primary_message", "available_user_info", "service_info"})

Change = Callable[[bytes, frozenset[str]], dict[str, Any]]


def from_yaml(data: bytes, limits: Limits = STRICT) -> bytes:
    """The JSON of a chat in YAML; tags and aliases of the library's files are read.  Raises InvalidDocument."""
    from turnwire.codec import yaml  # noqa: PLC0415 - whoever reads JSON needs no YAML

    return yaml.to_json(data, limits, anchors=True, tags=YAML_TAGS)


def to_yaml(body: bytes) -> bytes:
    """A chat as YAML that has no tags: tuples are lists."""
    from turnwire.codec.yaml_write import dump  # noqa: PLC0415 - the same

    return dump(loads(body))


def from_binary(data: bytes) -> bytes:
    """The JSON of a binary `turnwire.glm.v1.ChatHistory`.  Raises InvalidDocument."""
    from turnwire.codec import proto  # noqa: PLC0415 - loads protobuf

    return _inline(proto.decode_as(data, _adapter()))


def to_binary(body: bytes) -> bytes:
    """A chat as binary message, in the specified form.  Raises InvalidDocument for what that cannot hold."""
    from turnwire.codec import proto  # noqa: PLC0415 - loads protobuf

    return proto.encode_as(_struct(body), _adapter())


def from_proto_json(data: bytes) -> bytes:
    """The JSON of a chat in ProtoJSON.  Raises InvalidDocument."""
    from turnwire.codec import proto  # noqa: PLC0415 - loads protobuf

    return _inline(proto.decode_json_as(data, _adapter()))


def to_proto_json(body: bytes) -> bytes:
    """A chat as ProtoJSON on one line, in the specified form.  Raises InvalidDocument."""
    from turnwire.codec import proto  # noqa: PLC0415 - loads protobuf

    return proto.encode_json_as(_struct(body), _adapter())


def _adapter() -> Adapter:
    from turnwire.codec.proto import Adapter  # noqa: PLC0415 - loads protobuf
    from turnwire.glm.v1 import history_pb2, upb  # noqa: PLC0415 - the same

    return Adapter(history_pb2.ChatHistory, upb.chat_history_to_upb, upb.chat_history_from_upb)


def _struct(body: bytes) -> Struct:
    from turnwire.glm.v1.structs import ChatHistory  # noqa: PLC0415 - whoever reads JSON needs no structs

    try:
        return msgspec.json.decode(_ENCODE(_each(specified(body), _aside)), type=ChatHistory)
    except msgspec.ValidationError as error:
        raise invalid("glm.specified", f"the specified form cannot hold it: {error}") from None


def _inline(chat: Any) -> bytes:
    return _ENCODE(_each(_ENCODE(chat), _beside))


def _each(body: bytes, change: Change) -> dict[str, Any]:
    """The chat with its open objects changed: in the message their further keys stand apart, as `extra`."""
    chat: dict[str, Any] = dict(_OBJECT.decode(body))
    for key, known in (("meta", _CHAT_META), ("system", _SYSTEM)):
        if key in chat:
            chat[key] = change(bytes(chat[key]), known)
    chat["history"] = [_entry(bytes(entry), change) for entry in _ITEMS.decode(chat["history"])]
    return chat


def _entry(entry: bytes, change: Change) -> dict[str, Any]:
    found: dict[str, Any] = dict(_OBJECT.decode(entry))
    for kind in found.keys() & {"user", "assistant"}:
        said: dict[str, Any] = dict(_OBJECT.decode(found[kind]))
        if "meta" in said:
            said["meta"] = change(bytes(said["meta"]), _META)
        found[kind] = said
    return found


def _aside(raw: bytes, known: frozenset[str]) -> dict[str, Any]:
    members = _OBJECT.decode(raw)
    extra = {key: value for key, value in members.items() if key not in known}
    return {**{key: members[key] for key in members if key in known}, **({"extra": extra} if extra else {})}


def _beside(raw: bytes, known: frozenset[str]) -> dict[str, Any]:
    members = _OBJECT.decode(raw)
    extra = _OBJECT.decode(members.pop("extra")) if "extra" in members else {}
    if taken := sorted(extra.keys() & known):
        raise invalid("glm.extra", f"further keys of {NAME} are called as its own ones: {', '.join(taken)}")
    return {**members, **extra}
