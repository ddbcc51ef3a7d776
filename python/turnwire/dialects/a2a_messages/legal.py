"""What the protocol can carry: parts of text, files and data, said by a user or an agent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from turnwire.dialects.a2a_messages.read import kind_of
from turnwire.draft import Draft, Turn, when
from turnwire.lowering.messages import lose_turn
from turnwire.lowering.rewriting import rewritten
from turnwire.model import (
    AudioBlock,
    DocumentBlock,
    ImageBlock,
    OpaqueBlock,
    RefusalBlock,
    TextBlock,
    VideoBlock,
)
from turnwire.residue import form_of, tell_foreign

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock

_MEDIA = frozenset((ImageBlock, DocumentBlock, AudioBlock, VideoBlock))
_KEPT = frozenset((TextBlock, OpaqueBlock, *_MEDIA))


@when("system", "tool", "user_interaction")
def users_and_agents(draft: Draft, losses: Losses) -> Draft:
    """`role`: "agent" | "user" (a2a.json, 0.3.0): what the system says is said by the user, tools say nothing."""
    turns = []
    for turn in draft.turns:
        if turn.role == "system":
            losses.degraded(f"{turn.path}/role", "message.role", turn.role)
            turns.append(msgspec.structs.replace(turn, role="user"))
        elif turn.role in ("user", "assistant"):
            turns.append(turn)
        else:
            lose_turn(turn, losses)
    return msgspec.structs.replace(draft, turns=turns)


@when(*_MEDIA, RefusalBlock)
def files_by_address_or_bytes(draft: Draft, losses: Losses) -> Draft:
    """FilePart: "file: FileWithBytes | FileWithUri" (a2a.json, 0.3.0); texts stay texts."""
    return rewritten(draft, losses, _MEDIA | {RefusalBlock}, _legal)


def _legal(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
    if type(block) is RefusalBlock:
        losses.degraded(place, "refusal", block)
        return TextBlock(block.text)
    media: Any = block
    source = media.source
    feature = str(block.__struct_config__.tag)
    if source is not None and source.kind in ("url", "base64"):
        kind = kind_of(media.media_type, media.filename if type(block) is DocumentBlock else None)
        if kind is type(block):
            return block
        # A file is what its media type says.
        losses.degraded(place, feature, block)
        told: ContentBlock = kind(source)
        told.media_type = media.media_type  # type: ignore[union-attr]
        return told
    if type(block) is AudioBlock and source is None and block.transcript:
        losses.degraded(place, feature, block)
        return TextBlock(block.transcript)
    if type(block) is DocumentBlock and source.kind == "text":
        losses.degraded(place, feature, block)
        return TextBlock(msgspec.json.decode(source.data, type=str))
    losses.dropped(place, feature, block)
    return None


@when()
def only_parts(draft: Draft, losses: Losses) -> Draft:
    """Part: TextPart | FilePart | DataPart (a2a.json, 0.3.0); a message of which nothing is left is none."""
    turns = [kept for turn in draft.turns if (kept := _parts_of(turn, losses)) is not None]
    return msgspec.structs.replace(draft, turns=turns)


def _parts_of(turn: Turn, losses: Losses) -> Turn | None:
    odd = [n for n, block in enumerate(turn.blocks) if not _is_part(block, losses.dialect)]
    if not odd:
        return turn
    for n in odd:
        losses.dropped(turn.place(n), str(turn.blocks[n].__struct_config__.tag), turn.blocks[n])
        tell_foreign(turn.blocks[n].provider_raw, losses, turn.place(n))
    kept = [n for n in range(len(turn.blocks)) if n not in odd]
    if not kept:
        told = frozenset(("content",))
        losses.dropped_fields(turn.message, told, turn.path, "message")
        tell_foreign(turn.message.provider_raw, losses, turn.path)
        return None
    places = [turn.place(n) for n in kept]
    return msgspec.structs.replace(turn, blocks=[turn.blocks[n] for n in kept], places=places)


def _is_part(block: ContentBlock, dialect: str) -> bool:
    return type(block) in _KEPT and (type(block) is not OpaqueBlock or block.dialect == dialect)


@when()
def name_messages(draft: Draft, losses: Losses) -> Draft:
    """Message: "messageId: string" is required: "Identifier created by the message creator"."""
    turns: list[Turn] = []
    for turn in draft.turns:
        message = turn.message
        if message.id is None and "messageId" not in form_of(message.provider_raw, losses.dialect).get("lacks", ()):
            made = f"message-{len(turns) + 1}"
            losses.invented(f"{turn.path}/id", "message.id", made)
            named = msgspec.structs.replace(message, id=made)
            turns.append(Turn(turn.role, turn.blocks, named, turn.path, turn.all_places()))
        else:
            turns.append(turn)
    return msgspec.structs.replace(draft, turns=turns)
