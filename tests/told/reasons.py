"""What an audit of scalars cannot see in a conversion, one row for each kind, with the reason why nothing is lost.

A row looks in the output for the scalar itself, in another spelling, and says no where it is gone.  Five do otherwise:

* `_by_position` reads the output with our own reader, for such an id is said nowhere: it is a count of the calls before
  it, so one call that is gone or is elsewhere gives this id to another, or to none;
* `_version`, `_shape`, `_succeeded` and `_null_error` do not look at the output.  They hold for a closed list of words,
  each the same whatever the document says: what goes with one of them, a text, a name or an id, is a scalar of its own,
  which is asked for by itself.
"""

from __future__ import annotations

import itertools
import re
from decimal import Decimal
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from tests.told.leaves import COUNTED, ROLES, SHAPES, folded, leaves

from turnwire.testing.pointers import NowhereError, resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.told.audit import Conversion
    from tests.told.leaves import Leaf


class Reason(NamedTuple):
    """Why a scalar that stands nowhere is none that is lost silently."""

    why: str
    holds: Callable[[Conversion, Leaf], bool]


def _texts(one: Conversion) -> Iterator[str]:
    for node in (*one.carried, *(loss.value for loss in one.losses)):
        yield from (leaf.value for leaf in leaves(node) if isinstance(leaf.value, str))


# "The anthropic version. The value must be bedrock-2023-05-31." (Bedrock), "must be set to the value
# vertex-2023-10-16." (Vertex): the declarations of both dialects have the sources.
_VERSIONS = MappingProxyType({"bedrock_anthropic": "bedrock-2023-05-31", "vertex_anthropic": "vertex-2023-10-16"})


def _version(one: Conversion, leaf: Leaf) -> bool:
    return leaf.pointer == "/anthropic_version" and leaf.value == _VERSIONS.get(one.sample.dialect)


# "The ids of calls are by position" where a format has none: `call_3` is the third call (docs/ids.md).
_BY_POSITION = re.compile(r"(call|result)_\d+")


def _by_position(one: Conversion, leaf: Leaf) -> bool:
    return bool(_BY_POSITION.fullmatch(str(leaf.value))) and any(
        each.value == leaf.value and folded(each.key) in ("id", "tooluseid") for each in leaves(one.back())
    )


# What stands between pieces where they are joined.
_JOINTS = ("", "\n", "\n\n")


def _in_a_longer_text(one: Conversion, leaf: Leaf) -> bool:
    """Together with a piece that stands at another place: one letter alone stands in every text."""
    if leaf.key != "text" or not isinstance(leaf.value, str):
        return False
    pieces = [each for each in leaves(one.source) if each.key == "text" and each.value and each.pointer != leaf.pointer]
    joined = {f"{each.value}{joint}{leaf.value}" for each in pieces for joint in _JOINTS}
    joined |= {f"{leaf.value}{joint}{each.value}" for each in pieces for joint in _JOINTS}
    return any(each in text for text in _texts(one) for each in joined)


def _said_by_every_chunk(one: Conversion, leaf: Leaf) -> bool:
    if not (isinstance(one.source, list) and COUNTED.search(leaf.pointer) and one.sample.kind == "response"):
        return False
    rest = "/" + leaf.pointer.split("/", 2)[2]
    return sum(_at(chunk, rest) == leaf.value for chunk in one.source) > 1 and _is_counted(one, leaf)


def _total_of_one(one: Conversion, leaf: Leaf) -> bool:
    return "total" in folded(leaf.key) and bool(COUNTED.search(leaf.pointer)) and _is_counted(one, leaf)


def _is_counted(one: Conversion, leaf: Leaf) -> bool:
    return any(each.value == leaf.value and COUNTED.search(each.pointer) for each in leaves(one.carried[0]))


def _empty_object(one: Conversion, leaf: Leaf) -> bool:
    """In JSON that is no text, an empty object is no scalar."""
    if folded(leaf.key) == "arguments" and leaf.value == "{}":
        places = (one.carried, [loss.value for loss in one.losses])
        return any(value == {} for node in places for value in _values(node, *_OBJECTS))
    is_schema = leaf.value == "input_schema" and _at(one.source, leaf.pointer) == {}
    is_there = {} in list(_values(one.carried[0], "parameters", "json")) or {} in _told_as(one, "input_schema")
    return is_schema and is_there


_OBJECTS = ("input", "args", "arguments", "parameters")


def _values(node: Any, *names: str) -> Iterator[Any]:
    if isinstance(node, dict):
        yield from (value for name, value in node.items() if name in names)
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _values(child, *names)


def _shape(_: Conversion, leaf: Leaf) -> bool:
    return folded(leaf.key) in ("type", "role", "kind") and folded(str(leaf.value)) in SHAPES | ROLES


_OF_PYTHON = MappingProxyType(
    {"int": "integer", "str": "string", "float": "number", "bool": "boolean", "list": "array", "dict": "object"}
)


def _type_of_python(one: Conversion, leaf: Leaf) -> bool:
    word = _OF_PYTHON.get(str(leaf.value))
    return one.sample.dialect == "glm" and word is not None and word in _texts(one)


def _told_by_its_name(one: Conversion, leaf: Leaf) -> bool:
    return any(value is leaf.value for value in _told_as(one, leaf.key) if isinstance(value, bool))


def _told_as(one: Conversion, name: str) -> list[Any]:
    return [loss.value for loss in one.losses if folded(loss.path.rpartition("/")[2]) == folded(name)]


def _null_error(one: Conversion, leaf: Leaf) -> bool:
    return leaf.value is None and leaf.pointer.endswith("/functionResponse/response/error") and "tool" in _roles(one)


def _roles(one: Conversion) -> set[str]:
    return {str(each.value) for each in leaves(one.native) if each.key == "role"}


def _in_the_address(one: Conversion, leaf: Leaf) -> bool:
    paths = [unquote(path) for path in _values(one.carried[1], "path")]
    return leaf.key in ("model", "modelId") and any(str(leaf.value) in path for path in paths)


def _streamed_by_its_address(one: Conversion, leaf: Leaf) -> bool:
    """Bedrock: `/model/modelId/invoke-with-response-stream` and `/model/{modelId}/converse-stream`."""
    paths = _values(one.carried[1], "path")
    return leaf.key == "stream" and leaf.value is True and any(path.endswith("-stream") for path in paths)


def _failed(one: Conversion, leaf: Leaf) -> bool:
    is_error = leaf.key == "finish_reason" and leaf.value == "error"
    return is_error and _at(one.carried[0], "/status") == "failed"


def _address_in_parts(one: Conversion, leaf: Leaf) -> bool:
    """One of them carried, the other told; the media type may be a word for the format."""
    url = re.fullmatch(r"data:([^;,]+);base64,(.+)", str(leaf.value))
    if url is None or url[2] not in _texts(one):
        return False
    return url[1] in _texts(one) or any(word in _FORMATS.get(url[1], ()) for word in _values(one.carried[0], "format"))


_SWITCHES = MappingProxyType({"enabled": True, "disabled": False})


def _switch(one: Conversion, leaf: Leaf) -> bool:
    if leaf.pointer != "/thinking/type" or leaf.value not in _SWITCHES:
        return False
    return _at(one.carried[0], "/think") is _SWITCHES[str(leaf.value)]


def _at(node: Any, pointer: str) -> Any:
    try:
        return resolve(node, pointer)
    except NowhereError:
        return ...


# DocumentFormat, ImageFormat, VideoFormat and AudioFormat of Amazon Bedrock, and the formats of OpenAI's `input_audio`.
_FORMATS = MappingProxyType(
    {
        "image/png": ("png",),
        "image/webp": ("webp",),
        "application/pdf": ("pdf",),
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ("docx",),
        "text/csv": ("csv",),
        "text/plain": ("txt",),
        "text/markdown": ("md",),
        "audio/mpeg": ("mp3", "mpeg"),
        "audio/ogg": ("ogg",),
        "video/mpeg": ("mpeg", "mpg"),
        "video/3gpp": ("three_gp",),
    }
)


def _format(one: Conversion, leaf: Leaf) -> bool:
    """A word instead of a media type, or the other way round, or another word for the same media type."""
    is_type, is_format = folded(leaf.key) in ("mediatype", "mimetype"), leaf.key == "format"
    written = [*_values(one.carried[0], "format")]
    for media_type, words in _FORMATS.items():
        if (is_type and leaf.value == media_type) or (is_format and leaf.value in words):
            in_a_text = is_format and any(media_type in text for text in _texts(one))
            return in_a_text or any(word in written for word in words)
    return False


_MARKS = ("cache", "cache_control", "cachePoint")
_CACHES = frozenset({("cache_control", "ephemeral"), ("cachePoint", "default")})


def _cached(one: Conversion, leaf: Leaf) -> bool:
    """Anthropic's `cache_control` is Bedrock's `cachePoint`; each has one type, and as many are there or reported."""
    mark = leaf.pointer.split("/")[-2]
    if (mark, leaf.value) not in _CACHES:
        return False
    carried = sum(value is True or isinstance(value, dict) for value in _values(one.carried[0], *_MARKS))
    told = sum(loss.path.endswith("/cache") + len([*_values(loss.value, *_MARKS)]) for loss in one.losses)
    return carried + told >= sum(isinstance(value, dict) for value in _values(one.source, mark))


def _failed_result(one: Conversion, leaf: Leaf) -> bool:
    """`"is_error": true` is `"status": "error"` in Bedrock."""
    if leaf.key == "is_error" and leaf.value is True:
        return "error" in _values(one.carried[0], "status")
    told = [loss.value for loss in one.losses]
    is_said = True in (*_values([one.carried[0], *told], "is_error", "isError"), *_told_as(one, "is_error"))
    is_said = is_said or any(True for _ in _values(one.carried[0], "error"))
    return leaf.key == "status" and leaf.value == "error" and is_said


def _succeeded(_: Conversion, leaf: Leaf) -> bool:
    return leaf.key == "status" and leaf.value == "success"


def _cited_page(one: Conversion, leaf: Leaf) -> bool:
    """`{"location": {"web": {"url": ...}}}` of Bedrock."""
    cited = [web["url"] for web in _values(one.carried[0], "web") if isinstance(web, dict)]
    return leaf.value == "url_citation" and any(url in _values(one.source, "url") for url in cited)


_CHOICES = MappingProxyType({"auto": "auto", "any": "any", "required": "any"})


def _chosen(one: Conversion, leaf: Leaf) -> bool:
    """`"required"` is `{"any": {}}` in Bedrock."""
    choices = [choice for choice in _values(one.carried[0], "toolChoice") if isinstance(choice, dict)]
    return leaf.key == "tool_choice" and any(_CHOICES.get(str(leaf.value)) in choice for choice in choices)


def _filtered(one: Conversion, leaf: Leaf) -> bool:
    is_filter = leaf.key == "finish_reason" and leaf.value == "content_filter"
    return is_filter and _at(one.carried[0], "/stopReason") == "content_filtered"


def _turned(one: Conversion, leaf: Leaf) -> bool:
    return leaf.key == "disable_parallel_tool_use" and leaf.value is True and False in _told_as(one, "parallel")


def _total_of_told(one: Conversion, leaf: Leaf) -> bool:
    if leaf.key != "totalTokens":
        return False
    said = [each for each in leaves(one.carried[0]) if COUNTED.search(each.pointer)]
    said += leaves([loss.value for loss in one.losses if loss.path.startswith("/usage")])
    counts = {each.value for each in said if isinstance(each.value, int | Decimal)}
    return any(a + b == leaf.value for a, b in itertools.permutations(counts, 2))


FORMAT = Reason("a media type, where the other format has a word for the format of a file", _format)

FAILED_RESULT = Reason("a result that failed, where the other format has a word for it", _failed_result)

OF_OURS = (
    Reason("the version of a format, which each of its requests has, and no other format", _version),
    Reason("an id that says no more than the position of its call, and is read from there", _by_position),
    Reason("a type in the word of Python, which a schema has a word for", _type_of_python),
    Reason("a word that is a flag elsewhere", _switch),
    Reason("the model is a part of the address, and quoted there", _in_the_address),
    Reason("the address says that the reply is streamed", _streamed_by_its_address),
    FORMAT,
    Reason("the one type of a mark for the cache", _cached),
    FAILED_RESULT,
    Reason("a result that did not fail, which other formats say by leaving out a flag", _succeeded),
    Reason("the type of a citation, where the other format says it by the place of the address", _cited_page),
)
"""Our own audit needs each of them for our own cases, and no other."""

OF_OTHERS = (
    Reason("a piece of a text that is joined to others, and stands in the longer one", _in_a_longer_text),
    Reason("a count that each chunk of a reply tells again", _said_by_every_chunk),
    Reason("the total of one count", _total_of_one),
    Reason("an object without members has no scalar", _empty_object),
    Reason("a word for the shape of a part, which is another shape elsewhere", _shape),
    Reason("a flag told by its name, where one that is spelled otherwise takes it", _told_by_its_name),
    Reason("an error that is null: the result failed, and there is no text", _null_error),
    Reason("a data URL, of which one part is carried and the other told", _address_in_parts),
    Reason("the reply failed, and its status says so", _failed),
    Reason("a choice of tools that is the name of a member elsewhere", _chosen),
    Reason("a reply that was filtered, in the word of the other format", _filtered),
    Reason("a flag that is told as its opposite", _turned),
    Reason("the sum of two counts, of which one is carried and the other told", _total_of_told),
)
"""What only an audit needs that does not have the tables of `leaves.py`."""

REASONS = (*OF_OURS, *OF_OTHERS)
"""In the order in which they are asked."""
