"""What an outline is made of: turns, their parts, and the tools that are offered.

The records refer to the nodes of the parsed document; they copy nothing.  A path is a tuple of the names and positions
that lead to a node from the root of the document, and becomes a JSON Pointer only when a finding needs one.
"""

from __future__ import annotations

from typing import Any, Final, Literal

from msgspec import Struct

from turnwire.documents.residue import pointer_part

Path = tuple[str | int, ...]
PartKind = Literal["text", "thinking", "tool_use", "tool_result", "image", "audio", "video", "document", "other"]
Form = Literal["", "text", "json", "tree", "base64", "url", "file"]
TurnRole = Literal["", "system", "user", "assistant", "tool"]

MEDIA: Final = frozenset({"image", "audio", "video", "document"})


def pointer_of(path: Path) -> str:
    """Return the JSON Pointer of a path.

    Example:
        `pointer_of(("messages", 3, "a/b"))` is `"/messages/3/a~1b"`.
    """
    return "".join([f"/{step if type(step) is int else pointer_part(str(step))}" for step in path])


class Part(Struct, frozen=True, gc=False):
    """One part of a turn: a text, a tool use, a tool result, a picture.

    `node` is the part as it stands in the document, and `path` leads to it.  `value` is what it holds, and `at` leads
    from the node to the value: the text of a text or of thinking, the input of a tool use, the content of a tool
    result, the data or the address of a medium.  `form` tells how the value is written: the input of a tool use is
    `json` (JSON inside a string), `tree` (JSON itself) or `text` (free text); a medium is `base64`, `url` or `file`.
    `id` and `name` are those of the tool use, also in its result; empty if the document has none.
    `parts` are the parts inside the content of a tool result.
    """

    kind: PartKind
    path: Path
    node: Any
    value: Any = None
    at: Path = ()
    id: str = ""
    name: str = ""
    form: Form = ""
    is_error: bool | None = None
    media_type: str = ""
    parts: tuple[Part, ...] = ()

    @property
    def pointer(self) -> str:
        """The JSON Pointer of the part."""
        return pointer_of(self.path)

    @property
    def value_path(self) -> Path:
        """The path of the value."""
        return self.path + self.at


class Turn(Struct, frozen=True, gc=False):
    """One turn: a message, or an item that stands for one (a call among the items of a Responses request).

    The role is in canonical words, whatever the document's own are; a role that is not known is empty.
    `base` leads to the list or object that holds the turn, and `at` is its position or name there; None if the turn is
    what `base` leads to.
    `more` are the parts, or None for a turn whose `content` is one text with something in it: most turns are that, and
    their part is made when it is asked for.
    """

    role: TurnRole
    base: Path
    at: str | int | None
    node: Any
    more: tuple[Part, ...] | None = None

    @property
    def path(self) -> Path:
        """The path of the turn."""
        return self.base if self.at is None else (*self.base, self.at)

    @property
    def pointer(self) -> str:
        """The JSON Pointer of the turn."""
        return pointer_of(self.path)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the turn, in order."""
        if self.more is not None:
            return self.more
        content = self.node["content"]
        return (Part("text", (*self.path, "content"), content, content),)


class Tool(Struct, frozen=True, gc=False):
    """A tool that the request offers; `schema` is the JSON Schema of its input, or None if it has none.

    A tool that the provider runs has the name that calls of it have, and no schema.
    """

    name: str
    path: Path
    schema: Any
    schema_path: Path
    node: Any

    @property
    def pointer(self) -> str:
        """The JSON Pointer of the tool."""
        return pointer_of(self.path)

    @property
    def schema_pointer(self) -> str:
        """The JSON Pointer of the schema."""
        return pointer_of(self.schema_path)


class Choice(Struct, frozen=True, gc=False):
    """A tool that the request wants to be called, or allows: its name, and the path of the name."""

    name: str
    path: Path


class Outline(Struct, frozen=True, gc=False):
    """The turns, the system prompt and the tools of one document.

    `marked` lists every part of the turns that is no text with content, with the position of its turn, in order: tool
    uses, results, media, thinking and empty texts, of Converse also texts of white space, which it refuses.  Rules
    about those need not walk through the texts.
    `turns` of a reply are its candidates, or the items of its output.  `choices` are the tools that the request's tool
    choice names.
    """

    dialect: str
    kind: str
    model: str = ""
    system: tuple[Part, ...] = ()
    turns: tuple[Turn, ...] = ()
    tools: tuple[Tool, ...] = ()
    choices: tuple[Choice, ...] = ()
    marked: tuple[tuple[int, Part], ...] = ()
    tree: Any = None
