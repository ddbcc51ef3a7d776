"""The reasoning of an assistant -> thoughts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.codec.json import check_raw
from turnwire.documents.residue import residue
from turnwire.families.chat.details import fingerprint, text_of_details
from turnwire.model import ABSENT, ThinkingBlock

if TYPE_CHECKING:
    from turnwire.families.chat.wording import Wording
    from turnwire.model import ContentBlock, Origin

KEYS = ("reasoning_content", "reasoning")
_DETAILS = ("reasoning_details", "reasoning_signature")

Thoughts = tuple[list["ContentBlock"], dict[str, Any], tuple[str, ...]]
"""The blocks, the redundant keys, and the names of all keys that were read."""


def read_thoughts(message: Any, origin: Origin, vendor: Wording) -> Thoughts:
    """Read the reasoning that many servers send as a text.

    Some servers and clients send the same text under two names: that is one block, whose `$form` has the second name.
    The other members about it (`reasoning_details`) are residue of the first block, and are dropped with it.
    Some messages have only these; then their text is the block.
    """
    blocks: list[ContentBlock] = []
    also: dict[str, Any] = {}
    for key in KEYS:
        text = getattr(message, key)
        if type(text) is not str or (blocks and _is_twice(message)):
            continue
        if not text:
            also[key] = ""
            continue
        raw = residue(vendor.name, form=_form(key, message, vendor))
        blocks.append(ThinkingBlock(text, origin=origin, provider_raw=raw))
    if not blocks and (words := text_of_details(message.reasoning_details)):
        blocks.append(ThinkingBlock(words, origin=origin))
    taken = tuple(key for key in KEYS if type(getattr(message, key)) is str)
    told = {key: raw for key in _DETAILS if (raw := getattr(message, key)) is not ABSENT and bytes(raw) != b"null"}
    for raw in told.values():
        check_raw(raw)
    if blocks and told:
        _add_details(blocks[0], told, message, vendor)
        taken = (*taken, *told)
    return blocks, also, taken


def _form(key: str, message: Any, vendor: Wording) -> dict[str, Any]:
    found = {} if key == vendor.thoughts[0] else {"key": key}
    return found | {"copy": KEYS[1]} if key == KEYS[0] and _is_twice(message) else found


def _is_twice(message: Any) -> bool:
    """Return whether the same text has two names."""
    first, second = (getattr(message, key) for key in KEYS)
    return type(first) is str and bool(first) and first == second


def _add_details(first: Any, told: dict[str, Any], message: Any, vendor: Wording) -> None:
    key = next((key for key in KEYS if getattr(message, key) == first.text), _DETAILS[0])
    same = text_of_details(message.reasoning_details) == first.text
    form = _form(key, message, vendor) | {"details": "same" if same else fingerprint(first.text)}
    first.provider_raw = residue(vendor.name, told, form=form)
