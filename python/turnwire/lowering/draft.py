"""The draft: the working form of a document while it is lowered and written.

A draft shares the caller's blocks and knows the original place of each, so that losses point into the caller's
document even if passes have moved a block.  Nothing is copied, and passes do not mutate the document.

One scan of the document finds its features (turnwire.lowering.features), and the features select the passes that run:
most documents need few.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, get_args

from msgspec import Struct, structs

from turnwire.documents.options import DEFAULT, Keeping
from turnwire.losses import Losses
from turnwire.model import (
    ContentBlock,
    History,
    Message,
    Role,
    Settings,
)

# Facts about a document that can trigger a pass, besides its block types and roles.
EMPTY_TEXT: Final = "a text block of white space alone, or without text"
PROVIDER_RUN: Final = "a tool use or a result of the provider's own"
ODD_CALLS: Final = "calls or results that some server refuses (turnwire.lowering.plain_calls)"
ODD_MEDIA: Final = "media other than pictures as base64 of a type that every server takes"
RICH_RESULT: Final = "a result of more than an id, a name and texts"
EMPTY_TURN: Final = "a message without blocks"
MESSAGE_RESIDUE: Final = "residue of a message"
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
SYSTEM_INFO: Final = "history.system"
NO_MAX_TOKENS: Final = "no max_tokens"

_FACTS = (
    EMPTY_TEXT,
    PROVIDER_RUN,
    ODD_CALLS,
    ODD_MEDIA,
    RICH_RESULT,
    EMPTY_TURN,
    MESSAGE_FIELDS,
    MESSAGE_RESIDUE,
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
    sources: list[Turn] | None = None
    """The turn of each message or item that was written, in order: the writers that session files use fill the list of
    a caller who gives one."""

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
