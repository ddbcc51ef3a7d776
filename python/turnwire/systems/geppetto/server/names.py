"""Names of drawers, documents and files: which are accepted, and in which form they are stored.

A name becomes one entry of a folder, on any common system: rules of POSIX, macOS and Windows hold at once.
"""

from __future__ import annotations

import re
import unicodedata
from pathlib import PurePosixPath
from typing import Final

LONGEST: Final = 200
"""Bytes in UTF-8.  Common file systems have 255; the rest is for temporary names."""

_SEPARATORS: Final = frozenset("/\\")
# Windows documentation, "Naming Files, Paths, and Namespaces": "Use any character in the current code page for a
# name [...] except for the following reserved characters".  A colon would name a second stream of a file.
_RESERVED: Final = frozenset('<>:"|?*')
# "Do not use the following reserved names for the name of a file: CON, PRN, AUX, NUL, COM1, [...] LPT9" (the same).
_DEVICE: Final = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?", re.IGNORECASE | re.DOTALL)
# Control characters, formatting such as the reversal of the direction, surrogates, and what Unicode has not assigned.
_INVISIBLE: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
# Persian, Hindi and emoji need the joiners.
_JOINERS: Final = frozenset("\u200c\u200d")
_OWN: Final = frozenset(("chroma_db", "chromadb"))
"""Folders of the database that the original server keeps beside documents."""


class UnfitName(ValueError):
    """A name that is not accepted; the text says why."""


def drawer_name(text: str) -> str:
    """Return the name of a drawer or of a document as it is stored.  Raises UnfitName."""
    return _checked(text)


def file_name(text: str) -> str:
    """Return the name of a file as it is stored.  Raises UnfitName.

    The name without its last extension names a folder, so it has to be a name too.
    """
    name = _checked(text)
    _checked(PurePosixPath(name).stem)
    return name


def is_stored_name(text: str) -> bool:
    """Return whether a name on disk can be asked for: it is accepted, and is stored as it is."""
    return _fault(text) is None and unicodedata.is_normalized("NFC", text)


def _checked(text: str) -> str:
    # macOS gives file names in NFD, other systems mostly in NFC: one document must not be two.
    name = unicodedata.normalize("NFC", text)
    fault = _fault(name)
    if fault is not None:
        raise UnfitName(f"the name {_shown(text)} {fault}")
    return name


def _fault(name: str) -> str | None:
    """Why a name is refused; None if it is accepted."""
    faults = (
        (not name, "is empty"),
        (_is_longer(name), f"is longer than {LONGEST} bytes"),
        (bool(_SEPARATORS & set(name)), "contains a path separator"),
        (name.startswith("."), "begins with a dot"),
        (name.endswith((".", " ")) or name.startswith(" "), "begins with a space, or ends with a space or a dot"),
        (any(map(_is_invisible, name)), "contains a control character or another invisible character"),
        (bool(_RESERVED & set(name)), 'contains one of < > : " | ? *'),
        (_DEVICE.fullmatch(name) is not None or name.lower() in _OWN, "is reserved"),
    )
    return next((words for is_met, words in faults if is_met), None)


def _is_longer(name: str) -> bool:
    return len(name.encode("utf-8", "surrogatepass")) > LONGEST


def _is_invisible(letter: str) -> bool:
    return unicodedata.category(letter) in _INVISIBLE and letter not in _JOINERS


_SH_OWN: Final = 60


_SHOWN: Final = 60


def _shown(text: str) -> str:
    """The beginning of a name in ASCII, so that a message cannot hide anything."""
    return ascii(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}...")
