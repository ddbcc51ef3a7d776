"""A format that holds nothing but who said which text, so that the command line has something to lose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.dialects.dialect import Dialect, Request
from turnwire.dialects.turnwire.native import native_form
from turnwire.errors import invalid
from turnwire.model import History, TextBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft


def write(draft: Draft, losses: Losses) -> object:
    if draft.settings and draft.settings.model:
        losses.degraded("/settings/model", "settings.model", draft.settings.model)
    lines = []
    for turn in draft.turns:
        for position, block in enumerate(turn.blocks):
            if isinstance(block, TextBlock):
                lines.append({"who": turn.role, "says": block.text})
            else:
                losses.dropped(turn.place(position), str(type(block).__struct_config__.tag), block)
    return {"toy": lines}


def read(*_: object) -> History:
    raise invalid("toy.write-only", "the toy dialect is only written")


DIALECT = Dialect(
    name="toy",
    title="who said what",
    request=Request(
        form=native_form(History), read=read, write=write, looks_like=lambda members: 90 * ("toy" in members)
    ),
)
