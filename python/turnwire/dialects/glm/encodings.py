"""A GLM chat in YAML and in protobuf (`turnwire.glm.v1`): each to the JSON that the readers take, and back.

"The history is stored in memory as a dictionary during runtime and can be exported as YAML or JSON. It can also be
sent via protobuf." (PyALM, format_specifications.md, read 2026-11-21)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.codec import STRICT, loads, open_keys
from turnwire.dialects.glm.specified import specified
from turnwire.errors import InvalidDocument, invalid

if TYPE_CHECKING:
    from msgspec import Struct

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

    return open_keys.encode(proto.decode_as(data, _adapter()))


def to_binary(body: bytes) -> bytes:
    """A chat as binary message, in the specified form.  Raises InvalidDocument for what that cannot hold."""
    from turnwire.codec import proto  # noqa: PLC0415 - loads protobuf

    return proto.encode_as(_struct(body), _adapter())


def from_proto_json(data: bytes) -> bytes:
    """The JSON of a chat in ProtoJSON.  Raises InvalidDocument."""
    from turnwire.codec import proto  # noqa: PLC0415 - loads protobuf

    return open_keys.encode(proto.decode_json_as(data, _adapter()))


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

    text = specified(body)
    try:
        return open_keys.decode(text, ChatHistory)
    except InvalidDocument as error:
        raise invalid("glm.specified", f"the specified form cannot hold it: {error}") from None
