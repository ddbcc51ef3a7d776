"""What a format of session files declares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeAlias, runtime_checkable

from msgspec import Raw, Struct

from turnwire.documents.ids import SAME_IDS, IdMap
from turnwire.model import History, Loss, Message, Settings
from turnwire.sessions.files.documents import Document
from turnwire.sessions.files.line import Line

Numbered: TypeAlias = Iterable[tuple[int, bytes]]
"""The lines of a file with their numbers, from 1."""


@runtime_checkable
class Rereadable(Protocol):
    """Numbered lines any of which can be read again."""

    def text(self, number: int) -> bytes:
        """Return the line with a number."""


Rest: TypeAlias = dict[str, Raw]
"""The members of a line that its messages do not hold."""


class NewFile(Struct, frozen=True):
    """A session file that was written from the messages of another format.

    Attributes:
        data: the lines.
        losses: what the file does not hold; the paths lead into the history.
        ids: the ids of calls that are others in the file; `ids.restore` changes them back in what is read from it.
    """

    data: bytes
    losses: tuple[Loss, ...]
    ids: IdMap = SAME_IDS


class SessionFormat(Struct, frozen=True, kw_only=True):
    """One format of session files: how its lines are recognised, read, and written.

    Attributes:
        name: the name of the format, such as `claude_code`.
        title: the name of the program.
        learned_from: the version and the source that the format was learned from.
        folder: the folder below the home folder in which the program keeps its sessions; empty if there is none.
        home: the variable that names another folder instead of the first part of `folder`.
        looks_like: whether a line is one of this format, or a document one of its conversations, given its members.
        messages: how a file that is a JSON document is cut into its messages; None for a file of lines.
        is_binary: whether a file is of this format in an encoding that is no JSON; None if there is no such encoding.
        settings: the settings and tools that a line tells, for the history that it begins; None if lines tell none.
        lines: the lines of a file, each with what it is.
        settled: the lines of a whole file in the order of the conversation, each with what the lines after it make of
            it; None if each line stays what it is.
        read: the messages of a line, and the members of the line that they do not hold.
        rebuild: the text of a line, from these members and the messages.
        answers_inside: whether a line may hold results of tools with a message; those that a line does not count itself
            are counted by reading it.
        create: a new file for the messages of another format; None if turnwire writes none.
        subagents: where the sessions of subagents are, seen from the folder of the session that started them, with
            `{session}` and `{agent}` in the place of the ids.
    """

    name: str
    title: str
    learned_from: str
    folder: str = ""
    home: str = ""
    looks_like: Callable[[Mapping[str, Raw]], bool]
    lines: Callable[[Numbered], Iterator[Line]]
    read: Callable[[Line], tuple[list[Message], Rest]]
    rebuild: Callable[[Rest, list[Message]], bytes]
    answers_inside: bool = False
    create: Callable[[History], NewFile] | None = None
    subagents: tuple[str, ...] = ()
    messages: Document | None = None
    settings: Callable[[Line], Settings | None] | None = None
    is_binary: Callable[[bytes], bool] | None = None
    settled: Callable[[Sequence[Line]], list[Line]] | None = None
