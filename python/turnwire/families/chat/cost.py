"""What a reply cost, in US dollars: a JSON number there, an exact decimal here."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from msgspec import Raw

if TYPE_CHECKING:
    from turnwire.model import Usage

# JSON numbers that are written out in as many digits as anybody pays.
_NUMBER = re.compile(r"-?(0|[1-9]\d{0,30})(\.\d{1,40})?([eE][+-]?\d{1,2})?")
_DECIMAL = re.compile(r"-?(0|[1-9]\d{0,130})(\.\d{1,140})?")


def read_cost(usage: Usage, key: str, overlay: dict[str, Any], form: dict[str, Any]) -> None:
    """Move the cost from the residue into the usage, if it is a number; keep its spelling if that is unusual."""
    text = bytes(overlay[key]).decode()
    if _NUMBER.fullmatch(text) is None:
        return
    del overlay[key]
    usage.cost_usd = format(Decimal(text), "f")
    if usage.cost_usd != text:
        form["cost"] = text


def write_cost(usage: Usage, form: dict[str, Any]) -> Raw | None:
    """Return the cost as a number, in its original spelling if it is still that number; None if it is not a decimal."""
    cost = usage.cost_usd
    if cost is None or _DECIMAL.fullmatch(cost) is None:
        return None
    told = form.get("cost")
    if isinstance(told, str) and _NUMBER.fullmatch(told) and Decimal(told) == Decimal(cost):
        return Raw(told)
    return Raw(cost)
