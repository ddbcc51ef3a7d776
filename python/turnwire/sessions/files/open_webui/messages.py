"""The messages of a chat of Open WebUI, and the records that they came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.json import dumps, loads
from turnwire.codec.limits import FAST
from turnwire.codec.members import object_of
from turnwire.model import DocumentBlock, Message, MessageMetadata, Source, TextBlock, Usage
from turnwire.sessions.files.cutting import heads_of
from turnwire.sessions.files.line import Line
from turnwire.sessions.files.media import media_block
from turnwire.sessions.files.members import number_of, record_of, text_of
from turnwire.sessions.files.open_webui.details import DETAILS, add_pieces, joined, pieces
from turnwire.sessions.files.order import in_tree_order
from turnwire.sessions.files.slots import RECORD, Held, data_of, opaque, put_back, taken, text_or
from turnwire.sessions.files.times import seconds
from turnwire.sessions.files.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from turnwire.sessions.files.format import Numbered, Rest
    from turnwire.sessions.files.slots import Place

PIECES: Final = "pieces"
"""The member of the rest of a record which says that its text was cut into texts, thoughts and calls."""

_SPEAKERS: Final = frozenset({"system", "user", "assistant"})
# The names of OpenAI's usage, of Responses' and of Ollama's, which Open WebUI keeps as the provider sent them.
_INPUT: Final = ("prompt_tokens", "input_tokens", "prompt_eval_count")
_OUTPUT: Final = ("completion_tokens", "output_tokens", "eval_count")


def lines(numbered: Numbered) -> Iterator[Line]:
    """Yield what is around the messages, and each message after the one that it continues."""
    return in_tree_order(numbered, _head, _line)


def _head(number: int, text: bytes) -> tuple[Line, str | None]:
    """Return the line around the messages, and the id of the message that the chat is at."""
    head = heads_of(text)[0]
    chat = object_of(head.get("chat"))
    history = object_of(chat.get("history"))
    line = Line(
        number=number,
        text=text,
        role="title",
        name="chat",
        session=text_of(head, "id") or text_of(chat, "id"),
        title=text_of(head, "title") or text_of(chat, "title"),
        time=seconds(head.get("created_at")),
    )
    return line, text_of(history, "currentId") or text_of(history, "current_id")


def _line(number: int, text: bytes, session: str | None) -> Line:
    members, fault = record_of(text)
    if members is None:
        return Line(number=number, text=text, role="broken", fault=fault, session=session)
    own, raw = next(iter(members.items()))
    message = object_of(raw)
    speaker = text_of(message, "role") or ""
    is_message = speaker in _SPEAKERS
    tokens = _tokens(object_of(message.get("usage")))
    return Line(
        number=number,
        text=text,
        role="message" if is_message else "unknown",
        name=speaker,
        speaker=speaker if is_message else None,
        id=own,
        parent=text_of(message, "parentId"),
        has_parent=True,
        time=seconds(message.get("timestamp")),
        session=session,
        payload=Raw(text) if is_message else None,
        model=text_of(message, "model"),
        group=own if tokens else None,
        tokens=tokens,
        failure=text_of(message, "error") or text_of(object_of(message.get("error")), "content"),
    )


def _tokens(usage: Mapping[str, Raw]) -> tuple[int, int] | None:
    if {*_INPUT, *_OUTPUT}.isdisjoint(usage):
        return None
    return _first(usage, _INPUT), _first(usage, _OUTPUT)


def _first(usage: Mapping[str, Raw], names: tuple[str, ...]) -> int:
    return next((number_of(usage, name) for name in names if name in usage), 0)


def read(line: Line) -> tuple[list[Message], Rest]:
    """Return the message of a record; a reply with results of tools is several messages.

    Raises:
        InvalidDocument: the record cannot be read.
    """
    record = loads(line.text, FAST)
    own, message = next(iter(record.items()))
    turns = Turns()
    files = message.get("files")
    for file in files if isinstance(files, list) else ():
        _file(turns.held, file)
    content = message.get("content")
    is_cut = line.speaker == "assistant" and isinstance(content, str) and DETAILS in content
    if is_cut:
        message["content"] = pieces(content)
        add_pieces(turns, message["content"], (own, "content"))
    else:
        _content(turns.held, content, (own, "content"))
    found = turns.messages(line)
    found[0].metadata = _about(line)
    rest = taken(record, turns.places())
    if not is_cut:
        return found, rest
    # The whole text, so that the loss of the rest names what no message has, such as how long a thought took.
    message["content"] = content
    return found, rest | {RECORD: Raw(dumps(record)), PIECES: Raw(b"true")}


def _about(line: Line) -> MessageMetadata | None:
    usage = Usage(input_tokens=line.tokens[0], output_tokens=line.tokens[1]) if line.tokens else None
    return MessageMetadata(model=line.model, usage=usage) if line.model or usage else None


def _content(held: Held, content: Any, place: Place) -> None:
    if not isinstance(content, list):
        held.add_text(content, place)
        return
    for index, part in enumerate(content):
        if isinstance(part, dict) and part.get("type") == "text" and isinstance(part.get("text"), str):
            held.add(TextBlock(text=part["text"]), (*place, index, "text"))
        else:
            held.add(opaque(part, "open_webui"), None)


def _file(held: Held, file: Any) -> None:
    """Add a picture, or a file of the user; other things that a message can refer to are kept as they are."""
    kind = file.get("type") if isinstance(file, dict) else None
    if kind == "image" and isinstance(file.get("url"), str):
        held.add(media_block(file["url"], None, kind="image", other="file_id"), None)
    elif kind == "file" and isinstance(file.get("file"), dict):
        held.add(_document(file, file["file"]), None)
    else:
        held.add(opaque(file, "open_webui"), None)


def _document(file: dict[str, Any], inner: dict[str, Any]) -> DocumentBlock:
    """Return a file: its text if the export has it, or its id."""
    data = inner.get("data")
    text = data.get("content") if isinstance(data, dict) else None
    if isinstance(text, str):
        block = DocumentBlock(source=Source(kind="text", data=data_of(text)), media_type="text/plain")
    else:
        own = text_or(inner.get("id")) or text_or(file.get("id"))
        block = DocumentBlock(source=Source(kind="file_id", data=data_of(own)))
    block.filename = text_or(inner.get("filename")) or text_or(file.get("name")) or None
    return block


def rebuild(rest: Rest, messages: list[Message]) -> bytes:
    """Return the text of a record, with the values that its message has now.  Raises InvalidDocument."""
    if PIECES not in rest:
        return dumps(put_back(rest, messages))
    record = loads(bytes(rest[RECORD]), FAST)
    message = next(iter(record.values()))
    if isinstance(message["content"], str):  # turnwire kept the pieces before it kept the text
        message["content"] = pieces(message["content"])
    record = put_back(rest | {RECORD: Raw(dumps(record))}, messages)
    message = next(iter(record.values()))
    message["content"] = joined(message["content"])
    return dumps(record)
