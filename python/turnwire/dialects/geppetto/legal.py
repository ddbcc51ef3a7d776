"""The rules of this format: one question, of text, about one document; one answer, of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, get_args

import msgspec
from msgspec import structs

from turnwire.dialects.geppetto.wire import ACTIONS
from turnwire.documents.residue import form_of, report_foreign, report_replaced
from turnwire.losses import standing
from turnwire.lowering.draft import EMPTY_TURN, Draft, Turn, when, with_turns
from turnwire.lowering.messages import lose_turn
from turnwire.lowering.rewrite_blocks import filtered, rewritten
from turnwire.model import (
    AudioBlock,
    ContentBlock,
    DocumentBlock,
    History,
    Message,
    RefusalBlock,
    TextBlock,
)

if TYPE_CHECKING:
    from turnwire.losses import Losses

_OTHERS: Final = tuple(kind for kind in get_args(ContentBlock) if kind is not TextBlock)
_SPOKEN: Final = frozenset((RefusalBlock, AudioBlock))


class Action(msgspec.Struct, forbid_unknown_fields=True, rename="camel"):
    """Something done with the server that asks nothing."""

    request_type: str
    message: str | msgspec.UnsetType = msgspec.UNSET


_ACTION: Final = msgspec.json.Decoder(Action)


def action_of(message: Message) -> Action | None:
    """Return the action of an interaction, if this server supports it."""
    if message.role != "user_interaction" or not message.interaction:
        return None
    try:
        found = _ACTION.decode(message.interaction)
    except (msgspec.DecodeError, RecursionError):
        return None
    return found if found.request_type.lower() in ACTIONS else None


@when()
def one_question(draft: Draft, losses: Losses) -> Draft:
    """Keep one turn: the user's last message, or last interaction with the server; all others are dropped.

    message: "The specific question or message to be analyzed." (server definition, LLM Query Message).
    """
    asked = [n for n, turn in enumerate(draft.turns) if turn.role == "user" or action_of(turn.message)]
    for n, turn in enumerate(draft.turns):
        if not asked or n != asked[-1]:
            lose_turn(turn, losses)
    if asked:
        return with_turns(draft, [draft.turns[asked[-1]]])
    losses.invented("/history/0", "history.history", {"role": "user"})
    return with_turns(draft, [Turn("user", [], Message("user"), "/history/0", [])])


@when(*_SPOKEN)
def words_are_text(draft: Draft, losses: Losses) -> Draft:
    """Write refusals and transcripts as text: `message` and `content` are the only places."""
    return rewritten(draft, losses, _SPOKEN, _in_words)


def _in_words(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
    words = block.text if type(block) is RefusalBlock else getattr(block, "transcript", None)
    if not words:
        losses.dropped(place, str(block.__struct_config__.tag), block)
        return None
    losses.degraded(place, str(block.__struct_config__.tag), block)
    report_replaced(block, losses, place)
    return TextBlock(words)


@when(*_OTHERS)
def one_document_by_its_path(draft: Draft, losses: Losses) -> Draft:
    """document: "Reference to the specific document or data being queried." (server definition): a path, of one."""
    turn = draft.turns[0]
    first = next((n for n, block in enumerate(turn.blocks) if _is_path(block)), None)
    path = None if first is None or turn.role != "user" else turn.place(first)

    def keeps(block: ContentBlock, place: str) -> bool:
        if type(block) is TextBlock or place == path:
            return True
        losses.dropped(place, str(block.__struct_config__.tag), standing(draft.document, place) or block)
        return False

    kept = filtered(turn, keeps)
    if path in kept.all_places() and kept.all_places()[0] != path:
        losses.reshaped(f"{turn.path}/content", "message.content", turn.message.content)
    return with_turns(draft, [kept])


def _is_path(block: ContentBlock) -> bool:
    return type(block) is DocumentBlock and block.source.kind == "file_ref"


_ASKED: Final = frozenset(("text",))
_ANSWERED: Final = frozenset(("text", "citations"))


@when(TextBlock, *_OTHERS, EMPTY_TURN)
def join_texts(draft: Draft, losses: Losses) -> Draft:
    """A body has one text: those of a question are put together as paragraphs, those of an answer without a gap."""
    turn = draft.turns[0]
    asked = type(draft.document) is History
    texts: list[tuple[Any, str]] = []
    blocks: list[ContentBlock] = []
    places: list[str] = []
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        if type(block) is TextBlock:
            texts.append((block, place))
        else:
            blocks.append(block)
            places.append(place)
    for block, place in texts:
        _report_joined(block, place, draft, losses, alone=len(texts) == 1, held=_ASKED if asked else _ANSWERED)
    said = ("\n\n" if asked else "").join(block.text for block, _ in texts)
    citations = [(each, f"{place}/citations/{n}") for block, place in texts for n, each in enumerate(block.citations)]
    if said or citations:
        blocks.append(TextBlock(said, [each for each, _ in citations]))
        places.append(texts[0][1])
    added = {**draft.added, "citations": [place for _, place in citations]}
    joined = Turn(turn.role, blocks, turn.message, turn.at, places)
    return structs.replace(with_turns(draft, [joined]), added=added)


def _report_joined(block: Any, place: str, draft: Draft, losses: Losses, *, alone: bool, held: frozenset[str]) -> None:
    report_foreign(block.provider_raw, losses, place)
    if type(standing(draft.document, place)) is not TextBlock:
        return  # a block that became text is reported already
    if not alone:
        losses.reshaped(place, "text", block)
    elif not block.text and not (block.citations and "citations" in held):
        losses.dropped(place, "text", block)
        return
    losses.dropped_fields(block, held, place, "text")


@when()
def require_identity(draft: Draft, losses: Losses) -> Draft:
    """Invent values that the server's model requires and the document lacks; a query read without them stays so.

    sessionId: "A duplicate of the uid, likely used for session tracking." (server definition), so that is its default.
    """
    history = draft.document
    lacks = form_of(history.provider_raw, losses.dialect).get("lacks", ())
    kept = draft.added["kept"]
    made: dict[str, str] = {}
    user = None if draft.settings is None else draft.settings.user
    if user is None and "uid" not in lacks and "uid" not in kept:
        made["uid"] = user = _USER
        losses.invented("/settings/user", "settings.user", _USER)
    turn = draft.turns[0]
    if turn.message.session_id is None and "sessionId" not in lacks and "sessionId" not in kept:
        made["sessionId"] = _session(history.id, user, turn.path, losses)
    for key, value in (("persona", _PERSONA), ("language", _LANGUAGE)):
        if key not in lacks and key not in kept:
            made[key] = value
            losses.invented(f"/{key}", f"history.{key}", value)
    return structs.replace(draft, added={**draft.added, "made": made})


# A neutral user; "en-US" is the language of the definition's sample.
_USER, _PERSONA, _LANGUAGE = "anonymous", "default", "en-US"


def _session(conversation: str | None, user: str | None, path: str, losses: Losses) -> str:
    if conversation is not None:
        losses.reshaped("/id", "history.id", conversation)
        return conversation
    made = _USER if user is None else user
    losses.invented(f"{path}/session_id", "message.session_id", made)
    return made
