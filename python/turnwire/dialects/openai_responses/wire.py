"""Items and content parts, which requests and replies of the Responses API share."""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import OpaquePart, Wire
from turnwire.model import ABSENT

NAME = "openai_responses"


class InputText(Wire, tag_field="type", tag="input_text"):
    """Text in an input."""

    text: str
    prompt_cache_breakpoint: Raw = ABSENT


class PlainText(Wire, tag_field="type", tag="text"):
    """Text with the type of another format, which some servers take too."""

    text: str


class OutputText(Wire, tag_field="type", tag="output_text"):
    """Text of the model with its annotations, which are decoded only if there are any."""

    text: str
    annotations: Raw = ABSENT
    logprobs: Raw = ABSENT


class Refusal(Wire, tag_field="type", tag="refusal"):
    """The model's refusal to answer."""

    refusal: str


class InputImage(Wire, tag_field="type", tag="input_image"):
    """A picture: a web address, a data URL, or the id of a file.  The URL stays raw JSON: it can be megabytes."""

    image_url: Raw = ABSENT
    detail: str | UnsetType = UNSET
    file_id: Raw = ABSENT
    prompt_cache_breakpoint: Raw = ABSENT


class InputFile(Wire, tag_field="type", tag="input_file"):
    """A file: its bytes, its web address, or its id."""

    file_data: Raw = ABSENT
    file_url: Raw = ABSENT
    file_id: Raw = ABSENT
    filename: str | UnsetType = UNSET
    detail: Raw = ABSENT
    prompt_cache_breakpoint: Raw = ABSENT


class Sound(Wire):
    """Sound as base64."""

    data: Raw
    format: str


class InputAudio(Wire, tag_field="type", tag="input_audio"):
    """A piece of sound."""

    input_audio: Sound


class ReasoningText(Wire, tag_field="type", tag="reasoning_text"):
    """A piece of reasoning."""

    text: str


class SummaryText(Wire, tag_field="type", tag="summary_text"):
    """A piece of a summary of the reasoning."""

    text: str


Part = (
    InputText
    | PlainText
    | OutputText
    | Refusal
    | InputImage
    | InputFile
    | InputAudio
    | ReasoningText
    | SummaryText
    | OpaquePart
)


class Item(Wire):
    """An item of any type: what each type may hold is decided in the reader, so that odd ones are read too.

    Not a union, because the commonest item, a message, need not say its type.
    """

    type: str | UnsetType = UNSET
    id: str | UnsetType = UNSET
    status: str | UnsetType = UNSET
    call_id: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    arguments: str | UnsetType = UNSET
    output: str | list[Part] | UnsetType | None = UNSET
    role: str | UnsetType = UNSET
    content: str | list[Part] | UnsetType | None = UNSET
    phase: str | UnsetType | None = UNSET
    summary: list[Part] | UnsetType = UNSET
    encrypted_content: str | UnsetType | None = UNSET

    # Other types of items are read member by member.
    namespace: Raw = ABSENT
    caller: Raw = ABSENT
    input: Raw = ABSENT
    action: Raw = ABSENT
    queries: Raw = ABSENT
    results: Raw = ABSENT
    code: Raw = ABSENT
    container_id: Raw = ABSENT
    outputs: Raw = ABSENT
    result: Raw = ABSENT
    server_label: Raw = ABSENT
    tools: Raw = ABSENT
    execution: Raw = ABSENT
    error: Raw = ABSENT
    fingerprint: Raw = ABSENT
