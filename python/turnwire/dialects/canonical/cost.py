"""The cost of an answer: a text, as the system's own `Decimal` is written, or a number."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any, Final

import msgspec
from msgspec import Raw

_PLAIN: Final = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?")
"""The costs of the model."""
_POWER: Final = re.compile(r"-?(0|[1-9][0-9]{0,130})(\.[0-9]{1,140})?[eE][+-]?[0-9]{1,2}")
"""What is written out in as many digits as anybody pays: "6.5E-7" is how Python writes Decimal("0.00000065")."""


def read_cost(raw: Raw) -> tuple[str, Any] | None:
    """Return a cost as a plain decimal, and its spelling if that is another; None for anything that is no cost."""
    data = bytes(raw)
    is_text = data[:1] == b'"'
    text = msgspec.json.decode(data, type=str) if is_text else data.decode()
    if _PLAIN.fullmatch(text):
        return text, None if is_text else "number"
    if _POWER.fullmatch(text) is None:
        return None
    return format(Decimal(text), "f"), {"text" if is_text else "number": text}


def write_cost(cost: str, told: Any) -> Raw | str:
    """Return a cost in the spelling that `read_cost` told, if it still is that cost."""
    spelled = told if isinstance(told, dict) else {}
    text = next((each for each in spelled.values() if isinstance(each, str)), "")
    if _POWER.fullmatch(text) and _PLAIN.fullmatch(cost) and Decimal(text) == Decimal(cost):
        cost = text
    elif _PLAIN.fullmatch(cost) is None:
        return cost
    return Raw(cost.encode()) if told == "number" or "number" in spelled else cost
