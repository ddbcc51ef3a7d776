"""The list of the drawers: JSON in a text, whole or cut off.

"{drawer: [names of document folders]}", indented by four spaces, in the order of the server's directory.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from turnwire.errors import invalid
from turnwire.systems.geppetto.filedrawers.messages import ListReply, is_failure

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_TOKEN: Final = re.compile(r'[ \t\r\n]*(?:([{}\[\],:])|("(?:[^"\\]|\\.)*")|("(?:[^"\\]|\\.)*\\?\Z)|(\Z))', re.DOTALL)
_CUT: Final = '"...'
_END: Final = ""
# The tokens that may follow each other in an object of lists of texts; `name` and `drawer` are texts.
_NEXT: Final[dict[str, dict[str, str]]] = {
    "start": {"{": "drawers"},
    "drawers": {'"': "drawer", "}": "end"},
    "drawer": {":": "colon"},
    "colon": {"[": "names"},
    "names": {'"': "name", "]": "listed"},
    "name": {",": "next name", "]": "listed"},
    "next name": {'"': "name"},
    "listed": {",": "next drawer", "}": "end"},
    "next drawer": {'"': "drawer"},
    "end": {},
}


class Drawers(Struct, frozen=True):
    """The documents in the drawers."""

    drawers: dict[str, list[str]]
    """The name of each drawer, and the names of the documents in it, both in the order of the list."""
    is_whole: bool = True
    """False where the list was cut off: there may be more drawers, and more documents in the last one."""
    cut: str | None = None
    """A name that is cut off; it is not among the others."""


def drawers_of(reply: ListReply) -> Drawers:
    """Return the list in a reply.  Raises InvalidDocument for a failure, and for a text that is not a list."""
    if is_failure(reply) or not isinstance(reply.response_msg, str):
        raise invalid("filedrawers.failure", "this reply lists nothing", pointer="/responseMsg", hint="read its error")
    found = read_list(reply.response_msg)
    if not found.is_whole:
        raise invalid("filedrawers.list", "the list is cut off", pointer="/responseMsg", hint="read_list takes it")
    return found


def list_text(drawers: Mapping[str, Sequence[str]]) -> str:
    """The text of a list, as the server spells it; drawers without documents are left out."""
    return json.dumps({name: list(names) for name, names in drawers.items() if names}, indent=4)


def read_list(text: str) -> Drawers:
    """Read the list in a text, as far as it goes.

    Raises InvalidDocument for a text that is not the beginning of a list.
    """
    drawers: dict[str, list[str]] = {}
    state, drawer = "start", ""
    for kind, token, at in _tokens(text):
        if kind == _END:
            break
        state = _follow(state, kind[0], at)
        if kind == _CUT:
            return Drawers(drawers, is_whole=False, cut=_beginning(token))
        if state == "drawer":
            drawer = _name(token, at)
            if drawer in drawers:
                raise invalid("filedrawers.list", f"the drawer {drawer!r} is repeated, at character {at}")
            drawers[drawer] = []
        elif state == "name":
            drawers[drawer].append(_name(token, at))
    return Drawers(drawers, state == "end")


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """(kind, text, where it begins): a mark, a name, a name that is cut off, and the end."""
    at = 0
    while True:
        found = _TOKEN.match(text, at)
        if found is None:
            raise invalid("filedrawers.list", f"no list of drawers from character {at} on")
        mark, name, cut, _ = found.groups()
        kind = mark or ('"' if name else _CUT if cut else _END)
        yield kind, mark or name or cut or "", found.start(found.lastindex or 0)
        if kind in (_CUT, _END):
            return
        at = found.end()


def _follow(state: str, mark: str, at: int) -> str:
    after = _NEXT[state].get(mark)
    if after is None:
        raise invalid("filedrawers.list", f"{mark!r} at character {at} does not belong to a list of drawers")
    return after


def _name(token: str, at: int) -> str:
    try:
        found: str = json.loads(token)
        found.encode()
    except ValueError:
        raise invalid("filedrawers.list", f"the text at character {at} is not JSON") from None
    return found


def _beginning(token: str) -> str:
    """Return a text whose end is missing; a cut escape is left out."""
    for length in range(len(token), 0, -1):
        try:
            found: str = json.loads(f'{token[:length]}"')
            found.encode()
        except ValueError:
            continue
        return found
    return ""
