"""Find the features of a document, which select the passes that run, and make its draft."""

from __future__ import annotations

import operator
import re
from typing import Final, get_args

from turnwire.lowering.draft import (
    BLOCK_RESIDUE,
    EMPTY_TEXT,
    EMPTY_TURN,
    GENERATION,
    MANY_TOKENS,
    MESSAGE_FIELDS,
    MESSAGE_RESIDUE,
    NO_MAX_TOKENS,
    NO_MODEL,
    ODD_CALLS,
    ODD_MEDIA,
    ODD_NUMBERS,
    ODD_TOOLS,
    PROVIDER_RUN,
    REASONING,
    RESPONSE_FORMAT,
    RICH_RESULT,
    SAMPLING,
    SCHEMA_WORDS,
    SERVICE_TIER,
    SETTINGS_RESIDUE,
    STOPS,
    SYSTEM_INFO,
    TOOL_CHOICE,
    TOOLS,
    USER,
    Draft,
    Turn,
    bits_of,
)
from turnwire.lowering.plain_calls import calls_are_plain
from turnwire.model import (
    AudioBlock,
    Completion,
    ContentBlock,
    DocumentBlock,
    Generation,
    History,
    ImageBlock,
    Message,
    Role,
    Settings,
    TextBlock,
    ToolChoice,
    ToolDefinition,
    ToolResultBlock,
    ToolUseBlock,
    VideoBlock,
)

_ROLES = {role: bits_of(role) for role in get_args(Role)}
_BLOCKS = {kind: bits_of(kind) for kind in get_args(ContentBlock)}
_ODD_MEDIA = bits_of(ODD_MEDIA)
_BLOCKS |= {kind: _BLOCKS[kind] | _ODD_MEDIA for kind in (DocumentBlock, AudioBlock, VideoBlock)}
_TEXT = bits_of(TextBlock)
_RICH_RESULT = bits_of(RICH_RESULT)
_rest_of_result = operator.attrgetter(*ToolResultBlock.__struct_fields__[3:])
_NO_REST_OF_RESULT = _rest_of_result(ToolResultBlock(""))
_CALLS, _ODD_CALLS = bits_of(ToolUseBlock, ToolResultBlock), bits_of(ODD_CALLS)
_EMPTY_TEXT, _EMPTY_TURN = bits_of(EMPTY_TEXT), bits_of(EMPTY_TURN)
_MESSAGE_FIELDS, _BLOCK_RESIDUE = bits_of(MESSAGE_FIELDS), bits_of(BLOCK_RESIDUE)
_MESSAGE_RESIDUE = bits_of(MESSAGE_RESIDUE)
_fields_of = operator.attrgetter("metadata", "name", "id", "created_at", "session_id", "schema_version", "interaction")
_NO_FIELDS = _fields_of(Message("user"))
# A provider-run tool may become text, images and files, or an ordinary call with its result.
_PROVIDER_RUN = bits_of(PROVIDER_RUN, TextBlock, ImageBlock, DocumentBlock, ToolResultBlock, ODD_MEDIA)
_TOOLS, _SAMPLING, _STOPS = bits_of(TOOLS), bits_of(SAMPLING), bits_of(STOPS)
_ODD_NUMBERS, _MANY_TOKENS = bits_of(ODD_NUMBERS), bits_of(MANY_TOKENS)
_TOOL_CHOICE, _REASONING, _GENERATION = bits_of(TOOL_CHOICE), bits_of(REASONING), bits_of(GENERATION)
_ODD_TOOLS, _SCHEMA_WORDS, _SETTINGS_RESIDUE = bits_of(ODD_TOOLS), bits_of(SCHEMA_WORDS), bits_of(SETTINGS_RESIDUE)
_TOOLS_OR_ODD, _AUTO = _TOOLS | _ODD_TOOLS, ToolChoice("auto")
_RARE = {
    "response_format": bits_of(RESPONSE_FORMAT),
    "service_tier": bits_of(SERVICE_TIER),
    "user": bits_of(USER),
}
_NO_MODEL, _NO_MAX_TOKENS = bits_of(NO_MODEL), bits_of(NO_MAX_TOKENS)
# A leading system message may become an ordinary message.
_SYSTEM_INFO = bits_of(SYSTEM_INFO, "system", TextBlock)


def draft_history(document: History) -> Draft:
    """Make the draft of a conversation; its paths begin with /history."""
    return Draft(document, _turns(document.history), features_of(document), document.settings)


def features_of(document: History) -> int:
    """Return the features of a conversation and of its settings."""
    features = _features_of_messages(document.history)
    if document.system is not None:
        features |= _SYSTEM_INFO
    return features | features_of_settings(document.settings)


def draft_completion(document: Completion) -> Draft:
    """Make the draft of a reply; its paths begin with /candidates."""
    turns = _turns(document.candidates)
    for position, turn in enumerate(turns):
        turn.at = f"/candidates/{position}"
    return Draft(document, turns, _features_of_messages(document.candidates))


def _turns(messages: list[Message]) -> list[Turn]:
    return [Turn(message.role, message.content, message, position) for position, message in enumerate(messages)]


def _features_of_messages(messages: list[Message]) -> int:
    """Return the features that occur in messages."""
    features = 0
    for message in messages:
        features |= _ROLES[message.role]
        for block in message.content:
            if type(block) is TextBlock:
                features |= _TEXT if block.text and not block.text.isspace() else _TEXT | _EMPTY_TEXT
            else:
                features |= _block_features(block)
            if block.provider_raw is not None:
                features |= _BLOCK_RESIDUE
        features |= 0 if message.content else _EMPTY_TURN
        if message.provider_raw is not None:
            features |= _MESSAGE_RESIDUE
        if _fields_of(message) != _NO_FIELDS:
            features |= _MESSAGE_FIELDS
    if features & _CALLS and not calls_are_plain([(message.role, message.content) for message in messages]):
        features |= _ODD_CALLS
    return features


def _block_features(block: ContentBlock) -> int:
    """Return the features of a block, and of blocks inside a tool result."""
    features = _BLOCKS[type(block)]
    if type(block) is ToolResultBlock:
        if _rest_of_result(block) != _NO_REST_OF_RESULT:
            features |= _RICH_RESULT
        for inner in block.content:
            features |= _block_features(inner) if type(inner) is TextBlock else _block_features(inner) | _RICH_RESULT
        return features if block.run_by is None else features | _PROVIDER_RUN
    if type(block) is ToolUseBlock:
        return features if block.run_by is None else features | _PROVIDER_RUN
    if type(block) is ImageBlock:
        return features if _is_plain(block) else features | _ODD_MEDIA
    return features | _EMPTY_TEXT if type(block) is TextBlock and not block.text else features


# The media types that every server takes, and the least base64 in quotes.
_PICTURES: Final = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})
_QUOTES, _QUOTE = 2, ord('"')


def _is_plain(picture: ImageBlock) -> bool:
    """Whether a picture is base64, which is JSON text, of a type that every server takes."""
    source = picture.source
    if source.kind != "base64" or picture.media_type not in _PICTURES or source.content:
        return False
    text = memoryview(source.data)
    return len(text) >= _QUOTES and text[0] == text[-1] == _QUOTE


def features_of_settings(settings: Settings | None) -> int:
    """Return the features of the settings of a request."""
    if settings is None:
        return _NO_MODEL | _NO_MAX_TOKENS
    features = _NO_MODEL if settings.model is None else 0
    if settings.tools:
        features |= _features_of_tools(settings.tools)
    if settings.tool_choice is not None and (features & _TOOLS_OR_ODD != _TOOLS or settings.tool_choice != _AUTO):
        features |= _TOOL_CHOICE
    if settings.reasoning is not None:
        features |= _REASONING
    if settings.provider_raw is not None:
        features |= _SETTINGS_RESIDUE
    if settings.response_format is not None or settings.service_tier is not None or settings.user is not None:
        features |= sum(bit for name, bit in _RARE.items() if getattr(settings, name) is not None)
    generation = settings.generation
    return features | (_NO_MAX_TOKENS if generation is None else _features_of_generation(generation))


def _features_of_generation(generation: Generation) -> int:
    heat, share, limit = generation.temperature, generation.top_p, generation.max_tokens
    features = _GENERATION
    if limit is None:
        features |= _NO_MAX_TOKENS
    elif limit > LEAST_OF_MODELS:
        features |= _MANY_TOKENS
    if heat is not None or share is not None:
        features |= _SAMPLING
    if (
        (heat is not None and not 0 <= heat <= 1)
        or (share is not None and not 0 < share <= 1)
        or (limit is not None and limit < _LEAST_TOKENS)
        or _rest_of_numbers(generation) != _NO_REST_OF_NUMBERS
    ):
        features |= _ODD_NUMBERS
    return features | _STOPS if generation.stop_sequences else features


LEAST_OF_MODELS: Final = 4096
"""No model that is known (turnwire.catalogue.models) gives fewer tokens in a reply."""
_LEAST_TOKENS = 16  # The least limit that every API takes.
_rest_of_numbers = operator.attrgetter(
    *("top_k", "seed", "presence_penalty", "frequency_penalty"),
    *("candidates", "top_logprobs", "min_p", "repetition_penalty"),
)
_NO_REST_OF_NUMBERS = _rest_of_numbers(Generation())


_rest_of = operator.attrgetter(*ToolDefinition.__struct_fields__[3:])
_NO_REST = _rest_of(ToolDefinition(""))
_OBJECT_HEADS = frozenset({b'{"type":"object"', b'{"type": "object'})
_HEAD = 16
# The names that every API takes; Gemini's takes no digit or dash in front.
_LEGAL_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}").fullmatch


def _features_of_tools(tools: list[ToolDefinition]) -> int:
    features = _TOOLS
    for tool in tools:
        schema = bytes(tool.input_schema)
        if schema[:_HEAD] not in _OBJECT_HEADS or _rest_of(tool) != _NO_REST or not _LEGAL_NAME(tool.name):
            features |= _ODD_TOOLS
        # `anyOf`, `oneOf` and `allOf` have their last letters in common.
        if b'Of"' in schema or b'"enum"' in schema or b'"not"' in schema:
            features |= _SCHEMA_WORDS
    return features if len({tool.name for tool in tools}) == len(tools) else features | _ODD_TOOLS
