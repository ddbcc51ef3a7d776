"""The accepted types of file: the extension names the type, and the content confirms it."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_HEAD: Final = 1024


class UnfitContent(ValueError):
    """A file of a type that is not accepted; the text says why."""


def _is_text(data: bytes) -> bool:
    try:
        return "\0" not in data.decode()
    except UnicodeDecodeError:
        return False


def _is_pdf(data: bytes) -> bool:
    # "Acrobat viewers require only that the header appear somewhere within the first 1024 bytes of the file"
    # (PDF Reference 1.7, appendix H, note 13).
    return b"%PDF-" in data[:_HEAD]


TYPES: Final[dict[str, tuple[str, Callable[[bytes], bool]]]] = {
    ".csv": ("text in UTF-8", _is_text),
    ".htm": ("text in UTF-8", _is_text),
    ".html": ("text in UTF-8", _is_text),
    ".json": ("text in UTF-8", _is_text),
    ".md": ("text in UTF-8", _is_text),
    ".pdf": ("a PDF file", _is_pdf),
    ".txt": ("text in UTF-8", _is_text),
}
"""The extension -> what the content has to be, and the test of it."""

TEXTS: Final = frozenset(suffix for suffix, (_, test) in TYPES.items() if test is _is_text)
"""The extensions of the types that are text."""


def check_content(name: str, data: bytes) -> None:
    """Raise UnfitContent unless a file is of an accepted type, and its content is what the extension says."""
    suffix = PurePosixPath(name).suffix.lower()
    if suffix not in TYPES:
        accepted = ", ".join(TYPES)
        raise UnfitContent(f"the type of {name} is not accepted; accepted are {accepted}")
    wanted, test = TYPES[suffix]
    if not test(data):
        raise UnfitContent(f"{name} is not {wanted}")
