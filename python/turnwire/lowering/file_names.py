"""Give files a name, for servers that refuse base64 data without one."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from msgspec import structs

from turnwire.lowering.rewrite_blocks import mark_as_is, was_illegal_in_source, when_block
from turnwire.model import DocumentBlock, ToolResultBlock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, History

_MARK: Final = "filename"
_OFFICE: Final = "application/vnd.openxmlformats-officedocument."
_SUFFIXES: Final[Mapping[str | None, str]] = MappingProxyType(
    {
        "application/pdf": ".pdf",
        "application/json": ".json",
        "text/plain": ".txt",
        "text/markdown": ".md",
        "text/html": ".html",
        "text/csv": ".csv",
        f"{_OFFICE}wordprocessingml.document": ".docx",
        f"{_OFFICE}spreadsheetml.sheet": ".xlsx",
        f"{_OFFICE}presentationml.presentation": ".pptx",
    }
)


def _is_nameless(block: ContentBlock) -> bool:
    return type(block) is DocumentBlock and block.filename is None and block.source.kind == "base64"


def mark_nameless_files(history: History, dialect: str) -> None:
    """Mark files without a name, so that this dialect writes them back unchanged."""
    for message in history.history:
        for block in message.content:
            for each in block.content if type(block) is ToolResultBlock else (block,):
                if _is_nameless(each):
                    each.provider_raw = mark_as_is(each.provider_raw, dialect, _MARK)


@when_block(DocumentBlock)
def files_have_names(block: DocumentBlock, place: str, losses: Losses) -> DocumentBlock:
    """Invent the name of a file that has none: `document` and the suffix of its media type.

    "Missing required parameter: 'messages[1].content[1].file.file_id'." (a refusal of OpenAI's chat completions, where
    `file_data` had no `filename`); "Missing required parameter: 'input[1].content[1]'" (one of the Responses API)
    """
    if not _is_nameless(block):
        return block
    if was_illegal_in_source(block.provider_raw, losses.dialect, _MARK):
        return block
    name = f"document{_SUFFIXES.get(block.media_type, '')}"
    losses.invented(f"{place}/filename", "document.filename", name)
    return structs.replace(block, filename=name)
