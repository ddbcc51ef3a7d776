"""The record of the differences between the servers of the chat format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from turnwire.catalogue.capabilities import Capabilities, supporting
from turnwire.codec.members import Members
from turnwire.families.chat.detect import looks_like_error, looks_like_request, looks_like_response
from turnwire.families.chat.effort import read_effort, write_effort
from turnwire.families.chat.enums import DETAILS, EFFORTS, FINISH_REASONS, FINISH_WORDS, MODALITIES, ROLES, TIERS
from turnwire.families.chat.passes import ID_MARKS, REPLY, REQUEST
from turnwire.families.chat.shared import SERVERS
from turnwire.families.chat.thoughts import Thoughts, read_thoughts, write_thoughts
from turnwire.lowering.draft import Marking, Pass
from turnwire.lowering.sharing import Shared
from turnwire.model import AudioBlock, OpaqueBlock, Origin, RefusalBlock, TextBlock, ThinkingBlock, ToolUseBlock

Look = Callable[[Members], int]

LIMITS = ("max_tokens", "max_completion_tokens")
THOUGHTS = ("reasoning_content", "reasoning")
# ChatCompletionRequestToolMessage has `role`, `content` and `tool_call_id`; CompletionUsage counts `image_tokens` in
# the prompt only.  (OpenAI's API description, 2026-08-21)
LACKS = frozenset(("top_k", "min_p", "repetition_penalty", "tool_result.name", "image_output_tokens"))
ERROR_KEYS = ("message", "type", "param", "code")
# The description of `name` in ChatCompletionRequestAssistantMessage: "An optional name for the participant."
DOCUMENTED = frozenset(("name",))
PLACES: Mapping[type, str] = MappingProxyType(
    {
        ThinkingBlock: "thinking",
        TextBlock: "said",
        OpaqueBlock: "said",
        RefusalBlock: "refusals",
        AudioBlock: "audio",
        ToolUseBlock: "calls",
    }
)


CAPABILITIES = supporting(
    "thinking",
    "images",
    "tools",
    "system_prompt",
    "structured_output",
    "parallel_tool_calls",
    "system_messages_in_list",
)


class Vendor(Struct, frozen=True, kw_only=True):
    """One vendor's API.  The defaults are OpenAI's own; a declaration names the differences.

    A document of the vendor's own may break any of these rules: its reader takes everything that the family takes, and
    marks in `$form` what the vendor does not document, so that it is written back.
    """

    name: str
    title: str
    capabilities: Capabilities = CAPABILITIES
    lacks: frozenset[str] = LACKS
    """What the API has no key for: fields of the model's Settings, Generation and Usage, and what else has a name."""
    tiers: frozenset[str] = TIERS
    """The words of `service_tier`."""
    efforts: frozenset[str] = EFFORTS
    """The words of `reasoning_effort`."""
    finish: Mapping[str, str] = FINISH_REASONS
    """`finish_reason` -> the model's stop reason."""
    finish_words: Mapping[str, str] = FINISH_WORDS
    """The model's stop reason -> `finish_reason`."""
    limits: tuple[str, str] = LIMITS
    """The key of the token limit, and the other word for it that is read too."""
    modalities: frozenset[str] = MODALITIES
    """The words of `modalities`."""
    details: frozenset[str] = DETAILS
    """The words of a picture's `detail`."""
    thoughts: tuple[str, str] = THOUGHTS
    """The key of an assistant's reasoning, and the other word for it that is read too."""
    takes_thoughts: bool = False
    """Whether a request may hold reasoning that another provider's model wrote.

    OpenAI's own API has no member for it: ChatCompletionRequestAssistantMessage has `role`, `content`, `refusal`,
    `name`, `audio`, `tool_calls` and `function_call` (OpenAI's API description, 2026-08-21).
    """
    places: Mapping[type, str] = PLACES
    """Where the blocks of an assistant go in its message."""
    documented: frozenset[str] = DOCUMENTED
    """The members of an assistant's message in a request that have no canonical field."""
    cached: frozenset[type] = frozenset()
    """The kinds of blocks, and tools, that may carry a mark for the prompt cache."""
    file_urls: bool = False
    """Whether a file may be given by its URL."""
    nulls: tuple[str, ...] = ()
    """Keys that every reply has, with null if there is no value."""
    cost: str | None = None
    """The key of the usage with the cost of the reply in US dollars."""
    error_keys: tuple[str, ...] = ERROR_KEYS
    """The keys of an error; those that are not known are null, the message apart."""
    error_code: type = str
    """The JSON type of an error's code."""
    read_thoughts: Callable[[Any, Origin, Vendor], Thoughts] = read_thoughts
    write_thoughts: Callable[..., None] = write_thoughts
    """The reasoning of an assistant."""
    read_effort: Callable[..., Any] = read_effort
    write_effort: Callable[..., None] = write_effort
    """How the model shall reason."""
    request: tuple[Pass, ...] = REQUEST
    """What is made legal before a request is written."""
    refused: tuple[Pass, ...] = ()
    """Which of these are about settings that the server refuses (`Part.refused`)."""
    paired: bool = False
    """Whether each call needs a result, and each result a call (`Part.paired`)."""
    by_lane: bool = True
    """Whether no pass has to change the messages of a plain conversation (`Lane.write_turns`)."""
    marks: tuple[Marking, ...] = ID_MARKS
    """What marks in a request what else the server refuses (`Part.marks`)."""
    reply: tuple[Pass, ...] = REPLY
    """What is made legal before a reply is written."""
    roles: frozenset[str] = ROLES
    """The roles that a request may have.  The default has only roles that every server takes."""
    shared: Shared = SERVERS
    """The members without a canonical field that the vendor documents.  Not OpenAI's, but what every server has."""
    looks_like: tuple[Look, Look, Look] = (looks_like_request, looks_like_response, looks_like_error)
    """How much a document looks like a request, a reply, an error of this vendor."""
