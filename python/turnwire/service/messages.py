"""Convert the library's types to messages of turnwire.v1, and back; server and client share it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import msgspec

from turnwire.codec import proto
from turnwire.codec.json import loads
from turnwire.codec.limits import STRICT
from turnwire.codec.wire import ENCODER
from turnwire.dialects.dialect import is_read
from turnwire.documents.options import DEFAULT, HostedTools, Keeping, Reasoning
from turnwire.model import ABSENT, Completion, History, Loss
from turnwire.v1 import loss_pb2, service_pb2

if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping

    from turnwire.dialects.dialect import Kind, OtherKind
    from turnwire.model import Document, LossKind

_KIND_NUMBERS: dict[Kind | None, service_pb2.Kind] = {
    None: service_pb2.KIND_UNSPECIFIED,
    "request": service_pb2.KIND_REQUEST,
    "response": service_pb2.KIND_RESPONSE,
    "error": service_pb2.KIND_ERROR,
}
_KINDS: dict[int, Kind | None] = {number: kind for kind, number in _KIND_NUMBERS.items()}
_REASONING: dict[Reasoning, service_pb2.ReasoningForm] = {
    "native": service_pb2.REASONING_FORM_NATIVE,
    "text": service_pb2.REASONING_FORM_TEXT,
    "drop": service_pb2.REASONING_FORM_DROP,
}
_HOSTED_TOOLS: dict[HostedTools, service_pb2.HostedToolsForm] = {
    "calls": service_pb2.HOSTED_TOOLS_FORM_CALLS,
    "text": service_pb2.HOSTED_TOOLS_FORM_TEXT,
    "drop": service_pb2.HOSTED_TOOLS_FORM_DROP,
}
_REASONING_WORDS: dict[int, Reasoning] = {0: "native", **{number: word for word, number in _REASONING.items()}}
_HOSTED_TOOLS_WORDS: dict[int, HostedTools] = {0: "calls", **{number: word for word, number in _HOSTED_TOOLS.items()}}
_LOSS_KIND_NUMBERS: dict[LossKind, loss_pb2.LossKind] = {
    "dropped": loss_pb2.LOSS_KIND_DROPPED,
    "degraded": loss_pb2.LOSS_KIND_DEGRADED,
    "invented": loss_pb2.LOSS_KIND_INVENTED,
    "reshaped": loss_pb2.LOSS_KIND_RESHAPED,
}
_LOSS_KINDS: dict[int, LossKind] = {number: kind for kind, number in _LOSS_KIND_NUMBERS.items()}


def kind_to_message(kind: Kind | OtherKind | None) -> service_pb2.Kind:
    """Return the enum value of a kind; None, and a kind that is not read, is KIND_UNSPECIFIED."""
    return _KIND_NUMBERS[kind if kind is not None and is_read(kind) else None]


def kind_from_message(number: int) -> Kind | None:
    """Return the kind of an enum value; None for KIND_UNSPECIFIED.

    Raises:
        ValueError: the proto does not define the number; proto3 accepts any.
    """
    if number in _KINDS:
        return _KINDS[number]
    raise ValueError(f"{number} is not a kind of document")


def kind_named(
    message: service_pb2.Guess | service_pb2.ValidateResponse | service_pb2.RepairResponse,
) -> Kind | OtherKind | None:
    """Return the kind of a reply by its name; by its number where a server of an older version gives no name."""
    return message.kind_name or kind_from_message(message.kind)


def keeping_to_message(keeping: Keeping, into: service_pb2.Keeping) -> None:
    """Set both fields of `into`."""
    into.reasoning = _REASONING[keeping.reasoning]
    into.hosted_tools = _HOSTED_TOOLS[keeping.hosted_tools]


def keeping_from_message(message: service_pb2.Keeping) -> Keeping:
    """Return the `Keeping` of a message; an unspecified field has its default.

    Raises:
        ValueError: the proto does not define a number; proto3 accepts any.
    """
    if not (message.reasoning or message.hosted_tools):
        return DEFAULT
    for number, words in ((message.reasoning, _REASONING_WORDS), (message.hosted_tools, _HOSTED_TOOLS_WORDS)):
        if number not in words:
            raise ValueError(f"{number} is not one of {', '.join(map(str, words))}")
    return Keeping(_REASONING_WORDS[message.reasoning], _HOSTED_TOOLS_WORDS[message.hosted_tools])


def document_to_message(document: Document, into: service_pb2.Document) -> None:
    """Set the member of `into` that such a document has.

    Raises:
        ValueError: protobuf cannot hold it (an enum's word that is none, an integer beyond 64 bits).
    """
    message: Any = proto.to_message(document)
    if isinstance(document, History):
        into.history.CopyFrom(message)
    elif isinstance(document, Completion):
        into.completion.CopyFrom(message)
    else:
        into.error_reply.CopyFrom(message)


def document_from_message(message: service_pb2.Document) -> Document:
    """The document that is set.

    Raises:
        ValueError: none is set, or what is set cannot be said in native JSON; the arguments are a reason and the
            dotted path of the field within the document.
    """
    which = message.WhichOneof("document")
    if which is None:
        raise ValueError("a history, a completion or an error_reply must be set", "")
    return proto.from_message(getattr(message, which))


def loss_to_message(loss: Loss, into: loss_pb2.Loss) -> loss_pb2.Loss:
    """Set the fields of `into`, and return it; the value of a loss is JSON text there."""
    into.kind = _LOSS_KIND_NUMBERS[loss.kind]
    into.path = loss.path
    into.feature = loss.feature
    into.dialect = loss.dialect
    if loss.value is not ABSENT:
        into.value_json = ENCODER.encode(loss.value).decode()
    return into


def loss_kind_to_message(kind: str) -> loss_pb2.LossKind:
    """Return the enum value of a kind of loss."""
    return _LOSS_KIND_NUMBERS[cast("LossKind", kind)]


def loss_kind_from_message(number: int) -> LossKind:
    """Return the kind of loss of an enum value.  Raises KeyError for a number that the proto does not define."""
    return _LOSS_KINDS[number]


def loss_from_message(message: loss_pb2.Loss) -> Loss:
    """One loss; its value as plain JSON, as the library gives it."""
    value: Any = msgspec.json.decode(message.value_json) if message.HasField("value_json") else ABSENT
    return Loss(_LOSS_KINDS[message.kind], message.path, message.feature, message.dialect, value)


def envelope_to_message(envelope: Mapping[str, Any], into: MutableMapping[str, str]) -> None:
    """Set the members of a map field, each value as JSON text."""
    for name, value in envelope.items():
        into[name] = ENCODER.encode(value).decode()


def envelope_from_message(fields: Mapping[str, str]) -> dict[str, Any]:
    """An envelope from a map field.

    Raises:
        InvalidDocument: a value is not JSON.
    """
    return {name: loads(text.encode(), STRICT) for name, text in fields.items()}
