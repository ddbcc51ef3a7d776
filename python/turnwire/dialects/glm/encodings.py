"""A GLM chat in YAML and in protobuf (`turnwire.glm.v1`): each to the JSON that the readers take, and back.

"The history is stored in memory as a dictionary during runtime and can be exported as YAML or JSON. It can also be
sent via protobuf." (PyALM, format_specifications.md, read 2026-11-21)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.codec import STRICT, loads, open_keys
from turnwire.dialects.glm.specified import specified
from turnwire.errors import InvalidDocument, invalid
from turnwire.model import Diagnostic

if TYPE_CHECKING:
    from msgspec import Struct

    from turnwire.codec.limits import Limits
    from turnwire.codec.proto import Adapter
    from turnwire.losses import Losses


YAML_TAGS = {
    # `role: !ConversationRole 'USER'`, and an enum as Python itself writes it: a list of its one argument.
    "!ConversationRole": "str",
    "tag:yaml.org,2002:python/object/apply:GLM.*": "seq",
    "tag:yaml.org,2002:python/object/apply:pyalm.*": "seq",
    # `function_sequence: !!python/tuple`
    "tag:yaml.org,2002:python/tuple": "seq",
    # A time is its text, as it is without the tag.
    "tag:yaml.org,2002:timestamp": "str",
}
"""The tags of the library's files and what each is read as; nothing of Python is ever made of them."""


def from_yaml(data: bytes, limits: Limits = STRICT, losses: Losses | None = None) -> bytes:
    """Return the JSON of a chat in YAML; tags and aliases of the library's files are read.

    `losses` collects the tags and the times, which JSON does not have: the text or the list of each is kept.
    Raises InvalidDocument.
    """
    from turnwire.codec import yaml  # noqa: PLC0415 - whoever reads JSON needs no YAML

    if losses is not None:
        for pointer, tag in yaml.further_tags(data, limits, tags=YAML_TAGS):
            losses.reshaped(pointer, "yaml.tag", tag)
    return yaml.to_json(data, limits, anchors=True, tags=YAML_TAGS)


def to_yaml(body: bytes) -> bytes:
    """A chat as YAML that has no tags: tuples are lists."""
    from turnwire.codec.yaml_write import dump  # noqa: PLC0415 - the same

    return dump(loads(body))


def from_binary(data: bytes) -> bytes:
    """The JSON of a binary `turnwire.glm.v1.ChatHistory`.  Raises InvalidDocument."""
    from turnwire.codec import proto  # noqa: PLC0415 - loads protobuf

    return open_keys.encode(proto.decode_as(data, _adapter()))


def to_binary(body: bytes, losses: Losses | None = None) -> bytes:
    """Return a chat as binary message, in the specified form.

    `losses` collects what that holds elsewhere, or cannot hold; without it, a chat that says such things is refused.
    Raises InvalidDocument (`glm.specified`).
    """
    from turnwire.codec import proto  # noqa: PLC0415 - loads protobuf

    return proto.encode_as(_struct(body, losses), _adapter())


def from_proto_json(data: bytes) -> bytes:
    """The JSON of a chat in ProtoJSON.  Raises InvalidDocument."""
    from turnwire.codec import proto  # noqa: PLC0415 - loads protobuf

    return open_keys.encode(proto.decode_json_as(data, _adapter()))


def to_proto_json(body: bytes, losses: Losses | None = None) -> bytes:
    """Return a chat as ProtoJSON on one line, in the specified form; see `to_binary`.  Raises InvalidDocument."""
    from turnwire.codec import proto  # noqa: PLC0415 - loads protobuf

    return proto.encode_json_as(_struct(body, losses), _adapter())


def _adapter() -> Adapter:
    from turnwire.codec.proto import Adapter  # noqa: PLC0415 - loads protobuf
    from turnwire.glm.v1 import history_pb2, upb  # noqa: PLC0415 - the same

    return Adapter(history_pb2.ChatHistory, upb.chat_history_to_upb, upb.chat_history_from_upb)


def _struct(body: bytes, losses: Losses | None) -> Struct:
    from turnwire.glm.v1.structs import ChatHistory  # noqa: PLC0415 - whoever reads JSON needs no structs

    text, lost = specified(body)
    if losses is not None:
        losses.found += lost
    elif lost:
        hint = "collect the losses, or write JSON or YAML, which have these words"
        message = "the specified form has no place for it"
        raise InvalidDocument(
            *(Diagnostic("glm.specified", message, "error", pointer=loss.path, hint=hint) for loss in lost)
        )
    try:
        return open_keys.decode(text, ChatHistory)
    except InvalidDocument as error:
        raise invalid("glm.specified", f"the specified form cannot hold it: {error}") from None
