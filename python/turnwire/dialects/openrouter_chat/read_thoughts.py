"""`reasoning_details` -> thoughts: one block for each detail, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import escaped
from turnwire.documents.residue import residue
from turnwire.families.chat.media import is_text, text_of
from turnwire.model import ABSENT, OpaqueBlock, ThinkingBlock

if TYPE_CHECKING:
    from turnwire.families.chat.thoughts import Thoughts
    from turnwire.families.chat.vendor import Vendor
    from turnwire.model import ContentBlock, Origin

_LIST = msgspec.json.Decoder(list[Raw])
_OBJECT = msgspec.json.Decoder(dict[str, Raw])

# ReasoningDetailUnion: the member of each type, and its field in the model.
TOLD = {"reasoning.text": "text", "reasoning.summary": "summary", "reasoning.encrypted": "data"}


def read_details(message: Any, origin: Origin, vendor: Vendor) -> Thoughts:
    """Read the reasoning of an assistant; `reasoning` that repeats the details is not another thought."""
    details = _details(message.reasoning_details)
    found = [_read_detail(detail, origin, vendor.name) for detail in details or ()]
    told = "".join(each.words for each in found)
    also: dict[str, Any] = {}
    taken: tuple[str, ...] = () if details is None else ("reasoning_details",)
    if details == []:
        also["reasoning_details"] = []
    first: list[ContentBlock] = []
    for key in ("reasoning_content", "reasoning"):
        text = getattr(message, key)
        if type(text) is not str:
            continue
        taken = (*taken, key)
        if not text:
            also[key] = ""
        elif key == "reasoning" and told == text:
            next(each for each in found if each.words).form["reasoning"] = "same"
        else:
            first.append(ThinkingBlock(text, origin=origin, provider_raw=residue(vendor.name, form={"key": key})))
    for each in found:
        each.block.provider_raw = residue(vendor.name, escaped(each.rest), form=each.form)
    return [*first, *(each.block for each in found)], also, taken


class _Detail(msgspec.Struct):
    """A detail: its block, the members that the block does not have, and its spelling."""

    block: Any
    rest: dict[str, Raw] = {}
    form: dict[str, Any] = {}
    words: str = ""


def _details(raw: Raw) -> list[Raw] | None:
    """Return the details; None if there is no list of them."""
    if raw is ABSENT:
        return None
    check_raw(raw)
    try:
        return _LIST.decode(raw)
    except msgspec.DecodeError:
        return None


def _read_detail(raw: Raw, origin: Origin, dialect: str) -> _Detail:
    try:
        members = _OBJECT.decode(raw)
    except msgspec.DecodeError:
        members = {}
    word = members.get("type", ABSENT)
    kind = text_of(word) if word and is_text(word) else ""
    said = members.get(TOLD.get(kind, ""), ABSENT)
    if not (said and is_text(said)) and kind != "reasoning.text":
        return _Detail(OpaqueBlock(kind, raw, dialect), form={"in": "reasoning_details"})
    del members["type"]
    if kind == "reasoning.text":
        return _read_text(members, origin)
    del members[TOLD[kind]]
    # The members of a thought determine its type; an edit may change it.
    form = {"type": kind}
    if kind == "reasoning.summary":
        return _Detail(ThinkingBlock("", [text_of(said)], origin=origin), members, form, text_of(said))
    return _Detail(ThinkingBlock("", encrypted=text_of(said), origin=origin), members, form)


def _read_text(members: dict[str, Raw], origin: Origin) -> _Detail:
    """A thought in words; both the words and the signature may be missing or null."""
    found = _Detail(ThinkingBlock("", origin=origin), members)
    if "text" in members and is_text(members["text"]):
        found.block.text = found.words = text_of(members.pop("text"))
    else:
        found.form = {"lacks": ["text"]}
    if "signature" in members and is_text(members["signature"]):
        found.block.signature = text_of(members.pop("signature"))
    return found
