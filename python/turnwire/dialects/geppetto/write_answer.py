"""A lowered Completion -> a reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.dialects.geppetto.citations import write_citations
from turnwire.dialects.geppetto.kept import members_at, word_of
from turnwire.dialects.geppetto.wire import FAILED, NAME, count_words
from turnwire.documents.residue import form_of, report_foreign, restore
from turnwire.documents.token_usage import report_counts
from turnwire.model import TextBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn
    from turnwire.model import Completion, MessageMetadata

_COMPLETION = frozenset(("candidates", "usage"))
_MESSAGE = frozenset(("role", "content", "metadata"))


def write_answer(draft: Draft, losses: Losses) -> Any:
    """The whole reply; `error` is null "always [...] in practice, even on failure"."""
    completion: Completion = draft.document
    form = form_of(completion.provider_raw, NAME)
    kept = members_at(completion.provider_raw)
    lacks = form.get("lacks", ())
    turn = draft.turns[0]
    block = turn.blocks[0] if turn.blocks else TextBlock("")
    text = block.text if type(block) is TextBlock else ""
    wire: dict[str, Any] = {}
    failed = _write_type(turn, kept.get("requestType"), lacks, wire)
    if text or "content" not in lacks:
        wire["content"] = text
    cited = _write_citations(block, draft.added.get("citations", ()), losses)
    if cited or not ({"citations"} & {*kept, *lacks}):
        wire["citations"] = cited or (["ERROR"] if failed else [])
    _write_counts("" if failed else text, form, kept, wire, losses)
    if "error" not in kept and "error" not in lacks:
        wire["error"] = None
    _report_rest(turn, losses)
    losses.dropped_fields(completion, _COMPLETION, "", "completion")
    report_counts(completion.usage, losses)
    return restore(wire, completion.provider_raw, losses, "") if completion.provider_raw else wire


def _write_type(turn: Turn, kept: Any, lacks: Any, wire: dict[str, Any]) -> bool:
    """Write ERROR for a failure, else the request's type; the original word is kept while it means the same."""
    metadata = turn.message.metadata
    failed = metadata is not None and metadata.stop_reason == "error"
    if failed is not ((word_of(kept) or "").lower() in FAILED):
        wire["requestType"] = "ERROR" if failed else "query"
    elif kept is None and "requestType" not in lacks:
        wire["requestType"] = "query"
    return failed


def _write_citations(block: Any, places: Any, losses: Losses) -> list[Any]:
    if type(block) is not TextBlock or not block.citations:
        return []
    return write_citations(block.citations, list(places), losses)


def _write_counts(text: str, form: dict[str, Any], kept: Any, wire: dict[str, Any], losses: Losses) -> None:
    """Write the numbers of words: that of the reply is counted, that of the question belongs to another document.

    Both are 0 for a failure.
    """
    lacks = form.get("lacks", ())
    if "inputTokenCount" not in kept and "inputTokenCount" not in lacks:
        wire["inputTokenCount"] = 0
        losses.invented("/input_word_count", "completion.input_word_count", 0)
    if form.get("counted") or ("outputTokenCount" not in kept and "outputTokenCount" not in lacks):
        wire["outputTokenCount"] = count_words(text)


def _report_rest(turn: Turn, losses: Losses) -> None:
    message = turn.message
    if message.role != "assistant":
        losses.degraded(f"{turn.path}/role", "message.role", message.role)
    if message.metadata is not None:
        _report_metadata(message.metadata, f"{turn.path}/metadata", losses)
    losses.dropped_fields(message, _MESSAGE, turn.path, "message")
    report_foreign(message.provider_raw, losses, turn.path)


def _report_metadata(metadata: MessageMetadata, place: str, losses: Losses) -> None:
    """Report the metadata of a reply, of which only a failure has a place."""
    if metadata.stop_reason != "error":
        losses.dropped(place, "message.metadata", metadata)
        return
    losses.dropped_fields(metadata, frozenset(("stop_reason",)), place, "metadata")
    report_foreign(metadata.provider_raw, losses, place)
