"""Names that one object of a session file has twice: the last value is read, and the earlier ones are kept beside it.

"When the names within an object are not unique, the behavior of software that receives such an object is
unpredictable.  Many implementations report the last name/value pair only." (RFC 8259, 4)
"""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NoReturn

import msgspec
from msgspec import Raw, Struct, structs

from turnwire.codec.counted import counted
from turnwire.codec.scan import MAX_POINTER, escape
from turnwire.codec.wire import ENCODER
from turnwire.sessions.files.halves import hidden, mended, revealed
from turnwire.sessions.files.members import is_shallow

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MARK: Final = "\ufdd3"
"""A noncharacter, which begins the names of values that `with_repeated` puts back."""
_OWN_MARK: Final = re.compile(rb'"(?:\xef\xb7\x93|\\u[fF][dD][dD]3)')
_MARKED: Final = re.compile(rb'"\xef\xb7\x93(?:\d+ (?P<other>\xef\xb7\x93e)?|e)')


class Repeated(Struct, frozen=True, omit_defaults=True):
    """An earlier value of a name.

    Attributes:
        path: the JSON Pointer of the member in the line, or in the document; of a file with a document on each line
            the number of the line, from 0, comes first.
        value: the value, as JSON.
        is_text: whether the value is a text with the JSON, because this repeats names itself or is deep.
    """

    path: str
    value: Raw
    is_text: bool = False

    @property
    def key(self) -> tuple[str, bytes]:
        """What tells it from others."""
        return self.path, bytes(self.value)


class _Object(dict[str, Any]):
    """An object that repeats names."""

    earlier: tuple[tuple[str, Any], ...]


def read_once(text: bytes) -> bytes:
    """Return a line that can be read, as `mended` does, and with the last value of each name alone."""
    return apart(mended(text))[0]


def repeated_in(line: bytes) -> list[Repeated]:
    """Return the values of a line that `read_once` leaves out; of several lines read as one, those of all."""
    return [] if counted(mended(line)) is not None else list(_in_file(line))


def apart(text: bytes) -> tuple[bytes, list[Repeated]]:
    """Return a text with the last value of each name alone, and the earlier values.

    Most texts repeat no name, which is found by counting; a text that is no JSON is returned as it is.
    """
    if counted(text) is not None:
        return text, []
    tree = _tree(text)
    found = list(_earlier(tree))
    return (_written(tree), found) if found else (text, [])


def missing(data: bytes, read: bytes) -> list[Repeated]:
    """Return the earlier values of a file of documents that are missing in the file which was read and put together."""
    left = Counter(each.key for each in _in_file(read))
    found = []
    for each in _in_file(data):
        if left[each.key]:
            left[each.key] -= 1
        else:
            found.append(each)
    return found


def _in_file(data: bytes) -> Iterator[Repeated]:
    tree = _tree(mended(data))
    if tree is not None:
        yield from _earlier(tree)
        return
    for number, line in enumerate(data.split(b"\n")):
        yield from _earlier(_tree(mended(line)), f"/{number}")


def with_repeated(data: bytes, values: Iterable[Repeated]) -> bytes:
    """Return a line or a file with the earlier values of its names; a value whose name is gone is left out."""
    found = list(values)
    if not found:
        return data
    tree = _tree(hidden(data))
    if tree is not None:
        return _encoded(tree, found)
    texts = data.split(b"\n")
    by_line: dict[int, list[Repeated]] = {}
    for each in found:
        line, _, path = each.path[1:].partition("/")
        by_line.setdefault(int(line), []).append(structs.replace(each, path=f"/{path}"))
    for number, inside in by_line.items():
        if number < len(texts):
            texts[number] = _encoded(_tree(hidden(texts[number])), inside)
    return b"\n".join(texts)


def _encoded(tree: Any, values: list[Repeated]) -> bytes:
    """Return a tree as JSON, with earlier values before the last ones, as names that no other member has."""
    before: dict[int, tuple[dict[str, Any], list[tuple[str, Any]]]] = {}
    for each in values:
        *above, name = (_unescaped(step) for step in each.path[1:].split("/"))
        parent = _below(tree, above)
        if isinstance(parent, dict) and name in parent:
            before.setdefault(id(parent), (parent, []))[1].append((name, _value_of(each)))
    for node in (*_repeating(tree), *_repeating([value for _, named in before.values() for _, value in named])):
        before.setdefault(id(node), (node, []))[1][:0] = node.earlier
    number = itertools.count()
    for parent, earlier in before.values():
        last = dict(parent)
        parent.clear()
        parent.update({f"{_MARK}{next(number)} {name}": value for name, value in earlier} | last)
    return revealed(_written(tree))


def _written(tree: Any) -> bytes:
    return _MARKED.sub(_own, ENCODER.encode(tree))


def _own(mark: re.Match[bytes]) -> bytes:
    """Return the beginning of a text without the mark, or with the noncharacter that it has itself."""
    return b'"\xef\xb7\x93' if mark["other"] or mark[0].endswith(b"e") else b'"'


def _value_of(repeated: Repeated) -> Any:
    text = bytes(repeated.value)
    return _tree(hidden(msgspec.json.decode(text, type=str).encode() if repeated.is_text else text))


def _repeating(tree: Any) -> Iterator[_Object]:
    """Yield the objects of a tree that repeat names."""
    left = [tree]
    while left:
        node = left.pop()
        if isinstance(node, list):
            left += node
        elif isinstance(node, dict):
            left += node.values()
            if isinstance(node, _Object):
                left += [value for _, value in node.earlier]
                yield node


def _unescaped(step: str) -> str:
    return step.replace("~1", "/").replace("~0", "~")


def _below(tree: Any, steps: Iterable[str]) -> Any:
    """Return the value at the end of a path; None if there is none."""
    for step in steps:
        if isinstance(tree, dict):
            tree = tree.get(step)
        elif isinstance(tree, list) and step.isdecimal() and int(step) < len(tree):
            tree = tree[int(step)]
        else:
            return None
    return tree


def _tree(text: bytes) -> Any:
    """Return a JSON text as a tree, with numbers as they are spelled; None for a text that is no JSON."""
    try:
        return json.loads(
            _OWN_MARK.sub(b'"\xef\xb7\x93e', text).decode(),
            object_pairs_hook=_object,
            parse_int=_number,
            parse_float=_number,
            parse_constant=_refused,
        )
    except (ValueError, RecursionError):
        return None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    last = {name: place for place, (name, _) in enumerate(pairs)}
    found = _Object(members)
    found.earlier = tuple(pair for place, pair in enumerate(pairs) if last[pair[0]] != place)
    return found


def _number(digits: str) -> Raw:
    return Raw(digits.encode())


def _refused(word: str) -> NoReturn:
    """Refuse NaN and infinities, which Python's parser takes for numbers."""
    raise ValueError(word)


def _earlier(tree: Any, top: str = "") -> Iterator[Repeated]:
    """Yield the earlier values of names; a path of more than `MAX_POINTER` characters ends at a value around it."""
    left: list[tuple[str, Any]] = [(top, tree)]
    while left:
        path, node = left.pop()
        if isinstance(node, list):
            left += [(_joined(path, place), value) for place, value in enumerate(node)]
        elif isinstance(node, dict):
            left += [(_joined(path, name), value) for name, value in node.items()]
            for name, value in node.earlier if isinstance(node, _Object) else ():
                text = _encoded(value, []) if (is_text := any(_repeating(value))) else _written(value)
                is_text = is_text or not is_shallow(text)
                yield Repeated(_joined(path, name), Raw(ENCODER.encode(text.decode()) if is_text else text), is_text)


def _joined(path: str, step: str | int) -> str:
    found = f"{path}/{escape(str(step))}"
    return found if len(found) <= MAX_POINTER else path


def residue_of(values: Iterable[Repeated]) -> Raw:
    """Return earlier values as a member of `provider_raw`."""
    return Raw(ENCODER.encode(list(values)))


def of_residue(raw: Raw | None) -> list[Repeated]:
    """Return the earlier values that `residue_of` wrote; none if it wrote none."""
    return [] if raw is None else _VALUES.decode(raw)


_VALUES: Final = msgspec.json.Decoder(list[Repeated])
