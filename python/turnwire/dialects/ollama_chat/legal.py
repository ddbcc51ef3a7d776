"""Passes of this dialect about messages, the names of results, and settings.

Messages have one place for each kind of thing, and pictures only as base64; results are named after their tools;
streaming, reasoning, formats and tools are as the server takes them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, structs

from turnwire.dialects.ollama_chat.enums import LEVELS
from turnwire.documents.residue import form_of, report_foreign, report_replaced
from turnwire.losses import standing
from turnwire.lowering.addresses import MEDIA, in_a_line
from turnwire.lowering.draft import REASONING, Draft, Turn, when, with_turns
from turnwire.lowering.origins import report_joined_origin
from turnwire.lowering.rewrite_blocks import has_odd_result, rewritten, was_illegal_in_source, without_odd
from turnwire.lowering.tools import tools_take_objects
from turnwire.model import (
    ABSENT,
    AudioBlock,
    DocumentBlock,
    Generation,
    ImageBlock,
    OpaqueBlock,
    RedactedThinkingBlock,
    RefusalBlock,
    Settings,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, Reasoning


_SPOKEN: Final = (
    AudioBlock,
    VideoBlock,
    DocumentBlock,
    RefusalBlock,
    RedactedThinkingBlock,
    ImageBlock,
    ThinkingBlock,
)


@when(*_SPOKEN)
def only_text_and_pictures(draft: Draft, losses: Losses) -> Draft:
    """`images`: "Base64-encoded image content" (docs/openapi.yaml, ChatMessage): no URLs, no other media.

    Words stay as text, and so do names and addresses of media; a thought without words is none.
    """
    return rewritten(draft, losses, frozenset(_SPOKEN), _as_text)


def _as_text(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
    if (type(block) is ImageBlock and block.source.kind == "base64") or (type(block) is ThinkingBlock and block.text):
        return block
    tag = str(block.__struct_config__.tag)
    if type(block) is RefusalBlock:
        losses.degraded(place, tag, block)
        report_replaced(block, losses, place)
        return TextBlock(block.text)
    if type(block) is AudioBlock and block.transcript:
        losses.degraded(place, tag, block)
        report_replaced(block, losses, place)
        return TextBlock(block.transcript)
    line = in_a_line(block, place, losses) if type(block) in MEDIA else None
    if line is None:
        losses.dropped(place, tag, block)
    return line


_IN_RESULTS: Final = frozenset((TextBlock, ImageBlock))


@when(ToolResultBlock)
def results_hold_text_and_pictures(draft: Draft, losses: Losses) -> Draft:
    """A tool message has the same `content` and `images` as any other, and nothing else that a tool could give."""
    if not has_odd_result(draft, lambda block: any(_is_odd(inner, losses) for inner in block.content)):
        return draft

    def rule(block: ContentBlock, place: str, losses: Losses) -> ContentBlock:
        return _legal_result(block, place, losses)

    return rewritten(draft, losses, frozenset((ToolResultBlock,)), rule)


def _legal_result(block: ContentBlock, place: str, losses: Losses) -> ContentBlock:
    if type(block) is not ToolResultBlock or not any(_is_odd(inner, losses) for inner in block.content):
        return block
    return without_odd(block, place, losses, _is_odd)


def _is_odd(block: ContentBlock, losses: Losses) -> bool:
    if type(block) is OpaqueBlock:
        return block.dialect != losses.dialect
    if type(block) is TextBlock:
        return not block.text  # `content` without text has no meaning
    return type(block) not in _IN_RESULTS


_RANKS: Final[dict[type, int]] = {ThinkingBlock: 0, TextBlock: 1, ImageBlock: 2, OpaqueBlock: 2, ToolUseBlock: 3}
# From this rank on a message may have several of a kind.
_FIRST_OF_MANY: Final = 2
_JOINED: Final = {ThinkingBlock: "thinking", TextBlock: "text"}


@when(TextBlock, DocumentBlock, RefusalBlock, AudioBlock, ThinkingBlock, ImageBlock, ToolUseBlock)
def one_place_for_each_kind(draft: Draft, losses: Losses) -> Draft:
    """A message is `thinking`, `content`, `images` and `tool_calls`, in no order among each other.

    Several texts are put together as the server itself does with messages that follow each other: "consecutive
    messages of the same role are merged into a single message" (template/template.go, collate: joined by an empty
    line).  The texts of an assistant follow each other without a gap: they are cut where citations begin and end.
    """
    told: set[str] = set()
    turns = [turn if _is_simple(turn.blocks) else _with_places(turn, draft, told, losses) for turn in draft.turns]
    return with_turns(draft, turns)


def _is_simple(blocks: list[ContentBlock]) -> bool:
    """Whether every kind is in its place already, and no result has several blocks."""
    if len(blocks) > 1:
        return _is_placed(blocks)
    return not blocks or type(blocks[0]) is not ToolResultBlock or _is_simple(blocks[0].content)


def _is_placed(blocks: list[ContentBlock]) -> bool:
    """Return whether the block types are in the order of their ranks, with one block of each that would be joined."""
    before = -1
    for block in blocks:
        rank = _RANKS.get(type(block), 1)
        if rank < before or rank == before < _FIRST_OF_MANY:
            return False
        before = rank
    return True


def _with_places(turn: Turn, draft: Draft, told: set[str], losses: Losses) -> Turn:
    if len(turn.blocks) == 1 and type(turn.blocks[0]) is ToolResultBlock:
        block: Any = turn.blocks[0]
        places = losses.places_inside(turn.place(0), len(block.content))
        content, places = _placed(block.content, places, turn, turn.place(0), draft.document, told, losses)
        losses.moved_inside(turn.place(0), places)
        return Turn(turn.role, [structs.replace(block, content=content)], turn.message, turn.at, turn.places)
    blocks, places = _placed(turn.blocks, turn.all_places(), turn, turn.path, draft.document, told, losses)
    return Turn(turn.role, blocks, turn.message, turn.at, places)


def _placed(
    blocks: list[ContentBlock],
    places: list[str],
    turn: Turn,
    path: str,
    document: Any,
    told: set[str],
    losses: Losses,
) -> tuple[list[ContentBlock], list[str]]:
    """The blocks in the order of their places, texts joined."""
    ranks = [_RANKS.get(type(block), 1) for block in blocks]
    if ranks != sorted(ranks):
        if path not in told:
            feature = "message.content" if path == turn.path else "tool_result.content"
            losses.reshaped(f"{path}/content", feature, standing(document, f"{path}/content"))
            told.add(path)
        order = sorted(range(len(ranks)), key=ranks.__getitem__)
        blocks, places = [blocks[n] for n in order], [places[n] for n in order]
    for kind in _JOINED:
        if sum(type(block) is kind for block in blocks) > 1:
            between = "" if turn.role == "assistant" and kind is TextBlock else "\n\n"
            blocks, places = _join(kind, between, blocks, places, document, losses)
    return blocks, places


def _join(
    kind: Any, between: str, blocks: list[ContentBlock], places: list[str], document: Any, losses: Losses
) -> tuple[list[ContentBlock], list[str]]:
    found: list[ContentBlock] = []
    at: list[str] = []
    joined: Any = None
    for block, place in zip(blocks, places, strict=True):
        if type(block) is not kind:
            found.append(block)
            at.append(place)
            continue
        if isinstance(standing(document, place), kind):  # a block that became text is reported already
            losses.reshaped_once(place, _JOINED[kind], block)
        losses.dropped_fields(block, frozenset(("text", "origin")), place, _JOINED[kind])
        report_foreign(block.provider_raw, losses, place)
        if joined is None:
            joined = TextBlock(block.text) if type(block) is TextBlock else _thought(block)
            found.append(joined)
            at.append(place)
        else:
            joined.text += between + block.text  # type: ignore[union-attr]
            if type(block) is ThinkingBlock:
                report_joined_origin(block.origin, place, losses)
    return found, at


def _thought(block: Any) -> ThinkingBlock:
    return ThinkingBlock(block.text, origin=block.origin)


@when(ToolResultBlock)
def name_results(draft: Draft, losses: Losses) -> Draft:
    """Add to each result the name of its call.

    `tool_name`: "add the name of the tool that was executed to inform the model of the result" (docs/api.md,
    2026-08-21).
    """
    names: dict[str, str] = {}
    turns: list[Turn] = []
    for turn in draft.turns:
        if turn.role != "tool":
            names |= {block.id: block.name for block in turn.blocks if type(block) is ToolUseBlock}
        elif "tool_name" not in form_of(turn.message.provider_raw, losses.dialect).get("lacks", ()):
            blocks = [_named(block, names) for block in turn.blocks]
            turns.append(msgspec.structs.replace(turn, blocks=blocks))
            continue
        turns.append(turn)
    return msgspec.structs.replace(draft, turns=turns)


def _named(block: ContentBlock, names: dict[str, str]) -> ContentBlock:
    if type(block) is not ToolResultBlock or block.name is not None or block.tool_use_id not in names:
        return block
    return msgspec.structs.replace(block, name=names[block.tool_use_id])


# Words of other formats and the nearest level that asks for no more.
_NEAR_LEVELS: Final = {"minimal": "low", "xhigh": "high"}


@when()
def write_stream_flag(draft: Draft, losses: Losses) -> Draft:
    """Write `stream` in every request, because its default is True here and False elsewhere.

    ChatRequest.Stream: "Stream enables streaming of returned responses; true by default" (api/types.go).
    """
    settings = draft.settings or Settings()
    generation = settings.generation or Generation()
    if generation.stream is not None:
        return draft
    losses.invented("/settings/generation/stream", "generation.stream", False)  # noqa: FBT003 - the reported value
    changed = structs.replace(settings, generation=structs.replace(generation, stream=False))
    return structs.replace(draft, settings=changed)


@when(REASONING)
def legal_thinking(draft: Draft, losses: Losses) -> Draft:
    """`think`: "Can be a boolean (true/false) or a string ("high", "medium", "low", "max")" (docs/openapi.yaml)."""
    settings = draft.settings
    if settings is None or settings.reasoning is None:
        return draft
    reasoning = _legal_mode(_legal_effort(settings.reasoning, losses), losses)
    if reasoning is settings.reasoning:
        return draft
    return structs.replace(draft, settings=structs.replace(settings, reasoning=reasoning))


def _legal_effort(reasoning: Reasoning, losses: Losses) -> Reasoning:
    effort = reasoning.effort
    path = "/settings/reasoning/effort"
    if effort is None:
        return reasoning
    if reasoning.mode == "disabled":
        losses.dropped(path, "reasoning.effort", effort)
        return structs.replace(reasoning, effort=None)
    if effort in LEVELS or was_illegal_in_source(reasoning.provider_raw, losses.dialect, "effort"):
        return reasoning
    if effort == "none":
        losses.degraded(path, "reasoning.effort", effort)
        losses.invented("/settings/reasoning/mode", "reasoning.mode", "disabled")
        return structs.replace(reasoning, effort=None, mode="disabled")
    if effort in _NEAR_LEVELS:
        losses.degraded(path, "reasoning.effort", effort)
        return structs.replace(reasoning, effort=_NEAR_LEVELS[effort])
    losses.dropped(path, "reasoning.effort", effort)
    return structs.replace(reasoning, effort=None)


def _legal_mode(reasoning: Reasoning, losses: Losses) -> Reasoning:
    path = "/settings/reasoning/mode"
    if reasoning.mode is None or (reasoning.effort is None and reasoning.mode != "adaptive"):
        return reasoning
    losses.degraded(path, "reasoning.mode", reasoning.mode)
    return structs.replace(reasoning, mode="enabled" if reasoning.effort is None else None)


# ToolDefinition: "required: [type, function]", "enum: [function]"; its function: "required: [name, parameters]".
legal_tools = tools_take_objects(Raw(b'{"type":"object","properties":{}}'))


@when()
def legal_format(draft: Draft, losses: Losses) -> Draft:
    """`format`: "Can be `json` or a JSON schema" (docs/openapi.yaml, ChatRequest); text is what there is without it."""
    settings = draft.settings
    wanted = settings.response_format if settings is not None else None
    if settings is None or wanted is None:
        return draft
    path = "/settings/response_format"
    if wanted.kind == "text":
        losses.dropped(path, "settings.response_format", wanted)
        return structs.replace(draft, settings=structs.replace(settings, response_format=None))
    if wanted.kind != "json_schema" or (wanted.schema and memoryview(wanted.schema)[0] == ord("{")):
        return draft
    # A schema that is not an object has no place.
    losses.degraded(f"{path}/kind", "response_format.kind", wanted.kind)
    if wanted.schema:
        losses.dropped(f"{path}/schema", "response_format.schema", wanted.schema)
    plain = structs.replace(wanted, kind="json", schema=ABSENT)
    return structs.replace(draft, settings=structs.replace(settings, response_format=plain))
