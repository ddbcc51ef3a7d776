"""Platforms with paths of their own for the Messages API: the path has the model, and the body the version.

If a document differs from its platform's documentation, `$form` at its settings notes where each value was:
`{"place": {"model": "body", "stream": "path", "anthropic_version": "none"}}`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Raw, structs

from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import form_of, marked, merge
from turnwire.families.anthropic.read_request import read_request
from turnwire.families.anthropic.remote_media import mark_media_elsewhere
from turnwire.families.anthropic.wire_request import Body
from turnwire.families.anthropic.write_request import write_request
from turnwire.lowering.draft import when
from turnwire.model import ABSENT, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from turnwire.documents.inputs import Envelope
    from turnwire.families.anthropic.address import Address
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Pass
    from turnwire.model import History

_REQUIRED = ("max_tokens",)


def reader(name: str, address: Address) -> Callable[[Body, Envelope | None], History]:
    """Make the reader of a platform's requests.

    Anthropic's own reader, with the values of the path added to the body.
    """
    version = ENCODER.encode(address.version)

    def read(body: Body, envelope: Envelope | None) -> History:
        model, stream = address.said(envelope)
        extra = {"model": body.model} if body.model is not UNSET and model not in (None, body.model) else {}
        place = _odd_places(body, address, model, stream=stream)
        if bytes(body.anthropic_version) == version:
            body.anthropic_version = ABSENT
        if model is not None:
            body.model = model
        if stream is not None and body.stream is UNSET:
            body.stream = stream
        document = read_request(name, body, envelope, _REQUIRED)
        mark_media_elsewhere(document.history, name)
        if place or extra:
            settings = document.settings = document.settings or Settings()
            settings.provider_raw = marked(settings.provider_raw, name, {"place": place} if place else {}, extra)
        return document

    return read


def _odd_places(body: Body, address: Address, model: str | None, *, stream: bool | None) -> dict[str, str]:
    place: dict[str, str] = {}
    if body.model is not UNSET and model in (None, body.model):
        place["model"] = "body"
    if body.stream is not UNSET and "stream" in address.says:
        place["stream"] = "body"
    if body.stream is UNSET and stream is not None and "stream" not in address.says:
        place["stream"] = "path"
    if not body.anthropic_version:
        place["anthropic_version"] = "none"
    return place


def _places(settings: Settings | None, dialect: str) -> Mapping[str, Any]:
    if settings is None or settings.provider_raw is None:
        return {}
    found = form_of(settings.provider_raw, dialect).get("place")
    return found if isinstance(found, dict) else {}


def leave_to_path(address: Address) -> Pass:
    """Make a pass that leaves the values of the path out of the body.

    "In Vertex, `model` is not passed in the request body. Instead, it is specified in the Google Cloud endpoint URL."
    (docs.anthropic.com/en/api/claude-on-vertex-ai, 2026-11-21; of Bedrock, InvokeModel has `modelId` in its URI)
    """
    stream = "path" if "stream" in address.says else "body"

    @when()
    def rule(draft: Draft, losses: Losses) -> Draft:
        settings = draft.settings
        if settings is None:
            return draft
        places = _places(settings, losses.dialect)
        changed: dict[str, Any] = {} if places.get("model") == "body" else {"model": None}
        generation = settings.generation
        if generation is not None and generation.stream is not None and places.get("stream", stream) == "path":
            changed["generation"] = structs.replace(generation, stream=None)
        return structs.replace(draft, settings=structs.replace(settings, **changed)) if changed else draft

    return rule


def writer(address: Address) -> Callable[[Draft, Losses], Any]:
    """The writer of requests: Anthropic's own body, and in it the version of the platform."""
    version = Raw(ENCODER.encode(address.version))
    overlay = ENCODER.encode({"anthropic_version": version})

    def write(draft: Draft, losses: Losses) -> Any:
        whole = write_request(draft, losses)
        if _places(draft.settings, losses.dialect).get("anthropic_version") == "none":
            return whole
        if type(whole) is Body:
            whole.anthropic_version = version
            return whole
        return Raw(merge(bytes(whole), overlay))

    return write
