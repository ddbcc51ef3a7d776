"""The reasoning and the calls of a reply, which Open WebUI keeps as HTML in its text.

"<details type="tool_calls" done="true" id="{call_id}" name="{name}" arguments="{html.escape(json.dumps(arguments))}"
result="{html.escape(json.dumps(result_text, ensure_ascii=False))}" ...>", and "<details type="reasoning" done="true"
duration="{...}">" with each line behind "> " (open-webui/open-webui, backend/open_webui/utils/middleware.py).
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw, Struct

from turnwire.codec.json import dumps, loads
from turnwire.codec.limits import FAST
from turnwire.errors import InvalidDocument
from turnwire.model import TextBlock, ThinkingBlock, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.sessions.files.slots import Place
    from turnwire.sessions.files.turns import Turns

_BEGIN: Final = re.compile(r'<details type="(reasoning|tool_calls)"([^<>]*)>')
_END: Final = "</details>"
_ATTRIBUTE: Final = re.compile(r'([\w-]+)="([^"]*)"')
_SUMMARY: Final = re.compile(r"\s*<summary>[^<]*</summary>\n?")
_QUOTED: Final = re.compile(r"^(?:> ?|&gt; ?)", re.MULTILINE)

DETAILS: Final = "details"
"""The member of a piece with the HTML of a thought or call."""


class Details(Struct):
    """A thought or a call.

    Attributes:
        kind: `reasoning` or `tool_calls`.
        attributes: those of the element, unescaped.
        begin: where its text begins, behind the summary.
        end: where its text ends.
        text: the text inside the element: the thought, or the result of the call.
    """

    kind: str
    attributes: dict[str, str]
    begin: int
    end: int
    text: str


def pieces(content: str) -> list[Any]:
    """Return a text cut into pieces: texts, and an object for each thought and call."""
    found: list[Any] = []
    position = 0
    while (opened := _BEGIN.search(content, position)) is not None:
        end = content.find(_END, opened.end())
        if end < 0:
            break
        end += len(_END)
        while content[end : end + 1] == "\n":
            end += 1
        if position < opened.start():
            found.append(content[position : opened.start()])
        found.append({DETAILS: content[opened.start() : end]})
        position = end
    if position < len(content):
        found.append(content[position:])
    return found


def add_pieces(turns: Turns, found: list[Any], place: Place) -> None:
    """Add the pieces of a reply to its messages; results become messages of their own."""
    for index, piece in enumerate(found):
        if isinstance(piece, str):
            if piece.strip():
                turns.next_step()
                turns.held.add(TextBlock(text=piece), (*place, index))
            continue
        opened = _read(piece[DETAILS])
        if opened.kind == "reasoning":
            turns.next_step()
            turns.held.add(ThinkingBlock(text=opened.text), (*place, index, "text"))
        else:
            _call(turns, opened, (*place, index))


def _read(raw: str) -> Details:
    head = raw.index(">") + 1
    attributes = {name: html.unescape(value) for name, value in _ATTRIBUTE.findall(raw[:head])}
    summary = _SUMMARY.match(raw, head)
    begin, end = summary.end() if summary else head, raw.rindex(_END)
    body = _QUOTED.sub("", raw[begin:end].removesuffix("\n"))
    return Details(attributes["type"], attributes, begin, end, html.unescape(body) if "&" in body else body)


def _call(turns: Turns, opened: Details, place: Place) -> None:
    given = opened.attributes
    own = given.get("id") or f"call-{place[-1]}"
    block = ToolUseBlock(id=own, name=given.get("name", ""))
    arguments = _arguments(opened)
    if isinstance(arguments, str):
        block.input_text = arguments
    else:
        block.input = Raw(dumps(arguments))
    turns.held.add(block, (*place, "arguments"))
    result = _result(opened)
    if result is not None:
        turns.result().add(ToolResultBlock(tool_use_id=own, content=[TextBlock(text=result)]), (*place, "result"))


def _arguments(opened: Details) -> Any:
    """Return the input of a call, which is JSON, or JSON in a text; the text, if it is none."""
    text = opened.attributes.get("arguments", "")
    for _ in range(2):
        try:
            value = loads(text.encode(), FAST)
        except (InvalidDocument, UnicodeEncodeError):
            break
        if not isinstance(value, str):
            return value
        text = value
    return text or {}


def _result(opened: Details) -> str | None:
    """Return the result of a finished call: the attribute `result`, or else the text inside the element."""
    given = opened.attributes.get("result")
    if given is None and (not opened.text or opened.attributes.get("done") != "true"):
        return None
    text = opened.text if given is None else given
    try:
        value = loads(text.encode(), FAST)
    except (InvalidDocument, UnicodeEncodeError):
        return text
    return value if isinstance(value, str) else text


def joined(found: list[Any]) -> str:
    """Return the text that was cut into these pieces, with the values that its messages have now."""
    return "".join(_texts(found))


def _texts(found: list[Any]) -> Iterator[str]:
    for piece in found:
        yield piece if isinstance(piece, str) else _written(piece)


def _written(piece: dict[str, Any]) -> str:
    """Return the HTML of a thought or call; as it was, where nothing has changed."""
    raw: str = piece[DETAILS]
    opened = _read(raw)
    if "text" in piece and piece["text"] != opened.text:
        quoted = "\n".join(f"> {line}" for line in html.escape(piece["text"]).split("\n"))
        return f"{raw[: opened.begin]}{quoted}\n{raw[opened.end :]}"
    if "arguments" in piece and piece["arguments"] != _arguments(opened):
        raw = _with(raw, "arguments", dumps(dumps(piece["arguments"]).decode()).decode())
    if "result" in piece and piece["result"] != _result(opened):
        raw = _with(raw, "result", dumps(piece["result"]).decode())
    return raw


def _with(raw: str, name: str, value: str) -> str:
    """Return an element with another value of an attribute, which may be new."""
    head = raw.index(">")
    begin = raw[:head]
    written = f'{name}="{html.escape(value)}"'
    changed, count = re.subn(rf'\b{name}="[^"]*"', lambda _: written, begin)
    return f"{changed if count else f'{begin} {written}'}{raw[head:]}"
