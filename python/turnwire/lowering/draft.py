"""The draft: the working form of a document while it is lowered and written.

A draft shares the caller's blocks and knows the original place of each, so that losses point into the caller's
document even if passes have moved a block.  Nothing is copied, and passes do not mutate the document.

One scan of the document finds its features, and the features select the passes that run: most documents need few.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Any, Final, get_args

from msgspec import Struct, structs

from turnwire.documents.options import DEFAULT, Keeping
from turnwire.losses import Losses
from turnwire.lowering.plain_calls import calls_are_plain
from turnwire.model import (
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
)

# Facts about a document that can trigger a pass, besides its block types and roles.
EMPTY_TEXT: Final = "a text block of white space alone, or without text"
PROVIDER_RUN: Final = "a tool use or a result of the provider's own"
ODD_CALLS: Final = "calls or results that some server refuses (turnwire.lowering.plain_calls)"
RICH_RESULT: Final = "a result of more than an id, a name and texts"
EMPTY_TURN: Final = "a message without blocks"
MESSAGE_FIELDS: Final = "a message with more than role, content and residue"
TOOLS: Final = "settings.tools"
ODD_TOOLS: Final = "a tool that is more than a legal name, a description and the schema of an object"
SCHEMA_WORDS: Final = "a tool whose schema has alternatives, an enumeration or a negation somewhere"
RESPONSE_FORMAT: Final = "settings.response_format"
SERVICE_TIER: Final = "settings.service_tier"
USER: Final = "settings.user"
SETTINGS_RESIDUE: Final = "residue of the settings"
BLOCK_RESIDUE: Final = "residue of a block"
GENERATION: Final = "settings.generation"
TOOL_CHOICE: Final = "settings.tool_choice, unless it is `auto` among tools that are not odd"
REASONING: Final = "settings.reasoning"
SAMPLING: Final = "temperature or top_p"
STOPS: Final = "stop sequences"
ODD_NUMBERS: Final = "a number of generation besides a temperature and a top_p up to 1 and a limit of 16 tokens or more"
MANY_TOKENS: Final = "a limit of tokens above what the least of the known models gives"
NO_MODEL: Final = "no model"
SYSTEM_INFO: Final = "system"
NO_MAX_TOKENS: Final = "no max_tokens"

_FACTS = (
    EMPTY_TEXT,
    PROVIDER_RUN,
    ODD_CALLS,
    RICH_RESULT,
    EMPTY_TURN,
    MESSAGE_FIELDS,
    TOOLS,
    ODD_TOOLS,
    SCHEMA_WORDS,
    RESPONSE_FORMAT,
    SERVICE_TIER,
    USER,
    SETTINGS_RESIDUE,
    BLOCK_RESIDUE,
    GENERATION,
    TOOL_CHOICE,
    REASONING,
    SAMPLING,
    STOPS,
    ODD_NUMBERS,
    MANY_TOKENS,
    NO_MODEL,
    NO_MAX_TOKENS,
    SYSTEM_INFO,
)
_BITS: dict[Any, int] = {
    feature: 1 << n for n, feature in enumerate((*get_args(ContentBlock), *get_args(Role), *_FACTS))
}


class Turn(Struct, gc=False):
    """One message of the draft: its blocks, and their places in the caller's document."""

    role: str
    blocks: list[ContentBlock]
    message: Message
    at: int | str
    """The position in the history, or the whole JSON Pointer where it is another."""
    places: list[str] | None = None
    """The place of each block; None while they still are the message's own content, in order."""

    @property
    def path(self) -> str:
        """The JSON Pointer of the message in the caller's document."""
        return self.at if type(self.at) is str else f"/history/{self.at}"

    def place(self, position: int) -> str:
        """The JSON Pointer of a block in the caller's document."""
        if self.places is None:
            return f"{self.path}/content/{position}"
        return self.places[position]

    def all_places(self) -> list[str]:
        """The place of every block."""
        return self.places if self.places is not None else [self.place(n) for n in range(len(self.blocks))]


class Draft(Struct, gc=False):
    """A History or a Completion while it is lowered.

    `features` are the bits of what occurs in the document, also inside tool results.
    `system` holds turns that a pass took out of the conversation.
    `added` holds values that passes invented for fields of the settings, by field name.
    `plain` is the messages as the writer writes them, if the plain lane has made them (turnwire.lane); then there are
    no turns, and the features are those of the settings.
    """

    document: Any
    turns: list[Turn] = []
    features: int = 0
    settings: Settings | None = None
    system: list[Turn] = []
    added: dict[str, Any] = {}
    plain: Any = None
    keeping: Keeping = DEFAULT
    """What the caller chose to keep."""

    def has(self, feature: Any) -> bool:
        """Return whether the document has a block type, a role, or one of the facts above."""
        return bool(self.features & _BITS[feature])


Rule = Callable[[Draft, Losses], Draft]


class Pass(Struct, frozen=True):
    """One rule of one target: a function from draft to draft, run only for drafts that have one of its triggers."""

    rule: Rule
    when: int
    """The bits of its triggers."""
    concerns: Callable[[str | None], bool] | None = None
    """Whether it may change a request to this model; None for a pass that does not depend on the model."""


def bits_of(*features: Any) -> int:
    """Return the bits of features."""
    return sum(_BITS[feature] for feature in features)


def when(*triggers: Any) -> Callable[[Rule], Pass]:
    """Declare the triggers of a pass: `@when(ThinkingBlock, "system", TOOLS)`; `@when()` runs always."""
    bits = bits_of(*triggers) if triggers else -1

    def declare(rule: Rule) -> Pass:
        return Pass(rule, bits)

    return declare


class Marking(Struct, frozen=True):
    """A function that marks what a dialect's server refuses in a conversation that the dialect has read.

    It runs only for conversations that have one of its triggers.
    """

    mark: Callable[[History, str], None]
    when: int
    """The bits of its triggers."""


def marks(*triggers: Any) -> Callable[[Callable[[History, str], None]], Marking]:
    """Declare the triggers of a marking, as `when` does for a pass."""
    bits = bits_of(*triggers) if triggers else -1
    return lambda mark: Marking(mark, bits)


# Few sets of features and few models occur in practice, but a document can contain any of them.
_REMEMBERED = 512


class Lowering(Struct, frozen=True):
    """The passes of one target, in order; the passes for each set of features are computed once."""

    passes: tuple[Pass, ...] = ()
    triggered: dict[tuple[int, str | None], tuple[Rule, ...]] = {}

    def rules_for(self, features: int, model: str | None) -> tuple[Rule, ...]:
        """Return the passes that a document with these features and this model triggers."""
        rules = self.triggered.get((features, model))
        if rules is None:
            some = [each for each in self.passes if each.when == -1 or each.when & features]
            rules = tuple(each.rule for each in some if each.concerns is None or each.concerns(model))
            if len(self.triggered) >= _REMEMBERED:
                self.triggered.clear()
            self.triggered[features, model] = rules
        return rules


def lowered(draft: Draft, lowering: Lowering, losses: Losses) -> Draft:
    """Run every pass that the draft triggers, in order."""
    settings = draft.settings
    for rule in lowering.rules_for(draft.features, None if settings is None else settings.model):
        draft = rule(draft, losses)
    return draft


_TEXT = _BITS[TextBlock]
_RICH_RESULT = _BITS[RICH_RESULT]
_rest_of_result = operator.attrgetter(*ToolResultBlock.__struct_fields__[3:])
_NO_REST_OF_RESULT = _rest_of_result(ToolResultBlock(""))
_CALLS, _ODD_CALLS = _BITS[ToolUseBlock] | _BITS[ToolResultBlock], _BITS[ODD_CALLS]
_EMPTY_TEXT, _EMPTY_TURN = _BITS[EMPTY_TEXT], _BITS[EMPTY_TURN]
_MESSAGE_FIELDS, _BLOCK_RESIDUE = _BITS[MESSAGE_FIELDS], _BITS[BLOCK_RESIDUE]
# A provider-run tool may become text, images and files, or an ordinary call with its result.
_PROVIDER_RUN = _BITS[PROVIDER_RUN] | _TEXT | _BITS[ImageBlock] | _BITS[DocumentBlock] | _BITS[ToolResultBlock]
_TOOLS, _SAMPLING, _STOPS = _BITS[TOOLS], _BITS[SAMPLING], _BITS[STOPS]
_ODD_NUMBERS, _MANY_TOKENS = _BITS[ODD_NUMBERS], _BITS[MANY_TOKENS]
_TOOL_CHOICE, _REASONING, _GENERATION = _BITS[TOOL_CHOICE], _BITS[REASONING], _BITS[GENERATION]
_ODD_TOOLS, _SCHEMA_WORDS, _SETTINGS_RESIDUE = _BITS[ODD_TOOLS], _BITS[SCHEMA_WORDS], _BITS[SETTINGS_RESIDUE]
_TOOLS_OR_ODD, _AUTO = _TOOLS | _ODD_TOOLS, ToolChoice("auto")
_RARE = {
    "response_format": _BITS[RESPONSE_FORMAT],
    "service_tier": _BITS[SERVICE_TIER],
    "user": _BITS[USER],
}
_NO_MODEL, _NO_MAX_TOKENS = _BITS[NO_MODEL], _BITS[NO_MAX_TOKENS]
# A leading system message may become an ordinary message.
_SYSTEM_INFO = _BITS[SYSTEM_INFO] | _BITS["system"] | _TEXT


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
        role, content = message.role, message.content
        features |= _BITS[role]
        for block in content:
            if type(block) is TextBlock:
                features |= _TEXT if block.text and not block.text.isspace() else _TEXT | _EMPTY_TEXT
            else:
                features |= _block_features(block)
            if block.provider_raw is not None:
                features |= _BLOCK_RESIDUE
        if not content:
            features |= _EMPTY_TURN
        if (
            message.metadata is not None
            or message.name is not None
            or message.id is not None
            or message.created_at is not None
            or message.session_id is not None
            or message.schema_version is not None
            or message.interaction
        ):
            features |= _MESSAGE_FIELDS
    if features & _CALLS and not calls_are_plain((message.role, message.content) for message in messages):
        features |= _ODD_CALLS
    return features


def _block_features(block: ContentBlock) -> int:
    """Return the features of a block, and of blocks inside a tool result."""
    features = _BITS[type(block)]
    if type(block) is ToolResultBlock:
        if _rest_of_result(block) != _NO_REST_OF_RESULT:
            features |= _RICH_RESULT
        for inner in block.content:
            features |= _block_features(inner) if type(inner) is TextBlock else _block_features(inner) | _RICH_RESULT
        return features if block.run_by is None else features | _PROVIDER_RUN
    if type(block) is ToolUseBlock and block.run_by is not None:
        return features | _PROVIDER_RUN
    return features | _EMPTY_TEXT if type(block) is TextBlock and not block.text else features


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
# The names that every API takes.
_LEGAL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}").fullmatch


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


def model_of(draft: Draft) -> str | None:
    """Return the model that a request asks for, or the one that a pass invented."""
    named = draft.settings.model if draft.settings is not None else None
    return draft.added.get("model") if named is None else named


def with_turns(draft: Draft, turns: list[Turn]) -> Draft:
    """Return the same draft with other turns."""
    return structs.replace(draft, turns=turns)


def with_added(draft: Draft, name: str, value: Any) -> Draft:
    """Return the same draft with an invented value for a field of the settings."""
    return structs.replace(draft, added={**draft.added, name: value})
