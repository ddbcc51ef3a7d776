"""Files on the server of one provider, which its APIs know by the same ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from turnwire.documents.residue import form_of, marked
from turnwire.lowering.draft import Draft, Pass, when
from turnwire.lowering.rewrite_blocks import rewritten
from turnwire.model import DocumentBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock

_KINDS = frozenset((DocumentBlock,))


def take_files_of(kin: str) -> Pass:
    """Take the ids of files that a request to another API of the same provider names.

    Args:
        kin: the dialect of that API.
    """

    def rule(block: ContentBlock, _: str, losses: Losses) -> ContentBlock:
        document: Any = block
        if document.source.kind != "file_id" or form_of(document.provider_raw, kin).get("file_id") != "own":
            return block
        raw = marked(document.provider_raw, losses.dialect, {"file_id": "own"})
        owned: ContentBlock = structs.replace(document, provider_raw=raw)
        return owned

    @when(DocumentBlock)
    def take(draft: Draft, losses: Losses) -> Draft:
        return rewritten(draft, losses, _KINDS, rule)

    return take
