"""Names of files, for servers that refuse base64 data without one, and files that stand on a provider's server."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from msgspec import structs

from turnwire.documents.residue import form_of, marked
from turnwire.lowering.rewrite_blocks import mark_blocks, was_illegal_in_source, when_block
from turnwire.model import DocumentBlock

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from turnwire.losses import Losses
    from turnwire.lowering.draft import Pass

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


def _is_nameless(block: DocumentBlock) -> bool:
    return block.filename is None and block.source.kind == "base64"


mark_nameless_files = mark_blocks([DocumentBlock], _MARK, _is_nameless)
"""Marks files without a name, so that this dialect writes them back unchanged."""


@when_block(DocumentBlock)
def files_have_names(block: DocumentBlock, place: str, losses: Losses) -> DocumentBlock:
    """Invent the name of a file that has none: `document` and the suffix of its media type.

    "Missing required parameter: 'messages[1].content[1].file.file_id'." (a refusal of OpenAI's chat completions, where
    `file_data` had no `filename`); "Missing required parameter: 'input[1].content[1]'" (one of the Responses API)
    """
    if not _is_nameless(block) or was_illegal_in_source(block.provider_raw, losses.dialect, _MARK):
        return block
    name = f"document{_SUFFIXES.get(block.media_type, '')}"
    losses.invented(f"{place}/filename", "document.filename", name)
    return structs.replace(block, filename=name)


def titles_are_filenames(is_file: Callable[[DocumentBlock], bool]) -> Pass:
    """Make a pass that writes titles as file names, for formats without titles; `is_file` selects the documents."""

    @when_block(DocumentBlock)
    def rule(block: DocumentBlock, place: str, losses: Losses) -> DocumentBlock:
        if block.title is None or block.filename is not None or not is_file(block):
            return block
        losses.reshaped(f"{place}/title", "document.title", block.title)
        return structs.replace(block, title=None, filename=block.title)

    return rule


def take_files_of(kin: str) -> Pass:
    """Take the ids of files that a request to another API of the same provider names.

    Args:
        kin: the dialect of that API.
    """

    @when_block(DocumentBlock)
    def rule(block: DocumentBlock, _: str, losses: Losses) -> DocumentBlock:
        if block.source.kind != "file_id" or form_of(block.provider_raw, kin).get("file_id") != "own":
            return block
        return structs.replace(block, provider_raw=marked(block.provider_raw, losses.dialect, {"file_id": "own"}))

    return rule
