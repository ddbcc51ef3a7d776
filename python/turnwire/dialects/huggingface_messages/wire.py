"""A row of a data set of conversations, as chat templates take them.

Source: the documentation of transformers (docs/source/en: chat_templating.md, chat_templating_multimodal.md,
chat_content_patterns.md, chat_extras.md) and of TRL (docs/source/dataset_formats.md, trl/data_utils.py), read
2026-11-21.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import OpaquePart, Wire
from turnwire.model import ABSENT

NAME: Final = "huggingface_messages"


class TextPart(Wire, tag_field="type", tag="text"):
    """Text."""

    text: str


class ImagePart(Wire, tag_field="type", tag="image"):
    """A picture; without any of these keys it is a placeholder for the next one of the column `images`."""

    url: Raw = ABSENT
    path: Raw = ABSENT
    base64: Raw = ABSENT
    image: Raw = ABSENT


class VideoPart(Wire, tag_field="type", tag="video"):
    """A film: "it can be a link to the video ("url") or it could be a file path ("path")"."""

    url: Raw = ABSENT
    path: Raw = ABSENT
    base64: Raw = ABSENT
    video: Raw = ABSENT


class AudioPart(Wire, tag_field="type", tag="audio"):
    """Sound."""

    url: Raw = ABSENT
    path: Raw = ABSENT
    base64: Raw = ABSENT
    audio: Raw = ABSENT


Part = TextPart | ImagePart | VideoPart | AudioPart | OpaquePart


class Called(Wire):
    """The function of a call: "{"name": "get_current_temperature", "arguments": {"location": "Paris, France"}}"."""

    name: str | UnsetType = UNSET
    arguments: Raw = ABSENT


class Call(Wire):
    """A call: "{"type": "function", "function": tool_call}"; some have ids, some the function itself here."""

    id: str | UnsetType = UNSET
    type: str | UnsetType = UNSET
    function: Called | UnsetType = UNSET
    name: str | UnsetType = UNSET
    arguments: Raw = ABSENT


class Said(Wire):
    """A message: "a list of dictionaries, where each dictionary contains `role` and `content` keys"."""

    role: str | UnsetType = UNSET
    content: str | list[Part] | UnsetType = UNSET
    reasoning_content: str | UnsetType = UNSET
    thinking: str | UnsetType = UNSET
    reasoning: str | UnsetType = UNSET
    tool_calls: list[Call] | UnsetType = UNSET
    name: str | UnsetType = UNSET
    tool_call_id: str | UnsetType = UNSET


class Function(Wire):
    """A function as `get_json_schema` of transformers describes it."""

    name: str
    description: str | UnsetType = UNSET
    parameters: Raw = ABSENT
    returned: Raw = msgspec.field(default=ABSENT, name="return")


class Tool(Wire, tag_field="type", tag="function"):
    """A tool that the model may call."""

    function: Function


class TemplateKwargs(Wire):
    """The values of a row for "the chat template renderer" (trl/data_utils.py) that templates have in common."""

    enable_thinking: bool | UnsetType = UNSET
    reasoning_effort: str | UnsetType = UNSET


class Row(Wire):
    """One row; every other column is kept."""

    messages: list[Said] | UnsetType = UNSET
    prompt: list[Said] | UnsetType = UNSET
    completion: list[Said] | UnsetType = UNSET
    chosen: list[Said] | UnsetType = UNSET
    tools: list[Tool | OpaquePart] | str | UnsetType = UNSET
    chat_template_kwargs: TemplateKwargs | UnsetType = UNSET
    images: list[str] | UnsetType = UNSET
