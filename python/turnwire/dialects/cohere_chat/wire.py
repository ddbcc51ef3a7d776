"""The JSON of requests and replies.  Keys that have no canonical field are `Raw`: kept as residue, never decoded.

Names and shapes are those of the provider's package (cohere 7.3.1: ChatMessageV2, ToolV2, V2ChatResponse, Usage).
"""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import OpaquePart, Wire
from turnwire.mapped.cohere_settings import SettingsMembers
from turnwire.model import ABSENT


class CalledFunction(Wire):
    """The function that an assistant calls; `arguments` are a text that holds JSON."""

    name: str
    arguments: str | UnsetType = UNSET


class ToolCall(Wire):
    """One call of a function."""

    function: CalledFunction | UnsetType = UNSET
    id: str | UnsetType = UNSET
    type: str | UnsetType = UNSET


class TextPart(Wire, tag_field="type", tag="text"):
    """Text inside a list of parts."""

    text: str


class ThinkingPart(Wire, tag_field="type", tag="thinking"):
    """A thought of the assistant."""

    thinking: str


class ImageUrl(Wire):
    """A picture: a web address, or its bytes as a data URL.  The URL stays raw JSON: it can be megabytes."""

    url: Raw
    detail: str | UnsetType = UNSET


class ImagePart(Wire, tag_field="type", tag="image_url"):
    """A picture."""

    image_url: ImageUrl


class Document(Wire):
    """What a tool found: `data` is an object, or a text that holds JSON."""

    data: Raw
    id: Raw = ABSENT


class DocumentPart(Wire, tag_field="type", tag="document"):
    """A document in the result of a tool."""

    document: Document


Part = TextPart | ThinkingPart | ImagePart | DocumentPart | OpaquePart
Content = str | list[Part] | UnsetType | None


class ChatMessage(Wire):
    """A message of any role: the reader decides what each role may hold, so that unusual messages are read too."""

    role: str | UnsetType = UNSET
    content: Content = UNSET
    tool_calls: list[ToolCall] | UnsetType = UNSET
    tool_plan: str | UnsetType = UNSET
    tool_call_id: str | UnsetType = UNSET
    citations: Raw = ABSENT


class FunctionObject(Wire):
    """A function that the model may call."""

    name: str
    description: str | UnsetType = UNSET
    parameters: Raw = ABSENT


class FunctionTool(Wire, tag_field="type", tag="function"):
    """A tool: there are only functions."""

    function: FunctionObject


class Format(Wire):
    """The form of the answer."""

    type: str
    json_schema: Raw = ABSENT


class Thinking(Wire):
    """Whether the model reasons, and for how many tokens."""

    type: str | UnsetType = UNSET
    token_budget: int | UnsetType = UNSET


class ChatRequest(SettingsMembers):
    """A whole request: the members of the table, and those that are read by other code."""

    messages: list[ChatMessage]
    model: str | UnsetType = UNSET
    tools: list[FunctionTool | OpaquePart] | UnsetType = UNSET
    tool_choice: str | UnsetType = UNSET
    strict_tools: bool | UnsetType = UNSET
    response_format: Format | UnsetType = UNSET
    thinking: Thinking | UnsetType = UNSET

    # No canonical field holds these.
    documents: Raw = ABSENT
    citation_options: Raw = ABSENT
    safety_mode: Raw = ABSENT
    priority: Raw = ABSENT


class Tokens(Wire):
    """Counts of tokens; the provider's package has them as decimals."""

    input_tokens: int | UnsetType = UNSET
    output_tokens: int | UnsetType = UNSET


class Spent(Wire):
    """What a reply cost: the tokens, and what of them is billed."""

    tokens: Tokens | UnsetType = UNSET
    cached_tokens: int | UnsetType = UNSET
    billed_units: Raw = ABSENT


class ChatReply(Wire):
    """A whole reply."""

    id: str | UnsetType = UNSET
    finish_reason: str | UnsetType = UNSET
    message: ChatMessage | UnsetType = UNSET
    usage: Spent | UnsetType = UNSET
    logprobs: Raw = ABSENT
