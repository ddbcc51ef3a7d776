"""What becomes of a document: the records that worker processes send back, and that a journal keeps."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from turnwire.model import Diagnostic


class Refused(Struct, frozen=True, tag=True):
    """The document cannot be used."""

    findings: tuple[Diagnostic, ...]
    """Why, with the file, and lines of the file."""
    keeps_bytes: bool = True


class Fault(Struct, frozen=True, tag=True):
    """A bug of turnwire with the document."""

    what: str
    keeps_bytes: bool = True


class Trouble(Struct, frozen=True, tag=True):
    """A file cannot be read, so that there is no document."""

    what: str
    keeps_bytes: bool = False


class Made(Protocol):
    """What a command makes of a document: a Struct with a tag, so that a journal can keep it."""

    @property
    def keeps_bytes(self) -> bool:
        """Whether the bytes of the document are needed to report it, or to set it aside."""
