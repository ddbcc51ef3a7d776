"""Whether every scalar of one wire document stands in another one, or in what was told as lost on the way there.

Nothing here knows the model or a reader: a loss that our own idea of a document hides is seen all the same.  It asks
less than the laws do, and of other things: a scalar is there when it stands anywhere, in any spelling that the tables
below take for the same, as often as the source has it.
"""

from __future__ import annotations

import base64
import binascii
import itertools
import json
import re
from collections import Counter
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Scalar = str | int | Decimal | bool | None


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# The words of one format for the shape of a part: in another format the part has another shape.
SHAPES = _words(
    """text message function functioncall functioncalloutput tooluse toolresult servertooluse image imageurl inputtext
    outputtext inputimage inputfile inputaudio videourl inputvideo audiourl document documenturl file base64 url audio
    reasoning reasoningtext summarytext reasoningencrypted thinking redactedthinking refusal jsonschema custom tool
    error object string number integer boolean array null none computerscreenshot"""
)
ROLES = _words("user assistant model system developer tool function")
_SHAPE_KEYS = frozenset({"type", "role", "kind"})
# A format's own name; and flags for what others tell by the shape: of a thought that is whole, of the last line.
_NAME_KEYS = frozenset({"object"})
_SHAPE_FLAGS = frozenset({"thought", "closed", "done"})
# Positions in a list, and counts that are zero because nothing was counted.
_POSITIONS = frozenset({"index", "outputindex", "contentindex", "summaryindex"})
COUNTED = re.compile(r"usage|timings|_details|eval_count$", re.IGNORECASE)
# What a text under these keys says is said as often as it stands there; a name or an id may be told once.
_PROSE = _words("text content thinking reasoning reasoningcontent refusal message transcript")
_SAME = (
    _words("stop endturn complete completed stopsequence toolcall toolcalls tooluse functioncall eos"),
    _words("length maxtokens incomplete maxoutputtokens modellength modelcontextwindowexceeded"),
    _words("contentfilter refusal safety recitation blocklist prohibitedcontent spii imagesafety"),
    frozenset({"any", "required"}),
    _words("jsonobject json applicationjson jsonschema format responseschema responsejsonschema"),
    _words("websearch websearchpreview googlesearch googlesearchretrieval"),
    frozenset({"codeexecution", "codeinterpreter"}),
    frozenset({"mp3", "audiomp3", "audiompeg"}),
)
"""Words for the same choice."""
_THINKS = _words("think enablethinking")
"""Flags that the model, and so what is told of them, says in a word: `reasoning.mode` is "enabled"."""
_NUMBER = re.compile(r"-?\d{1,30}(\.\d{1,30})?([eE][+-]?\d{1,3})?")
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{4,}={0,2}")
_DATA_URL = re.compile(r"data:([^;,]*)(?:;[^,]*)?,(.*)", re.DOTALL)
_DATED = re.compile(r"_\d{8}$")


class Leaf(NamedTuple):
    """A scalar of a document."""

    pointer: str
    key: str
    value: Scalar


def parse(data: bytes | str) -> Any:
    """JSON with exact numbers."""
    return json.loads(data, parse_float=Decimal, parse_constant=str)


def folded(word: str) -> str:
    """The same for `maxTokens`, `max_tokens` and `MAX_TOKENS`, and for a word without its date."""
    return re.sub(r"[^a-z0-9]", "", _DATED.sub("", word).lower())


def leaves(node: Any, pointer: str = "", key: str = "") -> Iterator[Leaf]:
    """Every scalar; JSON in a text is looked into."""
    if isinstance(node, dict):
        for name, value in node.items():
            yield from leaves(value, f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}", name)
    elif isinstance(node, list):
        for position, value in enumerate(node):
            yield from leaves(value, f"{pointer}/{position}", key)
    elif (inner := _inside(node)) is not None:
        yield from leaves(inner, pointer, key)
    else:
        yield Leaf(pointer, key, node)


def _inside(node: Any) -> Any:
    if not isinstance(node, str) or node[:1] not in ("{", "["):
        return None
    try:
        return parse(node)
    except ValueError:
        return None


def says_nothing(leaf: Leaf) -> bool:
    """What is a format's own, or its default."""
    key, value = folded(leaf.key), leaf.value
    if value is None or value is False or value == "" or (value is True and key in _SHAPE_FLAGS):
        return True
    if isinstance(value, str):
        word = folded(value)
        return (key in _SHAPE_KEYS and (word in SHAPES or word in ROLES)) or key in _NAME_KEYS
    return not isinstance(value, bool) and (key in _POSITIONS or (value == 0 and bool(COUNTED.search(leaf.pointer))))


class Held:
    """What documents and told values say."""

    def __init__(self, nodes: Iterable[Any]) -> None:
        self.texts: Counter[str] = Counter()
        self.words: set[str] = set()
        self.numbers: Counter[tuple[str, Scalar]] = Counter()
        self.counts: set[Decimal | int] = set()
        for node in nodes:
            self._names(node)
            for leaf in leaves(node):
                self._add(leaf)
        self.joined = "\0".join(self.texts.elements())
        self.spare = Counter[Scalar]()
        for (_, value), times in self.numbers.items():
            self.spare[value] += times

    def _add(self, leaf: Leaf) -> None:
        key = folded(leaf.key)
        if not isinstance(leaf.value, str):
            self.numbers[key, _told_apart(leaf.value)] += 1
            if COUNTED.search(leaf.pointer) and isinstance(leaf.value, int | Decimal):
                self.counts.add(leaf.value)
            return
        for spelled in _spellings(leaf.value):
            self.texts[spelled] += 1
            self.words.add(folded(spelled))
            if (number := _as_number(spelled)) is not None:
                self.numbers[key, number] += 1

    def _names(self, node: Any) -> None:
        if isinstance(node, dict):
            self.texts.update(list(node))
            self.words.update(map(folded, node))
        if isinstance(node, dict | list):
            for child in node.values() if isinstance(node, dict) else node:
                self._names(child)
        elif (inner := _inside(node)) is not None:
            self._names(inner)

    def has_prose(self, text: str, times: int) -> bool:
        """Whether a text stands there as often, alone or in longer ones."""
        return self.joined.count(text) >= times or (times == 1 and self.has_word(text))

    def has_word(self, text: str) -> bool:
        """Whether a name, an id or a choice stands there, in any spelling."""
        if re.search(rf"(?<![^\W_]){re.escape(text)}(?![^\W_])", self.joined):
            return True
        words = {folded(text)}.union(*(same for same in _SAME if folded(text) in same)) - {""}
        return bool(words & self.words) or any(spelled in self.joined for spelled in _other_spellings(text))

    def take(self, leaf: Leaf, *, under_its_key: bool) -> bool:
        """Whether a number or a flag stands there, which then stands for no other."""
        value = _told_apart(leaf.value)
        place = folded(leaf.key), value
        if self.spare[value] < 1 or (under_its_key and self.numbers[place] < 1):
            return False
        self.spare[value] -= 1
        self.numbers[place] -= under_its_key
        return True

    def spells(self, leaf: Leaf) -> bool:
        """Whether a count is the sum of others, or a flag is said in a word or the other way round."""
        key = folded(leaf.key)
        if leaf.value is True:
            turned = any("parallel" in name and flag == "False" for name, flag in self.numbers)
            return ("parallel" in key and turned) or (key in _THINKS and "enabled" in self.texts)
        return bool(COUNTED.search(leaf.pointer)) and leaf.value in self._sums()

    def _sums(self) -> set[Decimal | int]:
        counts = sorted(self.counts)[-12:]
        found = {sum(group) for size in (1, 2, 3) for group in itertools.combinations(counts, size)}
        return found | {a - b for a, b in itertools.permutations(counts, 2)}


def _told_apart(value: Scalar) -> Scalar:
    """1 and True are equal in Python, and two things."""
    return str(value) if isinstance(value, bool) else value


def _as_number(text: str) -> Scalar:
    if _NUMBER.fullmatch(text):
        return Decimal(text)
    if not _TIME.fullmatch(text):
        return None
    try:
        when = datetime.fromisoformat(re.sub(r"(\.\d{6})\d+", r"\1", text.replace("Z", "+00:00")))
    except ValueError:  # a time that does not exist, such as hour 25
        return None
    return int((when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp())


def _spellings(text: str) -> Iterator[str]:
    """A text, the parts of a data URL, and what base64 says where that is text."""
    yield text
    url = _DATA_URL.fullmatch(text)
    if url:
        yield from url.groups()
    if (said := _decoded(url[2] if url else text)) is not None:
        yield said


def _other_spellings(text: str) -> Iterator[str]:
    if (said := _decoded(text)) is not None and len(said) > 3:
        yield said
    if url := _DATA_URL.fullmatch(text):
        yield url[2]


def _decoded(text: str) -> str | None:
    if len(text) % 4 or not _BASE64.fullmatch(text):
        return None
    try:
        return base64.b64decode(text, altchars=b"-_" if re.search("[-_]", text) else None).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None


def silent(source: Any, carried: Iterable[Any], told: Iterable[Any]) -> list[Leaf]:
    """The scalars of a document that are neither in what carries it now nor in what was told."""
    held = Held([*carried, *told])
    said = [leaf for leaf in leaves(source) if not says_nothing(leaf)]
    texts = [leaf for leaf in said if isinstance(leaf.value, str)]
    times = Counter((leaf.key, leaf.value) for leaf in texts)
    missing = [leaf for leaf in texts if not _is_there(leaf, held, times[leaf.key, leaf.value])]
    # A flag says little by itself, and what stands under the same key is more likely to be the same one.
    rest = [leaf for leaf in said if not isinstance(leaf.value, str) and not held.take(leaf, under_its_key=True)]
    rest = [leaf for leaf in rest if not held.spells(leaf)]
    return missing + [leaf for leaf in rest if not held.take(leaf, under_its_key=False)]


def _is_there(leaf: Leaf, held: Held, times: int) -> bool:
    text = str(leaf.value)
    if held.has_prose(text, times) if folded(leaf.key) in _PROSE else held.has_word(text):
        return True
    number = _as_number(text)
    return number is not None and held.spare[number] > 0
