"""Lists of chunks, which streamGenerateContent sends without `alt=sse`, and the one reply that they make up.

Both are JSON here.  `fold` puts the parts of all chunks into one list per candidate and takes the last value of every
other member; the result is read like any reply.  A `Node` for each chunk holds what the reply does not:
how many parts the chunk had, and which of its values a later chunk replaced.  `unfold` makes the chunks again.
"""

from __future__ import annotations

import itertools
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.wire import ENCODER, FORM
from turnwire.families.gemini.chunk_fold import Answer, Chunk, Text, candidate_of, encoded, fitting, folded, split
from turnwire.families.gemini.spelling import both

# The provider sends these in every chunk, all others in the last chunk that has a value.
_REPEATED: Final = frozenset(both("usageMetadata", "modelVersion", "responseId", "createTime", "index", "role"))
# They count up from chunk to chunk, and most of their members stay the same.
_COUNTS: Final = both("usageMetadata")

_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])
_NULL: Final = Raw(b"null")


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


_NODES: Final = msgspec.json.Decoder(dict[str, Node])


def fold(items: list[dict[str, Raw]]) -> tuple[bytes, dict[str, Node]]:
    """Fold chunks into a reply; return it with what it does not have of each chunk, by the chunk's position."""
    if len(items) == 1:
        return ENCODER.encode(items[0]), {}
    chunks = [split(item) for item in items]
    whole, starts = folded(chunks)
    return encoded(whole), {str(n): node for n, node in enumerate(_nodes(chunks, whole, starts))}


def unfold(reply: bytes, kept: Raw | None) -> list[Raw]:
    """Return the chunks of a reply, cut as the nodes note; a single chunk if the notes do not fit the reply any more.

    They fit if the chunks make up the reply again.
    """
    try:
        nodes = list(_NODES.decode(kept).values()) if kept is not None else []
        whole = split(_OBJECT.decode(reply))
    except msgspec.DecodeError:
        return [Raw(reply)]
    chunks = _unfolded(whole, nodes)
    if chunks is None or folded([split(_OBJECT.decode(chunk)) for chunk in chunks])[0] != whole:
        return [Raw(reply)]
    return chunks


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
        said, told = fitting(_OBJECT, node.own.get(name)), fitting(_OBJECT, whole.get(name))
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
        if (counts := fitting(_OBJECT, whole.get(name))) is not None:
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
        return candidate_of(rest, content, None)
    mine = parts[: entry[1]]
    del parts[: entry[1]]
    return candidate_of(rest, content, mine)


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
