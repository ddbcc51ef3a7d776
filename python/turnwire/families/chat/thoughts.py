"""The reasoning of an assistant, read and written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from turnwire.codec.json import check_raw
from turnwire.documents.residue import form_of, report_foreign, report_own, residue, restore
from turnwire.families.chat.details import fingerprint, text_of_details
from turnwire.lowering.origins import report_own_origin
from turnwire.model import ABSENT, ThinkingBlock

if TYPE_CHECKING:
    from turnwire.families.chat.effort import Wording
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, Origin


KEYS = ("reasoning_content", "reasoning")
_DETAILS = "reasoning_details"
_OTHERS = (_DETAILS, "reasoning_signature")

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
    told = {key: raw for key in _OTHERS if (raw := getattr(message, key)) is not ABSENT and bytes(raw) != b"null"}
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
    key = next((key for key in KEYS if getattr(message, key) == first.text), _DETAILS)
    same = text_of_details(message.reasoning_details) == first.text
    form = _form(key, message, vendor) | {"details": "same" if same else fingerprint(first.text)}
    first.provider_raw = residue(vendor.name, told, form=form)


def write_thoughts(
    thinking: list[tuple[ThinkingBlock, str]], wire: dict[str, Any], losses: Losses, vendor: Wording, model: str | None
) -> None:
    """The reasoning, under the key its source used; texts under one key are put together."""
    held = frozenset(("text", "origin"))
    keys = [_key(block, vendor) for block, _ in thinking]
    for (block, place), key in zip(thinking, keys, strict=True):
        if not block.text and losses.dialect not in (block.provider_raw or {}) and keys.count(key) == 1:
            # A thought with an empty text would not come back.
            losses.dropped(place, "thinking", block)
            report_foreign(block.provider_raw, losses, place)
            continue
        form = form_of(block.provider_raw, losses.dialect)
        if keys.count(key) > 1:
            losses.reshaped_once(place, "thinking", block)
        losses.dropped_fields(block, held, place, "thinking")
        report_own_origin(block, place, losses, model)
        details = _write_details(block, place, form, losses, vendor)
        wire |= details
        if len(thinking) > 1 or not details or form.get("key") != _DETAILS:
            wire[key] = wire.get(key, "") + block.text
        if (copy := form.get("copy")) in vendor.thoughts:
            wire[copy] = wire.get(copy, "") + block.text


def _write_details(
    block: ThinkingBlock, place: str, form: dict[str, Any], losses: Losses, vendor: Wording
) -> dict[str, msgspec.Raw]:
    """Return the other members about a thought; what of them does not belong to it any more is reported."""
    if not block.provider_raw:
        return {}
    merged = restore({}, block.provider_raw, losses, place)
    if type(merged) is dict:
        return {}
    told = msgspec.json.decode(merged, type=dict[str, msgspec.Raw])
    details = _details(told, block, form)
    if not details:
        report_own(block.provider_raw, losses, place, looked_at=(_DETAILS, *vendor.thoughts))
    return details


def _key(block: ThinkingBlock, vendor: Wording) -> str:
    key = form_of(block.provider_raw, vendor.name).get("key")
    return key if key in vendor.thoughts else vendor.thoughts[0]


def _details(told: dict[str, msgspec.Raw], block: ThinkingBlock, form: dict[str, Any]) -> dict[str, msgspec.Raw]:
    """Write the other members about a thought, unless the thought has been changed."""
    told_of = form.get("details")
    if told_of == "same":
        details = told.get(_DETAILS)
        return told if details is None or text_of_details(details) == block.text else {}
    return told if told_of in (None, fingerprint(block.text)) else {}
