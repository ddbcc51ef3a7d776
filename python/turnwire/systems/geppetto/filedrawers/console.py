r"""A reply as a terminal showed it: JavaScript's `console.log` of the object, perhaps cut off.

    {
      responseType: 'OK',
      responseMsg: '{\n' +
        '    "Herbs": [\n' +

Keys have no quotes, texts are put together from pieces, and a screen ends where it ends.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from msgspec import Struct

from turnwire.errors import invalid
from turnwire.systems.geppetto.filedrawers.listing import Drawers, read_list
from turnwire.systems.geppetto.filedrawers.messages import ListReply, is_failure, read

_TOKEN: Final = re.compile(
    r"""\s*(?:(?P<mark>[{},:+\[\]])|(?P<word>[A-Za-z_$][\w$]*)|(?P<number>-?\d{1,99}(?:\.\d{1,99})?)"""
    r"""|(?P<quote>['"`])(?P<text>(?:(?!(?P=quote))[^\\\n]|\\.)*)(?:(?P<close>(?P=quote))|\\\Z)?|(?P<end>\Z))"""
)
_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)")
_CUT_ESCAPE: Final = re.compile(r"\\(?:u[0-9a-fA-F]{0,3}|x[0-9a-fA-F]?)\Z")
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_WORDS: Final = {"null": None, "true": True, "false": False}
_DEEPEST: Final = 8


class Console(Struct, frozen=True):
    """The output of a terminal about a reply."""

    reply: ListReply
    """The reply; its `response_msg` ends where the screen ends."""
    listing: Drawers | None
    """The list in the reply, as far as it goes; None for a failure."""
    is_whole: bool
    """Whether all of the reply was shown."""


def read_console(text: str) -> Console:
    """Read the first object in the output of a terminal; lines before it, such as the command, are skipped.

    Raises InvalidDocument for a text without such an object, or with one that is not a reply to a request for the list.
    """
    start = re.search(r"(?m)^\{", text)
    if start is None:
        raise invalid("filedrawers.console", "no line begins with {", hint="give the output of the terminal")
    shown = _Shown(text, start.start())
    tree = shown.value(0)
    reply = read(_bytes_of(tree), ListReply)
    listing = None
    if not is_failure(reply) and isinstance(reply.response_msg, str):
        listing = read_list(reply.response_msg)
    return Console(reply, listing, not shown.is_cut and (listing is None or listing.is_whole))


def _bytes_of(tree: Any) -> bytes:
    try:
        return json.dumps(tree, ensure_ascii=False).encode()
    except ValueError:
        raise invalid("filedrawers.console", "a text that is not Unicode") from None


class _Shown:
    """A text that is read token by token; at its end, all open objects are closed."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        self.is_cut = False

    def token(self) -> tuple[str, str]:
        """(kind, text) of the next token, which is taken."""
        found = _TOKEN.match(self.text, self.at)
        if found is None:
            raise invalid("filedrawers.console", f"no console output from character {self.at} on")
        self.at = found.end()
        if found["quote"]:
            self.is_cut = self.is_cut or not found["close"]
            return "text", _unescaped(found["text"] if found["close"] else _CUT_ESCAPE.sub("", found["text"]))
        kind = found.lastgroup or "end"
        return (found[kind] if kind == "mark" else kind), found[kind]

    def peek(self) -> str:
        """The kind of the next token, which stays."""
        at, is_cut = self.at, self.is_cut
        kind, _ = self.token()
        self.at, self.is_cut = at, is_cut
        return kind

    def value(self, depth: int) -> Any:
        """The next value."""
        kind, text = self.token()
        if kind == "text":
            return self._joined(text)
        if kind in ("{", "[") and depth < _DEEPEST:
            return self._object(depth) if kind == "{" else self._list(depth)
        if kind == "number":
            return float(text) if "." in text else int(text)
        if kind == "word" and text in _WORDS:
            return _WORDS[text]
        if kind == "end" or (kind == "word" and self.peek() == "end"):
            self.is_cut = True  # of a word too, such as `nul`
            return None
        raise self._unfit(text)

    def _unfit(self, text: str) -> Exception:
        return invalid("filedrawers.console", f"{text!r} before character {self.at} is not a value of console output")

    def _joined(self, text: str) -> str:
        """A text and the pieces that follow it with `+`; JavaScript may spell one letter in two halves."""
        while self.peek() == "+":
            self.token()
            kind, piece = self.token()
            if kind == "end":
                self.is_cut = True
                break
            if kind != "text":
                raise self._unfit(piece)
            text += piece
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")

    def _object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while (kind := self._next("}")) is not None:
            key = kind[1]
            if kind[0] not in ("word", "text"):
                raise self._unfit(key)
            mark, text = self.token()
            if mark == "end":
                self.is_cut = True
                break
            if mark != ":":
                raise self._unfit(text)
            found[key] = self.value(depth + 1)
        return found

    def _list(self, depth: int) -> list[Any]:
        found: list[Any] = []
        while (kind := self.peek()) not in ("]", "end"):
            if kind == ",":
                self.token()
            else:
                found.append(self.value(depth + 1))
        self.token()
        self.is_cut = self.is_cut or kind == "end"
        return found

    def _next(self, close: str) -> tuple[str, str] | None:
        """The token that begins a member; None at the end of what it is a member of."""
        kind, text = self.token()
        if kind == ",":
            kind, text = self.token()
        if kind == "end":
            self.is_cut = True
        return None if kind in (close, "end") else (kind, text)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    word = found[1]
    if word[0] in "ux" and len(word) > 1:
        return chr(int(word[1:], 16))
    return _ESCAPES.get(word, word)
