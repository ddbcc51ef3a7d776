"""The Messages API as another platform offers it."""

from __future__ import annotations

from msgspec import structs

from turnwire.codec.wire import Form
from turnwire.dialects.dialect import Dialect, Part, Request
from turnwire.families.anthropic.address import Address, envelope
from turnwire.families.anthropic.certain import certain_by_version
from turnwire.families.anthropic.constraints import PLATFORMS
from turnwire.families.anthropic.declaration import MARKS, dialect, requests
from turnwire.families.anthropic.detect import least, looks_like_response, matched_by_version
from turnwire.families.anthropic.hosted import leave_to_path, reader, writer
from turnwire.families.anthropic.legal_blocks import legal_results, unsupported_as_text
from turnwire.families.anthropic.legal_media import legal_documents, legal_images
from turnwire.families.anthropic.legal_models import REFUSED
from turnwire.families.anthropic.remote_media import drop_media_elsewhere, that_is_here
from turnwire.families.anthropic.wire_request import Body
from turnwire.lowering.client_tools import client_tools_are_functions
from turnwire.lowering.equal_tools import SEARCH_OF_ANTHROPIC, take_equal_tools, take_tools_of_kin
from turnwire.lowering.limits import ask_the_used_model_in_path
from turnwire.lowering.output_schemas import output_schemas_in_words

_MEDIA = (drop_media_elsewhere, unsupported_as_text, legal_images, legal_documents(that_is_here), legal_results)


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
