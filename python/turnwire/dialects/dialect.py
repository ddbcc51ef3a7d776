"""The records that declare a dialect: its name, and the readers and writers of each kind of document.

These records are not subclassed; a variant of an endpoint is the record with fields replaced.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, TypeGuard

from msgspec import Struct, structs

from turnwire.catalogue.capabilities import UNDECLARED, Capabilities
from turnwire.codec.limits import Limits
from turnwire.codec.members import Members
from turnwire.codec.wire import Form
from turnwire.documents.inputs import Envelope, Standard
from turnwire.lane.replies import ReplyLane
from turnwire.lane.turns import Lane
from turnwire.losses import Losses
from turnwire.lowering.draft import Draft, Lowering, Marking, Pass
from turnwire.lowering.features import draft_completion, draft_history
from turnwire.lowering.unanswered import mark_alone
from turnwire.model import Completion, Document, ErrorReply, History

Kind = Literal["request", "response", "error"]
OtherKind: TypeAlias = str
"""The name of a kind of document that is none of these, such as `"upload-response"`: it is recognised and validated,
and never read as a conversation."""
KINDS: tuple[Kind, ...] = ("request", "response", "error")


def is_read(kind: Kind | OtherKind) -> TypeGuard[Kind]:
    """Return whether documents of a kind can be read: whether it is one of KINDS."""
    return kind in KINDS


class Deferred:
    """A reader or a writer whose module is imported when it is first called for (docs/decisions/0021).

    A conversion needs one half of each of two formats.  The registry hands out parts in which the half that is asked
    for is the function itself, so that a conversion calls nothing more.
    """

    __slots__ = ("_bound", "_module", "_name")

    def __init__(self, module: str, name: str, *bound: object) -> None:
        """The function of this name in this module, and its first arguments."""
        self._module, self._name, self._bound = module, name, bound

    def function(self) -> Callable[..., Any]:
        """The function itself."""
        found: Callable[..., Any] = getattr(importlib.import_module(self._module), self._name)
        return functools.partial(found, *self._bound) if self._bound else found

    def __call__(self, *arguments: object) -> Any:
        """Call the function."""
        return self.function()(*arguments)


class Part(Struct, frozen=True):
    """One kind of document of one dialect."""

    document: type[Document]
    draft: Callable[[Any], Draft]
    form: Form[Any]
    read: Callable[[Any, Envelope | None], Any]
    """Typed wire object and envelope -> document.  Invents nothing, drops nothing."""
    write: Callable[[Draft, Losses], Any]
    """Lowered draft -> wire object: anything that msgspec can encode, or bytes that are encoded already."""
    looks_like: Callable[[Members], int]
    """How much a document looks like this one: 0 not at all, 100 certainly."""
    lower: Lowering = Lowering()
    refused: Lowering = Lowering()
    """Passes for settings that the server refuses.  Such a setting in a document of this dialect is marked on reading
    and written back unchanged."""
    paired: bool = False
    """Whether the server refuses calls without a result and results without a call; own documents are marked and
    written back unchanged."""
    marks: tuple[Marking, ...] = ()
    """What else the server refuses in a request of this dialect, marked on reading, so that it is written as it was
    read."""
    envelope: Standard = {}
    """What must go along with the body: when the document itself does not say, or made of what it does say."""
    is_certain: Callable[[Any], bool] | None = None
    """Whether a wire object that fits the types can be of no other dialect; None where that is not asked."""
    lane: Lane | None = None
    """How the plain lane reads and writes the format's messages; None for formats that it does not serve."""
    reply_lane: ReplyLane | None = None
    """How the plain lane reads and writes the format's replies; None for formats that it does not serve."""
    bare_list: str = ""
    """The member that a bare list belongs to, such as "messages"; empty if a bare list is not accepted."""
    documented: frozenset[str] = frozenset()
    """Of a request: the members of an assistant's message that have no canonical field, and that it may have."""
    message_in: str | None = None
    """Of a reply: the member of a choice that holds the message, where residue is the choice's; empty if none of the
    residue is the message's.  None if residue belongs to the message itself (moving.py).
    """


_Read = Callable[[Any, Envelope | None], Any]
_Write = Callable[[Draft, Losses], Any]
_Look = Callable[[Members], int]


def Request(  # noqa: N802 - reads as the kind it makes
    *,
    form: Form[Any],
    read: _Read,
    write: _Write,
    looks_like: _Look,
    lower: tuple[Pass, ...] = (),
    refused: tuple[Pass, ...] = (),
    paired: bool = False,
    marks: tuple[Marking, ...] = (),
    envelope: Standard | None = None,
    is_certain: Callable[[Any], bool] | None = None,
    lane: Lane | None = None,
    bare_list: str = "",
    documented: frozenset[str] = frozenset(),
) -> Part:
    """A conversation: a History."""
    return Part(
        document=History,
        draft=draft_history,
        form=form,
        read=read,
        write=write,
        looks_like=looks_like,
        lower=Lowering(lower),
        refused=Lowering(refused),
        paired=paired,
        marks=(mark_alone, *marks) if paired else marks,
        envelope=envelope or {},
        is_certain=is_certain,
        lane=lane,
        bare_list=bare_list,
        documented=documented,
    )


def Response(  # noqa: N802
    *,
    form: Form[Any],
    read: _Read,
    write: _Write,
    looks_like: _Look,
    lower: tuple[Pass, ...] = (),
    message_in: str | None = None,
    lane: ReplyLane | None = None,
) -> Part:
    """A reply: a Completion."""
    return Part(
        Completion,
        draft_completion,
        form,
        read,
        write,
        looks_like,
        Lowering(lower),
        message_in=message_in,
        reply_lane=lane,
    )


def Error(*, form: Form[Any], read: _Read, write: _Write, looks_like: _Look) -> Part:  # noqa: N802
    """An error body: an ErrorReply, which has nothing to lower."""
    return Part(ErrorReply, Draft, form, read, write, looks_like)


class Streaming(Struct, frozen=True):
    """How a format streams its replies."""

    reading: str
    """Where its `MERGING` is (turnwire.stream.merging): imported when a stream is read, and not before."""
    writing: str
    """Where its `CHUNKING` is (turnwire.stream.chunking): imported when a stream is written."""
    lines: bool = False
    """Whether each event is a line of JSON, and no server-sent event."""
    whole_calls: bool = False
    """Whether a call comes whole, in one event."""

    @property
    def content_type(self) -> str:
        """The media type of a stream: that of server-sent events, or of lines of JSON."""
        return "application/x-ndjson" if self.lines else "text/event-stream"


class Encodings(Struct, frozen=True):
    """The encodings of a format besides JSON: converters from and to the JSON of its readers.

    Those with `Losses` collect there what the other encoding does not have, where they are given.
    All of them raise InvalidDocument.
    """

    from_yaml: Callable[[bytes, Limits, Losses | None], bytes]
    from_binary: Callable[[bytes], bytes]
    to_binary: Callable[[bytes, Losses | None], bytes]
    from_proto_json: Callable[[bytes], bytes]
    to_proto_json: Callable[[bytes, Losses | None], bytes]


class Dialect(Struct, frozen=True):
    """A format: its name, one line about it, and its kinds of document."""

    name: str
    title: str
    request: Part | None = None
    response: Part | None = None
    error: Part | None = None
    capabilities: Capabilities = UNDECLARED
    stream: Streaming | None = None
    """None for formats that are no streams, or whose streams are not read."""
    encodings: Encodings | None = None
    """None for formats that are JSON, or YAML as JSON has it."""
    generations: Mapping[str, Callable[[bytes, Losses], bytes]] = MappingProxyType({})
    """Older and newer forms of the format's files, by name: each makes YAML of the JSON of the format's writer."""
    provider: str | None = None
    """The key of the provider in canonical model ids (`google:gemini-2.5-pro`); None where the name begins with it."""
    kin: frozenset[str] = frozenset()
    """Dialects of the same provider whose signatures of reasoning are valid here too."""
    keeps: frozenset[str] = frozenset()
    """Dialects whose opaque state this format stores and reads again as theirs; for formats of no provider."""
    versioned: bool = False
    """Whether its messages state the version of their form as `schema_version`."""

    @property
    def provider_key(self) -> str:
        """The key of the provider whose format it is; for formats of programs, the program."""
        return self.provider or self.name.partition("_")[0]

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of documents that the format has."""
        return tuple(kind for kind in KINDS if self.part(kind) is not None)

    @property
    def declared(self) -> Capabilities:
        """Return the capabilities, with those of the format's streams."""
        streams = self.stream is not None
        in_pieces = self.stream is not None and not self.stream.whole_calls
        return structs.replace(self.capabilities, supports_streaming=streams, supports_streaming_tool_calls=in_pieces)

    def part(self, kind: Kind) -> Part | None:
        """The part for a kind; None where the format has no such documents."""
        return {"request": self.request, "response": self.response, "error": self.error}.get(kind)

    def part_for(self, document: type[Document]) -> Part | None:
        """The part that writes documents of this type."""
        if document is History:
            return self.request
        if document is Completion:
            return self.response
        return self.error if document is ErrorReply else None
