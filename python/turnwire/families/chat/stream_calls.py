"""Calls of tools that come in pieces."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.model import StreamEvent
    from turnwire.stream.pieces import Pieces

# A custom call is not in OpenAI's schema of chunks (openai-openapi issue 576), and streamed all the same: in the words
# of a custom call of a reply, as functions are.
INPUTS: Final[Mapping[str, str]] = MappingProxyType({"function": "arguments", "custom": "input"})
"""The member of a call with its function, and in it the member with the input."""


class Call:
    """One call while its pieces come."""

    def __init__(self, key: int) -> None:
        self.key = key
        self.id, self.name = "", ""
        self.arguments: list[str] = []
        self.own: dict[str, Any] = {}
        self.kind = ""
        self.inside: dict[str, Any] = {}
        self.begun = False

    def reply(self) -> dict[str, Any]:
        """The call as a reply without a stream has it."""
        kind = self.kind or self.own.get("type", "function")
        if kind not in INPUTS:
            return {"id": self.id, **self.own}
        inside = {"name": self.name, INPUTS[kind]: "".join(self.arguments), **self.inside}
        return {"id": self.id, "type": kind, **self.own, kind: inside}


class Calls:
    """The calls of one choice, in the order in which they begin.

    A piece belongs to the call of its "index"; servers that send whole calls use one index for all of them, so a piece
    with another id begins another call.  The format does not mark the end of a call, and pieces of several may
    alternate.
    """

    def __init__(self, candidate: int, pieces: Pieces) -> None:
        self.candidate, self.pieces = candidate, pieces
        self.calls: list[Call] = []
        self.at: dict[int, Call] = {}
        self.legacy: Call | None = None
        self.named: Call | None = None
        """A call that has a name and no input yet: the next chunk may have more of the name."""

    def take(self, calls: list[Any]) -> list[StreamEvent]:
        """The pieces that a chunk shows of the calls."""
        found: list[StreamEvent] = []
        for position, each in enumerate(calls):
            if isinstance(each, dict):
                found += self._take(each, position)
        return found

    def _take(self, said: dict[str, Any], position: int) -> list[StreamEvent]:
        told = said.get("index")
        index = told if isinstance(told, int) else position
        call = self._call(said.get("id"), index)
        found = self.begin_named() if call is not self.named else []
        call.kind = next((kind for kind in INPUTS if isinstance(said.get(kind), dict)), call.kind)
        inside = said.get(call.kind, {})
        inside = inside if isinstance(inside, dict) else {}
        member = INPUTS.get(call.kind)
        _named(call, said.get("id"), inside.get("name"))
        call.own |= {name: value for name, value in said.items() if name not in ("index", "id", call.kind) and value}
        call.inside |= {name: value for name, value in inside.items() if name not in ("name", member)}
        piece = _arguments(inside.get(member))
        if not call.begun and call.name:
            self.named = call
            found += self.begin_named() if piece else []
        call.arguments.append(piece)
        return found + (self.pieces.input(self.candidate, ("call", call.key), piece) if call.begun else [])

    def takes(self, index: int) -> bool:
        """Whether a piece of an input, with nothing but an index, goes on with a call of a function."""
        call = self.at.get(index)
        return call is not None and call.begun and call.kind == "function"

    def go_on(self, index: int, piece: str) -> list[StreamEvent]:
        """The next piece of the input of a call that has begun."""
        call = self.at[index]
        call.arguments.append(piece)
        return self.pieces.input(self.candidate, ("call", call.key), piece)

    def begin_named(self) -> list[StreamEvent]:
        """The call begins of which only the name came so far, if there is one."""
        call, self.named = self.named, None
        if call is None:
            return []
        call.begun = True
        return [*self.pieces.end_whole(self.candidate), *self._begin(call)]

    def _begin(self, call: Call) -> list[StreamEvent]:
        key = ("call", call.key)
        early = "".join(call.arguments)
        return [
            *self.pieces.call(self.candidate, key, call.id, call.name, is_json=call.kind != "custom"),
            *self.pieces.input(self.candidate, key, early),
        ]

    def _call(self, use_id: Any, index: int) -> Call:
        call = self.at.get(index)
        if call is None or (isinstance(use_id, str) and use_id and call.id and use_id != call.id):
            call = Call(len(self.calls))
            self.calls.append(call)
            self.at[index] = call
        return call

    def take_function(self, said: Any) -> None:
        """The one call of a function that models before tools had."""
        if not isinstance(said, dict):
            return
        self.legacy = self.legacy or Call(-1)
        _named(self.legacy, None, said.get("name"))
        self.legacy.arguments.append(_arguments(said.get("arguments")))

    def reply(self) -> list[Any]:
        """The calls as a reply without a stream has them."""
        return [call.reply() for call in self.calls]

    def function(self) -> dict[str, Any] | None:
        """The one call of a function."""
        call = self.legacy
        return None if call is None else {"name": call.name, "arguments": "".join(call.arguments)}


def _named(call: Call, use_id: Any, name: Any) -> None:
    if isinstance(use_id, str) and use_id:
        call.id = use_id
    if isinstance(name, str) and name != call.name:
        # Some servers repeat the name with every piece, others send it in pieces.
        call.name += name


def _arguments(said: Any) -> str:
    if isinstance(said, str):
        return said
    return msgspec.json.encode(said).decode() if isinstance(said, dict) else ""
