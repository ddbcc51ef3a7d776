"""The Messages API as another platform offers it: the path has the model, and the body the version.

If a document differs from its platform's documentation, `$form` at its settings notes where each value was:
`{"place": {"model": "body", "stream": "path", "anthropic_version": "none"}}`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Raw, structs

from turnwire.codec.wire import ENCODER, Form
from turnwire.dialects.dialect import Dialect, Part, Request
from turnwire.documents.residue import form_of, marked, merge
from turnwire.families.anthropic.constraints import PLATFORMS
from turnwire.families.anthropic.declaration import MARKS, dialect, requests
from turnwire.families.anthropic.detect import certain_by_version, least, looks_like_response, matched_by_version
from turnwire.families.anthropic.legal_blocks import legal_results, unsupported_as_text
from turnwire.families.anthropic.legal_media import legal_documents, legal_images
from turnwire.families.anthropic.legal_models import REFUSED
from turnwire.families.anthropic.read_request import read_request
from turnwire.families.anthropic.remote_media import drop_media_elsewhere, mark_media_elsewhere, without_remote_media
from turnwire.families.anthropic.wire_request import Body
from turnwire.families.anthropic.write_request import write_request
from turnwire.lowering.client_tools import client_tools_are_functions
from turnwire.lowering.draft import when
from turnwire.lowering.equal_tools import SEARCH_OF_ANTHROPIC, take_equal_tools, take_tools_of_kin
from turnwire.lowering.limits import ask_the_used_model_in_path
from turnwire.lowering.request_path import RequestPath, envelope
from turnwire.lowering.settings import with_settings
from turnwire.lowering.tools import output_schemas_in_words
from turnwire.model import ABSENT, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from turnwire.documents.inputs import Envelope
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Pass
    from turnwire.model import History


class Address(RequestPath, frozen=True, kw_only=True):
    """The path of a platform, and the other differences of its requests."""

    version: str
    """The value of `anthropic_version` in the body."""


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
        return with_settings(draft, changed) if changed else draft

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


_MEDIA = (drop_media_elsewhere, unsupported_as_text, legal_images, legal_documents(without_remote_media), legal_results)


# Anthropic describes these tools and the caller runs them; packages for both platforms have them, such as
# AmazonBedrockTool of effect (effect.website/docs/v3/api/ai-amazon-bedrock/AmazonBedrockTool, read 2026-11-22).
_DESCRIBED = r"(bash|text_editor|computer)_\d{8}"


def hosted(name: str, title: str, address: Address, error: Part, *, searches: bool = False) -> Dialect:
    """The Messages API as another platform offers it under this address, with the platform's errors.

    `searches`: whether the platform runs Anthropic's first search of the web.
    """
    kin = take_tools_of_kin(PLATFORMS, rf"{_DESCRIBED}|{SEARCH_OF_ANTHROPIC.type}" if searches else _DESCRIBED)
    equal = (take_equal_tools(SEARCH_OF_ANTHROPIC),) if searches else ()
    tools = (kin, *equal, client_tools_are_functions, output_schemas_in_words)
    base = dialect(name, title)
    request = Request(
        form=Form(Body),
        read=reader(name, address),
        lower=requests(tools=tools, media=_MEDIA, model=(ask_the_used_model_in_path,), last=(leave_to_path(address),)),
        refused=REFUSED,
        paired=True,
        marks=MARKS,
        write=writer(address),
        looks_like=matched_by_version(address.version),
        is_certain=certain_by_version(address.version),
        bare_list="messages",
        envelope=envelope(address),
    )
    response = None if base.response is None else structs.replace(base.response, looks_like=least(looks_like_response))
    return structs.replace(base, request=request, response=response, error=error)
