"""One line of a session file, and what it is."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Raw, Struct

LineRole: TypeAlias = Literal["message", "interaction", "compaction", "title", "event", "unknown", "broken"]
"""What a line is.

`message`: a message of the conversation, or a part of one.
`interaction`: something that the user or the agent did that is no message, with its text.
`compaction`: the mark after which the model saw a summary instead of what came before.
`title`: a title of the session.
`event`: a documented line without content of the conversation, such as progress of a tool.
`unknown`: a line of a type that is not known here.
`broken`: a line that is no JSON object, such as the last line of a file that was cut off.
"""


WITH_TEXT: Final = frozenset({"interaction", "compaction"})
"""The roles of lines that are read although they hold no message of a provider."""


class Line(Struct, frozen=True, kw_only=True):
    """One line of a session file.

    Attributes:
        number: the number of the line, from 1.
        text: the line, without its line feed.
        original: the line as in the file, if it was mended to be read.
        role: what the line is.
        name: the format's own type, such as `progress/hook_progress`.
        id: the line's own id.
        parent: the id of the line that it continues.
        has_parent: whether the format records the parent of this line.  A line that records none continues the
            previous line of its agent.
        speaker: whose message it is: `user`, `assistant`, `system`, or `tool` for results.
        counts: how many messages of each speaker the line holds, if it holds more than one.
        agent: the id of the subagent that the line belongs to; None for the session itself.
        group: lines with the same group are parts of one message.
        time: when the line was written, as in the file.
        session: the id of the session.
        payload: the message, item or content of the line, in the provider's format.
        model: the model that wrote the message.
        tokens: the input and output tokens: of the message that the group of lines is, or of the session so far if the
            line has no group.
        title: the title, for a line of this role.
        starts: the id of a subagent, and the id of the tool use that started it, if the line tells them.
        is_summary: whether the message replaces what came before it (compaction).
        is_context: whether the agent wrote this message of the user itself, such as the instructions of a project.
        drops: how many turns of the user a line takes back.
        takes_back: the id of a message that a line takes back, with all that followed it.
        other_session: the id of another session that begins with the line, in a file of several joined ones.
        begins: whether the line begins a conversation, in a file that has several.
        is_current: whether the conversation is at this message, so that the others are side branches.
        fault: why a broken line cannot be read.
        failure: the text of an error that ended a turn, which the user saw.
        attached: the names of files given with the message whose contents the session file does not have.
        folder: the working folder of the agent.
        branch: the branch of git that was checked out there.
    """

    number: int
    text: bytes
    original: bytes | None = None
    role: LineRole
    name: str = ""
    id: str | None = None
    parent: str | None = None
    has_parent: bool = False
    speaker: str | None = None
    counts: dict[str, int] | None = None
    agent: str | None = None
    group: str | None = None
    time: str | None = None
    session: str | None = None
    payload: Raw | None = None
    model: str | None = None
    tokens: tuple[int, int] | None = None
    title: str | None = None
    starts: tuple[str, str] | None = None
    is_summary: bool = False
    is_context: bool = False
    drops: int = 0
    takes_back: str | None = None
    other_session: str | None = None
    begins: bool = False
    is_current: bool = False
    fault: str | None = None
    failure: str | None = None
    attached: tuple[str, ...] = ()
    folder: str | None = None
    branch: str | None = None

    @property
    def is_in_tree(self) -> bool:
        """Whether the line belongs to the conversation that the model saw."""
        return self.role == "message" or self.is_summary
