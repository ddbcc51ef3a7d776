"""Invent values that the format requires and a document may not have, and report them.

A document that its own dialect read without such a value is written without it.
Sentences in quotes are from OpenAI's API description (openapi.json, 2026-08-21).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard

from msgspec.structs import replace

from turnwire.documents.residue import form_of
from turnwire.families.chat.overlay import named_in, says
from turnwire.families.chat.times import rfc3339, when_created
from turnwire.lowering.draft import NO_MODEL, RESPONSE_FORMAT, Draft, Pass, Turn, when
from turnwire.lowering.limits import ask_the_used_model
from turnwire.lowering.rewrite_blocks import was_illegal_in_source
from turnwire.lowering.schema_titles import name_of
from turnwire.lowering.stopping import likely_reason
from turnwire.model import Completion, Message, MessageMetadata, Settings, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock

MODEL = "default"
_EPOCH = "1970-01-01T00:00:00Z"


@when(NO_MODEL)
def name_the_model(draft: Draft, losses: Losses) -> Draft:
    """CreateChatCompletionRequest requires `model`: "Model ID used to generate the response"."""
    settings = draft.settings if draft.settings is not None else Settings()
    raw = settings.provider_raw
    if "model" in named_in(raw, losses.dialect, "lacks") or says(raw, losses.dialect, "model"):
        return draft
    asked, model = ask_the_used_model(draft, losses)
    if model is None:
        losses.invented("/settings/model", "settings.model", MODEL)
    return replace(asked, settings=replace(settings, model=MODEL if model is None else model))


@when(RESPONSE_FORMAT)
def name_the_schema(draft: Draft, losses: Losses) -> Draft:
    """ResponseFormatJsonSchema requires `name`: "The name of the response format"."""
    settings = draft.settings
    wanted = settings.response_format if settings is not None else None
    if settings is None or wanted is None or wanted.kind != "json_schema" or wanted.name is not None:
        return draft
    if named_in(wanted.provider_raw, losses.dialect, "lacks"):
        return draft
    name = name_of(wanted.schema, "response")
    losses.invented("/settings/response_format/name", "response_format.name", name)
    return replace(draft, settings=replace(settings, response_format=replace(wanted, name=name)))


@when(ToolUseBlock)
def give_calls_arguments(draft: Draft, losses: Losses) -> Draft:
    """Both forms of a call require `arguments`: "The arguments to call the function with"."""
    turns = draft.turns
    for n, turn in enumerate(turns):
        for block in turn.blocks if turn.role == "assistant" else ():
            if _lacks_arguments(block, losses.dialect):
                if turns is draft.turns:
                    turns = list(turns)
                turns[n] = _with_arguments(turn, losses)
                break
    return draft if turns is draft.turns else replace(draft, turns=turns)


def _with_arguments(turn: Turn, losses: Losses) -> Turn:
    blocks = list(turn.blocks)
    for n, block in enumerate(blocks):
        if _lacks_arguments(block, losses.dialect):
            losses.invented(f"{turn.place(n)}/input", "tool_use.input", "")
            blocks[n] = replace(block, input_text="")
    return replace(turn, blocks=blocks, places=turn.all_places())


def _lacks_arguments(block: ContentBlock, dialect: str) -> TypeGuard[ToolUseBlock]:
    """Return whether a call has no arguments, unless the dialect itself read it so."""
    if type(block) is not ToolUseBlock or block.input or block.input_text is not None:
        return False
    return not was_illegal_in_source(block.provider_raw, dialect, "input")


def complete_reply(first_id: str) -> Pass:
    """Make a pass that adds what every reply has; `first_id` is for one without an id.

    CreateChatCompletionResponse requires `id`, `created`, `model` and `object`.
    """

    @when()
    def complete(draft: Draft, losses: Losses) -> Draft:
        return _completed(draft, first_id, losses)

    return complete


def _completed(draft: Draft, first_id: str, losses: Losses) -> Draft:
    reply: Completion = draft.document
    lacks = named_in(reply.provider_raw, losses.dialect, "lacks")
    made: dict[str, Any] = {}
    if reply.id is None and "id" not in lacks:
        losses.invented("/id", "completion.id", first_id)
        made["id"] = first_id
    created = _created(reply, losses)
    if created is None and "created" not in lacks:
        losses.invented("/created_at", "completion.created_at", 0)
        created = _EPOCH
    if created != reply.created_at:
        made["created_at"] = created
    if reply.model is None and "model" not in lacks:
        losses.invented("/model", "completion.model", MODEL)
        made["model"] = MODEL
    return replace(draft, document=replace(reply, **made)) if made else draft


def _created(reply: Completion, losses: Losses) -> str | None:
    """`created`: "The Unix timestamp (in seconds) of when the chat completion was created."."""
    seconds = None if reply.created_at is None else when_created(reply.created_at, losses)
    return None if seconds is None else rfc3339(seconds)


@when()
def require_stop_reason(draft: Draft, losses: Losses) -> Draft:
    """A choice requires `finish_reason`: "The reason the model stopped generating tokens"."""
    turns = [_with_reason(turn, losses) for turn in draft.turns]
    return replace(draft, turns=turns)


def _with_reason(turn: Turn, losses: Losses) -> Turn:
    message: Message = turn.message
    metadata, raw = message.metadata, message.provider_raw
    if metadata is not None and metadata.stop_reason is not None:
        return turn
    if form_of(raw, losses.dialect).get("lacks_finish") or says(raw, losses.dialect, "finish_reason"):
        return turn
    if "finish_reason" in named_in(raw, losses.dialect, "lacks"):
        return turn
    made = likely_reason(turn)
    losses.invented(f"{turn.path}/metadata/stop_reason", "metadata.stop_reason", made)
    metadata = replace(metadata or MessageMetadata(), stop_reason=made)
    return replace(turn, message=replace(message, metadata=metadata))
