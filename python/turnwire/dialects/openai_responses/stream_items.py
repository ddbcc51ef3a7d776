"""One item of the output, put together from the events of a stream."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.wire import ENCODER
from turnwire.dialects.openai_responses.event_shape import GROWING, IN_PARTS
from turnwire.model import ABSENT
from turnwire.stream.merging import items_of, object_of, text_of
from turnwire.stream.unexpected_members import is_other, keep, other

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.stream.merging import Members

Spot = tuple[str, int]
"""Which text of an item: its name, and the number of the part that holds it, if one does."""
TEXTS: Final = frozenset(each.name for each in GROWING if not each.part)
"""The texts that are a member of their item."""
LISTS: Final = ("annotations", "logprobs")
_KINDS: Final[Mapping[str, str]] = MappingProxyType({each.name: each.part for each in IN_PARTS.values()})
_MESSAGE: Final = {"type": Raw(b'"message"'), "role": Raw(b'"assistant"')}
_THOUGHT: Final = {"type": Raw(b'"reasoning"')}
_WHOSE: Final[Mapping[str, Members]] = MappingProxyType(
    {"text": _MESSAGE, "refusal": _MESSAGE, "content": _THOUGHT, "summary": _THOUGHT}
)
_ONCE: Final = frozenset(("role",))
_EMPTY: Final = frozenset((b"[]", b"{}"))
_A_TEXT: Final = Raw(b'"a text"')


def _number(spot: Spot) -> int:
    return spot[1]


def _name_of(part: Members) -> str:
    found = IN_PARTS.get(text_of(part.get("type")))
    return "" if found is None else found.name


def text_in(part: Members) -> str:
    """Return the text of a part."""
    return text_of(part.get("refusal" if text_of(part.get("type")) == "refusal" else "text"))


class Item:
    """One item of the output, as far as it has arrived."""

    def __init__(self) -> None:
        self.members: Members = {}
        self.done: Raw | None = None
        self.said: dict[Spot, list[str]] = {}
        self.sizes: dict[Spot, int] = {}
        self.lists: dict[Spot, list[Raw]] = {}
        """What the events say of a text beside it."""
        self._held: dict[Spot, str] | None = None

    def begin(self, members: Members) -> None:
        """Note the item as its first event has it."""
        self.members, self._held = members, None

    def lost(self, done: Raw) -> Members:
        """Return the members that the item had when it began and does not have when it is whole."""
        gone = object_of(other(Raw(ENCODER.encode(self.members)), done, _ONCE)) if self.members else {}
        keep(self.members, object_of(done), _ONCE)
        return {name: raw for name, raw in gone.items() if bytes(raw) not in _EMPTY}

    def end(self, done: Raw) -> None:
        """Note the whole item."""
        self.done, self._held = done, None

    def say(self, name: str, part: int, piece: str) -> Members:
        """Note a piece of a part, and return the members that it replaces."""
        said = self.said.setdefault((name, part), [])
        is_first = not said and name in TEXTS
        said.append(piece)
        self.sizes[name, part] = self.sizes.get((name, part), 0) + len(piece)
        return {name: self.members.pop(name)} if is_first and is_other(self.members.get(name, ABSENT), _A_TEXT) else {}

    def goes_on(self, name: str, part: int, piece: str) -> bool:
        """Note the next piece of a part; return False if it is the first one, which is not noted."""
        spot = (name, part)
        if not (said := self.said.get(spot)):
            return False
        said.append(piece)
        self.sizes[spot] += len(piece)
        return True

    def beyond(self, name: str, part: int, text: str) -> str | None:
        """Return the rest of a whole text after its pieces; None if the pieces or the whole item differ from it."""
        if self.done is not None or (name, part) not in self.said:
            held = self._texts().get((name, part), "")
            if held or self.done is not None:
                return "" if held == text else None
        if len(text) < self.sizes.get((name, part), 0):
            return None
        # What is joined is as long as the text at the most: the time stays in proportion to what came.
        pieces = self.said.get((name, part), [])
        pieces[:] = ["".join(pieces)]
        return text.removeprefix(pieces[0]) if text.startswith(pieces[0]) else None

    def lay(self, name: str, part: int, told: list[Raw]) -> list[Raw]:
        """Note the whole list next to a text, and return the entries that it replaces."""
        known = self.lists.get((name, part), [])
        self.lists[name, part] = told
        return known[len(told) :]

    def _texts(self) -> dict[Spot, str]:
        """Return the texts of the item itself, whole or as it began."""
        if self._held is None:
            members = self.members if self.done is None else object_of(self.done)
            held: dict[Spot, str] = {(name, 0): text_of(members.get(name)) for name in TEXTS}
            for key in ("content", "summary"):
                for number, raw in enumerate(items_of(members.get(key))):
                    part = object_of(raw)
                    held[_name_of(part), number] = text_in(part)
            self._held = held
        return self._held

    def reply(self, *, is_broken: bool) -> Any:
        """Return the item: whole, or as far as its pieces go."""
        if self.done is not None:
            return self.done
        found: dict[str, Any] = {**self._unsaid(), **self.members}
        parts: dict[str, dict[Spot, Any]] = {}
        # For a text without pieces, the other members of its part are those that the item began with.
        said: dict[Spot, list[str]] = {("text", part): [] for _, part in self.lists}
        for (name, part), pieces in {**said, **self.said}.items():
            text = "".join(pieces)
            if name in TEXTS:
                found[name] = text
                continue
            key = "summary" if name == "summary" else "content"
            some = parts.setdefault(key, {("", n): raw for n, raw in enumerate(items_of(self.members.get(key)))})
            # A part has one text; a second one of another kind stands behind it.
            told = object_of(some.pop(("", part), None))
            some[name, part] = self._part((name, part), text or text_in(told), told, is_broken=is_broken)
        # The number of a part says its order; how many there are it does not, for it may be any number.
        found |= {key: [some[spot] for spot in sorted(some, key=_number)] for key, some in parts.items()}
        return found

    def _unsaid(self) -> Members:
        """Make an item that no event began; some servers send only pieces, and the event's name gives the type."""
        if "type" in self.members:
            return {}
        return next((_WHOSE[name] for name, _ in (*self.said, *self.lists) if name in _WHOSE), {})

    def _part(self, spot: Spot, text: str, told: Members, *, is_broken: bool) -> dict[str, Any]:
        name, number = spot
        part: dict[str, Any] = {**told, "type": _KINDS[name], ("refusal" if name == "refusal" else "text"): text}
        if name != "text":
            return part
        part["annotations"] = self.lists.get(("annotations", number), [])
        # While the reply goes on nothing is made of a list that grows with each piece: the whole item has it.
        probable = self.lists.get(("logprobs", number)) if is_broken else None
        return {**part, "logprobs": probable} if probable else part
