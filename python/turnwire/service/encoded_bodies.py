"""Bodies in an encoding other than JSON: the content type in the envelope of a request names it.

YAML is taken of every dialect, as the command line takes it; Protobuf of dialects that have it, such as `glm`.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import structs

from turnwire.detect import detect, own_yaml
from turnwire.dialects import full_name, get
from turnwire.errors import InvalidDocument, UnknownDialect
from turnwire.losses import Losses
from turnwire.service.errors import UNKNOWN_DIALECT, RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnwire.codec.limits import Limits
    from turnwire.dialects.dialect import Encodings
    from turnwire.model import Diagnostic, Loss
    from turnwire.validation.locating import Find

# "application/yaml" (RFC 9512) with the older names of its section 2.1, and what servers call Protobuf.
_ENCODINGS = {
    "application/yaml": "yaml",
    "application/x-yaml": "yaml",
    "text/yaml": "yaml",
    "text/x-yaml": "yaml",
    "application/protobuf": "protobuf",
    "application/x-protobuf": "protobuf",
    "application/vnd.google.protobuf": "protobuf",
}
_FIELD = "wire.envelope_json"


class Body(NamedTuple):
    """A document as JSON, the rest of its envelope, and what JSON does not have of its encoding."""

    data: bytes
    envelope: dict[str, Any]
    losses: tuple[Loss, ...] = ()
    find: Find | None = None
    """Finds lines in the document as it was sent; None where that is the JSON."""

    def placed(self, findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Return findings in the JSON with the lines and columns of the document as it was sent; Protobuf has none."""
        if self.find is None:
            return tuple(findings)
        from turnwire.validation.locating import located  # noqa: PLC0415 - few documents are YAML or Protobuf

        return tuple(located((structs.replace(each, line=None, column=None) for each in findings), self.find))


def body_of(data: bytes, dialect: str, envelope: dict[str, Any], limits: Limits) -> Body:
    """Return a document as JSON; the content type is taken out of the envelope if it names another encoding.

    Raises:
        InvalidDocument: the document cannot be decoded.
        RefusedError: the dialect does not have this encoding, or is not named.
    """
    name = _content_type(envelope)
    encoding = _ENCODINGS.get(name.partition(";")[0].strip().lower())
    if encoding is None:
        return Body(data, envelope)
    rest = _without_content_type(envelope)
    if encoding == "yaml":
        return _from_yaml(data, dialect, rest, limits)
    own = _own(dialect)
    if own is None:
        what = dialect or "a dialect that is not named"
        raise RefusedError(_FIELD, f"{what} is not read as {name}: name a dialect that has it, such as glm")
    return Body(own.from_binary(data), rest, find=lambda _, *, of_names: {})  # noqa: ARG005 - as `Find` has it


def _from_yaml(data: bytes, dialect: str, envelope: dict[str, Any], limits: Limits) -> Body:
    """Return YAML as JSON.  A dialect that is not named is detected, since some have tags of their own."""
    from turnwire.codec import yaml  # noqa: PLC0415 - few documents are YAML

    own, name = _own(dialect), dialect
    find = functools.partial(yaml.positions, data)
    if own is None:
        try:
            text = yaml.to_json(data, limits)
            name = dialect or next((found for found, _ in detect(text)), "")
        except InvalidDocument as refusal:
            found = None if dialect else own_yaml(data, refusal, limits)
            if found is None:
                raise
            name, text = found
        own = _own(name)
    if own is None:
        return Body(text, envelope, find=find)
    losses = Losses(name)
    return Body(own.from_yaml(data, limits, losses), envelope, tuple(losses.found), find)


def _own(dialect: str) -> Encodings | None:
    if not dialect:
        return None
    try:
        return get(full_name(dialect)).encodings
    except UnknownDialect as error:
        raise RefusedError("wire.dialect", str(error), UNKNOWN_DIALECT) from None


def _headers(envelope: dict[str, Any]) -> dict[str, Any]:
    headers = envelope.get("headers")
    return headers if isinstance(headers, dict) else {}


def _content_type(envelope: dict[str, Any]) -> str:
    found = next((value for name, value in _headers(envelope).items() if name.lower() == "content-type"), "")
    return found if isinstance(found, str) else ""


def _without_content_type(envelope: dict[str, Any]) -> dict[str, Any]:
    left = {name: value for name, value in _headers(envelope).items() if name.lower() != "content-type"}
    rest = {name: value for name, value in envelope.items() if name != "headers"}
    return rest | ({"headers": left} if left else {})
