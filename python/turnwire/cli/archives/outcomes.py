"""What becomes of a document: the records that worker processes send back, and that a journal keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from msgspec import Struct

from turnwire.model import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Iterable


class Made(Struct, frozen=True, tag=True):
    """What a command makes of a document."""

    @property
    def keeps_bytes(self) -> bool:
        """Whether the bytes of the document are needed to report it, or to set it aside."""
        return False

    def for_journal(self) -> Self:
        """Return what a journal keeps, which is all but what the output has."""
        return self

    @property
    def documents(self) -> int:
        """How many documents it stands for."""
        return 1

    @property
    def is_joinable(self) -> bool:
        """Whether the document is only counted and written, so that it can be joined with its neighbours in a file."""
        return False

    @classmethod
    def joined(cls, outcomes: Iterable[Self]) -> Self:
        """Return one outcome for several that are joinable, of documents that follow each other in a file."""
        raise NotImplementedError


class Refused(Made, frozen=True, tag=True):
    """The document cannot be used."""

    findings: tuple[Diagnostic, ...]
    """Why, with the file, and lines of the file."""

    @property
    def keeps_bytes(self) -> bool:
        """Return True: the document may be set aside."""
        return True


class Fault(Made, frozen=True, tag=True):
    """A bug of turnwire with the document."""

    what: str


class Trouble(Made, frozen=True, tag=True):
    """A file cannot be read, so that there is no document."""

    what: str


class Between(Made, frozen=True, tag=True):
    """Bytes of a file that belong to no document, for a command that keeps them."""

    text: bytes

    def for_journal(self) -> Between:
        """Return the last byte, which says whether a line has ended."""
        return Between(self.text[-1:])
