"""What a model is asked, and what it answers with: the one thing of the server that is pluggable."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol

from msgspec import UNSET, Meta, Struct, UnsetType

if TYPE_CHECKING:
    from collections.abc import Sequence


Number = Annotated[float, Meta(ge=-1e308, le=1e308)]
"""A finite number."""


class Query(Struct, frozen=True, rename="camel"):
    """A query as the body of POST /message/ has it, checked by its schema; other members are ignored."""

    message: str
    """The question."""
    persona: str
    uid: str
    session_id: str
    language: str
    context: str | None = None
    max_tokens: int | None = None
    """The limit of the answer in words: the server counts a word as a token."""
    temperature: Number | None = None
    top_p: Number | None = None
    """Nucleus sampling; None if the query has no number there, which is no fault."""
    stop_sequences: tuple[str, ...] = ()
    """Texts at which the answer ends; empty if the query has no list of texts there, which is no fault."""
    document: str | UnsetType = UNSET
    """The path of a document as the client wrote it; the model gets the document itself."""


class Document(Struct, frozen=True):
    """A document of a drawer: a folder of files."""

    drawer: str
    name: str
    files: tuple[Path, ...]
    """The files, sorted by name; usually there is one."""


class Answer(Struct, frozen=True):
    """The answer of a model."""

    content: str
    """The text."""
    citations: tuple[str, ...] = ()
    """Sources of the text; `source=a.txt,page=1,date=01/22/2024` is how the server definition writes one."""


class Model(Protocol):
    """What answers queries: an object with this method, given to `turnwire geppetto serve --model module:attribute`.

    Example:
        >>> class Brief:
        ...     def answer(self, query, documents):
        ...         return Answer(f"{len(documents)} documents", ("source=none",))
    """

    def answer(self, query: Query, documents: Sequence[Document]) -> Answer:
        """Return the answer to a query.

        The server calls it in a thread, and for several queries at once.

        Args:
            query: what is asked.
            documents: the document that is asked about; empty if the query names none and none was chosen before.

        Raises:
            Exception: any exception makes the reply an error; its text goes to the log, and not to the client.
        """
