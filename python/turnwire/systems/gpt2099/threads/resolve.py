"""From a headish to a context window: whose turn it is, the turns behind it, their content, their options."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.json import check
from turnwire.codec.limits import FAST
from turnwire.errors import InvalidDocument, invalid
from turnwire.systems.gpt2099.threads.frames import DOCUMENT, JSON, TURN
from turnwire.systems.gpt2099.threads.heads import bookmark_of
from turnwire.systems.gpt2099.threads.options import merged
from turnwire.systems.gpt2099.threads.scru128 import is_turn_id
from turnwire.systems.gpt2099.threads.walk import MOST_TURNS, Behind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from turnwire.systems.gpt2099.threads.frames import Frame
    from turnwire.systems.gpt2099.threads.walk import Order

_ENCODER = msgspec.json.Encoder(decimal_format="number")


class Turns(Protocol):
    """The protocol for looking up turns."""

    def frame(self, turn_id: str) -> Frame | None:
        """The frame of an id, in either case of its letters."""

    def bookmarked(self, bookmark: str, before: str | None = None) -> str | None:
        """The id of the latest turn of this bookmark, or of the latest whose id is less than `before`."""

    def last(self, topic: str = TURN) -> str | None:
        """The id of the latest frame of a topic, which is by default the latest turn."""

    def content(self, address: str) -> bytes:
        """The bytes of an address.  Raises InvalidDocument (`thread.hash`, `thread.content-missing`)."""


class InMemory:
    """Turns in memory.  Addresses may be any text here."""

    def __init__(self, frames: Iterable[Frame], contents: Mapping[str, bytes]) -> None:
        self._frames = {frame.key: frame for frame in frames}
        self._contents = contents
        self._heads: dict[str, str | None] = {}

    def frame(self, turn_id: str) -> Frame | None:
        """See Turns."""
        return self._frames.get(turn_id.lower())

    def bookmarked(self, bookmark: str, before: str | None = None) -> str | None:
        """See Turns."""
        every = self._frames.values()
        return self._latest((each for each in every if bookmark_of(each, self.frame, self._heads) == bookmark), before)

    def last(self, topic: str = TURN) -> str | None:
        """See Turns."""
        return self._latest(self._frames.values(), None, topic)

    def _latest(self, frames: Iterable[Frame], before: str | None, topic: str = TURN) -> str | None:
        keys = [each.key for each in frames if each.topic == topic and (before is None or each.key < before.lower())]
        return self._frames[max(keys)].id if keys else None

    def content(self, address: str) -> bytes:
        """See Turns."""
        if address not in self._contents:
            raise missing_content(address)
        return self._contents[address]


def missing_content(address: str) -> InvalidDocument:
    """The refusal of an address without content."""
    hint = "bring the content back, or continue from a turn before it"
    return invalid("thread.content-missing", f"there is no content {address[:80]!r}", hint=hint)


class Message(Struct, omit_defaults=True):
    """One message of a window; its content is JSON as it is stored, usually a list of blocks."""

    role: str
    content: Raw
    cache: bool = False


class Window(Struct):
    """A context window: what gpt2099 gives to a provider."""

    messages: list[Message]
    options: dict[str, Any] | None

    def to_json(self) -> bytes:
        """The window as compact JSON, which the dialect `gpt2099` reads."""
        return _ENCODER.encode(self)


def headish_id(turns: Turns, headish: str) -> str:
    """The id that a headish means: itself, or that of the latest turn with this bookmark.

    Raises InvalidDocument (`thread.headish`).
    """
    # "A bookmark of 25 alphanumeric characters is therefore always taken for an id."
    found = headish if is_turn_id(headish) else turns.bookmarked(headish) if headish else None
    if found is None:
        hint = "name a turn by its 25 letters and digits, or a bookmark that a turn of this store has"
        raise invalid(
            "thread.headish", f"headish {headish[:80]!r} is neither a SCRU128 nor a known bookmark", hint=hint
        )
    return found


def walk(
    turns: Turns,
    headish: str | Sequence[str] | None = None,
    *,
    order: Order = "gpt2099",
    most: int = MOST_TURNS,
) -> list[Frame]:
    """The frames of a thread, the oldest first; without a headish, of the latest turn.

    Raises InvalidDocument: `thread.empty`, `thread.headish`, `thread.missing`, `thread.cycle`, `thread.too-many`, and
    what `frames.decode` raises.
    """
    behind = Behind(_starts(turns, headish), lambda name, child: _fetch(turns, name, child))
    return behind.walked(most) if order == "gpt2099" else behind.fixed()


def _starts(turns: Turns, headish: str | Sequence[str] | None) -> list[str]:
    given = [headish] if isinstance(headish, str) else headish
    if given:
        return [headish_id(turns, each) for each in given]
    return [last_id(turns)]


def last_id(turns: Turns) -> str:
    """The id of the latest turn.  Raises InvalidDocument (`thread.empty`)."""
    last = turns.last()
    if last is None:
        raise invalid("thread.empty", "there is no turn yet", hint="add one, or name another store")
    return last


def _fetch(turns: Turns, name: str, child: Frame | None) -> Frame:
    # "Values: Turn ID(s) or bookmark name(s)" (gpt2099, schema reference, of continues).  add-turn resolves bookmarks
    # before it writes; a bookmark in a frame means what it meant when the frame was made.
    is_bookmark = child is not None and not is_turn_id(name)
    found = turns.bookmarked(name, before=child.id) if child and is_bookmark else name
    frame = None if found is None else turns.frame(found)
    if frame is None:
        named = "" if child is None else f", which {child.id} continues,"
        hint = "bring the frame back, or continue from a turn that does not need it"
        raise invalid("thread.missing", f"turn {name[:80]!r}{named} is not there", hint=hint)
    return frame


def resolve(
    turns: Turns,
    headish: str | Sequence[str] | None = None,
    *,
    order: Order = "gpt2099",
    most: int = MOST_TURNS,
) -> Window:
    """Resolve a thread to its context window.  Raises InvalidDocument, as `walk` does and for invalid content."""
    frames = walk(turns, headish, order=order, most=most)
    # A turn may come more than once; its content is read once.
    messages = {frame.key: message(turns, frame) for frame in {frame.key: frame for frame in frames}.values()}
    kept = [each for frame in frames if (each := messages[frame.key]) is not None]
    return Window(kept, merged(frame.about for frame in frames))


def message(turns: Turns, frame: Frame) -> Message | None:
    """The message of one turn; None for a turn without content, which gpt2099 leaves out.

    Raises InvalidDocument.
    """
    data = turns.content(frame.hash) if frame.hash else b""
    if not data:
        return None
    about = frame.about
    try:
        return Message(about.role or "user", _content(data, about.type, about.content_type), bool(about.cache))
    except InvalidDocument as refusal:
        found = refusal.diagnostics[0]
        raise invalid(found.code, f"content of turn {frame.id}: {found.message}", hint=found.hint) from None


def _content(data: bytes, kind: str | None, content_type: str | None) -> Raw:
    # The type wins over the content_type: a .json file that was uploaded is not parsed.
    if kind == DOCUMENT:
        return _document(data, content_type)
    if content_type == JSON:
        check(data, FAST)
        return Raw(msgspec.json.format(data, indent=-1))
    try:
        text = data.decode()
    except UnicodeDecodeError:
        hint = "bytes that are not text are a document: type document, with their content_type"
        raise invalid("thread.content", f"{content_type or 'no content_type'}, and not UTF-8", hint=hint) from None
    return Raw(_ENCODER.encode([{"type": "text", "text": text}]))


def _document(data: bytes, content_type: str | None) -> Raw:
    if content_type is None:
        raise invalid("thread.content", "a document without content_type", hint="set content_type to its MIME type")
    source = {"type": "base64", "media_type": content_type, "data": base64.b64encode(data).decode()}
    return Raw(_ENCODER.encode([{"type": "document", "source": source}]))
