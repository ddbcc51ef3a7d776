"""The content of a JSON value in pieces, so that it can be found again in another tree."""

from __future__ import annotations

import base64
import json
from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from msgspec import Raw

from turnwire.testing.difference import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Words of the tree itself: they change with the shape.
_STRUCTURAL = frozenset({"type", "role", "kind"})


def leaves(value: Any) -> Iterator[Any]:
    """Every scalar of a tree, without its own types and enumerated values, null, and empty text."""
    return (piece for _, piece in named_leaves(value))


def named_leaves(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """The same, each with the name of the member that it is; items of lists and a scalar alone have none."""
    if isinstance(value, Raw):
        value = parse(value)
    if isinstance(value, dict):
        for inner_name, inner in value.items():
            if inner_name not in _STRUCTURAL:
                yield from named_leaves(inner, inner_name)
    elif isinstance(value, list):
        for inner in value:
            yield from named_leaves(inner)
    elif value is not None and value != "":
        yield name, value


class Pieces:
    """A bag of scalars.  Texts are found inside of longer texts too, since shapes join and cut them."""

    def __init__(self, values: Iterable[Any] = ()) -> None:
        self._texts: Counter[str] = Counter()
        self._others: Counter[str] = Counter()
        for value in values:
            self.add(value)

    def add(self, value: Any) -> None:
        """Puts every piece of a value into the bag."""
        for piece in leaves(value):
            if isinstance(piece, str):
                self._texts[piece] += 1
            else:
                self._others[_spelled(piece)] += 1
        if isinstance(value, dict | list):  # what is kept as text in the model may be JSON in a loss
            self._texts[json.dumps(value, separators=(",", ":"), ensure_ascii=False, default=str)] += 1

    def has(self, piece: Any) -> bool:
        """Whether the bag holds a piece, alone or inside a longer text."""
        if isinstance(piece, str):
            return piece in self._texts or any(piece in text for text in self._texts)
        word = _spelled(piece)
        return isinstance(piece, bool) or word in self._others or any(word in text for text in self._texts)

    def has_decoded(self, piece: Any) -> bool:
        """Whether the bag holds the whole text that a piece is in base64."""
        return _decoded(piece) in self._texts

    def take(self, piece: Any) -> bool:
        """Takes a piece out, whole or as part of a longer one; a longer piece is made of those it contains."""
        if not isinstance(piece, str):
            return self._take(self._others, _spelled(piece))
        if self._take(self._texts, piece) or any(piece in text for text in self._texts):
            return True
        inside = [text for text in self._texts if text in piece and self._texts[text]]
        for text in inside:
            self._texts[text] -= 1
        return bool(inside)

    def take_decoded(self, piece: Any) -> bool:
        """Takes out the whole text that a piece is in base64."""
        text = _decoded(piece)
        return text is not None and self._take(self._texts, text)

    @staticmethod
    def _take(bag: Counter[str], word: str) -> bool:
        if bag[word] <= 0:
            return False
        bag[word] -= 1
        return True


def _decoded(piece: Any) -> str | None:
    """The text that a piece is in base64, if it is one."""
    try:
        return base64.b64decode(piece, validate=True).decode() if isinstance(piece, str) else None
    except ValueError:
        return None


def _spelled(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(Decimal(repr(value)) if isinstance(value, float) else value)
