"""Report what another dialect and model would lose or refuse: losses, unmet capabilities, and context length."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, Struct

from turnwire.catalogue.capabilities import Capabilities
from turnwire.catalogue.declarations import capabilities_of
from turnwire.catalogue.models import Family, family_of
from turnwire.convert import write
from turnwire.dialects import FAMILY, MAKERS, get
from turnwire.documents.options import DEFAULT, Keeping
from turnwire.losses import LOSS_KINDS
from turnwire.lowering.as_read import refused
from turnwire.lowering.unanswered import unpaired
from turnwire.model import (
    AudioBlock,
    DocumentBlock,
    History,
    ImageBlock,
    Loss,
    Settings,
    ToolResultBlock,
    ToolUseBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.dialects.dialect import Dialect
    from turnwire.model import ContentBlock, Document


class Cost(Struct, frozen=True):
    """The losses of one kind and feature."""

    kind: str
    feature: str
    count: int
    path: str
    """The place of the first of them: a JSON Pointer into the native JSON of the document."""


class Unmet(Struct, frozen=True):
    """Something that the document needs and the target does not have."""

    capability: str
    """The name in `Capabilities`, such as `supports_images`; or the setting or block that the server refuses, such as
    `generation.temperature`."""
    reason: str
    """Why it is refused, as the canonical message format names it, such as `no_vision_support`; `refused_by_model`
    and `refused_by_server` are ours."""
    path: str
    """Where the document needs it first."""
    needed: Any
    has: Any


class Room(Struct, frozen=True):
    """An estimate of how much of a model's context the document takes.

    For recorded conversations in plain text it is mostly between 50 % and 120 % of the provider's count.
    It does not count what a provider adds, such as its own instructions for tools.
    """

    tokens: int
    """Text, calls, results, tools and schemas: one token for four letters of ASCII, one for each two other bytes.

    A picture counts as `IMAGE_TOKENS`, a message as four more than its content, tools as `TOOLS_TOKENS` more.
    """
    not_counted: int
    """Documents, audio and video, whose tokens only the provider can count."""
    limit: int | None
    """The model's context in tokens, where it is known."""


class Plan(Struct, frozen=True):
    """The result of `plan`."""

    dialect: str
    model: str | None
    family: str | None
    """The model family whose capabilities were looked at; None where the model is not known."""
    capabilities: Capabilities
    """What is declared of the dialect, and of the family where it has less."""
    costs: tuple[Cost, ...]
    unmet: tuple[Unmet, ...]
    room: Room

    @property
    def clean(self) -> bool:
        """Whether the switch would cost nothing."""
        return not self.costs and not self.unmet


def plan(document: Document, target: str, *, keeping: Keeping = DEFAULT) -> Plan:
    """Find what writing a document for another dialect or model would cost, before anything is sent.

    Args:
        document: a History, Completion or ErrorReply.
        target: `DIALECT` or `DIALECT:MODEL`; with a model, the document is looked at as if it asked for that model.
        keeping: how reasoning and provider-run tools are written for another provider.

    Returns:
        The losses by kind and feature, what the dialect or the model does not have, and the room in its context.

    Raises:
        UnknownDialect: the dialect does not exist, or has no such documents.

    Example:
        `turnwire.plan(history, "anthropic:claude-sonnet-4-5").clean`
    """
    short, _, named = target.partition(":")
    declared = get(short)
    dialect = declared.name
    if named and isinstance(document, History):
        settings = document.settings or Settings()
        document = msgspec.structs.replace(document, settings=msgspec.structs.replace(settings, model=named))
    model = named or _model_of(document)
    family = family_of(model)
    capabilities = declared.capabilities.narrowed(capabilities_of(model))
    room = room_of(document, capabilities.max_context_tokens)
    return Plan(
        dialect,
        model,
        None if family is None else family.prefix,
        capabilities,
        _costs(write(document, dialect, keeping=keeping).losses),
        (*_not_served(document, dialect, family), *unmet(document, capabilities, room), *_refused(document, declared)),
        room,
    )


def _model_of(document: Document) -> str | None:
    if isinstance(document, History):
        return None if document.settings is None else document.settings.model
    return getattr(document, "model", None)


def _costs(losses: tuple[Loss, ...]) -> tuple[Cost, ...]:
    """Worst kind first, then most frequent."""
    found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for loss in losses:
        found[loss.kind, loss.feature].append(loss.path)
    costs = [Cost(kind, feature, len(paths), paths[0]) for (kind, feature), paths in found.items()]
    return tuple(sorted(costs, key=lambda cost: (LOSS_KINDS.index(cost.kind), -cost.count)))


# What a document needs, by the capability that holds it, and why it is refused where there is none.
# "Only require what we'll use": what the document does not have is not asked for.
_REASONS = {
    "supports_images": "no_vision_support",
    "accepted_image_media_types": "no_vision_support",
    "supports_tools": "no_tool_support",
    "supports_parallel_tool_calls": "no_parallel_tool_call_support",
    "supports_system_prompt": "no_system_prompt_support",
    "supports_structured_output": "no_structured_output_support",
    "max_context_tokens": "exceeds_context_window",
    "max_output_tokens": "exceeds_output_tokens",
}


def _not_served(document: Document, dialect: str, family: Family | None) -> Iterator[Unmet]:
    """Report a request for a model of one provider that goes to the server of another."""
    maker = next((maker for maker, name in MAKERS.items() if name == FAMILY.get(dialect, dialect)), None)
    # Servers of many makers speak OpenAI's chat format.
    elsewhere = family is not None and family.maker not in (None, maker)
    if elsewhere and maker not in (None, "openai") and isinstance(document, History):
        yield Unmet("settings.model", "not_served", "/settings/model", _model_of(document), has=False)


def unmet(document: Document, capabilities: Capabilities, room: Room) -> Iterator[Unmet]:
    """Find what a document needs and these capabilities do not have; nothing is concluded from undeclared ones.

    Args:
        document: a History; other documents need nothing.
        capabilities: those of the target.
        room: what `room_of` counts of the document.

    Returns:
        One entry for each capability, with the place that needs it first.

    >>> list(unmet(History([]), Capabilities(supports_images=False), Room(0, 0, None)))
    []
    """
    seen = set()
    for capability, path, needed in (*_needs(document), ("max_context_tokens", "", room.tokens)):
        has = getattr(capabilities, capability)
        if capability not in seen and has is not None and not _is_met(needed, has):
            seen.add(capability)
            yield Unmet(capability, _REASONS[capability], path, needed, has)


def _refused(document: Document, target: Dialect) -> Iterator[Unmet]:
    """The settings, calls and results that the server would refuse and that writing corrects."""
    part = target.request
    if part is None or not isinstance(document, History):
        return
    told: set[tuple[str, str]] = set()
    for loss in refused(document, target.name, part.refused):
        if loss.kind not in ("dropped", "degraded") or loss.feature == "generation.max_tokens":
            continue
        if (loss.feature, loss.path) not in told:
            told.add((loss.feature, loss.path))
            yield Unmet(loss.feature, "refused_by_model", loss.path, loss.value, has=False)
    for path, block in unpaired(document) if part.paired else ():
        feature = str(block.__struct_config__.tag)
        yield Unmet(feature, "refused_by_server", path, "a result" if feature == "tool_use" else "a call", has=False)


def _is_met(needed: Any, has: Any) -> bool:
    if isinstance(has, bool):
        return has
    return needed in has if isinstance(has, tuple) else bool(needed <= has)


Need = tuple[str, str, Any]
"""A capability, where it is needed, and how much of it."""


def _needs(document: Document) -> Iterator[Need]:
    if not isinstance(document, History):
        return
    for position, turn in enumerate(document.history):
        path = f"/history/{position}"
        if turn.role == "system":
            yield "supports_system_prompt", path, True
        if sum(type(block) is ToolUseBlock for block in turn.content) > 1:
            yield "supports_parallel_tool_calls", path, True
        for number, block in enumerate(turn.content):
            yield from _needs_of(block, f"{path}/content/{number}")
    if document.settings is not None:
        yield from _needs_of_settings(document.settings)


def _needs_of(block: ContentBlock, path: str) -> Iterator[Need]:
    if type(block) is ImageBlock:
        yield "supports_images", path, True
        if block.media_type is not None:
            yield "accepted_image_media_types", f"{path}/media_type", block.media_type
    elif type(block) is ToolUseBlock:
        yield "supports_tools", path, True
    elif type(block) is ToolResultBlock:
        yield "supports_tools", path, True
        for number, inner in enumerate(block.content):
            yield from _needs_of(inner, f"{path}/content/{number}")


def _needs_of_settings(settings: Settings) -> Iterator[Need]:
    if settings.tools:
        yield "supports_tools", "/settings/tools", True
    if settings.response_format is not None and settings.response_format.kind == "json_schema":
        yield "supports_structured_output", "/settings/response_format", True
    generation = settings.generation
    if generation is not None and generation.max_tokens is not None:
        yield "max_output_tokens", "/settings/generation/max_tokens", generation.max_tokens


IMAGE_TOKENS = 1000
"""The tokens of a picture: providers count 85 to 1,600 for one, by its size."""
TOOLS_TOKENS = 350
"""The tokens of tools besides their definitions: "tool use system prompt [...] 346 tokens" (Anthropic, tool use)."""
_TOKENS_OF_A_MESSAGE = 4
_UNKNOWN_SIZE = (DocumentBlock, AudioBlock, VideoBlock)


def room_of(document: Document, limit: int | None = None) -> Room:
    """Estimate the tokens of a document, and compare them with the model's limit if there is one."""
    counted = _Counted()
    for turn in getattr(document, "history", None) or getattr(document, "candidates", None) or ():
        counted.tokens += _TOKENS_OF_A_MESSAGE
        for block in turn.content:
            counted.block(block)
    settings = getattr(document, "settings", None)
    if settings is not None:
        counted.tokens += TOOLS_TOKENS if settings.tools else 0
        for part in (*settings.tools, settings.response_format):
            counted.anything(part)
    return Room(math.ceil(counted.tokens), counted.unknown, limit)


class _Counted:
    """The tokens of what was looked at so far."""

    def __init__(self) -> None:
        self.tokens = 0.0
        self.unknown = 0

    def block(self, block: ContentBlock) -> None:
        """Count a block, without the bytes of pictures and documents."""
        if type(block) is ImageBlock:
            self.tokens += IMAGE_TOKENS
        elif type(block) in _UNKNOWN_SIZE:
            self.unknown += 1
        elif type(block) is ToolResultBlock:
            for inner in block.content:
                self.block(inner)
        else:
            self.anything(block)

    def anything(self, part: Any) -> None:
        """Count every text in a part of the model."""
        if isinstance(part, str):
            self.tokens += tokens(part)
        elif isinstance(part, Raw):
            self.tokens += tokens(bytes(part).decode("utf-8", "replace"))
        elif isinstance(part, list):
            for inner in part:
                self.anything(inner)
        elif isinstance(part, Struct):
            for name in part.__struct_fields__:
                if name not in _NOT_SENT:
                    self.anything(getattr(part, name))


# Residue, and proofs that the provider keeps for itself.
_NOT_SENT = frozenset({"provider_raw", "signature", "encrypted", "origin", "cache"})


def tokens(text: str) -> float:
    """A rough number of tokens: four letters of ASCII make one, and two bytes of anything else.

    "A helpful rule of thumb is that one token generally corresponds to ~4 characters of text for common English text"
    (OpenAI's page on its tokenizer); other scripts take more, about one for each character of Chinese.
    """
    size = len(text)
    if text.isascii():
        return size / 4
    wide = len(text.encode("utf-8", "surrogatepass"))
    plain = sum(letter < "\x80" for letter in text)
    return plain / 4 + (wide - plain) / 2
