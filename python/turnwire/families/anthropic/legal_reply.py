"""Passes of the Messages API about a whole reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from turnwire.documents.residue import form_of
from turnwire.lowering.draft import Draft, when
from turnwire.lowering.rewrite_blocks import when_block
from turnwire.lowering.stopping import likely_reason
from turnwire.model import MessageMetadata, TextBlock, ThinkingBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Citation, Completion


@when()
def require_reply_fields(draft: Draft, losses: Losses) -> Draft:
    """Invent the members that every reply has."""
    added = missing_fields(draft.document, losses)
    return structs.replace(draft, added={**draft.added, **added}) if added else draft


def missing_fields(document: Completion, losses: Losses) -> dict[str, Any]:
    """Return and report values for the members that a reply lacks.

    Message: "required": ["id", "type", "role", "content", "model", "stop_reason", "stop_sequence", "usage"].
    """
    as_is = form_of(document.provider_raw, losses.dialect).get("as_is", [])
    added: dict[str, Any] = {}
    for field, made in (("id", "msg_"), ("model", "unknown")):
        if getattr(document, field) is None and field not in as_is:
            losses.invented(f"/{field}", f"completion.{field}", made)
            added[field] = made
    usage = document.usage
    counted = [] if usage is None else form_of(usage.provider_raw, losses.dialect).get("as_is", [])
    for field in ("input_tokens", "output_tokens"):
        if (usage is None or getattr(usage, field) is None) and not {field, "usage"} & {*as_is, *counted}:
            losses.invented(f"/usage/{field}", f"usage.{field}", 0)
            added[field] = 0
    return added


@when()
def require_stop_reason(draft: Draft, losses: Losses) -> Draft:
    """Invent the reason to stop, without which clients do not run the calls of a reply.

    "In non-streaming mode this value is always non-null." (Anthropic's API description, `stop_reason`)
    """
    if not draft.turns:
        return draft
    turn, *others = draft.turns
    metadata = turn.message.metadata or MessageMetadata()
    kept = (metadata.provider_raw, turn.message.provider_raw, draft.document.provider_raw)
    # A reply of this API that was read without a reason has residue that says so, and is written as it was.
    if metadata.stop_reason is not None or any(losses.dialect in (each or {}) for each in kept):
        return draft
    made = likely_reason(turn)
    losses.invented(f"{turn.path}/metadata/stop_reason", "metadata.stop_reason", made)
    message = structs.replace(turn.message, metadata=structs.replace(metadata, stop_reason=made))
    return structs.replace(draft, turns=[structs.replace(turn, message=message), *others])


@when_block(ThinkingBlock)
def sign_with_nothing(block: ThinkingBlock, place: str, losses: Losses) -> ThinkingBlock:
    """Add an empty signature, which the schema requires: "required": ["signature", "thinking", "type"]."""
    if block.signature is not None or (block.origin is not None and block.origin.dialect == losses.dialect):
        return block
    losses.invented(f"{place}/signature", "thinking.signature", "")
    return structs.replace(block, signature="")


@when_block(TextBlock, if_any=lambda block: bool(block.citations))
def key_with_nothing(block: TextBlock, place: str, losses: Losses) -> TextBlock:
    """Add an empty key to the citations of web pages that another provider found.

    ResponseWebSearchResultLocationCitation: "required": ["cited_text", "encrypted_index", "title", "type", "url"].
    """
    keyed = [
        _keyed(citation, f"{place}/citations/{n}", losses) if _is_foreign_page(citation, losses) else citation
        for n, citation in enumerate(block.citations)
    ]
    return structs.replace(block, citations=keyed)


def _is_foreign_page(citation: Citation, losses: Losses) -> bool:
    own = citation.origin is None or citation.origin.dialect == losses.dialect
    return citation.kind == "web" and citation.url is not None and (citation.encrypted_index is None or not own)


def _keyed(citation: Citation, place: str, losses: Losses) -> Citation:
    if citation.encrypted_index is not None:
        losses.dropped(f"{place}/encrypted_index", "citation.encrypted_index", citation.encrypted_index)
    if citation.origin is not None:
        losses.dropped(f"{place}/origin", "citation.origin", citation.origin)
    losses.reshaped(place, "text.citations", citation)
    losses.invented(f"{place}/encrypted_index", "citation.encrypted_index", "")
    if citation.cited_text is None:
        losses.invented(f"{place}/cited_text", "citation.cited_text", "")
    return structs.replace(citation, encrypted_index="", cited_text=citation.cited_text or "", origin=None)
