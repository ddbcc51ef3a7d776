"""A GLM chat in YAML and in protobuf (`turnwire.glm.v1`): each to the JSON that the readers take, and back.

"The history is stored in memory as a dictionary during runtime and can be exported as YAML or JSON. It can also be
sent via protobuf." (PyALM, format_specifications.md, read 2026-11-21)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from turnwire.codec import STRICT, loads, open_keys
from turnwire.codec.wire import ENCODER
from turnwire.dialects.glm.chat import CHAT
from turnwire.dialects.glm.spelling import line_of
from turnwire.dialects.glm.wire import NAME
from turnwire.documents.residue import form_of, report_foreign, residue
from turnwire.errors import InvalidDocument, invalid
from turnwire.losses import Losses
from turnwire.lowering.draft import draft_history, lowered
from turnwire.model import Diagnostic, History

if TYPE_CHECKING:
    from turnwire.codec.limits import Limits
    from turnwire.codec.proto import Adapter


# Named parameters, and results that are null, do not depend on the keys.
_NO_WORDS = frozenset({"parameters", "return"})


def specified(body: bytes) -> bytes:
    """Return the chat in the specified form, whatever keys the file has.

    Raises InvalidDocument for a chat with members that the specified form cannot hold: unknown keys, or a system
    message among the entries.
    """
    # Residue of this dialect is foreign to any other, and reported if it has content.
    told = Losses("glm, specified")
    history: History = _without_residue(CHAT.read(CHAT.form.decode(body), None), told, "")
    losses = Losses(NAME)
    wire = CHAT.write(lowered(draft_history(history), CHAT.lower, losses), losses)
    if lost := [*told.found, *losses.found]:
        message = "the specified form has no place for it"
        raise InvalidDocument(*(Diagnostic("glm.specified", message, "error", pointer=loss.path) for loss in lost))
    return ENCODER.encode(wire)


def _without_residue(node: Any, told: Losses, path: str) -> Any:
    if isinstance(node, list):
        return [_without_residue(item, told, f"{path}/{n}") for n, item in enumerate(node)]
    if not isinstance(node, Struct):
        return node
    fields: dict[str, Any] = {}
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if name == "provider_raw":
            # The line of Python of a call has nothing that the call does not have.
            report_foreign(line_of(value)[1], told, path)
            how = {key: word for key, word in form_of(value, NAME).items() if key in _NO_WORDS}
            fields[name] = residue(NAME, form=how)
        elif isinstance(value, list | Struct):
            fields[name] = _without_residue(value, told, f"{path}/{name}")
    return msgspec.structs.replace(node, **fields)


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
