"""Shared code of the readers and writers of plain replies.

A plain reply is one message of the assistant: at most one thought, then at most one text, then calls of functions.  The
lane's record of it is the model's own Completion, without residue that only notes how its source spelled something.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final

from msgspec import Meta, Raw, Struct, structs

from turnwire.codec.json import check_raw
from turnwire.codec.limits import FREE_DEPTH, MAX_DIGITS
from turnwire.codec.wire import ENCODER, FORM
from turnwire.lane.turns import are_legal
from turnwire.losses import Losses
from turnwire.lowering.sharing import Members, Shared, moved
from turnwire.lowering.tiers import other_word
from turnwire.model import ABSENT, Completion, Message, MessageMetadata, TextBlock, ThinkingBlock, ToolUseBlock, Usage

if TYPE_CHECKING:
    from turnwire.documents.residue import ProviderRaw

Block = TextBlock | ThinkingBlock | ToolUseBlock


CANDIDATE: Final = "/candidates/0"
METADATA: Final = "/candidates/0/metadata"
STOP_REASON: Final = "/candidates/0/metadata/stop_reason"


Count = Annotated[int, Meta(ge=0)]
"""The type of a count that is plain."""


class Narrow(Struct, forbid_unknown_fields=True, gc=False):
    """The base of the types that refuse all they do not know."""


class NotPlain(ValueError):
    """Raised where the canonical route has to convert a reply."""


class ReplyReader(Struct, frozen=True):
    """The reader of one dialect's plain replies."""

    decode: Callable[[bytes], Any]
    """Raises msgspec.DecodeError for a body that does not fit the narrow types."""
    read: Callable[[Any], Completion]
    """A decoded body -> the reply.  Raises NotPlain."""


class ReplyLane(Struct, frozen=True):
    """The two halves of a dialect's lane for replies; a conversion calls one of each of its formats."""

    reader: Callable[[], ReplyReader]
    write: Callable[[Completion, Losses], Any] | None
    """A reply of another dialect -> the body, as the passes and the writer of this one make it.  Raises NotPlain.
    The lane does not write a format that has none."""
    shared: Mapping[str, Shared] = {}
    """The members without a canonical field that this dialect shares with each source."""


def plain_reply(said: list[Block], stop_reason: Any, stop_sequence: str | None = None) -> Completion:
    """Make a reply of one candidate.  Raises NotPlain if it has no stop reason."""
    if stop_reason is None:
        raise NotPlain
    metadata = MessageMetadata(stop_reason=stop_reason, stop_sequence=stop_sequence)
    return Completion([Message("assistant", said, metadata=metadata)])  # type: ignore[arg-type]


# A text below this length needs no check of its depth or of the digits of its numbers.
_SHORT: Final = 40


def check_blocks(blocks: list[Block]) -> None:
    """Raises NotPlain unless the blocks are in order, and each call has an id and a name that every format takes."""
    ids: list[str] = []
    names: list[str] = []
    last = 0
    for block in blocks:
        kind = type(block)
        if kind is ToolUseBlock:
            ids.append(block.id)  # type: ignore[union-attr]
            names.append(block.name)  # type: ignore[union-attr]
            last = _CALL
        elif last >= _ORDER[kind]:
            raise NotPlain
        else:
            last = _ORDER[kind]
    if ids and not (are_legal(ids, names) and len(set(ids)) == len(ids)):
        raise NotPlain


# The places of the kinds of blocks in a plain reply: at most one of each of the first two, and then calls.
_ORDER: Final[dict[type, int]] = {ThinkingBlock: 1, TextBlock: 2}
_CALL: Final = 3


def tier_in_words(reply: Completion, words: frozenset[str], losses: Losses) -> str | None:
    """The class of service in the target's words."""
    tier = reply.service_tier
    word = None if tier is None or tier in words else other_word(tier, words)
    if word is None:
        return tier
    losses.reshaped("/service_tier", "completion.service_tier", tier)
    return word


def report_end(metadata: MessageMetadata, losses: Losses) -> None:
    """Report the stop sequence, for formats that have no place for it."""
    if metadata.stop_sequence is not None:
        losses.dropped(f"{METADATA}/stop_sequence", "metadata.stop_sequence", metadata.stop_sequence)


def are_plain(usage: Usage) -> bool:
    """Whether both sides are counted, and none of the parts of the prompt is below zero."""
    fresh, cached, made = usage.input_tokens, usage.cached_input_tokens, usage.cache_creation_input_tokens
    if fresh is None or fresh < 0 or usage.output_tokens is None:
        return False
    return (cached is None or cached >= 0) and (made is None or made >= 0)


def place_of(position: int) -> str:
    """The JSON Pointer of a block of the one candidate."""
    return f"{CANDIDATE}/content/{position}"


def rest_of(kind: type[Struct], *taken: str, usual: int = 0) -> Callable[[Any], dict[str, Any]]:
    """Make what finds the members of a wire object that its reader does not take, as its type spells them.

    All of them are raw JSON, which becomes residue.  Raises NotPlain for a member that residue would have to escape.

    Args:
        kind: the type of the wire object.
        taken: the fields that the reader takes.
        usual: so many of the first of the others are in most objects, and the rest in few; 0 if all can be in any.
    """
    fields = kind.__struct_fields__
    places = [place for place, name in enumerate(fields) if name not in taken and name != "unknown"]
    spelled = tuple(kind.__struct_encode_fields__[place] for place in places)
    # A slice takes a quarter of the time that as many single items take.
    are_together = len(places) == places[-1] + 1 - places[0]
    values_of = operator.itemgetter(*([slice(places[0], places[-1] + 1)] if are_together else places))
    defaults = dict(zip(reversed(fields), reversed(kind.__struct_defaults__), strict=False))
    nothing = tuple(defaults[fields[place]] for place in places)
    rare = nothing[usual:]

    def rest(wire: Any) -> dict[str, Any]:
        # The values as a tuple take a third of the time that looking each of them up by its name takes.
        found = values_of(structs.astuple(wire))
        if found == nothing:
            return {}
        if usual and found[usual:] == rare:
            found = found[:usual]
        members: dict[str, Any] = {}
        for place, value in enumerate(found):
            if value is not ABSENT:
                members[spelled[place]] = value
        _check_members(members.values())
        return members

    return rest


_USUAL: Final = frozenset({b"null", b"true", b"false", b"[]", b"{}", b'""', b'"auto"', b"0", b"1"})
"""What most members without a field hold, in which there is nothing to check."""
_BRACE, _DOLLAR, _ESCAPED_DOLLAR = ord("{"), ord("$"), b"\\u0024"


def _check_members(members: Collection[Raw]) -> None:
    """Raises NotPlain or InvalidDocument unless all members may become residue, as `checked` does."""
    text = b"".join(members)
    if text not in _USUAL and (
        len(text) > MAX_DIGITS
        or not text.isascii()
        or _DOLLAR in text
        or text.find(_ESCAPED_DOLLAR) >= 0
        or (len(text) > FREE_DEPTH and text.count(b"[") + text.count(b"{") > FREE_DEPTH)
    ):
        for value in members:
            checked(value)


def checked(value: Raw) -> Raw:
    """Return a member that becomes residue.  Raises NotPlain if its objects may have members named like marks."""
    text = bytes(value)
    if len(text) > _SHORT or not text.isascii():
        check_raw(value)
    if text[0] == _BRACE and (_DOLLAR in text or text.find(_ESCAPED_DOLLAR) >= 0):
        raise NotPlain
    return value


def kept(dialect: str, members: dict[str, Any], form: dict[str, Any] | None = None) -> ProviderRaw:
    """Make the residue of a node with unknown members, and with the notes about its spelling."""
    return {dialect: Raw(ENCODER.encode({**members, FORM: form} if form else members))}


def has_values(rest: dict[str, Any]) -> bool:
    """Whether residue is more than nulls, which are silent towards other dialects."""
    for value in rest.values():  # noqa: SIM110 - `any` and its generator take twice the time
        if value is not None and bytes(value) != b"null":
            return True
    return False


def check_unshared(document: Completion, shared: Shared, source: str, dialect: str) -> None:
    """Raises NotPlain where the target has a place for some of the reply's residue."""
    message = document.candidates[0]
    _check_unmoved(document, shared.reply, source, dialect)
    if document.usage is not None:
        _check_unmoved(document.usage, shared.usage, source, dialect)
    _check_unmoved(message, shared.candidate, source, dialect)
    for block in message.content if shared.block else ():
        _check_unmoved(block, shared.block, source, dialect)


def _check_unmoved(node: Any, members: Members, source: str, dialect: str) -> None:
    raw = node.provider_raw
    if raw is None or not members:
        return
    text = bytes(raw[source])
    for name in _first_names(tuple(members)):
        if text.find(name) >= 0 and moved(raw, {source: members}, dialect) is not raw:
            raise NotPlain


@functools.lru_cache(256)
def _first_names(paths: tuple[str, ...]) -> frozenset[bytes]:
    """The members at the top of residue in which these paths begin, as JSON has them."""
    return frozenset(f'"{path.partition("/")[0]}"'.encode() for path in paths)
