"""Lists of chunks, which streamGenerateContent sends without `alt=sse`, and the one reply that they make up.

Both are JSON here.  `fold` puts the parts of all chunks into one list per candidate and takes the last value of every
other member; the result is read like any reply.  A `Node` for each chunk holds what the reply does not:
how many parts the chunk had, and which of its values a later chunk replaced.  `unfold` makes the chunks again.

Text that continues in the next chunk is one part: nothing distinguishes a part that continues from one that begins, the
provider's own packages join them, and other formats would have a text cut in the middle of a word.
"Don't concatenate parts with signatures together.  Don't merge one part with a signature with another part without a
signature." (Gemini API, "Thinking", 2026): only parts that have nothing but their text, and whether it is a thought,
are joined.
"""

from __future__ import annotations

import itertools
from typing import Any, Final, TypeVar

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from turnwire.codec.wire import ENCODER, FORM
from turnwire.families.gemini.spelling import both

T = TypeVar("T")

# The provider sends these in every chunk, all others in the last chunk that has a value.
_REPEATED: Final = frozenset(both("usageMetadata", "modelVersion", "responseId", "createTime", "index", "role"))
# They count up from chunk to chunk, and most of their members stay the same.
_COUNTS: Final = both("usageMetadata")

_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])
_OBJECTS: Final = msgspec.json.Decoder(list[dict[str, Raw]])
_LIST: Final = msgspec.json.Decoder(list[Raw])
_INDEX: Final = msgspec.json.Decoder(int)
_NULL: Final = Raw(b"null")


def _fitting(decoder: msgspec.json.Decoder[T], raw: Raw | bytes | None) -> T | None:
    """Decode a value; None if it does not fit, or there is none."""
    try:
        return None if raw is None else decoder.decode(raw)
    except msgspec.DecodeError:
        return None


class Form(Struct, omit_defaults=True):
    """How a chunk spells what the reply has: members that it leaves out, and members that a later one repeats."""

    omit: list[str] = []
    same: list[str] = []
    candidates: list[list[int]] | None = None
    """For each candidate: its place in the reply, how many parts it has, and where in the text the first one goes on.

    A place alone is a candidate without content; -1 is a content without parts.
    """


class Node(Struct, omit_defaults=True):
    """What the reply does not have of an object in a chunk."""

    form: Form | None = msgspec.field(default=None, name=FORM)
    own: dict[str, Raw] = {}
    """Values that a later chunk replaced."""
    counts: dict[str, Node] = {}
    candidates: dict[str, Node] = {}
    content: Node | None = None


class Text(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A part with only a text."""

    text: str
    thought: bool | UnsetType = UNSET


class _Run(Struct):
    """A text that may continue in the next chunk."""

    pieces: list[str]
    length: int
    thought: bool | UnsetType


class Answer(Struct):
    """A candidate."""

    rest: dict[str, Raw]
    content: dict[str, Raw] | None = None
    parts: list[Any] | None = None
    """Text, or Raw for any other part."""


class Chunk(Struct):
    """A chunk, or the reply.

    Its candidates by their index, None if it has none, or a value that is not a list of them.
    """

    rest: dict[str, Raw]
    answers: dict[int, Answer] | None = None


_NODES: Final = msgspec.json.Decoder(dict[str, Node])
_TEXT: Final = msgspec.json.Decoder(Text)


def fold(items: list[dict[str, Raw]]) -> tuple[bytes, dict[str, Node]]:
    """Fold chunks into a reply; return it with what it does not have of each chunk, by the chunk's position."""
    if len(items) == 1:
        return ENCODER.encode(items[0]), {}
    chunks = [_split(item) for item in items]
    whole, starts = _folded(chunks)
    return _encoded(whole), {str(n): node for n, node in enumerate(_nodes(chunks, whole, starts))}


def unfold(reply: bytes, kept: Raw | None) -> list[Raw]:
    """Return the chunks of a reply, cut as the nodes note; a single chunk if the notes do not fit the reply any more.

    They fit if the chunks make up the reply again.
    """
    try:
        nodes = list(_NODES.decode(kept).values()) if kept is not None else []
        whole = _split(_OBJECT.decode(reply))
    except msgspec.DecodeError:
        return [Raw(reply)]
    chunks = _unfolded(whole, nodes)
    if chunks is None or _folded([_split(_OBJECT.decode(chunk)) for chunk in chunks])[0] != whole:
        return [Raw(reply)]
    return chunks


def _split(members: dict[str, Raw]) -> Chunk:
    found = _fitting(_OBJECTS, members.get("candidates"))
    if found is None:
        return Chunk(members)
    answers: dict[int, Answer] = {}
    for each in found:
        # A server that leaves out defaults, as ProtoJSON does, does not send an index of 0.
        index = _fitting(_INDEX, each.get("index", b"0"))
        if index is None or index in answers:
            return Chunk(members)
        answers[index] = _answer(each)
    return Chunk({name: value for name, value in members.items() if name != "candidates"}, answers)


def _answer(members: dict[str, Raw]) -> Answer:
    content = _fitting(_OBJECT, members.get("content"))
    if content is None:
        return Answer(members)
    rest = {name: value for name, value in members.items() if name != "content"}
    parts = _fitting(_LIST, content.get("parts"))
    if parts is None:
        return Answer(rest, content)
    beside = {name: value for name, value in content.items() if name != "parts"}
    return Answer(rest, beside, [_fitting(_TEXT, part) or part for part in parts])


def _folded(chunks: list[Chunk]) -> tuple[Chunk, dict[tuple[int, int], int]]:
    """Return what chunks make up, and where the first part of a candidate continues its text, by chunk and index."""
    whole = Chunk({})
    starts: dict[tuple[int, int], int] = {}
    for n, chunk in enumerate(chunks):
        _update(whole.rest, chunk.rest)
        for index, answer in (chunk.answers or {}).items():
            whole.answers = whole.answers or {}
            start = _grown(whole.answers.setdefault(index, Answer({})), answer)
            if start is not None:
                starts[n, index] = start
        if chunk.answers is not None:
            whole.answers = whole.answers or {}
    if whole.answers is not None:
        whole.rest.pop("candidates", None)
        whole.answers = {index: _closed(answer) for index, answer in sorted(whole.answers.items())}
    return whole, starts


def _update(whole: dict[str, Raw], said: dict[str, Raw]) -> None:
    """Update members; the last value counts, except null."""
    whole.update({name: value for name, value in said.items() if value != _NULL or name not in whole})


def _grown(whole: Answer, answer: Answer) -> int | None:
    """Add the answer; return where its first part continues a text."""
    _update(whole.rest, answer.rest)
    if answer.content is None:
        return None
    whole.content = {} if whole.content is None else whole.content
    _update(whole.content, answer.content)
    if answer.parts is None:
        return None
    whole.parts = [] if whole.parts is None else whole.parts
    start, added = None, answer.parts
    if added and whole.parts and _goes_on(whole.parts[-1], added[0]):
        run: _Run = whole.parts[-1]
        start, added = run.length, added[1:]
        run.pieces.append(answer.parts[0].text)
        run.length += len(answer.parts[0].text)
    whole.parts += [_Run([p.text], len(p.text), p.thought) if type(p) is Text else p for p in added]
    return start


def _goes_on(last: Any, first: Any) -> bool:
    return type(last) is _Run and type(first) is Text and last.thought == first.thought


def _closed(answer: Answer) -> Answer:
    """Return the answer with its texts complete, without values of wrong types that other chunks have properly."""
    if answer.content is not None:
        answer.rest.pop("content", None)
        if answer.parts is not None:
            answer.content.pop("parts", None)
            answer.parts = [Text("".join(p.pieces), p.thought) if type(p) is _Run else p for p in answer.parts]
    return answer


def _encoded(whole: Chunk) -> bytes:
    if whole.answers is None:
        return ENCODER.encode(whole.rest)
    candidates = [_candidate(each.rest, each.content, each.parts) for each in whole.answers.values()]
    return ENCODER.encode({**whole.rest, "candidates": candidates})


def _candidate(rest: dict[str, Any], content: dict[str, Any] | None, parts: list[Any] | None) -> dict[str, Any]:
    if content is None:
        return rest
    return {**rest, "content": content if parts is None else {**content, "parts": parts}}


def _nodes(chunks: list[Chunk], whole: Chunk, starts: dict[tuple[int, int], int]) -> list[Node]:
    places = {index: place for place, index in enumerate(whole.answers or {})}
    listed = [
        None
        if chunk.answers is None
        else [_entry(places[index], answer, starts.get((n, index))) for index, answer in chunk.answers.items()]
        for n, chunk in enumerate(chunks)
    ]
    ends = _Ends(listed)
    nodes = []
    for n, chunk in enumerate(chunks):
        node = _difference(chunk.rest, whole.rest, is_last=n == len(chunks) - 1)
        _count(node, whole.rest)
        if listed[n] is not None:
            node.form = node.form or Form()
            node.form.candidates = listed[n]
        for k, (index, answer) in enumerate((chunk.answers or {}).items()):
            inner = _answer_node(answer, (whole.answers or {})[index], places[index], n, ends)
            if inner != Node():
                node.candidates[str(k)] = inner
        nodes.append(node)
    return nodes


def _entry(place: int, answer: Answer, start: int | None) -> list[int]:
    if answer.content is None:
        return [place]
    found = [place, -1 if answer.parts is None else len(answer.parts)]
    return found if start is None else [*found, start]


class _Ends:
    """The last chunk that has a candidate, and the last in which that has content, by the place of the candidate."""

    def __init__(self, listed: list[list[list[int]] | None]) -> None:
        self.answer: dict[int, int] = {}
        self.content: dict[int, int] = {}
        for n, entries in enumerate(listed):
            for place, *rest in entries or ():
                self.answer[place] = n
                if rest:
                    self.content[place] = n


def _answer_node(answer: Answer, whole: Answer, place: int, n: int, ends: _Ends) -> Node:
    node = _difference(answer.rest, whole.rest, is_last=ends.answer[place] == n)
    if answer.content is not None:
        inside = _difference(answer.content, whole.content or {}, is_last=ends.content[place] == n)
        node.content = None if inside == Node() else inside
    return node


def _usual(whole: dict[str, Raw], *, is_last: bool) -> set[str]:
    return set(whole) if is_last else set(whole) & _REPEATED


def _difference(said: dict[str, Raw], whole: dict[str, Raw], *, is_last: bool) -> Node:
    usual = _usual(whole, is_last=is_last)
    omit = [name for name in whole if name in usual and name not in said]
    same = [name for name, value in said.items() if name not in usual and whole.get(name) == value]
    own = {name: value for name, value in said.items() if whole.get(name) != value}
    return Node(Form(omit, same) if omit or same else None, own)


def _count(node: Node, whole: dict[str, Raw]) -> None:
    """Keep only counts that differ from the reply's."""
    for name in _COUNTS:
        said, told = _fitting(_OBJECT, node.own.get(name)), _fitting(_OBJECT, whole.get(name))
        if said is not None and told is not None:
            del node.own[name]
            node.counts[name] = _difference(said, told, is_last=True)


def _unfolded(whole: Chunk, nodes: list[Node]) -> list[Raw] | None:
    answers = list((whole.answers or {}).values())
    listed = [node.form.candidates if node.form else None for node in nodes]
    entries = [entry for each in listed for entry in each or ()]
    if not nodes or not all(entry and 0 <= entry[0] < len(answers) for entry in entries):
        return None
    cut = [_cut(answer, [entry[1:] for entry in entries if entry[0] == n]) for n, answer in enumerate(answers)]
    if any(parts is None for parts in cut):
        return None
    ends = _Ends(listed)
    made = []
    for n, node in enumerate(nodes):
        members: dict[str, Any] = _said(node, whole.rest, is_last=n == len(nodes) - 1)
        if (here := listed[n]) is not None:
            inner = [node.candidates.get(str(k), Node()) for k in range(len(here))]
            members["candidates"] = [
                _cut_candidate(entry, each, answers[entry[0]], cut[entry[0]] or [], n, ends)
                for entry, each in zip(here, inner, strict=True)
            ]
        made.append(Raw(ENCODER.encode(members)))
    return made


def _said(node: Node, whole: dict[str, Raw], *, is_last: bool) -> dict[str, Any]:
    form = node.form or Form()
    names = (_usual(whole, is_last=is_last) - set(form.omit)) | set(form.same)
    found: dict[str, Any] = {name: value for name, value in whole.items() if name in names}
    for name, inner in node.counts.items():
        if (counts := _fitting(_OBJECT, whole.get(name))) is not None:
            found[name] = _said(inner, counts, is_last=True)
    return found | node.own


def _cut_candidate(
    entry: list[int], node: Node, answer: Answer, parts: list[Any], n: int, ends: _Ends
) -> dict[str, Any]:
    place = entry[0]
    rest = _said(node, answer.rest, is_last=ends.answer[place] == n)
    if len(entry) == 1:
        return rest
    content = _said(node.content or Node(), answer.content or {}, is_last=ends.content[place] == n)
    if entry[1] < 0:
        return _candidate(rest, content, None)
    mine = parts[: entry[1]]
    del parts[: entry[1]]
    return _candidate(rest, content, mine)


def _cut(answer: Answer, entries: list[list[int]]) -> list[Any] | None:
    """The parts of a candidate, its texts cut where a chunk goes on with them; None where the chunks hold others."""
    entries = [entry for entry in entries if entry and entry[0] >= 0]
    cuts: dict[int, list[int]] = {}
    taken = 0
    for count, *start in entries:
        if start:
            cuts.setdefault(taken - 1, []).append(start[0])
        taken += count - len(start)
    found: list[Any] = []
    for n, part in enumerate(answer.parts or ()):
        bounds = [0, *cuts.get(n, ()), len(part.text) if type(part) is Text else 0]
        if bounds != sorted(bounds):
            return None
        found += [part] if n not in cuts else [_piece(part, *ends) for ends in itertools.pairwise(bounds)]
    return found if len(found) == sum(entry[0] for entry in entries) else None


def _piece(part: Any, start: int, end: int) -> Any:
    return Text(part.text[start:end], part.thought) if type(part) is Text else part
